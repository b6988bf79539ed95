package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

var ctx = context.Background()

// house is a judge with its API and a database of its own.
type house struct {
	t *testing.T
	*judgetest.House
	judge *judge.Judge
	clock *judgetest.Clock
	mail  *judgetest.Letters
	api   *api.Server
	url   string
	route routers.Router
	log   bytes.Buffer

	done, refused map[string]bool // operations that have succeeded, and those that have been refused
	// answers that have already been compared with the description, because comparing takes longer
	// than most requests
	fitting  map[string]bool
	examples map[string]exchange
}

func open(t *testing.T, change ...func(*api.Deps)) *house {
	t.Helper()
	return openWith(t, func(st *store.Store) game.Store { return st }, change...)
}

// openWith is like open, but uses the store that wrap returns.
func openWith(t *testing.T, wrap func(*store.Store) game.Store, change ...func(*api.Deps)) *house {
	t.Helper()
	base := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	base.Over(wrap(base.Store))
	h := &house{House: base, t: t, judge: base.Judge, clock: base.Clock, mail: &judgetest.Letters{}}
	h.done, h.refused, h.examples = map[string]bool{}, map[string]bool{}, map[string]exchange{}
	d := api.Deps{
		Judge: wiring.API(h.judge), Clock: h.clock, Version: "test", Letters: h.mail, Poll: 5 * time.Millisecond, Channels: hookChannels(true),
		Log:    slog.New(slog.NewTextHandler(&h.log, nil)),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	}
	for _, f := range change {
		f(&d)
	}
	h.api = api.New(d)
	srv := httptest.NewServer(h.api)
	t.Cleanup(srv.Close)
	t.Cleanup(h.api.Close)
	h.url = srv.URL
	h.route = router(t, h.url)
	return h
}

func init() {
	openapi3filter.RegisterBodyDecoder("image/svg+xml", openapi3filter.PlainBodyDecoder)
}

// described is the description of the API, which all tests share.
var described struct {
	sync.Mutex
	doc    *openapi3.T
	router routers.Router
}

func router(t *testing.T, url string) routers.Router {
	t.Helper()
	described.Lock()
	defer described.Unlock()
	if described.router != nil {
		return described.router
	}
	r, err := http.Get(url + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if described.doc, err = openapi3.NewLoader().LoadFromData(text); err != nil {
		t.Fatal(err)
	}
	// Later versions may add members to answers, but in this version an answer must not contain
	// anything that the description does not mention.
	no := false
	for _, x := range described.doc.Components.Schemas {
		if p := x.Value.AdditionalProperties; len(x.Value.Properties) > 0 && p.Schema == nil && p.Has == nil {
			x.Value.AdditionalProperties.Has = &no
		}
	}
	if described.router, err = gorillamux.NewRouter(described.doc); err != nil {
		t.Fatal(err)
	}
	return described.router
}

// guest sends requests; an empty token means the public.
type guest struct {
	*house
	name, token, account string
}

func (h *house) public() *guest { return &guest{house: h, name: "public"} }

// keyed returns a guest who authenticates with a key of a game that is played by links.
func (h *house) keyed(game, key string) *guest {
	return &guest{house: h, name: "key", token: "key:" + game + ":" + key}
}

// person returns a guest with an account and an API token.
func (h *house) person(name string) *guest {
	h.t.Helper()
	a := h.Person(name)
	return &guest{house: h, name: name, token: h.Token(a.ID), account: a.ID}
}

// session returns a guest for the same person who authenticates with a browser's session token.
func (g *guest) session() *guest {
	g.t.Helper()
	secret, err := g.judge.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: g.account}, time.Hour)
	if err != nil {
		g.t.Fatal(err)
	}
	return &guest{house: g.house, name: g.name, token: secret, account: g.account}
}

// answer is the answer to a request.
type answer struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   []byte
}

// do sends a request. path is relative to /api/v1; body is JSON as text, or a value. It checks
// every answer against the description.
func (g *guest) do(method, path string, body any, headers ...string) *answer {
	g.t.Helper()
	var text []byte
	switch b := body.(type) {
	case nil:
	case string:
		text = []byte(b)
	case []byte:
		text = b
	default:
		var err error
		if text, err = json.Marshal(b); err != nil {
			g.t.Fatal(err)
		}
	}
	r, err := http.NewRequest(method, g.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		g.t.Fatal(err)
	}
	if text != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	defer resp.Body.Close()
	a := &answer{t: g.t, what: g.name + ": " + method + " " + path, status: resp.StatusCode, header: resp.Header}
	if a.body, err = io.ReadAll(resp.Body); err != nil {
		g.t.Fatal(err)
	}
	g.fits(r, a)
	return a
}

func (g *guest) get(path string, headers ...string) *answer {
	g.t.Helper()
	return g.do(http.MethodGet, path, nil, headers...)
}

func (g *guest) post(path string, body any) *answer {
	g.t.Helper()
	return g.do(http.MethodPost, path, body)
}

func (g *guest) put(path string, body any) *answer {
	g.t.Helper()
	return g.do(http.MethodPut, path, body)
}

func (g *guest) delete(path string) *answer {
	g.t.Helper()
	return g.do(http.MethodDelete, path, nil)
}

// fits checks an answer, and an accepted request, against the description.
func (g *guest) fits(r *http.Request, a *answer) {
	g.t.Helper()
	if a.status >= 500 {
		g.t.Errorf("%s: %d: %s\n%s", a.what, a.status, a.body, g.log.String())
	}
	clone := *r
	u := *r.URL
	u.Scheme, u.Host = "", ""
	clone.URL = &u
	route, params, err := g.route.FindRoute(&clone)
	if err != nil {
		if a.status != http.StatusNotFound && a.status != http.StatusMethodNotAllowed {
			g.t.Errorf("%s: not described: %v", a.what, err)
		}
		return
	}
	if a.status < 400 {
		g.done[route.Operation.OperationID] = true
		asked := &openapi3filter.RequestValidationInput{
			Request: clone.Clone(ctx), PathParams: params, Route: route,
			Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
		}
		if r.GetBody != nil {
			if asked.Request.Body, err = r.GetBody(); err != nil {
				g.t.Fatal(err)
			}
		}
		if err := openapi3filter.ValidateRequest(ctx, asked); err != nil {
			g.t.Errorf("%s: was taken, but is not as described: %v", a.what, err)
		}
	} else {
		g.refused[route.Operation.OperationID] = true
		if d := route.Operation.Responses.Status(a.status); d != nil && a.status != http.StatusMethodNotAllowed {
			if codes := d.Value.Content.Get("application/problem+json").Examples; codes[a.str("code")] == nil {
				g.t.Errorf("%s: %d: the code %s is not described: %s", a.what, a.status, a.str("code"),
					*d.Value.Description)
			}
		}
	}
	if a.status < 300 {
		var body []byte
		if r.GetBody != nil {
			again, err := r.GetBody()
			if err != nil {
				g.t.Fatal(err)
			}
			if body, err = io.ReadAll(again); err != nil {
				g.t.Fatal(err)
			}
		}
		g.record(route.Operation, body, a.status, a.body)
	}
	if a.status == http.StatusNoContent || a.status == http.StatusNotModified {
		if len(a.body) > 0 {
			g.t.Errorf("%s: %d with a body", a.what, a.status)
		}
		return
	}
	said := fmt.Sprint(route.Operation.OperationID, a.status, a.header.Get("Content-Type"), string(a.body))
	if g.fitting[said] {
		return
	}
	in := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: &clone, PathParams: params, Route: route},
		Status:                 a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateResponse(ctx, in); err != nil {
		g.t.Errorf("%s: %d: not as described: %v", a.what, a.status, err)
		return
	}
	if g.fitting == nil {
		g.fitting = map[string]bool{}
	}
	g.fitting[said] = true
	// Messages in the answer say how the change turned out.
	if d := route.Operation.Responses.Status(a.status); d != nil && a.status < 400 && r.Method != http.MethodGet {
		if m := d.Value.Content.Get("application/json"); m != nil && m.Schema.Value.Properties["said"] != nil && a.str("said") == "" {
			g.t.Errorf("%s: nothing says how it turned out: %s", a.what, a.body)
		}
	}
}

// want checks the status, and the code of a problem.
func (a *answer) want(status int, code ...string) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: %d, want %d: %s", a.what, a.status, status, a.body)
	}
	if len(code) > 0 {
		if got := a.str("code"); got != code[0] {
			a.t.Fatalf("%s: code %s, want %s: %s", a.what, got, code[0], a.body)
		}
		if ct := a.header.Get("Content-Type"); ct != "application/problem+json" {
			a.t.Errorf("%s: problem as %s", a.what, ct)
		}
	}
	return a
}

// at returns the value at a path in the answer, such as "seats.0.player", or nil if it is
// missing.
func (a *answer) at(path string) any {
	a.t.Helper()
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		a.t.Fatalf("%s: %v: %s", a.what, err, a.body)
	}
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[part]
		case []any:
			n, err := strconv.Atoi(part)
			if part == "#" {
				v = float64(len(x))
			} else if err != nil || n >= len(x) {
				return nil
			} else {
				v = x[n]
			}
		default:
			return nil
		}
	}
	return v
}

func (a *answer) str(path string) string {
	a.t.Helper()
	if v := a.at(path); v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

func (a *answer) num(path string) int {
	a.t.Helper()
	n, _ := a.at(path).(float64)
	return int(n)
}

func (a *answer) into(v any) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		a.t.Fatalf("%s: %v: %s", a.what, err, a.body)
	}
}
