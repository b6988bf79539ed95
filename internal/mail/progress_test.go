package mail_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
)

// errGone is the error of an unreachable database.
var errGone = errors.New("the database is gone")

// failing is a store that fails from a given write on, before or after that write's commit.
type failing struct {
	game.Store
	mu     sync.Mutex
	writes int
	last   int // number of the write at which the store fails; 0 means never
	after  bool
	down   bool
}

func (f *failing) Read(ctx context.Context, do func(*game.Tx) error) error {
	f.mu.Lock()
	down := f.down
	f.mu.Unlock()
	if down {
		return errGone
	}
	return f.Store.Read(ctx, do)
}

func (f *failing) Write(ctx context.Context, do func(*game.Tx) error) error {
	f.mu.Lock()
	f.writes++
	fails := f.writes == f.last
	f.down = f.down || fails && !f.after
	down := f.down
	f.mu.Unlock()
	if down {
		return errGone
	}
	err := f.Store.Write(ctx, do)
	f.mu.Lock()
	defer f.mu.Unlock()
	if fails && f.after {
		f.down = true
	}
	if f.down {
		return errGone
	}
	return err
}

// count resets the count of writes, makes the store fail at the given write, and returns the
// previous count.
func (f *failing) count(last int, after bool) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.writes
	f.writes, f.last, f.after, f.down = 0, last, after, false
	return n
}

// failingHouse returns a house with a failing store, in which senders of e-mail are verified.
func failingHouse(t *testing.T) (*house, *failing, *game.Game, []*game.Account) {
	h, g, _, players := begun(t)
	f := &failing{Store: h.store}
	h.Judge = judge.New(f, h.clock, []byte(judgetest.Secret))
	h.o = h.office(mail.Deps{Store: f})
	return h, f, g, players
}

const severalItems = "SIGNON Icosimo\nA Mil H\nPRESS TO V\nfirst\nENDPRESS\nDIARY RECORD\nnoted\nENDDIARY\nBROADCAST\nsecond\nENDBROADCAST\nSET NO WAIT\nF Nowhere H\nPRESS TO M\nthird\nENDPRESS\nSET ZONE Europe/Rome\n"

// several returns an e-mail from a verified sender with the lines in severalItems.
func (h *house) several(from *game.Account) string {
	return vouched(from.Email, h.message(from.Email, "judge@podesta.example", "x", severalItems))
}

// state describes everything that the e-mail from the method several can change.
func (h *house) state(g *game.Game, who *game.Account) string {
	h.t.Helper()
	role, err := h.Base.RoleOf(ctx, g.ID, who.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	entries, err := h.Press.Log(ctx, g.ID, game.Role{Master: true}, 0, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Kind == game.PressEntry {
			out = append(out, string(e.Data))
		}
	}
	diary, err := h.Admin.Diary(ctx, g.ID, role, role.Seat)
	if err != nil {
		h.t.Fatal(err)
	}
	orders, err := h.Judge.Clock.StandingOrders(ctx, g.ID, role, role.Seat)
	if err != nil {
		h.t.Fatal(err)
	}
	states, err := h.Judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := h.Users.Account(ctx, who.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprint(out, diary, orders.Text, states[role.Seat-1].Wait, a.Zone)
}

// TestLetterInterrupted checks that, wherever the database or the process fails while an e-mail is
// processed, before or after the commit of a step, another delivery continues where it stopped.
// Everything must be done and answered exactly once.
func TestLetterInterrupted(t *testing.T) {
	t.Parallel()
	answer := func(h *house, who *game.Account) string {
		h.post()
		var texts []string
		for _, p := range h.box.take(who.Email) {
			if p.as == "auto-replied" {
				texts = append(texts, p.text)
			}
		}
		if len(texts) != 1 {
			t.Errorf("%d answers: %q", len(texts), texts)
		}
		return strings.Join(texts, "\n")
	}

	h, f, g, players := failingHouse(t)
	raw := h.several(players[0])
	f.count(0, false)
	h.bring(raw)
	writes := f.count(0, false)
	want := h.state(g, players[0])
	if strings.Count(want, "first")+strings.Count(want, "second")+strings.Count(want, "third")+strings.Count(want, "noted") != 4 {
		t.Fatalf("the e-mail does not have its effect: %s\n%s", want, answer(h, players[0]))
	}
	if writes < 8 {
		t.Fatalf("%d writes", writes)
	}
	for at := 2; at <= writes; at++ { // the first write claims the e-mail
		for _, after := range []bool{false, true} {
			for _, crash := range []bool{false, true} {
				if crash == after && at%3 != 0 && at != writes { // a sample, to save time
					continue
				}
				h, f, g, players := failingHouse(t)
				raw := h.several(players[0])
				name := fmt.Sprintf("write %d of %d, kept %v, crash %v", at, writes, after, crash)
				f.count(at, after)
				if _, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{}); !errors.Is(err, smtpd.ErrLater) {
					t.Fatalf("%s: %v", name, err)
				}
				f.count(0, false)
				if crash {
					h.o = h.office(mail.Deps{Store: f})
				}
				h.clock.Advance(21 * time.Second)
				out, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
				done := at == writes && after // the e-mail was answered, but the sender does not know that
				if err != nil || done && out != smtpd.Duplicate || !done && out != smtpd.Answered {
					t.Fatalf("%s: %s, %v", name, out, err)
				}
				if got := h.state(g, players[0]); got != want {
					t.Errorf("%s:\n%s\nnot\n%s", name, got, want)
				}
				text := answer(h, players[0])
				for _, line := range []string{"> A Mil H", "> PRESS TO V", "> DIARY RECORD", "> BROADCAST", "> SET NO WAIT", "> F Nowhere H", "> PRESS TO M", "> SET ZONE"} {
					if strings.Count(text, line) != 1 {
						t.Errorf("%s: %q is not answered once in:\n%s", name, line, text)
					}
				}
			}
		}
	}
}

// TestLetterTakenOver checks that the e-mail of a process that died is processed as soon as the
// lease of that process has ended, while the delivering server waits. A process that was only
// suspended must not continue with it.
func TestLetterTakenOver(t *testing.T) {
	t.Parallel()
	h, f, g, players := failingHouse(t)
	raw := h.several(players[0])
	frozen, goOn := make(chan struct{}), make(chan struct{})
	slow := &frozenStore{Store: f, at: 5, frozen: frozen, goOn: goOn}
	was := h.Judge
	h.Judge = judge.New(slow, h.clock, []byte(judgetest.Secret))
	first := h.office(mail.Deps{Store: f})
	h.Judge = was
	ended := make(chan error)
	go func() {
		_, err := first.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
		ended <- err
	}()
	<-frozen
	taken := make(chan smtpd.Outcome)
	go func() {
		out, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
		if err != nil {
			t.Error(err)
		}
		taken <- out
	}()
	time.Sleep(100 * time.Millisecond) // it finds that another process has the lease
	h.clock.Advance(21 * time.Second)
	if out := <-taken; out != smtpd.Answered {
		t.Error(out)
	}
	want := h.state(g, players[0])
	close(goOn)
	if err := <-ended; !errors.Is(err, smtpd.ErrLater) {
		t.Errorf("the frozen one: %v", err)
	}
	got := h.state(g, players[0])
	if got != want || strings.Count(got, "first") != 1 || strings.Count(got, "second") != 1 || strings.Count(got, "third") != 1 {
		t.Errorf("%s\nthen\n%s", want, got)
	}
}

// TestLateWritesAreRefused checks that late writes of an e-mail's first process are refused
// after another process has taken over: the commands run once, there is one answer, and others
// receive the news once.
func TestLateWritesAreRefused(t *testing.T) {
	t.Parallel()
	words := []string{"first", "second", "third"}
	h, f, g, players := failingHouse(t)
	h.heard("")
	f.count(0, false)
	h.bring(h.several(players[0]))
	writes := f.count(0, false)
	want := h.state(g, players[0])
	told := h.heard(players[0].Email, words...)
	for at := 2; at <= writes; at++ { // the first write claims the e-mail
		// whether the second process is still working on the e-mail when the first one returns
		for _, busy := range []bool{false, true} {
			name := fmt.Sprintf("write %d of %d, the second reader busy %v", at, writes, busy)
			h, f, g, players := failingHouse(t)
			h.heard("")
			raw := h.several(players[0])
			slow := func(at int) (*frozenStore, func() (smtpd.Outcome, error)) {
				s := &frozenStore{Store: f, at: at, frozen: make(chan struct{}), goOn: make(chan struct{})}
				was := h.Judge
				h.Judge = judge.New(s, h.clock, []byte(judgetest.Secret))
				o := h.office(mail.Deps{Store: s})
				h.Judge = was
				type end struct {
					out smtpd.Outcome
					err error
				}
				ended := make(chan end, 1)
				go func() {
					out, err := o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
					ended <- end{out, err}
				}()
				return s, func() (smtpd.Outcome, error) {
					e := <-ended
					return e.out, e.err
				}
			}
			one, first := slow(at)
			<-one.frozen
			h.clock.Advance(21 * time.Second)
			then := 0
			if busy {
				then = 2
			}
			two, second := slow(then)
			out, err := smtpd.Answered, error(nil)
			if busy {
				<-two.frozen
			} else {
				out, err = second()
			}
			close(one.goOn)
			if _, err := first(); !errors.Is(err, smtpd.ErrLater) {
				t.Errorf("%s: the late reader: %v", name, err)
			}
			if busy {
				close(two.goOn)
				out, err = second()
			}
			if err != nil || out != smtpd.Answered {
				t.Fatalf("%s: %s, %v", name, out, err)
			}
			if got := h.state(g, players[0]); got != want {
				t.Errorf("%s:\n%s\nnot\n%s", name, got, want)
			}
			h.post()
			all := h.box.take("")
			answers := 0
			for _, p := range all {
				if p.as == "auto-replied" {
					answers++
				}
			}
			if answers != 1 {
				t.Errorf("%s: %d answers", name, answers)
			}
			if got := add(heardIn(all, players[0].Email, words), h.heard(players[0].Email, words...)); !maps.Equal(got, told) {
				t.Errorf("%s: others received %v, not %v", name, got, told)
			}
		}
	}
}

// frozenStore is a store whose n-th write waits, before or after its commit.
type frozenStore struct {
	game.Store
	mu           sync.Mutex
	n, at        int
	after        bool
	frozen, goOn chan struct{}
}

func (s *frozenStore) Write(ctx context.Context, do func(*game.Tx) error) error {
	s.mu.Lock()
	s.n++
	wait := s.n == s.at
	s.mu.Unlock()
	var err error
	if !wait || s.after {
		err = s.Store.Write(ctx, do)
	}
	if wait {
		close(s.frozen)
		<-s.goOn
	}
	if wait && !s.after {
		err = s.Store.Write(ctx, do)
	}
	return err
}

// TestSecretsOfInterruptedLetters checks that an e-mail that used up a secret
// before it was interrupted is still accepted at the next delivery.
func TestSecretsOfInterruptedLetters(t *testing.T) {
	t.Parallel()
	for at := 2; at < 6; at++ {
		h, f, _, players := failingHouse(t)
		link, err := h.Users.LoginLink(ctx, players[1].Email)
		if err != nil {
			t.Fatal(err)
		}
		raw := h.message("somewhere@example.net", "judge+login-"+link.Secret()+"@podesta.example", "x", "SET ZONE Europe/Rome\nSET PASSWORD pomegranate-tree-1\n")
		f.count(at, true)
		_, err = h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{})
		f.count(0, false)
		if err == nil {
			break
		}
		h.clock.Advance(21 * time.Second)
		if out := h.bring(raw); !slices.Contains([]smtpd.Outcome{smtpd.Answered, smtpd.Duplicate}, out) {
			t.Fatal(out)
		}
		if a, err := h.Users.Account(ctx, players[1].ID); err != nil || a.Zone != "Europe/Rome" {
			t.Errorf("write %d: %+v, %v", at, a, err)
		}
		if _, err := h.Users.SignIn(ctx, players[1].Email, "pomegranate-tree-1"); err != nil {
			t.Errorf("write %d: %v", at, err)
		}
	}
}
