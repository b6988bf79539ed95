package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/judge/judgetest"
	"podesta/internal/store/pgtest"
	"podesta/internal/wiring"
)

// TestNotText sends invalid text, namely invalid UTF-8 and a zero byte, in every part of every
// operation's address and in every text of its body. SQLite stores such bytes and PostgreSQL
// refuses them; with both, the request must be refused with a reason and nothing may be written.
func TestNotText(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		notText(t, judgetest.Empty(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		notText(t, pgtest.Shared(t).URL(t))
	})
}

func notText(t *testing.T, database string) {
	h := judgetest.OpenAt(t, database, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	show := h.Rehearse()
	cast := h.Cast()
	mail := &judgetest.Letters{}
	var log bytes.Buffer
	s := api.New(api.Deps{
		Judge: wiring.API(h.Judge), Clock: h.Clock, Version: "test", Letters: mail, Channels: hookChannels(true), Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})),
		Limits: api.Limits{Rate: 1e9, Burst: 1e9, StrangerRate: 1e9, Strangers: 1e9, Games: 1e9},
	})
	t.Cleanup(s.Close)
	callers := []caller{{name: "stranger"}, {name: "player", secret: h.Token(cast.Player.ID)}, {name: "master", secret: h.Token(cast.Master.ID)}, {name: "operator", secret: h.Token(cast.Operator.ID)}}
	for _, c := range callers[1:] { // later uses of a secret write nothing
		_, _, err := h.Users.Authenticate(ctx, c.secret)
		h.Must(err)
	}
	fill := prepare(t, h, cast, mail)
	fill["{password}"] = "quattro stagioni di guerra"
	show.Forget(true)
	texts := regexp.MustCompile(`:"[^"]*"`)
	for _, o := range operations(t, s) {
		if o.lives || o.id == "importGame" { // the latter has its own test below
			continue
		}
		request, body, _ := strings.Cut(spell(requests[o.id], fill, false), " ")
		address, query, _ := strings.Cut(request, "?")
		send := func(c caller, path, query, body string) {
			t.Helper()
			r := httptest.NewRequest(o.method, "/", strings.NewReader(body))
			r.URL.Path, r.URL.RawQuery = "/api/v1"+path, query
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("User-Agent", "\xff\x00")
			if c.secret != "" {
				r.Header.Set("Authorization", "Bearer "+c.secret)
			}
			log.Reset()
			before := show.Wrote()
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code >= 500 || log.Len() > 0 || w.Code < 400 || show.Wrote() != before {
				t.Errorf("%s %q ?%s %s by %s: %d %s %s", o.id, path, query, body, c.name, w.Code, w.Body, log.String())
			}
			if c.secret != "" && (w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "text") || w.Header().Get("Content-Type") != "application/problem+json") {
				t.Errorf("%s %q ?%s %s by %s: %d %s", o.id, path, query, body, c.name, w.Code, w.Body)
			}
		}
		for _, c := range callers {
			for _, bad := range []string{"\xff", "\x00", "a\xed\xa0\x80"} {
				send(c, address+bad, query, body)
				send(c, address, query+"&x="+url.QueryEscape(bad), body)
				send(c, address, query+"&"+url.QueryEscape(bad)+"=x", body)
				inside := bad
				if bad == "\x00" {
					inside = `\u0000`
				}
				for _, at := range texts.FindAllStringIndex(body, -1) {
					send(c, address, query, body[:at[1]-1]+inside+body[at[1]-1:])
				}
			}
		}
	}
	for _, bad := range []string{"\xff", `\u0000`} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/api/v1/import", strings.NewReader(`{"name":"`+bad+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+callers[1].secret)
		if s.ServeHTTP(w, r); w.Code != http.StatusBadRequest {
			t.Errorf("a game with %s: %d %s", bad, w.Code, w.Body)
		}
	}
}
