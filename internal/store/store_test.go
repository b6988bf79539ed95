package store_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/store/storetest"
)

var ctx = context.Background()

// childOf names the environment variable that turns this program into a process
// that holds a database resource until it is killed.
const childOf = "PODESTA_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if url := os.Getenv(childOf); url != "" {
		child(url, os.Args[1])
		return
	}
	os.Exit(m.Run())
}

// databases runs a test on SQLite and on one private PostgreSQL. newURL returns
// the URL of an empty database.
func databases(t *testing.T, test func(t *testing.T, newURL func(t *testing.T) string)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "a folder with blanks", "and ? # %") })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		server := pgtest.Shared(t)
		test(t, func(t *testing.T) string { return server.URL(t) })
	})
}

func open(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// add adds the sample game.
func add(t testing.TB, s *store.Store, id string) {
	t.Helper()
	g, seats, first := storetest.Sample(id)
	if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) }); err != nil {
		t.Fatal(err)
	}
}

func TestStores(t *testing.T) {
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		storetest.Exercise(t, func(t *testing.T) func() storetest.Store {
			url := newURL(t)
			return func() storetest.Store { return open(t, url) }
		})
		for name, test := range map[string]func(t *testing.T){
			"processes that start at once":              func(t *testing.T) { startTogether(t, newURL(t)) },
			"a process that is killed in a transaction": func(t *testing.T) { killedInside(t, newURL(t)) },
			"a process that is killed with a job":       func(t *testing.T) { killedWithJob(t, newURL(t)) },
			"a store that is closed":                    func(t *testing.T) { closed(t, newURL(t)) },
			"games of a layout without lists":           func(t *testing.T) { listed(t, newURL(t)) },
			"a newer layout":                            func(t *testing.T) { outdated(t, newURL(t)) },
			"every step of the layout":                  func(t *testing.T) { steps(t, newURL) },
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t)
			})
		}
	})
}

// startTogether opens an empty database many times at the same time.
func startTogether(t *testing.T, url string) {
	errs := make(chan error)
	for range 6 {
		go func() {
			s, err := store.Open(url)
			if err == nil {
				err = s.Close()
			}
			errs <- err
		}()
	}
	for range 6 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// child runs in the processes that tests kill. It prints "ready" when it has reached the given
// step, and then waits.
func child(url, what string) {
	s, err := store.Open(url)
	if err != nil {
		fmt.Println(err)
		return
	}
	wait := func() {
		fmt.Println("ready")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // nothing ever arrives, because the test kills the process
	}
	if what == "packing" {
		packUntilKilled(s)
		return
	}
	err = storetest.Write(s, func(tx *game.Tx) error {
		if err := tx.Games.Lock("first"); err != nil {
			return err
		}
		if _, err := tx.Jobs.Claim("clock", due, time.Minute, 1); err != nil {
			return err
		}
		if err := tx.Games.NameSeat("first", 1, "Nobody"); err != nil {
			return err
		}
		if what == "inside" {
			wait()
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	wait()
}

// packUntilKilled packs phases one by one. It prints "ready" after the second one, and continues.
func packUntilKilled(s *store.Store) {
	for n := 1; ; n++ {
		if _, err := s.PackSome(ctx, 1); err != nil {
			fmt.Println(err)
			return
		}
		if n == 2 {
			fmt.Println("ready")
		}
	}
}

var due = time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC)

// kill starts a child and kills it when it is ready.
func kill(t *testing.T, url, what string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, what)
	c.Env = append(os.Environ(), childOf+"="+url)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "ready\n" {
		t.Errorf("the process said %q, %v", line, err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = c.Wait() // it was killed
}

// withJob returns a store with the sample game and one due job.
func withJob(t *testing.T, url string) *store.Store {
	s := open(t, url)
	add(t, s, "first")
	if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Jobs.Enqueue(game.Job{Kind: "clock", Key: "first", Due: due}) }); err != nil {
		t.Fatal(err)
	}
	return s
}

// claimed returns the number of jobs that can be claimed at the time now, and the player of the
// first seat.
func claimed(t *testing.T, s *store.Store, now time.Time) (n int, player string) {
	t.Helper()
	err := storetest.Write(s, func(tx *game.Tx) error {
		if err := tx.Games.Lock("first"); err != nil {
			return err
		}
		list, err := tx.Jobs.Claim("clock", now, time.Minute, 9)
		if err != nil {
			return err
		}
		seats, err := tx.Games.Seats("first")
		n, player = len(list), seats[0].Player
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n, player
}

func killedInside(t *testing.T, url string) {
	s := withJob(t, url)
	kill(t, url, "inside")
	if n, player := claimed(t, s, due); n != 1 || player != "Ada" {
		t.Errorf("%d jobs, and at the first seat %s", n, player)
	}
}

func killedWithJob(t *testing.T, url string) {
	s := withJob(t, url)
	kill(t, url, "after")
	if n, player := claimed(t, s, due.Add(time.Minute-1000)); n != 0 || player != "Nobody" {
		t.Errorf("before the lease is over: %d jobs, and at the first seat %s", n, player)
	}
	if n, _ := claimed(t, s, due.Add(time.Minute)); n != 1 {
		t.Errorf("when the lease is over: %d jobs", n)
	}
}

func closed(t *testing.T, url string) {
	s, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	topics := s.Listen(ctx)
	for _, check := range []func(context.Context) error{s.Check, s.CheckWrite, s.CheckWrite} {
		if err := check(ctx); err != nil {
			t.Error(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for range topics { // drains the channel, because the empty topic may still arrive
	}
	for topic := range s.Listen(ctx) {
		if topic != "" { // the empty topic says only that something may have been missed
			t.Errorf("topic %q from a store that is closed", topic)
		}
	}
	if s.Check(ctx) == nil || s.CheckWrite(ctx) == nil {
		t.Error("a store that is closed is well")
	}
}

// steps migrates a database version by version, and databases of some older versions directly, and
// compares them with a new database.
func steps(t *testing.T, newURL func(t *testing.T) string) {
	want := open(t, newURL(t)).Columns(t)
	if !slices.Contains(want, "job.due") {
		t.Errorf("columns: %v", want)
	}
	slow, last := newURL(t), store.Versions(t)-1
	for version := range last + 1 {
		store.OpenAt(t, slow, version)
		url := slow
		switch {
		case version == last:
		case version%8 == 0:
			url = newURL(t)
			store.OpenAt(t, url, version)
		default:
			continue
		}
		s := open(t, url)
		if _, err := s.Settle(ctx, 0); err != nil {
			t.Error(err)
		}
		if got := s.Columns(t); !slices.Equal(got, want) {
			t.Errorf("from version %d: %v, want %v", version, got, want)
		}
	}
	sqlite := open(t, t.TempDir()).Columns(t)
	if !slices.Equal(want, sqlite) {
		t.Errorf("columns: %v, on SQLite: %v", want, sqlite)
	}
}

// listed migrates games from a version before lists of games existed.
func listed(t *testing.T, url string) {
	store.OpenAt(t, url, 4)
	store.RawAt(t, url, 4, `INSERT INTO game (id, name, scenario, variant, rules, seed, solitaire, showcase, pace, phase, number, revision, finished, created, status, hosting) VALUES
		('links', 'a', 'B', '', '{}', ?, 0, 0, 0, '', 1, 1, 0, 1, '', NULL),
		('over', 'b', 'B', '', '{}', ?, 0, 0, 0, '', 1, 1, 1, 2, '', NULL),
		('hidden', 'c', 'B', '', '{}', ?, 0, 0, 0, '', 1, 1, 0, 3, 'active', '{"comment":"\"listed\":true"}'),
		('forming', 'd', 'B', '', '{}', ?, 0, 0, 0, '', 1, 1, 0, 4, 'forming', '{"comment":"x","listed":true}')`,
		[]byte{1}, []byte{1}, []byte{1}, []byte{1})
	s := open(t, url)
	for _, c := range []struct {
		q    game.GameQuery
		want string
	}{
		{game.GameQuery{}, "forming over links"},
		{game.GameQuery{Status: game.Active, Hidden: true}, "hidden links"},
		{game.GameQuery{Status: game.Over}, "over"},
		{game.GameQuery{Status: game.Forming}, "forming"},
	} {
		err := storetest.Read(s, func(tx *game.Tx) error {
			list, err := tx.Games.ListGames(c.q)
			if got := strings.Join(list.IDs, " "); got != c.want {
				t.Errorf("%+v: %s, want %s", c.q, got, c.want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		filepath.Join(file, "below"): "the data folder",
		"mysql://root@localhost/x":   "neither sqlite: nor postgres:",
		"sqlite:":                    "no path",
		"":                           "no path",
		"postgres://ada:topsecret@localhost:x/db":                "cannot parse",
		"postgres://ada:topsecret@/db?host=" + folder:            "cannot reach its database",
		"postgres://ada:topsecret@/db?host=" + folder + "&a=%zz": "",
	} {
		_, err := store.Open(url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", url, err)
		}
		if err != nil && strings.Contains(err.Error(), "topsecret") {
			t.Errorf("the error contains the password: %v", err)
		}
	}
	s := open(t, folder)
	s.Raw(t, "PRAGMA user_version = 99")
	s.Raw(t, "UPDATE item SET data = CAST('99' AS BLOB) WHERE kind = 'layout' AND name = 'compatible'")
	if _, err := store.Open(folder); err == nil || !strings.Contains(err.Error(), "newer podesta") {
		t.Errorf("a newer layout: %v", err)
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, url := range []string{
		"sqlite:" + filepath.Join(folder, "one.db"), "sqlite://" + filepath.Join(folder, "two.db"),
		"sqlite:" + folder, "sqlite:" + filepath.Join(folder, "new") + "/", filepath.Join(folder, "plain"),
	} {
		open(t, url)
	}
	for _, name := range []string{"one.db", "two.db", "podesta.db", "new/podesta.db", "plain/podesta.db"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}

// unavailable fails the test unless an error has a message for people and the correct code.
func unavailable(t *testing.T, err error, want *game.Error) {
	t.Helper()
	if !errors.Is(err, want) || game.ErrorCode(err) != game.Unavailable {
		t.Errorf("%v, want: %v", err, want)
	}
}

// outdated checks that after a newer program has migrated the database, older processes can keep
// writing and can start as long as the versions are compatible. Once they are incompatible, older
// processes must stop writing, but continue to read.
func outdated(t *testing.T, url string) {
	s := open(t, url)
	write := func(s *store.Store) error {
		return s.Write(ctx, func(tx *game.Tx) error { return tx.Items.Put("", "test", "key", []byte("text")) })
	}
	if err := write(s); err != nil {
		t.Fatal(err)
	}
	known := store.Versions(t)
	postgres := strings.HasPrefix(url, "postgres:")
	version := func(n int) {
		t.Helper()
		if postgres {
			s.Raw(t, fmt.Sprintf("UPDATE layout SET version = %d", n))
		} else {
			s.Raw(t, fmt.Sprintf("PRAGMA user_version = %d", n))
		}
	}
	need := func(n int) {
		t.Helper()
		s.Raw(t, fmt.Sprintf("UPDATE item SET data = CAST('%d' AS %s) WHERE kind = 'layout' AND name = 'compatible'", n, map[bool]string{true: "BYTEA", false: "BLOB"}[postgres]))
	}
	for _, c := range []struct {
		layout, from int
		good         bool
	}{{99, known, true}, {99, known - 1, true}, {99, 99, false}, {known + 1, known + 1, false}, {known, known, true}} {
		version(c.layout)
		need(c.from)
		time.Sleep(1100 * time.Millisecond)
		err := write(s)
		if c.good && err != nil {
			t.Errorf("layout %d, for programs that know %d: %v", c.layout, c.from, err)
		}
		if !c.good {
			unavailable(t, err, game.ErrOutdated)
		}
		another, err := store.Open(url)
		if (err == nil) != c.good || err != nil && !strings.Contains(err.Error(), "newer podesta") {
			t.Errorf("layout %d, for programs that know %d: another process: %v", c.layout, c.from, err)
		}
		if err == nil {
			if err := errors.Join(write(another), another.Close()); err != nil {
				t.Error(err)
			}
		}
		if l, err := s.Layout(ctx); err != nil || l != (store.Layout{Have: c.layout, Known: known, From: c.from}) {
			t.Errorf("layout %+v, %v", l, err)
		}
		compatible := 0
		if c.layout > known {
			compatible = c.from
		}
		if i, err := store.Inspect(ctx, url); err != nil || i.Layout != c.layout || i.Compatible != compatible {
			t.Errorf("it is inspected as %+v, %v", i, err)
		}
		if err := s.Read(ctx, func(tx *game.Tx) error {
			_, err := tx.Items.Get("", "test", "key")
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	// A database without this item requires programs to know its own version.
	s.Raw(t, "DELETE FROM item WHERE kind = 'layout' AND name = 'compatible'")
	version(known + 1)
	time.Sleep(1100 * time.Millisecond)
	unavailable(t, write(s), game.ErrOutdated)
}

// TestDamaged checks that a database in which damage was found is reported as damaged until it
// is checked again.
func TestDamaged(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Write(ctx, func(tx *game.Tx) error {
		for i := range 300 {
			if err := tx.Items.Put("", "test", fmt.Sprint(i), bytes.Repeat([]byte{'x'}, 3000)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "podesta.db")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	half := len(text) / 2
	copy(text[half:], bytes.Repeat([]byte{0xff}, len(text)-half))
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder)
	if err := s.Check(ctx); err != nil {
		t.Fatalf("before anything was read: %v", err)
	}
	err = s.Read(ctx, func(tx *game.Tx) error {
		_, err := tx.Items.List("", "test")
		return err
	})
	if err == nil {
		t.Fatal("a damaged database was read")
	}
	if err := s.Check(ctx); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("after pages that could not be shown: %v", err)
	}
}

// TestStamps checks that a write to any table with rows of games sets the stamp of the game,
// except for tables that no page of a game shows.
func TestStamps(t *testing.T) {
	t.Parallel()
	unseen := []string{
		"contest",                             // used for ladders and at the end of a game, neither of which is cached
		"follow", "invitation", "invite_link", // data of people
		"gram",                                      // used for searches
		"hook", "hook_seen", "held", "job", "token", // work and secrets
		"look", "report", // data for operators
		"mute",  // a change sets the stamp of the account
		"seen",  // it is part of the key of a reader's cached page
		"stamp", // the table itself
	}
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		var want []string
		for _, column := range s.Columns(t) {
			if table, ok := strings.CutSuffix(column, ".game"); ok && !slices.Contains(unseen, table) {
				want = append(want, table)
			}
		}
		stamped := slices.DeleteFunc(s.Stamped(t), func(table string) bool { return table == "game" })
		if !slices.Equal(stamped, want) {
			t.Errorf("stamps are set for %v, and rows of games are in %v: what only one has needs triggers as in 0012_stamps.sql, or belongs in unseen if no page shows it", stamped, want)
		}
	})
}
