package ratings_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/judge/judgetest"
)

// TestLaterOutcomes checks when the outcomes of a game that never reveals its players count:
// for each player from a Monday at least a week after the end, but not from the same Monday for
// all.
func TestLaterOutcomes(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	m := h.Mask(judgetest.Maskers[2].Change)
	m.Course(func(string) {})
	ended := h.Clock.Now()
	for _, a := range m.Players {
		now, err := h.Users.Account(ctx, a.ID)
		h.Must(err)
		k, err := account.ReadRecord(now, ended)
		h.Must(err)
		if len(k.Outcomes) > 0 || len(k.Later) != 1 {
			t.Fatalf("%s: %+v", a.Name, k)
		}
		from := k.Later[0].From
		if from.Sub(ended) < 7*24*time.Hour || from.Sub(ended) > 7*7*24*time.Hour || from.Weekday() != time.Monday || !from.Equal(from.Truncate(24*time.Hour)) {
			t.Errorf("%s: from %s, the end was %s", a.Name, from, ended)
		}
		if strings.ContainsAny(string(k.Later[0].Outcomes), "+-RA") {
			t.Errorf("%s: %s is not concealed", a.Name, k.Later[0].Outcomes)
		}
		if k, err = account.ReadRecord(now, from); err != nil || len(k.Later) > 0 || !k.Outcomes.Score().Rough {
			t.Errorf("%s, later: %+v, %v", a.Name, k, err)
		}
	}
	g := m.Reload(m.Game)
	var all []time.Time
	for _, id := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		if at := h.Ratings.Later(g.ID, id, ended); !slices.ContainsFunc(all, at.Equal) {
			all = append(all, at)
		}
	}
	if len(all) < 3 {
		t.Errorf("26 players have only %v", all)
	}
}
