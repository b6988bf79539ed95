//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"podesta/internal/store/pgtest"
)

// postgres is a private PostgreSQL server, reached by its socket.
type postgres struct {
	folder string
	bin    string
	as     *syscall.Credential
	cmd    *exec.Cmd
	ended  chan struct{}
}

// postgresSettings are those of a small host. What is confirmed is on the disk.
var postgresSettings = []string{
	"listen_addresses=''", "shared_buffers=1GB", "max_connections=200", "max_wal_size=4GB", "random_page_cost=1.1", "log_min_messages=fatal",
}

// startPostgres starts a server with an empty database in a folder below parent.
func startPostgres(ctx context.Context, parent string) (p *postgres, err error) {
	p = &postgres{folder: filepath.Join(parent, "pg")}
	if p.bin, err = pgtest.Programs(); err != nil {
		return nil, err
	}
	if err := os.Mkdir(p.folder, 0o700); err != nil {
		return nil, err
	}
	if os.Getuid() == 0 {
		if p.as, err = pgtest.Ordinary(); err != nil {
			return nil, err
		}
		if err := errors.Join(os.Chmod(parent, 0o755), os.Chown(p.folder, int(p.as.Uid), int(p.as.Gid))); err != nil {
			return nil, err
		}
	}
	initdb := p.command("initdb", "--pgdata="+p.data(), "--username=podesta", "--auth=trust", "--encoding=UTF8", "--locale=C")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	f, err := os.OpenFile(filepath.Join(p.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(strings.Join(append(postgresSettings, "unix_socket_directories='"+p.folder+"'"), "\n") + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	var said bytes.Buffer
	p.cmd = p.command("postgres", "-D", p.data())
	p.cmd.Stdout, p.cmd.Stderr = &said, &said
	p.ended = make(chan struct{})
	started := make(chan error)
	go func() {
		// The server dies with the thread that started it, which therefore lives
		// as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		p.cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // it was stopped
		}
		close(p.ended)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	limit := time.After(30 * time.Second)
	for p.command("pg_isready", "--host="+p.folder).Run() != nil {
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), p.end())
		case <-p.ended:
			return nil, fmt.Errorf("PostgreSQL did not start:\n%s", said.String())
		case <-limit:
			return nil, errors.Join(errors.New("PostgreSQL does not answer"), p.end())
		case <-time.After(50 * time.Millisecond):
		}
	}
	return p, nil
}

func (p *postgres) data() string { return filepath.Join(p.folder, "data") }

func (p *postgres) url() string {
	return "postgres://podesta@/postgres?" + url.Values{"host": {p.folder}}.Encode()
}

func (p *postgres) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(p.bin, name), args...)
	c.Dir = p.folder
	c.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: p.as}
	return c
}

// end stops the server.
func (p *postgres) end() error {
	err := p.cmd.Process.Signal(syscall.SIGINT)
	<-p.ended
	return err
}
