package mailgame

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestPostfixAsDocumented sets up Postfix with the commands of docs/operators.md and
// dist/postfix/main.cf, and writes to the judge behind it. podesta doctor must report the host name
// with which Postfix is then configured.
func TestPostfixAsDocumented(t *testing.T) {
	t.Parallel()
	needs(t, "swaks", "postconf", "go")
	const ada = "ada@example.org"
	p := installed(t)
	m := startPostfix(t, []string{ada}, []transport{{judgeDomain, "error:not set up yet"}})
	m.shell("postconf -e 'myhostname = vm'; postfix reload")
	p.configure(m.addr)
	if out := p.doctor(); !strings.Contains(out, "The mail server of this machine calls itself vm, which is not a name in the DNS") ||
		!strings.Contains(out, "sudo postconf -e 'myhostname = "+judgeDomain+"'") {
		t.Errorf("the doctor does not notice the wrong name:\n%s", out)
	}

	page, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)\n```\nsudo apt-get install postfix\n(.*?)sudo systemctl restart postfix\n```\n").FindStringSubmatch(string(page))
	if block == nil {
		t.Fatal("docs/operators.md does not say how to set up Postfix")
	}
	// The judge's port differs here, and the test's own mailboxes exist in addition to the
	// judge's.
	m.shell(strings.NewReplacer("YOUR.NAME", judgeDomain, "dist/postfix/main.cf", "../../dist/postfix/main.cf | sed 's/127.0.0.1:2424/"+p.lmtp+"/'").Replace(block[1]))
	m.shell("postfix reload")
	p.serve()
	for _, to := range []string{"judge@" + judgeDomain, "judge+0123456789abcdef@" + judgeDomain} {
		had := len(m.box(ada))
		m.shell(fmt.Sprintf("swaks --silent 1 --server %s --from %s --to %s --header 'Subject: help' --body HELP", m.addr, ada, to))
		m.wait("an answer from "+to, func() bool { return len(m.box(ada)) > had })
	}
	out := p.doctor()
	for _, want := range []string{"The mail server of this machine calls itself " + judgeDomain, "ok    mail.lmtp", "ok    relay  ", "k=ed25519; p="} {
		if !strings.Contains(out, want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out)
		}
	}
	if log := m.log(); strings.Contains(log, "loops back") || strings.Contains(log, "warning: ") {
		t.Errorf("Postfix is not content:\n%s", log)
	}
	p.stop()
}

// shell runs shell commands as root for this test's Postfix.
func (m *mta) shell(commands string) {
	m.t.Helper()
	const prelude = `set -eu
sudo() { "$@"; }
postconf() { command postconf -c "$ETC" "$@"; }
postfix() { command postfix -c "$ETC" "$@"; }
`
	sh := exec.Command("bash", "-c", prelude+commands)
	sh.Env = append(os.Environ(), "ETC="+m.dir+"/etc")
	if out, err := sh.CombinedOutput(); err != nil {
		m.t.Fatalf("%v\n%s\n%s", err, commands, out)
	}
}

// box lists the e-mail in a mailbox.
func (m *mta) box(address string) []os.DirEntry {
	letters, _ := os.ReadDir(m.dir + "/mail/" + address + "/new")
	return letters
}

// doctor returns the output of podesta doctor.
func (p *program) doctor() string {
	p.t.Helper()
	out, _ := exec.Command(p.program, "doctor", "-config", p.config).CombinedOutput()
	return string(out)
}
