package mail_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-smtp"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/schedule"
	"podesta/internal/wiring"
	"podesta/machiavelli"
)

// processed resolves the current phase of a game.
func (h *house) processed(g *game.Game, master *game.Account) *game.Game {
	h.t.Helper()
	g, err := h.Base.Game(ctx, g.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	role, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Process(ctx, g.ID, role, g.Revision); err != nil {
		h.t.Fatal(err)
	}
	h.post()
	if g, err = h.Base.Game(ctx, g.ID); err != nil {
		h.t.Fatal(err)
	}
	return g
}

func TestResults(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, players := h.beginning("Cosimo 🦁", nil)
	h.box.take("")
	h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nA Mil H\nA Pav - Mon\nA Cre H\nSIGNOFF")
	h.box.take("")
	h.processed(g, master)
	got := h.box.take("")
	readers := map[string]*parcel{}
	for _, p := range got {
		if strings.Contains(p.subject, " results") {
			readers[p.to[0]] = p
		}
	}
	if len(readers) != 9 {
		t.Fatalf("%d letters with results, not 9", len(readers))
	}
	p := readers[players[0].Email]
	must(t, p.subject, "Cosimo 🦁: Spring 1454 results - orders due Mon 30 Nov 23:30")
	must(t, p.text, "Milan takes Montferrat.", "* Milan: Army Pavia advances to Montferrat.", "Summer 1454, orders: due Mon 30 Nov 2026, 23:30 UTC.", "Answer this e-mail with your orders", "YOUR ORDERS\n* Army Pavia advances to Montferrat.", "MILAN NOW\n* Units (3): Army Montferrat", "Treasury: ", "Summer 1454: 3 orders.", "THE POSITION NOW\n")
	if img, err := png.Decode(bytes.NewReader(p.png)); err != nil || img.Bounds().Dx() != 960 || len(p.png) > 200_000 {
		t.Errorf("the map: %d bytes, %v", len(p.png), err)
	}
	must(t, p.raw, "Content-Id: <map@podesta>")
	must(t, p.html, `<img src="cid:map@podesta"`, "prefers-color-scheme: dark", "<h1>Spring 1454 results</h1>", "<h2>Your orders</h2>", "<h2>Milan now</h2>", "<h2>All orders</h2>", "<h2>The position now</h2>")
	never(t, p.html, "<pre")
	must(t, p.cal, "METHOD:PUBLISH\n", "ORGANIZER:mailto:judge@podesta.example\n", "UID:"+g.ID+"-deadline@podesta.example\n", "SEQUENCE:")
	must(t, p.raw, "Auto-Submitted: auto-generated", "X-Podesta-Judge: podesta.example", "List-Unsubscribe: <mailto:judge+")
	if len(p.references) != 2 || p.re != p.references[1] || p.id == "" {
		t.Errorf("threading: %q in reply to %q, references %q", p.id, p.re, p.references)
	}
	for _, other := range readers {
		if other != p && (other.id == p.id || other.replyTo == p.replyTo) {
			t.Errorf("%v and %v share a name or an address for answers", other.to, p.to)
		}
	}
}

func TestReplyNeedsNoPassword(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, _, players := h.beginning("Cosimo", nil)
	var to string
	for _, p := range h.box.take(players[1].Email) {
		if strings.Contains(p.subject, "the game begins") {
			to = p.replyTo
		}
	}
	must(t, to, "judge+")
	answers := h.send(players[1].Email, to, "Re: Cosimo: Spring 1454 - the game begins", "G Ven H\nA Pad - Tre\n\n> A Ver H\n\nBice\n")
	if len(answers) != 1 || answers[0].to[0] != players[1].Email {
		t.Fatalf("%+v", answers)
	}
	must(t, answers[0].text, "Order: G Venice H", "Army Verona: no order yet.")
	// Another person who has the address acts for the player, but the answer is
	// sent only to the player.
	answers = h.send("mallory@example.net", to, "hello", "ORDERS")
	if len(answers) != 1 || strings.Join(answers[0].to, ",") != players[1].Email {
		t.Fatalf("%+v", answers[0].to)
	}
	// An invalid token has no effect.
	answers = h.send(players[1].Email, "judge+aaaaaaaaaaaaaaaaaaaaaaaaaa@podesta.example", "hello", "G VEN H")
	must(t, strings.Join(strings.Fields(answers[0].text), " "), "no longer valid")
	never(t, answers[0].text, "Order:")
}

func TestRegisterByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	got := h.send("nadia@example.net", "judge@podesta.example", "hello", "REGISTER\nName: Nadia\nEmail: nadia@example.net\nTimezone: Europe/Rome\nEND\n")
	if len(got) != 1 {
		t.Fatalf("%d letters", len(got))
	}
	letter := got[0]
	must(t, letter.text, "Hello Nadia,", "✓ > REGISTER\n  Answer this e-mail to complete your registration.")
	must(t, letter.replyTo, "judge+confirm-")
	if _, err := h.Users.AccountByEmail(ctx, "nadia@example.net"); game.ErrorCode(err) != game.NotFound {
		t.Fatal(err)
	}
	answer := h.send("nadia@example.net", letter.replyTo, "Re: "+letter.subject, "yes\nSET PASSWORD botticelli1485\n")[0]
	must(t, answer.text, "Welcome, Nadia", "Your password is changed")
	never(t, answer.text, "botticelli1485")
	if _, err := h.Users.SignIn(ctx, "nadia@example.net", "botticelli1485"); err != nil {
		t.Error(err)
	}
	again := h.send("mallory@example.net", "judge@podesta.example", "hello", "REGISTER\nName: Mallory\nEmail: nadia@example.net\nEND\n")
	if len(again) != 2 || again[1].to[0] != "nadia@example.net" || !strings.Contains(again[1].text, "registered") {
		t.Fatalf("%+v", again)
	}
	must(t, again[0].text, "The judge has written to the address you gave.")
}

func TestHostAndJoinByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.account("Maestro", "quattrocento1")
	h.account("Anna", "rinascimento1")
	text := h.ask("maestro@example.org", "CREATE ?urbino quattrocento1 mach_eos gunboat\nSET LIST\nSET MOVES NEXT 47 CLOCK 20:00\nSET GREY/WHITE, NO PLAGUE\nSET COMMENT BEGIN\nBe kind.\nSIGNOFF")
	must(t, text, "You have created urbino", "List: on (was off)", "Press: messages do not name their sender, unless")
	text = h.ask("anna@example.org", "LIST") + h.ask("anna@example.org", "LIST urbino")
	must(t, text, "urbino", "Gunboat", "Be kind.")
	text = h.ask("anna@example.org", "SIGNON ?urbino rinascimento1 machiavelli\nSIGNOFF")
	must(t, text, "is not machiavelli", "SIGNON ?urbino, your password")
	text = h.ask("anna@example.org", "SIGNON ?urbino rinascimento1 mach_eos gunboat\nSET PREFERENCE LIV\nSIGNOFF")
	must(t, text, "You have joined urbino", "Your preferences, best first: LIV")

	// If the e-mail also sets the number of players, the answer mentions only that number.
	text = oneParagraph(h.ask("maestro@example.org", "CREATE ?lucca quattrocento1 machiavelli\nSET PLAYERS 5\nSIGNOFF"))
	must(t, text, "Players: 5 (was 8)", "it needs 5 players")
	if strings.Contains(text, "needs 8 players") {
		t.Errorf("the answer still says how many players the game needed before:\n%s", text)
	}
}

// TestAgreeByMail checks that the players of a game without a master pause it
// when both of them agree.
func TestAgreeByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ask := func(from, text string) string { return strings.Join(strings.Fields(h.ask(from, text)), " ") }
	first := h.account("Anna", "rinascimento1")
	second := h.account("Bruno", "quattrocento1")
	ask("anna@example.org", "CREATE ?siena rinascimento1 A-4 play\nSIGNOFF")
	h.clock.Advance(time.Minute)
	ask("bruno@example.org", "SIGNON ?siena quattrocento1\nSIGNOFF")
	must(t, ask("anna@example.org", "SIGNON ?siena rinascimento1\nFORCE BEGIN\nSIGNOFF"), "begins")
	g, err := h.Base.FindGame(ctx, "siena")
	if err != nil {
		t.Fatal(err)
	}
	people, err := h.Lobby.Members(ctx, g.ID)
	if err != nil || len(people) != 2 || people[0].Seat == 0 {
		t.Fatalf("%+v, %v", people, err)
	}
	letter := map[string]string{}
	for _, p := range people {
		letter[p.Account] = string(rune(g.Setting.Powers[g.Setting.Seats[p.Seat-1][0]].Letter))
	}
	anna, bruno := letter[first.ID], letter[second.ID]
	must(t, ask("anna@example.org", "SIGNON "+anna+"siena rinascimento1\nSET AGREE BACK\nSET AGREE PAUSE\nSIGNOFF"), "nothing to roll back", "1 of 2 players agree")
	must(t, ask("anna@example.org", "SIGNON "+anna+"siena rinascimento1\nSET NO AGREE PAUSE\nSET AGREE PAUSE\nSIGNOFF"), "0 of 2 players agree", "1 of 2 players agree")
	must(t, ask("bruno@example.org", "SIGNON "+bruno+"siena quattrocento1\nSET AGREE PAUSE\nSIGNOFF"), "All players have agreed, so it is done")
	if g, err = h.Base.FindGame(ctx, "siena"); err != nil || g.Status != game.Paused {
		t.Errorf("the game is %s, %v", g.Status, err)
	}
	must(t, ask("anna@example.org", "SIGNON "+anna+"siena rinascimento1\nRESUME\nSIGNOFF"), "is resumed")
}

// TestMakeAndPlayByMail checks that the creator of a game plays in it if CREATE contains PLAY. The
// settings of the game are in the same e-mail, because no one can change them later.
func TestMakeAndPlayByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ask := func(from, text string) string { return strings.Join(strings.Fields(h.ask(from, text)), " ") }
	anna := h.account("Anna", "rinascimento1")
	h.account("Bruno", "quattrocento1")
	text := ask("anna@example.org", "CREATE ?siena rinascimento1 A-4 play\nSET PREFERENCE VL\nSET BOTS, NO FAMINE\nSET MOVES NEXT 47\nSET GREY/WHITE\nSET NO NMR\nSET MOVES NEXT never\nSIGNOFF")
	must(t, text, "You have created siena", "and play in it. It has no master", "It needs 3 more players", "FORCE BEGIN BOTS",
		"Your preferences, best first: VL", "The game is made with it.", "resolved without players who are late")
	never(t, text, "you are its master", "Only the game's master")
	g, err := h.Base.FindGame(ctx, "siena")
	if err != nil {
		t.Fatal(err)
	}
	if r := g.Rules.Spec().Options["famine"]; r != "off" || !g.Hosting.Bots || !g.Hosting.NMR || !g.Hosting.Listed || !g.Hosting.Press.GreyFirst || g.Hosting.Timing[schedule.Moves].Next != 47*time.Hour {
		t.Errorf("famine %s, %+v", r, g.Hosting)
	}
	people, err := h.Lobby.Members(ctx, g.ID)
	if err != nil || len(people) != 1 || people[0].Kind != game.Player || people[0].Account != anna.ID {
		t.Errorf("%+v, %v", people, err)
	}
	text = ask("anna@example.org", "SIGNON ?siena rinascimento1\nSET NO LIST\nSIGNOFF")
	must(t, text, "You are signed on as a player of siena", "Only the game's master")
	h.clock.Advance(time.Minute)
	must(t, ask("bruno@example.org", "SIGNON ?siena quattrocento1\nSIGNOFF"), "You have joined siena", "The game needs 2 more players")
	must(t, ask("bruno@example.org", "SIGNON ?siena quattrocento1\nFORCE BEGIN BOTS\nSIGNOFF"), "ERROR")
	must(t, ask("anna@example.org", "SIGNON ?siena rinascimento1\nFORCE BEGIN BOTS\nSIGNOFF"), "with computer players in the empty seats")
	if g, err = h.Base.FindGame(ctx, "siena"); err != nil || g.Status != game.Active {
		t.Fatalf("%v, %v", g.Status, err)
	}
	role, err := h.Base.RoleOf(ctx, g.ID, anna.ID)
	if err != nil || role.Master || g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]].Name != "Venice" {
		t.Errorf("Anna is %+v, %v", role, err)
	}

	// Settings that need a master are refused, and an unreadable preference is reported at its
	// place.
	must(t, ask("anna@example.org", "CREATE ?lucca rinascimento1 A-4 play\nSET MANUAL START\nSIGNOFF"), "needs a master")
	must(t, ask("anna@example.org", "CREATE ?pisa rinascimento1 A-4 play\nSET PREFERENCE XQ\nSET NO LIST\nSIGNOFF"), "You have created pisa", "ERROR")
	if g, err = h.Base.FindGame(ctx, "pisa"); err != nil || g.Hosting.Listed {
		t.Errorf("%v, %v", g, err)
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	h.box.take("")
	raw := h.message(players[0].Email, "judge@podesta.example", "press", "SIGNON Icosimo rinascimento1\nPRESS TO V\nhello\nENDPRESS\n")
	if a, b := h.bring(raw), h.bring("Received: from elsewhere\n"+raw); a != smtpd.Answered || b != smtpd.Duplicate {
		t.Fatal(a, b)
	}
	h.post()
	if n := len(h.box.take(players[1].Email)); n != 1 {
		t.Errorf("%d letters of press", n)
	}
	// Without a Message-ID, dates distinguish e-mails.
	bare := regexp.MustCompile("Message-ID: .*\n").ReplaceAllString(raw, "")
	if a, b := h.bring(bare), h.bring("Received: from elsewhere\n"+bare); a != smtpd.Answered || b != smtpd.Duplicate {
		t.Errorf("without Message-ID: %s, then %s", a, b)
	}
	if out := h.bring(strings.Replace(bare, "09:00:00", "09:01:00", 1)); out != smtpd.Answered {
		t.Errorf("a minute later: %s", out)
	}
	undated := regexp.MustCompile("Date: .*\n").ReplaceAllString(bare, "")
	if a, b := h.bring(undated), h.bring(undated); a != smtpd.Answered || b != smtpd.Answered {
		t.Errorf("without date: %s, then %s", a, b)
	}
	// The same Message-ID with another text is another e-mail.
	if out := h.bring(strings.Replace(raw, "hello", "hello again", 1)); out != smtpd.Answered {
		t.Error(out)
	}
}

func TestNoHeaderInjection(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	h.box.take("")
	answers := h.send(players[0].Email, "judge@podesta.example", "=?utf-8?Q?hi=0D=0ABcc:_victim@example.net=0D=0A=0D=0Abody?=", "SIGNON Icosimo rinascimento1\nPRESS TO V\nBcc: victim@example.net\n\nhello\nENDPRESS\n")
	for _, p := range append(answers, h.box.take("")...) {
		head, _, _ := strings.Cut(p.raw, "\r\n\r\n")
		if strings.Contains(head, "\nBcc:") || len(p.to) != 1 {
			t.Errorf("to %v:\n%s", p.to, head)
		}
	}
}

func TestBombs(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.o = h.office(mail.Deps{Config: mail.Config{PerHour: 3}})
	for i := range 5 {
		_, err := h.o.Receive(ctx, strings.NewReader(h.message("bomb@example.net", "judge@podesta.example", "x", "LIST")), smtpd.Envelope{})
		if (err != nil) != (i >= 3) || err != nil && !errors.Is(err, smtpd.ErrLater) {
			t.Errorf("e-mail %d: %v", i+1, err)
		}
	}
	h.clock.Advance(time.Hour)
	if _, err := h.o.Receive(ctx, strings.NewReader(h.message("bomb@example.net", "judge@podesta.example", "x", "LIST")), smtpd.Envelope{}); err != nil {
		t.Error(err)
	}
	big := h.message("bomb@example.net", "judge@podesta.example", "x", "HELP\n"+strings.Repeat("A MIL H\n", 200_000))
	if out := h.bring(big); out != smtpd.Answered {
		t.Error(out)
	}
	h.post()
	for _, p := range h.box.take("") {
		if len(p.raw) > 200_000 {
			t.Errorf("an answer of %d bytes", len(p.raw))
		}
	}
	if _, err := h.o.Receive(ctx, strings.NewReader(""), smtpd.Envelope{}); !errors.Is(err, smtpd.ErrMessage) {
		t.Error(err)
	}
}

func TestRefusedAndAccepted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.account("Anna", "rinascimento1")
	var refusal error
	h.box.refuse = func([]string) error { return refusal }
	refusal = errors.New("451 come back later")
	h.bring(h.message("anna@example.org", "judge@podesta.example", "x", "LIST"))
	h.post()
	if jobs, err := h.o.Failed(ctx, 10); err != nil || len(jobs) != 1 || jobs[0].Failed != "451 come back later" {
		t.Fatalf("%+v, %v", jobs, err)
	}
	refusal = nil
	h.post() // not yet due
	h.clock.Advance(2 * time.Minute)
	h.post()
	if n := len(h.box.take("anna@example.org")); n != 1 {
		t.Fatalf("%d letters", n)
	}
	refusal = &outbox.Permanent{Err: errors.New("550 no such user")}
	h.bring(h.message("anna@example.org", "judge@podesta.example", "x", "LIST"))
	h.post()
	h.clock.Advance(1000 * time.Hour)
	refusal = nil
	h.post()
	if jobs, err := h.o.Failed(ctx, 10); err != nil || len(jobs) != 1 || !jobs[0].Due.IsZero() {
		t.Fatalf("%+v, %v", jobs, err)
	}
	if n := len(h.box.take("")); n != 0 {
		t.Errorf("%d letters", n)
	}
}

func TestOrdersAhead(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	h.box.take("")
	text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nA Mil H; A Pav H; A Cre H\nPHASE SUMMER 1454 MOVES\nA Pav - Mon\nENDPHASE\nIF ARMY MILAN\nA Cre - Par\nELSE\nA Cre - Ber\nENDIF\nSIGNOFF")
	must(t, text, "1 order kept for Summer 1454, orders", "Pending orders for Summer 1454, orders:", "Order: A Cremona - Parma")
	g = h.processed(g, master)
	for g.Phase.Step != machiavelli.Orders {
		g = h.processed(g, master)
	}
	seen := false
	for _, p := range h.box.take(players[0].Email) {
		seen = seen || strings.Contains(p.subject, "results") && strings.Contains(p.text, "A Pavia - Montferrat")
	}
	if !seen {
		t.Error("there was no notice of the orders sent in advance")
	}
}

// letters is a mail server that stores the e-mail that it accepts.
type letters struct {
	mu   sync.Mutex
	got  []string
	busy int // number of connections to defer first
}

func (l *letters) NewSession(*smtp.Conn) (smtp.Session, error) { return &conversation{l: l}, nil }

type conversation struct{ l *letters }

func (c *conversation) Mail(string, *smtp.MailOptions) error { return nil }
func (c *conversation) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(to, "nobody@") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	}
	return nil
}

func (c *conversation) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.l.mu.Lock()
	defer c.l.mu.Unlock()
	if c.l.busy > 0 {
		c.l.busy--
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "busy"}
	}
	c.l.got = append(c.l.got, string(text))
	return nil
}
func (*conversation) Reset()        {}
func (*conversation) Logout() error { return nil }

// TestSMTP delivers an e-mail by SMTP and LMTP, and sends the answers to a
// relay that is busy at first.
func TestSMTP(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.account("Anna", "rinascimento1")
	world := &letters{busy: 1}
	srv := smtp.NewServer(world)
	srv.Domain = "relay.example"
	relayAt := local(t)
	go srv.Serve(relayAt)
	defer srv.Close()

	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := mail.New(mail.Deps{Judge: wiring.Mail(h.Judge), Store: h.store, Clock: h.clock, Verifier: fakeVerifier{dkim: "example.org"}, Config: mail.Config{
		Address: "judge@podesta.example", Name: "TEST",
		Relay: outbox.Relay{Addr: relayAt.Addr().String(), TLS: "none"},
		DKIM:  &outbox.DKIM{Domain: "podesta.example", Selector: "s", Key: key},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, lmtp := range []bool{false, true} {
		c, cancel := context.WithCancel(ctx)
		l := local(t)
		ended := make(chan error, 1)
		go func() { ended <- o.Serve(c, l, lmtp) }()
		send := func(to, raw string) error {
			line, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				return err
			}
			conn := smtp.NewClient(line)
			if lmtp {
				conn = smtp.NewClientLMTP(line)
			}
			defer conn.Close()
			return conn.SendMail("anna@example.org", []string{to}, strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n")))
		}
		if err := send("stranger@podesta.example", "From: x@y.z\n\nx"); err == nil {
			t.Error("e-mail for another address was accepted")
		}
		if err := send("judge@podesta.example", h.message("anna@example.org", "judge@podesta.example", fmt.Sprint("lmtp ", lmtp), "WHOIS\n.\n")); err != nil {
			t.Errorf("lmtp %v: %v", lmtp, err)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	for range 3 {
		if _, err := o.Work(ctx); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(5 * time.Minute)
	}
	world.mu.Lock()
	defer world.mu.Unlock()
	if len(world.got) != 2 {
		t.Fatalf("%d e-mails were sent", len(world.got))
	}
	p, err := open([]byte(world.got[0]))
	if err != nil {
		t.Fatal(err)
	}
	must(t, p.text, "Mail goes to: anna@example.org")
	found, err := dkim.VerifyWithOptions(strings.NewReader(world.got[0]), &dkim.VerifyOptions{LookupTXT: func(string) ([]string, error) {
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))}, nil
	}})
	if err != nil || len(found) != 1 || found[0].Err != nil {
		t.Errorf("signature: %+v, %v", found, err)
	}
}

func TestTokenPermissions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, _, players := h.beginning("Cosimo", nil)
	var to string
	for _, p := range h.box.take(players[1].Email) {
		to = p.replyTo
	}
	// The reply address is valid for the game, not for the account.
	text := h.send("mallory@example.net", to, "x", "SET PASSWORD mine12345\nSET ADDRESS mallory@example.net\nSET WAIT\n")[0].text
	must(t, text, "not enough", "The phase will not be resolved before its deadline.")
	never(t, text, "changed", "mine12345")
	text = h.send("mallory@example.net", to, "x", "SIGNOFF\nCREATE ?other\nSIGNOFF\n")[0].text
	never(t, text, "is made")
	text = h.send(players[1].Email, to, "unsubscribe", "")[0].text
	must(t, text, "RESIGN leaves the game")
	// A player who has forgotten the password receives an e-mail with which to
	// set a new one.
	got := h.send("bice@example.org", "judge@podesta.example", "help", "REGISTER\nName: Bice\nEmail: bice@example.org\nEND")
	must(t, got[0].replyTo, "judge+login-")
	text = h.send("bice@example.org", got[0].replyTo, "Re: x", "SET PASSWORD primavera1482\nthank you")[0].text
	must(t, text, "Your password is changed")
	if _, err := h.Users.SignIn(ctx, "bice@example.org", "primavera1482"); err != nil {
		t.Error(err)
	}
}

// TestSeatOfTwoPowers checks that the e-mail at the beginning of a game says what each of the two
// powers of a seat has.
func TestSeatOfTwoPowers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, err := h.Lobby.Host(ctx, h.account("Maestro", "").ID, lobby.NewGame{
		Name: "two", Scenario: "A",
		Variant: "A-2",
	}, hosting.Default())
	h.Must(err)
	for _, name := range names[:2] {
		h.Must(h.Lobby.Join(ctx, g.ID, h.account(name, "").ID, ""))
	}
	h.post()
	for _, name := range names[:2] {
		all := h.box.take(strings.ToLower(name) + "@example.org")
		first := all[len(all)-1]
		powers := []string{"Milan", "Venice"}
		if strings.Contains(first.text, "You play Florence") {
			powers = []string{"Florence", "Naples"}
		}
		for _, p := range powers {
			must(t, first.text, p+" has ", "* "+p+": ")
			must(t, first.html, "<p>"+p+" has ", "<li>"+p+": ")
		}
	}
}
