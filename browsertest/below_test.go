package browsertest

import (
	"slices"
	"strings"
	"testing"
)

// TestBelowPath plays at a judge that is reached below a path: a person creates an account, plays
// a phase on the map, writes a message, and reads the board without a network.
func TestBelowPath(t *testing.T) {
	const below = "/machiavelli"
	x, h := dig(t, setup{below: below})
	inner := func(path string) string {
		t.Helper()
		if !strings.HasPrefix(path, below+"/") {
			t.Fatalf("the page is at %s", path)
		}
		return strings.TrimPrefix(path, below)
	}
	p := newPerson(t, h, "Livia", desk)
	p.visit("")
	p.sees("location.pathname === '/machiavelli/'")
	p.shot("below-front")
	p.turns(func() { p.click("labelled('Start a game')") })
	p.registers(h)
	p.sees("location.pathname.startsWith('/machiavelli/')")

	// A phase against computer players: the map, drafts, receipts and news of the game.
	solo := inner(p.sends(below+"/play", "game", "short", "power", "milan"))
	p.visit(solo)
	tab := p.table()
	from := p.revision()
	p.gives(tab.first())
	p.ready()
	p.moves(from)
	p.board()
	p.visit(solo + "/p/1")
	p.sees("deep('[data-playback] svg') && shown(deep('.storybar, .playbar, [data-playback] svg'))")
	p.shot("below-past")
	p.visit("/learn/build")
	p.board()

	// A message in a game of people, with the page of the messages replaced by the script.
	game := inner(p.submits("/host", below+"/host", "plays", "", "name", "Siena", "game", "other", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "listed", "1"))
	for _, m := range crowd(t, h, "Nella", "Nina", "Norma", "Nuccia") {
		m.sends(game + "/join")
	}
	p.visit(game + "/letters?new=1")
	p.click("[...document.querySelectorAll('fieldset.to label')].find(l => l.innerText.trim() === 'everyone') || deep('fieldset.to label')")
	p.writes("#text", "To all of Tuscany")
	p.click("labelled('Send')")
	p.reads("To all of Tuscany")
	p.sees("location.pathname.startsWith('/machiavelli/g/')")
	p.shot("below-letters")

	// The service worker serves the judge alone, and what it stores is the judge's own.
	p.visit(game)
	p.board()
	p.controlled()
	p.sees("navigator.serviceWorker.ready.then(r => { window.scope = r.scope }) && window.scope === location.origin + '/machiavelli/'")
	for _, path := range []string{"location.pathname", "'/machiavelli/offline'"} {
		p.sees("(caches.open('podesta-pages/machiavelli').then(c => c.match(" + path + ", {ignoreVary: true})).then(r => { window.kept = !!r }), window.kept)")
		ask[bool](p, "(delete window.kept, true)")
	}
	x.enter(p, true)
	p.visit(game)
	p.board()
	p.shot("below-offline-board")
	p.visit("/ratings")
	p.reads("No connection")
	p.turns(func() { p.click("deep('[data-kept] a')") })
	p.board()
	x.enter(p, false)
	p.mu.Lock()
	p.troubles = slices.DeleteFunc(p.troubles, func(x string) bool { return strings.Contains(x, "/live: ") })
	p.mu.Unlock()

	// Forms lead back to where they were, and signing out ends the session here.
	p.visit("/games?status=forming")
	p.turns(func() { p.click("labelled('Dark', 'button')") })
	p.sees("location.pathname + location.search === '/machiavelli/games?status=forming' && document.documentElement.dataset.theme === 'dark'")
	p.shot("below-dark")
	p.turns(func() { p.click("labelled('Sign out')") })
	p.reads("Sign in")
	p.sees("location.pathname === '/machiavelli/'")
	p.quiet()
}
