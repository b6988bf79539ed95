package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// apart returns the texts of visible elements whose lines overlap those of
// another.
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

// TestReading checks, on a wide screen and on a phone, that the chapters of the
// rules do not overlap, in their list and in the text. If the map on a phone
// has codes instead of names, the list of units shows both.
func TestReading(t *testing.T) {
	p := newPerson(t, visitors(t), "reader", wide)
	p.visit("/play")
	p.click("labelled('Without money', '#eight .edition')")
	p.turns(func() { p.click("labelled('Play now against seven')") })
	tab := p.table()
	game := "/g/" + tab.Game
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.table()
	for _, s := range []struct {
		name string
		screen
	}{{"wide", wide}, {"phone", phone}} {
		p.look(s.screen)
		for _, path := range []string{"/rules/battleline-1978-advanced", game + "/rules"} {
			p.visit(path)
			p.settles()
			if n := ask[int](p, "document.querySelectorAll('nav.contents li').length"); n < 8 {
				t.Fatalf("%s has %d chapters", path, n)
			}
			for _, sel := range []string{"nav.contents label, nav.contents summary, nav.contents li, .text h2, .text h3", "main section.chapter h2, main section.chapter [data-rule]"} {
				for _, both := range ask[[]string](p, fmt.Sprintf("%s(%q)", apart, sel)) {
					t.Errorf("%s, %s: one overlaps the other: %s", path, s.name, both)
				}
			}
			p.shot("reading-rules-" + s.name)
			// A link in the list brings each chapter below what stays at the
			// top.
			for _, far := range ask[[]string](p, `[...document.querySelectorAll('nav.contents li a')].slice(1, -2).filter(a => {
				a.click();
				const h = document.querySelector(a.hash + ' h2').getBoundingClientRect();
				const at = document.elementFromPoint(h.left + 4, h.top + h.height / 2);
				return !at || !at.closest(a.hash);
			}).map(a => a.textContent)`) {
				t.Errorf("%s, %s: the link does not lead to where %q can be read", path, s.name, far)
			}
		}
		p.visit(game + "#panel-orders")
		tab := p.table()
		p.shot("reading-orders-" + s.name)
		drawn := ask[[]string](p, "[...[...document.querySelectorAll('*')].find(e => e.shadowRoot && e.shadowRoot.querySelector('text')).shadowRoot.querySelectorAll('text')].map(e => e.textContent.trim())")
		rows := ask[[][]string](p, "[...document.querySelectorAll('.myunits [data-pick]')].filter(e => e.checkVisibility()).map(e => [e.dataset.pick, e.innerText, ...[...e.querySelectorAll('.code')].map(c => c.innerText)])")
		told := 0
		for _, row := range rows {
			u := tab.unit(row[0])
			if u.Key == "" {
				continue
			}
			told++
			code := strings.ToUpper(u.At)
			switch onMap := slices.Contains(drawn, code); {
			case s.phone && !onMap:
				t.Errorf("%s: the map does not say %s where the list says %q", s.name, code, row[1])
			case s.phone && (len(row) != 3 || row[2] != code):
				t.Errorf("%s: the map says %s, but the list only %q", s.name, code, row[1])
			case !s.phone && (onMap || len(row) != 2):
				t.Errorf("%s: there is room for names, but %s is on the map or in the list (%q)", s.name, code, row[1])
			}
		}
		if told != len(tab.hand().Units) {
			t.Errorf("%s: %d units are listed, not %d: %q", s.name, told, len(tab.hand().Units), rows)
		}
	}
}
