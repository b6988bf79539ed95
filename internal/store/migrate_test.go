package store_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/internal/store"
)

// clockFunc is a clock that the test sets.
type clockFunc func() time.Time

func (f clockFunc) Now() time.Time { return f() }

// rowsOf fills a database of an older layout with games written by the corresponding version of
// podesta.
func rowsOf(t *testing.T, url string, version int) {
	t.Helper()
	if n := rowsIn(t, url, version, fmt.Sprintf("version%d.sql", version)); n < 50 {
		t.Fatalf("%d rows in the file", n)
	}
}

// rowsIn creates a database of an older version with the rows in a file, and returns the number of
// rows.
func rowsIn(t *testing.T, url string, version int, file string) int {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	store.OpenAt(t, url, version)
	sql := regexp.MustCompile(`(?ms)^INSERT INTO .*?\);$`).FindAllString(string(text), -1)
	postgres := strings.HasPrefix(url, "postgres")
	var rows []string
	for _, row := range sql {
		if postgres {
			if strings.HasPrefix(row, "INSERT INTO notice ") { // for SQLite only
				continue
			}
			row = regexp.MustCompile(`X'([0-9A-F]*)'`).ReplaceAllString(row, `'\x$1'`)
		}
		rows = append(rows, row)
	}
	if postgres { // the rows include their ids
		rows = append(rows, "SELECT setval(pg_get_serial_sequence('job', 'id'), 1000);")
	}
	store.RawAt(t, url, version, strings.Join(rows, "\n"))
	return len(sql)
}

// TestLinksBecomeHosted migrates a database that contains games run by links
// and hosted games, and continues all of them.
func TestLinksBecomeHosted(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		rowsOf(t, url, 9)
		s := open(t, url)
		now := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
		j := judge.New(s, clockFunc(func() time.Time { return now }), []byte("secret"))
		all, err := j.Base.Games(ctx)
		if err != nil {
			t.Fatal(err)
		}
		games := map[string]*game.Game{}
		for _, g := range all {
			games[g.Name] = g
			for n := 1; n <= g.Number; n++ { // whichever version of the engine resolved them
				if p, err := j.Base.Phase(ctx, g.ID, n); err != nil || p.Before == nil || (p.After == nil) != (n == g.Number && !g.Finished) {
					t.Errorf("%s: phase %d: %+v, %v", g.Name, n, p, err)
				}
			}
		}
		paced, over, alone, visit := games["Two days a phase"], games["Over"], games["Alone"], games["Milan against three"]
		if paced == nil || over == nil || alone == nil || visit == nil || games["No deadline"] == nil || games["Hosted"] == nil {
			t.Fatalf("games: %v", games)
		}
		for name, want := range map[string]struct {
			status game.Status
			due    string
			pace   time.Duration
			listed bool
			press  bool
		}{
			"Two days a phase":    {game.Active, "2026-11-24T18:00:00Z", 48 * time.Hour, true, true},
			"No deadline":         {game.Active, "0001-01-01T00:00:00Z", 0, true, true},
			"Alone":               {game.Active, "2026-11-23T00:00:00Z", 0, true, false},
			"Over":                {game.Over, "0001-01-01T00:00:00Z", time.Hour, true, true},
			"Milan against three": {game.Active, "0001-01-01T00:00:00Z", 0, false, false},
		} {
			g := games[name]
			h := g.Hosting
			if g.Status != want.status || g.Deadline.Format(time.RFC3339) != want.due || !h.Links || !h.OnReady || h.Rated || h.Listed != want.listed || h.Press.None == want.press {
				t.Errorf("%s: %s, due %s, %+v", name, g.Status, g.Deadline, h)
			}
			for _, timing := range h.Timing {
				if timing.Next != want.pace || timing.Validate() != nil {
					t.Errorf("%s: %+v", name, timing)
				}
			}
		}
		if h := games["Hosted"].Hosting; h.Links || h.OnReady || h.Timing[schedule.Moves].Next != 71*time.Hour {
			t.Errorf("the hosted game: %+v", h)
		}

		// One seat of the game with a deadline was ready before and stays ready. Once the others
		// are ready too, the phase is resolved.
		states, err := j.Clock.States(ctx, paced.ID, game.Role{Master: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, state := range states {
			if state.Ready != (i == 1) {
				t.Errorf("seat %d: %+v", i+1, state)
			}
		}
		for _, seat := range []int{1, 3, 4} {
			if err := j.Clock.Ready(ctx, paced.ID, game.Role{Seat: seat}, seat, paced.Revision, true); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Base.Game(ctx, paced.ID); err != nil || g.Number != paced.Number+1 || !g.Deadline.Equal(now.Add(48*time.Hour)) {
			t.Errorf("after everyone is ready: phase %d, due %v, %v", g.Number, g.Deadline, err)
		}
		// The deadline of the other game arrives, and the visitor's game
		// continues with its computer players.
		for ; now.Before(time.Date(2026, 11, 23, 0, 1, 0, 0, time.UTC)); now = now.Add(time.Minute) {
			if _, err := j.Clock.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Base.Game(ctx, alone.ID); err != nil || g.Number != alone.Number+1 || !g.Deadline.IsZero() {
			t.Errorf("after its deadline: phase %d, due %v, %v", g.Number, g.Deadline, err)
		}
		for {
			task, err := j.BotGames.BotTask(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if task == nil {
				break
			}
			if err := j.BotGames.BotsOrder(ctx, task, nil); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Base.Game(ctx, visit.ID); err != nil || g.Number != visit.Number+1 {
			t.Errorf("the visitor was ready, and the game is at phase %d, %v", g.Number, err)
		}
	})
}

// TestMigrationFails makes migrations fail half-way, and checks that the database stays
// unchanged, and that the older program can use it.
func TestMigrationFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version            int
		clash, use, repair string
	}{
		{ // conflicts with a table that the migrations create
			9, "CREATE INDEX game_status ON game (name)",
			"UPDATE game SET deadline = NULL, pace = 0, standing = 'active' WHERE hosting IS NULL OR hosting = ''", "DROP INDEX game_status",
		},
		{10, "CREATE TABLE hook_seen (game TEXT)", "UPDATE item SET data = data WHERE kind IN ('vote', 'diary')", "DROP TABLE hook_seen"},
	} {
		t.Run(strconv.Itoa(c.version), func(t *testing.T) {
			databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
				url := newURL(t)
				rowsOf(t, url, c.version)
				store.RawAt(t, url, c.version, c.clash)
				if s, err := store.Open(url); err == nil {
					s.Close()
					t.Fatal("the migration did not fail")
				}
				store.RawAt(t, url, c.version, c.use)
				store.RawAt(t, url, c.version, c.repair)
				open(t, url)
			})
		})
	}
}

// TestItemsBecomeRows migrates a database that stores votes, agreements,
// absences, orders sent in advance, diaries and webhooks as JSON.
func TestItemsBecomeRows(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		rowsOf(t, url, 10)
		s := open(t, url)
		j := judge.New(s, clockFunc(func() time.Time { return time.Date(2026, 1, 1, 21, 30, 0, 0, time.UTC) }), []byte("secret"))
		all, err := j.Base.Games(ctx)
		if err != nil {
			t.Fatal(err)
		}
		games := map[string]string{}
		for _, g := range all {
			games[g.Name] = g.ID
		}
		council, ended, republic := games["Council"], games["Ended"], games["Republic"]
		var hooks []game.Hook
		same := func(what string, got, want any) {
			t.Helper()
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", what, got, want)
			}
		}
		if err := s.Read(ctx, func(tx *game.Tx) error {
			ballots, err := tx.Votes.Ballots(council)
			if err != nil {
				return err
			}
			same("votes", ballots, map[int]game.Ballot{1: {Draw: true}, 2: {Concede: 3}})
			absences, err := tx.Absences.Absences(council)
			if err != nil {
				return err
			}
			day := func(d, h int) time.Time { return time.Date(2026, 1, d, h, 0, 0, 0, time.UTC) }
			same("absences", absences, []schedule.Absence{
				{Seat: 0, Start: day(4, 21), End: day(4, 22)}, {Seat: 1, Start: day(3, 21), End: day(5, 21)}, {Seat: 1, Start: day(11, 21), End: day(12, 21)},
			})
			deferred, err := tx.Deferred.Deferred(council)
			if err != nil {
				return err
			}
			var words []string
			for _, d := range deferred {
				words = append(words, fmt.Sprintf("%d %s %d lines, waits %t, entered %t", d.Seat, d.Phase, strings.Count(d.Text, "\n")+1, d.Wait, d.Entered))
			}
			same("orders sent in advance", words, []string{
				"1 summer 1385 orders 5 lines, waits false, entered true", "1 fall 1385 orders 6 lines, waits false, entered false", "2 fall 1385 orders 3 lines, waits true, entered false",
			})
			notes, err := tx.Diaries.Notes(council, 1)
			if err != nil {
				return err
			}
			same("diary", notes, []string{"Trust \"nobody\".\nNot even Venice.", "Città è mia"})
			members, err := tx.Members.Members(council)
			if err != nil {
				return err
			}
			for _, m := range members {
				own, err := tx.Hooks.Hooks(m.Account)
				if err != nil {
					return err
				}
				hooks = append(hooks, own...)
			}
			for _, h := range hooks {
				if seen, err := tx.Hooks.HookSeen(council, h.ID); err != nil || seen != 9 {
					t.Errorf("%s: called up to %d, %v", h.URL, seen, err)
				}
			}
			letters, err := tx.Votes.Agreements(ended, "letters")
			if err != nil {
				return err
			}
			pause, err := tx.Votes.Agreements(republic, game.MotionPause)
			if err != nil {
				return err
			}
			end, err := tx.Votes.Agreements(republic, game.MotionEnd)
			if err != nil {
				return err
			}
			same("agreements", []int{len(letters), len(pause), len(end)}, []int{2, 2, 1})
			for _, gameID := range []string{"", council, ended, republic} {
				kinds, err := tx.Items.Kinds(gameID)
				if err != nil {
					return err
				}
				for _, k := range kinds {
					if slices.Contains([]string{"vote", "motion", "openletters", "absence", "deferred", "entered", "diary", "hookat", "hooks"}, k) || strings.HasPrefix(k, "hook ") {
						t.Errorf("there is still an item %q", k)
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(hooks) != 2 {
			t.Fatalf("webhooks: %+v", hooks)
		}
		slices.SortFunc(hooks, func(a, b game.Hook) int { return strings.Compare(a.URL, b.URL) })
		a, b := hooks[0], hooks[1]
		same("webhook", []any{a.URL, a.Format, a.Game, a.Kinds, a.Created, len(a.Secret), a.Off}, []any{
			"https://hook.example.net/a", game.HookJSON, "", []game.EntryKind{game.PressEntry, game.ResultEntry}, time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC), 26, false,
		})
		same("webhook", []any{b.URL, b.Format, b.Game, len(b.Kinds)}, []any{"https://hook.example.net/b", game.HookDiscord, council, 0})
		if votes, err := j.Clock.Votes(ctx, council, game.Role{Master: true}); err != nil || len(votes) != 2 {
			t.Errorf("votes: %+v, %v", votes, err)
		}
	})
}
