package clock_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestVacation checks that one vacation moves the deadlines of all games of a
// person, no further than each allows, also in games that they join later, and
// that it can be changed and cancelled.
func TestVacation(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, nil)
	milan := s.IDs[s.Seat("Milan")-1]
	far := func(from, to string) (time.Time, time.Time) { return judgetest.Rome(t, from), judgetest.Rome(t, to) }

	// Another game allows two days, and a third one none.
	other := func(name string, most int) *game.Game {
		g := s.HostGame(s.Person("Master of "+name), lobby.NewGame{Name: name, Preset: "battleline-1978-basic"}, func(h *hosting.Hosting) { h.MaxAbsence = most })
		s.Must(s.Lobby.Join(ctx, g.ID, milan, ""))
		for i := range 7 {
			s.Must(s.Lobby.Join(ctx, g.ID, s.Person(fmt.Sprintf("Player %d of %s", i, name)).ID, ""))
		}
		return s.Reload(g)
	}
	short, none := other("Short", 2), other("None", 0)

	start, end := far("Sun 4 Jan 0:00", "Wed 7 Jan 0:00")
	if v, err := s.Judge.Clock.Vacation(ctx, milan); v != nil || err != nil {
		t.Fatalf("%v %v", v, err)
	}
	judgetest.Code(t, s.Judge.Clock.DropVacation(ctx, milan), game.NotFound)
	_, err := s.Judge.Clock.SetVacation(ctx, milan, end, start)
	judgetest.Code(t, err, game.Invalid)
	_, err = s.Judge.Clock.SetVacation(ctx, milan, start.AddDate(-1, 0, 0), end.AddDate(-1, 0, 0))
	judgetest.Code(t, err, game.Invalid)
	v, err := s.Judge.Clock.SetVacation(ctx, milan, start, end)
	s.Must(err)
	says := map[string]string{}
	for _, g := range v.Games {
		says[g.Game] = fmt.Sprintf("%d %s", len(g.Absences), g.Says)
	}
	for id, want := range map[string]string{
		s.TheGame.ID: "1 New deadlines avoid it; the current one stays.",
		short.ID:     "1 New deadlines avoid it for 2 days, until Mon 5 Jan",
		none.ID:      "0 The deadlines do not change: the players of this game cannot set absences.",
	} {
		if !strings.HasPrefix(says[id], want) {
			t.Errorf("%q does not begin with %q", says[id], want)
		}
	}
	again, err := s.Judge.Clock.Vacation(ctx, milan)
	if err != nil || !again.Start.Equal(start) || !again.End.Equal(end) || len(again.Games) != 3 {
		t.Errorf("%+v, %v", again, err)
	}

	// The current deadline stays. The next one would be Monday the 5th.
	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	s.Expect(`
		Thu 1 Jan 10:00 absence Milan: masters
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00, moved by an absence`)

	// Only masters and the player see it.
	for who, n := range map[string]int{"Milan": 1, "Venice": 0, "master": 1} {
		role, _ := s.Who(who)
		list, err := s.Judge.Clock.SeatVacations(ctx, s.TheGame.ID, role)
		if err != nil || len(list) != n {
			t.Errorf("%s sees %v, %v", who, list, err)
		}
	}
	s.Must(s.Judge.Clock.DropVacation(ctx, milan))
	s.Expect(`Thu 1 Jan 22:00 absence-off Milan: masters`)
	if v, err := s.Judge.Clock.Vacation(ctx, milan); v != nil || err != nil {
		t.Errorf("%v %v", v, err)
	}
}
