package mail_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/wiring"
)

// slowBox is a slow relay that counts e-mails.
type slowBox struct {
	mu      sync.Mutex
	letters map[string]int // number of e-mails, keyed by address and text
	began   chan struct{}
	goOn    chan struct{}
}

func (b *slowBox) Send(_ context.Context, _ string, to []string, raw []byte) error {
	p, err := open(raw)
	if err != nil {
		return err
	}
	select {
	case b.began <- struct{}{}:
	default:
	}
	<-b.goOn
	b.mu.Lock()
	defer b.mu.Unlock()
	b.letters[fmt.Sprint(to, p.id)]++
	return nil
}

// TestClocksApart runs two processes on one PostgreSQL. One of them runs on a machine whose clock
// is 90 seconds ahead. Nothing may be done early, and no e-mail may be sent by both.
func TestClocksApart(t *testing.T) {
	t.Parallel()
	pg := pgtest.Start(t)
	url := pg.URL(t)
	box := &slowBox{letters: map[string]int{}, began: make(chan struct{}, 1), goOn: make(chan struct{})}
	type side struct {
		*judge.Judge
		office *mail.Office
		clock  *store.Clock
	}
	begin := func(ahead time.Duration) side {
		st, err := store.Open(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		clock, err := st.NewClock(ctx, func() time.Time { return time.Now().Add(ahead) })
		if err != nil {
			t.Fatal(err)
		}
		j := judge.New(st, clock, []byte(judgetest.Secret))
		o, err := mail.New(mail.Deps{Judge: wiring.Mail(j), Store: st, Clock: clock, Verifier: fakeVerifier{}, Sender: box, Config: mail.Config{Address: "judge@podesta.example", Name: "TEST"}})
		if err != nil {
			t.Fatal(err)
		}
		return side{j, o, clock}
	}
	right, wrong := begin(0), begin(90*time.Second)
	if err := right.clock.Check(ctx); err != nil {
		t.Error(err)
	}
	if err := wrong.clock.Check(ctx); err == nil {
		t.Error("a clock that is 90 seconds ahead is taken for right")
	}
	if d := wrong.clock.Now().Sub(right.clock.Now()); d.Abs() > time.Second {
		t.Errorf("the clocks are %s apart", d)
	}

	h := &house{House: &judgetest.House{Judge: right.Judge, T: t}, t: t, o: right.office}
	close(box.goOn)
	g, master, _ := h.beginning("Cosimo", nil)
	box.mu.Lock()
	box.goOn = make(chan struct{})
	box.mu.Unlock()
	select {
	case <-box.began:
	default:
	}

	// A deadline in 60 seconds has passed for neither process.
	role, err := right.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		t.Fatal(err)
	}
	deadline := right.clock.Now().Add(time.Minute)
	if err := right.Judge.Clock.SetTimes(ctx, g.ID, role, deadline, deadline.Add(time.Second), time.Time{}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, s := range []side{wrong, right} {
			if _, err := s.Judge.Clock.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	if now, err := right.Base.Game(ctx, g.ID); err != nil || now.Number != g.Number {
		t.Errorf("phase %d was processed before its deadline, %v", g.Number, err)
	}

	// While one process sends e-mail, the other does not.
	sent := make(chan error)
	go func() {
		for {
			n, err := right.office.Work(ctx)
			if n == 0 || err != nil {
				sent <- err
				return
			}
		}
	}()
	<-box.began
	done := make(chan error)
	go func() {
		_, err := wrong.office.Work(ctx)
		done <- err
	}()
	time.Sleep(300 * time.Millisecond)
	close(box.goOn)
	for _, c := range []chan error{sent, done} {
		if err := <-c; err != nil {
			t.Error(err)
		}
	}
	for letter, n := range box.letters {
		if n != 1 {
			t.Errorf("%s was sent %d times", letter, n)
		}
	}
	if len(box.letters) < 9 {
		t.Errorf("%d letters", len(box.letters))
	}
}
