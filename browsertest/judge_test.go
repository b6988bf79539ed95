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

// patience is the time limit for something that usually takes a second, so that no test fails
// because a machine is slow.
const patience = 3 * time.Minute

// podesta returns the program under test, which is built once. Unlike a released judge, it may
// call services on this machine, and it offers the pseudo-language.
var podesta = sync.OnceValues(func() (string, error) {
	if p := os.Getenv("PODESTA"); p != "" {
		return filepath.Abs(p)
	}
	return built("podesta", "-tags", "soak")
})

// programs holds the paths of the programs that built has compiled. TestMain removes the files.
var programs struct {
	sync.Mutex
	files []string
}

// built builds the program, and returns its file.
func built(name string, flags ...string) (string, error) {
	file := filepath.Join(os.TempDir(), fmt.Sprintf("podesta-browsertest-%d-%s", os.Getpid(), name))
	build := exec.Command("go", append(append([]string{"build"}, flags...), "-o", file, "./cmd/podesta")...)
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building podesta: %w\n%s", err, out)
	}
	programs.Lock()
	defer programs.Unlock()
	programs.files = append(programs.files, file)
	return file, nil
}

// house is a running judge, with a mailbox for the e-mail that it sends.
type house struct {
	t    *testing.T
	url  string
	mail *postbox
}

// open starts a judge for one test. Further arguments are passed to podesta serve. From here on
// the test runs in parallel with others, because tests spend most of their time waiting.
func open(t *testing.T, args ...string) *house {
	t.Helper()
	return openAs(t, setup{args: args})
}

// setup says how a judge is started.
type setup struct {
	before []string // arguments of a command that runs before the judge starts, as an operator would run it
	said   *string  // receives the output of that command
	args   []string // the arguments of podesta serve
	env    []string // settings that cannot be arguments
	below  string   // the path below which the judge is reached, such as "/machiavelli"
}

// openAs is like open, for a judge that is started in a particular way.
func openAs(t *testing.T, how setup) *house {
	t.Helper()
	t.Parallel()
	r, err := serve(t.TempDir(), how)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil || t.Failed() {
			t.Logf("the judge's log (%v):\n%s", err, r.log)
		}
	})
	return &house{t: t, url: r.url, mail: r.mail}
}

// visitors returns a judge that is shared by tests that do not need their own, because they
// only use tables that nobody else sees.
func visitors(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	r, err := common()
	if err != nil {
		t.Fatal(err)
	}
	return &house{t: t, url: r.url, mail: r.mail}
}

var common = sync.OnceValues(func() (*running, error) {
	data, err := os.MkdirTemp("", "podesta-browsertest-")
	if err != nil {
		return nil, err
	}
	r, err := serve(data, setup{})
	closeCommon = func() error {
		defer os.RemoveAll(data)
		if r == nil {
			return nil
		}
		if err := r.stop(); err != nil {
			return fmt.Errorf("the shared judge: %w\n%s", err, r.log)
		}
		return nil
	}
	return r, err
})

// closeCommon stops the judge that tests share, if it was started.
var closeCommon = func() error { return nil }

// running is a judge in a process of its own.
type running struct {
	url  string
	log  *bytes.Buffer
	mail *postbox
	cmd  *exec.Cmd
}

// serve starts a judge and waits until it answers.
func serve(data string, how setup) (*running, error) {
	file, err := podesta()
	if err != nil {
		return nil, err
	}
	if len(how.before) > 0 {
		first := exec.Command(file, append(how.before[:1:1], append([]string{"-data", data}, how.before[1:]...)...)...)
		first.Env = cleanEnv()
		said, err := first.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("podesta %v: %w\n%s", how.before, err, said)
		}
		*how.said = string(said)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	r := &running{log: new(bytes.Buffer), url: fmt.Sprintf("http://localhost:%d%s", port, how.below)}
	if r.mail, err = openPostbox(); err != nil {
		return nil, err
	}
	_, relay, _ := net.SplitHostPort(r.mail.addr)
	r.cmd = exec.Command(file, append([]string{
		"serve", "-listen", fmt.Sprintf("localhost:%d", port), "-data", data, "-base_url", r.url,
		"-log.level", "warn", "-metrics.listen", "", "-mail.domain", "judge.example", "-mail.relay.host", "127.0.0.1", "-mail.relay.port", relay, "-mail.relay.tls", "none",
	}, how.args...)...)
	r.cmd.Stdout, r.cmd.Stderr = r.log, r.log
	r.cmd.Env = append(cleanEnv(), how.env...)
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(r.url + "/healthz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return r, nil
			}
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("the judge does not answer: %v, %v\n%s", err, r.stop(), r.log)
		}
	}
}

// stop stops the judge. It returns an error if the judge failed or panicked.
func (r *running) stop() error {
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	err := r.cmd.Wait()
	_ = r.mail.server.Close()
	if strings.Contains(r.log.String(), "panic") {
		return errors.Join(err, errors.New("it panicked"))
	}
	return err
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

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
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
	addr   string
	server *smtp.Server
	mu     sync.Mutex
	got    []letter
}

type letter struct{ to, subject, text string }

func openPostbox() (*postbox, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &postbox{addr: l.Addr().String()}
	b.server = smtp.NewServer(b)
	b.server.Domain, b.server.AllowInsecureAuth = "localhost", true
	go func() { _ = b.server.Serve(l) }()
	return b, nil
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
