package httpserver

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestBelow sends requests to a handler below a path.
func TestBelow(t *testing.T) {
	t.Parallel()
	inner := http.NewServeMux()
	inner.HandleFunc("GET /echo/{rest...}", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "all", Value: "1", Path: "/"})
		http.SetCookie(w, &http.Cookie{Name: "game", Value: "1", Path: "/g/1"})
		_, _ = io.WriteString(w, Prefix(r.Context())+" "+r.URL.EscapedPath())
	})
	inner.HandleFunc("GET /quiet", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "all", Value: "1", Path: "/"})
	})
	inner.Handle("GET /here", http.RedirectHandler("/there?a=1", http.StatusSeeOther))
	inner.Handle("GET /away", http.RedirectHandler("https://example.net/x", http.StatusSeeOther))
	site := Below("/echo/m.1", inner)
	for _, x := range []struct {
		path   string
		status int
		body   string
		to     string
		cookie []string
	}{
		{"/echo/m.1/echo/a%2Fb", 200, "/echo/m.1 /echo/a%2Fb", "", []string{"/echo/m.1/", "/echo/m.1/g/1"}},
		{"/echo/m.1/echo/m.1/x", 200, "/echo/m.1 /echo/m.1/x", "", []string{"/echo/m.1/", "/echo/m.1/g/1"}},
		{"/echo/m.1/quiet", 200, "", "", []string{"/echo/m.1/"}},
		{"/echo/m.1/here", 303, "", "/echo/m.1/there?a=1", nil},
		{"/echo/m.1/away", 303, "", "https://example.net/x", nil},
		{"/echo/m.1", 307, "-", "/echo/m.1/?q=1", nil},
		{"/echo/m.1/other", 404, "-", "", nil},
		{"/echo/m.12/quiet", 404, "-", "", nil},
		{"/quiet", 404, "-", "", nil},
		{"/", 404, "-", "", nil},
	} {
		address := x.path
		if x.status == http.StatusTemporaryRedirect {
			address += "?q=1"
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != x.status || w.Result().Header.Get("Location") != x.to || x.body != "-" && w.Body.String() != x.body {
			t.Errorf("%s: %d %q %q", x.path, w.Code, w.Result().Header.Get("Location"), w.Body)
		}
		cookies := w.Result().Cookies()
		if len(cookies) != len(x.cookie) {
			t.Errorf("%s: %v", x.path, cookies)
			continue
		}
		for i, c := range cookies {
			if c.Path != x.cookie[i] {
				t.Errorf("%s: %s", x.path, c)
			}
		}
	}
	if Below("", inner) != http.Handler(inner) {
		t.Error("without a prefix, requests take a detour")
	}
}
