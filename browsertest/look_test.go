package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// screens are the screens on which every page is checked, alternating between the light and the
// dark theme for each size.
var screens = []struct {
	name string
	screen
}{{"wide", wide}, {"wide-dark", night}, {"phone", phone}, {"phone-dark", candle}}

// looks returns the screens of a run: a wide one with the light theme and a phone with the dark
// theme, which differ most, or all four with PODESTA_LOOKS=all.
func looks() []int {
	if os.Getenv("PODESTA_LOOKS") == "all" {
		return []int{0, 1, 2, 3}
	}
	return []int{0, 3}
}

// rearranged are the pages that have other controls on a phone than on a wide screen. On a
// phone axe-core checks these completely, and only the contrasts of the others.
var rearranged = []string{"front", "table", "hosted", "hosted-letters", "letters", "master-panel", "sandbox", "learn-first", "rules", "intro"}

// lookAt opens pages, given by name and address in turn, on the screens of the run, saves
// pictures of them and checks them with fair.
func (p *person) lookAt(pages ...string) {
	p.t.Helper()
	for i := 0; i+1 < len(pages); i += 2 {
		name, path := pages[i], pages[i+1]
		was := int64(0)
		for k, n := range looks() {
			s := screens[n]
			p.look(s.screen)
			// Scripts arrange a board for the screen on which it is loaded, but other pages
			// only need the window to be resized.
			if k == 0 || s.width != was && ask[bool](p, "!!document.querySelector('[data-table]')") {
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
	p.speaks(pseudo)
	for i := 0; i+1 < len(pages); i += 2 {
		p.visitAnew(pages[i+1])
		p.settles()
		p.inWords(pages[i])
	}
	p.speaks("en")
	if len(pages) > 0 {
		p.visitAnew(pages[len(pages)-1])
	}
}

// introduction returns the address of the introductory game, which is over.
func (p *person) introduction() string {
	p.t.Helper()
	p.visit("/")
	past := ask[string](p, `document.querySelector('a[href*="/p/1"]').getAttribute('href')`)
	return strings.TrimSuffix(past, "/p/1")
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
	game := p.introduction()
	intro := game + "/p/1"
	p.visit(intro)
	late := fmt.Sprintf("%s/p/%d", game, ask[int](p, "document.querySelectorAll('.timebar .year a').length")-1)
	p.lookAt(
		"front", "/", "games", "/games", "ratings", "/ratings", "new", "/new", "signin", "/signin", "register", "/register",
		"intro", intro, "intro-late", late, "intro-end", game, "intro-charts", game+"/charts", "intro-film", game+"/film", "intro-print", game+"/print?phase=1",
		"rules", "/rules/battleline-1978-advanced", "sandbox", "/sandbox", "nowhere", "/no/such/page", "no-game", "/g/no/such/", "docs", "/docs", "docs-page", "/docs/players")
	p.visit(game + "/film")
	p.sees("document.querySelector('[data-player]:not([hidden])')")
	if !ask[bool](p, "document.querySelector('.played').getBoundingClientRect().bottom <= document.querySelector('[data-player]').getBoundingClientRect().top") {
		t.Error("the player covers the map of the film")
	}
	p.visit("/offline") // shown without a network, in a browser that has not stored a board
	p.sees("shown(document.querySelector('[data-none]')) && !shown(document.querySelector('[data-some]'))")
	p.quiet()
}

// TestPagesOfLessons checks the pages of lessons: the list, one lesson of each kind, solved and
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
	tab := p.begins("Without money", "milan")
	game := "/g/" + tab.Game
	p.lookAt("table-begins", game)
	p.visit(game)
	p.board()
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.board()
	p.lookAt("table", game, "table-results", game+"#panel-results", "table-powers", game+"#panel-powers", "phase", fmt.Sprintf("%s/p/%d", game, tab.Number), "sandbox-of-game", game+"/sandbox", "hint", game+"/hint")

	// The end of a first game that the player leaves to computer players.
	game = "/g/" + p.beginsFirst().Game
	await(t, "the end of the first game", func() bool {
		return promised[bool](p, `(async () => {
			const page = await `+loaded(quote(game))+`;
			if (page.body.textContent.includes('What next?')) return true;
			await fetch(`+quote(game+"/ready")+`, {method: 'POST', body: new URLSearchParams({revision: page.body.dataset.revision, ready: '1'})});
			return false;
		})()`)
	})
	p.lookAt("play-over", game, "play-over-end", game+"/end")
}
