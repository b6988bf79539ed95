package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge"
)

// lists makes games of all standings and asks for lists of them.
func lists(t *testing.T, open func() Store) {
	s := open()
	for i, x := range []struct {
		id, name, hosting string
		status            judge.Status
		finished          bool
	}{
		{"links", "Links", `{"listed":true,"links":true}`, judge.Active, false},
		{"links-over", "Links that are over", `{"listed":true,"links":true}`, judge.Over, true},
		{"listed", "Über die Alpen", `{"comment":"","listed":true}`, judge.Active, false},
		{"hidden", "Hidden 100%", `{"comment":"\"listed\":true"}`, judge.Active, false},
		{"forming", "über alles", `{"listed":true}`, judge.Forming, false},
	} {
		g, seats, first := Sample(x.id)
		g.Name, g.Hosting, g.Status, g.Finished, g.Showcase = x.name, []byte(x.hosting), x.status, x.finished, x.id == "links"
		g.Created = at.Add(time.Duration(i/2) * time.Second) // two of a moment are in the order in which they were made
		write(t, s, nil, func(tx judge.Tx) error { return tx.AddGame(g, seats, first) })
	}
	for _, c := range []struct {
		q    judge.GameQuery
		want string
	}{
		{judge.GameQuery{}, "forming listed links-over links of 4"},
		{judge.GameQuery{Hidden: true}, "forming hidden listed links-over links of 5"},
		{judge.GameQuery{Limit: 2}, "forming listed of 4"},
		{judge.GameQuery{Skip: 1, Limit: 2}, "listed links-over of 4"},
		{judge.GameQuery{Skip: 9}, " of 4"},
		{judge.GameQuery{Also: []string{"hidden", "none"}}, "forming hidden listed links-over links of 5"},
		{judge.GameQuery{Among: []string{"hidden", "links"}, Hidden: true}, "hidden links of 2"},
		{judge.GameQuery{Among: []string{}, Hidden: true}, " of 0"},
		{judge.GameQuery{Status: judge.Active}, "listed links of 2"},
		{judge.GameQuery{Status: judge.Over}, "links-over of 1"},
		{judge.GameQuery{Status: judge.Active, Also: []string{"hidden"}, Limit: 1}, "hidden of 3"},
		{judge.GameQuery{Showcase: true, Hidden: true}, "links of 1"},
		{judge.GameQuery{Name: "ÜBER"}, "forming listed of 2"},
		{judge.GameQuery{Name: "über", Skip: 1, Limit: 1}, "listed of 2"},
		{judge.GameQuery{Name: "100%", Hidden: true}, "hidden of 1"},
		{judge.GameQuery{Name: "_"}, " of 0"},
	} {
		got := get(t, s, func(tx judge.Tx) (string, error) {
			ids, total, err := tx.ListGames(c.q)
			return fmt.Sprintf("%s of %d", strings.Join(ids, " "), total), err
		})
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
	// Lists follow what becomes of games.
	write(t, s, nil, func(tx judge.Tx) error {
		g, err := tx.Game("forming")
		if err != nil {
			return err
		}
		g.Status, g.Hosting = judge.Terminated, []byte(`{}`)
		return tx.SaveGame(g)
	})
	same(t, get(t, s, func(tx judge.Tx) ([]string, error) {
		ids, _, err := tx.ListGames(judge.GameQuery{Status: judge.Terminated, Hidden: true})
		return ids, err
	}), []string{"forming"})
	if ids := get(t, s, func(tx judge.Tx) ([]string, error) {
		ids, _, err := tx.ListGames(judge.GameQuery{Status: judge.Terminated})
		return ids, err
	}); len(ids) > 0 {
		t.Errorf("everybody knows of %v", ids)
	}
}
