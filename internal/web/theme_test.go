package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestChooseTheme chooses themes as a stranger and with an account. Cached pages are the same for
// everyone, and each visitor sees them in their theme.
func TestChooseTheme(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, _ := h.four("listed", "1")
	const asSystem, light, dark = "", ` data-theme="light"`, ` data-theme="dark"`
	check := func(who string, b *browser, theme string) {
		t.Helper()
		for _, path := range []string{"/", at, at + "/rules", "/signin?again=1"} {
			p := b.get(path).has(t, http.StatusOK)
			sources := strings.Count(p.body, `media="(prefers-color-scheme: dark)"`)
			switch {
			case theme == asSystem && strings.Contains(p.body, " data-theme="), theme != asSystem && !strings.Contains(p.body, theme):
				t.Errorf("%s at %s: not %q", who, path, theme)
			case theme != asSystem && sources > 0:
				t.Errorf("%s at %s: %d pictures depend on the system", who, path, sources)
			case path == at && theme == asSystem && sources == 0, path == at && theme == light && !strings.Contains(p.body, `media="not all"`), path == at && theme == dark && !strings.Contains(p.body, `media="all"`):
				t.Errorf("%s: the map has another theme", who)
			}
		}
	}
	choose := func(b *browser, theme string) {
		t.Helper()
		if p := b.post("/theme", url.Values{"theme": {theme}, "next": {at}}).has(t, http.StatusOK); p.url.Path != at {
			t.Errorf("chosen at %s", p.url)
		}
	}
	one, other, third := h.browser(), h.browser(), h.browser()
	choose(one, "dark")
	choose(other, "light")
	for range 2 { // the second page comes from the cache
		check("one stranger", one, dark)
		check("another", other, light)
		check("a third", third, asSystem)
	}
	choose(one, "system")
	check("one stranger, as before", one, asSystem)
	one.post("/theme", url.Values{"theme": {"pink"}}).has(t, http.StatusUnprocessableEntity, "There is no such theme")

	// An account has its theme in every browser. "system" is a choice, too.
	check("the master", master, asSystem)
	choose(master, "dark")
	check("the master", master, dark)
	master.post("/me/notices", url.Values{"letters": {"1"}}).has(t, http.StatusOK)
	check("after other settings", master, dark)
	other.post("/signin/letter", url.Values{"email": {"cosimo@example.org"}})
	other.post("/signin/link", url.Values{"token": {h.mail.SignOnSecret("cosimo@example.org")}}).has(t, http.StatusOK)
	check("the master in another browser", other, dark)
	choose(master, "system")
	check("the master in another browser", other, asSystem)
	other.post("/signout", nil)
	check("signed out", other, light)

	// The style sheet of the drawings.
	if css := third.get(at+"/drawing.css?night=0").has(t, http.StatusOK).body; strings.Contains(css, "prefers-color-scheme") {
		t.Error("the light style sheet depends on the system")
	}
	if css := third.get(at+"/drawing.css?theme=dark").has(t, http.StatusOK).body; strings.Contains(css, "prefers-color-scheme") {
		t.Error("the dark style sheet depends on the system")
	}
}
