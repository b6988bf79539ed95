package clock_test

import (
	"encoding/json"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
)

// TestOrdersInStead checks that a master of a hosted game can order for a
// player, and that the player is notified, but not of every change.
func TestOrdersInStead(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, nil)
	seat := s.Seat("Milan")
	boss := game.Role{Master: true}
	told := func() (n int) {
		t.Helper()
		entries, err := s.Press.Log(ctx, s.TheGame.ID, game.Role{Seat: seat, Player: true}, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			var x journal.Notice
			if json.Unmarshal(e.Data, &x) == nil && x.Topic == journal.TopicStead {
				if n++; len(e.Audience.Seats) != 1 || e.Audience.Seats[0] != seat || e.Audience.All {
					t.Errorf("its audience is %+v", e.Audience)
				}
			}
		}
		return n
	}
	order := func(role game.Role, text string) error {
		t.Helper()
		g, err := s.Base.Game(ctx, s.TheGame.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Submit(ctx, g.ID, role, seat, g.Revision, text)
		return err
	}
	judgetest.Code(t, order(s.Player("Venice"), "A Milan H"), game.Forbidden)
	judgetest.Code(t, order(game.Role{Observer: true}, "A Milan H"), game.Forbidden)
	for _, text := range []string{"A Milan H", "A Milan - Como", "A Milan - Como"} {
		if err := order(boss, text); err != nil {
			t.Fatal(err)
		}
	}
	if n := told(); n != 1 {
		t.Errorf("the player got %d notices", n)
	}
	if text, err := s.Orders(ctx, s.TheGame.ID, boss, seat); err != nil || text != "A Milan - Como" {
		t.Errorf("the master reads %q, %v", text, err)
	}
	s.Clock.Set(s.Clock.Now().Add(2 * time.Hour))
	if err := order(boss, "A Milan - Como"); err != nil || told() != 1 {
		t.Errorf("the same orders again: %v, %d notices", err, told())
	}
	if err := order(game.Role{Seat: seat, Player: true, Stead: s.IDs[0]}, "A Milan H"); err != nil || told() != 2 {
		t.Errorf("other orders two hours later: %v, %d notices", err, told())
	}
	if err := order(s.Player("Milan"), "A Milan - Como"); err != nil || told() != 2 {
		t.Errorf("the player's own orders: %v, %d notices", err, told())
	}
}
