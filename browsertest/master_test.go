package browsertest

import (
	"strings"
	"testing"
)

// TestMasterAtTable runs a game as its master from the board: it checks who has not sent
// orders, extends the deadline, previews the phase, corrects the position with clicks on the
// map, resolves the phase and rolls it back.
func TestMasterAtTable(t *testing.T) {
	h := open(t)
	master, player := newPerson(t, h, "Cosimo", wide), newPerson(t, h, "Niccolo", wide)
	master.signsUp(h)
	player.signsUp(h)
	master.visit("/host")
	master.asMaster()
	master.writes("#name", "The Peace of Lodi")
	master.turns(func() { master.click("labelled('Set up the game')") })
	game := ask[string](master, "location.pathname")
	player.joins("The Peace of Lodi")
	master.visit(game + "/master")
	master.click("labelled('with empty seats')")
	master.turns(func() { master.click("labelled('Begin the game')") })
	player.visit(game)
	player.settles()
	if ask[bool](player, "!!document.querySelector('#panel-master, [data-tab=master]')") {
		t.Error("a player has the master's panel")
	}

	master.visit(game)
	master.settles()
	master.click("deep('[data-tab=master]')")
	master.reads("No orders yet from")
	master.shot("master-panel")
	was := ask[string](master, "deep('#panel-master [data-countdown]').dateTime")
	master.turns(func() { master.click("labelled('Extend', 'button')") })
	master.settles()
	master.reads("The times are set")
	master.sees("shown(deep('#panel-master')) && deep('#panel-master [data-countdown]').dateTime > " + quote(was))

	master.click("labelled('Preview', 'button')")
	master.sees("deep('[data-foretold]').innerText.includes('Preview of')")

	master.click("labelled('Correct the position', 'summary')")
	master.sees("shown(deep('[data-palette]'))")
	master.click("labelled('Milan', '.owners label')")
	master.clicksArea("tur")
	master.sees("deep('#changes').value.includes('unit add milan A Turin')")
	master.sees("deepAll('[data-unit=\"A:tur\"]').length > 0")
	master.reads("New: the Milanese army in Turin")
	master.click("labelled('Take away', '.tools label')")
	master.clicksOn(`[data-unit="A:pav"]`)
	master.sees("deep('#changes').value.includes('unit remove milan A Pavia')")
	master.sees("deepAll('[data-unit=\"A:pav\"]').length === 0")
	master.shot("master-correction")
	master.fair("master, correction, wide")
	master.look(phone)
	master.settles()
	master.fits("master, correction, phone")
	master.shot("master-correction-phone")
	master.look(wide)

	// Opening another panel ends editing, and the map shows the current position.
	master.click("deep('[data-tab=powers]')")
	master.sees("deepAll('[data-unit=\"A:pav\"]').length > 0 && deepAll('[data-unit=\"A:tur\"]').length === 0")
	master.click("deep('[data-tab=master]')")
	master.sees("deepAll('[data-unit=\"A:tur\"]').length > 0")

	master.writes("#why", "Milan was set up wrongly")
	master.turns(func() { master.click("labelled('Correct it', 'button')") })
	master.settles()
	master.reads("The position is corrected")
	master.sees("deepAll('[data-unit=\"A:tur\"]').length > 0 && deepAll('[data-unit=\"A:pav\"]').length === 0")
	player.visit(game + "/log")
	player.reads("Milan was set up wrongly")
	player.reads("New: the Milanese army in Turin")

	master.click("labelled('although orders are missing')")
	master.turns(func() { master.click("labelled('Resolve now', 'button')") })
	master.settles()
	master.reads("Summer 1454, orders") // no unit has moved, so none must retreat
	master.settles()
	master.click("deep('[data-tab=master]')")
	master.click("labelled('Roll back the game', 'summary')")
	master.writes("#rollwhy", "The master was too quick")
	master.turns(func() { master.click("labelled('Roll back', 'button')") })
	master.settles()
	master.reads("The game is rolled back")
	if at := ask[string](master, "location.hash"); at != "#panel-master" {
		t.Errorf("the form has led to %s", at)
	}
	player.visit(game + "/log")
	player.reads("The master was too quick")

	// The master gives orders on a player's behalf.
	seat := ask[string](master, `[...document.querySelectorAll('.seats a[href*="?as="]')].map(a => a.getAttribute('href'))[0]`)
	if !strings.HasPrefix(seat, game+"?as=") {
		t.Fatalf("the table of seats leads to %s", seat)
	}
	master.visit(seat)
	master.settles()
	master.reads("on the player's behalf")
	master.lookAt("master-panel", game+"#panel-master")
}
