package page

import (
	"net/http/httptest"
	"net/url"
	"testing"
)

// FuzzLocal follows an address that a form or a cookie names, and checks that browsers always
// resolve it to this server.
func FuzzLocal(f *testing.F) {
	for _, s := range []string{"/games", "//example.org", "/\\example.org", "/\t/example.org", "/a?next=//b", "/%2f%2fexample.org", "/..//example.org", "javascript:x", "/\x00/example.org", ""} {
		f.Add(s)
	}
	base, err := url.Parse("https://judge.example.org/a/b")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, next string) {
		for _, to := range []string{Local(next, "/"), Greeted(Local(next, "/"), "link")} {
			u, err := url.Parse(to)
			if err != nil {
				continue // net/http escapes it, so that no browser reads another host from it
			}
			if at := base.ResolveReference(u); at.Host != base.Host || at.Scheme != "https" || at.User != nil {
				t.Fatalf("%q leads to %v", next, at)
			}
			if to == "" || to[0] != '/' || len(to) > 1 && (to[1] == '/' || to[1] == '\\') {
				t.Fatalf("%q leads to %q", next, to)
			}
		}
		// What a cookie stores is read back unchanged.
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		KeepGoal(w, r, next)
		for _, c := range w.Result().Cookies() {
			r.AddCookie(c)
		}
		if got := Goal(r); got != Local(next, "/") {
			t.Fatalf("%q is kept as %q", next, got)
		}
	})
}
