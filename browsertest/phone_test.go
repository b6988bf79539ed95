package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// small are phones, with the screen area that a browser leaves to a page.
var small = []screen{{width: 390, height: 664, phone: true}, {width: 360, height: 640, phone: true}}

// onPhones runs a test at Milan's table on each small phone.
func onPhones(t *testing.T, edition string, f func(p *person, tab table)) {
	p := newPerson(t, visitors(t), "thumb", small[0])
	for _, s := range small {
		p.look(s)
		p.name = fmt.Sprintf("thumb %d", s.width)
		f(p, p.begins(edition, "milan"))
		p.quiet()
	}
}

// comesToResults gives the first unit an order to hold, presses Ready and waits for the
// results.
func (p *person) comesToResults(tab table) {
	p.t.Helper()
	p.gives(tab.first())
	p.sees(saved)
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.board()
	p.sees(past)
}

// past is an expression that is true while the map shows the results of the last phase.
const past = "document.querySelector('[data-map].away') && document.querySelector('.showspast')"

// uncovered is a function that returns those elements that a tap on their centre does not reach.
const uncovered = `(sel => deepAll(sel).filter(shown).filter(e => {
	const b = e.getBoundingClientRect(), at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
	return !at || !(e === at || e.contains(at) || at.contains(e) && at.matches('label'));
}).map(e => e.outerHTML.slice(0, 120)))`

// filled is an expression for the part of the map's frame that the drawing fills.
const filled = `(() => { const f = deep('#map').getBoundingClientRect(), d = deep('svg.pm').getBoundingClientRect();
	const w = Math.min(f.right, d.right) - Math.max(f.left, d.left), h = Math.min(f.bottom, d.bottom) - Math.max(f.top, d.top);
	const v = deep('svg.pm').viewBox.baseVal, s = Math.min(d.width / v.width, d.height / v.height), pw = v.width * s, ph = v.height * s;
	const l = d.left + (d.width - pw) / 2, t = d.top + (d.height - ph) / 2;
	const x = Math.min(f.right, l + pw) - Math.max(f.left, l), y = Math.min(f.bottom, t + ph) - Math.max(f.top, t);
	return f.height < 2 ? 1 : Math.max(0, x) * Math.max(0, y) / (f.width * f.height); })()`

// place is an expression for the position of the drawing in its frame.
const place = "getComputedStyle(deep('.chart-sheet')).transform + JSON.stringify(deep('#map').getBoundingClientRect())"

// fillsMap fails the test if the map is more than a quarter empty.
func (p *person) fillsMap(when string) {
	p.t.Helper()
	p.rests("[" + filled + ", 0]")
	if got := ask[float64](p, filled); got < .749 {
		p.t.Errorf("%s, %s: the drawing fills %.0f %% of the map", p.name, when, 100*got)
	}
}

// reachable fails the test if a tab or a button of the strip is covered.
func (p *person) reachable(when string) {
	p.t.Helper()
	for _, e := range ask[[]string](p, uncovered+"('.paneltabs a, .tabletop button, .tabletop a, .grip')") {
		p.t.Errorf("%s, %s: something lies over %s", p.name, when, e)
	}
	if n := ask[int](p, "deepAll('.paneltabs a').filter(a => { const b = a.getBoundingClientRect(); return b.left < 0 || b.right > innerWidth; }).length"); n > 0 {
		p.t.Errorf("%s, %s: %d tabs are beside the screen", p.name, when, n)
	}
}

// TestPhoneResults checks that the results of a phase can be read as soon as they appear: their
// first five lines must be in view and not covered.
func TestPhoneResults(t *testing.T) {
	onPhones(t, "Without money", func(p *person, tab table) {
		p.comesToResults(tab)
		p.shot("phone-results")
		covered := ask[[]string](p, `(() => {
			const panel = document.querySelector('#panel-results'), lines = [], out = [];
			const walk = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
			for (let n; (n = walk.nextNode()) && lines.length < 12;) {
				if (!n.data.trim() || !shown(n.parentElement) || n.parentElement.closest('.unseen') || getComputedStyle(n.parentElement.closest('h2, h3') ?? panel).clipPath !== 'none') continue;
				const r = document.createRange();
				r.selectNodeContents(n);
				for (const b of r.getClientRects()) if (b.width > 4 && !lines.some(l => Math.abs(l.top - b.top) < 8)) lines.push({top: b.top, x: b.left + Math.min(20, b.width / 2), y: b.top + b.height / 2, text: n.data.trim()});
			}
			for (const l of lines.slice(0, 5)) if (!panel.contains(document.elementFromPoint(l.x, l.y))) out.push(l.text);
			return lines.length < 5 ? ['only ' + lines.length + ' lines'] : out;
		})()`)
		for _, l := range covered {
			p.t.Errorf("%s: cannot be read: %s", p.name, l)
		}
		p.reachable("results")
		p.fillsMap("results")
		if last := ask[bool](p, "deep('.sheet').scrollHeight > deep('.sheet').clientHeight"); last {
			ask[bool](p, "(deep('.sheet').scrollTo(0, 1e6), true)")
			if !ask[bool](p, "(b => b.bottom <= deep('.paneltabs').getBoundingClientRect().top + 1)([...document.querySelectorAll('.sheet > *')].filter(shown).at(-1).getBoundingClientRect())") {
				p.t.Errorf("%s: the end of the results cannot be scrolled into view", p.name)
			}
			ask[bool](p, "(deep('.sheet').scrollTo(0, 0), true)")
		}
		// A card shows its place on the map.
		ask[bool](p, "(() => { const r = chartRoot(); new MutationObserver(() => { window.flashed ||= !!r.querySelector('#page-seen > *'); }).observe(r, {childList: true, subtree: true}); return true; })()")
		p.push("deep('.last .orders [data-areas] .mark')")
		p.sees("window.flashed")
		// Continue, which replaces Ready, gives the map its space back.
		was := ask[int](p, height("#map"))
		p.push("deep('[data-goon]')")
		p.sees(height("#map") + " > " + fmt.Sprint(was+50) + " && document.querySelector('[data-tab=orders][aria-current]') && !(" + past + ")")
		p.fillsMap("orders")
	})
}

// TestPhoneCards opens every kind of menu, and checks that it is in the sheet, and that the
// tabs and the buttons of the strip stay reachable, even when the phone is turned. With the
// keyboard, the focus must move into the menu, and back to the list.
func TestPhoneCards(t *testing.T) {
	onPhones(t, "Everything", func(p *person, tab table) {
		inSheet := func(box, when string) {
			p.t.Helper()
			p.sees(box + " && shown(" + box + ")")
			p.shot("phone-card-" + when)
			if !ask[bool](p, "!!"+box+".closest('.menus')") {
				p.t.Errorf("%s, %s: the menu is not in the sheet", p.name, when)
			}
			p.reachable(when)
			p.fillsMap(when)
		}
		unit, _ := tab.first()
		before := ask[string](p, place)
		p.pick("unit", unit)
		inSheet("deep('#act')", "unit")
		if now := ask[string](p, place); now != before {
			p.t.Errorf("%s: the map moved when a unit was chosen:\n%s\n%s", p.name, before, now)
		}
		p.push(act("ducats"))
		inSheet("deep('.here:not([hidden])')", "money")
		p.push("labelled('Close', '.here:not([hidden]) button')")
		p.pick("area", "tur")
		inSheet("deep('.here:not([hidden])')", "place")
		// Another menu replaces it, and a tab closes it.
		p.pick("unit", unit)
		inSheet("deep('#act')", "unit again")
		if n := ask[int](p, "[...document.querySelector('.menus').children].filter(shown).length"); n != 1 {
			p.t.Errorf("%s: %d menus are open at once", p.name, n)
		}
		p.push("deep('button[data-ready]')")
		inSheet("deep('#ready-ask')", "ask")
		p.push("deep('[data-tab=powers]')")
		p.sees("!shown(deep('#ready-ask')) && shown(deep('#panel-powers'))")
		p.push("deep('button[data-ready]')")
		p.push("labelled('Back to the orders')")
		p.sees("shown(deep('#panel-orders')) && document.activeElement.matches('[data-pick]')")
		// This is the menu of the strip.
		p.push("deep('.more')")
		p.sees("labelled('Games', '.moremenu a') && labelled('Layers', '.moremenu button')")
		p.shot("phone-menu")
		for _, e := range ask[[]string](p, uncovered+"('.moremenu a, .moremenu button')") {
			p.t.Errorf("%s: in the menu something lies over %s", p.name, e)
		}
		p.push("deep('.more')")
		p.sees("!shown(deep('.moremenu'))")

		// The phone is turned with a menu open, and turned back.
		p.pick("unit", unit)
		p.sees("shown(deep('#act'))")
		s := p.on
		p.look(screen{width: s.height, height: s.width, phone: true})
		p.sees("innerWidth > innerHeight && shown(deep('#act'))")
		p.reachable("turned")
		p.shot("phone-turned")
		p.push("deep('[data-tab=rules]')")
		p.sees("shown(deep('#panel-rules'))")
		p.look(s)
		p.sees("innerWidth < innerHeight")
		p.reachable("turned back")
		p.fillsMap("turned back")
		p.push("deep('[data-tab=orders]')")

		_, c := tab.first()
		ask[bool](p, "(deep("+quote(`[data-pick="`+unit+`"]`)+").focus(), true)")
		p.presses(kb.Enter)
		p.sees("document.activeElement.closest('.menus #act')")
		p.presses(kb.Escape)
		p.sees("!shown(deep('#act')) && document.activeElement.dataset.pick === " + quote(unit))
		p.presses(kb.Enter)
		p.sees("document.activeElement.closest('.menus #act')")
		p.presses("h")
		p.wrote(c.Text)
		p.sees("!shown(deep('#act')) && document.activeElement.dataset.pick === " + quote(unit))
	})
}

// TestPhoneSheet drags and presses the sheet through its heights, turns the phone, and then
// gives an order.
func TestPhoneSheet(t *testing.T) {
	onPhones(t, "Without money", func(p *person, tab table) {
		high := ask[int](p, height("#map"))
		drag := func(to float64) {
			x, y := p.point("deep('.grip')")
			p.fingers("touchStart", x, y)
			p.fingers("touchMove", x, y-(y-to)/2)
			p.fingers("touchMove", x, to)
			p.fingers("touchEnd")
		}
		for _, to := range []struct {
			y    float64
			want string
		}{{float64(p.on.height) * .45, "half"}, {60, "all"}, {float64(p.on.height) - 60, "peek"}} {
			drag(to.y)
			p.sees("document.querySelector('[data-table]').dataset.height === " + quote(to.want))
			p.fillsMap(to.want)
			p.reachable(to.want)
		}
		p.sees(fmt.Sprintf("%s === %d", height("#map"), high))
		// When the sheet moves away from under the finger, the tap must not reach what is there
		// then.
		ask[bool](p, `(window.strays = [], ['mousedown', 'click'].forEach(kind => addEventListener(kind, e => {
			if (!e.composedPath().some(n => n.matches?.('.grip'))) strays.push(kind + ' on ' + e.target.outerHTML.slice(0, 60));
		}, true)), true)`)
		for _, want := range []string{"half", "all", "peek"} {
			p.push("deep('.grip')")
			p.sees("document.querySelector('[data-table]').dataset.height === " + quote(want))
			p.rests("[0, 0]") // the browser has converted the tap to a click
		}
		for _, stray := range ask[[]string](p, "strays") {
			p.t.Errorf("%s: a tap on the grip made a %s", p.name, stray)
		}
		// The same must work with the keyboard.
		ask[bool](p, "(deep('.grip').focus(), true)")
		p.presses(kb.ArrowUp)
		p.sees("document.querySelector('[data-table]').dataset.height === 'half'")
		p.presses(kb.ArrowDown)
		p.sees("document.querySelector('[data-table]').dataset.height === 'peek'")
		s := p.on
		for _, turned := range []screen{{width: s.height, height: s.width, phone: true}, s} {
			p.look(turned)
			p.sees(fmt.Sprintf("innerWidth === %d", turned.width))
			p.fillsMap("turned")
			p.reachable("turned")
			p.shot(fmt.Sprintf("phone-turned-%d", turned.width))
			unit, c := tab.first()
			p.gives(unit, c)
			p.push("deep('[data-tab=orders]')")
			p.push("deep('.myunits .clear')")
		}
	})
}

// fingers sends a touch with the given fingers.
func (p *person) fingers(kind input.DispatchTouchEventType, at ...float64) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for i := 0; i+1 < len(at); i += 2 {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: at[i], Y: at[i+1], ID: &id})
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	}))
}

// under returns the part of the map at a position of the screen, such as "unit A:pav".
func (p *person) under(x, y float64) string {
	p.t.Helper()
	return ask[string](p, fmt.Sprintf(`(e => e ? Object.entries(e.dataset).map(e => e.join(' ')).join() : '')(chartRoot().elementFromPoint(%g, %g)?.closest('[data-unit], [data-city], [data-area]'))`, x, y))
}

// TestPhoneTaps checks that a tap always means the place that is visible there: right after
// another tap, with two fingers, and while the map moves, loads or is redrawn.
func TestPhoneTaps(t *testing.T) {
	onPhones(t, "Without money", func(p *person, tab table) {
		h := tab.hand()
		for _, u := range h.Units {
			// The second tap follows as fast as possible.
			to, ok := h.find(u.Unit, func(c choice) bool { return c.Kind == "advance" && !c.Convoy })
			if !ok {
				continue
			}
			x, y := p.pointOnMap("unit", u.Unit)
			if !ask[bool](p, "!!onMap('area', "+quote(to.To)+")") {
				continue // outside the screen
			}
			at := ask[[]float64](p, "onMap('area', "+quote(to.To)+")")
			before := ask[string](p, place)
			p.touch(x, y)
			p.touch(at[0], at[1])
			if got := p.under(at[0], at[1]); got != "area "+to.To {
				p.t.Errorf("%s: where %s was, there is %q after the first tap", p.name, to.To, got)
			}
			p.sees(hasLine(to.Text) + " || " + act(to.Text))
			if now := ask[string](p, place); now != before {
				p.t.Errorf("%s: two taps moved the map", p.name)
			}
			if ask[bool](p, "!!"+act(to.Text)) {
				p.push(act(to.Text))
			}
		}
		p.sees(saved)
		lines := strings.Join(p.written(), "\n")
		same := func(when string) {
			p.t.Helper()
			p.board()
			if now := strings.Join(p.written(), "\n"); now != lines || ask[bool](p, "shown(deep('#act'))") {
				p.t.Errorf("%s: %s gave an order or chose a unit: %q, %q", p.name, when, lines, now)
			}
		}
		unit := h.Units[0].Unit
		// Two fingers zoom in.
		x, y := p.pointOnMap("unit", unit)
		before := ask[string](p, place)
		p.fingers("touchStart", x, y)
		p.fingers("touchStart", x, y, x+40, y)
		p.fingers("touchEnd")
		same("a tap with two fingers")
		p.fingers("touchStart", x, y)
		p.fingers("touchStart", x, y, x+40, y)
		p.fingers("touchMove", x-30, y, x+90, y)
		p.fingers("touchEnd")
		p.sees(place + " !== " + quote(before))
		same("two fingers")
		ask[bool](p, "(document.activeElement.blur(), true)")
		p.presses("0")
		// Tap while the map is in motion.
		x, y = p.pointOnMap("unit", unit)
		ask[bool](p, "(window.gliding = deep('.chart-sheet').animate([{opacity: 1}, {opacity: 1}], {duration: 1e6}), true)")
		p.touch(x, y)
		same("a tap on the moving map")
		ask[bool](p, "(gliding.cancel(), true)")
		// The map moves under the finger.
		p.fingers("touchStart", x, y)
		p.presses("+")
		p.sees(place + " !== " + quote(before))
		p.fingers("touchEnd")
		same("a tap under which the map moved")
		p.presses("0")
		// Redrawing waits while the finger is on the map.
		x, y = p.pointOnMap("unit", unit)
		ask[bool](p, "(window.drawn = chartRoot().querySelector('svg'), true)")
		p.fingers("touchStart", x, y)
		ask[bool](p, "(e => { e.checked = true; e.dispatchEvent(new Event('change', {bubbles: true})); return true; })(deep('#map-colours'))")
		p.fingers("touchEnd")
		p.sees(act("hold"))
		p.sees("chartRoot().querySelector('svg') !== drawn")
		p.push("labelled('Leave it', '#act button')")
		// Tap on a page that is still loading.
		p.visit(ask[string](p, "location.pathname"))
		p.touch(x, y)
		p.board()
		if now := strings.Join(p.written(), "\n"); now != lines {
			p.t.Errorf("%s: a tap on the loading page gave an order: %q, %q", p.name, lines, now)
		}
	})
}

// TestOneMoment checks on a wide screen that board, heading and panel show the same phase: the
// results of the last one, or the orders for the next.
func TestOneMoment(t *testing.T) {
	p := newPerson(t, visitors(t), "reader", screen{width: 1400, height: 900})
	tab := p.begins("Without money", "milan")
	frame := "JSON.stringify(deep('#map').getBoundingClientRect())"
	was := ask[string](p, frame)
	one := func(when, primary string) {
		t.Helper()
		if got := ask[[]string](p, "deepAll('.table .button:not(.quiet), .table .pb.main').filter(shown).filter(e => !e.closest('.player-bar, .moved')).map(e => e.innerText.trim())"); len(got) != 1 || got[0] != primary {
			t.Errorf("%s: the primary buttons are %q, expected %s", when, got, primary)
		}
		if now := ask[string](p, frame); now != was {
			t.Errorf("%s: the map is at %s, it was at %s", when, now, was)
		}
	}
	one("orders", "Ready")
	p.comesToResults(tab)
	one("results", "Continue")
	head := "document.querySelector('.title .sub b').innerText"
	if got := ask[string](p, head); !strings.HasPrefix(got, "Results: ") {
		t.Errorf("while the results are shown the head says %q", got)
	}
	p.shot("moment-results")

	// A click on a unit at its former place leads to its current orders.
	tab = p.table()
	unit, c := tab.first()
	p.sees(past)
	key := ask[string](p, "[...chartRoot().querySelectorAll('[data-unit]')].map(e => e.dataset.unit).find(k => k === "+quote(unit)+") ?? ''")
	if key == "" {
		t.Fatalf("%s is not on the map of the last phase", unit)
	}
	p.pick("unit", key)
	p.sees("document.querySelector('[data-tab=orders][aria-current]') && !(" + past + ") && " + act("hold"))
	one("its orders", "Ready")
	if got := ask[string](p, head); strings.HasPrefix(got, "Results") {
		t.Errorf("while orders are given the head says %q", got)
	}
	p.push(act("hold"))
	p.wrote(c.Text)

	// The panel of results returns to the past, and a key to the present.
	p.push("deep('[data-tab=results]')")
	p.sees(past)
	one("results again", "Continue")
	p.presses("j")
	p.sees("document.querySelector('[data-tab=orders][aria-current]') && shown(deep('#act'))")
	p.presses(kb.Escape)

	// The question before Ready leads back to the orders.
	p.push("deep('[data-tab=powers]')")
	p.push("deep('button[data-ready]')")
	p.push("labelled('Back to the orders')")
	p.sees("document.querySelector('[data-tab=orders][aria-current]') && document.activeElement.matches('[data-pick]')")
	p.quiet()
}

// TestMenusBeside checks on wide screens that the menu of a unit does not cover places that it
// can be sent to, and is near the unit.
func TestMenusBeside(t *testing.T) {
	p := newPerson(t, visitors(t), "picker", wide)
	for _, power := range []string{"turks", "venice", "milan"} {
		tab := p.begins("Without money", power)
		for _, u := range tab.hand().Units {
			p.pick("unit", u.Unit)
			p.sees(act("hold"))
			p.shot("beside-" + strings.ReplaceAll(u.Unit, ":", "-"))
			for _, c := range u.Orders {
				if c.Kind == "advance" && !c.Convoy && !ask[bool](p, "!!onMap('area', "+quote(c.To)+")") {
					t.Errorf("%s: the menu of %s covers %s", power, u.Unit, c.To)
				}
			}
			far := ask[float64](p, `((b, [x, y]) => Math.hypot(Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom)))(deep('#act').getBoundingClientRect(), onMap('unit', `+quote(u.Unit)+`) ?? [0, 0])`)
			if far > 300 {
				t.Errorf("%s: the menu is %.0f pixels from %s", power, far, u.Unit)
			}
			p.presses(kb.Escape)
			p.sees("!shown(deep('#act'))")
		}
	}
	p.quiet()
}

// TestPhoneLanguages checks that in languages with long words the strip and the tabs fit a
// narrow phone, for orders and for results.
func TestPhoneLanguages(t *testing.T) {
	p := newPerson(t, visitors(t), "reader", small[1])
	tab := p.begins("Everything", "milan")
	game := ask[string](p, "location.pathname")
	p.comesToResults(tab)
	for _, l := range []string{"de", "es", "it"} {
		p.sends("/language", "language", l, "next", game)
		p.visitAnew(game + "#panel-results")
		p.board()
		if got := ask[string](p, "document.documentElement.lang"); got != l {
			t.Fatalf("the page is in %s, not in %s", got, l)
		}
		for _, when := range []string{"results", "orders"} {
			if when == "orders" {
				p.push("deep('[data-tab=orders]')")
			}
			p.sees(fmt.Sprintf("!!(%s) === %t", past, when == "results"))
			p.shot("phone-" + l + "-" + when)
			p.reachable(l + " " + when)
			for _, e := range ask[[]string](p, "deepAll('.tabletop button, .tabletop .button, .paneltabs a, #owes').filter(shown).filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)") {
				t.Errorf("%s, %s: %q is cut off", l, when, e)
			}
		}
	}
	p.quiet()
}

// TestPhoneHeader checks that the links at the top of all pages fit phones, in
// languages with long words, for visitors and for members.
func TestPhoneHeader(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "Maximilian", small[0])
	p.visit("/")
	look := func(who string) {
		for _, l := range []string{"de", "es", "it", "en"} {
			p.sends("/language", "language", l, "next", "/")
			p.visit("/games")
			for _, s := range small {
				p.look(s)
				if ask[bool](p, "(e => e.scrollWidth > e.clientWidth + 1)(document.querySelector('.top nav'))") {
					t.Errorf("%d, %s, %s: the links %q do not fit", s.width, l, who, ask[string](p, "document.querySelector('.top nav').innerText"))
				}
			}
		}
	}
	look("a visitor")
	p.signsUp(h)
	look("a member")
	p.quiet()
}
