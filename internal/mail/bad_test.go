package mail_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/wiring"
)

// TestThousandLetters checks that, of a thousand e-mails from one sender, only the e-mails within
// the limit are answered. The others are deferred, and other senders are not affected.
func TestThousandLetters(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	taken := 0
	for range 1000 {
		_, err := h.o.Receive(ctx, strings.NewReader(h.message("bomb@example.net", "judge@podesta.example", "x", "VERSION")), smtpd.Envelope{})
		switch {
		case err == nil:
			taken++
		case !errors.Is(err, smtpd.ErrLater):
			t.Fatal(err)
		}
	}
	if taken != 120 {
		t.Errorf("%d letters were read", taken)
	}
	h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "VERSION"))
	h.post()
	if n := len(h.box.take("nadia@example.net")); n != 1 {
		t.Errorf("%d answers to another sender", n)
	}
}

// TestTwoJudges checks that two judges do not answer each other, even if the header fields that
// mark automatic e-mail are lost on the way.
func TestTwoJudges(t *testing.T) {
	t.Parallel()
	one, two := newHouse(t), newHouse(t)
	two.o = two.office(mail.Deps{Config: mail.Config{Address: "other@elsewhere.example"}})
	one.bring(one.message("other@elsewhere.example", "judge@podesta.example", "x", "HELP"))
	one.post()
	letters := one.box.take("")
	if len(letters) != 1 {
		t.Fatalf("%d letters", len(letters))
	}
	for name, raw := range map[string]string{
		"as it is":                   letters[0].raw,
		"without Auto-Submitted":     strings.Replace(letters[0].raw, "Auto-Submitted: auto-replied\r\n", "", 1),
		"without the judge's fields": strings.NewReplacer("X-Podesta-Judge:", "X-Something:").Replace(letters[0].raw),
	} {
		out, err := two.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
		if err != nil || out != smtpd.Dropped {
			t.Errorf("%s: %s, %v", name, out, err)
		}
	}
}

// endless returns an e-mail with an attachment of any size, without storing it.
func endless(size int64) io.Reader {
	head := "From: nadia@example.net\r\nTo: judge@podesta.example\r\nSubject: photos\r\nMessage-ID: <big@example.net>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
		"--x\r\nContent-Type: text/plain\r\n\r\nVERSION\r\n--x\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=big.jpg\r\n\r\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(lines{}, size), strings.NewReader("\r\n--x--\r\n"))
}

// lines produces an endless sequence of base64 lines.
type lines struct{}

func (lines) Read(p []byte) (int, error) {
	const line = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0\r\n"
	n := 0
	for n+len(line) <= len(p) {
		n += copy(p[n:], line)
	}
	if n == 0 && len(p) > 0 {
		n = copy(p, line[:min(len(p), len(line))])
	}
	return n, nil
}

// TestFiftyMegabytes checks that a large attachment is not kept in memory if the operator's mail
// server delivers it, and is refused if a stranger sends it.
func TestFiftyMegabytes(t *testing.T) { // not parallel, because it measures allocations
	h := newHouse(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := h.o.Receive(ctx, endless(50<<20), smtpd.Envelope{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 16 {
		t.Errorf("%d MB were allocated for an e-mail of 50 MB", n)
	}
	h.post()
	if p := h.box.take("nadia@example.net"); len(p) != 1 {
		t.Errorf("%d answers", len(p))
	} else {
		must(t, p[0].text, "This is TEST")
	}

	l := local(t)
	c, cancel := context.WithCancel(ctx)
	o := h.office(mail.Deps{Config: mail.Config{Listen: smtpd.Config{MaxBytes: 1 << 20}}})
	ended := make(chan error, 1)
	go func() { ended <- o.Serve(c, l, false) }()
	runtime.ReadMemStats(&before)
	err := deliver(l.Addr().String(), "nadia@example.net", endless(50<<20))
	runtime.ReadMemStats(&after)
	var refused *smtp.SMTPError
	if !errors.As(err, &refused) || refused.Code != 552 {
		t.Errorf("50 MB by SMTP: %v", err)
	}
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 32 {
		t.Errorf("%d MB were allocated to refuse it", n)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// deliver sends a message to the judge by SMTP.
func deliver(at, from string, r io.Reader) error {
	line, err := net.Dial("tcp", at)
	if err != nil {
		return err
	}
	c := smtp.NewClient(line)
	defer c.Close()
	return c.SendMail(from, []string{"judge@podesta.example"}, r)
}

// frail is a store that sometimes fails.
type frail struct {
	game.Store
	left atomic.Int64 // number of writes until one fails; negative if none will fail
	away atomic.Bool  // whether all operations fail
}

var errFull = errors.New("no space left on device")

func (f *frail) Write(ctx context.Context, do func(*game.Tx) error) error {
	if f.away.Load() || f.left.Add(-1) == 0 {
		return errFull
	}
	return f.Store.Write(ctx, do)
}

func (f *frail) Read(ctx context.Context, do func(*game.Tx) error) error {
	if f.away.Load() {
		return errFull
	}
	return f.Store.Read(ctx, do)
}

// TestDatabaseFails makes each write for an e-mail fail in turn, as on a full disk. It checks that
// the e-mail is either accepted as a whole or not at all, and that after another delivery
// everything is done once and one answer has been sent.
func TestDatabaseFails(t *testing.T) {
	t.Parallel()
	failed := 0
	for n := int64(1); n < 40; n++ {
		h, g, _, players := begun(t)
		f := &frail{Store: h.store}
		h.Judge = judge.New(f, h.clock, []byte(judgetest.Secret))
		o, err := mail.New(mail.Deps{Judge: wiring.Mail(h.Judge), Store: f, Clock: h.clock, Verifier: fakeVerifier{}, Sender: h.box, Config: mail.Config{
			Address: "judge@podesta.example", Name: "TEST",
		}})
		if err != nil {
			t.Fatal(err)
		}
		h.o = o
		h.box.take("")
		raw := h.message(players[0].Email, "judge@podesta.example", "x", "SIGNON Icosimo rinascimento1\nA Mil H\nPRESS TO V\nhello\nENDPRESS\nA Pav - Mon\nSIGNOFF")
		f.left.Store(n)
		_, err = o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
		again := err != nil
		if again && !errors.Is(err, smtpd.ErrLater) {
			t.Fatalf("write %d fails: %v", n, err)
		}
		if f.left.Load() > 0 {
			break // every write has failed once
		}
		failed++
		f.left.Store(-1)
		for tries := 0; again; tries++ { // the mail server tries again
			h.clock.Advance(6 * time.Minute)
			_, err := o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
			if again = err != nil; again && tries > 3 {
				t.Fatalf("write %d had failed: %v", n, err)
			}
		}
		for range 3 {
			h.post()
			h.clock.Advance(10 * time.Minute)
		}
		answers, press := h.box.take(players[0].Email), h.box.take(players[1].Email)
		if len(answers) != 1 {
			t.Errorf("write %d fails: %d answers, %d letters of press", n, len(answers), len(press))
			continue
		}
		told := answers[0].text
		orders, err := h.Judge.Clock.StandingOrders(ctx, g.ID, game.Role{Seat: 1, Player: true}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(orders.Text, "A Mil H") || strings.Contains(told, "not done") || len(press) != 1 {
			t.Errorf("write %d fails: orders %q, %d letters of press, and the answer is\n%s", n, orders.Text, len(press), told)
		}
	}
	if failed < 4 {
		t.Errorf("%d writes failed", failed)
	}
}

// TestDatabaseAway checks that a mail server must try again while the database
// is unreachable, and that nothing is lost.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	f := &frail{Store: h.store}
	f.left.Store(-1)
	h.Judge = judge.New(f, h.clock, []byte(judgetest.Secret))
	o, err := mail.New(mail.Deps{Judge: wiring.Mail(h.Judge), Store: f, Clock: h.clock, Verifier: fakeVerifier{}, Sender: h.box, Config: mail.Config{Address: "judge@podesta.example", Name: "TEST"}})
	if err != nil {
		t.Fatal(err)
	}
	h.o = o
	l := local(t)
	c, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- o.Serve(c, l, false) }()
	raw := strings.ReplaceAll(h.message("nadia@example.net", "judge@podesta.example", "x", "VERSION"), "\n", "\r\n")
	f.away.Store(true)
	var later *smtp.SMTPError
	if err := deliver(l.Addr().String(), "nadia@example.net", strings.NewReader(raw)); !errors.As(err, &later) || later.Code != 451 {
		t.Errorf("%v", err)
	} else {
		never(t, err.Error(), "no space")
	}
	if _, err := o.Work(ctx); err == nil {
		t.Error("the database was not mentioned")
	}
	f.away.Store(false)
	if err := deliver(l.Addr().String(), "nadia@example.net", strings.NewReader(raw)); err != nil {
		t.Errorf("%v", err)
	}
	h.post()
	if n := len(h.box.take("nadia@example.net")); n != 1 {
		t.Errorf("%d answers", n)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDotsArePreserved checks that a line that begins with a dot, or is only a dot, is preserved in
// both directions.
func TestDotsArePreserved(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	m := newMailServer(t, mailServerSetup{})
	h.post()
	h.through(outbox.Relay{Addr: m.at, TLS: "none"})
	l := local(t)
	c, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- h.o.Serve(c, l, false) }()
	raw := h.message(players[0].Email, "judge@podesta.example", "x", "SIGNON Icosimo rinascimento1\n.\nA Mil H\n.\nPRESS TO V\nbefore\n.\n..\n.hidden\nafter\nENDPRESS\n.\nA Pav - Mon\n")
	if err := deliver(l.Addr().String(), players[0].Email, strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n"))); err != nil {
		t.Fatal(err)
	}
	h.post()
	text := strings.ReplaceAll(strings.Join(m.letters(), "\n"), "\r\n", "\n")
	must(t, text, "before\n.\n..\n.hidden\nafter", "Order: A Milan H", "Order: A Pavia - Montferrat")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestNamesInHeaders checks that names of people and games cannot break out of
// header fields.
func TestNamesInHeaders(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for i, name := range []string{"Lorenzo\r\nBcc: victim@example.net", "Cosimo\n\nbody", "\"Anna\" <x@y.example>", "a, b; c:", "=?utf-8?q?x=0D=0ABcc:_y?=", "🦁 of\u2028Venice", strings.Repeat("long ", 60)} {
		body := fmt.Sprintf("REGISTER\nName: %s\nEmail: p%d@example.net\nEND\n", name, i)
		h.bring(h.message(fmt.Sprintf("p%d@example.net", i), "judge@podesta.example", "x", body))
	}
	a := h.account("Maestro", "quattrocento1")
	for _, name := range []string{"two words", "lion 🦁", "a:b", "x\r\nBcc: victim@example.net", "=?utf-8?q?x=0D=0ABcc:_y?="} {
		g, err := h.Lobby.Host(ctx, a.ID, lobby.NewGame{Name: name, Scenario: "A"}, hosting.Default())
		if err != nil {
			continue // the judge refuses the name
		}
		if _, err := h.Lobby.SetHosting(ctx, g.ID, game.Role{Master: true, Account: a.ID}, hosting.Default()); err != nil {
			t.Error(err)
		}
		h.bring(h.message(a.Email, "judge@podesta.example", "x", "SIGNON M"+strings.ReplaceAll(name, " ", "")+" quattrocento1\nSET COMMENT x\nSIGNOFF"))
	}
	h.post()
	for _, p := range h.box.take("") {
		head, _, _ := strings.Cut(p.raw, "\r\n\r\n")
		for line := range strings.SplitSeq(head, "\r\n") {
			if strings.HasPrefix(strings.ToLower(line), "bcc:") || strings.ContainsAny(line, "\n\r\u2028") || len(line) > 998 {
				t.Errorf("%q in\n%s", line, head)
			}
		}
		if len(p.to) != 1 || strings.Contains(p.to[0], "victim") {
			t.Errorf("to %q", p.to)
		}
	}
}
