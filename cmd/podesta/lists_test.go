package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/trace"
	"podesta/internal/trace/tracetest"
)

// TestListsStatements checks that no list or search runs a database statement for each of its
// games or people, even if nothing is cached (except a few for each of a person's own games), and
// that the tables of ratings are computed in advance.
func TestListsStatements(t *testing.T) {
	t.Parallel()
	const mostStatements, mostOfOwn = 24, 5 // mostOfOwn is the maximum for each link on a page with a person's own games
	plan := seed.ListsPlan{Games: 600, Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	st, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := seed.Lists(t.Context(), st, listsSecret, plan); err != nil {
		t.Fatal(err)
	}
	site, session := listsServer(t, st, &plan)
	read := func(x *listsRead, n int) (statements []string, body string) {
		t.Helper()
		c := tracetest.New(t)
		tracer := trace.New(trace.Options{Endpoint: c.URL, Percent: 100})
		ctx, request := trace.Begin(tracer.In(t.Context()), trace.Server, "request", "")
		r := httptest.NewRequest(http.MethodGet, x.path(n), nil).WithContext(ctx)
		if x.mine {
			for _, c := range session {
				r.AddCookie(c)
			}
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		request.End()
		if err := tracer.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", r.URL, w.Code, w.Body)
		}
		for _, s := range c.Spans() {
			if s.Attributes["db.system.name"] != "" {
				statements = append(statements, s.Name)
			}
		}
		return statements, w.Body.String()
	}
	for _, x := range listsReads(&plan) {
		n := 1
		statements, body := read(&x, n)
		most := mostStatements
		if x.mine {
			most += mostOfOwn * strings.Count(body, `href="/g/`)
		}
		if len(statements) > most {
			t.Errorf("%s: %d statements for %d links to games: %s", x.name, len(statements), strings.Count(body, `href="/g/`), strings.Join(statements, ", "))
		}
		if strings.HasPrefix(x.path(n), "/ratings") && slices.Contains(statements, "SELECT award") {
			t.Errorf("%s: its first reader makes the table: %s", x.name, strings.Join(statements, ", "))
		}
	}
}
