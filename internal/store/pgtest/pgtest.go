//go:build unix

// Package pgtest runs a private PostgreSQL server for tests, with its own data folder and Unix
// socket, but without a TCP port. The server and its files are removed when the test ends. The
// system's own servers are not touched.
package pgtest

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the database driver
)

// Server is a private PostgreSQL server.
type Server struct {
	folder string // contains the socket, and a subfolder with the data
	bin    string // folder of PostgreSQL's programs
	as     *syscall.Credential
	stop   func(syscall.Signal) error
}

var schemas atomic.Int64

// Start starts a new server, which ends with the test. The test fails if PostgreSQL is not
// installed. The settings, such as "fsync=on", are added to its configuration.
func Start(tb testing.TB, settings ...string) *Server {
	tb.Helper()
	s := start(tb, settings...)
	tb.Cleanup(func() { s.end(tb) })
	return s
}

// shared is the server of Shared.
var shared struct {
	sync.Mutex
	server *Server
	users  int // number of tests that have not ended
}

// Shared returns a server that the tests of a process share; each test uses separate schemas. The
// server ends with the last of these tests. Tests that stop their server or need other settings use
// Start.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.users == 0 {
		shared.server = start(tb)
	}
	shared.users++
	tb.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.users--; shared.users == 0 {
			shared.server.end(tb)
		}
	})
	return shared.server
}

// end stops the server and removes its files.
func (s *Server) end(tb testing.TB) {
	tb.Helper()
	s.Crash(tb)
	if err := os.RemoveAll(s.folder); err != nil {
		tb.Error(err)
	}
}

func start(tb testing.TB, settings ...string) *Server {
	tb.Helper()
	bin, err := Programs()
	if err != nil {
		tb.Fatal(err)
	}
	// The test's temporary folder is not used, because another user cannot enter it and its path
	// would be too long for a socket.
	folder, err := os.MkdirTemp("", "podesta-pg-")
	if err != nil {
		tb.Fatal(err)
	}
	up := false
	defer func() {
		if !up {
			_ = os.RemoveAll(folder)
		}
	}()
	s := &Server{folder: folder, bin: bin}
	if os.Getuid() == 0 {
		if s.as, err = Ordinary(); err == nil {
			err = os.Chown(folder, int(s.as.Uid), int(s.as.Gid))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if out, err := s.command("initdb", "--pgdata="+s.Data(), "--username=podesta", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync").CombinedOutput(); err != nil {
		tb.Fatalf("initdb: %v\n%s", err, out)
	}
	f, err := os.OpenFile(filepath.Join(s.Data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	config := []string{
		"listen_addresses=''", "unix_socket_directories='" + folder + "'", "fsync=off", "shared_buffers=16MB", "max_connections=120",
		"autovacuum=off", "log_min_messages=fatal", "deadlock_timeout=50ms",
	}
	_, err = f.WriteString(strings.Join(append(config, settings...), "\n") + "\n")
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	s.Up(tb)
	up = true
	return s
}

// Programs returns the folder of PostgreSQL's programs: the folder of initdb in PATH, or the newest
// one installed by Debian.
func Programs() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil {
			return filepath.Dir(initdb), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("PostgreSQL is not installed, and these tests run a private one: run `make test-deps` first (it installs Debian's packages), or put initdb and postgres in the path")
	}
	number := func(path string) int {
		n, _ := strconv.Atoi(strings.Split(path, "/")[4]) // a folder whose name is not a number counts as the oldest
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return number(a) - number(b) })), nil
}

// Ordinary returns an unprivileged user, because root may not run PostgreSQL.
func Ordinary() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

// Data returns the folder of the server's data. While the server is stopped, a test may replace its
// contents.
func (s *Server) Data() string { return filepath.Join(s.folder, "data") }

// Folder creates a folder that servers can write to, and removes it at the end of the test.
func Folder(tb testing.TB) string {
	tb.Helper()
	folder, err := os.MkdirTemp("", "podesta-pg-")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			tb.Error(err)
		}
	})
	if os.Getuid() == 0 {
		as, err := Ordinary()
		if err == nil {
			err = os.Chown(folder, int(as.Uid), int(as.Gid))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	return folder
}

// Shell runs commands as the user of the server, with PostgreSQL's programs in PATH and configured
// to connect to the server. It returns their output. It fails the test if a command fails.
func (s *Server) Shell(tb testing.TB, script string) string {
	tb.Helper()
	c := s.command("sh", "-euc", script)
	c.Path = "/bin/sh"
	c.Env = append(c.Env, "PATH="+s.bin+":"+os.Getenv("PATH"), "PGHOST="+s.folder, "PGUSER=podesta", "PGDATABASE=postgres")
	out, err := c.CombinedOutput()
	if err != nil {
		tb.Fatalf("%v in\n%s\n%s", err, script, out)
	}
	return strings.TrimSpace(string(out))
}

// Database creates an empty database and returns its URL for store.Open.
func (s *Server) Database(tb testing.TB, name string) string {
	tb.Helper()
	s.Exec(tb, s.url(""), "CREATE DATABASE "+name)
	return s.Of(name)
}

// Of returns the URL of the database with the given name.
func (s *Server) Of(name string) string {
	return "postgres://podesta@/" + name + "?" + url.Values{"host": {s.folder}}.Encode()
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.folder
	c.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	return c
}

// Up starts a stopped server and waits until it answers.
func (s *Server) Up(tb testing.TB) {
	tb.Helper()
	c := s.command("postgres", "-D", s.Data())
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The server dies with the thread that started it, so that no server outlives a killed
		// test. The thread therefore lives as long as the server.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		dieWithParent(c.SysProcAttr)
		err := c.Start()
		started <- err
		if err == nil {
			_ = c.Wait() // the server was killed, so the result does not matter
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		tb.Fatal(err)
	}
	s.stop = func(sig syscall.Signal) error {
		err := c.Process.Signal(sig)
		<-ended
		return err
	}
	db, err := sql.Open("pgx", s.url(""))
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	limit := time.After(30 * time.Second)
	for err = db.Ping(); err != nil; err = db.Ping() {
		select {
		case <-ended:
			tb.Fatalf("PostgreSQL did not start:\n%s", said.String())
		case <-limit:
			tb.Fatalf("PostgreSQL does not answer: %v", err)
		case <-tick.C:
		}
	}
}

// Crash ends the server at once, like a power failure.
func (s *Server) Crash(tb testing.TB) {
	tb.Helper()
	s.down(tb, syscall.SIGQUIT)
}

// Down shuts the server down properly and disconnects its clients.
func (s *Server) Down(tb testing.TB) {
	tb.Helper()
	s.down(tb, syscall.SIGINT)
}

func (s *Server) down(tb testing.TB, sig syscall.Signal) {
	tb.Helper()
	if s.stop == nil {
		return
	}
	if err := s.stop(sig); err != nil {
		tb.Error(err)
	}
	s.stop = nil
}

// Socket returns the folder of the server's socket.
func (s *Server) Socket() string { return s.folder }

// URL creates a new, empty schema in the server's database and returns its URL
// for store.Open.
func (s *Server) URL(tb testing.TB) string {
	tb.Helper()
	name := fmt.Sprintf("test%d", schemas.Add(1))
	s.Exec(tb, s.url(""), "CREATE SCHEMA "+name)
	return s.url(name)
}

// Exec runs statements in the schema of a URL.
func (s *Server) Exec(tb testing.TB, url string, statements ...string) {
	tb.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	for _, text := range statements {
		if _, err := db.Exec(text); err != nil {
			tb.Fatalf("%v in: %s", err, text)
		}
	}
}

func (s *Server) url(schema string) string {
	q := url.Values{"host": {s.folder}}
	if schema != "" {
		q.Set("search_path", schema)
	}
	return "postgres://podesta@/postgres?" + q.Encode()
}
