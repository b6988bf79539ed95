package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"podesta/internal/store/pgtest"
)

// slot is a place for a process in a cluster.
type slot struct {
	url   atomic.Value // address of the process; a string
	ready atomic.Bool
	inbox string // address at which it accepts e-mail
}

// proxy is the proxy in front of a cluster, as docs/upkeep.md describes it: it polls /readyz,
// passes requests to processes that are ready, and tries the next one if one cannot be reached.
type proxy struct {
	slots []*slot
	turn  atomic.Int64
	way   http.RoundTripper
}

// askReady is how often a proxy polls /readyz.
const askReady = 50 * time.Millisecond

// newProxy starts a proxy for slots, and returns it as a process.
func newProxy(t *testing.T, slots ...*slot) *process {
	t.Helper()
	x := &proxy{slots: slots, way: &http.Transport{MaxIdleConnsPerHost: 16}}
	server := httptest.NewServer(&httputil.ReverseProxy{
		Transport: x,
		Rewrite:   func(*httputil.ProxyRequest) {}, // the transport chooses the process
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, "the proxy: "+err.Error(), http.StatusBadGateway)
		},
	})
	t.Cleanup(server.Close)
	ask := &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for _, s := range slots {
		go func() {
			for t.Context().Err() == nil {
				url, _ := s.url.Load().(string)
				r, err := ask.Get(url + "/readyz")
				if err == nil {
					_ = r.Body.Close()
				}
				s.ready.Store(err == nil && r.StatusCode == http.StatusOK && url == s.url.Load())
				time.Sleep(askReady)
			}
		}()
	}
	return &process{t: t, name: "the proxy", url: server.URL, log: &notes{}}
}

// RoundTrip implements http.RoundTripper.
func (x *proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	for begun := time.Now(); time.Since(begun) < 5*time.Second; time.Sleep(askReady) {
		at := int(x.turn.Add(1))
		for i := range x.slots {
			s := x.slots[(at+i)%len(x.slots)]
			if !s.ready.Load() {
				continue
			}
			y := r.Clone(r.Context())
			y.URL.Scheme = "http"
			_, y.URL.Host, _ = strings.Cut(s.url.Load().(string), "//")
			y.Body = io.NopCloser(bytes.NewReader(body))
			a, err := x.way.RoundTrip(y)
			if dial := (*net.OpError)(nil); errors.As(err, &dial) && dial.Op == "dial" {
				s.ready.Store(false)
				continue
			}
			return a, err
		}
	}
	return nil, errors.New("no process is ready")
}

// nextVersion builds the program with an additional migration, as a next version might have it.
func nextVersion(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../internal/store/testdata/next.sql")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "podesta")
	flags := `-w -X "podesta/internal/store.nextMigration=` + string(text) + `"`
	if out, err := exec.Command("go", "build", "-ldflags", flags, "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

// startTied starts a command that ends with this test, however the test ends: the kernel ends it
// together with the thread that started it.
func startTied(t *testing.T) func(*exec.Cmd) error {
	return func(cmd *exec.Cmd) error {
		started := make(chan error)
		go func() {
			runtime.LockOSThread() // and never unlocked, so that the thread ends here
			cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
			started <- cmd.Start()
			<-t.Context().Done()
		}()
		return <-started
	}
}

// postman sends messages by e-mail to the processes of a cluster, as mail servers do. If a process
// does not accept a message, postman tries the next one, and repeats this until the message is
// accepted.
func (l *load) postman(slots []*slot, c citizen, id string) {
	t := l.w.t
	role, err := l.w.judge.Base.RoleOf(t.Context(), id, c.id)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := l.w.judge.Users.ReplySecret(t.Context(), c.id, id, role.Seat)
	if err != nil {
		t.Fatal(err)
	}
	to := "judge+" + secret + "@podesta.example"
	l.wg.Go(func() {
		for n := 0; l.waits(pause); n++ {
			text := fmt.Sprintf("epistula.%05d;", n)
			raw := written(c.email, fmt.Sprint("epistula", n), "PRESS TO ALL BUT O\n"+text+"\nENDPRESS\n")
			begun := time.Now()
			for attempt := 0; ; attempt++ {
				err := send(slots[(n+attempt)%len(slots)].inbox, c.email, to, raw)
				if err == nil {
					l.mu.Lock()
					l.said[text] = id
					l.confirmed++
					l.mu.Unlock()
					break
				}
				if smtpCode(err)/100 == 5 || time.Since(begun) > patience {
					l.fail("an e-mail: %v", err)
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
	})
}

// TestUpgrade replaces the two processes of a cluster by those of a next version, which has an
// additional migration, one after the other, while people play. Then it goes back to the old
// version. No request may fail, nothing may be lost, and nothing may happen twice: neither
// e-mail nor events of live streams.
func TestUpgrade(t *testing.T) {
	if testing.Short() {
		leaveOut(t, "THE PROCESSES WERE NOT UPGRADED: that links the next version of the program")
	}
	t.Parallel()
	next := nextVersion(t)
	pg := pgtest.Start(t)
	url := pg.URL(t)
	w := newTown(t, url)
	relay := newSink(t)
	for i := range 3 {
		w.game(fmt.Sprint("Game ", i+1))
	}
	slots := []*slot{{inbox: freeAddress(t)}, {inbox: freeAddress(t)}}
	start := func(i int, program string) *process {
		t.Helper()
		name := fmt.Sprintf("this version %d", i+1)
		if program != "" {
			name = fmt.Sprintf("the next version %d", i+1)
		}
		keys := append(relay.keys("judge.podesta.example"), "database "+url, "data "+t.TempDir(), "http.drain 1s",
			"mail.smtp "+slots[i].inbox, "limits.letters_per_hour 100000")
		p := serveProcessOf(t, program, name, keys)
		slots[i].url.Store(p.url)
		until(t, name, slots[i].ready.Load)
		return p
	}
	front := newProxy(t, slots...)
	running := []*process{start(0, ""), start(1, "")}
	until(t, "the letters about the beginning", func() bool { return w.queued() == 0 && len(relay.all()) > 0 })
	before, err := w.store.Layout(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	live := w.players[0].listen(front)
	l := w.play(front)
	const postmans = 3
	l.postman(slots, w.players[postmans], w.games[0])
	goOn := func() { // browsers reopen their stream when it ends
		if live.over() {
			w.players[0].goOn(front, live)
		}
	}
	for _, program := range []string{next, ""} {
		for i := range running {
			l.goesOn(12, 2, 0)
			running[i].stop()
			goOn()
			running[i] = start(i, program)
			goOn()
		}
		after, err := w.store.Layout(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if after.Known != before.Known || after.Have != before.Have+1 || after.From > after.Known {
			t.Errorf("the layout was %+v and is %+v", before, after)
		}
	}
	l.goesOn(12, 2, 1)
	l.end()
	goOn()
	w.mailed("all letters")
	l.whole(w.judge)
	was := l.seen()
	until(t, "everything on the live stream", func() bool {
		got := map[string]int{}
		live.count(func(e happening) bool {
			if e.data.Press != nil {
				got[strings.TrimSpace(e.data.Press.Text)]++
			}
			return false
		})
		for text := range was.said {
			switch n := got[text]; {
			case n > 1:
				t.Fatalf("the live stream showed press %s %d times", text, n)
			case n == 0:
				return false
			}
		}
		return true
	})
	byMail := 0
	for text, id := range was.said {
		if strings.HasPrefix(text, "epistula") {
			byMail++
		}
		for i, c := range w.players {
			if strings.HasPrefix(text, fmt.Sprintf("verba%d.", i)) || strings.HasPrefix(text, "epistula") && i == postmans {
				continue // people receive no e-mail about their own messages
			}
			if n := len(relay.find(c.email, func(a arrival) bool { return strings.Contains(a.raw, text) })); n != 1 {
				t.Errorf("%s got press %s in %s by %d e-mails", c.email, text, id, n)
			}
		}
	}
	if twice := relay.twice(); len(twice) > 0 {
		t.Errorf("sent twice: %q", twice)
	}
	for _, p := range running {
		p.stop()
	}
	if byMail == 0 {
		t.Error("no press was confirmed by e-mail")
	}
}

// serveProcessOf starts a program as a judge; if program is empty, it starts the test binary.
func serveProcessOf(t *testing.T, program, name string, keys []string) *process {
	t.Helper()
	if program == "" {
		return serveProcess(t, name, keys...)
	}
	cmd := exec.Command(program, serving(keys)...)
	cmd.Env = outside()
	return serveBy(t, name, cmd, startTied(t))
}
