package main

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/web"
	"podesta/internal/web/games"
	"podesta/internal/wiring"
)

// BenchmarkLists reads lists and searches of a judge with 100,000 games and as many accounts (500
// with -short). Nearly every request is for something that was not read before. It reports the
// 99th percentile of the response times.
func BenchmarkLists(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { benchmarkLists(b, b.TempDir()) })
	b.Run("PostgreSQL", func(b *testing.B) {
		benchmarkLists(b, pgtest.Start(b, "shared_buffers=256MB").URL(b))
	})
}

// listsSecret is the secret of the judge that BenchmarkLists uses.
var listsSecret = []byte("a secret that is long enough for it")

func benchmarkLists(b *testing.B, address string) {
	plan := seed.ListsPlan{Games: 100_000, Now: time.Now().Truncate(time.Second)}
	if testing.Short() {
		plan.Games = 500
	}
	st, err := store.Open(address)
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	if err := seed.Lists(b.Context(), st, listsSecret, plan); err != nil {
		b.Fatal(err)
	}
	if _, err := lister(st)(b.Context()); err != nil {
		b.Fatal(err)
	}
	if strings.HasPrefix(address, "postgres") {
		analyze(b, address)
	}
	mux, session := listsServer(b, st, &plan)
	for _, page := range listsReads(&plan) {
		b.Run(page.name, func(b *testing.B) {
			var times []time.Duration
			read := func(n int) {
				r := httptest.NewRequest(http.MethodGet, page.path(n), nil)
				if page.mine {
					for _, c := range session {
						r.AddCookie(c)
					}
				}
				w := httptest.NewRecorder()
				began := time.Now()
				mux.ServeHTTP(w, r)
				times = append(times, time.Since(began))
				if w.Code != http.StatusOK {
					b.Fatal(r.URL, w.Code, w.Body.String())
				}
			}
			read(0) // the first request builds the cached tables
			b.Logf("the first read: %s", times[0])
			times = nil
			n := 0
			for b.Loop() {
				n++
				read(n)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
		})
	}
}

// analyze collects statistics of the tables, as PostgreSQL does by itself after a
// while.
func analyze(b *testing.B, address string) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(b.Context(), "VACUUM ANALYZE"); err != nil {
		b.Fatal(err)
	}
}

// listsServer returns a handler with the pages and the API of a judge, and the session cookies of
// account 0.
func listsServer(tb testing.TB, st *store.Store, plan *seed.ListsPlan) (http.Handler, []*http.Cookie) {
	clock := judgetest.NewClock(plan.Now)
	j := judge.New(st, clock, listsSecret)
	kept := games.NewLists(2 * time.Second)
	tb.Cleanup(kept.Close)
	calls := api.New(api.Deps{
		Judge: wiring.API(j), Clock: clock, Version: "test", Letters: &judgetest.Letters{}, Log: slog.New(slog.DiscardHandler),
		Limits: api.Limits{Rate: 1e9, Burst: 1e9, StrangerRate: 1e9, Strangers: 1e9},
	})
	tb.Cleanup(calls.Close)
	mux := http.NewServeMux()
	mux.Handle("/api/", calls)
	mux.Handle("/", web.New(wiring.Pages(j), nil, web.WithLists(kept), web.WithClock(clock)))
	if err := kept.Prepare(tb.Context()); err != nil { // as a worker does
		tb.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/signin", strings.NewReader(url.Values{"email": {plan.Email(0)}, "password": {seed.Password}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	session := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(session) == 0 {
		tb.Fatal("cannot sign in:", w.Code)
	}
	return mux, session
}

// listsRead is a list or a search that the benchmark reads.
type listsRead struct {
	name string
	mine bool               // whether the reader is signed in
	path func(n int) string // returns the n-th address
}

// listsReads returns the lists and searches that BenchmarkLists reads.
func listsReads(plan *seed.ListsPlan) []listsRead {
	// place returns the list position of the n-th game, as it appears in the addresses of pages.
	place := func(n int) string {
		n = n * 7919 % plan.Games
		return game.ListMark{Created: plan.Now.Add(time.Duration(n-plan.Games) * 7 * time.Minute), Place: int64(n), ID: "x"}.String()
	}
	return []listsRead{
		{"front", false, func(int) string { return "/" }},
		{"front-mine", true, func(int) string { return "/" }},
		{"inbox", true, func(int) string { return "/inbox" }},
		{"games", false, func(n int) string { return "/games?after=" + place(n) }},
		{"games-before", false, func(n int) string { return "/games?status=over&before=" + place(n) }},
		{"games-mine", true, func(n int) string { return "/games?status=forming&after=" + place(n) }},
		{"search-one", false, func(n int) string { return "/games?name=" + url.QueryEscape(plan.Title(n*7919%plan.Games)) }},
		{"search-number", false, func(n int) string { return fmt.Sprintf("/games?name=%d", n*7919%plan.Games) }},
		{"search-many", false, func(n int) string {
			return "/games?status=active&name=" + [...]string{"siena", "of", "war", "Second", "CITT%C3%80", "e"}[n%6] + "&after=" + place(n)
		}},
		{"search-none", false, func(n int) string { return fmt.Sprintf("/games?name=League+of+Lucca+in+Siena+%d", n%10) }},
		{"ratings", false, func(n int) string { return fmt.Sprint("/ratings?skip=", n*7919%plan.Games) }},
		{"ratings-kind", false, func(n int) string {
			return fmt.Sprint("/ratings?kind=balance-of-power&skip=", n*7919%plan.Games)
		}},
		{"reliability", false, func(n int) string { return fmt.Sprint("/ratings?by=reliability&skip=", n*7919%plan.Games) }},
		{"player", false, func(n int) string { return "/u/" + url.PathEscape(plan.Name(n*7919%plan.Games)) }},
		{"player-of-250-games", false, func(int) string { return "/u/" + url.PathEscape(plan.Name(0)) }},
		{"filter-some", false, func(n int) string { return "/games?money=yes&press=yes&status=over&after=" + place(n) }},
		{"filter-none", false, func(n int) string { return "/games?pace=none&money=no&after=" + place(n) }},
		{"api-games", false, func(n int) string { return "/api/v1/games?limit=50&after=" + place(n) }},
		{"api-games-skip", false, func(n int) string {
			return fmt.Sprint("/api/v1/games?limit=50&skip=", n*7919%plan.Games)
		}},
		{"api-search", false, func(n int) string {
			return "/api/v1/games?limit=50&name=" + url.QueryEscape(plan.Title(n*7919%plan.Games))
		}},
	}
}
