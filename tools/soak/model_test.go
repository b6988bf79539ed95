//go:build linux

package main

import (
	"context"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// TestEmailConfirmsOrders checks what the model expects of the orders of a seat that writes to
// others by e-mail: such an e-mail confirms its orders, and removes lines that do not count.
func TestEmailConfirmsOrders(t *testing.T) {
	t.Parallel()
	const whole, part, other = "M A Pavia\nM A Milan", "M A Pavia", "M A Pavia\nM A Genoa"
	op := func(o Op) *Op {
		o.Game, o.Seat, o.Door = "g", 4, "mail"
		switch o.Kind {
		case pressOp:
			o.Token = "soak-press-1-1"
		case readOp:
			o.Door, o.GotRevision, o.GotNumber = "api", max(1, o.GotRevision), max(1, o.GotNumber)
		case saveOp:
			o.Revision = 1
		}
		if o.Outcome == "" {
			o.Outcome = ok
		}
		return &o
	}
	save := func(call, end time.Duration, text string) *Op {
		return op(Op{Kind: saveOp, Call: call, Return: end, Text: text})
	}
	read := func(call, end time.Duration, text string) *Op {
		return op(Op{Kind: readOp, Call: call, Return: end, GotText: text})
	}
	press := func(call, end time.Duration, outcome string) *Op {
		return op(Op{Kind: pressOp, Call: call, Return: end, Outcome: outcome})
	}
	from := func(door string, seat int, o *Op) *Op {
		o.Door, o.Seat = door, seat
		return o
	}
	again := func(o *Op) *Op { // after a phase that was resolved and rolled back
		o.GotRevision = 3
		return o
	}
	resolved := func(text string) move {
		return move{revision: 1, number: 1, orders: map[int]string{4: text}}
	}
	back := move{rollback: true, revision: 2, number: 1}
	process := op(Op{Kind: processOp, Outcome: unknown, Revision: 1, Number: 1, Call: 50})
	for _, c := range []struct {
		name     string
		ops      []*Op
		moves    []move
		possible bool
	}{
		{"no e-mail", []*Op{save(1, 2, whole), read(5, 6, part)}, nil, false},
		{"an e-mail", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, part)}, nil, true},
		{"an e-mail that changed nothing", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, whole)}, nil, true},
		{"read before the answer to the e-mail", []*Op{save(1, 2, whole), press(3, 9, ok), read(5, 6, part)}, nil, true},
		{"no answer to the e-mail", []*Op{save(1, 2, whole), press(3, 4, unknown), read(5, 6, part)}, nil, true},
		{"no answer, read later than that", []*Op{save(1, 2, whole), press(3, 4, unknown), read(5, 6, whole), read(7, 8, part)}, nil, true},
		{"no answer, not read", []*Op{save(1, 2, whole), press(3, 4, unknown), read(5, 6, whole)}, nil, true},
		{"refused", []*Op{save(1, 2, whole), press(3, 4, refused), read(5, 6, part)}, nil, false},
		{"an e-mail written later", []*Op{save(1, 2, whole), read(5, 6, part), press(7, 8, ok)}, nil, false},
		{"an e-mail before the orders", []*Op{press(1, 2, ok), save(3, 4, whole), read(5, 6, part)}, nil, false},
		{"lines come back", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, part), read(7, 8, whole)}, nil, false},
		{"lines go after all were read", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, whole), read(7, 8, part)}, nil, false},
		{"a line that no one sent", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, other)}, nil, false},
		{"a line of other orders", []*Op{save(1, 2, other), save(3, 4, whole), press(5, 6, ok), read(7, 8, "M A Genoa")}, nil, false},
		{"another seat's e-mail", []*Op{save(1, 2, whole), from("mail", 3, press(3, 4, ok)), read(5, 6, part)}, nil, false},
		{"through the API", []*Op{save(1, 2, whole), from("api", 4, press(3, 4, ok)), read(5, 6, part)}, nil, false},
		{"orders after the e-mail", []*Op{save(1, 2, whole), press(3, 4, ok), save(5, 6, whole), read(7, 8, part)}, nil, false},
		{"resolved", []*Op{save(1, 2, whole), press(3, 4, ok), process}, []move{resolved(part)}, true},
		{"resolved without an e-mail", []*Op{save(1, 2, whole), process}, []move{resolved(part)}, false},
		{"resolved with other orders", []*Op{save(1, 2, whole), press(3, 4, ok), process}, []move{resolved(other)}, false},
		{"an e-mail after a rollback", []*Op{save(1, 2, whole), process, press(60, 61, ok), again(read(70, 71, part))}, []move{resolved(whole), back}, true},
		{"no e-mail after a rollback", []*Op{save(1, 2, whole), press(3, 4, ok), read(5, 6, whole), process, again(read(70, 71, part))}, []move{resolved(whole), back}, false},
		{
			"a line that counted before one that was refused",
			[]*Op{save(1, 2, "A Pavia - Milan\nA Pavia - Rome"), press(3, 4, ok), read(5, 6, "A Pavia - Milan")},
			nil, true,
		},
	} {
		g := &Record{ID: "g", Seats: seats, Revision: 1, Number: 1, Last: 1 + len(c.moves), At: 1, Owes: map[int][]int{}}
		if len(c.moves) == 1 {
			g.At = 2
		}
		if wrong := linear(g, c.ops, c.moves); (len(wrong) == 0) != c.possible {
			t.Errorf("%s: possible: %t, and the check says %q", c.name, c.possible, wrong)
		}
	}
}

// TestCompleteByPress checks that incomplete orders can become complete only when their seat writes
// to another one by e-mail.
func TestCompleteByPress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		press    *Op
		possible bool
	}{
		{"without", nil, false},
		{"by e-mail", &Op{Game: "g", Kind: pressOp, Door: "mail", Outcome: ok, Seat: 1, Call: 3, Return: 4}, true},
		{"through the API", &Op{Game: "g", Kind: pressOp, Door: "api", Outcome: ok, Seat: 1, Call: 3, Return: 4}, false},
	} {
		ops := []*Op{{Game: "g", Kind: saveOp, Door: "api", Outcome: ok, Seat: 1, Revision: 1, Text: "M A Pavia\nM A Milan", Faulty: true, Call: 1, Return: 2}}
		if c.press != nil {
			ops = append(ops, c.press)
		}
		g := &Record{ID: "g", Seats: seats, Revision: 1, Number: 1, Last: 2, At: 2, Owes: map[int][]int{1: {1}}}
		moves := []move{{revision: 1, number: 1, orders: map[int]string{1: "M A Pavia\nM A Milan"}}}
		if wrong := linear(g, ops, moves); (len(wrong) == 0) != c.possible {
			t.Errorf("%s: possible: %t, and the check says %q", c.name, c.possible, wrong)
		}
	}
}

// TestLostPress checks which messages between players the log may contain.
func TestLostPress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome string
		times   int
		want    string
	}{
		{ok, 1, ""},
		{ok, 0, "is lost"},
		{ok, 2, "was sent 2 times"},
		{unknown, 0, ""},
		{unknown, 1, ""},
		{unknown, 2, "was sent 2 times"},
		{refused, 0, ""},
		{refused, 1, "was refused, and sent"},
		{"", 1, "no one sent it"},
	} {
		g := &Record{ID: "g"}
		for range c.times {
			g.Entries = append(g.Entries, Entry{Seq: int64(len(g.Entries) + 1), Kind: "press", Token: "soak-press-1-1"})
		}
		var ops []*Op
		if c.outcome != "" {
			ops = append(ops, &Op{Game: "g", Kind: pressOp, Outcome: c.outcome, Token: "soak-press-1-1"})
		}
		wrong := strings.Join(lostPress(g, ops), "\n")
		if (wrong == "") != (c.want == "") || !strings.Contains(wrong, c.want) {
			t.Errorf("%q, %d times in the log: %q, and not %q", c.outcome, c.times, wrong, c.want)
		}
	}
}

// answers is a mail server that treats each e-mail in a prescribed way.
type answers struct {
	list []string // "drop" closes the connection after the e-mail; the others are "not now", "no" and "ok"
	at   int
}

// answersSession is a connection to answers.
type answersSession struct {
	a    *answers
	conn net.Conn
}

// Mail refuses senders if the answer is "no sender".
func (s *answersSession) Mail(string, *smtp.MailOptions) error {
	if s.a.list[s.a.at] == "no sender" {
		s.a.at++
		return &smtp.SMTPError{Code: 550, Message: "no"}
	}
	return nil
}

// Rcpt accepts any recipient.
func (*answersSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Reset does nothing.
func (*answersSession) Reset() {}

// Logout does nothing.
func (*answersSession) Logout() error { return nil }

// Data gives the next answer.
func (s *answersSession) Data(body io.Reader) error {
	if _, err := io.Copy(io.Discard, body); err != nil {
		return err
	}
	s.a.at++
	switch s.a.list[s.a.at-1] {
	case "drop":
		return s.conn.Close()
	case "not now":
		return &smtp.SMTPError{Code: 451, Message: "not now"}
	case "no":
		return &smtp.SMTPError{Code: 550, Message: "no"}
	}
	return nil
}

// TestOutcomeOfEmail checks the outcome of an e-mail depending on its attempts: an e-mail that was
// refused in the end may have been read before.
func TestOutcomeOfEmail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answers string
		want    string
	}{
		{"ok", ok},
		{"drop, ok", ok},
		{"not now, ok", ok},
		{"no", refused},
		{"no sender", refused},
		{"drop, no", unknown},
		{"not now, no", unknown},
		{"drop, no sender", unknown},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		a := &answers{list: strings.Split(c.answers, ", ")}
		server := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session, error) { return &answersSession{a, conn.Conn()}, nil }))
		server.ErrorLog = log.New(io.Discard, "", 0)
		served := make(chan error, 1)
		go func() { served <- server.Serve(l) }()
		p := &process{n: 1, smtp: l.Addr().String()}
		p.up.Store(true)
		r := &round{journal: newJournal(), processes: []*process{p}}
		x := &table{id: "g", players: make([]*person, seats), reply: make([]string, seats)}
		x.players[3] = &person{email: "d@players.example"}
		client := &client{run: r, table: x, seat: 4, rand: rand.New(rand.NewPCG(1, 1))}
		o, _ := client.newPress(p, "mail")
		client.post(context.Background(), &o, "Subject: press\r\n\r\ntext\r\n")
		if got := r.journal.h.Ops; len(got) != 1 || got[0].Outcome != c.want || a.at != len(a.list) {
			t.Errorf("%s: %+v after %d attempts, and not %s", c.answers, got, a.at, c.want)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	}
}

// TestEqualOrderTexts checks which texts of orders are equal in the model, and which are parts of
// others.
func TestEqualOrderTexts(t *testing.T) {
	t.Parallel()
	x := newTexts()
	whole := x.number("A Pavia - Milan # first\r\nF Genoa H")
	for text, want := range map[string]struct{ same, part bool }{
		"F Genoa H\n  A  Pavia - Milan": {true, true},
		"A Pavia - Milan":               {false, true},
		"":                              {false, true},
		"A Pavia - Rome":                {false, false},
		"A Pavia - Milan\nA Rome H":     {false, false},
	} {
		if n := x.number(text); (n == whole) != want.same || x.part(n, whole) != want.part {
			t.Errorf("%q: same %t, part %t", text, n == whole, x.part(n, whole))
		}
	}
	if x.number("# nothing") != 0 || x.number("") != 0 {
		t.Error("a text without orders has a number of its own")
	}
}

// TestAddressTaken starts a process whose addresses another program has taken since they were
// chosen.
func TestAddressTaken(t *testing.T) {
	t.Parallel()
	r := short(t)
	p, err := newProcess(1, r.program, r.folder, "sqlite:"+filepath.Join(r.folder, "podesta.db"), make([]byte, 32), "127.0.0.1:25", &guild{public: strings.Repeat("0", 64), url: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", p.smtp)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	if p.smtp == l.Addr().String() || p.url != "http://"+p.listen {
		t.Errorf("it is at %s and %s", p.url, p.smtp)
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
}
