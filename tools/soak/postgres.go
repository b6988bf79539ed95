//go:build linux

package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the database driver

	"podesta/internal/store/pgtest"
)

// pgTime is the maximum duration of an operation of PostgreSQL.
const pgTime = 30 * time.Second

// cluster is a private PostgreSQL: a primary server, and a standby to which it
// replicates synchronously, so that the standby has every confirmed transaction.
type cluster struct {
	folder, bin      string
	as               *syscall.Credential
	primary, standby *server
	replicas         bool // whether there is a standby
	at               atomic.Pointer[string]
}

// current returns the socket of the primary.
func (c *cluster) current() string { return *c.at.Load() }

// server is one of the servers of a cluster.
type server struct {
	folder string // folder of its socket, with the data in a folder below it
	cmd    *exec.Cmd
	ended  chan struct{}
	said   bytes.Buffer
}

// newCluster creates and starts a cluster, with a standby or without.
func newCluster(ctx context.Context, replicas bool) (c *cluster, err error) {
	c = &cluster{replicas: replicas}
	if c.bin, err = pgtest.Programs(); err != nil {
		return nil, err
	}
	// The path of a socket must be short.
	if c.folder, err = os.MkdirTemp("", "soak-pg-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if os.Getuid() == 0 {
		if c.as, err = pgtest.Ordinary(); err != nil {
			return nil, err
		}
	}
	if c.primary, err = c.newServer("a"); err != nil {
		return nil, err
	}
	if err := c.run(ctx, "initdb", "--pgdata="+c.primary.data(), "--username=podesta", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"); err != nil {
		return nil, err
	}
	// Without fsync, killing a process loses nothing: only a failure of the machine would.
	settings := []string{
		"listen_addresses=''", "fsync=off", "shared_buffers=32MB", "max_connections=150", "autovacuum=off", "log_min_messages=fatal",
		"wal_level=replica", "max_wal_senders=4", "wal_keep_size=64MB", "hot_standby=on", "restart_after_crash=off", "wal_receiver_status_interval=1s",
	}
	f, err := os.OpenFile(filepath.Join(c.primary.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(strings.Join(settings, "\n") + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := c.start(ctx, c.primary); err != nil {
		return nil, err
	}
	at := c.primary.socket()
	c.at.Store(&at)
	if replicas {
		err = c.follow(ctx, "b")
	}
	return c, err
}

// newServer creates the folder of a server.
func (c *cluster) newServer(name string) (*server, error) {
	s := &server{folder: filepath.Join(c.folder, name)}
	if err := os.Mkdir(s.folder, 0o700); err != nil {
		return nil, err
	}
	if c.as == nil {
		return s, nil
	}
	return s, errors.Join(os.Chown(c.folder, int(c.as.Uid), int(c.as.Gid)), os.Chown(s.folder, int(c.as.Uid), int(c.as.Gid)))
}

func (s *server) data() string { return filepath.Join(s.folder, "data") }

// socket returns the path of the server's socket.
func (s *server) socket() string { return filepath.Join(s.folder, ".s.PGSQL.5432") }

// url returns the URL of a database of the server, which is reached through its socket.
func (s *server) url(database string) string {
	return "postgres://podesta@/" + database + "?" + url.Values{"host": {s.folder}}.Encode()
}

// command returns a command of PostgreSQL.
func (c *cluster) command(name string, args ...string) *exec.Cmd {
	x := exec.Command(filepath.Join(c.bin, name), args...)
	x.Dir = c.folder
	x.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	x.SysProcAttr = &syscall.SysProcAttr{Credential: c.as}
	return x
}

// run runs a command of PostgreSQL.
func (c *cluster) run(_ context.Context, name string, args ...string) error {
	if out, err := c.command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// start starts a server and waits until it answers.
func (c *cluster) start(ctx context.Context, s *server) error {
	s.cmd = c.command("postgres", "-D", s.data(), "-c", "unix_socket_directories="+s.folder)
	s.said.Reset()
	s.cmd.Stdout, s.cmd.Stderr = &s.said, &s.said
	s.ended = make(chan struct{})
	started := make(chan error)
	go func() {
		// The server ends with the thread that started it, so that nothing remains of
		// a run that is killed. The thread therefore lives as long as the server.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		s.cmd.SysProcAttr.Pdeathsig = syscall.SIGQUIT
		err := s.cmd.Start()
		started <- err
		if err == nil {
			_ = s.cmd.Wait() // the result does not matter, because it was killed
		}
		close(s.ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	return s.until(ctx, "an answer", "SELECT true")
}

// until waits until a query of a server answers true.
func (s *server) until(ctx context.Context, what, query string) error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	begun := time.Now()
	for {
		var yes bool
		err := db.QueryRowContext(ctx, query).Scan(&yes)
		if err == nil && yes {
			return nil
		}
		if time.Since(begun) > pgTime {
			return fmt.Errorf("PostgreSQL: waited in vain for %s: %w\n%s", what, err, s.said.String())
		}
		select {
		case <-s.ended:
			return fmt.Errorf("PostgreSQL has ended:\n%s", s.said.String())
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// exec runs statements on a server.
func (s *server) exec(ctx context.Context, statements ...string) error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	for _, text := range statements {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%w in: %s", err, text)
		}
	}
	return nil
}

// crash ends a server immediately, without a clean shutdown.
func (s *server) crash() error {
	err := s.cmd.Process.Signal(syscall.SIGQUIT)
	<-s.ended
	return err
}

// streaming is a query that returns true while there is exactly one synchronous standby that is
// streaming.
const streaming = "SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'"

// follow creates a standby of the primary in a new folder, and lets the primary wait for it.
func (c *cluster) follow(ctx context.Context, name string) error {
	s, err := c.newServer(name)
	if err != nil {
		return err
	}
	if err := c.run(ctx, "pg_basebackup", "--host="+c.primary.folder, "--username=podesta", "--pgdata="+s.data(), "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"); err != nil {
		return err
	}
	if err := c.start(ctx, s); err != nil {
		return err
	}
	c.standby = s
	if err := c.primary.exec(ctx, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	return c.primary.until(ctx, "the standby", streaming)
}

// restart ends the primary without a clean shutdown and starts it again.
func (c *cluster) restart(ctx context.Context) error {
	if err := c.primary.crash(); err != nil {
		return err
	}
	if err := c.start(ctx, c.primary); err != nil || !c.replicas {
		return err
	}
	// Unconfirmed data may be visible before the standby has received it.
	return c.primary.until(ctx, "the standby", streaming)
}

// promote stops the primary and lets the standby take its place. moved is called when clients
// can be directed to it. Then a new standby is created.
func (c *cluster) promote(ctx context.Context, moved func()) error {
	old := c.primary
	if err := old.crash(); err != nil {
		return err
	}
	c.primary, c.standby = c.standby, nil
	if err := c.primary.exec(ctx, "SELECT pg_promote()"); err != nil {
		return err
	}
	if err := c.primary.until(ctx, "the end of the recovery", "SELECT NOT pg_is_in_recovery()"); err != nil {
		return err
	}
	// The standby has no such setting, so it waits for no other server.
	at := c.primary.socket()
	c.at.Store(&at)
	moved()
	if err := os.RemoveAll(old.folder); err != nil {
		return err
	}
	return c.follow(ctx, filepath.Base(old.folder))
}

// close ends the servers and removes their files.
func (c *cluster) close() {
	for _, s := range []*server{c.standby, c.primary} {
		if s != nil && s.cmd != nil && s.cmd.Process != nil {
			_ = s.crash() // it may already have ended
		}
	}
	_ = os.RemoveAll(c.folder)
}
