package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestEscapeCloses uses the keyboard to open everything that can be open at the table. It checks
// that Escape closes these things one by one, the last one first, and that the focus returns;
// after Ready it stays in its place.
func TestEscapeCloses(t *testing.T) {
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
	// With the keyboard, a support is chosen from a list. Escape goes back step by step.
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
	// The row of tabs must not have a scroll bar.
	if ask[bool](p, "(e => e.scrollHeight > e.clientHeight)(deep('.paneltabs'))") {
		t.Error("the row of tabs scrolls")
	}
	from := p.revision()
	p.readyBy(p.pressesOn)
	p.moves(from)
	p.board()
	at("deep('a[data-goon]')", "the results")
	p.presses(kb.Enter)
	at("deep('.myunits .open .pick')", "the next orders")
	p.quiet()
}

// goesBack goes back as the button of a phone does: the browser closes what the page has
// registered as open. On a desktop, the browser does the same for Escape, which the page does
// not see here.
func (p *person) goesBack() {
	p.t.Helper()
	ask[bool](p, "(window.deaf ??= (addEventListener('keydown', e => e.stopImmediatePropagation(), true), true))")
	p.presses(kb.Escape)
}

// TestPhoneBack opens on phones everything that can be open at the table. It checks that going
// back closes what was opened last, and leaves the table only when nothing is open.
func TestPhoneBack(t *testing.T) {
	onPhones(t, "Everything", func(p *person, tab table) {
		table, entries := ask[string](p, "location.pathname"), ask[int](p, "history.length")
		at := func(panel, height string) string {
			return "deep('[data-tab][aria-current]').dataset.tab === " + quote(panel) + " && document.querySelector('[data-table]').dataset.height === " + quote(height)
		}
		unit, _ := tab.first()
		menus := "[...document.querySelectorAll('.menus > *')].some(shown)"
		for what, do := range map[string]func(){
			"a unit":  func() { p.pick("unit", unit) },
			"a place": func() { p.pick("area", "tur") },
			"money":   func() { p.pick("unit", unit); p.push(act("ducats")) },
		} {
			do()
			p.sees(menus)
			p.goesBack()
			p.sees("!" + menus + " && " + at("orders", "peek"))
			if ask[string](p, "location.pathname") != table {
				t.Fatalf("%s: back from %s leaves the table", p.name, what)
			}
		}
		// Something that is closed in another way must not be closed again.
		p.push("deep('[data-tab=powers]')")
		p.sees(at("powers", "half"))
		p.pick("unit", unit)
		p.push(act("hold"))
		p.sees("!" + menus)
		p.goesBack()
		p.sees(at("orders", "peek"))
		// A link within the page does not go back.
		p.push("deep('button[data-ready]')")
		p.sees("shown(deep('#ready-ask'))")
		ask[bool](p, "(location.hash = '#panel-treasury', true)")
		p.sees(at("treasury", "half"))
		p.push("deep('.more')")
		p.push("labelled('Layers')")
		p.sees("shown(deep('#map-layers'))")
		p.goesBack()
		p.sees("!shown(deep('#map-layers')) && shown(deep('.moremenu'))")
		p.goesBack()
		p.sees("!shown(deep('.moremenu')) && " + at("treasury", "half"))
		p.goesBack()
		p.sees(at("orders", "peek"))
		p.push("deep('.more')")
		p.push("labelled('What the symbols mean (?)')")
		p.sees("document.querySelector('#legend[open]')")
		p.goesBack()
		p.sees("!document.querySelector('#legend') && shown(deep('.moremenu'))")
		p.goesBack()
		p.sees("!shown(deep('.moremenu'))")
		p.push("deep('.grip')")
		p.push("deep('.grip')")
		p.sees(at("orders", "all"))
		p.goesBack()
		p.sees(at("orders", "peek"))
		p.push("deep('button[data-ready]')")
		p.sees("shown(deep('#ready-ask'))")
		p.goesBack()
		p.sees("!shown(deep('#ready-ask')) && " + at("orders", "half"))
		p.goesBack()
		p.sees(at("orders", "peek"))
		// The results appear by themselves, and going back works like Continue.
		from := p.revision()
		p.readyBy(p.push)
		p.moves(from)
		p.board()
		p.sees(at("results", "half"))
		p.goesBack()
		p.sees(at("orders", "peek"))
		// it follows the link
		if ask[string](p, "location.pathname") != table || ask[int](p, "history.length") > entries+1 {
			t.Errorf("%s: %d entries of the history became %d", p.name, entries, ask[int](p, "history.length"))
		}
	})
}
