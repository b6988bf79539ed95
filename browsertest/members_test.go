package browsertest

import (
	"strconv"
	"testing"
)

// TestPagesOfMembers checks every page that needs an account: the visitor's own, and the pages of
// a forming and a running game, for its master and for a player. It also checks that a double
// click creates only one game, and sends a message only once.
func TestPagesOfMembers(t *testing.T) {
	h := open(t)
	master, player := newPerson(t, h, "Ada", wide), newPerson(t, h, "Niccolo", wide)
	master.signsUp(h)
	player.signsUp(h)
	master.visit("/host")
	master.asMaster()
	master.click("labelled('1978 Advanced')")
	master.click("labelled('Players, messages, and how the game is run')")
	master.click("labelled('Empty seats can be given to computer players')")
	master.writes("#name", "The Peace of Lodi")
	master.turns(func() { master.clickTwice("labelled('Set up the game')") })
	game := ask[string](master, "location.pathname")

	master.lookAt("me", "/me", "host", "/host", "forming-master", game, "master-forming", game+"/master")
	player.lookAt("forming", game)
	player.visit("/games")
	if n := ask[int](player, "[...document.querySelectorAll('a')].filter(a => a.innerText.trim() === 'The Peace of Lodi').length"); n != 1 {
		t.Errorf("a double click has made %d games", n)
	}
	player.wishesAndJoins(game)
	player.lookAt("forming-joined", game)

	master.visit(game + "/master")
	master.click("labelled('with empty seats')")
	master.click("labelled('with computer players')")
	master.turns(func() { master.click("labelled('Begin the game')") })
	master.board() // computer players are fast: the notice may disappear with the first phase

	player.visit(game)
	player.board()
	player.visit(game + "/letters?new=1")
	player.click("[...document.querySelectorAll('fieldset.to label')].find(l => l.innerText.trim() === 'Everyone')")
	player.writes("#text", "Peace to all, and to me what I can take.")
	player.clickTwice("labelled('Send')")
	player.reads("Peace to all, and to me what I can take.")
	if n := ask[int](player, "document.querySelector('main').innerText.split('Peace to all, and to me').length - 1"); n > 2 { // the list of conversations quotes the last one
		t.Errorf("a double click has sent the message %d times", n)
	}
	player.lookAt("home", "/", "inbox", "/inbox", "queue", "/queue", "hosted", game, "hosted-treasury", game+"#panel-treasury", "hosted-letters", game+"#panel-letters",
		"letters", game+"/letters?c=all", "letters-new", game+"/letters?new=1", "seat", game+"/seat", "log", game+"/log", "game-rules", game+"/rules", "profile", "/u/Niccolo")
	master.visit(game)
	master.writesTo(game, "Everyone", "The judge wishes all a good game.")
	for _, width := range []int64{390, 360} {
		player.look(screen{width: width, height: 740, phone: true})
		player.visit(game)
		player.tabsFit()
	}
	master.visit(game + "#panel-master")
	master.settles()
	for _, p := range []*person{master, player} {
		if twice := ask[[]string](p, `[...document.querySelectorAll('.top nav a, .tabs a, .paneltabs a')].filter(a => a.checkVisibility()).map(a => a.innerText.replace(/\s*\d+$/, '').trim())
			.filter((name, i, all) => all.indexOf(name) !== i)`); len(twice) > 0 {
			t.Errorf("two menus have %v for %s", twice, p.name)
		}
	}
	master.click("labelled('although orders are missing')")
	master.turns(func() { master.click("labelled('Resolve now', 'button')") })
	player.lookAt("hosted-results", game+"#panel-results")
	player.sees("deep('.stepcount')")
	if back := ask[string](player, "getComputedStyle(deep('.stepcount')).backgroundColor"); back != "rgba(0, 0, 0, 0)" {
		t.Errorf("the number of steps is on %s: another page's style reaches it", back)
	}
	master.lookAt("hosted-master", game, "master", game+"/master", "settings", game+"/settings", "master-orders", game+"?as=1", "print", game+"/print")
}

// tabsFit fails the test unless all tabs of a board are visible on a phone, including the
// number of unread messages, and open their panels.
func (p *person) tabsFit() {
	p.t.Helper()
	p.board()
	p.sees("document.querySelector('.paneltabs [data-tab=letters] .count')?.textContent === '1'")
	hidden := ask[[]string](p, `(() => {
		return [...document.querySelectorAll('.paneltabs a')].filter(a => a.getBoundingClientRect().right > innerWidth).map(a => a.textContent); })()`)
	if len(hidden) > 0 {
		p.t.Errorf("%d pixels are too few for the tabs %q", p.on.width, hidden)
	}
	ask[bool](p, "(() => { location.hash = '#panel-powers'; return true; })()")
	p.sees("shown(deep('[data-panel=powers]')) && !shown(deep('[data-panel=orders]'))")
	p.shot("tabs-" + strconv.FormatInt(p.on.width, 10))
}
