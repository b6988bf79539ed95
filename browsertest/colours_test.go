package browsertest

import (
	"strings"
	"testing"
)

// paint returns the colour of the n-th power in the drawing of a page, and whether the
// provinces have the letters of plain colours.
const paint = `(() => {
  const e = deepAll('svg .m-p1').find(shown), root = e && e.getRootNode();
  return e ? getComputedStyle(e).fill + (deepAll('svg use[href="#b-shield"]').length > 10 ? ', lettered' : '') : '';
})()`

// TestPlainColours chooses colours for the colour-blind, and checks that films on the map, the
// page of a phase and the film of the game have the same colours as the map, in both themes.
func TestPlainColours(t *testing.T) {
	p := newPerson(t, visitors(t), "colours", wide)
	game := p.introduction()
	past := game + "/p/1"
	p.visit(game)
	p.board()
	p.sees("deep('svg .m-p1')")
	usual := ask[string](p, paint)
	p.push("deep('#map-layer-button')")
	p.push("deep('#map-colours')")
	p.sees("deepAll('svg.pm-safe').length === 1")
	plain := ask[string](p, paint)
	if plain == usual || !strings.HasSuffix(plain, ", lettered") {
		t.Fatalf("the map has %s, and in plain colours %s", usual, plain)
	}
	check := func(what, want string) {
		t.Helper()
		p.sees(paint + " === " + quote(want))
		p.shot("colours-" + what)
	}

	p.push("deep('[data-tab=results]')")
	p.push("deep('[data-watch]')")
	p.sees("shown(deep('[data-player]'))")
	p.push("deep('[data-do=next]')")
	check("played", plain)
	at := ask[string](p, "deep('[data-caption] .stepcount').textContent")
	p.push("deep('#map-colours')") // if colours are chosen while the film plays, it stays at its step
	p.sees("deepAll('svg.pm-light').length === 1 && deep('[data-caption] .stepcount').textContent === " + quote(at))
	check("played-usual", usual)
	p.push("deep('#map-colours')")
	check("played-again", plain)

	for _, page := range []struct{ name, path string }{{"phase", past}, {"film", game + "/film"}} {
		p.visit(page.path)
		for _, s := range []screen{wide, night} {
			p.look(s)
			p.sees("shown(deep('[data-player]'))")
			check(page.name, plain)
			p.push("deep('[data-do=next]')")
			p.sees("deep('[data-caption]').innerText.length > 0")
			check(page.name, plain)
		}
	}
	p.quiet()
}
