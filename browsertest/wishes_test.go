package browsertest

import "github.com/chromedp/chromedp/kb"

// wishesAndJoins joins a forming game and chooses the preferred powers with clicks, best first, and
// checks that the field of letters shows the same.
func (p *person) wishesAndJoins(game string) {
	p.t.Helper()
	power := func(letter string) string { return `deep('.wishpicks [data-letter="` + letter + `"]')` }
	wishes := func(want string) {
		p.t.Helper()
		p.sees("deep('#wishes').value === " + quote(want))
	}
	place := func(letter, want string) {
		p.t.Helper()
		p.sees(power(letter) + ".querySelector('.place').textContent === " + quote(want))
		p.sees(power(letter) + ".getAttribute('aria-pressed') === " + quote(map[bool]string{true: "true", false: "false"}[want != ""]))
	}
	p.visit(game)
	p.reads("You have no wish")
	for _, letter := range []string{"V", "I", "F"} {
		p.click(power(letter))
	}
	wishes("VIF")
	place("F", "3")
	p.sees("!deep('#wishes').checkVisibility()") // the powers are ranked in only one way
	p.click(power("V"))                          // removed from the list
	wishes("IF")
	place("V", "")
	ask[bool](p, "("+power("F")+".focus(), true)")
	p.tabsTo(power("V"))
	p.presses(kb.Enter) // the one chosen with the keyboard comes last
	wishes("IFV")
	p.turns(func() { p.click("labelled('Join the game')") })
	wishes("IFV")
	place("V", "3")
	p.click(power("F"))
	p.turns(func() { p.click("labelled('Save')") })
	p.reads("Your ranking is saved")
	wishes("IV")
}
