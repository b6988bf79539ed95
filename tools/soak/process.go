//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// mailDomain is the domain of the judge's e-mail.
const mailDomain = "judge.example"

// startTime is the maximum time until a process is ready.
const startTime = time.Minute

// process is a running podesta serve. It keeps its addresses when it is restarted.
type process struct {
	n               int // the process's number, counted from 1
	program, folder string
	database        string // URL of its database
	secret          []byte
	relay           string
	guild           *guild
	listen, smtp    string // its addresses
	url             string // address of its pages and API, without a trailing slash
	cmd             *exec.Cmd
	ended           chan error
	up, frozen      atomic.Bool
	started         bool // whether it was started at least once
}

// newProcess returns a process that has not been started.
func newProcess(n int, program, folder, database string, secret []byte, relay string, g *guild) (*process, error) {
	p := &process{n: n, program: program, folder: filepath.Join(folder, fmt.Sprintf("process%d", n)), database: database, secret: secret, relay: relay, guild: g}
	if err := p.move(); err != nil {
		return nil, err
	}
	return p, os.MkdirAll(p.folder, 0o700)
}

// move chooses free addresses for the process.
func (p *process) move() (err error) {
	if p.listen, err = freeAddress(); err != nil {
		return err
	}
	p.url = "http://" + p.listen
	p.smtp, err = freeAddress()
	return err
}

// errTaken is returned if another program uses one of the process's addresses.
var errTaken = errors.New("an address is in use")

// start starts the process and waits until it is ready. If another program uses one of its
// addresses for a moment, it chooses new addresses, but only before its first start.
func (p *process) start() error {
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		err := p.tryStart()
		if !errors.Is(err, errTaken) || time.Since(begun) > listenTime {
			p.started = p.started || err == nil
			return err
		}
		if !p.started {
			if err := p.move(); err != nil {
				return err
			}
		}
	}
}

// freeAddress returns a local address at which no program listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// clockFile is the file with the offset of the process's clock.
func (p *process) clockFile() string { return filepath.Join(p.folder, "clock") }

// tryStart starts the process once.
func (p *process) tryStart() error {
	host, port, err := net.SplitHostPort(p.relay)
	if err != nil {
		return err
	}
	p.cmd = exec.Command(p.program, "serve")
	// It ends when this program does, for whatever reason.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PODESTA_") })
	p.cmd.Env = append(p.cmd.Env,
		"PODESTA_DATA="+p.folder, "PODESTA_DATABASE="+p.database, "PODESTA_SECRET="+hex.EncodeToString(p.secret),
		"PODESTA_LISTEN="+p.listen, "PODESTA_BASE_URL=https://"+mailDomain, "PODESTA_METRICS_LISTEN=",
		"PODESTA_MAIL_DOMAIN="+mailDomain, "PODESTA_MAIL_SMTP="+p.smtp,
		"PODESTA_MAIL_RELAY_HOST="+host, "PODESTA_MAIL_RELAY_PORT="+port, "PODESTA_MAIL_RELAY_TLS=none",
		"PODESTA_DISCORD_API="+p.guild.url, "PODESTA_DISCORD_APPLICATION="+application, "PODESTA_DISCORD_PUBLIC_KEY="+p.guild.public, "PODESTA_DISCORD_TOKEN=soak",
		"PODESTA_LIMITS_LETTERS_PER_HOUR=100000", "PODESTA_LOG_LEVEL=warn", "SOAK_CLOCK="+p.clockFile(), "GOMAXPROCS=2",
	)
	log, err := os.OpenFile(filepath.Join(p.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	was, err := log.Stat()
	if err != nil {
		return err
	}
	p.cmd.Stderr = log
	out, w, err := os.Pipe()
	if err != nil {
		return err
	}
	p.cmd.Stdout = w
	err = p.cmd.Start()
	w.Close()
	if err != nil {
		out.Close()
		return err
	}
	p.ended = make(chan error, 1)
	ready := make(chan error, 1)
	go func() {
		defer out.Close()
		_, err := bufio.NewReader(out).ReadString('\n')
		ready <- err
		_, _ = io.Copy(io.Discard, out)
	}()
	go func() { p.ended <- p.cmd.Wait() }()
	select {
	case err = <-ready:
	case <-time.After(startTime):
		err = fmt.Errorf("it is not ready after %s", startTime)
	}
	if err != nil {
		_ = p.cmd.Process.Kill()
		<-p.ended
		if data, e := os.ReadFile(log.Name()); e == nil && strings.Contains(string(data[was.Size():]), syscall.EADDRINUSE.Error()) {
			err = errTaken
		}
		return fmt.Errorf("process %d does not start: %w\n%s", p.n, err, p.tail())
	}
	p.up.Store(true)
	return nil
}

// tail returns the end of the process's log.
func (p *process) tail() string {
	data, _ := os.ReadFile(filepath.Join(p.folder, "log")) // without a log there is nothing to show
	return string(data[max(0, len(data)-2000):])
}

// kill ends the process immediately, as kill -9 does.
func (p *process) kill() error {
	p.up.Store(false)
	err := p.cmd.Process.Kill()
	if e := <-p.ended; e == nil {
		err = errors.Join(err, fmt.Errorf("process %d had already ended:\n%s", p.n, p.tail()))
	} else if x := (*exec.ExitError)(nil); errors.As(e, &x) && x.Exited() {
		err = errors.Join(err, fmt.Errorf("process %d had failed: %w\n%s", p.n, e, p.tail()))
	}
	return err
}

// freeze suspends the process, which does not notice it, until thaw is called.
func (p *process) freeze() error { return p.cmd.Process.Signal(syscall.SIGSTOP) }

// thaw continues a frozen process.
func (p *process) thaw() error { return p.cmd.Process.Signal(syscall.SIGCONT) }

// stop ends the process as service managers do, and checks that it ends properly.
func (p *process) stop() error {
	p.up.Store(false)
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-p.ended:
		if err != nil {
			return fmt.Errorf("process %d did not end properly: %w\n%s", p.n, err, p.tail())
		}
		return nil
	case <-time.After(startTime):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return fmt.Errorf("process %d did not end when it was asked to:\n%s", p.n, p.tail())
	}
}

// ready waits until the process reports that it can be used.
func (p *process) ready(ctx context.Context) error {
	for begun := time.Now(); ; {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/readyz", nil)
		if err != nil {
			return err
		}
		a, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = a.Body.Close()
			if a.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(a.Status)
		}
		if time.Since(begun) > startTime {
			return fmt.Errorf("process %d is not ready again: %w\n%s", p.n, err, p.tail())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
