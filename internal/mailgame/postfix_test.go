package mailgame

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The folders in which Debian installs Postfix.
const (
	postfixMaster = "/usr/lib/postfix/sbin/master"
	postfixDaemon = "/usr/lib/postfix/sbin"
)

// patience is the maximum time for which the tests wait for another program. It is long, so
// that a slow machine does not make them fail.
const patience = 3 * time.Minute

// mta is a private Postfix of the test: its configuration, its queue and all mailboxes are in a
// folder of the test, and its ports are only on this machine.
type mta struct {
	t    *testing.T
	dir  string
	addr string           // address to which mail programs and the judge send e-mail
	now  func() time.Time // clock from which mail programs take the date of an e-mail
}

// The domains that the mail server serves: the domain of the judge, and the domains of the
// mailboxes.
const judgeDomain = "podesta.example"

var peopleDomains = []string{"example.org", "example.net"}

// needs fails the test if any of the given programs is not installed.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Fatalf("%s is missing: the mail game needs Debian's postfix, swaks and s-nail. Run make test-deps as root, or apt-get install postfix swaks s-nail.", p)
		}
	}
	if os.Geteuid() != 0 {
		t.Fatal("The mail game runs a mail server of its own, and Postfix does not start without root: run these tests as root, for instance in a container.")
	}
}

// openTemp returns a temporary folder that other users can read, because Postfix's daemons must
// read it.
func openTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "podesta-mail")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// freePort returns a port of this machine on which no program listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// transport determines how e-mail for one of the judge's addresses is
// delivered.
type transport struct{ address, how string }

// startPostfix starts the mail server. The parameter people lists the addresses with mailboxes,
// judge determines the delivery to the judge, and services lists further lines for master.cf.
func startPostfix(t *testing.T, people []string, judge []transport, services ...string) *mta {
	t.Helper()
	needs(t, postfixMaster, "postfix")
	owner, err := user.Lookup("postfix")
	if err != nil {
		t.Fatalf("%v: Debian's package postfix makes this user; run make test-deps", err)
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	m := &mta{t: t, now: time.Now, dir: openTemp(t), addr: fmt.Sprintf("127.0.0.1:%d", freePort(t))}
	for _, d := range []string{"etc", "queue", "data", "mail", "log"} {
		if err := os.Mkdir(filepath.Join(m.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	own := func(path string, u *user.User) {
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(filepath.Join(m.dir, path), uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	own("data", owner)
	own("mail", nobody)
	var boxes, routes strings.Builder
	for _, p := range people {
		fmt.Fprintf(&boxes, "%s %s/\n", p, p)
	}
	for _, j := range judge {
		fmt.Fprintf(&routes, "%s %s\n", j.address, j.how)
	}
	m.write("etc/mailboxes", boxes.String())
	m.write("etc/routes", routes.String())
	m.write("etc/main.cf", fmt.Sprintf(`compatibility_level = 3.6
queue_directory = %[1]s/queue
data_directory = %[1]s/data
daemon_directory = %[2]s
command_directory = /usr/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = %[1]s/log/mail.log
maillog_file_prefixes = %[1]s
myhostname = mx.%[3]s
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
lmtp_dns_support_level = disabled
alias_maps =
alias_database =
local_recipient_maps =
relay_domains = %[3]s
relay_recipient_maps =
transport_maps = texthash:%[1]s/etc/routes
recipient_delimiter = +
virtual_mailbox_domains = %[4]s
virtual_mailbox_base = %[1]s/mail
virtual_mailbox_maps = texthash:%[1]s/etc/mailboxes
virtual_uid_maps = static:%[5]s
virtual_gid_maps = static:%[6]s
virtual_mailbox_limit = 0
virtual_destination_concurrency_limit = 1
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
in_flow_delay = 0
smtpd_client_connection_rate_limit = 0
biff = no
`, m.dir, postfixDaemon, judgeDomain, strings.Join(peopleDomains, ", "), nobody.Uid, nobody.Gid))
	m.write("etc/master.cf", m.addr+` inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`+strings.Join(services, "\n")+"\n")
	m.start()
	return m
}

func (m *mta) write(path, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, path), []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// start runs Postfix until the end of the test.
func (m *mta) start() {
	m.t.Helper()
	etc := filepath.Join(m.dir, "etc")
	// The check creates the folders of the queue.
	if out, err := exec.Command("postfix", "-c", etc, "check").CombinedOutput(); err != nil {
		m.t.Fatalf("postfix check: %v\n%s%s", err, out, notable(m.log()))
	}
	var out bytes.Buffer
	master := exec.Command(postfixMaster, "-c", etc, "-d")
	master.Stdout, master.Stderr = &out, &out
	// Postfix must end with the test, however the test ends. For this, the thread that started
	// Postfix must stay alive.
	endWithTest(master)
	started, gone := make(chan error, 1), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer close(gone)
		err := master.Start()
		started <- err
		if err == nil {
			_ = master.Wait()
		}
	}()
	if err := <-started; err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		_ = master.Process.Signal(syscall.SIGTERM)
		<-gone
		if m.t.Failed() {
			m.t.Logf("Postfix wrote:\n%s%s", &out, notable(m.log()))
		}
	})
	m.wait("Postfix to take connections", func() bool {
		select {
		case <-gone:
			m.t.Fatalf("Postfix has ended:\n%s%s", &out, notable(m.log()))
		default:
		}
		c, err := net.Dial("tcp", m.addr)
		if err != nil {
			return false
		}
		defer c.Close()
		hello := make([]byte, 4)
		_ = c.SetReadDeadline(time.Now().Add(patience))
		n, _ := c.Read(hello)
		return string(hello[:n]) == "220 "
	})
}

// log returns the log of Postfix.
func (m *mta) log() string {
	text, _ := os.ReadFile(filepath.Join(m.dir, "log/mail.log"))
	return string(text)
}

// notable returns the warnings and errors of a log, and its last lines. In a whole log, the failure
// would be lost among thousands of lines.
func notable(log string) string {
	const last = 40
	lines := strings.Split(strings.TrimRight(log, "\n"), "\n")
	from := max(0, len(lines)-last)
	var b strings.Builder
	for i, line := range lines {
		if i >= from || trouble.MatchString(line) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

var trouble = regexp.MustCompile(`(?i)warning|error|fatal|panic|status=(deferred|bounced)`)

// wait polls until a condition holds.
func (m *mta) wait(what string, holds func() bool) {
	m.t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > patience {
			m.t.Fatalf("waited in vain for %s; Postfix wrote:\n%s", what, notable(m.log()))
		}
	}
}

// queued reports whether Postfix has undelivered e-mail.
func (m *mta) queued() bool {
	// E-mail moves through the folders in this order, or from deferred to active, so this order
	// cannot miss it.
	for _, d := range []string{"deferred", "maildrop", "incoming", "active", "deferred"} {
		found := false
		_ = filepath.WalkDir(filepath.Join(m.dir, "queue", d), func(_ string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				found = true
				return filepath.SkipAll
			}
			return nil
		})
		if found {
			return true
		}
	}
	return false
}

// settle waits until Postfix has delivered everything.
func (m *mta) settle() {
	m.t.Helper()
	m.wait("Postfix to deliver its letters", func() bool { return !m.queued() })
}
