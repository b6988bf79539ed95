package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

// crowd adds games, of which two thirds are listed and half are over. Each game has its own
// account, which plays in it and has an award.
func crowd(tb testing.TB, s *store.Store, games int) {
	tb.Helper()
	const atOnce = 500
	for from := 0; from < games; from += atOnce {
		if err := s.Write(ctx, func(tx *game.Tx) error {
			for i := from; i < min(from+atOnce, games); i++ {
				g, _, _ := storetest.Sample(fmt.Sprintf("g%06d", i))
				g.Name, g.Number, g.Phase, g.Showcase = fmt.Sprintf("%s of %s %d", [...]string{"Game", "League", "War"}[i%3], [...]string{"Siena", "Pisa", "Lucca", "Bologna"}[i%4], i), 0, game.GameRecord{}.Phase, false
				g.Hosting, g.Created = fmt.Appendf(nil, `{"listed":%t}`, i%3 > 0), due.Add(time.Duration(i)*time.Minute)
				if g.Status = game.Over; i%2 > 0 {
					g.Status = game.Forming
				}
				if err := tx.Games.AddGame(g, nil, game.PhaseRecord{}); err != nil {
					return err
				}
				a := game.Account{ID: fmt.Sprintf("a%06d", i), Name: fmt.Sprintf("Player %d", i), Email: fmt.Sprintf("player%d@example.org", i), Verified: true, Record: []byte(`{}`), Created: due}
				if err := tx.Accounts.SaveAccount(a); err != nil {
					return err
				}
				if err := tx.Members.SaveMember(game.Member{Game: g.ID, Account: a.ID, Kind: game.Player, Seat: 1, Joined: due}); err != nil {
					return err
				}
				if err := tx.Awards.SaveAwards(g.ID, []game.Award{{Game: g.ID, Account: a.ID, Kind: "balance", Place: 1, Tied: 1, Players: 5, Rated: true, Points: int64(i), Ended: due}}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			tb.Fatal(err)
		}
	}
	for more := true; more; {
		var err error
		if more, err = s.Tally(ctx); err != nil {
			tb.Fatal(err)
		}
	}
	if s.Numbered() {
		s.Tidy(tb)
	}
}

// listsOf returns functions that read or search a list of many games, at both ends and in the
// middle.
func listsOf(games int) map[string]func(*game.Tx) error {
	out := map[string]func(*game.Tx) error{
		"an account by name":    func(tx *game.Tx) error { _, err := tx.Accounts.AccountsNamed("player 7"); return err },
		"an account by address": func(tx *game.Tx) error { _, err := tx.Accounts.Newcomers("player7@example.org"); return err },
		"accounts by prefix":    func(tx *game.Tx) error { _, err := tx.Accounts.Accounts("player 77", 50); return err },
		"records":               func(tx *game.Tx) error { _, err := tx.Accounts.Records("a000100", 500); return err },
		"kinds of awards":       func(tx *game.Tx) error { _, err := tx.Awards.AwardKinds(); return err },
		"accounts by ID": func(tx *game.Tx) error {
			_, err := tx.Accounts.AccountsByID([]string{"a000001", "a000003", "x"})
			return err
		},
		"games by ID":                  func(tx *game.Tx) error { _, err := tx.Games.GamesByID([]string{"g000001", "g000003", "x"}); return err },
		"titles":                       func(tx *game.Tx) error { _, err := tx.Games.Titles([]string{"g000001", "x"}); return err },
		"seats by game":                func(tx *game.Tx) error { _, err := tx.Games.SeatsByGame([]string{"g000001", "x"}); return err },
		"awards of an account":         func(tx *game.Tx) error { _, err := tx.Awards.AwardsOf("a000007"); return err },
		"parts of an account":          func(tx *game.Tx) error { _, err := tx.Members.PartsOf("a000007", false); return err },
		"parts of an account that run": func(tx *game.Tx) error { _, err := tx.Members.PartsOf("a000007", true); return err },
		"stamps":                       func(tx *game.Tx) error { _, err := tx.Games.Stamps([]string{"g000001", "g000003", "x"}); return err },
		"showcases": func(tx *game.Tx) error {
			_, err := tx.Games.ListGames(game.GameQuery{Showcase: true, Hidden: true})
			return err
		},
	}
	middle := game.ListMark{Created: due.Add(time.Duration(games/2) * time.Minute), Place: int64(games / 2), ID: "x"}
	end := game.ListMark{Created: due.Add(time.Minute), Place: 2, ID: "x"}
	for name, q := range map[string]game.GameQuery{
		"all": {}, "over": {Status: game.Over}, "none": {Status: game.Paused}, "an account's": {Account: "a000007", Mine: true}, "an account's that run": {Account: "a000007", Mine: true, Running: true},
		"over, with an account's": {Account: "a000008", Status: game.Over}, "without showcases": {Plain: true, Status: game.Forming},
		"many named": {Name: "of"}, "very many named": {Name: "league of"}, "a few named": {Name: "siena 77"}, "one named": {Name: "of bologna 7"},
		"a letter": {Name: "e"}, "a rare letter": {Name: "ß"}, "named with an account's": {Name: "war of", Account: "a000007"},
		"common letters, rare words": {Name: "war of bologna of"}, "over and named": {Name: "pisa", Status: game.Over},
		"filtered": {Facets: []game.Facet{game.ByAccounts, game.WithPress}}, "filtered, none": {Facets: []game.Facet{game.PaceWeek}, Account: "a000007"},
		"over and filtered": {Facets: []game.Facet{game.OfScenario("B")}, Status: game.Over}, "filtered and named": {Facets: []game.Facet{game.ByAccounts}, Name: "war of"},
		"free": {Free: true, Status: game.Active},
	} {
		q.Limit, q.Count = 50, true
		for where, at := range map[string]game.ListMark{"": {}, " in the middle": middle, " at the end": end} {
			after, before := q, q
			after.After, before.Before = at, at
			out[name+where] = func(tx *game.Tx) error { _, err := tx.Games.ListGames(after); return err }
			if where != "" {
				out[name+where+", before"] = func(tx *game.Tx) error { _, err := tx.Games.ListGames(before); return err }
			}
		}
	}
	return out
}

// TestListsScanNothing checks with the query plans of the databases that no list reads or sorts a
// whole table. The plans of PostgreSQL contain the numbers of rows that were read. Only a search
// may read the names of all games.
func TestListsScanNothing(t *testing.T) {
	t.Parallel()
	const games, mostRows = 6000, 2100
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		crowd(t, s, games)
		for name, f := range listsOf(games) {
			s.Watch(t, f, func(query string, args []any) {
				plan := s.Plan(t, query, args)
				if s.Numbered() {
					if n := rowsRead(t, plan); n > mostRows && !strings.Contains(query, " ILIKE ") {
						t.Errorf("%s: %d rows are read by\n%s\n%s", name, n, query, plan)
					}
					return
				}
				for _, line := range strings.Split(plan, "\n") {
					if scansTable(line, query) {
						t.Errorf("%s: %s:\n%s", name, line, query)
					}
				}
			})
		}
	})
}

// scansTable reports whether a line of an SQLite query plan means that a whole table or index is
// read.
func scansTable(line, query string) bool {
	switch {
	case strings.Contains(line, "(listed=?)"), strings.Contains(line, "(status=? AND listed=?)"):
		return !strings.Contains(query, " LIMIT ") // without LIMIT, it reads every listed game
	case strings.HasPrefix(line, "SEARCH game") && strings.Contains(query, "FROM member"):
		return !strings.Contains(line, "(id=?")
	case strings.HasPrefix(line, "SCAN m"):
		return false
	case strings.HasPrefix(line, "SCAN tally"), line == "SCAN c", line == "SCAN k", line == "SCAN s", strings.HasPrefix(line, "SCAN part"), strings.HasPrefix(line, "SCAN newest"),
		strings.HasPrefix(line, "SCAN CONSTANT ROW"), strings.HasPrefix(line, "SCAN (subquery"):
		return false
	case strings.HasPrefix(line, "USE TEMP B-TREE FOR ORDER BY"):
		return strings.Contains(query, "FROM game") && strings.Contains(query, "LIMIT") && !strings.Contains(query, "play = 1")
	}
	return strings.HasPrefix(line, "SCAN ")
}

// planNode is a node of a PostgreSQL query plan.
type planNode struct {
	Type    string     `json:"Node Type"`
	Rows    float64    `json:"Actual Rows"`
	Loops   float64    `json:"Actual Loops"`
	Removed float64    `json:"Rows Removed by Filter"`
	Again   float64    `json:"Rows Removed by Index Recheck"`
	Plans   []planNode `json:"Plans"`
}

// rowsRead returns the number of rows that a PostgreSQL statement has read from tables and indexes.
func rowsRead(t *testing.T, plan string) int {
	t.Helper()
	var all []struct{ Plan planNode }
	if err := json.Unmarshal([]byte(plan), &all); err != nil || len(all) != 1 {
		t.Fatalf("%v in %s", err, plan)
	}
	var count func(n planNode) float64
	count = func(n planNode) (sum float64) {
		if strings.Contains(n.Type, "Scan") && n.Type != "Subquery Scan" {
			sum = (n.Rows + n.Removed + n.Again) * n.Loops
		}
		for _, p := range n.Plans {
			sum += count(p)
		}
		return sum
	}
	return int(count(all[0].Plan))
}

// TestTally changes games from several goroutines and checks that the counts of games stay correct
// while the changes are added up.
func TestTally(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		var all sync.WaitGroup
		for worker := range 4 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(7, uint64(worker)))
				for i := range 40 {
					id := fmt.Sprintf("w%d-%d", worker, i%7)
					if err := s.Write(ctx, func(tx *game.Tx) error { return changeAny(tx, r, id) }); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 10 {
			if _, err := s.Tally(ctx); err != nil {
				t.Error(err)
			}
		}
		all.Wait()
		check := func() {
			t.Helper()
			for _, q := range []game.GameQuery{{}, {Hidden: true}, {Status: game.Active}, {Status: game.Over, Plain: true}, {Status: game.Forming, Hidden: true}} {
				q.Count = true
				if err := s.Read(ctx, func(tx *game.Tx) error {
					list, err := tx.Games.ListGames(q)
					if list.Total != len(list.IDs) {
						t.Errorf("%+v: %d games, and there are %d", q, list.Total, len(list.IDs))
					}
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
		check()
		if n := s.Count(t, "SELECT count(*) FROM tally"); n < 20 {
			t.Errorf("%d changes: too few for this test", n)
		}
		// makes sure that there are enough changes to add up
		s.Raw(t, "INSERT INTO tally (status, listed, showcase, games) SELECT 'paused', 1, 0, 0 FROM game")
		for s.Count(t, "SELECT count(*) FROM tally") < 100 {
			s.Raw(t, "INSERT INTO tally (status, listed, showcase, games) SELECT 'paused', 1, 0, 0 FROM game")
		}
		if more, err := s.Tally(ctx); err != nil || more {
			t.Errorf("more: %t, %v", more, err)
		}
		check()
		if n := s.Count(t, "SELECT count(*) FROM tally"); n > 12 {
			t.Errorf("%d rows after adding them up", n)
		}
	})
}

// changeAny creates, changes or removes a game.
func changeAny(tx *game.Tx, r *rand.Rand, id string) error {
	status := [...]game.Status{game.Forming, game.Active, game.Over}[r.IntN(3)]
	hosting := fmt.Appendf(nil, `{"listed":%t}`, r.IntN(3) > 0)
	g, err := tx.Games.Game(id)
	switch {
	case err != nil:
		g, seats, first := storetest.Sample(id)
		g.Status, g.Hosting, g.Showcase = status, hosting, r.IntN(4) == 0
		return tx.Games.AddGame(g, seats, first)
	case r.IntN(4) == 0:
		return tx.Games.DropGame(id)
	default:
		g.Status, g.Hosting = status, hosting
		return tx.Games.SaveGame(g)
	}
}

// TestFacets filters games of an older version, whose facets are stored in the background.
func TestFacets(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		rowsOf(t, url, 9)
		s := open(t, url)
		games := s.Count(t, "SELECT count(*) FROM game")
		listed := s.Count(t, "SELECT count(*) FROM game WHERE listed = 1")
		filtered := func(want int) {
			t.Helper()
			if err := s.Read(ctx, func(tx *game.Tx) error {
				links, err := tx.Games.ListGames(game.GameQuery{Facets: []game.Facet{game.ByLinks}})
				if err != nil {
					return err
				}
				accounts, err := tx.Games.ListGames(game.GameQuery{Facets: []game.Facet{game.ByAccounts}})
				if n := len(links.IDs) + len(accounts.IDs); n != want {
					t.Errorf("%d games, want %d", n, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		filtered(0)
		entered := 0
		for {
			n, err := s.FacetSome(ctx, 2)
			if err != nil {
				t.Fatal(err)
			}
			if entered += n; n == 0 {
				break
			}
		}
		if entered != games {
			t.Errorf("%d games were entered, want %d", entered, games)
		}
		filtered(listed)
	})
}

// TestFilters compares filters with a check of every game, for filters with many and with few
// results, in parts and in both directions.
func TestFilters(t *testing.T) {
	t.Parallel()
	const games = 3000
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		var ids []string // the newest first
		if err := s.Write(ctx, func(tx *game.Tx) error {
			for i := range games {
				g, _, _ := storetest.Sample(fmt.Sprintf("f%05d", i))
				g.Number, g.Phase, g.Created = 0, game.GameRecord{}.Phase, due.Add(time.Duration(i/3)*time.Minute)
				g.Status = [...]game.Status{game.Forming, game.Over, game.Active, game.Over}[i%4]
				g.Showcase = i%50 == 7
				g.Hosting = fmt.Appendf(nil, `{"listed":%t,"links":%t,"bots":%t}`, i%11 > 0, i%40 == 1, i < 300 && i%2 > 0)
				if err := tx.Games.AddGame(g, nil, game.PhaseRecord{}); err != nil {
					return err
				}
				ids = append([]string{g.ID}, ids...)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		passes := func(q *game.GameQuery, id string) bool {
			var i int
			if _, err := fmt.Sscanf(id, "f%d", &i); err != nil {
				t.Fatal(err)
			}
			has := map[game.Facet]bool{
				game.ByLinks: i%40 == 1, game.ByAccounts: i%40 != 1,
				game.WithPrograms: i < 300 && i%2 > 0, game.OnlyPeople: i >= 300 || i%2 == 0,
			}
			for _, f := range q.Facets {
				if !has[f] {
					return false
				}
			}
			status := [...]game.Status{game.Forming, game.Over, game.Active, game.Over}[i%4]
			return i%11 > 0 && (q.Status == "" || q.Status == status) && (!q.Plain || i%50 != 7) && (!q.Running || status != game.Over)
		}
		for _, q := range []game.GameQuery{
			{Facets: []game.Facet{game.ByLinks}},
			{Facets: []game.Facet{game.ByAccounts, game.OnlyPeople}, Plain: true},
			{Facets: []game.Facet{game.WithPrograms}},
			{Facets: []game.Facet{game.WithPrograms, game.ByLinks}, Status: game.Over},
			{Facets: []game.Facet{game.ByLinks}, Status: game.Over, Plain: true},
			{Facets: []game.Facet{game.ByLinks}, Running: true},
			{Facets: []game.Facet{game.PaceWeek}},
		} {
			var want []string
			for _, id := range ids {
				if passes(&q, id) {
					want = append(want, id)
				}
			}
			q.Limit, q.Count = 7, true
			parts := func(next func(l *game.GameList) (more bool)) (got [][]string) {
				for more := true; more; {
					if err := s.Read(ctx, func(tx *game.Tx) error {
						l, err := tx.Games.ListGames(q)
						got, more = append(got, l.IDs), err == nil && next(&l)
						return err
					}); err != nil {
						t.Fatal(err)
					}
				}
				return got
			}
			var last game.ListMark
			got := parts(func(l *game.GameList) bool {
				if q.After.IsZero() && len(want) < q.Limit && (l.Total != len(want) || l.AtLeast) {
					t.Errorf("%+v: %d games in all, want %d", q, l.Total, len(want))
				}
				q.After = l.Older
				if !l.Older.IsZero() {
					last = l.Older
				}
				return !l.Older.IsZero()
			})
			if all := slices.Concat(got...); !slices.Equal(all, want) {
				t.Errorf("%+v:\n%v\nwant\n%v", q, all, want)
			}
			if len(got) > 1+len(want)/q.Limit {
				t.Errorf("%+v: %d parts for %d games", q, len(got), len(want))
			}
			if last.IsZero() {
				continue
			}
			// Reads backwards from the beginning of the last part.
			q.After, q.Before = game.ListMark{}, last
			back := want[:slices.Index(want, last.ID)]
			got = parts(func(l *game.GameList) bool {
				q.Before = l.Newer
				return !l.Newer.IsZero()
			})
			slices.Reverse(got)
			seen := map[string]bool{} // the first part is always full, so parts can overlap
			all := slices.DeleteFunc(slices.Concat(got...), func(id string) bool {
				was := seen[id]
				seen[id] = true
				return was
			})
			if !slices.Equal(all, back) {
				t.Errorf("%+v, back:\n%v\nwant\n%v", q, all, back)
			}
		}
	})
}

// TestSkippedLists compares parts of a list that are reached with Skip, near both ends, with the
// whole list.
func TestSkippedLists(t *testing.T) {
	t.Parallel()
	const games = 60
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		crowd(t, s, games)
		for _, q := range []game.GameQuery{{}, {Status: game.Over}, {Status: game.Paused}, {Account: "a000009"}, {Account: "a000000", Status: game.Over}} {
			if err := s.Read(ctx, func(tx *game.Tx) error {
				whole, err := tx.Games.ListGames(q)
				if err != nil {
					return err
				}
				for skip := range games {
					for _, limit := range []int{1, 7, games} {
						part := q
						part.Skip, part.Limit, part.Count = skip, limit, true
						got, err := tx.Games.ListGames(part)
						if err != nil {
							return err
						}
						want := whole.IDs[min(skip, len(whole.IDs)):min(skip+limit, len(whole.IDs))]
						if !slices.Equal(got.IDs, want) || got.Total != len(whole.IDs) || got.Older.IsZero() != (skip+limit >= len(whole.IDs)) {
							t.Errorf("%+v: %v of %d, older: %s, want %v of %d", part, got.IDs, got.Total, got.Older, want, len(whole.IDs))
						}
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestNameSearch checks that a search finds the names of listed games only, regardless of case, in
// any script, and with special characters of patterns.
func TestNameSearch(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		crowd(t, s, 40)
		names := map[string]string{
			"g000001": "Été à PARIS", "g000002": "100% of Öl", "g000008": "a_b\\c", "g000004": "İstanbul", "g000005": "5 \u212As of ice", "g000010": "Straße", "g000007": "\U0001F3F0 castle",
		}
		if err := s.Write(ctx, func(tx *game.Tx) error {
			for id, name := range names {
				g, err := tx.Games.Game(id)
				if err != nil {
					return err
				}
				g.Name = name
				if err := tx.Games.SaveGame(g); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for words, want := range map[string]string{
			"été À paris": "g000001", "ÉTÉ": "g000001", "0% O": "g000002", "öl": "g000002", "A_B": "g000008", "b\\C": "g000008", "istan": "g000004", "ks OF": "g000005", "STRAß": "g000010", "\U0001F3F0 c": "g000007", "%": "g000002", "_": "g000008", "none of them": "",
		} {
			if err := s.Read(ctx, func(tx *game.Tx) error {
				list, err := tx.Games.ListGames(game.GameQuery{Name: words, Limit: 5, Count: true})
				if got := strings.Join(list.IDs, " "); got != want || list.Total != len(strings.Fields(want)) {
					t.Errorf("%q: %q of %d, want %q", words, got, list.Total, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestCommonRules checks that games with the same rules share one copy of them, and that a
// reader who appends to it does not change another game.
func TestCommonRules(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		crowd(t, s, 2)
		if err := s.Read(ctx, func(tx *game.Tx) error {
			all, err := tx.Games.GamesByID([]string{"g000000", "g000001"})
			if err != nil || len(all) != 2 {
				t.Fatal(len(all), err)
			}
			a, b := all[0].Rules, all[1].Rules
			if len(a) == 0 || string(a) != string(b) || &a[0] != &b[0] {
				t.Errorf("two copies: %s, %s", a, b)
			}
			one, other := append(a, '1'), append(b, '2')
			if one[len(a)] != '1' || other[len(b)] != '2' {
				t.Errorf("the texts of two readers: %s, %s", one, other)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
