package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/wiring"
)

// inn is a judge with accounts, with a clock and e-mail that tests control.
type inn struct {
	*house
	dial *judgetest.Clock
	mail *judgetest.Letters
}

// newInn returns an inn on Thursday, January 1st 2026, at noon.
func newInn(t *testing.T, options ...Option) *inn {
	t.Helper()
	base := judgetest.Open(t, time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))
	base.Seeded(2)
	m := &judgetest.Letters{}
	if options == nil {
		options = []Option{WithLetters(m)}
	}
	srv := httptest.NewServer(New(wiring.Pages(base.Judge), nil, append(options, WithClock(base.Clock))...))
	t.Cleanup(srv.Close)
	return &inn{&house{base, t, base.Judge, srv.URL}, base.Clock, m}
}

// with replaces the judge behind the pages by one with other options.
func (h *inn) with(set func(*judge.Options)) {
	h.t.Helper()
	h.house.with(set, WithLetters(h.mail))
}

// guest returns the browser of a person with an account, signed in.
func (h *inn) guest(name string) *browser {
	h.t.Helper()
	b := h.browser()
	email := strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@example.org"
	b.post("/register", url.Values{"name": {name}, "email": {email}, "zone": {"Europe/Rome"}}).has(h.t, http.StatusOK, "Check your e-mail")
	p := b.get("/verify?token=" + h.mail.Confirmation(email))
	p.has(h.t, http.StatusOK, "Confirm this address")
	b.post("/verify", url.Values{"token": {p.value("token")}}).has(h.t, http.StatusOK, "Welcome", name)
	return b
}

// hostForm returns the form for a new public game as the page shows it to its master, with
// other fields given as name and value. An empty value removes a field.
func (b *browser) hostForm(more ...string) url.Values {
	b.t.Helper()
	form := b.get("/host").fields(b.t, "/host")
	form.Del("plays")
	form.Set("game", "other") // choose scenario and edition separately
	form.Set("choice", "B/B-8")
	form.Set("listed", "1")
	for i := 0; i+1 < len(more); i += 2 {
		if form.Set(more[i], more[i+1]); more[i+1] == "" {
			form.Del(more[i])
		}
	}
	return form
}

// hosts creates a hosted game and returns its address.
func (b *browser) hosts(more ...string) string {
	b.t.Helper()
	p := b.post("/host", b.hostForm(more...))
	p.has(b.t, http.StatusOK, "you are its master")
	return p.url.Path
}

// four returns a game for four players with the 1978 Basic rules, whose phases last a day.
func (h *inn) four(more ...string) (at string, master *browser, players map[string]*browser) {
	h.t.Helper()
	master = h.guest("Cosimo")
	at = master.hosts(append([]string{"name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily"}, more...)...)
	players = map[string]*browser{}
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		b := h.guest(name)
		b.post(at+"/join", url.Values{}).has(h.t, http.StatusOK)
		players[name] = b
	}
	byPower := map[string]*browser{}
	for _, b := range players {
		p := b.get(at)
		found := regexp.MustCompile(`You play (\w+)\.`).FindStringSubmatch(p.body)
		if found == nil {
			h.t.Fatalf("a player plays nothing: %s", p.brief())
		}
		byPower[found[1]] = b
	}
	return at, master, byPower
}

// gameID returns the ID of a game from its address.
func gameID(at string) string { return strings.TrimPrefix(at, "/g/") }

// fields returns the fields of a form as the page shows them: what a browser would send if
// nobody changed them.
func (p *response) fields(t *testing.T, action string) url.Values {
	t.Helper()
	out := url.Values{}
	for n := range p.root.Descendants() {
		if n.Data != "form" || attr(n, "action") != action {
			continue
		}
		for f := range n.Descendants() {
			name := attr(f, "name")
			switch f.Data {
			case "input":
				kind := attr(f, "type")
				on := false
				for _, a := range f.Attr {
					on = on || a.Key == "checked"
				}
				if name != "" && (kind != "checkbox" && kind != "radio" || on) {
					out.Add(name, attr(f, "value"))
				}
			case "textarea":
				out.Add(name, "")
				if f.FirstChild != nil {
					out.Set(name, f.FirstChild.Data)
				}
			case "select":
				first, done := "", false
				for o := range f.Descendants() {
					if o.Data != "option" {
						continue
					}
					if first == "" {
						first = attr(o, "value")
					}
					for _, a := range o.Attr {
						if a.Key == "selected" {
							out.Add(name, attr(o, "value"))
							done = true
						}
					}
				}
				if !done {
					out.Add(name, first)
				}
			}
		}
		return out
	}
	t.Fatalf("%s has no form for %s", p.url, action)
	return nil
}
