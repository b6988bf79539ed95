package clock_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/machiavelli"
)

// waiting returns the orders that a power has sent in advance, in one line.
func waiting(s *judgetest.Story, power string) string {
	s.T.Helper()
	all, err := s.Judge.Clock.Deferred(ctx, s.TheGame.ID, s.Player(power), s.Seat(power))
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, d := range all {
		out = append(out, d.Phase.String()+": "+strings.ReplaceAll(d.Text, "\n", "; "))
	}
	return strings.Join(out, " | ")
}

// given returns the orders of a power for the current phase.
func given(s *judgetest.Story, power string) string {
	s.T.Helper()
	text, err := s.Orders(ctx, s.TheGame.ID, s.Player(power), s.Seat(power))
	if err != nil {
		s.T.Fatal(err)
	}
	return text
}

// TestOrdersAhead checks that the judge enters orders that were sent in advance
// once, when their phase begins, and notifies their player, and that a rollback
// restores them.
func TestOrdersAhead(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	milan := strings.TrimSpace(s.Holding(s.Seat("Milan")))
	for _, c := range []struct{ phase, text string }{
		{"summer 1385 retreats", "A Milan - Pavia"}, // this phase does not take place
		{"summer 1385 orders", milan},
		{"fall 1385 orders", milan + "\nA Nowhere hold"},
		{"fall 1385 retreats", "A Milan - Pavia"},
		{"fall 1385 retreats", ""}, // these orders are withdrawn
	} {
		if err := s.SendAhead("Milan", c.phase, c.text); err != nil {
			t.Fatal(err)
		}
	}
	judgetest.Code(t, s.SendAhead("Milan", "spring 1385 orders", milan), game.Stale)
	judgetest.Code(t, s.SendAhead("Milan", "spring 1384 orders", milan), game.Stale)
	judgetest.Code(t, s.SendAhead("Milan", "spring 1391 orders", milan), game.Invalid)
	judgetest.Code(t, s.SendAhead("Milan", "fall 1385 orders", strings.Repeat("x", 100_000)), game.TooLarge)
	_, err := s.Judge.Clock.Deferred(ctx, s.TheGame.ID, s.Player("Venice"), s.Seat("Milan"))
	judgetest.Code(t, err, game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.Defer(ctx, s.TheGame.ID, s.Player("Venice"), game.Deferred{Seat: s.Seat("Milan"), Phase: machiavelli.Phase{Year: 1386, Season: machiavelli.Spring, Step: machiavelli.Orders}, Text: milan}), game.Forbidden)

	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	if got := given(s, "Milan"); got != milan {
		t.Errorf("entered: %q", got)
	}
	if got := given(s, "Venice"); got != "" {
		t.Errorf("entered for Venice: %q", got)
	}
	log, err := s.Press.Log(ctx, s.TheGame.ID, s.Player("Milan"), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(log[len(log)-1].Data); !strings.Contains(text, "have been entered") || !strings.Contains(text, "A Pavia H") {
		t.Errorf("notice: %s", text)
	}
	if others, _ := s.Press.Log(ctx, s.TheGame.ID, s.Player("Venice"), log[len(log)-2].Seq, 0); len(others) > 0 {
		t.Errorf("Venice receives %v", others)
	}
	s.Send("Venice Florence Naples")
	s.Until("Fri 2 Jan 22:00") // Milan has nothing to order
	s.Stands("Milan: error")   // in fall, with an illegal line
	if got := waiting(s, "Milan"); got != "" {
		t.Errorf("still waiting: %s", got)
	}
	if err := s.Admin.Rollback(ctx, s.TheGame.ID, master, 1, false); err != nil {
		t.Fatal(err)
	}
	if got := waiting(s, "Milan"); strings.Count(got, "1385") != 2 {
		t.Errorf("after the rollback: %s", got)
	}
	if err := s.Judge.Clock.ClearDeferred(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan")); err != nil {
		t.Fatal(err)
	}
	if got := waiting(s, "Milan"); got != "" {
		t.Errorf("after it was cleared: %s", got)
	}
	if err := s.SendAhead("Milan", "fall 1385 orders", milan); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacate(ctx, s.TheGame.ID, s.Seat("Milan")); err != nil {
		t.Fatal(err)
	}
	if got := waiting(s, "Milan"); got != "" {
		t.Errorf("left to the next player: %s", got)
	}
}
