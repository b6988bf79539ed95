package store_test

import (
	"bytes"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/store/storetest"
)

// TestPostgres checks the behaviour that is specific to PostgreSQL.
func TestPostgres(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	t.Run("no room", func(t *testing.T) { postgresFull(t, server) })
	t.Run("no schema", func(t *testing.T) {
		_, err := store.Open(strings.Replace(server.URL(t), "search_path=test", "search_path=none", 1))
		if err == nil || !strings.Contains(err.Error(), "CREATE SCHEMA") {
			t.Error(err)
		}
	})
	t.Run("no database", func(t *testing.T) {
		_, err := store.Open(strings.Replace(server.URL(t), "/postgres?", "/none?", 1))
		if err == nil || !strings.Contains(err.Error(), `database "none" does not exist`) {
			t.Error(err)
		}
	})
	t.Run("backup", func(t *testing.T) {
		u := server.URL(t)
		for _, err := range []error{open(t, u).Backup(ctx, "x"), store.Backup(ctx, u, "x")} {
			if err == nil || !strings.Contains(err.Error(), "pg_dump --format=custom --file=FILE --host="+server.Socket()) {
				t.Error(err)
			}
		}
	})
	t.Run("a commit of which the answer is lost", func(t *testing.T) { lostAnswer(t, server, true) })
	t.Run("a commit that is lost", func(t *testing.T) { lostAnswer(t, server, false) })
	t.Run("a process that is frozen in a transaction", func(t *testing.T) { frozen(t, server) })
	// These run last because they stop the server.
	t.Run("a server that goes away in a transaction", func(t *testing.T) { awayInside(t, server) })
	t.Run("a server that is away for long", func(t *testing.T) { awayForLong(t, server) })
}

func postgresFull(t *testing.T, server *pgtest.Server) {
	u := server.URL(t)
	s := open(t, u)
	add(t, s, "first")
	server.Exec(t, u, `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
		`CREATE TRIGGER no_room BEFORE INSERT ON orders EXECUTE FUNCTION no_room()`)
	err := storetest.Write(s, func(tx *game.Tx) error {
		if err := tx.Games.NameSeat("first", 1, "Nobody"); err != nil {
			return err
		}
		return tx.Phases.SaveOrders("first", 1, 1, 1, "x")
	})
	unavailable(t, err, game.ErrFull)
	if _, player := claimed(t, s, due); player != "Ada" {
		t.Errorf("half of it was saved: %s", player)
	}
}

// frozen stops a process in the middle of a transaction. The server ends its session, which
// frees its locks; when the process continues, it starts the transaction again.
func frozen(t *testing.T, server *pgtest.Server) {
	u := server.URL(t)
	other, slow := open(t, u), open(t, u)
	add(t, other, "first")
	runs := 0
	err := storetest.Write(slow, func(tx *game.Tx) error {
		if err := tx.Games.NameSeat("first", 1, "Bo"); err != nil {
			return err
		}
		if runs++; runs > 1 {
			return nil
		}
		// This is what idle_in_transaction_session_timeout does when it expires.
		server.Exec(t, u, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND pid IN (SELECT pid FROM pg_locks WHERE relation = to_regclass('seat') AND granted)")
		return storetest.Write(other, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Cleo") })
	})
	if err != nil || runs != 2 {
		t.Errorf("%d runs, %v", runs, err)
	}
	if _, player := claimed(t, other, due); player != "Bo" {
		t.Errorf("at the first seat: %s", player)
	}
}

// awayInside crashes the server and restarts it during a transaction, and checks that the
// transaction runs again.
func awayInside(t *testing.T, server *pgtest.Server) {
	s := open(t, server.URL(t))
	add(t, s, "first")
	topics := s.Listen(ctx)
	if got := <-topics; got != "" {
		t.Errorf("heard %q", got)
	}
	runs := 0
	err := storetest.Write(s, func(tx *game.Tx) error {
		runs++
		if err := tx.Games.NameSeat("first", 1, "Bo"); err != nil {
			return err
		}
		if runs == 1 {
			server.Crash(t)
			server.Up(t)
		}
		return tx.Phases.SaveOrders("first", 1, 1, 1, "x")
	})
	if err != nil || runs != 2 {
		t.Errorf("%d runs, %v", runs, err)
	}
	reads := 0
	err = storetest.Read(s, func(tx *game.Tx) error {
		if reads++; reads == 1 {
			server.Down(t)
			server.Up(t)
		}
		_, err := tx.Games.Game("first")
		return err
	})
	if err != nil || reads != 2 {
		t.Errorf("%d reads, %v", reads, err)
	}
	// After each lost connection, a listener learns that it may have missed topics, and then
	// receives new ones.
	for got := range topics {
		if got == "first" {
			break
		}
		if got != "" {
			t.Errorf("heard %q", got)
		}
		if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Jobs.Notify("first") }); err != nil {
			t.Error(err)
		}
	}
}

// awayForLong checks that the store gives up with an error for people while a server stays down,
// and works again once the server is back.
func awayForLong(t *testing.T, server *pgtest.Server) {
	s := open(t, server.URL(t))
	add(t, s, "first")
	server.Down(t)
	write := func() error {
		return storetest.Write(s, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Bo") })
	}
	unavailable(t, write(), game.ErrUnavailable)
	unavailable(t, s.Check(ctx), game.ErrUnavailable)
	unavailable(t, s.CheckWrite(ctx), game.ErrUnavailable)
	server.Up(t)
	if err := write(); err != nil {
		t.Errorf("when it is back: %v", err)
	}
	if _, player := claimed(t, s, due); player != "Bo" {
		t.Errorf("at the first seat: %s", player)
	}
}

// lostAnswer cuts the connection before or after a commit, and checks that the work is done exactly
// once and reported as done to the caller.
func lostAnswer(t *testing.T, server *pgtest.Server, through bool) {
	u := server.URL(t)
	p := newProxy(t, filepath.Join(server.Socket(), ".s.PGSQL.5432"))
	direct := open(t, u)
	add(t, direct, "first")
	q, err := url.Parse(u)
	if err != nil {
		t.Fatal(err)
	}
	values := q.Query()
	values.Set("host", p.folder)
	q.RawQuery = values.Encode()
	s := open(t, q.String())
	runs := 0
	err = storetest.Write(s, func(tx *game.Tx) error {
		runs++
		_, err := tx.Log.Append(game.Entry{Game: "first"})
		if runs == 1 {
			p.through = through
			p.cut.Store(true)
		}
		return err
	})
	want := 2
	if through {
		want = 1
	}
	if err != nil || runs != want {
		t.Errorf("%d runs, want %d; %v", runs, want, err)
	}
	err = storetest.Read(direct, func(tx *game.Tx) error {
		list, err := tx.Log.Entries("first", 0, 0)
		if len(list) != 1 {
			t.Errorf("it was done %d times", len(list))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// proxy is placed between a store and its server. When armed, it cuts the
// connection on which the next commit arrives.
type proxy struct {
	folder  string
	cut     atomic.Bool
	through bool // whether the commit reaches the server before the cut
}

func newProxy(t *testing.T, server string) *proxy {
	p := &proxy{folder: t.TempDir()}
	l, err := net.Listen("unix", filepath.Join(p.folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return // the test has ended
			}
			go p.pass(in, server)
		}
	}()
	return p
}

// pass forwards data in both directions.
func (p *proxy) pass(in net.Conn, server string) {
	defer in.Close()
	out, err := net.Dial("unix", server)
	if err != nil {
		return
	}
	defer out.Close()
	answers := make(chan struct{})
	var deaf atomic.Bool
	go func() {
		defer close(answers)
		buffer := make([]byte, 64<<10)
		for {
			n, err := out.Read(buffer)
			if deaf.Load() || err != nil {
				return // the server has answered, or has closed the connection
			}
			if _, err := in.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := in.Read(buffer)
		if err != nil {
			return // the store has closed the connection
		}
		if bytes.Contains(buffer[:n], []byte("commit\x00")) && p.cut.CompareAndSwap(true, false) {
			if p.through {
				deaf.Store(true)
				if _, err := out.Write(buffer[:n]); err == nil {
					<-answers
				}
			}
			return
		}
		if _, err := out.Write(buffer[:n]); err != nil {
			return
		}
	}
}
