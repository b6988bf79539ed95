package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
)

// lists creates games in all states and asks for lists of them.
func lists(t *testing.T, open func() Store) {
	s := open()
	for i, x := range []struct {
		id, name, hosting string
		status            game.Status
		finished          bool
	}{
		{"links", "Links", `{"listed":true,"links":true}`, game.Active, false},
		{"links-over", "Links that are over", `{"listed":true,"links":true}`, game.Over, true},
		{"listed", "Über die Alpen", `{"comment":"","listed":true}`, game.Active, false},
		{"hidden", "Hidden 100%", `{"comment":"\"listed\":true"}`, game.Active, false},
		{"forming", "über alles", `{"listed":true}`, game.Forming, false},
	} {
		g, seats, first := Sample(x.id)
		g.Name, g.Hosting, g.Status, g.Finished, g.Showcase = x.name, []byte(x.hosting), x.status, x.finished, x.id == "links"
		g.Created = at.Add(time.Duration(i/2) * time.Second) // two of the same moment are in the order of their creation
		write(t, s, nil, func(tx game.Tx) error { return tx.AddGame(g, seats, first) })
	}
	for _, c := range []struct {
		q    game.GameQuery
		want string
	}{
		{game.GameQuery{}, "forming listed links-over links of 4"},
		{game.GameQuery{Hidden: true}, "forming hidden listed links-over links of 5"},
		{game.GameQuery{Limit: 2}, "forming listed of 4"},
		{game.GameQuery{Skip: 1, Limit: 2}, "listed links-over of 4"},
		{game.GameQuery{Skip: 9}, " of 4"},
		{game.GameQuery{Also: []string{"hidden", "none"}}, "forming hidden listed links-over links of 5"},
		{game.GameQuery{Among: []string{"hidden", "links"}, Hidden: true}, "hidden links of 2"},
		{game.GameQuery{Among: []string{}, Hidden: true}, " of 0"},
		{game.GameQuery{Status: game.Active}, "listed links of 2"},
		{game.GameQuery{Status: game.Over}, "links-over of 1"},
		{game.GameQuery{Status: game.Active, Also: []string{"hidden"}, Limit: 1}, "hidden of 3"},
		{game.GameQuery{Showcase: true, Hidden: true}, "links of 1"},
		{game.GameQuery{Name: "ÜBER"}, "forming listed of 2"},
		{game.GameQuery{Name: "über", Skip: 1, Limit: 1}, "listed of 2"},
		{game.GameQuery{Name: "100%", Hidden: true}, "hidden of 1"},
		{game.GameQuery{Name: "_"}, " of 0"},
	} {
		got := get(t, s, func(tx game.Tx) (string, error) {
			ids, total, err := tx.ListGames(c.q)
			return fmt.Sprintf("%s of %d", strings.Join(ids, " "), total), err
		})
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
	// Lists follow the changes of games.
	write(t, s, nil, func(tx game.Tx) error {
		g, err := tx.Game("forming")
		if err != nil {
			return err
		}
		g.Status, g.Hosting = game.Terminated, []byte(`{}`)
		return tx.SaveGame(g)
	})
	same(t, get(t, s, func(tx game.Tx) ([]string, error) {
		ids, _, err := tx.ListGames(game.GameQuery{Status: game.Terminated, Hidden: true})
		return ids, err
	}), []string{"forming"})
	if ids := get(t, s, func(tx game.Tx) ([]string, error) {
		ids, _, err := tx.ListGames(game.GameQuery{Status: game.Terminated})
		return ids, err
	}); len(ids) > 0 {
		t.Errorf("everybody knows of %v", ids)
	}
}
