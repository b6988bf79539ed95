package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// screens are the screens on which every page is checked: each size in the
// light and then in the dark theme.
var screens = []struct {
	name string
	screen
}{{"wide", wide}, {"wide-dark", night}, {"phone", phone}, {"phone-dark", candle}}

// looks returns the screens of a run: a wide one in the light and a phone in
// the dark theme, which differ most, or all four with PODESTA_LOOKS=all.
func looks() []int {
	if os.Getenv("PODESTA_LOOKS") == "all" {
		return []int{0, 1, 2, 3}
	}
	return []int{0, 3}
}

// rearranged are the pages that have other controls on a phone than on a wide
// screen. On a phone axe-core audits these in full, and the contrasts of all.
var rearranged = []string{"front", "table", "hosted", "hosted-letters", "letters", "master-panel", "sandbox", "learn-first", "rules", "intro"}

// lookAt opens pages, given by name and address in turn, on the screens of the
// run, saves pictures of them and checks them with fair.
func (p *person) lookAt(pages ...string) {
	p.t.Helper()
	for i := 0; i+1 < len(pages); i += 2 {
		name, path := pages[i], pages[i+1]
		was := int64(0)
		for k, n := range looks() {
			s := screens[n]
			p.look(s.screen)
			if s.width != was {
				p.visit(path)
			}
			was = s.width
			p.settles()
			if k == 0 || s.phone && slices.Contains(rearranged, name) {
				p.fair(name + ", " + s.name)
			} else {
				p.contrasts(name + ", " + s.name)
			}
			p.shot(fmt.Sprintf("%s-%s", name, s.name))
		}
	}
	p.look(wide)
}

// settles waits until the page's pictures and script are loaded.
func (p *person) settles() {
	p.t.Helper()
	p.sees("document.readyState === 'complete' && [...document.images].every(i => i.complete || i.loading === 'lazy')")
	p.sees("!document.querySelector('[data-table]') || document.querySelector('[data-table].alive')")
}

// TestPages checks every page that a visitor can open without an account.
func TestPages(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "visitor", wide)
	p.visit("/")
	intro := ask[string](p, `(document.querySelector('a[href*="/p/1"]') || {getAttribute: () => ''}).getAttribute('href') || ''`)
	if intro == "" {
		t.Fatal("the front page leads to no game that can be looked at")
	}
	game, _, _ := strings.Cut(intro, "/p/")
	p.lookAt(
		"front", "/", "games", "/games", "ratings", "/ratings", "new", "/new", "signin", "/signin", "register", "/register", "sandbox-start", "/sandbox",
		"intro", intro, "intro-end", game, "intro-charts", game+"/charts", "intro-film", game+"/film", "intro-print", game+"/print?phase=1",
		"rules", "/rules/battleline-1978-advanced", "sandbox", "/sandbox", "nowhere", "/no/such/page", "no-game", "/g/no/such/")
}

// TestPagesOfLessons checks the lessons: the list, one of each kind, solved and
// unsolved, and the introductory game.
func TestPagesOfLessons(t *testing.T) {
	p := newPerson(t, visitors(t), "pupil", wide)
	p.visit("/learn")
	links := ask[[]string](p, `[...new Set([...document.querySelectorAll('main a[href^="/learn/"]')].map(a => a.getAttribute('href')))]`)
	if len(links) < 10 {
		t.Fatalf("there are %d lessons", len(links))
	}
	pages := []string{"learn", "/learn"}
	for _, want := range []string{"/learn/game/", "support", "bribe", "build"} {
		for _, l := range links {
			if strings.Contains(l, want) {
				pages = append(pages, "learn-"+strings.TrimSuffix(strings.TrimPrefix(want, "/learn/"), "/"), l)
				break
			}
		}
	}
	p.lookAt(append(pages, "learn-first", links[0])...)
}

// TestPagesOfPlay checks a game against computer players, before and after a
// phase, the page of the past phase, and the choices before the game.
func TestPagesOfPlay(t *testing.T) {
	p := newPerson(t, visitors(t), "player", wide)
	p.lookAt("play", "/play")
	p.visit("/play")
	p.click("labelled('Without money', '#eight .edition')")
	p.turns(func() { p.click("labelled('Play now against seven')") })
	tab := p.table()
	game := "/g/" + tab.Game
	p.lookAt("table-begins", game)
	p.visit(game)
	p.table()
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.table()
	p.lookAt("table", game, "table-results", game+"#panel-results", "table-powers", game+"#panel-powers", "table-rules", game+"/rules", "phase", fmt.Sprintf("%s/p/%d", game, tab.Number), "sandbox-of-game", game+"/sandbox", "hint", game+"/hint")

	// The end of a first game, which the player leaves to chance.
	p.visit("/play")
	p.turns(func() { p.click("labelled('Begin the first game')") })
	p.table()
	game = ask[string](p, "location.pathname")
	for begin := time.Now(); !ask[bool](p, "!!document.body?.innerText.includes('What next?')"); {
		if time.Since(begin) > patience {
			t.Fatal("the first game does not end")
		}
		p.sends(game+"/ready", "revision", p.revision(), "ready", "1")
		p.visit(game)
	}
	p.lookAt("play-over", game, "play-over-end", game+"/end")
}
