package mailgame

import (
	"bufio"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestServedBehindPostfix plays the beginning of a game with the program itself, set up as
// docs/operators.md describes: podesta serve behind Postfix, with one address whose e-mail is piped
// to podesta mail. It uses the clock of the machine.
func TestServedBehindPostfix(t *testing.T) {
	t.Parallel()
	needs(t, "swaks", "s-nail", "go")
	if testing.Short() {
		fmt.Fprintln(os.Stderr, "*** -short: THE PROGRAM WAS NOT RUN BEHIND A MAIL SERVER ***")
		return
	}
	s := readScript(t, "testdata/served.txt")
	c := &mailCourse{t: t, s: s, boxes: map[string]*mailbox{}}
	c.bring = c.await
	p := installed(t)
	c.open(
		[]transport{{"pipe@" + judgeDomain, "podesta:"}, {judgeDomain, "lmtp:inet:" + p.lmtp}},
		"podesta unix - n n - 4 pipe flags=Rq user=nobody",
		"  argv="+p.program+" mail -config "+p.config+" -from ${sender} -to ${original_recipient}",
	)
	p.configure(c.mta.addr)
	p.serve()
	for _, st := range s.steps {
		c.step(&st)
		if t.Failed() {
			t.FailNow()
		}
	}
	piped := strings.Count(c.mta.log(), "relay=podesta,")
	if piped != 3 {
		t.Errorf("the pipe delivered %d e-mails, not 3", piped)
	}
	r := c.boxes["Lorenzo"].latest(" results")
	if len(r.text) == 0 || len(r.html) == 0 || !strings.Contains(r.cal, "BEGIN:VEVENT") {
		t.Errorf("the results have text %d, HTML %d and calendar %d bytes long", len(r.text), len(r.html), len(r.cal))
	}
	if !strings.Contains(strings.Join(r.files, " "), "image/png") || !strings.Contains(r.html, "cid:") {
		t.Errorf("no map is in the results: %v", r.files)
	}
	if !strings.Contains(string(r.raw), "\nDKIM-Signature: ") {
		t.Error("the e-mail is not signed")
	}
	if !strings.Contains(r.text, "* Army Florence holds.") {
		t.Errorf("results:\n%s", r.text)
	}
	for _, x := range s.people {
		if strings.Contains(p.log.String(), x.password) {
			t.Errorf("the password of %s is in the program's log", x.name)
		}
	}
	p.stop()
}

// await waits until the reader has an answer. If no reader is named, it reads the mailboxes once,
// because gets waits for the expected e-mail.
func (c *mailCourse) await(reader string) {
	c.t.Helper()
	c.mta.wait("an answer to "+reader, func() bool {
		c.look()
		for _, r := range c.latest[reader] {
			if r.answer() {
				return true
			}
		}
		return reader == ""
	})
}

// program is an installation of podesta like an operator's.
type program struct {
	t                    *testing.T
	dir, program, config string
	listen, lmtp         string
	log                  safeBuffer
	running              *exec.Cmd
	ended                chan error
	nobody, group        int
}

// installed builds podesta and creates its folders.
func installed(t *testing.T) *program {
	t.Helper()
	p := &program{t: t, dir: openTemp(t)}
	p.program, p.config = filepath.Join(p.dir, "podesta"), filepath.Join(p.dir, "podesta.toml")
	build := exec.Command("go", "build", "-o", p.program, "podesta/cmd/podesta")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	p.nobody, _ = strconv.Atoi(u.Uid)
	p.group, _ = strconv.Atoi(u.Gid)
	data := filepath.Join(p.dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(data, p.nobody, p.group); err != nil {
		t.Fatal(err)
	}
	p.listen, p.lmtp = fmt.Sprintf("127.0.0.1:%d", freePort(t)), fmt.Sprintf("127.0.0.1:%d", freePort(t))
	return p
}

// configure writes the configuration, with a mail server as the relay.
func (p *program) configure(relay string) {
	p.t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		p.t.Fatal(err)
	}
	dkim := filepath.Join(p.dir, "dkim.pem")
	if err := os.WriteFile(dkim, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Chown(dkim, p.nobody, p.group); err != nil {
		p.t.Fatal(err)
	}
	host, port, _ := strings.Cut(relay, ":")
	text := fmt.Sprintf(`name = "URBINO"
base_url = "https://%[1]s"
data = %[2]q
listen = %[3]q

[metrics]
listen = ""

[mail]
domain = %[1]q
aliases = ["pipe@%[1]s"]
lmtp = %[4]q
behind_mta = true
dkim_selector = "podesta"
dkim_key_file = %[5]q

[mail.relay]
host = %[6]q
port = %[7]s
tls = "none"
`, judgeDomain, filepath.Join(p.dir, "data"), p.listen, p.lmtp, dkim, host, port)
	if err := os.WriteFile(p.config, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// serve runs podesta serve as an unprivileged user, and waits until it is
// ready.
func (p *program) serve() {
	p.t.Helper()
	p.running = exec.Command(p.program, "serve", "-config", p.config)
	p.running.Env = []string{"PATH=" + os.Getenv("PATH")}
	p.running.Dir = p.dir
	p.running.Stderr = &p.log
	runAs(p.running, p.nobody, p.group)
	out, err := p.running.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.running.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.ended = make(chan error, 1)
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() { p.ended <- p.running.Wait() }()
	p.t.Cleanup(func() {
		if p.running != nil {
			_ = p.running.Process.Kill()
			<-p.ended
		}
		if p.t.Failed() {
			p.t.Logf("podesta wrote:\n%s", notable(p.log.String()))
		}
	})
	if err != nil || !strings.Contains(line, "podesta is ready") {
		p.t.Fatalf("podesta serve said %q: %v\n%s", line, err, &p.log)
	}
}

// stop ends podesta as a service manager does. The exit must be clean.
func (p *program) stop() {
	p.t.Helper()
	if err := p.running.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Errorf("podesta serve ended with %v", err)
		}
	case <-time.After(patience):
		p.t.Error("podesta serve does not end")
		_ = p.running.Process.Kill()
		<-p.ended
	}
	p.running = nil
}
