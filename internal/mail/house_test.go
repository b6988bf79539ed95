package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	message "github.com/emersion/go-message/mail"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

var ctx = context.Background()

// parcel is an e-mail that was sent.
type parcel struct {
	to                        []string
	raw                       string
	subject, text, html, cal  string
	replyTo, id, re, from, as string
	references                []string
	png                       []byte
}

// sentBox is a relay that stores or refuses the e-mail that it receives.
type sentBox struct {
	mu     sync.Mutex
	sent   []*parcel
	refuse func(to []string) error
}

func (o *sentBox) Send(_ context.Context, from string, to []string, raw []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.refuse != nil {
		if err := o.refuse(to); err != nil {
			return err
		}
	}
	p, err := open(raw)
	if err != nil {
		return err
	}
	p.to, p.from = to, from
	o.sent = append(o.sent, p)
	return nil
}

// take returns the e-mails that have arrived since the last call, to one address or, if to is
// empty, to all. They are sorted by address, because e-mail to several addresses is sent at the
// same time, and for each address in the order of arrival.
func (o *sentBox) take(to string) []*parcel {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out, rest []*parcel
	for _, p := range o.sent {
		if to == "" || p.to[0] == to {
			out = append(out, p)
		} else {
			rest = append(rest, p)
		}
	}
	o.sent = rest
	slices.SortStableFunc(out, func(a, b *parcel) int { return strings.Compare(a.to[0], b.to[0]) })
	return out
}

// open parses an e-mail that was sent.
func open(raw []byte) (*parcel, error) {
	r, err := message.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	p := &parcel{raw: string(raw)}
	p.subject, _ = r.Header.Subject()
	p.id, _ = r.Header.MessageID()
	p.as = r.Header.Get("Auto-Submitted")
	p.references, _ = r.Header.MsgIDList("References")
	if re, _ := r.Header.MsgIDList("In-Reply-To"); len(re) > 0 {
		p.re = re[0]
	}
	if to, _ := r.Header.AddressList("Reply-To"); len(to) > 0 {
		p.replyTo = to[0].Address
	}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			return nil, err
		}
		s := strings.ReplaceAll(string(text), "\r\n", "\n")
		switch media := part.Header.Get("Content-Type"); {
		case strings.HasPrefix(media, "text/html"):
			p.html = s
		case strings.HasPrefix(media, "image/png"):
			p.png = text
		case strings.HasPrefix(media, "text/calendar"):
			p.cal = s
		default:
			p.text = unflowed(s)
		}
	}
}

// unflowed returns a text of format=flowed as its writer wrote it.
func unflowed(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], " ")
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), " \n", " ")
}

// house is a judge with its mail office and a store of its own.
type house struct {
	*judgetest.House
	t     *testing.T
	o     *mail.Office
	box   *sentBox
	clock *judgetest.Clock
	store *store.Store
	log   *bytes.Buffer
	n     int
	mx    string // header field in which the judge's mail server reports on senders; empty for none
}

// vouch makes the judge's mail server vouch for the senders of a domain.
func (h *house) vouch(domain string) {
	h.mx = "Authentication-Results: mx.podesta.example; dmarc=pass header.from=" + domain + "\n"
}

// fakeVerifier returns the results that the test sets.
type fakeVerifier struct{ dkim, spf string }

func (f fakeVerifier) DKIM(context.Context, []byte) []smtpd.Signature {
	if f.dkim == "" {
		return nil
	}
	return []smtpd.Signature{{Domain: f.dkim, Fields: []string{"From", "To", "Cc", "Subject", "Date", "Message-ID"}}}
}
func (f fakeVerifier) SPF(context.Context, smtpd.Envelope) string { return f.spf }

func newHouse(t *testing.T) *house {
	t.Helper()
	return houseIn(t, judgetest.Empty(t))
}

// houseIn returns a house with its database in a folder.
func houseIn(t *testing.T, dir string) *house {
	t.Helper()
	base := judgetest.OpenAt(t, dir, time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC))
	h := &house{House: base, t: t, box: &sentBox{}, store: base.Store, log: &bytes.Buffer{}, clock: base.Clock}
	h.With(func(o *judge.Options) { o.People.Ours = mail.Config{Address: "judge@podesta.example"}.Ours })
	h.Base.DrawFrom(mathrand.NewChaCha8([32]byte{14, 54})) // games have the same dice in every run
	h.o = h.office(mail.Deps{})
	return h
}

// office creates a mail office for the house, with default values for missing fields of d.
func (h *house) office(d mail.Deps) *mail.Office {
	h.t.Helper()
	d.Judge, d.Clock = wiring.Mail(h.Judge), h.clock
	if d.Store == nil {
		d.Store = h.store
	}
	d.Log = slog.New(slog.NewTextHandler(h.log, nil))
	if d.Config.Address == "" {
		d.Config.Address = "judge@podesta.example"
	}
	d.Config.Name = "TEST"
	d.Config.TrustedAuth = []string{"mx.podesta.example"}
	if d.Sender == nil {
		d.Sender = h.box
	}
	if d.Verifier == nil {
		d.Verifier = fakeVerifier{}
	}
	o, err := mail.New(d)
	if err != nil {
		h.t.Fatal(err)
	}
	return o
}

// account registers a person at name@example.org, with a password.
func (h *house) account(name, password string) *game.Account {
	h.t.Helper()
	_, secret, err := h.Users.Register(ctx, name, strings.ToLower(name)+"@example.org", "")
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := h.Users.Verify(ctx, secret.Secret())
	if err != nil {
		h.t.Fatal(err)
	}
	if password != "" {
		if err := h.Users.SetPassword(account.WithAnswered(ctx, a.Email), a.ID, password); err != nil {
			h.t.Fatal(err)
		}
	}
	return a
}

// message returns an e-mail in the form in which a mail program writes it.
func (h *house) message(from, to, subject, body string) string {
	h.n++
	return h.mx + fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: <m%d@example.org>\nDate: Mon, 23 Nov 2026 09:00:00 +0000\n\n%s", from, to, subject, h.n, body)
}

// bring delivers a message unchanged.
func (h *house) bring(raw string) smtpd.Outcome {
	h.t.Helper()
	out, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// send delivers an e-mail and returns the answers; those to its sender come first.
func (h *house) send(from, to, subject, body string) []*parcel {
	h.t.Helper()
	if out := h.bring(h.message(from, to, subject, body)); out != smtpd.Answered {
		h.t.Fatalf("%s: %s", from, out)
	}
	var out []*parcel
	h.post()
	for _, p := range h.box.take("") {
		if p.as == "auto-replied" || strings.Contains(p.subject, "confirm") || strings.Contains(p.subject, "registered already") {
			out = append(out, p)
		} else {
			h.box.sent = append(h.box.sent, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *parcel) int { return own(b, from) - own(a, from) })
	return out
}

// own returns 1 if an e-mail is for an address, and otherwise 0.
func own(p *parcel, to string) int {
	if p.to[0] == to {
		return 1
	}
	return 0
}

// ask delivers an e-mail that must have exactly one answer, and returns the answer's text.
func (h *house) ask(from, body string) string {
	h.t.Helper()
	answers := h.send(from, "judge@podesta.example", "orders", body)
	if len(answers) != 1 {
		h.t.Fatalf("%d answers", len(answers))
	}
	return answers[0].text
}

// passDeadline advances the clock to a minute after the deadline of a game, and sends the
// resulting e-mail.
func (h *house) passDeadline(gameID string) {
	h.t.Helper()
	plan, err := h.Judge.Clock.Plan(ctx, gameID)
	if err != nil {
		h.t.Fatal(err)
	}
	h.clock.Advance(plan.Deadline.Sub(h.clock.Now()) + time.Minute)
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		h.t.Fatal(err)
	}
	h.post()
}

// post sends the queued e-mail.
func (h *house) post() {
	h.t.Helper()
	for {
		n, err := h.o.Work(ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// beginning creates a game of eight players and begins it. It returns the game, its master Maestro,
// and the players in the order of the seats.
func (h *house) beginning(name string, change func(*hosting.Hosting)) (*game.Game, *game.Account, []*game.Account) {
	h.t.Helper()
	master := h.account("Maestro", "quattrocento1")
	how := hosting.Default()
	how.Zone = "UTC"
	if change != nil {
		change(&how)
	}
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: name, Scenario: "B", Variant: "B-8"}, how)
	if err != nil {
		h.t.Fatal(err)
	}
	var players []*game.Account
	for i := range 8 {
		password := "" // hashing a password takes long, so all players share one
		if i == 0 {
			password = "rinascimento1"
		}
		a := h.account(names[i], password)
		players = append(players, a)
		if err := h.Lobby.Join(ctx, g.ID, a.ID, wishes[i:i+1]); err != nil {
			h.t.Fatal(err)
		}
	}
	if g, err = h.Base.Game(ctx, g.ID); err != nil {
		h.t.Fatal(err)
	}
	bySeat := make([]*game.Account, 8)
	for _, a := range players {
		r, err := h.Base.RoleOf(ctx, g.ID, a.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		bySeat[r.Seat-1] = a
	}
	h.post()
	return g, master, bySeat
}

// names are the players' names, in the order of preferences.
var names = []string{"Anna", "Bice", "Carlo", "Dino", "Elena", "Fosco", "Gino", "Irma"}

// prepared holds a folder with the database of a house in which the game Cosimo is running. Most
// tests begin with a copy of it, because creating it takes a while.
var prepared struct {
	once    sync.Once
	dir     string
	game    string
	players []string
}

// begun returns a house with the running game Cosimo, the game, its master and
// its players in the order of the seats.
func begun(t *testing.T) (*house, *game.Game, *game.Account, []*game.Account) {
	t.Helper()
	prepared.once.Do(func() {
		dir, err := os.MkdirTemp("", "podesta-post")
		if err != nil {
			t.Fatal(err)
		}
		h := houseIn(t, dir)
		g, master, players := h.beginning("Cosimo", nil)
		for _, p := range append([]*game.Account{master}, players...) {
			prepared.players = append(prepared.players, p.ID)
		}
		prepared.game = g.ID
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		prepared.dir = dir
	})
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(prepared.dir)); err != nil {
		t.Fatal(err)
	}
	h := houseIn(t, dir)
	g, err := h.Base.Game(ctx, prepared.game)
	if err != nil {
		t.Fatal(err)
	}
	var people []*game.Account
	for _, id := range prepared.players {
		a, err := h.Users.Account(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, a)
	}
	return h, g, people[0], people[1:]
}

// TestMain removes the prepared database.
func TestMain(m *testing.M) {
	status := m.Run()
	if prepared.dir != "" {
		os.RemoveAll(prepared.dir)
	}
	for _, dir := range kitchen.dirs {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// wishes holds the letter of the power that each player prefers.
const wishes = "IVLPNTAF"

// must checks that a text contains all of the given parts.
func must(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

// never checks that a text contains none of the given parts.
func never(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			t.Errorf("%q is in:\n%s", p, text)
		}
	}
}

// local returns a listener on this machine.
func local(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}
