package mail_test

import (
	"strings"
	"testing"
	"time"
)

// TestPhasesFirst checks that e-mail about games waits while phases are due, but only for a limited
// time, and that other e-mail does not wait.
func TestPhasesFirst(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	h.post()
	h.box.take("")
	sent := func() (about, others int) {
		h.post()
		for _, p := range h.box.take("") {
			if strings.Contains(p.replyTo, "login-") {
				others++
			} else {
				about++
			}
		}
		return about, others
	}
	news := func() {
		t.Helper()
		h.bring(h.message(players[0].Email, "judge@podesta.example", "press", "SIGNON Icosimo rinascimento1\nBROADCAST\nVale\nENDBROADCAST\nSIGNOFF"))
	}
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(plan.Deadline.Sub(h.clock.Now()) - time.Minute)
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")

	h.clock.Advance(time.Minute + time.Second)
	news()
	if about, _ := sent(); about == 0 {
		t.Error("e-mail waits for a phase that has just become due")
	}
	h.clock.Advance(2 * time.Second)
	news()
	link, err := h.Users.LoginLink(ctx, players[1].Email)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.o.SignOn(ctx, link); err != nil {
		t.Fatal(err)
	}
	if about, others := sent(); about != 0 || others != 1 {
		t.Errorf("while a phase is due: %d e-mails about the game, %d others", about, others)
	}
	h.clock.Advance(2 * time.Minute)
	if about, _ := sent(); about != 0 {
		t.Errorf("%d e-mails did not wait", about)
	}
	h.clock.Advance(time.Minute)
	if about, _ := sent(); about == 0 {
		t.Error("e-mail still waits after three minutes")
	}
	news()
	if about, _ := sent(); about == 0 {
		t.Error("it waits again while the judge does not catch up")
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Minute)
	if about, _ := sent(); about == 0 {
		t.Error("the results were not sent")
	}
}
