package mail_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/mail"
)

// gate is a relay that holds e-mail until enough of it has arrived.
type gate struct {
	sentBox
	opens int

	mu     sync.Mutex
	inside map[string]int // number of e-mails in progress, keyed by address
	most   int            // the largest number of e-mails in progress
	double []string       // addresses with two e-mails in progress
	once   sync.Once
	open   chan struct{}
}

func (g *gate) Send(c context.Context, from string, to []string, raw []byte) error {
	g.mu.Lock()
	if g.inside[to[0]]++; g.inside[to[0]] > 1 {
		g.double = append(g.double, to[0])
	}
	n := 0
	for _, k := range g.inside {
		n += k
	}
	if g.most = max(g.most, n); n == g.opens {
		g.once.Do(func() { close(g.open) })
	}
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.inside[to[0]]--
	}()
	select {
	case <-g.open:
	case <-time.After(5 * time.Minute):
		return fmt.Errorf("no more than %d e-mails arrived at a time", n)
	}
	return g.sentBox.Send(c, from, to, raw)
}

// TestLettersInOrder checks that e-mails to one reader are sent one at a time and in order.
func TestLettersInOrder(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	h.post()
	g := &gate{opens: 8, inside: map[string]int{}, open: make(chan struct{})}
	h.o = h.office(mail.Deps{Sender: g})
	for i := range 3 {
		h.bring(h.message(players[0].Email, "judge@podesta.example", "x", fmt.Sprintf("SIGNON Icosimo rinascimento1\nBROADCAST\nword %d\nENDBROADCAST", i)))
	}
	g.once.Do(func() { close(g.open) }) // all answers are for the same reader
	h.post()
	if len(g.double) > 0 {
		t.Errorf("two letters at a time to %q", g.double)
	}
	for _, p := range players {
		var words []string
		for _, l := range g.take(p.Email) {
			if l.as == "auto-generated" {
				_, word, _ := strings.Cut(l.text, "\nword ")
				words = append(words, word[:1])
			}
		}
		want := "0 1 2"
		if p == players[0] {
			want = ""
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s got %q, not %q", p.Email, got, want)
		}
	}
}

// TestEightAtATime checks that e-mail to different readers is sent in parallel.
func TestEightAtATime(t *testing.T) {
	t.Parallel()
	h, g, master, _ := begun(t)
	h.post()
	h.box.take("")
	at := &gate{opens: 8, inside: map[string]int{}, open: make(chan struct{})}
	h.o = h.office(mail.Deps{Sender: at})
	role, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Process(ctx, g.ID, role, g.Revision); err != nil {
		t.Fatal(err)
	}
	h.post()
	if at.most != 8 || len(at.double) > 0 {
		t.Errorf("%d letters at a time, two to %q", at.most, at.double)
	}
	if n := len(at.take("")); n != 9 {
		t.Errorf("%d letters with results, not 9", n)
	}
	if all := h.failures(); len(all) != 0 {
		t.Errorf("failures: %q", all)
	}
}

// TestOneFailureDoesNotStopOthers checks that an e-mail that causes a panic is deferred, and
// the others are sent.
func TestOneFailureDoesNotStopOthers(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	h.post()
	h.box.take("")
	h.box.refuse = func(to []string) error {
		if to[0] == players[3].Email {
			panic("a fault of the test")
		}
		return nil
	}
	h.processed(g, master)
	if n := len(h.box.take("")); n != 8 {
		t.Errorf("%d letters, not 8", n)
	}
	if all := h.failures(); len(all) != 1 || !strings.Contains(all[0], "a fault of the test") {
		t.Errorf("failures: %q", all)
	}
}
