package mail_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/press"
)

// TestSecretActsByMail is the counterpart for e-mail of TestSecretActs in package api: whatever a
// player does in secret, only the player, the partner and people who may see everything receive
// e-mail about it. The others receive only public facts.
func TestSecretActsByMail(t *testing.T) {
	t.Parallel()
	base := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	m := base.SecretGame()
	h := &house{House: base, t: t, box: &sentBox{}, store: base.Store, log: &bytes.Buffer{}, clock: base.Clock}
	h.o = h.office(mail.Deps{Config: mail.Config{NoMaps: true}})
	others := []*game.Account{m.Players[2], m.Players[3], m.Others[0], m.Others[1], m.Others[2]}
	// sent returns the e-mails to the others that an act has caused.
	sent := func() (out []*parcel) {
		for range 3 { // because e-mail that can wait is collected for a while
			h.post()
			h.clock.Advance(10 * time.Minute)
			h.Must(h.Judge.Clock.TrustClock(ctx))
		}
		for _, p := range h.box.take("") {
			if slices.ContainsFunc(others, func(a *game.Account) bool { return slices.Contains(p.to, a.Email) }) {
				out = append(out, p)
			}
		}
		return out
	}
	sent()
	for _, a := range m.SecretActs() {
		if err := a.Do(); err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		for _, p := range sent() {
			t.Errorf("%s: %v gets %q\n%s", a.Name, p.to, p.subject, p.text)
		}
	}
	me := m.Role(m.Players[0])
	h.Must(h.Press.Say(ctx, m.Game.ID, me, me.Seat, press.NewMessage{To: journal.Everybody, Text: "for all"}))
	if got := sent(); len(got) < 3 {
		t.Errorf("a broadcast reaches only %d of the others", len(got))
	}
}
