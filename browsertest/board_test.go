package browsertest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// editions are the editions of games against computer players.
var editions = map[string]string{"Without money": "battleline-1978-basic", "With money": "battleline-1978-advanced", "Everything": "njudge-classic"}

// begins starts a game against computer players as a power.
func (p *person) begins(edition, power string) table {
	p.t.Helper()
	p.makes("/play", "preset", editions[edition], "power", power)
	return p.table()
}

// beginsFirst starts a first game: Milan against two computer players.
func (p *person) beginsFirst() table {
	p.t.Helper()
	p.makes("/play", "game", "short", "power", "milan")
	return p.table()
}

// makes submits a form that creates a game, without using the page, and opens the game.
func (p *person) makes(path string, fields ...string) {
	p.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	ask, err := http.NewRequest(http.MethodPost, p.at+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	ask.Header.Set("Cookie", p.cookies())
	r, err := http.DefaultTransport.RoundTrip(ask) // it does not follow the redirect
	if err != nil {
		p.t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusSeeOther {
		p.t.Fatalf("%s: the form for %s: %s", p.name, path, r.Status)
	}
	p.keepsCookies(r.Cookies())
	p.visit(r.Header.Get("Location"))
}

// height returns an expression for the height of an element, in pixels.
func height(element string) string {
	return "Math.round(deep(" + quote(element) + ").getBoundingClientRect().height)"
}

// first returns the visitor's first unit and its order to hold.
func (t *table) first() (string, choice) {
	unit := t.hand().Units[0].Unit
	c, _ := t.hand().find(unit, func(c choice) bool { return c.Kind == "hold" })
	return unit, c
}

// saved is an expression that is true when the page says that the orders are saved.
const saved = "document.querySelector('#save-state.ok')"

// TestBoard opens the parts of the map: the legend, the layers, the card of another power's
// place, and the full-window map.
func TestBoard(t *testing.T) {
	p := newPerson(t, visitors(t), "visitor", wide)
	tab := p.begins("Without money", "milan")

	p.push("deep('#map-legend')")
	p.sees("document.querySelector('#legend[open]') && [...document.querySelectorAll('#legend img')].every(i => i.complete && i.naturalWidth > 0)")
	if n := ask[int](p, "document.querySelectorAll('#legend dt').length"); n < 35 {
		t.Errorf("the legend explains %d signs", n)
	}
	p.fair("legend")
	p.shot("board-legend")
	p.push("labelled('Close', '#legend button')")
	p.sees("!document.querySelector('#legend')")

	p.push("deep('#map-layer-button')")
	if !ask[bool](p, "(() => { const o = document.querySelector('#map-layers').getBoundingClientRect(), i = document.querySelector('#map-layers legend').getBoundingClientRect(); return i.top >= o.top && i.bottom <= o.bottom; })()") {
		t.Error("the title of the layers is outside its box")
	}
	p.shot("board-layers")
	p.push("deep('#map-layer-button')")

	i := slices.IndexFunc(tab.Units, func(u unit) bool { return u.Power == "venice" && u.Type == "army" })
	p.pick("unit", tab.Units[i].Key)
	p.sees("labelled('Close', '.here:not([hidden]) button')")
	for _, want := range []string{"Owner", "Venice", "dislodge"} {
		if !strings.Contains(ask[string](p, "document.querySelector('.here:not([hidden])').innerText"), want) {
			t.Errorf("the card of %s does not say %q", tab.Units[i].Name, want)
		}
	}
	p.shot("board-card")
	p.push("labelled('Close', '.here:not([hidden]) button')")

	was := ask[int](p, height("#map"))
	p.push("deep('#map-fill')")
	p.sees(height("#map") + " > 800 && " + "deep('#map').getBoundingClientRect().width > 1360")
	p.shot("board-filled")
	p.fair("board in the window")
	p.gives(tab.first())
	p.sees(saved)
	p.shades(tab)
	p.presses("f")
	p.sees("!document.body.classList.contains('mapfills')")
	p.sees(fmt.Sprintf("%s === %d", height("#map"), was))
	p.quiet()
}

// shades fails the test unless places that can be chosen stand out from land of every colour:
// they must have an outline and hatching in two tones, one of which contrasts with any colour.
func (p *person) shades(tab table) {
	p.t.Helper()
	unit, _ := tab.first()
	p.pick("unit", unit)
	p.sees(act("hold"))
	for _, s := range []screen{night, wide} {
		p.look(s)
		p.shot(fmt.Sprintf("shaded-%v", s.dark))
		least := ask[float64](p, `(() => {
			const root = chartRoot(), of = sel => getComputedStyle(root.querySelector(sel)).stroke.match(/[\d.]+/g).map(Number);
			const light = ([r, g, b]) => [r, g, b].map(c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4).reduce((s, c, i) => s + c * [.2126, .7152, .0722][i], 0);
			const contrast = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
			const rim = light(of('.rim')), edge = light(of('.lit'));
			let least = 99;
			for (let l = 0; l <= 1; l += .01) least = Math.min(least, Math.max(contrast(l, rim), contrast(l, edge)));
			return least;
		})()`)
		if least < 2.4 {
			p.t.Errorf("dark %v: over some land neither tone has a contrast above %.1f", s.dark, least)
		}
	}
	p.presses(kb.Escape)
	p.sees("!shown(deep('#act'))")
}

// TestMapStays checks that the map keeps its place and size, and that nothing leaves the
// window, when the line above it says that an order is saved.
func TestMapStays(t *testing.T) {
	p := newPerson(t, visitors(t), "visitor", screen{width: 1024, height: 768})
	tab := p.begins("Without money", "milan")
	for i, s := range []screen{{width: 1024, height: 768}, {width: 1440, height: 900}, {width: 1920, height: 1000}} {
		p.look(s)
		p.visit("/g/" + tab.Game)
		p.board()
		const place = "JSON.stringify(deep('#map').getBoundingClientRect())"
		const out = "[...document.querySelectorAll('#map, .mybar > *, .paneltabs a')].filter(e => shown(e) && (e.getBoundingClientRect().left < 16 || e.getBoundingClientRect().right > innerWidth - 8)).map(e => e.outerHTML).join()"
		was := ask[string](p, place)
		p.gives(tab.hand().first(i))
		p.sees(saved)
		ask[bool](p, "(scrollTo(0, 0), true)")
		if now := ask[string](p, place); now != was {
			t.Errorf("%d pixels wide: the map was at %s, and is at %s now", s.width, was, now)
		}
		if got := ask[string](p, out); got != "" {
			t.Errorf("%d pixels wide: outside the window: %s", s.width, got)
		}
		if ask[bool](p, "deep('#owes').scrollWidth > deep('#owes').clientWidth") {
			t.Errorf("%d pixels wide: the number of units without an order is cut off", s.width)
		}
		p.shot(fmt.Sprint("board-saved-", s.width))
	}
	p.quiet()
}

// TestBribedUnit buys a unit and gives it an order on the map in the same
// campaign, like one of its own.
func TestBribedUnit(t *testing.T) {
	p := newPerson(t, visitors(t), "briber", wide)
	tab := p.begins("Everything", "milan")
	m := tab.hand().Money
	i := slices.IndexFunc(m.Expenses, func(e expense) bool { return e.Kind == "buy" && e.Far == "" && e.Power != "milan" && e.Unit[0] == 'A' })
	if i < 0 {
		t.Fatal("no army can be bought")
	}
	e := m.Expenses[i]
	p.buys("Buy a unit", e)
	p.wrote(fmt.Sprintf("E1: %dd, %s", e.Least, e.Text))
	if first := ask[string](p, `deep('select[data-key="after-1"]').options[0].textContent`); first != "no order" {
		t.Errorf("the unit that is bought does %q if nothing is chosen", first)
	}
	p.push("deep('[data-tab=orders]')")
	p.sees("labelled(" + quote(tab.unit(e.Unit).Name) + ", '[data-pick]')")
	p.pick("unit", e.Unit)
	p.sees(act("hold"))
	p.shot("bribe-ordered")
	p.push(act("hold"))
	p.wrote(tab.unit(e.Unit).Text + " H")

	// The question at Ready and the bar warn of an expense that is far too expensive.
	p.push("deep('[data-tab=treasury]')")
	p.enters(`input[data-key="sum 1"]`, "999")
	p.sees("document.querySelector('[data-treasure]').innerText.endsWith('short')")
	p.push("deep('[data-tab=orders]')")
	p.sees(saved)
	p.push("deep('button[data-ready]')")
	p.sees("document.querySelector('#ready-ask:not([hidden])')")
	if text := ask[string](p, "document.querySelector('#ready-ask').innerText"); !strings.Contains(text, "E1 ") {
		t.Errorf("nothing is said about the line that cannot be paid: %s", text)
	}
	p.shot("bribe-too-dear")
	p.quiet()
}

// TestWatching leaves a game to the computer players and watches, and checks that the page
// follows the game to its end without reloading, and then says that the game is over, not that
// it has moved on.
func TestWatching(t *testing.T) {
	p := newPerson(t, visitors(t), "watcher", wide)
	p.begins("Without money", "milan")
	p.push("labelled('This game', 'summary')")
	p.click("labelled('I am sure', 'label')")
	p.turns(func() { p.push("labelled('Leave Milan', 'button')") })
	p.board()
	from := p.revision()
	p.turns(func() { p.push("labelled('Watch a year', 'button')") })
	p.sees("document.querySelector('[data-table].alive') && document.body.dataset.revision !== " + quote(from))
	now := p.revision()
	p.sees("document.body.dataset.revision !== " + quote(now) + " && document.querySelector('.sub b').innerText.includes('1455')")
	p.sees("!document.querySelector('[data-moved]:not([hidden])')")
	p.shot("watching")
	p.quiet()
}
