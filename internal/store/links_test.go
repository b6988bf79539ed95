package store_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/internal/store"
)

// clockFunc is a clock that the test sets.
type clockFunc func() time.Time

func (f clockFunc) Now() time.Time { return f() }

// version9 fills a database whose layout has version 9 with the games that a
// podesta of that time has written.
func version9(t *testing.T, url string) {
	t.Helper()
	text, err := os.ReadFile("testdata/version9.sql")
	if err != nil {
		t.Fatal(err)
	}
	store.OpenAt(t, url, 9)
	sql := regexp.MustCompile(`(?ms)^INSERT INTO .*?\);$`).FindAllString(string(text), -1)
	if len(sql) < 50 {
		t.Fatalf("%d rows in the file", len(sql))
	}
	postgres := strings.HasPrefix(url, "postgres")
	var rows []string
	for _, row := range sql {
		if postgres {
			if strings.HasPrefix(row, "INSERT INTO notice ") { // of SQLite only
				continue
			}
			row = regexp.MustCompile(`X'([0-9A-F]*)'`).ReplaceAllString(row, `'\x$1'`)
		}
		rows = append(rows, row)
	}
	if postgres { // the rows have their ids with them
		rows = append(rows, "SELECT setval(pg_get_serial_sequence('job', 'id'), 1000);")
	}
	store.RawAt(t, url, 9, strings.Join(rows, "\n"))
}

// TestLinksBecomeHosted brings a database up to date in which games are run by
// links beside those that are hosted, and plays them on.
func TestLinksBecomeHosted(t *testing.T) {
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		version9(t, url)
		s := open(t, url)
		now := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
		j := judge.New(s, clockFunc(func() time.Time { return now }), []byte("secret"))
		j.AllowPlay(10)
		all, err := j.Games(ctx)
		if err != nil {
			t.Fatal(err)
		}
		games := map[string]*judge.Game{}
		for _, g := range all {
			games[g.Name] = g
			for n := 1; n <= g.Number; n++ { // by whichever engine they were processed
				if p, err := j.Phase(ctx, g.ID, n); err != nil || p.Before == nil || (p.After == nil) != (n == g.Number && !g.Finished) {
					t.Errorf("%s: phase %d: %+v, %v", g.Name, n, p, err)
				}
			}
		}
		paced, over, alone, visit := games["Two days a phase"], games["Over"], games["Alone"], games["Milan against three"]
		if paced == nil || over == nil || alone == nil || visit == nil || games["No deadline"] == nil || games["Hosted"] == nil {
			t.Fatalf("games: %v", games)
		}
		for name, want := range map[string]struct {
			status judge.Status
			due    string
			pace   time.Duration
			listed bool
			press  bool
		}{
			"Two days a phase":    {judge.Active, "2026-11-24T18:00:00Z", 48 * time.Hour, true, true},
			"No deadline":         {judge.Active, "0001-01-01T00:00:00Z", 0, true, true},
			"Alone":               {judge.Active, "2026-11-23T00:00:00Z", 0, true, false},
			"Over":                {judge.Over, "0001-01-01T00:00:00Z", time.Hour, true, true},
			"Milan against three": {judge.Active, "0001-01-01T00:00:00Z", 0, false, false},
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

		// One seat of the game with a deadline has said that it is ready, and goes on
		// being ready; with the others the phase is resolved.
		states, err := j.States(ctx, paced.ID, judge.Role{Master: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, state := range states {
			if state.Ready != (i == 1) {
				t.Errorf("seat %d: %+v", i+1, state)
			}
		}
		for _, seat := range []int{1, 3, 4} {
			if err := j.Ready(ctx, paced.ID, judge.Role{Seat: seat}, seat, paced.Revision, true); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Game(ctx, paced.ID); err != nil || g.Number != paced.Number+1 || !g.Deadline.Equal(now.Add(48*time.Hour)) {
			t.Errorf("after everyone is ready: phase %d, due %v, %v", g.Number, g.Deadline, err)
		}
		// The deadline of the other comes, and the visitor's game goes on with its
		// computer players.
		for ; now.Before(time.Date(2026, 11, 23, 0, 1, 0, 0, time.UTC)); now = now.Add(time.Minute) {
			if _, err := j.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Game(ctx, alone.ID); err != nil || g.Number != alone.Number+1 || !g.Deadline.IsZero() {
			t.Errorf("after its deadline: phase %d, due %v, %v", g.Number, g.Deadline, err)
		}
		for {
			task, err := j.BotTask(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if task == nil {
				break
			}
			if err := j.BotsOrder(ctx, task, nil); err != nil {
				t.Fatal(err)
			}
		}
		if g, err := j.Game(ctx, visit.ID); err != nil || g.Number != visit.Number+1 {
			t.Errorf("the visitor was ready, and the game is at phase %d, %v", g.Number, err)
		}
	})
}

// TestMigrationFails breaks the last migration half-way: the database stays what
// it was, and the program of that time can use it.
func TestMigrationFails(t *testing.T) {
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		version9(t, url)
		store.RawAt(t, url, 9, "CREATE INDEX game_status ON game (name)") // the migration makes one of that name, at its end
		if s, err := store.Open(url); err == nil {
			s.Close()
			t.Fatal("the migration did not fail")
		}
		store.RawAt(t, url, 9, "UPDATE game SET deadline = NULL, pace = 0, standing = 'active' WHERE hosting IS NULL OR hosting = ''")
		store.RawAt(t, url, 9, "DROP INDEX game_status")
		open(t, url)
	})
}
