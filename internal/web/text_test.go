package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/store/pgtest"
	"podesta/internal/web/page"
	"podesta/internal/wiring"
	"podesta/internal/words"
)

// TestNotText sends invalid UTF-8 and a zero byte in every part of every address and in every
// field of every form. An address must be refused with a reason, a form must be refused or
// repaired, and nothing may cause an internal error. The database is PostgreSQL, which refuses
// such bytes; SQLite stores them.
func TestNotText(t *testing.T) {
	t.Parallel()
	h := judgetest.OpenAt(t, pgtest.Shared(t).URL(t), time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	rehearsal := h.Rehearse()
	c := h.Cast()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	letters := &judgetest.Letters{}
	site := New(wiring.Pages(h.Judge), logger, WithLetters(letters), WithClock(h.Clock), WithSite("podesta", "https://"+accessHost))
	var all addresses
	routes(&all, wiring.Pages(h.Judge), logger, settings{now: h.Clock.Now, languages: words.All(), letters: letters})
	var visitors []visitor
	for _, a := range []*game.Account{nil, c.Player, c.Master, c.Operator} {
		v := visitor{name: "stranger"}
		if a != nil {
			secret, err := h.Users.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, time.Hour)
			h.Must(err)
			_, _, err = h.Users.Authenticate(t.Context(), secret) // later uses write nothing
			h.Must(err)
			v = visitor{a.Name, &http.Cookie{Name: sessionCookie, Value: secret}}
		}
		visitors = append(visitors, v)
	}
	fill := prepare(t, h, c, site, visitors[2])
	rehearsal.Forget(true)
	// send sends one request. It returns the status and the page.
	send := func(v visitor, method, path, query, form string) (int, string) {
		r := httptest.NewRequestWithContext(t.Context(), method, "/", strings.NewReader(form))
		r.URL.Path, r.URL.RawQuery, r.Host = path, query, accessHost
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("User-Agent", "\xff\x00 Firefox/1.0")
		r.Header.Set("Accept-Language", "\xff, it;q=0.1\x00")
		r.Header.Set("Referer", "/\xff")
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		if v.cookie != nil {
			r.AddCookie(v.cookie)
		}
		r.AddCookie(&http.Cookie{Name: page.CookieName(c.Links.ID), Value: "\xff\x00"})
		log.Reset()
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code >= 500 || log.Len() > 0 {
			t.Errorf("%s %q ?%s %s by %s: %d %s", method, path, query, form, v.name, w.Code, log.String())
		}
		return w.Code, w.Body.String()
	}
	sent := 0
	for n, pattern := range all {
		method, path, _ := strings.Cut(pattern, " ")
		// The first is the catch-all for other addresses; the second does not end; the others
		// read what they have written, which is undone here.
		if slices.Contains([]string{"/", "GET /g/{id}/live", "POST /host", "POST /new", "POST /play", "POST /register", "POST /verify"}, pattern) {
			continue
		}
		address, form, _ := strings.Cut(requests[pattern], " ")
		if address == "" {
			address = strings.TrimSuffix(path, "{$}")
		}
		address, query, _ := strings.Cut(spell(address, fill), "?")
		form = spell(form, fill)
		for i, v := range visitors {
			// Every field is tried with each of these values, by one visitor or another.
			bad := []string{"\xff", "\x00", "a\xed\xa0\x80"}[(n+i)%3]
			sent++
			escaped := url.QueryEscape(bad)
			if got, said := send(v, method, address+bad, query, form); got != http.StatusBadRequest || !strings.Contains(said, "bytes that are not text") {
				t.Errorf("%s%q by %s: %d", pattern, bad, v.name, got)
			}
			if got, _ := send(v, method, address, strings.Replace(query, "=", "="+escaped, 1)+"&x="+escaped, form); got != http.StatusBadRequest {
				t.Errorf("%s?x=%s by %s: %d", pattern, escaped, v.name, got)
			}
			if method != http.MethodPost {
				continue
			}
			if got, _ := send(v, method, address, query, "x="+escaped+"&"+form); got >= 500 {
				t.Errorf("%s with a field of %q by %s: %d", pattern, bad, v.name, got)
			}
			for field := range strings.SplitSeq(form, "&") {
				name, value, _ := strings.Cut(field, "=")
				send(v, method, address, query, strings.Replace(form, field, name+"="+escaped, 1))
				send(v, method, address, query, strings.Replace(form, field, name+"="+url.QueryEscape(value)+escaped, 1))
			}
			if i > 0 && strings.HasPrefix(path, "/me/profile") {
				if got, said := send(v, method, address, query, "name=a%00b"); got != http.StatusBadRequest || !strings.Contains(said, "zero byte") {
					t.Errorf("%s with a zero byte by %s: %d", pattern, v.name, got)
				}
			}
		}
	}
	if sent < 100*len(visitors)/3 {
		t.Fatalf("only %d requests", sent)
	}
}
