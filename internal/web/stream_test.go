package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/pubsub"
	"podesta/internal/web/wire"
	"podesta/internal/wiring"
)

// listener is an open page that receives events.
type listener struct {
	t      *testing.T
	cancel context.CancelFunc
	events chan [2]string // name and data
}

// listen opens the stream of a game.
func (b *browser) listen(at string) *listener {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+at+"/live", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		b.t.Fatalf("the stream: %s", answer.Status)
	}
	l := &listener{b.t, cancel, make(chan [2]string, 1000)}
	go func() {
		defer close(l.events)
		defer answer.Body.Close()
		name := ""
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if x, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = x
			}
			if x, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				l.events <- [2]string{name, x}
			}
		}
	}()
	b.t.Cleanup(cancel)
	return l
}

// until receives states until one satisfies a condition.
func (l *listener) until(what string, fits func(*wire.State) bool) *wire.State {
	l.t.Helper()
	last := ""
	for end := time.After(5 * time.Minute); ; {
		select {
		case e, ok := <-l.events:
			if !ok {
				l.t.Fatalf("the stream has ended before %s; the last state was %s", what, last)
			}
			var st wire.State
			if e[0] != "state" {
				continue
			}
			last = e[1]
			if err := json.Unmarshal([]byte(e[1]), &st); err != nil {
				l.t.Fatal(err)
			}
			if fits(&st) {
				return &st
			}
		case <-end:
			l.t.Fatalf("nothing is heard of %s; the last state was %s", what, last)
		}
	}
}

// seatWord returns the description of a seat in a state.
func seatWord(st *wire.State, n int) string {
	for _, x := range st.Seats {
		if x.Seat == n {
			return x.Says
		}
	}
	return ""
}

// TestOpenPagesReceiveNews checks that open pages receive news about messages, visible orders, deadlines,
// results, and acts of a master.
func TestOpenPagesReceiveNews(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	milan, venice := players["Milan"], players["Venice"]
	seat := map[string]int{}
	for name := range players {
		seat[name] = h.seatOf(at, name)
	}
	a, b, m, x := milan.listen(at), venice.listen(at), master.listen(at), h.browser().listen(at)
	began := func(st *wire.State) bool { return st.Number == 1 }
	for _, l := range []*listener{a, b, m, x} {
		l.until("the beginning", began)
	}
	venice.post(at+"/press", url.Values{"to": {strconv.Itoa(seat["Milan"])}, "text": {"A word."}}).has(t, http.StatusOK)
	a.until("a letter", func(st *wire.State) bool { return st.Unread == 1 && st.Letter > 0 })
	milan.get(at + "/letters?c=" + strconv.Itoa(min(seat["Milan"], seat["Venice"])) + "-" + strconv.Itoa(max(seat["Milan"], seat["Venice"])))

	form, _ := venice.own(at, "nonsense")
	form.Set("then", "")
	venice.post(at+"/orders", form)
	b.until("errors of one's own", func(st *wire.State) bool {
		return strings.Contains(st.Owes, "missing") || strings.Contains(st.Owes, "errors")
	})
	m.until("what a master is told", func(st *wire.State) bool { return seatWord(st, seat["Venice"]) != "" })
	heard := a.until("what was read", func(st *wire.State) bool { return st.Unread == 0 })
	if says := seatWord(heard, seat["Venice"]); says != "awaited" { // the state does not reveal that there are errors
		t.Errorf("Milan receives Venice's orders: %s", says)
	}

	master.post(at+"/times", url.Values{"number": {"1"}, "deadline": {"+90h"}}).has(t, http.StatusOK)
	first := x.until("another deadline", func(st *wire.State) bool { return strings.HasPrefix(st.Deadline, "2026-01-05T06:00") })
	if first.Unread != 0 || first.Owes != "" || first.Letter != 0 {
		t.Errorf("a stranger receives %+v", first)
	}
	carry := master.get(at+"/master").fields(t, at+"/carryout")
	carry.Set("sure", "1")
	master.post(at+"/carryout", carry).has(t, http.StatusOK)
	for _, l := range []*listener{a, b, m, x} {
		st := l.until("the next phase", func(st *wire.State) bool { return st.Number == 2 })
		if st.Last == nil || st.Last.Href != at+"/p/1" || !strings.Contains(st.Last.Title, "Spring 1385") {
			t.Errorf("what was decided: %+v", st.Last)
		}
	}
	roll := master.get(at+"/master").fields(t, at+"/rollback")
	roll.Set("phase", "1")
	roll.Set("why", "A <b>mistake</b>.")
	master.post(at+"/rollback", roll).has(t, http.StatusOK)
	b.until("the way back", func(st *wire.State) bool {
		return st.Number == 1 && st.Revision > 2 && strings.Contains(st.Acts, "Spring")
	})
	if p := milan.get(at + "/state"); !strings.Contains(p.body, `"acts":"`) || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the state without a stream: %s", p.body)
	}

	// The end of a session ends its streams.
	milan.post("/signout", nil)
	master.post(at+"/pause", nil)
	for e := range a.events {
		if e[0] == "signedout" {
			return
		}
	}
	t.Error("no event says that the session has ended")
}

// TestLiveLinks checks that games played by links and games of one visitor have streams, too.
func TestLiveLinks(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	p := b.post("/new", url.Values{"choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}, "name": {"Alone"}, "solitaire": {"1"}})
	at := p.url.Path
	l, stranger := b.listen(at), h.browser().listen(at)
	l.until("the beginning", func(st *wire.State) bool { return st.Number == 1 })
	b.post(at+"/orders", url.Values{"revision": {"1"}, "then": {"process"}, "anyway": {"1"}, "orders": {""}})
	for _, x := range []*listener{l, stranger} {
		x.until("the next phase", func(st *wire.State) bool { return st.Number > 1 })
	}
}

// TestLiveBounds checks that thousands of open pages cost little, that no
// visitor can open an unlimited number, and that all end with the server.
func TestLiveBounds(t *testing.T) {
	j := judgetest.Open(t, time.Now()).Judge
	hub := pubsub.New(j.Press.Follow, nil)
	handler := New(wiring.Pages(j), nil, WithStreams(hub))
	g, keys, err := j.Lobby.Create(context.Background(), lobby.NewGame{Name: "Many", Scenario: "A", Variant: "A-4", Solitaire: true})
	if err != nil {
		t.Fatal(err)
	}
	const pages, each = 2000, 40
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var open []*openPage
	for i := range pages {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/g/"+g.ID+"/live", nil)
		r.RemoteAddr = "192.0." + strconv.Itoa(i/200) + "." + strconv.Itoa(i%200) + ":1234"
		p := &openPage{header: http.Header{}, wrote: make(chan string, 64), done: make(chan struct{})}
		open = append(open, p)
		go func() {
			defer close(p.done)
			handler.ServeHTTP(p, r)
		}()
	}
	for _, p := range open {
		p.until(t, `"number":1`)
	}
	// One more goroutine for each page would be noticed. Those of other tests and of the
	// database, which come and go, are not.
	if n := runtime.NumGoroutine() - before; n > pages+pages/2 {
		t.Errorf("%d goroutines for %d pages", n, pages)
	}
	role, err := j.Lobby.Role(ctx, g.ID, keys.Master)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.Process(ctx, g.ID, role, 1); err != nil {
		t.Fatal(err)
	}
	for _, p := range open {
		p.until(t, `"number":2`)
	}
	// One address can open only a limited number of pages.
	for range each {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/g/"+g.ID+"/live", nil)
		r.RemoteAddr = "198.51.100.7:1"
		p := &openPage{header: http.Header{}, wrote: make(chan string, 64), done: make(chan struct{})}
		go func() {
			defer close(p.done)
			handler.ServeHTTP(p, r)
		}()
		p.until(t, `"number":2`)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/g/"+g.ID+"/live", nil)
	r.RemoteAddr = "198.51.100.7:1"
	if handler.ServeHTTP(w, r); w.Code != http.StatusTooManyRequests {
		t.Errorf("one page too many: %d", w.Code)
	}
	hub.Close()
	for _, p := range open {
		<-p.done
	}
	if n := hub.Count(); n > each {
		t.Errorf("%d streams are left", n)
	}
}

// openPage records what a stream writes.
type openPage struct {
	header http.Header
	wrote  chan string
	done   chan struct{}
}

func (p *openPage) Header() http.Header         { return p.header }
func (p *openPage) WriteHeader(int)             {}
func (p *openPage) Flush()                      {}
func (p *openPage) Write(b []byte) (int, error) { p.wrote <- string(b); return len(b), nil }

func (p *openPage) until(t *testing.T, text string) {
	t.Helper()
	for end := time.After(10 * time.Minute); ; {
		select {
		case s := <-p.wrote:
			if strings.Contains(s, text) {
				return
			}
		case <-end:
			t.Fatalf("a page never receives %s", text)
		}
	}
}
