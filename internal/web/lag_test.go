package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"podesta/internal/game"
	"podesta/internal/web/page"
)

// TestMayLag checks which pages a replica may serve, and to whom, and that nobody
// sees less there than they have sent.
func TestMayLag(t *testing.T) {
	t.Parallel()
	session := &http.Cookie{Name: page.SessionCookie, Value: "secret"}
	link := &http.Cookie{Name: page.CookieName("abc"), Value: "key"}
	wrote := &http.Cookie{Name: wroteCookie, Value: "0/1A"}
	var lags bool
	var since string
	position, failed := "0/2B", error(nil)
	h := lagging(func(context.Context) (string, error) { return position, failed }, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		since, lags = game.Lags(r.Context())
		_, _ = w.Write([]byte("done"))
	}))
	for _, c := range []struct {
		address string
		cookies []*http.Cookie
		lags    bool
		since   string
	}{
		{"/g/abc", nil, true, ""},
		{"/g/abc/p/1", nil, true, ""},
		{"/g/abc", []*http.Cookie{wrote}, true, "0/1A"},
		{"/ratings", nil, true, ""},
		{"/u/Ada", nil, true, ""},
		{"/g/abc", []*http.Cookie{session}, false, ""},
		{"/ratings", []*http.Cookie{session}, false, ""},
		{"/g/abc/p/1", []*http.Cookie{link}, false, ""},
		{"/g/other", []*http.Cookie{link}, true, ""},
		{"/g/abc?key=key", nil, false, ""},
		{"/g/abc/live", nil, false, ""},
		{"/g/abc/state", nil, false, ""},
		{"/", nil, false, ""},
		{"/games", nil, false, ""},
		{"/verify?token=x", nil, false, ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.address, nil)
		for _, k := range c.cookies {
			r.AddCookie(k)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); lags != c.lags || since != c.since || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s with %v: %t since %q, %s", c.address, c.cookies, lags, since, w.Header().Get("Set-Cookie"))
		}
	}
	for _, c := range []struct {
		position string
		err      error
		want     string
	}{{"0/2B", nil, "0/2B"}, {"", nil, ""}, {"", errors.New("away"), "unknown"}} {
		position, failed = c.position, c.err
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/g/abc/orders", nil))
		got := ""
		for _, k := range w.Result().Cookies() {
			if got = k.Value; k.Name != wroteCookie || !k.HttpOnly || k.MaxAge < 60 {
				t.Errorf("cookie %v", k)
			}
		}
		if got != c.want || lags || w.Body.String() != "done" {
			t.Errorf("at %q, %v: cookie %q, lags %t, %q", c.position, c.err, got, lags, w.Body)
		}
	}
}
