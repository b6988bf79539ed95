package archive_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/schedule"
)

// TestMovedRows moves a game with votes, absences, orders sent in advance and
// diaries, which have their own tables, to another judge.
func TestMovedRows(t *testing.T) {
	s := judgetest.Begin(t, nil)
	milan := s.Seat("Milan")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.SendAhead("Milan", "summer 1385 orders", strings.TrimSpace(s.Holding(milan))))
	must(s.SendAhead("Milan", "fall 1385 orders", "A Milan H"))
	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	must(s.CastVote("Milan", "draw"))
	must(s.CastVote("Venice", "concede Naples"))
	must(s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Milan"), milan, schedule.Absence{Start: s.Clock.Now().Add(48 * time.Hour), End: s.Clock.Now().Add(96 * time.Hour)}))
	must(s.Admin.AddDiary(ctx, s.TheGame.ID, s.Player("Milan"), milan, "Trust nobody.\nNot even \"Venice\"."))

	other := elsewhere(s.House)
	data := pack(s.House, s.TheGame)
	_, err := other.Archive.Unpack(ctx, data, archive.Running)
	must(err)
	rows := func(h *judgetest.House) (out []any) {
		t.Helper()
		for _, seat := range []int{milan, s.Seat("Venice")} {
			v, err := h.Judge.Clock.Ballot(ctx, s.TheGame.ID, master, seat)
			must(err)
			a, err := h.Judge.Clock.Absences(ctx, s.TheGame.ID, master, seat)
			must(err)
			d, err := h.Judge.Clock.Deferred(ctx, s.TheGame.ID, game.Role{Seat: seat}, seat)
			must(err)
			n, err := h.Admin.Diary(ctx, s.TheGame.ID, master, seat)
			must(err)
			out = append(out, v, a, d, n)
		}
		return out
	}
	was, is := rows(s.House), rows(other)
	if !reflect.DeepEqual(was, is) {
		t.Errorf("moved: %+v\nwas: %+v", is, was)
	}
	for i, x := range was[:4] {
		if reflect.ValueOf(x).IsZero() || reflect.ValueOf(x).Kind() == reflect.Slice && reflect.ValueOf(x).Len() == 0 {
			t.Errorf("nothing to move: %d", i)
		}
	}
	must(other.Admin.Rollback(ctx, s.TheGame.ID, master, 1, false)) // orders that were entered are restored
	back, err := other.Judge.Clock.Deferred(ctx, s.TheGame.ID, game.Role{Seat: milan}, milan)
	must(err)
	if len(back) != 2 {
		t.Errorf("after a rollback: %+v", back)
	}
}
