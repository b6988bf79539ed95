package browsertest

import "testing"

// TestHintOnBoard asks for a hint in a first game, and checks that it appears on the board, as
// pale arrows and with a reason for each order. One order is accepted, then all, without
// leaving the page. The coach explains how to begin and can be closed.
func TestHintOnBoard(t *testing.T) {
	p := newPerson(t, visitors(t), "pupil", wide)
	p.beginsFirst()
	p.reads("You have 5 cities and need 10.")
	ask[bool](p, "window.same = true")
	const drawing, list = "document.querySelector('.chart-sheet').shadowRoot", "document.querySelectorAll('[data-hintbody] li').length"
	p.click("labelled('Hint', '#panel-orders a')")
	p.sees(list + " === 5 && " + drawing + ".querySelector('#ghosts')")
	p.shot("hint")
	p.click("document.querySelector('[data-hintbody] [data-take]')")
	p.sees(list + " === 4 && document.querySelector('#orders textarea').value.trim().split('\\n').length === 1")
	p.click("labelled('Take all')")
	p.sees(list + " === 0 && !" + drawing + ".querySelector('#ghosts') && labelled('All units have orders', '#owes')")
	p.click("labelled('No more advice')")
	p.sees("document.querySelector('[data-coach]').hidden")
	p.visit("/g/" + ask[string](p, "location.pathname.split('/')[2]"))
	p.board()
	p.sees("document.querySelector('[data-coach]').hidden && labelled('Show advice again')")
	p.click("labelled('Show advice again')")
	p.reads("You have 5 cities and need 10.")
	p.quiet()
}
