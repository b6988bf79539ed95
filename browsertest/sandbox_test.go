package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSandbox experiments with the rules: it begins a sandbox, gives orders to two powers with
// clicks, checks that the result and the reasons appear immediately, resolves it, steps back and
// gives other orders, edits the position with clicks, and opens the link on a phone.
func TestSandbox(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "lawyer", wide)
	p.visit("/")
	p.turns(func() { p.click("deep('a[href=\"/sandbox\"]')") })
	p.reads("Any position, any orders, any rules")
	p.turns(func() { p.click("labelled('Begin', 'button')") })
	p.settles()
	p.clicksUnit("milan", "A:pav")
	p.clicksArea("tur")
	p.sees("deep('#orders-milan').value === 'A Pavia - Turin'")
	p.clicksUnit("venice", "A:ver")
	p.clicksArea("trt")
	p.sees("deep('#orders-venice').value.startsWith('A Verona - Tren')")
	p.sees("deepAll('#orders path').length > 1")
	before := ask[string](p, "location.search")
	p.writes("#orders-venice", "A Verona - Mantua")
	p.click("deep('[data-hand=milan]')")
	p.writes("#orders-milan", "A Cremona - Mantua")
	p.sees("location.search !== " + quote(before))
	p.sees("deep('[data-failed]').textContent === '2'")
	p.click("deep('[data-tab=preview]')")
	p.reads("What failed")
	p.reads("1 against 1")
	p.shot("sandbox-preview")
	p.fair("sandbox, preview")
	p.turns(func() { p.click("labelled('Resolve', 'button')") })
	p.settles()
	p.reads("Summer 1454, orders")
	p.sees("deep('[data-watch]') && shown(deep('[data-watch]'))")
	p.fits("sandbox, results")
	p.turns(func() { p.click("deep('.sandbar [name=at]')") })
	p.settles()
	p.sees("deep('#orders-venice').value === 'A Verona - Mantua'")
	p.click("deep('[data-hand=venice]')")
	p.writes("#orders-venice", "A Verona - Trent")
	p.sees("deep('[data-failed]').textContent !== '2'")
	p.turns(func() { p.click("labelled('Resolve', 'button')") })
	p.settles()
	p.click("deep('[data-tab=steps]')")
	p.reads("Or:")
	p.shot("sandbox-steps")
	p.turns(func() { p.click("deep('.sandbar [value=edit]')") })
	p.sees("deep('[data-edit].alive') && shown(deep('[data-palette]'))")
	p.click("labelled('Milan', '.owners label')")
	p.clicksArea("tur")
	p.sees("deep('#text').value.includes('unit add milan A Turin')")
	p.sees("deepAll('[data-unit=\"A:tur\"]').length > 0")
	p.fair("sandbox, position")
	p.shot("sandbox-position")
	p.turns(func() { p.click("deep('[name=then][value=take]')") })
	p.settles()
	p.sees("deepAll('[data-unit=\"A:tur\"]').length > 0")
	link := ask[string](p, "location.href")
	if len(link) > 2000 {
		t.Errorf("the link has %d characters", len(link))
	}
	friend := newPerson(t, h, "friend", phone)
	friend.visit(link)
	friend.settles()
	friend.sees("deepAll('[data-unit=\"A:tur\"]').length > 0")
	friend.reads("Summer 1454")
	// The numbers of open orders are on the coats of arms, and nothing cuts them off.
	friend.sees("deepAll('.handtabs small').some(shown)")
	if n := ask[int](friend, "(top => deepAll('.handtabs small').filter(shown).filter(e => e.getBoundingClientRect().top < top).length)(deep('.sheet').getBoundingClientRect().top)"); n > 0 {
		t.Errorf("%d numbers are cut off on a phone", n)
	}
	// The position is edited by touch, and is in the link as well.
	friend.turns(func() { friend.push("deep('[name=then][value=edit]')") })
	friend.sees("deep('[data-edit].alive') && shown(deep('[data-palette]'))")
	friend.push("labelled('Florence', '.owners label')")
	friend.writes("#place", "Mantua")
	friend.push("labelled('Do it there', 'button')")
	friend.sees("deep('#text').value.includes('Mantua')")
	friend.turns(func() { friend.push("deep('[name=then][value=take]')") })
	friend.settles()
	p.visit(ask[string](friend, "location.href"))
	p.settles()
	p.sees("deepAll('[data-unit=\"A:man\"]').length > 0 && deepAll('[data-unit=\"A:tur\"]').length > 0")
	path := strings.TrimPrefix(link, h.url)
	friend.lookAt("sandbox", path, "sandbox-edit", strings.Replace(path, "/sandbox?", "/sandbox/edit?", 1))
	p.quiet()
}

// clicksUnit selects a unit of a power on the map.
func (p *person) clicksUnit(power, key string) {
	p.t.Helper()
	p.click("deep('[data-hand=" + power + "]')")
	p.sees("deepAll('[data-unit=\"" + key + "\"]').length > 0")
	p.clicksOn(`[data-unit="` + key + `"]`)
}

// clicksArea clicks an empty part of an area on the map.
func (p *person) clicksArea(code string) {
	p.t.Helper()
	p.clicksOn(`[data-area="` + code + `"]`)
}

// clicksOn clicks on a part of the map at a point where nothing covers it.
func (p *person) clicksOn(part string) {
	p.t.Helper()
	const spot = `(sel => { for (const e of deepAll(sel)) { const b = e.getBoundingClientRect(), root = e.getRootNode();
		for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) {
			const x = b.left + b.width * i / 20, y = b.top + b.height * j / 20, top = root.elementFromPoint(x, y);
			const mine = top && top.closest('[data-unit], [data-city], [data-area]');
			if (mine && mine === e) return [x, y];
		} } return []; })`
	at := p.rests(spot + "(" + quote(part) + ")")
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}
