package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestEscape opens with keys all that can be open at the table. Escape closes
// it, in the order in which it was opened, and the focus returns; after Ready it
// stays in its place.
func TestEscape(t *testing.T) {
	p := newPerson(t, visitors(t), "keys", wide)
	p.begins("Everything", "venice")
	at := func(element, when string) {
		t.Helper()
		p.sees("document.activeElement === " + element)
		if !ask[bool](p, "document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle !== 'none'") {
			t.Errorf("%s: the focus cannot be seen", when)
		}
	}
	for _, x := range []struct{ button, open string }{
		{"deep('#map-layer-button')", "shown(deep('#map-layers'))"},
		{"deep('#map-legend')", "document.querySelector('#legend[open]')"},
		{"deep('#map-fill')", "document.querySelector('.table.filled')"},
		{"deep('.playmenu summary')", "document.querySelector('.playmenu[open]')"},
		{"deep('.myunits .pick')", "shown(deep('#act'))"},
		{"deep('button[data-ready]')", "shown(deep('#ready-ask'))"},
	} {
		p.pressesOn(x.button)
		p.sees(x.open)
		p.presses(kb.Escape)
		p.sees("!(" + x.open + ")")
		at(x.button, x.button)
	}
	// With keys, a support is chosen from a list. Escape goes step by step.
	p.pressesOn("deep('.myunits .pick')")
	p.pressesOn(act("support"))
	at("deep('#act-place')", "a support")
	p.presses(kb.Escape)
	p.sees("shown(" + act("support") + ")")
	p.presses("s")
	p.sees("deep('#act-list [aria-selected=true]')")
	want := ask[string](p, "deep('#act-list [aria-selected=true]').dataset.order")
	p.presses(kb.Enter)
	p.wrote(want)
	p.pressesOn("deep('[data-tab=treasury]')")
	p.pressesOn("labelled('Spend ducats')")
	at("deep('.kinds button')", "an expense")
	p.presses(kb.Enter)
	at("labelled('Find a target', 'input')", "its target")
	p.presses(kb.Escape)
	p.presses(kb.Escape)
	at("labelled('Spend ducats')", "no expense")
	// No scroll bar in the row of tabs.
	if ask[bool](p, "(e => e.scrollHeight > e.clientHeight)(deep('.paneltabs'))") {
		t.Error("the row of tabs scrolls")
	}
	from := p.revision()
	p.readyBy(p.pressesOn)
	p.moves(from)
	p.table()
	at("deep('a[data-goon]')", "the results")
	p.presses(kb.Enter)
	at("deep('.myunits .open .pick')", "the next orders")
	p.quiet()
}
