package main

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/store/pgtest"
)

// send delivers an e-mail to the judge as a mail server does: by SMTP, or by
// LMTP if the address is the path of a socket.
func send(address, from, to, text string) error {
	network := "tcp"
	if strings.HasPrefix(address, "/") {
		network = "unix"
	}
	conn, err := net.Dial(network, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	begin := smtp.NewClient
	if network == "unix" {
		begin = smtp.NewClientLMTP
	}
	c := begin(conn)
	if err := c.Hello("mx.example.org"); err != nil {
		return err
	}
	if err := c.Mail(from, nil); err != nil {
		return err
	}
	if err := c.Rcpt(to, nil); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// smtpCode returns the SMTP code of an error, 250 for nil and 0 if there was no
// answer.
func smtpCode(err error) int {
	if err == nil {
		return 250
	}
	var e *smtp.SMTPError
	if errors.As(err, &e) {
		return e.Code
	}
	var several smtp.LMTPDataError // an error for each recipient
	if errors.As(err, &several) {
		for _, e := range several {
			return e.Code
		}
	}
	return 0
}

// written returns an e-mail from an address, with an ID and a text.
func written(from, id, text string) string {
	return "From: " + from + "\nTo: judge@podesta.example\nSubject: orders\nMessage-ID: <" + id + "@example.org>\nDate: " +
		time.Now().Format(time.RFC1123Z) + "\n\n" + text
}

// answered reports whether an answer to an e-mail has arrived.
func (s *sink) answered(to, id string) bool {
	return len(s.find(to, func(a arrival) bool { return strings.Contains(a.head.Get("In-Reply-To"), id+"@") })) > 0
}

// TestDatabaseAway stops PostgreSQL under a running judge. Pages, API and mail must ask to try
// again later, and everything must work again when it is back.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	pg := pgtest.Start(t)
	url := pg.URL(t)
	w := newTown(t, url)
	game := w.game("Cosimo")
	relay := newSink(t)
	inbox := freeAddress(t)
	p := serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"), "database "+url, "data "+t.TempDir(), "mail.smtp "+inbox)...)
	player := w.players[0]
	live := player.listen(p)
	until(t, "the judge to be ready", func() bool { status, _, _ := p.page("/readyz"); return status == 200 })

	pg.Down(t)
	until(t, "the judge to say that it is not ready", func() bool {
		status, _, text := p.page("/readyz")
		return status == 503 && strings.HasPrefix(text, "failing: database")
	})
	if status, _, text := p.page("/healthz"); status != 200 || text != "ok\n" {
		t.Errorf("alive: %d %s", status, text)
	}
	status, head, text := p.page("/g/" + game)
	if status != 503 || head.Get("Retry-After") == "" || !strings.Contains(text, "cannot reach its database") {
		t.Errorf("a page: %d, to be tried again after %q: %s", status, head.Get("Retry-After"), last(text, 600))
	}
	status, text = player.call(p, "GET", "/games/"+game, nil)
	if status != 503 || !strings.Contains(text, `"unavailable"`) || strings.Contains(text, pg.Socket()) {
		t.Errorf("the API: %d %s", status, text)
	}
	letter := written(player.email, "away", "SIGNON ?cosimo "+password+"\nSIGNOFF\n")
	if err := send(inbox, player.email, "judge@podesta.example", letter); smtpCode(err) != 451 {
		t.Errorf("an e-mail: %v", err)
	}
	if n := len(relay.find(player.email, func(a arrival) bool { return strings.Contains(a.raw, "away@") })); n != 0 {
		t.Errorf("an e-mail that was deferred has %d answers", n)
	}

	pg.Up(t)
	until(t, "the judge to be ready again", func() bool { status, _, _ := p.page("/readyz"); return status == 200 })
	if status, _, text := p.page("/g/" + game); status != 200 {
		t.Errorf("a page afterwards: %d %s", status, last(text, 600))
	}
	until(t, "the letter to be taken", func() bool { return send(inbox, player.email, "judge@podesta.example", letter) == nil })
	until(t, "the answer to it", func() bool { return relay.answered(player.email, "away") })
	if live.over() { // browsers reopen it automatically
		player.goOn(p, live)
	}
	w.players[1].must(p, "POST", "/games/"+game+"/press", map[string]any{"to": []string{"all"}, "text": "Well again"})
	until(t, "press on the live stream", func() bool {
		return live.count(func(e happening) bool { return e.data.Press != nil && e.data.Press.Text == "Well again" }) == 1
	})
	w.hasten() // e-mail that was in progress when the database stopped
	w.holdAll(game, p)
	w.due(game, p, 2)
	until(t, "the phase", func() bool { return w.arrived(2) })
	w.mailed("the letters")
	p.stop()
	w.check(relay, 1)
}

// TestOutageOverDeadline stops the judge while a deadline passes. When it starts again, the
// deadline must be extended, everyone notified, and no one late.
func TestOutageOverDeadline(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	w := newTown(t, data)
	game := w.game("Cosimo")
	relay := newSink(t)
	keys := append(relay.keys("judge.podesta.example"), "data "+data, "shutdown 10s")
	p := serveProcess(t, "the judge", keys...)
	until(t, "the first letters", func() bool { return w.queued() == 0 && len(relay.all()) > 0 })
	// The shutdown takes at most 10 seconds, so it ends before the deadline.
	w.due(game, p, 15)
	p.stop()
	before, err := w.judge.Clock.Plan(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the deadline to go by", func() bool { return time.Since(before.Deadline) > time.Second })
	w.restSince(time.Now().Add(-3 * time.Minute))

	p = serveProcess(t, "the judge again", keys...)
	until(t, "the letters about the outage", func() bool {
		return len(relay.find(w.players[3].email, func(a arrival) bool { return strings.Contains(a.subject, "outage") })) > 0
	})
	for _, c := range append(w.players, w.master) {
		until(t, "the letter to "+c.email, func() bool {
			return len(relay.find(c.email, func(a arrival) bool { return strings.Contains(a.subject, "outage") })) == 1
		})
	}
	plan, err := w.judge.Clock.Plan(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	if !plan.Deadline.After(before.Deadline.Add(time.Minute)) || w.number(game) != 1 {
		t.Errorf("phase %d is due at %s, after %s", w.number(game), plan.Deadline, before.Deadline)
	}
	w.holdAll(game, p)
	w.due(game, p, 2)
	until(t, "the phase", func() bool { return w.arrived(2) })
	w.mailed("the letters")
	p.stop()
	w.check(relay, 1)
	for _, a := range relay.all() {
		if strings.Contains(a.raw, "has passed. Orders are missing") {
			t.Errorf("a player was late: %s", a.subject)
		}
	}
}

// TestShutdownUnderLoad ends a judge repeatedly with a service manager's signal while it resolves
// phases and sends e-mail. Nothing may be lost, and nothing may be sent twice.
func TestShutdownUnderLoad(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	w := newTown(t, data)
	for i := range 6 {
		w.game("Game " + strconv.Itoa(i+1))
	}
	relay := newSink(t)
	keys := append(relay.keys("judge.podesta.example"), "data "+data)
	p := serveProcess(t, "the judge", keys...)
	for _, g := range w.games {
		w.holdAll(g, p)
	}
	for _, g := range w.games {
		w.due(g, p, 2)
	}
	for i := range 4 {
		n := len(relay.all())
		until(t, "letters", func() bool { return len(relay.all()) > n || w.arrived(2) && w.queued() == 0 })
		p.stop()
		p = serveProcess(t, "the judge, start "+strconv.Itoa(i+2), keys...)
	}
	until(t, "all phases", func() bool { return w.arrived(2) })
	w.mailed("all letters")
	p.stop()
	if got := relay.twice(); len(got) > 0 {
		t.Errorf("e-mail was sent twice: %q", got)
	}
	w.check(relay, 1)
}
