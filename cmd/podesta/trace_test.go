package main

import (
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/trace/tracetest"
)

// TestTraces follows a request, with its sender's trace, through the queue to the e-mails that it
// causes, and an arriving e-mail to its answer. TestTraceOfOrders of internal/mail follows orders
// to the results.
func TestTraces(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	relay, collector := newSink(t), tracetest.New(t)
	door, at := filepath.Join(folder, "lmtp"), freeAddress(t)
	p := serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"), "listen "+at, "data "+folder+"/data", "mail.lmtp unix:"+door, "trace.endpoint "+collector.URL)...)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{t, "http://" + at, &http.Client{Jar: jar}, map[string]string{}}
	const ada = "ada@example.org"
	w.page("/register", "name", "Ada", "email", ada)
	confirm := func(a arrival) bool { return strings.Contains(a.subject, "confirm") }
	until(t, "the proof", func() bool { return len(relay.find(ada, confirm)) > 0 })
	proof := regexp.MustCompile(`CONFIRM ([a-z2-7]{20,})`).FindStringSubmatch(relay.find(ada, confirm)[0].plain(t))
	w.page("/verify", "token", proof[1])
	key := regexp.MustCompile(`<input readonly value="([a-z2-7]{20,})"`).FindStringSubmatch(w.page("/me/tokens", "label", "bot", "once", "first"))
	if key == nil {
		t.Fatal("no key")
	}
	token := key[1]
	id := w.api(token, "POST", "/games", map[string]any{"name": "Ours", "scenario": "A", "variant": "A-4", "hosting": map[string]any{}, "plays": true, "wishes": "I"}, "id")
	w.api(token, "POST", "/games/"+id+"/start", map[string]any{"force": true}, "")

	const sender, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	form := url.Values{"to": {"all"}, "text": {"finocchi per tutti"}}
	r, err := http.NewRequest(http.MethodPost, w.url+"/g/"+id+"/press", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Traceparent", "00-"+sender+"-"+parent+"-01")
	answer, err := w.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status)
	}
	if err := send(door, ada, "judge@podesta.example", written(ada, "question", "HELP\n")); err != nil {
		t.Fatal(err)
	}
	until(t, "the answer", func() bool { return relay.answered(ada, "question") })
	p.stop()

	spans := map[string]tracetest.Span{}
	for _, s := range collector.Spans() {
		spans[s.ID] = s
	}
	// above returns the names of a span and of its ancestors, without transactions and
	// statements.
	above := func(s tracetest.Span) []string {
		var out []string
		for {
			if !strings.HasPrefix(s.Name, "transaction") && s.Attributes["db.system.name"] == "" {
				out = append(out, s.Name)
			}
			up, ok := spans[s.Parent]
			if !ok {
				return append(out, s.Parent)
			}
			s = up
		}
	}
	paths := map[string]bool{}
	for _, s := range spans {
		path := strings.Join(above(s), " < ")
		if paths[path] = true; strings.HasSuffix(path, parent) != (s.Trace == sender) {
			t.Errorf("%s is part of trace %s", path, s.Trace)
		}
	}
	press := "POST /g/{id}/press < " + parent
	for _, want := range []string{
		press,
		"find readers < " + press,
		"send to relay < deliver e-mail < receive e-mail < ",
		"send to relay < deliver e-mail < POST /register < ",
	} {
		if !paths[want] {
			t.Errorf("no span %s; there are:\n%s", want, strings.Join(slices.Sorted(maps.Keys(paths)), "\n"))
			break
		}
	}
}
