//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a running podesta serve.
type server struct {
	process *exec.Cmd
	base    string // the address of its pages, without a trailing slash
	log     string
	done    chan error
}

// startServer runs podesta serve and waits until it is ready.
func startServer(ctx context.Context, program, folder, database string, secret []byte) (*server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s := &server{base: "http://127.0.0.1:" + port, log: filepath.Join(folder, "serve.log"), done: make(chan error, 1)}
	s.process = exec.Command(program, "serve")
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	s.process.Env = append(os.Environ(),
		"PODESTA_DATA="+folder, "PODESTA_DATABASE="+database, "PODESTA_SECRET="+hex.EncodeToString(secret),
		"PODESTA_LISTEN=127.0.0.1:"+port, "PODESTA_BASE_URL="+s.base, "PODESTA_METRICS_LISTEN=", "PODESTA_HTTP_PROXIES=127.0.0.1",
		"PODESTA_LIMITS_REQUESTS_PER_MINUTE=0", "PODESTA_LOG_LEVEL=warn",
	)
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	s.process.Stderr = log
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "podesta is ready") {
				ready <- nil
			}
		}
		err := s.process.Wait()
		_ = log.Close()
		ready <- fmt.Errorf("podesta serve has ended: %w\n%s", err, s.tail())
		s.done <- err
	}()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(10 * time.Minute):
		err = errors.New("podesta serve is not ready after ten minutes")
	}
	if err != nil {
		return nil, errors.Join(err, s.process.Process.Kill())
	}
	return s, nil
}

// tail returns the end of the log.
func (s *server) tail() string {
	data, _ := os.ReadFile(s.log) // without a log there is nothing to show
	return string(data[max(0, len(data)-2000):])
}

// use is the resource use of a process.
type use struct {
	work time.Duration // processor time on all processors
	peak int           // memory in MB
}

// used reads the server's resource use so far.
func (s *server) used() (use, error) {
	var u use
	dir := fmt.Sprintf("/proc/%d/", s.process.Process.Pid)
	stat, err := os.ReadFile(dir + "stat")
	if err != nil {
		return u, err
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return u, errors.New("the kernel has no information about the process")
	}
	for _, f := range fields[11:13] { // user and system time in ticks of 10 ms
		n, err := strconv.Atoi(f)
		if err != nil {
			return u, err
		}
		u.work += time.Duration(n) * 10 * time.Millisecond
	}
	status, err := os.ReadFile(dir + "status")
	if err != nil {
		return u, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				return u, err
			}
			u.peak = kb >> 10
		}
	}
	return u, nil
}

// freePort returns a port on which no program listens.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}
