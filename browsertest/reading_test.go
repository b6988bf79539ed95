package browsertest

import "fmt"

// apart is a function that returns the texts of visible elements whose lines overlap another
// element.
const apart = `(sel => {
	const lines = [...document.querySelectorAll(sel)].filter(e => e.checkVisibility()).map(e => {
		const r = document.createRange();
		r.selectNodeContents(e);
		return {e, rects: [...r.getClientRects()].filter(r => r.width > 1 && r.height > 1)};
	});
	const out = [];
	for (let i = 0; i < lines.length; i++) for (let k = i + 1; k < lines.length; k++) {
		if (lines[i].e.contains(lines[k].e)) continue;
		if (lines[i].rects.some(a => lines[k].rects.some(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)))
			out.push(lines[i].e.textContent.trim().slice(0, 40) + ' / ' + lines[k].e.textContent.trim().slice(0, 40));
	}
	return out.slice(0, 6);
})`

// chapters fails the test if chapters of the rules overlap, in their list or in the
// text, or if a link in the list does not lead to where its chapter can be read.
func (p *person) chapters(where string) {
	p.t.Helper()
	if !ask[bool](p, "!!document.querySelector('main section.chapter')") {
		return
	}
	if n := ask[int](p, "document.querySelectorAll('nav.contents li').length"); n < 8 {
		p.t.Fatalf("%s has %d chapters", where, n)
	}
	for _, sel := range []string{"nav.contents label, nav.contents summary, nav.contents li, .text h2, .text h3", "main section.chapter h2, main section.chapter [data-rule]"} {
		for _, both := range ask[[]string](p, fmt.Sprintf("%s(%q)", apart, sel)) {
			p.t.Errorf("%s: one overlaps the other: %s", where, both)
		}
	}
	// A link scrolls to its chapter, below the part that stays at the top.
	for _, far := range ask[[]string](p, `[...document.querySelectorAll('nav.contents li a')].slice(1, -2).filter(a => {
		a.click();
		const h = document.querySelector(a.hash + ' h2').getBoundingClientRect();
		const at = document.elementFromPoint(h.left + 4, h.top + h.height / 2);
		return !at || !at.closest(a.hash);
	}).map(a => a.textContent)`) {
		p.t.Errorf("%s: the link does not lead to where %q can be read", where, far)
	}
}

// codes fails the test unless, on a phone, the list of units has the codes of places if the map
// has them instead of names.
func (p *person) codes(where string) {
	p.t.Helper()
	if !ask[bool](p, "!!document.querySelector('.table:not(.lesson) .myunits [data-pick]')?.checkVisibility()") {
		return
	}
	for _, wrong := range ask[[]string](p, fmt.Sprintf(`(phone => {
		const root = [...document.querySelectorAll('[data-map] *')].map(e => e.shadowRoot).find(Boolean);
		const drawn = new Set([...root.querySelectorAll('text')].map(e => e.textContent.trim()));
		return [...document.querySelectorAll('.myunits [data-pick]')].filter(e => e.checkVisibility()).map(e => {
			const code = e.dataset.pick.split(':').pop().toUpperCase(), told = [...e.querySelectorAll('.code')].map(c => c.innerText).join();
			return {ok: drawn.has(code) === phone && told === (phone ? code : ''), text: code + ' is ' + (drawn.has(code) ? '' : 'not ') + 'on the map, and the list says ' + e.innerText};
		}).filter(x => !x.ok).map(x => x.text);
	})(%t)`, p.on.phone)) {
		p.t.Errorf("%s: %s", where, wrong)
	}
}
