package gamepage

import (
	"encoding/json"
	"slices"
	"testing"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestObsoleteNotices checks which earlier notices a later one makes obsolete: those about the
// pause, about the deadline, or about the same seat.
func TestObsoleteNotices(t *testing.T) {
	t.Parallel()
	type n = journal.Notice
	for _, c := range []struct {
		name          string
		earlier, then n
		old           bool
	}{
		{"paused, resumed", n{Topic: journal.TopicPaused}, n{Topic: journal.TopicResumed}, true},
		{"resumed, paused", n{Topic: journal.TopicResumed}, n{Topic: journal.TopicPaused}, true},
		{"paused, still paused", n{Topic: journal.TopicPaused}, n{Topic: journal.TopicStillPause}, true},
		{"two deadlines", n{Topic: journal.TopicDeadline}, n{Topic: journal.TopicDeadline}, true},
		{"paused, a deadline", n{Topic: journal.TopicPaused}, n{Topic: journal.TopicDeadline}, false},
		{"left, taken over", n{Topic: journal.TopicResignation, Seats: []int{2}}, n{Topic: journal.TopicTakeover, Seats: []int{2}}, true},
		{"left, another taken over", n{Topic: journal.TopicResignation, Seats: []int{2}}, n{Topic: journal.TopicTakeover, Seats: []int{3}}, false},
		{"two wanted, one taken over", n{Topic: journal.TopicReplace, Seats: []int{2, 3}}, n{Topic: journal.TopicTakeover, Seats: []int{3}}, false},
		{"an observer left, a player left", n{Topic: journal.TopicResignation}, n{Topic: journal.TopicResignation, Seats: []int{2}}, false},
		{"two corrections", n{Topic: journal.TopicEdit}, n{Topic: journal.TopicEdit}, false},
	} {
		later := map[string]bool{}
		var old bool
		for _, x := range []n{c.then, c.earlier} { // the latest notice comes first
			data, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			old = overtaken(&game.Entry{Kind: game.NoticeEntry, Audience: journal.Everybody, Data: data}, later)
		}
		if old != c.old {
			t.Errorf("%s: %t", c.name, old)
		}
	}
}

// TestAwaited checks how awaited players are named if one power is awaited, if several are, if one
// player holds two powers, and if there are many players.
func TestAwaited(t *testing.T) {
	t.Parallel()
	r, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &r)
	if err != nil {
		t.Fatal(err)
	}
	setting := *p.Setting
	of := func(ids ...string) (list []machiavelli.Power) {
		for _, id := range ids {
			x, ok := setting.Powers.Find(id)
			if !ok {
				t.Fatal(id)
			}
			list = append(list, x)
		}
		return list
	}
	setting.Seats = [][]machiavelli.Power{of("milan"), of("naples"), of("venice", "florence"), of("papacy"), of("turks"), of("france"), of("austria")}
	g := &game.Game{Setting: &setting}
	for want, seats := range map[string][]int{
		"Waiting for Milan.":                              {1},
		"Waiting for Milan and Naples.":                   {1, 2},
		"Waiting for Venice and Florence.":                {3},
		"Waiting for Milan, Naples, Venice and Florence.": {1, 2, 3},
		"Waiting for Milan, Naples, Venice and 3 others.": {1, 2, 3, 4, 5},
		"Waiting for Naples, Papacy, Turks and 2 others.": {2, 4, 5, 6, 7},
	} {
		slices.Sort(seats)
		if got := message.New("Waiting for {powers:name}.", someNames(g, seats)).String(); got != want {
			t.Errorf("%v: %q, want %q", seats, got, want)
		}
	}
}
