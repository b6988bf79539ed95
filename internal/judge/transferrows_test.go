package judge_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/schedule"
)

// TestMovedRows moves a game with votes, absences, orders sent in advance and
// diaries, which have their own tables, to another judge.
func TestMovedRows(t *testing.T) {
	s := begin(t, nil)
	milan := s.seat("Milan")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.ahead("Milan", "summer 1385 orders", strings.TrimSpace(s.holding(milan))))
	must(s.ahead("Milan", "fall 1385 orders", "A Milan H"))
	s.orders("Milan Venice Florence Naples")
	s.until("Thu 1 Jan 22:00")
	must(s.vote("Milan", "draw"))
	must(s.vote("Venice", "concede Naples"))
	must(s.SetAbsence(ctx, s.game.ID, s.player("Milan"), milan, schedule.Absence{Start: s.Clock.Now().Add(48 * time.Hour), End: s.Clock.Now().Add(96 * time.Hour)}))
	must(s.AddDiary(ctx, s.game.ID, s.player("Milan"), milan, "Trust nobody.\nNot even \"Venice\"."))

	other := s.elsewhere()
	data := s.pack(s.game)
	_, err := other.Unpack(ctx, data, archive.Running)
	must(err)
	rows := func(h *house) (out []any) {
		t.Helper()
		for _, seat := range []int{milan, s.seat("Venice")} {
			v, err := h.Ballot(ctx, s.game.ID, master, seat)
			must(err)
			a, err := h.Absences(ctx, s.game.ID, master, seat)
			must(err)
			d, err := h.Deferred(ctx, s.game.ID, game.Role{Seat: seat}, seat)
			must(err)
			n, err := h.Diary(ctx, s.game.ID, master, seat)
			must(err)
			out = append(out, v, a, d, n)
		}
		return out
	}
	was, is := rows(s.house), rows(other)
	if !reflect.DeepEqual(was, is) {
		t.Errorf("moved: %+v\nwas: %+v", is, was)
	}
	for i, x := range was[:4] {
		if reflect.ValueOf(x).IsZero() || reflect.ValueOf(x).Kind() == reflect.Slice && reflect.ValueOf(x).Len() == 0 {
			t.Errorf("nothing to move: %d", i)
		}
	}
	must(other.Rollback(ctx, s.game.ID, master, 1, false)) // orders that were entered are restored
	back, err := other.Deferred(ctx, s.game.ID, game.Role{Seat: milan}, milan)
	must(err)
	if len(back) != 2 {
		t.Errorf("after a rollback: %+v", back)
	}
}
