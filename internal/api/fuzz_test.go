package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"podesta/internal/api"
	"podesta/internal/httpserver"
	"podesta/internal/judge/judgetest"
	"podesta/internal/wiring"
)

// operation is an operation of the API, with an example of its body.
type operation struct {
	id, method, path, body string
	lives                  bool // whether the answer is a stream that does not end
}

// operations returns the operations in the order of their addresses.
func operations(tb testing.TB, h http.Handler) []operation {
	tb.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/openapi.json", nil))
	doc, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
	if err != nil {
		tb.Fatal(err)
	}
	var out []operation
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			o := operation{id: op.OperationID, method: method, path: path}
			if op.RequestBody != nil {
				if media := op.RequestBody.Value.Content.Get("application/json"); media != nil {
					o.body = example(media.Schema, 0)
				}
			}
			for _, r := range op.Responses.Map() {
				o.lives = o.lives || r.Value.Content["text/event-stream"] != nil
			}
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b operation) int { return strings.Compare(a.path+" "+a.method, b.path+" "+b.method) })
	return out
}

// example returns a JSON value that matches a schema.
func example(ref *openapi3.SchemaRef, depth int) string {
	if ref == nil || ref.Value == nil || depth > 4 {
		return "null"
	}
	s := ref.Value
	switch {
	case len(s.Enum) > 0:
		b, _ := json.Marshal(s.Enum[0])
		return string(b)
	case s.Type.Includes("object"):
		var parts []string
		for name, p := range s.Properties {
			parts = append(parts, `"`+name+`":`+example(p, depth+1))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case s.Type.Includes("array"):
		return "[" + example(s.Items, depth+1) + "]"
	case s.Type.Includes("integer"), s.Type.Includes("number"):
		return "1"
	case s.Type.Includes("boolean"):
		return "true"
	case s.Format == "date-time":
		return `"2026-02-01T12:00:00Z"`
	}
	return `"milan"`
}

// FuzzRequest sends arbitrary bodies and queries to every operation, as a stranger, a player, a
// master and an operator. Some of the time the query is a part of the path. It checks that no
// answer is an internal error, that a refusal gives a reason and has written nothing, that an
// address or body that is not text is refused, and that every answer matches its schema.
func FuzzRequest(f *testing.F) {
	h := judgetest.Open(f, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	show := h.Rehearse()
	cast := h.Cast()
	tokens := []string{"", h.Token(cast.Player.ID), h.Token(cast.Master.ID), h.Token(cast.Operator.ID)}
	var errors atomic.Pointer[string]
	s := api.New(api.Deps{
		Judge: wiring.API(h.Judge), Clock: h.Clock, Version: "test", Letters: &judgetest.Letters{}, Channels: hookChannels(true),
		Log:    slog.New(slog.NewTextHandler(writer(func(p []byte) { text := string(p); errors.Store(&text) }), &slog.HandlerOptions{Level: slog.LevelError})),
		Limits: api.Limits{Rate: 1e9, Burst: 1e9, StrangerRate: 1e9, Strangers: 1e9, Games: 1e9},
	})
	f.Cleanup(s.Close)
	for _, token := range tokens[1:] { // later uses of a secret write nothing
		if _, _, err := h.Users.Authenticate(ctx, token); err != nil {
			f.Fatal(err)
		}
	}
	show.Forget(true)
	all := operations(f, s)
	if len(all) < 50 {
		f.Fatalf("%d operations", len(all))
	}
	blank := regexp.MustCompile(`\{[a-z.]+\}`)
	for i, o := range all {
		_, body, _ := strings.Cut(requests[o.id], " ")
		f.Add(uint8(i), uint8(2), "", []byte(blank.ReplaceAllString(body, "1")))
		f.Add(uint8(i), uint8(i), "", []byte(o.body))
		f.Add(uint8(i), uint8(i+1), "seat=1&limit=-1&skip=99999999999&explain=x&power=%ff&since=2026-01-01T00:00:00Z&text=plain", []byte(o.body))
		f.Add(uint8(i), uint8(i+66), "\xff\x00", []byte(o.body))
		f.Add(uint8(i), uint8(i+1), "", []byte(strings.ReplaceAll(o.body, `:"`, ":\"\xff")))
		f.Add(uint8(i), uint8(i+1), "", []byte(strings.ReplaceAll(o.body, `:"`, `:"\u0000`)))
	}
	f.Fuzz(func(t *testing.T, n, who uint8, query string, body []byte) {
		o := all[int(n)%len(all)]
		// Three operations read what they have written, and roll it back.
		if o.lives || o.id == "createGame" || o.id == "createTournament" || o.id == "importGame" || len(body) > 4<<10 || len(query) > 1<<10 {
			return
		}
		at := cast.Played.ID
		if who >= 128 {
			at = cast.Links.ID
		}
		path := strings.NewReplacer("{game}", at, "{number}", "1", "{n}", "1", "{seat}", "1", "{id}", at, "{person}", cast.Rival.Name).Replace(o.path)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, o.method, "/", bytes.NewReader(body))
		r.URL.Path, r.URL.RawQuery = path, query
		if who&64 != 0 {
			r.URL.Path, r.URL.RawQuery = path+query, ""
		}
		if len(body) > 0 {
			r.Header.Set("Content-Type", "application/json")
		}
		if token := tokens[int(who)%len(tokens)]; token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		errors.Store(nil)
		before := show.Wrote()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		what := o.method + " " + path
		if text := errors.Load(); w.Code >= 500 || text != nil {
			t.Fatalf("%s: %d %s %v", what, w.Code, w.Body, text)
		}
		kind := w.Header().Get("Content-Type")
		if strings.Contains(kind, "json") && !json.Valid(w.Body.Bytes()) || strings.HasPrefix(kind, "text/") && !utf8.Valid(w.Body.Bytes()) {
			t.Fatalf("%s: %s %.200q", what, kind, w.Body)
		}
		if w.Code < 400 {
			if !httpserver.IsTextAddress(r.URL) || o.body != "" && len(body) > 0 && httpserver.CheckJSON(body) != nil {
				t.Fatalf("%s?%s: %d for what is not text: %q", what, query, w.Code, body)
			}
			return
		}
		var p struct{ Code, Detail string }
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Code == "" || p.Detail == "" || kind != "application/problem+json" {
			t.Fatalf("%s: %d without a reason: %s", what, w.Code, w.Body)
		}
		// A wrong password is counted.
		if n := show.Wrote() - before; n > 0 && o.id != "signIn" {
			t.Fatalf("%s: %d %s, and %d writes", what, w.Code, w.Body, n)
		}
	})
}

// writer adapts a function to io.Writer.
type writer func([]byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}
