package browsertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// patience is the time limit for something that usually takes a second. No test
// fails because a machine is slow.
const patience = 3 * time.Minute

// podesta returns the program under test, which is built once.
var podesta = sync.OnceValues(func() (string, error) {
	if p := os.Getenv("PODESTA"); p != "" {
		return filepath.Abs(p)
	}
	file := filepath.Join(os.TempDir(), fmt.Sprintf("podesta-browsertest-%d", os.Getpid()))
	build := exec.Command("go", "build", "-o", file, "./cmd/podesta")
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building podesta: %w\n%s", err, out)
	}
	return file, nil
})

// house is a running judge, with a mailbox for the e-mail that it sends.
type house struct {
	t    *testing.T
	url  string
	data string
	mail *postbox
	log  *bytes.Buffer
}

// open starts a judge with a data folder of its own. Further arguments are
// passed to podesta serve. From here on the test runs in parallel with others:
// they wait more than they compute.
func open(t *testing.T, args ...string) *house {
	t.Helper()
	t.Parallel()
	file, err := podesta()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, data: t.TempDir(), log: new(bytes.Buffer), mail: openPostbox(t)}
	port := freePort(t)
	h.url = fmt.Sprintf("http://localhost:%d", port)
	_, relay, _ := net.SplitHostPort(h.mail.addr)
	cmd := exec.Command(file, append([]string{
		"serve", "-listen", fmt.Sprintf("localhost:%d", port), "-data", h.data, "-base_url", h.url,
		"-log.level", "warn", "-metrics.listen", "", "-mail.domain", "judge.example", "-mail.relay.host", "127.0.0.1", "-mail.relay.port", relay, "-mail.relay.tls", "none",
	}, args...)...)
	cmd.Stdout, cmd.Stderr = h.log, h.log
	cmd.Env = cleanEnv()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		err := cmd.Wait()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() != 0 || strings.Contains(h.log.String(), "panic") || t.Failed() {
			t.Logf("the judge's log (%v):\n%s", err, h.log)
		}
	})
	await(t, "the judge to answer", func() bool {
		r, err := http.Get(h.url + "/healthz")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
	return h
}

// cleanEnv returns the environment without podesta's own variables.
func cleanEnv() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PODESTA") {
			env = append(env, v)
		}
	}
	return env
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// await waits until a condition is true.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// postbox accepts all e-mail that the judge sends.
type postbox struct {
	addr string
	mu   sync.Mutex
	got  []letter
}

type letter struct{ to, subject, text string }

func openPostbox(t *testing.T) *postbox {
	t.Helper()
	b := &postbox{}
	srv := smtp.NewServer(b)
	srv.Domain, srv.AllowInsecureAuth = "localhost", true
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.addr = l.Addr().String()
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return b
}

// NewSession accepts a connection.
func (b *postbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &taking{box: b}, nil }

// taking is an e-mail that is being delivered.
type taking struct {
	box *postbox
	to  string
}

func (s *taking) Mail(string, *smtp.MailOptions) error { return nil }
func (s *taking) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}
func (s *taking) Reset()        {}
func (s *taking) Logout() error { return nil }

func (s *taking) Data(r io.Reader) error {
	m, err := mail.CreateReader(r)
	if err != nil {
		return err
	}
	l := letter{to: s.to}
	l.subject, _ = m.Header.Subject()
	for {
		p, err := m.NextPart()
		if err != nil {
			break
		}
		if h, ok := p.Header.(*mail.InlineHeader); ok && l.text == "" {
			if kind, _, _ := h.ContentType(); kind == "text/plain" {
				body, _ := io.ReadAll(p.Body)
				l.text = string(body)
			}
		}
	}
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	s.box.got = append(s.box.got, l)
	return nil
}

var link = regexp.MustCompile(`https?://\S+`)

// link waits for an e-mail to a person and returns the first link in it whose
// address contains a text.
func (h *house) link(to, part string) string {
	h.t.Helper()
	var found string
	await(h.t, "a letter to "+to+" with a link "+part, func() bool {
		h.mail.mu.Lock()
		defer h.mail.mu.Unlock()
		for _, l := range h.mail.got {
			for _, u := range link.FindAllString(l.text, -1) {
				if l.to == to && strings.Contains(u, part) {
					found = u
					return true
				}
			}
		}
		return false
	})
	return found
}
