package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long tests wait for something. It is long because some machines are slow.
const patience = 5 * time.Minute

// live is an event of a stream. When the stream has ended, the last one is
// called "end".
type live struct {
	name, id string
	data     []byte
}

// listener is an open stream.
type listener struct {
	*house
	events chan live
	seen   []string // for failure messages
	last   string   // the id of the last event that had one
	close  context.CancelFunc
}

// listen opens a stream as a guest. query begins with a question mark.
func (h *house) listen(g *guest, query string, headers ...string) *listener {
	h.t.Helper()
	within, stop := context.WithTimeout(ctx, patience)
	h.t.Cleanup(stop)
	r, err := http.NewRequestWithContext(within, http.MethodGet, h.url+"/api/v1/events"+query, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	if ct := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || ct != "text/event-stream" {
		resp.Body.Close()
		h.t.Fatalf("stream of %s: %d as %s", g.name, resp.StatusCode, ct)
	}
	h.done["events"] = true
	l := &listener{house: h, events: make(chan live, 1000), close: stop}
	go func() {
		defer resp.Body.Close()
		var e live
		lines := bufio.NewReader(resp.Body)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				l.events <- live{name: "end"}
				return
			}
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch name {
			case "event":
				e.name = value
			case "id":
				e.id = value
			case "data":
				e.data = []byte(value)
			case "":
				if e.name != "" {
					l.events <- e
				} else if value != "" || line == ": \n" {
					l.events <- live{name: "beat"}
				}
				e = live{}
			}
		}
	}()
	return l
}

// next returns the next event other than a heartbeat.
func (l *listener) next() live {
	l.t.Helper()
	for {
		select {
		case e := <-l.events:
			if e.name == "beat" {
				continue
			}
			l.seen = append(l.seen, e.name+" "+string(e.data))
			if e.id != "" {
				l.last = e.id
			}
			l.fits(e)
			return e
		case <-time.After(patience):
			l.t.Fatalf("no event arrived; before: %s", strings.Join(l.seen, "\n"))
		}
	}
}

// fits checks the data of an event against the description.
func (l *listener) fits(e live) {
	l.t.Helper()
	schema := map[string]string{"state": "GameState", "entry": "LogEntry"}[e.name]
	if schema == "" {
		if e.name != "end" {
			l.t.Errorf("an event %q", e.name)
		}
		return
	}
	fitsSchema(l.t, schema, e.data)
}

// fitsSchema checks JSON against a named schema of the description.
func fitsSchema(t *testing.T, name string, data []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Errorf("%s: %v", data, err)
		return
	}
	ref := described.doc.Components.Schemas[name]
	if ref == nil {
		t.Fatalf("the description has no %s", name)
	}
	if err := ref.Value.VisitJSON(v); err != nil {
		t.Errorf("%s is not as described: %v", data, err)
	}
}

// want waits for an event with a name, and fails the test if another event comes first.
func (l *listener) want(name string) live {
	l.t.Helper()
	e := l.next()
	if e.name != name {
		l.t.Fatalf("an event %q, want %q:\n%s", e.name, name, strings.Join(l.seen, "\n"))
	}
	return e
}

// until waits for an event with a name that contains a text.
func (l *listener) until(name, text string) live {
	l.t.Helper()
	for {
		e := l.next()
		if e.name == name && bytes.Contains(e.data, []byte(text)) {
			return e
		}
		if e.name == "end" {
			l.t.Fatalf("the stream ended; before: %s", strings.Join(l.seen, "\n"))
		}
	}
}

// say sends a message of one power to others.
func (x *hosted) say(from, text string, to ...string) {
	x.t.Helper()
	x.at(x.players[from]).post("/press", map[string]any{"to": to, "text": text}).want(http.StatusNoContent)
}

func TestLive(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	venice := h.listen(x.players["venice"], "?game="+x.id)
	// A stream without entries so far can be continued from its beginning.
	begin := h.listen(x.players["venice"], "?game="+x.id)
	begin.want("state")
	begin.close()
	defer func() {
		h.listen(x.players["venice"], "?game="+x.id+"&after="+begin.last).until("entry", "to Venice")
	}()
	if e := venice.want("state"); !bytes.Contains(e.data, []byte(`"phase":"spring 1385 orders"`)) {
		t.Errorf("state: %s", e.data)
	}
	x.say("milan", "to Florence alone", "florence")
	x.say("milan", "to Venice", "venice")
	if e := venice.want("entry"); !bytes.Contains(e.data, []byte("to Venice")) || e.id == "" {
		t.Errorf("the first entry for Venice: %s", e.data)
	}
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	venice.until("entry", `"result"`)
	told := venice.last
	if e := venice.until("state", "summer 1385 orders"); e.id != told {
		t.Errorf("the state behind entry %s has the id %s", told, e.id)
	}
	x.at(x.master).post("/pause", nil).want(http.StatusOK)
	venice.until("state", "paused")
	x.at(x.master).post("/resume", nil).want(http.StatusOK)
	venice.until("state", "active")
	if all := strings.Join(venice.seen, "\n"); strings.Contains(all, "Florence alone") {
		t.Errorf("Venice receives: %s", all)
	}

	// Missed events are sent when the stream is opened again, once and in
	// order.
	venice.close()
	from := venice.last
	for n := range 5 {
		x.say("florence", fmt.Sprintf("missed %d", n), "venice")
	}
	for _, again := range []*listener{
		h.listen(x.players["venice"], "?game="+x.id, "Last-Event-ID", from),
		h.listen(x.players["venice"], "?game="+x.id+"&after="+from),
		h.listen(x.players["venice"], "", "Last-Event-ID", x.id+"."+from),
		h.listen(x.players["venice"], "?after="+x.id+"."+from),
	} {
		for n := range 5 {
			again.until("entry", fmt.Sprintf("missed %d", n))
		}
		for _, s := range again.seen[:len(again.seen)-1] {
			if strings.Contains(s, "missed 4") || strings.Contains(s, "to Venice") {
				t.Errorf("sent twice: %s", s)
			}
		}
		again.close()
	}
	for _, bad := range []string{"?after=x", "?after=3", "?game=" + x.id + "&after=-1"} {
		x.players["venice"].get("/events"+bad).want(http.StatusUnprocessableEntity, "invalid")
	}
	x.public().get("/events?game=nothing").want(http.StatusNotFound, "not_found")
}

// TestLiveJoined checks that a stream for all games includes a game that the
// caller joined after it was opened.
func TestLiveJoined(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.api.SetBeat(20 * time.Millisecond)
	master, ada := h.person("Bianca"), h.person("Ada")
	l := h.listen(ada, "")
	for _, name := range []string{"First", "Second"} {
		id := master.post("/games", map[string]any{"name": name, "scenario": "A", "hosting": map[string]any{}}).want(http.StatusCreated).str("id")
		ada.post("/games/"+id+"/join", nil).want(http.StatusOK)
		l.until("state", `"game":"`+id+`"`)
		master.post("/games/"+id+"/press", map[string]any{"to": []string{"all"}, "text": "Welcome to " + name}).want(http.StatusNoContent)
		if e := l.until("entry", "Welcome to "+name); !strings.Contains(e.id, id+".") {
			t.Errorf("the id %s", e.id)
		}
	}
}

// TestLiveLinks covers a game that is played by links, which has no log entries for
// notifications.
func TestLiveLinks(t *testing.T) {
	t.Parallel()
	h := open(t)
	a := h.public().post("/games", map[string]any{"name": "By links", "scenario": "A", "variant": "A-2"}).want(http.StatusCreated)
	id := a.str("id")
	l := h.listen(h.keyed(id, a.str("keys.seats.0")), "")
	l.want("state")
	h.keyed(id, a.str("keys.master")).post("/games/"+id+"/process", map[string]any{"revision": a.num("revision")}).want(http.StatusOK)
	l.until("state", "summer 1385 orders")
}

// TestLiveEnds checks that streams end when the token is revoked or the server shuts down, and
// not before, and that their number is limited.
func TestLiveEnds(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	milan := x.players["milan"].session()
	dropped, stays := h.listen(milan, ""), h.listen(x.players["milan"], "")
	dropped.want("state")
	stays.want("state")
	milan.delete("/sessions/current").want(http.StatusNoContent)
	x.say("venice", "Are you there?", "milan")
	dropped.want("end")
	stays.until("entry", "Are you there?")

	var many []*listener
	for range 9 { // with the stream that stays open, this is the maximum
		many = append(many, h.listen(x.players["milan"], ""))
	}
	if a := x.players["milan"].get("/events"); a.status != http.StatusTooManyRequests || a.str("code") != "too_many" || a.header.Get("Retry-After") == "" {
		t.Errorf("an eleventh stream: %d %s", a.status, a.body)
	}
	h.api.Close()
	for _, l := range append(many, stays) {
		for e := l.next(); e.name != "end"; e = l.next() {
			if !slices.Contains([]string{"state", "entry"}, e.name) {
				t.Errorf("at the end: %s", e.name)
			}
		}
	}
}

// TestHeartbeats checks that idle streams send heartbeats.
func TestHeartbeats(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.api.SetBeat(5 * time.Millisecond)
	x := h.host(nil, nil)
	l := h.listen(x.public(), "?game="+x.id)
	for n := 0; n < 3; {
		select {
		case e := <-l.events:
			if e.name == "beat" {
				n++
			}
		case <-time.After(patience):
			t.Fatal("no sign of life")
		}
	}
}
