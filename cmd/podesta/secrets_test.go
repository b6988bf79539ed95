package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
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
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	post "podesta/internal/mail"
	"podesta/internal/mail/smtpd"
	"podesta/internal/ordertext"
	"podesta/internal/press"
	"podesta/internal/web"
)

// The people of the game. Their names are words that occur nowhere else.
const (
	aName = "Alfonzzo" // plays seat 1
	bName = "Bernabbo" // plays seat 2
	eName = "Ercolezz" // was ejected from seat 3
	fName = "Federixx" // has left seat 4
)

// The readers, by their role in the game.
var readers = []string{"stranger", "guest", "observer", "first", "second", "ejected", "former", "master", "former master", "operator"}

var people = map[string]string{
	"guest": "Gaspare", "observer": "Osanna", "first": aName, "second": bName, "ejected": eName, "former": fName,
	"master": "Magistro", "former master": "Marcello", "operator": "Custode",
}

// secrecy is a game's combination of secrecy settings.
type secrecy struct {
	gunboat, reveal, hidden, watch bool
	press                          string // "white", "grey", "blank" or "fake"
}

func (s secrecy) String() string {
	return fmt.Sprintf("gunboat %t, reveal %t, hidden treasuries %t, observers with copies %t, %s press", s.gunboat, s.reveal, s.hidden, s.watch, s.press)
}

// stage is the progress of the game.
type stage string

const (
	writing  stage = "while orders are written"
	resolved stage = "after a phase"
	over     stage = "after the end"
)

// secret is something that not everyone may know, and the text that
// identifies it wherever it appears.
type secret struct {
	name string
	word string // a regular expression, in any case; no classes such as \S
	who  func(s secrecy, m stage) string
	must string // doors at which those who may know it must find it: "web", "api", "mail"
}

const (
	everyone = "stranger,guest,observer,first,second,ejected,former,master,former master,operator"
	masters  = "master,operator"
)

// secrets is the table of who may see what.
var secrets = []secret{
	{"the name of the first player", aName, named("first,"), "web,api"},
	{"the name of the second player", bName, named("second,"), "web,api"},
	{"the name of the player who was ejected", eName, named("ejected,"), ""},
	{"the name of the player who has left", fName, named("former,"), ""},
	{"the treasury of the first player", `\b70131(?:\.0)?d?\b`, treasury("first,"), "web,api"},
	{"the treasury of the second player", `\b71141d?\b`, treasury("second,"), "web,api"},
	{"the treasury of an open seat", `\b72151d?\b`, treasury(""), "web,api"},
	{"the income rolls", `income [a-z]+ \d`, func(s secrecy, m stage) string {
		if s.hidden && m != over {
			return masters
		}
		return everyone
	}, ""},
	{"a refused line of the first player", "Nowhereville", always("first," + masters), "web,api"},
	{"the orders of the first player before they are resolved", "Nowhereville", always("first," + masters), ""},
	{"a letter of the first player to the second", "zephyrword", func(s secrecy, _ stage) string {
		if s.watch {
			return "first,second,observer," + masters
		}
		return "first,second," + masters
	}, "web,api"},
	{"a letter of the first player to the masters", "quillword", always("first," + masters), "web,api"},
	{"a letter of the player who was ejected to the second", "emberword", func(s secrecy, _ stage) string {
		if s.watch {
			return "second,observer," + masters
		}
		return "second," + masters
	}, "web,api"},
	{"a letter of the master to the first player", "sealword", always("first," + masters), "web,api"},
	{"a note in the diary of the first player", "murmurword", func(_ secrecy, m stage) string {
		if m == over {
			return everyone
		}
		return "first," + masters
	}, ""},
	{"a note in the diary of the player who was ejected", "cinderword", func(_ secrecy, m stage) string {
		if m == over {
			return everyone
		}
		return masters
	}, ""},
	{"a letter to everyone", "trumpetword", always(everyone), "web,api"},
}

func always(who string) func(secrecy, stage) string {
	return func(secrecy, stage) string { return who }
}

func named(own string) func(secrecy, stage) string {
	return func(s secrecy, m stage) string {
		if s.gunboat && !(m == over && s.reveal) {
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

// TestSecrets plays games with different secrecy settings, and checks
// everything that pages, the API, the client and mail show to everyone
// concerned: no more than the table allows, and the same at each door.
func TestSecrets(t *testing.T) {
	all := []secrecy{
		{press: "white"},
		{gunboat: true, reveal: true, hidden: true, watch: true, press: "grey"},
		{gunboat: true, hidden: true, press: "blank"},
		{hidden: true, watch: true, press: "fake"},
		{gunboat: true, reveal: true, press: "white"},
	}
	if testing.Short() {
		all = all[1:3]
	}
	for _, s := range all {
		t.Run(s.String(), func(t *testing.T) {
			c := newCast(t, s)
			c.look(writing)
			c.process()
			c.look(resolved)
			c.finish()
			c.look(over)
		})
	}
}

// cast is a game with everyone who may look at it.
type cast struct {
	*judgetest.House
	t        *testing.T
	s        secrecy
	url      string
	game     string
	accounts map[string]*game.Account
	browsers map[string]*http.Client
	tokens   map[string]string
	office   *post.Office
	box      *sent
	folder   string
	open     []int           // seats that have lost their players
	shown    map[string]bool // secrets that at least one reader has found
}

// sent records outgoing e-mail.
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
		browsers: map[string]*http.Client{}, tokens: map[string]string{}, box: &sent{}, folder: t.TempDir(), shown: map[string]bool{},
	}
	ctx := t.Context()
	letters := &judgetest.Letters{}
	var err error
	c.office, err = post.New(post.Deps{
		Judge: c.Judge, Store: c.Store, Clock: c.Clock, Sender: c.box, Log: slog.New(slog.DiscardHandler),
		Config: post.Config{Address: "judge@podesta.example", Name: "TEST", TrustedAuth: []string{"mx.podesta.example"}},
	})
	c.must(err)
	calls := api.New(api.Deps{
		Judge: c.Judge, Clock: c.Clock, Version: "test", Letters: letters, Log: slog.New(slog.DiscardHandler), Poll: 10 * time.Millisecond,
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	})
	t.Cleanup(calls.Close)
	mux := http.NewServeMux()
	mux.Handle("/api/", calls)
	mux.Handle("/", web.New(c.Judge, nil, web.WithClock(c.Clock), web.WithLetters(letters)))
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	c.url = srv.URL
	at, err := url.Parse(srv.URL)
	c.must(err)
	for _, who := range readers {
		jar, err := cookiejar.New(nil)
		c.must(err)
		c.browsers[who] = &http.Client{Jar: jar}
		name := people[who]
		if name == "" {
			continue
		}
		a := c.Person(name)
		c.accounts[who], c.tokens[who] = a, c.Token(a.ID)
	}
	for _, who := range []string{"first", "second", "master"} {
		c.must(c.SetPassword(account.WithAnswered(ctx, c.accounts[who].Email), c.accounts[who].ID, signOnWord))
	}
	for who, a := range c.accounts {
		session, err := c.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 24*time.Hour)
		c.must(err)
		c.browsers[who].Jar.SetCookies(at, []*http.Cookie{{Name: "podesta-session", Value: session, Path: "/"}})
	}
	c.must(c.SetKeeper(ctx, c.accounts["operator"].ID, true))
	c.begin()
	return c
}

// begin plays until orders are being written: then all secrets exist.
func (c *cast) begin() {
	ctx := c.t.Context()
	h := hosting.Default()
	h.Listed, h.Gunboat, h.Reveal, h.ManualProcess = true, c.s.gunboat, c.s.reveal, true
	h.Press.WatchAll = c.s.watch
	switch c.s.press {
	case "grey":
		h.Press.Grey = true
	case "blank":
		h.Press.Grey, h.Press.Blank = true, true
	case "fake":
		h.Press.Grey, h.Press.Fakes = true, "may"
	}
	visibility := "open"
	if c.s.hidden {
		visibility = "hidden"
	}
	g, err := c.Host(ctx, c.accounts["master"].ID, lobby.NewGame{
		Name: "siena", Scenario: "A", Variant: "A-4", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": visibility},
	}, h)
	c.must(err)
	c.game = g.ID
	for _, who := range []string{"first", "second", "ejected", "former"} {
		c.must(c.Join(ctx, g.ID, c.accounts[who].ID, ""))
	}
	if c.At(g.ID).Number == 0 {
		c.must(c.Start(ctx, g.ID, c.role("master"), false))
	}
	c.must(c.Observe(ctx, g.ID, c.accounts["observer"].ID))
	if c.s.watch {
		c.must(c.SetCopies(ctx, g.ID, c.role("observer"), true))
	}
	ejected, former := c.role("ejected"), c.role("former")
	c.open = []int{ejected.Seat, former.Seat}
	b := c.role("second").Seat
	c.must(c.Say(ctx, g.ID, ejected, ejected.Seat, press.Message{To: journal.OnlySeats(b), Text: "An emberword for you."}))
	c.must(c.AddDiary(ctx, g.ID, ejected, ejected.Seat, "cinderword"))
	c.must(c.Eject(ctx, g.ID, c.role("master"), ejected.Seat, ""))
	c.must(c.Leave(ctx, g.ID, former))
	marcello := c.accounts["former master"]
	c.must(c.Observe(ctx, g.ID, marcello.ID))
	c.must(c.Promote(ctx, g.ID, c.role("master"), marcello.ID))
	c.must(c.Eject(ctx, g.ID, c.role("master"), 0, marcello.ID))
	c.post()
	c.box.take() // drop the e-mail to the members of that time

	first, now := c.role("first"), c.At(g.ID)
	id := func(seat int) string { return now.Setting.Powers[now.Setting.Seats[seat-1][0]].ID }
	c.must(c.Edit(ctx, g.ID, c.role("master"), now.Revision, admin.ReadChanges(fmt.Sprintf(
		"treasury %s 70131\ntreasury %s 71141\ntreasury %s 72151", id(first.Seat), id(b), id(ejected.Seat))), "a test"))
	now = c.At(g.ID)
	c.must(c.AddDiary(ctx, g.ID, first, first.Seat, "murmurword"))
	m := press.Message{To: journal.OnlySeats(b), Text: "A zephyrword for you.", Grey: c.s.press == "grey" || c.s.press == "blank"}
	if c.s.press == "fake" {
		m.Grey, m.FakeTo = true, "all"
	}
	c.must(c.Say(ctx, g.ID, first, first.Seat, m))
	c.must(c.Say(ctx, g.ID, first, first.Seat, press.Message{ToMaster: true, Text: "A quillword for the masters."}))
	c.must(c.Say(ctx, g.ID, first, first.Seat, press.Message{To: journal.Everybody, Text: "A trumpetword for everyone."}))
	c.must(c.Say(ctx, g.ID, c.role("master"), 0, press.Message{To: journal.OnlySeats(first.Seat), Text: "A sealword for you."}))
	_, err = c.SaveOrders(ctx, g.ID, first, clock.NewOrders{Revision: now.Revision, Sections: []ordertext.Section{{Seat: first.Seat, Text: "A Nowhereville H"}}})
	c.must(err)
}

func (c *cast) process() {
	_, err := c.Process(c.t.Context(), c.game, c.role("master"), c.At(c.game).Revision)
	c.must(err)
}

// finish ends the game with a draw of its players.
func (c *cast) finish() {
	ctx := c.t.Context()
	for seat, who := range map[int]string{c.open[0]: "first heir", c.open[1]: "second heir"} {
		c.accounts[who] = c.Person(strings.ReplaceAll(who, " ", ""))
		c.must(c.TakeOver(ctx, c.game, c.accounts[who].ID, seat))
	}
	for _, who := range []string{"first", "second", "first heir", "second heir"} {
		r := c.role(who)
		c.must(c.Vote(ctx, c.game, r, r.Seat, game.Ballot{Draw: true}))
	}
	c.Forward(c.Clock.Now().Add(time.Hour))
	if g := c.At(c.game); g.Status != game.Over {
		c.t.Fatalf("the game is %s", g.Status)
	}
}

// post sends e-mail.
func (c *cast) post() {
	for {
		n, err := c.office.Work(c.t.Context())
		c.must(err)
		if n == 0 {
			return
		}
	}
}

// found is what a reader was shown at a door.
type found struct{ door, at, text string }

func (c *cast) look(m stage) {
	c.t.Helper()
	c.post()
	letters := c.box.take()
	for _, who := range readers {
		var all []found
		all = append(all, c.pages(who)...)
		all = append(all, c.calls(who)...)
		all = append(all, c.terminal(who)...)
		all = append(all, c.mail(who)...)
		for _, l := range letters {
			if a := c.accounts[who]; a != nil && l.to == a.Email {
				all = append(all, found{"mail", "a letter", l.text})
			}
		}
		for i := range all { // once, because a search that ignores case is slow
			all[i].text = strings.ToLower(all[i].text)
		}
		for _, x := range secrets {
			if strings.Contains(x.name, "before they are resolved") && m != writing {
				continue
			}
			word := regexp.MustCompile(strings.ToLower(x.word))
			may := slices.Contains(strings.Split(x.who(c.s, m), ","), who)
			doors := map[string]bool{}
			for _, f := range all {
				hit := word.FindStringIndex(f.text)
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
	if m == over {
		for _, x := range secrets {
			if !c.shown[x.name] {
				c.t.Errorf("no reader finds %s anywhere", x.name)
			}
		}
	}
}

func around(text string, hit []int) string {
	return strings.ReplaceAll(text[max(0, hit[0]-80):min(len(text), hit[1]+40)], "\n", " ")
}

// get requests an address. Only refusals count as an empty answer.
func (c *cast) get(who, path, token string) string {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, c.url+path, nil)
	c.must(err)
	client := http.DefaultClient
	if token == "" && !strings.HasPrefix(path, "/api/") {
		client = c.browsers[who]
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w, err := client.Do(r)
	c.must(err)
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	c.must(err)
	if w.StatusCode >= 500 {
		c.t.Errorf("%s, %s: %d %s", who, path, w.StatusCode, body)
	}
	return string(body)
}

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
			for _, talk := range regexp.MustCompile(`href="(/g/[a-z0-9]+/letters\?[^"]*)"`).FindAllStringSubmatch(text, 4) {
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
	} {
		out = append(out, found{"api", path, c.get(who, "/api/v1/games/"+c.game+path, c.tokens[who])})
	}
	return append(out, found{"api", "/games", c.get(who, "/api/v1/games", c.tokens[who])})
}

// terminal runs the commands of the client.
func (c *cast) terminal(who string) []found {
	if c.tokens[who] == "" {
		return nil
	}
	c.t.Setenv("XDG_CONFIG_HOME", filepath.Join(c.folder, who))
	c.t.Setenv("HOME", filepath.Join(c.folder, who))
	c.t.Setenv(judgeVariable, c.url)
	c.t.Setenv(tokenVariable, c.tokens[who])
	var out []found
	for _, args := range []string{"show siena", "log siena", "results siena", "orders siena", "diary siena", "games -all"} {
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
		bodies = append(bodies, "SIGNON "+letter+"siena "+signOnWord+"\nLIST\nORDERS\nREPORT\nHISTORY LINES 3000\nDIARY LIST\nSIGNOFF\n")
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

// signOnWord is the password of people who sign on by mail.
const signOnWord = "rinascimento 1454 a Siena"
