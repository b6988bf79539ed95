package storetest

import (
	"errors"
	"fmt"
	"slices"
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
		// two successive games have the same creation time; lists show them in the order of
		// creation
		g.Created = at.Add(time.Duration(i/2) * time.Second)
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) })
	}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(
			tx.Members.SaveMember(game.Member{Game: "hidden", Account: "a1", Kind: game.Player, Seat: 1, Joined: at}),
			tx.Members.SaveMember(game.Member{Game: "hidden", Account: "a1", Kind: game.Master, Joined: at}),
			tx.Members.SaveMember(game.Member{Game: "links", Account: "a1", Kind: game.Observer, Joined: at}),
			tx.Members.SaveMember(game.Member{Game: "forming", Account: "a1", Kind: game.Player, Joined: at, Left: at}),
			tx.Members.SaveMember(game.Member{Game: "hidden", Account: "gone", Kind: game.Player, Seat: 1, Joined: at, Left: at}))
	})
	for _, c := range []struct {
		q    game.GameQuery
		want string
	}{
		{game.GameQuery{}, "forming listed links-over links of 4"},
		{game.GameQuery{Hidden: true}, "forming hidden listed links-over links of 5"},
		{game.GameQuery{Limit: 2}, "forming listed of 4"},
		{game.GameQuery{Skip: 1, Limit: 2}, "listed links-over of 4"},
		{game.GameQuery{Skip: 9}, " of 4"},
		{game.GameQuery{Account: "a1"}, "forming hidden listed links-over links of 5"},
		{game.GameQuery{Account: "a1", Skip: 1, Limit: 2}, "hidden listed of 5"},
		{game.GameQuery{Account: "a1", Skip: 3, Limit: 2}, "links-over links of 5"},
		{game.GameQuery{Account: "gone"}, "forming listed links-over links of 4"},
		{game.GameQuery{Account: "a1", Mine: true}, "hidden links of 2"},
		{game.GameQuery{Account: "a1", Mine: true, Skip: 1, Limit: 9}, "links of 2"},
		{game.GameQuery{Account: "a1", Mine: true, Name: "hidden"}, "hidden of 1"},
		{game.GameQuery{Account: "gone", Mine: true}, " of 0"},
		{game.GameQuery{Account: "a1", Mine: true, Running: true}, "hidden links of 2"},
		{game.GameQuery{Running: true}, "forming listed links of 3"},
		{game.GameQuery{Status: game.Active}, "listed links of 2"},
		{game.GameQuery{Status: game.Over}, "links-over of 1"},
		{game.GameQuery{Status: game.Active, Account: "a1", Limit: 1}, "hidden of 3"},
		{game.GameQuery{Showcase: true, Hidden: true}, "links of 1"},
		{game.GameQuery{Plain: true}, "forming listed links-over of 3"},
		{game.GameQuery{Plain: true, Status: game.Active, Account: "a1"}, "hidden listed of 2"},
		{game.GameQuery{Name: "ÜBER"}, "forming listed of 2"},
		{game.GameQuery{Name: "über", Skip: 1, Limit: 1}, "listed of 2"},
		{game.GameQuery{Name: "über", Status: game.Active}, "listed of 1"},
		{game.GameQuery{Name: "LI"}, "links-over links of 2"},
		{game.GameQuery{Name: "s"}, "forming links-over links of 3"},
		{game.GameQuery{Name: "en"}, "listed of 1"},
		{game.GameQuery{Name: "Links", Plain: true}, "links-over of 1"},
		{game.GameQuery{Name: "100%"}, " of 0"},
		{game.GameQuery{Name: "100%", Account: "a1"}, "hidden of 1"},
		{game.GameQuery{Name: "hidden 1", Account: "gone"}, " of 0"},
		{game.GameQuery{Name: "_"}, " of 0"},
		{game.GameQuery{Name: "linksthat"}, " of 0"},
		{game.GameQuery{Facets: []game.Facet{game.ByLinks}}, "links-over links of 2"},
		{game.GameQuery{Facets: []game.Facet{game.ByLinks}, Limit: 1}, "links-over of 2"},
		{game.GameQuery{Facets: []game.Facet{game.ByAccounts}}, "forming listed of 2"},
		{game.GameQuery{Facets: []game.Facet{game.ByAccounts, game.WithPress}, Status: game.Active}, "listed of 1"},
		{game.GameQuery{Facets: []game.Facet{game.ByAccounts, game.WithoutPress}}, " of 0"},
		{game.GameQuery{Facets: []game.Facet{game.ByAccounts}, Name: "über", Status: game.Forming}, "forming of 1"},
		{game.GameQuery{Facets: []game.Facet{game.ByAccounts}, Account: "a1"}, "forming hidden listed of 3"},
		{game.GameQuery{Facets: []game.Facet{game.ByLinks}, Account: "a1", Mine: true}, "links of 1"},
		{game.GameQuery{Facets: []game.Facet{game.ByLinks}, Plain: true}, "links-over of 1"},
		{game.GameQuery{Free: true, Status: game.Forming}, "forming of 1"},
	} {
		got := get(t, s, func(tx *game.Tx) (string, error) {
			c.q.Count = true
			list, err := tx.Games.ListGames(c.q)
			if list.AtLeast {
				t.Errorf("%+v: the total is not known", c.q)
			}
			return fmt.Sprintf("%s of %d", strings.Join(list.IDs, " "), list.Total), err
		})
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
	// Lists follow the changes of games.
	write(t, s, nil, func(tx *game.Tx) error {
		g, err := tx.Games.Game("forming")
		if err != nil {
			return err
		}
		g.Status, g.Hosting = game.Terminated, []byte(`{}`)
		return tx.Games.SaveGame(g)
	})
	for _, c := range []struct {
		q    game.GameQuery
		want []string
	}{
		{game.GameQuery{Status: game.Terminated, Hidden: true}, []string{"forming"}},
		{game.GameQuery{Status: game.Terminated}, nil},
		{game.GameQuery{Name: "alles"}, nil},
	} {
		list := get(t, s, func(tx *game.Tx) (game.GameList, error) { return tx.Games.ListGames(c.q) })
		same(t, list.IDs, c.want)
	}
	// Read games and their seats together.
	if got := get(t, s, func(tx *game.Tx) ([]game.GameRecord, error) {
		return tx.Games.GamesByID([]string{"links", "none", "listed", "hidden"})
	}); len(got) != 3 {
		t.Errorf("%d games, want 3", len(got))
	}
	if got := get(t, s, func(tx *game.Tx) ([]game.GameTitle, error) { return tx.Games.Titles([]string{"hidden", "none"}) }); len(got) != 1 || got[0] != (game.GameTitle{ID: "hidden", Name: "Hidden 100%"}) {
		t.Errorf("titles: %+v", got)
	}
	read(t, s, func(tx *game.Tx) error {
		want, err := tx.Games.Seats("links")
		if err != nil {
			return err
		}
		got, err := tx.Games.SeatsByGame([]string{"none", "links"})
		same(t, got, map[string][]game.SeatRecord{"links": want})
		if err != nil {
			return err
		}
		players, err := tx.Games.PlayersByGame([]string{"none", "links", "forming", "hidden"})
		same(t, players, map[string]int{"hidden": 1})
		return err
	})
}

// listParts reads lists part by part in both directions, while games are added and removed between
// reads.
func listParts(t *testing.T, open func() Store) {
	s := open()
	const many = 40
	for i := range many {
		g, seats, first := Sample(number(i))
		g.Created, g.Hosting, g.Showcase = at.Add(time.Duration(i/3)*time.Second), []byte(`{"listed":true}`), false
		g.Name = fmt.Sprintf("Siena %d", i)
		if i%5 == 4 { // hidden games in which an account plays
			g.Hosting = []byte(`{}`)
		}
		if i%2 == 1 {
			g.Status = game.Over
		}
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) })
		if i%5 == 4 {
			write(t, s, nil, func(tx *game.Tx) error {
				return tx.Members.SaveMember(game.Member{Game: g.ID, Account: "a1", Kind: game.Player, Joined: at})
			})
		}
	}
	list := func(q game.GameQuery) game.GameList {
		t.Helper()
		return get(t, s, func(tx *game.Tx) (game.GameList, error) { return tx.Games.ListGames(q) })
	}
	for _, q := range []game.GameQuery{
		{},
		{Status: game.Over},
		{Account: "a1"},
		{Account: "a1", Status: game.Active},
		{Account: "a1", Mine: true},
		{Hidden: true},
		{Name: "sien"},
		{Name: "i"},
		{Name: "a 3", Account: "a1"},
		{Name: "Siena", Account: "a1", Mine: true},
		{Name: "none"},
	} {
		all := list(q)
		if !all.Newer.IsZero() || !all.Older.IsZero() {
			t.Errorf("%+v: all games, and the list continues", q)
		}
		for _, limit := range []int{1, 7, 100} {
			q.Limit = limit
			var forth, back, skipped []string
			var last game.GameList
			for q.After = (game.ListMark{}); ; q.After = last.Older {
				last = list(q)
				forth = append(forth, last.IDs...)
				if last.Older.IsZero() {
					break
				}
			}
			back = last.IDs
			q.After = game.ListMark{}
			for q.Before = last.Newer; !q.Before.IsZero(); {
				part := list(q)
				if len(part.IDs) < min(limit, len(all.IDs)) {
					t.Errorf("%+v: only %d games", q, len(part.IDs))
				}
				if q.Before = part.Newer; q.Before.IsZero() { // the first part, with some games of the second
					back = append(part.IDs[:len(all.IDs)-len(back)], back...)
				} else {
					back = append(part.IDs, back...)
				}
			}
			q.Before = game.ListMark{}
			for {
				part := list(q)
				skipped = append(skipped, part.IDs...)
				if q.Skip += limit; part.Older.IsZero() {
					break
				}
			}
			q.Skip = 0
			same(t, forth, all.IDs)
			same(t, back, all.IDs)
			same(t, skipped, all.IDs)
		}
	}

	// Games are created, renamed and removed between two parts: no other game may be missing or
	// repeated.
	q := game.GameQuery{Limit: 10}
	first := list(q)
	all := list(game.GameQuery{})
	drop := func(id string) {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame(id) })
	}
	drop(first.IDs[9]) // the list continues from this place
	drop(all.IDs[12])
	g, seats, phase := Sample("fresh")
	g.Created, g.Hosting = at.Add(time.Hour), []byte(`{"listed":true}`)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, phase) })
	q.After = first.Older
	second := list(q)
	same(t, second.IDs, append(slices.Clone(all.IDs[10:12]), all.IDs[13:21]...))
	q.After, q.Before = game.ListMark{}, second.Newer
	back := list(q)
	same(t, back.IDs, append([]string{"fresh"}, all.IDs[:9]...))
	if !back.Newer.IsZero() {
		t.Error("newer games than the newest")
	}
}

// searches searches for names that many or few games have, while games are renamed.
func searches(t *testing.T, open func() Store) {
	s := open()
	const many = 60
	for i := range many {
		g, seats, first := Sample(number(i))
		g.Created, g.Hosting, g.Name = at.Add(time.Duration(i)*time.Second), []byte(`{"listed":true}`), fmt.Sprintf("Ünter %03d", i)
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) })
	}
	find := func(name string) string {
		t.Helper()
		list := get(t, s, func(tx *game.Tx) (game.GameList, error) {
			return tx.Games.ListGames(game.GameQuery{Name: name, Limit: 3, Count: true})
		})
		return fmt.Sprintf("%s of %d", strings.Join(list.IDs, " "), list.Total)
	}
	rename := func(id, name string, listed bool) {
		t.Helper()
		write(t, s, nil, func(tx *game.Tx) error {
			g, err := tx.Games.Game(id)
			if err != nil {
				return err
			}
			g.Name, g.Hosting = name, fmt.Appendf(nil, `{"listed":%t}`, listed)
			return tx.Games.SaveGame(g)
		})
	}
	for _, c := range []struct{ name, want string }{
		{"ünter", "n059 n058 n057 of 60"}, {"NTER 05", "n059 n058 n057 of 10"}, {"er 007", "n007 of 1"}, {"07", "n007 of 1"}, {"9", "n059 n049 n039 of 6"}, {"unter", " of 0"},
	} {
		if got := find(c.name); got != c.want {
			t.Errorf("%q: %s, want %s", c.name, got, c.want)
		}
	}
	rename("n007", "Ύδρα 日本", true)
	rename("n008", "Unlisted", false)
	if err := s.Write(ctx, func(tx *game.Tx) error { return tx.Games.DropGame("n009") }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want string }{
		{"ünter", "n059 n058 n057 of 57"}, {"er 007", " of 0"}, {"ύδρ", "n007 of 1"}, {"日本", "n007 of 1"}, {"本", "n007 of 1"}, {"unlisted", " of 0"}, {"er 009", " of 0"},
	} {
		if got := find(c.name); got != c.want {
			t.Errorf("%q: %s, want %s", c.name, got, c.want)
		}
	}
	rename("n008", "Unlisted", true)
	if got := find("unlisted"); got != "n008 of 1" {
		t.Errorf("listed again: %s", got)
	}
}
