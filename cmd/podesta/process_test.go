package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is the maximum time for which tests wait for another process. It is long, so that a
// slow machine does not make them fail.
const patience = 4 * time.Minute

// until polls until the condition holds, and fails the test after patience.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// theSecret is the secret that the processes of the tests' judges share.
var theSecret = bytes.Repeat([]byte{7}, 32)

// notes stores the output of a process. Several goroutines can read it.
type notes struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notes) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(b)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// process is a running `podesta serve`.
type process struct {
	t     *testing.T
	name  string
	cmd   *exec.Cmd
	url   string // base address of its pages, without a trailing slash
	log   *notes
	ended chan error // receives the result of the command once
}

// ourselves returns a command that runs the test binary as podesta. Its standard input is closed
// when the tests end, so it ends with them, however they end.
func ourselves(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(outside(), asProgram+"="+tied)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// outside returns the environment variables for the tests' judges.
func outside() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PODESTA_") })
	return append(env, "PODESTA_SECRET="+hex.EncodeToString(theSecret))
}

// serveProcess starts `podesta serve` with lines of configuration ("log.level debug") and waits
// until it is ready.
func serveProcess(t *testing.T, name string, keys ...string) *process {
	t.Helper()
	return serveBy(t, name, ourselves(t, serving(keys)...), (*exec.Cmd).Start)
}

// serving returns the arguments of `podesta serve` for lines of configuration.
func serving(keys []string) []string {
	args := []string{"serve", "-listen", "127.0.0.1:0", "-metrics.listen", "", "-log.level", "warn"}
	for _, k := range keys {
		key, value, _ := strings.Cut(k, " ")
		args = append(args, "-"+key, value)
	}
	return args
}

// serveBy starts a command that runs `podesta serve`, and waits until it is ready.
func serveBy(t *testing.T, name string, cmd *exec.Cmd, start func(*exec.Cmd) error) *process {
	t.Helper()
	p := &process{t: t, name: name, cmd: cmd, log: &notes{}, ended: make(chan error, 1)}
	p.cmd.Stderr = p.log
	out, w := io.Pipe()
	p.cmd.Stdout = w
	if err := start(p.cmd); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.ended <- p.cmd.Wait()
		w.Close()
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		if t.Failed() {
			t.Logf("what %s wrote:\n%s", name, last(p.log.String(), 6000))
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if err != nil {
		t.Fatalf("%s does not start: %s", name, p.log)
	}
	_, p.url, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), "/"), "open ")
	return p
}

// last returns at most the last n bytes of a text.
func last(s string, n int) string { return s[max(0, len(s)-n):] }

// kill ends the process as kill -9 does.
func (p *process) kill() {
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Errorf("%s cannot be killed: %v", p.name, err)
	}
}

// gone waits for the end of a killed process.
func (p *process) gone() {
	p.t.Helper()
	if err := <-p.ended; err == nil {
		p.t.Errorf("%s has ended by itself", p.name)
	}
}

// stop ends the process as service managers do. The exit must be clean.
func (p *process) stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Error(err)
	}
	if err := <-p.ended; err != nil {
		p.t.Errorf("%s ends with %v", p.name, err)
	}
}

// page requests a page of the process and returns status, header and text. The
// status is 0 if the process does not answer.
func (p *process) page(path string) (int, http.Header, string) {
	p.t.Helper()
	r, err := http.Get(p.url + path)
	if err != nil {
		return 0, nil, err.Error()
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, err.Error()
	}
	return r.StatusCode, r.Header, string(text)
}
