package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// screens are the ways in which every page is looked at.
var screens = []struct {
	name string
	screen
}{{"wide", wide}, {"wide-dark", night}, {"phone", phone}, {"phone-dark", candle}}

// lookAt opens pages, given by name and address in turn, on every screen, keeps pictures of them and holds them to
// what fair demands.
func (p *person) lookAt(pages ...string) {
	p.t.Helper()
	for i := 0; i+1 < len(pages); i += 2 {
		name, path := pages[i], pages[i+1]
		for _, s := range screens {
			p.look(s.screen)
			p.visit(path)
			p.settles()
			p.fair(name + ", " + s.name)
			p.shot(fmt.Sprintf("%s-%s", name, s.name))
		}
	}
	p.look(wide)
}

// settles waits until the page's pictures and script are there.
func (p *person) settles() {
	p.t.Helper()
	p.sees("document.readyState === 'complete' && [...document.images].every(i => i.complete || i.loading === 'lazy')")
	p.sees("!document.querySelector('[data-table]') || document.querySelector('[data-table].alive')")
}

// TestPages looks at every page that a visitor can open without an account.
func TestPages(t *testing.T) {
	h := open(t)
	p := newPerson(t, chromium(t), h, "visitor", wide)
	p.visit("/")
	intro := ask[string](p, `(document.querySelector('a[href*="/p/1"]') || {getAttribute: () => ''}).getAttribute('href') || ''`)
	if intro == "" {
		t.Fatal("the front page leads to no game that can be looked at")
	}
	game, _, _ := strings.Cut(intro, "/p/")
	p.lookAt(
		"front", "/", "games", "/games", "new", "/new", "signin", "/signin", "register", "/register",
		"intro", intro, "intro-end", game, "intro-print", game+"/print?phase=1", "nowhere", "/no/such/page")
}
