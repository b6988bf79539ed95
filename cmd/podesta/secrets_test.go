package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"

	"podesta/internal/account"
	"podesta/internal/admin"
	"podesta/internal/api"
	"podesta/internal/client/cli"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	post "podesta/internal/mail"
	"podesta/internal/mail/smtpd"
	"podesta/internal/ordertext"
	"podesta/internal/pdf/pdftest"
	"podesta/internal/press"
	"podesta/internal/web"
	"podesta/internal/wiring"
)

// The people of the game. Their names are words that occur nowhere else.
const (
	aName = "Alfonzzo" // plays seat 1
	bName = "Bernabbo" // plays seat 2
	eName = "Ercolezz" // was ejected from seat 3
	fName = "Federixx" // has left seat 4
)

// Readers, by their role in the game.
var readers = []string{"stranger", "guest", "observer", "first", "second", "ejected", "former", "master", "former master", "operator"}

var people = map[string]string{
	"guest": "Gaspare", "observer": "Osanna", "first": aName, "second": bName, "ejected": eName, "former": fName,
	"master": "Magistro", "former master": "Marcello", "operator": "Custode",
}

// secrecy is a game's combination of secrecy settings: the names of the switches that are on,
// and the values of the other settings.
type secrecy struct {
	on        map[string]bool
	hidden    bool   // whether treasuries are hidden
	press     string // key in presses
	observers string
}

func (s secrecy) String() string {
	on := slices.DeleteFunc(slices.Sorted(maps.Keys(s.on)), func(name string) bool { return !s.on[name] })
	return fmt.Sprintf("%s; hidden treasuries %t, %s press, observers %s", strings.Join(on, " "), s.hidden, s.press, s.observers)
}

// private reports whether players can send messages to one another.
func (s secrecy) private() bool { return s.press != "no" && s.on["partial"] }

// presses are the kinds of messages that a game can allow.
var presses = map[string]hosting.PressRules{
	"no":             {None: true},
	"white":          {White: true},
	"grey":           {White: true, Grey: true},
	"only grey":      {Grey: true},
	"grey at first":  {White: true, Grey: true, GreyFirst: true},
	"fake":           {White: true, Grey: true, Fakes: "may"},
	"fake broadcast": {White: true, Grey: true, Fakes: "broadcast"},
	"always fake":    {White: true, Grey: true, Fakes: "default"},
}

// secretSwitches returns the switches that may affect what each reader sees.
func secretSwitches() []*hosting.Switch {
	var out []*hosting.Switch
	for i := range hosting.Switches {
		x := &hosting.Switches[i]
		switch x.Name {
		case "mustOrder", "touch": // they only refuse messages
			continue
		case "gunboat", "secret", "hideVotes":
		default:
			if x.Group != "What players see" && x.Group != hosting.Messages {
				continue
			}
		}
		out = append(out, x)
	}
	return out
}

// combinations returns combinations of settings that together contain every pair of values of any
// two settings.
func combinations() []secrecy {
	switches := secretSwitches()
	kinds, observers := slices.Sorted(maps.Keys(presses)), []string{"any", "white", "none"}
	sizes := []int{len(kinds), 2}
	for range switches {
		sizes = append(sizes, 2)
	}
	type pair struct{ i, v, k, w int }
	missing := map[pair]bool{}
	for i := range sizes {
		for k := i + 1; k < len(sizes); k++ {
			for v := range sizes[i] {
				for w := range sizes[k] {
					missing[pair{i, v, k, w}] = true
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(1454, 1492))
	var out []secrecy
	for len(missing) > 0 {
		covers := func(row []int) (n int) {
			for p := range missing {
				if row[p.i] == p.v && row[p.k] == p.w {
					n++
				}
			}
			return n
		}
		var best []int
		for range 30 { // settings are random, and then each is set to the value that covers the most pairs
			row := make([]int, len(sizes))
			for i, n := range sizes {
				row[i] = random.IntN(n)
			}
			for range 2 {
				for i, n := range sizes {
					most, at := -1, 0
					for v := range n {
						row[i] = v
						if c := covers(row); c > most {
							most, at = c, v
						}
					}
					row[i] = at
				}
			}
			if best == nil || covers(row) > covers(best) {
				best = row
			}
		}
		maps.DeleteFunc(missing, func(p pair, _ bool) bool { return best[p.i] == p.v && best[p.k] == p.w })
		x := secrecy{on: map[string]bool{}, press: kinds[best[0]], hidden: best[1] == 1, observers: observers[len(out)%len(observers)]}
		for i, v := range best[2:] {
			x.on[switches[i].Name] = v == 1
		}
		out = append(out, x)
	}
	return out
}

// stage is the progress of the game.
type stage string

const (
	writing  stage = "while orders are written"
	resolved stage = "after a phase"
	over     stage = "after the end"
)

// secret is something that not everyone may know, and the text that identifies it wherever it
// appears.
type secret struct {
	name string
	word string // regular expression, matched case-insensitively; no classes such as \S
	who  func(s secrecy, m stage) string
	must string // interfaces in which those who may know it must find it: "web", "api", "mail"
	at   string // part of the addresses where the text is this secret; empty for all addresses
}

const (
	everyone = "stranger,guest,observer,first,second,ejected,former,master,former master,operator"
	masters  = "master,operator"
)

// secrets is the table of who may see which secret.
var secrets = []secret{
	{"the name of the first player", aName, named("first,"), "web,api", ""},
	{"the name of the second player", bName, named("second,"), "web,api", ""},
	{"the name of the player who was ejected", eName, named("ejected,"), "", ""},
	{"the name of the player who has left", fName, named("former,"), "", ""},
	{"the treasury of the first player", `\b70131(?:\.0)?d?\b`, treasury("first,"), "web,api", ""},
	{"the treasury of the second player", `\b71141d?\b`, treasury("second,"), "web,api", ""},
	{"the treasury of an open seat", `\b72151d?\b`, treasury(""), "web,api", ""},
	{"the income rolls", `income [a-z]+ \d`, func(s secrecy, m stage) string {
		if s.hidden && m != over {
			return masters
		}
		return everyone
	}, "", ""},
	{"a refused line of the first player", "Nowhereville", always("first," + masters), "web,api", ""},
	{"the orders of the first player before they are resolved", "Nowhereville", always("first," + masters), "", ""},
	{"a letter of the first player to the second", "zephyrword", letter("first,", "second,"), "web,api", ""},
	{"a letter of the first player to the masters", "quillword", always("first," + masters), "web,api", ""},
	{"a letter of the player who was ejected to the second", "emberword", letter("", "second,"), "web,api", ""},
	{"a letter of the master to the first player", "sealword", always("first," + masters), "web,api", ""},
	{"a note in the diary of the first player", "murmurword", func(_ secrecy, m stage) string {
		if m == over {
			return everyone
		}
		return "first," + masters
	}, "", ""},
	{"a note in the diary of the player who was ejected", "cinderword", func(_ secrecy, m stage) string {
		if m == over {
			return everyone
		}
		return masters
	}, "", ""},
	{"a letter to everyone", "trumpetword", always(everyone), "web,api,stream", ""},
	{"a letter that arrives with the results", "parcelword", func(_ secrecy, m stage) string {
		if m == writing {
			return "first," + masters
		}
		return everyone
	}, "", ""},
	{"that a player has voted", `a player proposes|"for":1`, func(s secrecy, _ stage) string {
		if s.on["hideVotes"] {
			return masters
		}
		return everyone
	}, "", ""},
	{"the vote of the first player", `"draw":true`, always("first," + masters), "", "/vote?seat="},
}

// letter returns a function that says who may read a message between players.
func letter(from, to string) func(secrecy, stage) string {
	return func(s secrecy, _ stage) string {
		if s.on["watchAll"] {
			return from + to + "observer," + masters
		}
		return from + to + masters
	}
}

func always(who string) func(secrecy, stage) string {
	return func(secrecy, stage) string { return who }
}

func named(own string) func(secrecy, stage) string {
	return func(s secrecy, m stage) string {
		if s.on["gunboat"] && !(m == over && s.on["reveal"]) {
			return own + masters
		}
		return everyone
	}
}

func treasury(own string) func(secrecy, stage) string {
	return func(s secrecy, m stage) string {
		if s.hidden && m != over {
			return own + masters
		}
		return everyone
	}
}

// TestSecrets plays games with different secrecy settings, and checks everything that pages,
// the API, the client and e-mail show to everyone concerned: no more than the table allows, and
// the same in each interface. Half of the combinations contain most pairs of settings;
// PODESTA_ALL=1 plays the others, too.
func TestSecrets(t *testing.T) {
	all := combinations()
	if testing.Short() {
		all = all[:1]
	} else if !judgetest.All() {
		all = all[:len(all)/2]
	}
	shown := map[string]bool{}
	others := []string{"stranger", "ejected", "master", "guest", "former", "operator", "former master"}
	for n, s := range all {
		t.Run(s.String(), func(t *testing.T) {
			c := newCast(t, s)
			c.shown = shown
			// Two players and an observer read every game; other readers read only some.
			c.readers = append([]string{"first", "second", "observer"}, others[2*n%len(others)], others[(2*n+1)%len(others)])
			c.look(writing)
			c.process()
			c.look(resolved)
			c.finish()
			c.look(over)
		})
	}
	for _, x := range secrets {
		if !shown[x.name] && !testing.Short() {
			t.Errorf("nobody finds %s anywhere", x.name)
		}
	}
}

// cast is a game with everyone who may read it.
type cast struct {
	*judgetest.House
	t        *testing.T
	s        secrecy
	url      string
	game     string
	accounts map[string]*game.Account
	tokens   map[string]string
	office   *post.Office
	box      *sent
	folder   string
	open     []int           // seats that have lost their players
	shown    map[string]bool // secrets that at least one reader of any game has found
	handler  http.Handler
	cookies  map[string]*http.Cookie
	unsent   map[string]bool // words of messages that the settings forbid
	readers  []string        // readers of this game
}

// sent is a mail transport that records outgoing e-mail.
type sent struct {
	mu      sync.Mutex
	letters []outgoing
}

type outgoing struct{ to, text string }

func (b *sent) Send(_ context.Context, _ string, to []string, raw []byte) error {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintln(&text, r.Header.Get("Subject"))
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if _, err := io.Copy(&text, p.Body); err != nil {
			return err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, x := range to {
		b.letters = append(b.letters, outgoing{x, text.String()})
	}
	return nil
}

func (b *sent) take() []outgoing {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.letters
	b.letters = nil
	return out
}

func (c *cast) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *cast) role(who string) game.Role { return c.Part(c.game, c.accounts[who]) }

func newCast(t *testing.T, s secrecy) *cast {
	t.Helper()
	c := &cast{
		House: judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)), t: t, s: s, accounts: map[string]*game.Account{},
		cookies: map[string]*http.Cookie{}, tokens: map[string]string{}, box: &sent{}, folder: t.TempDir(), unsent: map[string]bool{},
	}
	ctx := t.Context()
	letters := &judgetest.Letters{}
	var err error
	c.office, err = post.New(post.Deps{
		Judge: wiring.Mail(c.Judge), Store: c.Store, Clock: c.Clock, Sender: c.box, Log: slog.New(slog.DiscardHandler),
		Config: post.Config{Address: "judge@podesta.example", Name: "TEST", TrustedAuth: []string{"mx.podesta.example"}, NoMaps: true},
	})
	c.must(err)
	calls := api.New(api.Deps{
		Judge: wiring.API(c.Judge), Clock: c.Clock, Version: "test", Letters: letters, Log: slog.New(slog.DiscardHandler), Poll: 10 * time.Millisecond,
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	})
	t.Cleanup(calls.Close)
	mux := http.NewServeMux()
	mux.Handle("/api/", calls)
	mux.Handle("/", web.New(wiring.Pages(c.Judge), nil, web.WithClock(c.Clock), web.WithLetters(letters)))
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	c.url, c.handler = srv.URL, mux
	for _, who := range readers {
		name := people[who]
		if name == "" {
			continue
		}
		a := c.Person(name)
		c.accounts[who], c.tokens[who] = a, c.Token(a.ID)
	}
	for _, who := range []string{"first", "second", "master"} {
		c.must(c.Users.SetPassword(account.WithAnswered(ctx, c.accounts[who].Email), c.accounts[who].ID, signOnWord))
	}
	for who, a := range c.accounts {
		session, err := c.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 24*time.Hour)
		c.must(err)
		c.cookies[who] = &http.Cookie{Name: "podesta-session", Value: session, Path: "/"}
	}
	c.must(c.Users.SetOperator(ctx, c.accounts["operator"].ID, true))
	c.begin()
	return c
}

// begin plays until orders are being written, so that all secrets exist.
func (c *cast) begin() {
	ctx := c.t.Context()
	h := hosting.Default()
	h.Press = presses[c.s.press]
	h.Press.Observers = c.s.observers
	for _, x := range secretSwitches() {
		x.Set(&h, c.s.on[x.Name])
	}
	if !h.Press.Partial {
		h.Press.Fakes = "" // only messages to some can be faked
	}
	h.Listed, h.ManualProcess = true, true
	visibility := "open"
	if c.s.hidden {
		visibility = "hidden"
	}
	g, err := c.Lobby.Host(ctx, c.accounts["master"].ID, lobby.NewGame{
		Name: "siena", Scenario: "A", Variant: "A-4", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": visibility},
	}, h)
	c.must(err)
	c.game = g.ID
	for _, who := range []string{"first", "second", "ejected", "former"} {
		c.must(c.Lobby.Join(ctx, g.ID, c.accounts[who].ID, ""))
	}
	if c.At(g.ID).Number == 0 {
		c.must(c.Lobby.Start(ctx, g.ID, c.role("master"), false))
	}
	c.must(c.Lobby.Observe(ctx, g.ID, c.accounts["observer"].ID))
	if c.s.on["watchAll"] {
		c.must(c.Press.SetCopies(ctx, g.ID, c.role("observer"), true))
	}
	ejected, former := c.role("ejected"), c.role("former")
	c.open = []int{ejected.Seat, former.Seat}
	b := c.role("second").Seat
	c.say(ejected, ejected.Seat, press.NewMessage{To: journal.OnlySeats(b), Text: "An emberword for you."}, "emberword", c.s.private())
	c.must(c.Admin.AddDiary(ctx, g.ID, ejected, ejected.Seat, "cinderword"))
	c.must(c.Lobby.Eject(ctx, g.ID, c.role("master"), ejected.Seat, ""))
	c.must(c.Lobby.Leave(ctx, g.ID, former))
	marcello := c.accounts["former master"]
	c.must(c.Lobby.Observe(ctx, g.ID, marcello.ID))
	c.must(c.Lobby.Promote(ctx, g.ID, c.role("master"), marcello.ID))
	c.must(c.Lobby.Eject(ctx, g.ID, c.role("master"), 0, marcello.ID))
	c.post()
	c.box.take() // discards the e-mail sent to the members so far

	first, now := c.role("first"), c.At(g.ID)
	id := func(seat int) string { return now.Setting.Powers[now.Setting.Seats[seat-1][0]].ID }
	c.must(c.Admin.Edit(ctx, g.ID, c.role("master"), now.Revision, admin.ReadChanges(fmt.Sprintf(
		"treasury %s 70131\ntreasury %s 71141\ntreasury %s 72151", id(first.Seat), id(b), id(ejected.Seat))), "a test"))
	now = c.At(g.ID)
	c.must(c.Admin.AddDiary(ctx, g.ID, first, first.Seat, "murmurword"))
	m := press.NewMessage{To: journal.OnlySeats(b), Text: "A zephyrword for you.", Grey: presses[c.s.press].Grey}
	if presses[c.s.press].Fakes != "" && c.s.private() {
		m.FakeTo = "all"
	}
	c.say(first, first.Seat, m, "zephyrword", c.s.private())
	c.say(first, first.Seat, press.NewMessage{ToMaster: true, Text: "A quillword for the masters."}, "quillword", true)
	c.say(first, first.Seat, press.NewMessage{To: journal.Everybody, Text: "A trumpetword for everyone."}, "trumpetword", c.s.press != "no")
	c.say(first, first.Seat, press.NewMessage{Postal: true, Text: "A parcelword for everyone."}, "parcelword", c.s.on["postal"])
	c.say(c.role("master"), 0, press.NewMessage{To: journal.OnlySeats(first.Seat), Text: "A sealword for you."}, "sealword", true)
	_, err = c.Judge.Clock.SaveOrders(ctx, g.ID, first, clock.NewOrders{Revision: now.Revision, Sections: []ordertext.Section{{Seat: first.Seat, Text: "A Nowhereville H"}}})
	c.must(err)
}

// say sends a message that contains a word. If the settings do not allow it, it is refused.
func (c *cast) say(role game.Role, seat int, m press.NewMessage, word string, allowed bool) {
	c.t.Helper()
	m.Grey = m.Grey || seat > 0 && !presses[c.s.press].White && !m.ToMaster
	err := c.Press.Say(c.t.Context(), c.game, role, seat, m)
	if (err == nil) != allowed {
		c.t.Fatalf("a message with %s: %v", word, err)
	}
	c.unsent[word] = !allowed
}

// process resolves the phase, and then lets the first player vote for a draw.
func (c *cast) process() {
	_, err := c.Judge.Clock.Process(c.t.Context(), c.game, c.role("master"), c.At(c.game).Revision)
	c.must(err)
	first := c.role("first")
	c.must(c.Judge.Clock.Vote(c.t.Context(), c.game, first, first.Seat, game.Ballot{Draw: true}))
}

// finish ends the game in a draw of all its players.
func (c *cast) finish() {
	ctx := c.t.Context()
	for seat, who := range map[int]string{c.open[0]: "first heir", c.open[1]: "second heir"} {
		c.accounts[who] = c.Person(strings.ReplaceAll(who, " ", ""))
		c.must(c.Lobby.TakeOver(ctx, c.game, c.accounts[who].ID, seat))
	}
	for _, who := range []string{"first", "second", "first heir", "second heir"} {
		r := c.role(who)
		c.must(c.Judge.Clock.Vote(ctx, c.game, r, r.Seat, game.Ballot{Draw: true}))
	}
	c.Forward(c.Clock.Now().Add(time.Hour))
	if g := c.At(c.game); g.Status != game.Over {
		c.t.Fatalf("the game is %s", g.Status)
	}
}

// post sends all queued e-mail.
func (c *cast) post() {
	for {
		n, err := c.office.Work(c.t.Context())
		c.must(err)
		if n == 0 {
			return
		}
	}
}

// found is a text that a reader was shown, with the interface and the address where it was shown.
type found struct{ door, at, text string }

func (c *cast) look(m stage) {
	c.t.Helper()
	c.post()
	letters := c.box.take()
	for _, who := range c.readers {
		var all []found
		all = append(all, c.pages(who)...)
		all = append(all, c.calls(who)...)
		all = append(all, c.terminal(who)...)
		all = append(all, c.mail(who)...)
		all = append(all, c.documents(who, m)...)
		all = append(all, c.stream(who)...)
		for _, l := range letters {
			if a := c.accounts[who]; a != nil && l.to == a.Email {
				all = append(all, found{"mail", "a letter", l.text})
			}
		}
		for i := range all { // lowered once, because a case-insensitive search is slow
			all[i].text = strings.ToLower(all[i].text)
		}
		for _, x := range secrets {
			if strings.Contains(x.name, "before they are resolved") && m != writing {
				continue
			}
			if c.unsent[x.word] {
				continue
			}
			may := slices.Contains(strings.Split(x.who(c.s, m), ","), who)
			doors := map[string]bool{}
			for _, f := range all {
				if x.at != "" && !strings.Contains(f.at, x.at) {
					continue
				}
				hit := x.find(f.text)
				if hit == nil {
					continue
				}
				doors[f.door] = true
				if !may {
					c.t.Errorf("%s: the %s learns %s by %s %s: ...%s...", m, who, x.name, f.door, f.at, around(f.text, hit))
				}
			}
			if !may {
				continue
			}
			c.shown[x.name] = c.shown[x.name] || len(doors) > 0
			for _, door := range strings.Split(x.must, ",") {
				if door != "" && !doors[door] {
					c.t.Errorf("%s: the %s does not find %s by %s", m, who, x.name, door)
				}
			}
		}
	}
}

// plainPart finds a literal part of a regular expression without alternatives.
var plainPart = regexp.MustCompile(`\d{5}|^[a-z]{4,}`)

// find returns the position of the secret in a text, or nil. It first searches for a literal
// string, which is much faster than a regular expression.
func (x *secret) find(text string) []int {
	for word := range strings.SplitSeq(strings.ToLower(x.word), "|") {
		w := searched(word)
		i := strings.Index(text, w.plain)
		switch {
		case i < 0:
		case w.whole == nil:
			return []int{i, i + len(word)}
		default:
			if hit := w.whole.FindStringIndex(text); hit != nil {
				return hit
			}
		}
	}
	return nil
}

// searches caches the searches, keyed by the word searched for.
var searches = map[string]search{}

// search is a literal string, and the regular expression that contains it, or nil if the word is
// only a literal.
type search struct {
	plain string
	whole *regexp.Regexp
}

// searched returns the search for a word.
func searched(word string) search {
	w, ok := searches[word]
	if !ok {
		if w.plain = word; regexp.QuoteMeta(word) != word {
			w = search{plainPart.FindString(word), regexp.MustCompile(word)}
		}
		searches[word] = w
	}
	return w
}

func around(text string, hit []int) string {
	return strings.ReplaceAll(text[max(0, hit[0]-80):min(len(text), hit[1]+40)], "\n", " ")
}

// get requests a path as one of the readers.
func (c *cast) get(who, path, token string) string {
	c.t.Helper()
	return c.request(http.MethodGet, who, path, token, "")
}

// request returns the body of the response, or of the page to which it redirects. Refusals do not
// make the test fail.
func (c *cast) request(method, who, path, token, body string) string {
	c.t.Helper()
	for range 3 {
		r := httptest.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		} else if cookie := c.cookies[who]; cookie != nil && !strings.HasPrefix(path, "/api/") {
			r.AddCookie(cookie)
		}
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		if w.Code >= 500 {
			c.t.Errorf("%s, %s: %d %s", who, path, w.Code, w.Body)
		}
		if w.Code < 300 || w.Code >= 400 {
			return w.Body.String()
		}
		method, body, path = http.MethodGet, "", w.Header().Get("Location")
	}
	c.t.Errorf("%s: redirected again and again", path)
	return ""
}

// stream reads a live stream from the beginning of the game up to the event with the game's
// state, which follows all earlier events.
func (c *cast) stream(who string) []found {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	const at = "/api/v1/events"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+at+"?after=0&game="+c.game, nil)
	c.must(err)
	if c.tokens[who] != "" {
		r.Header.Set("Authorization", "Bearer "+c.tokens[who])
	}
	w, err := http.DefaultClient.Do(r)
	c.must(err)
	defer w.Body.Close()
	var text strings.Builder
	for buffer := make([]byte, 1<<16); ; {
		n, err := w.Body.Read(buffer)
		text.Write(buffer[:n])
		if _, standing, told := strings.Cut(text.String(), "event: state\n"); err != nil || told && strings.Contains(standing, "\n\n") {
			return []found{{"stream", at, text.String()}}
		}
	}
}

// documents requests previews, and one of the readers with the most to learn reads the game as
// a PDF file.
func (c *cast) documents(who string, m stage) []found {
	out := []found{
		{"api", "/whatif", c.request(http.MethodPost, who, "/api/v1/games/"+c.game+"/whatif", c.tokens[who], "{}")},
		{"web", "/predict", c.request(http.MethodPost, who, "/g/"+c.game+"/predict", "", "")},
	}
	prints := "second"
	for _, other := range []string{"ejected", "stranger"} {
		if slices.Contains(c.readers, other) {
			prints = other
		}
	}
	if m != resolved && who == prints {
		const at = "/print.pdf?filled=1"
		if file := c.get(who, "/g/"+c.game+at, ""); strings.HasPrefix(file, "%PDF") {
			out = append(out, found{"web", at, strings.Join(pdftest.Read(c.t, []byte(file)), "\n")})
		} else {
			out = append(out, found{"web", at, file})
		}
	}
	return out
}

// talks matches the addresses of conversations.
var talks = regexp.MustCompile(`href="(/g/[a-z0-9]+/letters\?[^"]*)"`)

// pages requests all pages, pictures and exports about the game.
func (c *cast) pages(who string) []found {
	var out []found
	for _, path := range []string{
		"", "/table.json", "/state", "/letters", "/letters/part", "/seat", "/log", "/rules", "/master", "/settings", "/dice.json",
		"/p/1", "/p/1/steps.json", "/p/1/first.svg", "/p/2", "/film.json", "/charts", "/print",
		"/map/1.svg?orders=1", "/map/2.svg?mine=1", "/sandbox", "/sandbox?n=1", "?as=1", "?as=2", "?as=3", "?as=4",
	} {
		text := c.get(who, "/g/"+c.game+path, "")
		out = append(out, found{"web", path, text})
		if path == "/letters" {
			for _, talk := range talks.FindAllStringSubmatch(text, -1) {
				at := strings.ReplaceAll(talk[1], "&amp;", "&")
				out = append(out, found{"web", at, c.get(who, at, "")})
			}
		}
	}
	return append(out, found{"web", "/games", c.get(who, "/games", "")})
}

func (c *cast) calls(who string) []found {
	var out []found
	for _, path := range []string{
		"", "/position", "/phases", "/phases/0", "/phases/1", "/phases/2", "/phases/1/report", "/dice", "/hosting", "/acts", "/undone", "/members",
		"/log?limit=500", "/open-letters", "/motions", "/diary", "/vote", "/votes", "/absences", "/orders", "/orders?seat=1", "/orders?seat=2", "/orders?seat=3",
		"/diary?seat=1", "/diary?seat=2", "/diary?seat=3", "/map?orders=true", "/map?phase=1&orders=true", "/rules", "/export",
		"/vote?seat=1", "/vote?seat=2", "/vote?seat=3", "/vote?seat=4", "/legal", "/legal?power=milan", "/predict", "/predict?seat=1", "/predict?seat=2", "/predict?seat=3",
	} {
		out = append(out, found{"api", path, c.get(who, "/api/v1/games/"+c.game+path, c.tokens[who])})
	}
	return append(out, found{"api", "/games", c.get(who, "/api/v1/games", c.tokens[who])})
}

// terminal runs the commands of the client.
func (c *cast) terminal(who string) []found {
	// A few readers are enough, because the client shows what the API returns.
	if who != "second" && who != "observer" && who != "former" {
		return nil
	}
	c.t.Setenv("XDG_CONFIG_HOME", filepath.Join(c.folder, who))
	c.t.Setenv("HOME", filepath.Join(c.folder, who))
	c.t.Setenv(cli.JudgeVariable, c.url)
	c.t.Setenv(cli.TokenVariable, c.tokens[who])
	var out []found
	for _, args := range []string{"show siena", "log siena", "results siena", "orders siena", "diary siena", "legal siena", "predict siena", "games -all"} {
		_, said, bad := podesta("", append([]string{"client"}, strings.Fields(args)...)...)
		out = append(out, found{"client", args, said + bad})
	}
	return out
}

// mail sends queries by e-mail.
func (c *cast) mail(who string) []found {
	from := "stranger@example.net"
	if a := c.accounts[who]; a != nil {
		from = a.Email
	}
	_, domain, _ := strings.Cut(from, "@")
	var out []found
	bodies := []string{"LIST siena\nSUMMARY siena\nHISTORY siena LINES 3000\nWHOGAME siena\n"}
	if letter := c.letter(who); letter != "" {
		bodies = append(bodies, "SIGNON "+letter+"siena "+signOnWord+"\nLIST\nORDERS\nREPORT\nHISTORY LINES 3000\nDIARY LIST\nPREDICT\nSIGNOFF\n")
	}
	for i, body := range bodies {
		raw := fmt.Sprintf("Authentication-Results: mx.podesta.example; dkim=pass header.d=%s\nFrom: %s\nTo: judge@podesta.example\nSubject: x\nMessage-ID: <%s.%d.%d@example.org>\nDate: Mon, 05 Jan 2026 12:00:00 +0000\n\n%s",
			domain, from, strings.ReplaceAll(who, " ", ""), c.At(c.game).Revision, i, body)
		_, err := c.office.Receive(c.t.Context(), strings.NewReader(raw), smtpd.Envelope{})
		c.must(err)
		c.post()
		for _, l := range c.box.take() {
			if l.to == from {
				out = append(out, found{"mail", "an answer", strings.ReplaceAll(l.text, from, "")})
			}
		}
	}
	return out
}

// letter returns the line with which a reader signs on to the game by mail.
func (c *cast) letter(who string) string {
	switch g := c.At(c.game); who {
	case "master":
		return "M"
	case "first", "second":
		seat := c.role(who).Seat
		return string(rune(g.Setting.Powers[g.Setting.Seats[seat-1][0]].Letter))
	}
	return ""
}

// signOnWord is the password of people who sign on by e-mail.
const signOnWord = "rinascimento 1454 a Siena"
