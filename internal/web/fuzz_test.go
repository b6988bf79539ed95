package web

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/judge/judgetest"
	"podesta/internal/wiring"
	"podesta/internal/words"
)

// FuzzPage sends arbitrary queries and forms to every address of the pages, as a stranger, a
// player, a master and an operator. Half of the time the query is a part of the path. No answer may
// be an internal error, a refused request must have written nothing, an address that is not valid
// text must be refused, and the markup of every page must be intact: what was sent may appear in it
// as text, but never as elements or attributes.
func FuzzPage(f *testing.F) {
	h := judgetest.Open(f, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	show := h.Rehearse()
	c := h.Cast()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	site := New(wiring.Pages(h.Judge), logger, WithLetters(&judgetest.Letters{}), WithClock(h.Clock), WithSite("podesta", "https://"+accessHost))
	var all addresses
	routes(&all, wiring.Pages(h.Judge), logger, settings{now: h.Clock.Now, languages: words.All(), letters: &judgetest.Letters{}})
	all = slices.DeleteFunc(all, func(p string) bool {
		// These requests read what they have written, which is undone here, and the last one does
		// not end.
		return slices.Contains([]string{"/", "POST /host", "POST /new", "POST /play", "POST /register", "POST /verify", "GET /g/{id}/live"}, p)
	})
	var visitors []*http.Cookie
	for _, a := range []*game.Account{nil, c.Player, c.Master, c.Operator} {
		if a == nil {
			visitors = append(visitors, nil)
			continue
		}
		secret, err := h.Users.NewToken(f.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, 1000*time.Hour)
		if err != nil {
			f.Fatal(err)
		}
		// later uses of a secret write nothing
		if _, _, err = h.Users.Authenticate(f.Context(), secret); err != nil {
			f.Fatal(err)
		}
		visitors = append(visitors, &http.Cookie{Name: sessionCookie, Value: secret})
	}
	fill := prepare(f, h, c, site, visitor{"master", visitors[2]})
	show.Forget(true)
	const marked = `%22%3E%3Czqfuzz+zqfuzz%3D1%3E%27`
	for i, pattern := range all {
		_, form, _ := strings.Cut(requests[pattern], " ")
		_, query, _ := strings.Cut(requests[pattern], "?")
		query, _, _ = strings.Cut(query, " ")
		if flag.Lookup("test.fuzz").Value.String() != "" { // without fuzzing TestAccess sends them
			f.Add(uint8(i), uint8(i+1), spell(query, fill), spell(form, fill))
		}
		f.Add(uint8(i), uint8(i+2), strings.ReplaceAll(spell(query, fill), "=", "="+marked), strings.ReplaceAll(spell(form, fill), "=", "="+marked))
		f.Add(uint8(i), uint8(i+131), "\xff\x00", strings.ReplaceAll(spell(form, fill), "=", "=%ff"))
		f.Add(uint8(i), uint8(i+3), "x=%00&%ff=x", strings.ReplaceAll(spell(form, fill), "=", "=%00"))
	}
	f.Fuzz(func(t *testing.T, n, who uint8, query, form string) {
		if len(query) > 8<<10 || len(form) > 8<<10 {
			return
		}
		pattern := all[int(n)%len(all)]
		method, path, _ := strings.Cut(pattern, " ")
		address, _, _ := strings.Cut(requests[pattern], " ")
		if address, _, _ = strings.Cut(address, "?"); address == "" {
			address = strings.TrimSuffix(path, "{$}")
		}
		r := httptest.NewRequestWithContext(t.Context(), method, "/", strings.NewReader(form))
		r.URL.Path, r.URL.RawQuery = spell(address, fill), query
		if who >= 128 {
			r.URL.Path, r.URL.RawQuery = r.URL.Path+query, ""
		}
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		r.Host = accessHost
		r.Header.Set("X-Forwarded-Proto", "https")
		if cookie := visitors[int(who)%len(visitors)]; cookie != nil {
			r.AddCookie(cookie)
		}
		log.Reset()
		before := show.Wrote()
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		what := method + " " + r.URL.Path
		if w.Code >= 500 || log.Len() > 0 {
			t.Fatalf("%s: %d %s", what, w.Code, log.String())
		}
		if w.Code >= 400 && show.Wrote() != before && pattern != "POST /signin" {
			t.Fatalf("%s: %d, and something was written", what, w.Code)
		}
		if !httpserver.IsTextAddress(r.URL) && w.Code != http.StatusBadRequest {
			t.Fatalf("%s?%s: %d", what, query, w.Code)
		}
		body := w.Body.String()
		switch kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";"); {
		case kind == "application/json" && !json.Valid(w.Body.Bytes()), strings.HasPrefix(kind, "text/") && !utf8.ValidString(body):
			t.Fatalf("%s: %s %.200q", what, kind, body)
		case kind == "text/html":
			if found := faults(body, "https://"+accessHost); len(found) > 0 {
				t.Fatalf("%s: %q", what, found)
			}
			if i := strings.Index(strings.ToLower(body), "<zqfuzz"); i >= 0 {
				t.Fatalf("%s: what was sent is markup: %q", what, body[max(0, i-80):min(len(body), i+80)])
			}
		}
		for name, values := range w.Header() {
			if strings.ContainsAny(strings.Join(values, ""), "\r\n\x00") {
				t.Fatalf("%s: the header %s is %q", what, name, values)
			}
		}
		if to := w.Header().Get("Location"); to != "" && !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") {
			t.Fatalf("%s leads to %q", what, to)
		}
	})
}
