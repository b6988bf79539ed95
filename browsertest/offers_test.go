package browsertest

import (
	"strconv"
	"testing"
)

// TestNotOffered checks the explanations for what is impossible: the box of a unit explains why
// it cannot besiege, convoy or become a garrison, and the treasury how much is missing for an
// expense that is too expensive, which can still be written.
func TestNotOffered(t *testing.T) {
	p := newPerson(t, visitors(t), "seeker", wide)
	p.visit("/play")
	p.click("labelled('With money', '#eight .edition')")
	p.click("labelled('Venice', '#eight .shield')")
	p.turns(func() { p.click("labelled('Play now against seven')") })
	tab := p.table()
	h := tab.hand()
	army, fleet := "", ""
	for _, u := range h.Units {
		switch {
		case tab.unit(u.Unit).Type == "army" && army == "":
			army = u.Unit
		case tab.unit(u.Unit).Type == "fleet" && fleet == "":
			fleet = u.Unit
		}
	}
	for _, s := range []struct {
		name string
		screen
	}{{"wide", wide}, {"phone", candle}} {
		p.look(s.screen)
		p.visit(ask[string](p, "location.pathname"))
		p.board()
		for _, unit := range []string{army, fleet} {
			p.pick("unit", unit)
			p.sees("shown(deep('#act .cannot summary'))")
			p.push("deep('#act .cannot summary')")
			p.sees("/nothing to besiege|no fortified city|cannot besiege/.test(deep('#act .cannot').innerText)")
			p.shot("offers-" + s.name + "-" + tab.unit(unit).Type)
			p.push(act("hold"))
			p.sees("!shown(deep('#act'))")
			if s.screen == wide { // on the phone they already hold, and nothing is saved
				p.sees(savedState)
			}
		}
	}
	p.look(wide)
	p.visit(ask[string](p, "location.pathname"))
	p.board()
	p.pick("unit", army)
	p.presses("b")
	p.sees("/besiege/.test(deep('#act .no').innerText)")
	p.push("deep('#act .close')")

	p.push("deep('[data-tab=treasury]')")
	p.push("labelled('Spend ducats')")
	p.sees("deep('.kinds .kind')")
	p.shot("offers-kinds")
	left := ask[int](p, "Number(deep('.purseline .left b').textContent)")
	wrong := ask[[]string](p, `[...document.querySelectorAll('.kinds .kind')].filter(b => {
		const from = Number((/from (\d+)/.exec(b.innerText) || [])[1]);
		return from && (from > `+strconv.Itoa(left)+`) !== (b.classList.contains('dear') && b.innerText.includes((from - `+strconv.Itoa(left)+`) + ' ducat'));
	}).map(b => b.innerText)`)
	if len(wrong) > 0 {
		t.Errorf("with %d ducats left: %q", left, wrong)
	}
	p.sees("document.querySelector('.kinds .dear')")
	p.push("document.querySelector('.kinds .dear')")
	p.sees("document.querySelector('.targets .dear')?.innerText.includes('missing')")
	p.shot("offers-targets")
	p.fair("an expense that cannot be paid")
	p.push("document.querySelector('.targets .dear')")
	p.sees("document.querySelector('.spend.bad')") // it is written, but marked as too expensive
	p.look(candle)
	p.shot("offers-phone-dark")
	p.quiet()
}
