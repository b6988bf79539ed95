package mail_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/mail/smtpd"
	"podesta/internal/schedule"
	"podesta/internal/trace"
	"podesta/internal/trace/tracetest"
)

// TestTraceOfOrders follows the last orders of a phase, which arrive by e-mail, to the phase
// that they resolve, and from there to the e-mails about the result, through three queues. The
// check of the next deadline is not part of the trace.
func TestTraceOfOrders(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, _, players := h.beginning("Cosimo", func(how *hosting.Hosting) {
		how.Timing[schedule.Moves] = schedule.Timing{Clock: schedule.NoClock, Next: time.Hour, Grace: time.Hour, Days: "SMTWTFS"}
	})
	g, err := h.Base.Game(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range players[1:] {
		if err := h.allHold(g, h.RoleFor(g, a)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	collector := tracetest.New(t)
	tracer := trace.New(trace.Options{Endpoint: collector.URL, Percent: 100})
	in := tracer.In(ctx)

	role := h.RoleFor(g, players[0])
	ph, err := h.Base.Current(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	var orders strings.Builder
	for _, u := range ph.Before.Units {
		if u.Owner == g.Setting.Seats[role.Seat-1][0] {
			orders.WriteString(strings.ToUpper(u.Type.String())[:1] + " " + g.Setting.Board.Areas[u.At].Name + " H\n")
		}
	}
	body := "SIGNON Icosimo rinascimento1\n" + orders.String() + "SIGNOFF\n"
	if _, err := h.o.Receive(in, strings.NewReader(h.message(players[0].Email, "judge@podesta.example", "orders", body)), smtpd.Envelope{}); err != nil {
		t.Fatal(err)
	}
	work := func() {
		t.Helper()
		for range 5 {
			if _, err := h.Judge.Clock.Work(in); err != nil {
				t.Fatal(err)
			}
			if _, err := h.o.Work(in); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(time.Second)
		}
	}
	work()
	if again, err := h.Base.Game(ctx, g.ID); err != nil || again.Number != 2 {
		t.Fatalf("the phase is not resolved: %v", err)
	}
	h.clock.Advance(2*time.Hour + time.Minute) // to the next deadline
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	work()
	if err := tracer.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}

	spans := map[string]tracetest.Span{}
	for _, s := range collector.Spans() {
		spans[s.ID] = s
	}
	paths, roots := map[string]int{}, map[string]int{}
	sql := 0
	for _, s := range spans {
		if s.Attributes["db.system.name"] != "" {
			sql++
			if up := spans[s.Parent]; !strings.HasPrefix(up.Name, "transaction") {
				t.Errorf("the statement %s is a step of %q", s.Name, up.Name)
			}
			continue
		}
		path := s.Name
		for up, ok := spans[s.Parent]; ok; up, ok = spans[up.Parent] {
			if !strings.HasPrefix(up.Name, "transaction") {
				path += " < " + up.Name
			}
			if up.Parent == "" {
				roots[up.Name]++
			}
		}
		paths[path]++
	}
	const check = "check clocks < receive e-mail"
	for path, n := range map[string]int{
		"receive e-mail": 1, check: 1, "resolve phase < " + check: 1, "find readers < " + check: 1,
		"deliver e-mail about a game < find readers < " + check:                 9, // eight players and the master
		"send to relay < deliver e-mail about a game < find readers < " + check: 9,
	} {
		if paths[path] != n {
			t.Errorf("%d times %s, want %d", paths[path], path, n)
		}
	}
	if paths["check clocks"] == 0 {
		t.Error("the check of the next deadline belongs to the trace of the orders")
	}
	if sql < 50 || t.Failed() {
		t.Errorf("%d statements, of %v", sql, paths)
	}
	for _, secret := range []string{"rinascimento1", "cosimo", players[0].Email, strings.TrimSpace(strings.Split(orders.String(), "\n")[0])} {
		if strings.Contains(collector.Raw(), secret) {
			t.Errorf("the traces contain %q", secret)
		}
	}
}
