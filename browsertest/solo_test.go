package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// hands is a way to give orders: by mouse, by touch or with the keyboard.
type hands struct {
	order func(unit string, c choice) // writes an order
	press func(element string)        // presses a button of the page
}

// TestPlayNow plays the first campaign of a first game without an
// account, from the front page on, and reads the results.
func TestPlayNow(t *testing.T) {
	p := newPerson(t, visitors(t), "visitor", wide)
	p.visit("/")
	p.turns(func() { p.click("labelled('Play now', 'button')") })
	p.reads("Milan against two")
	p.reads("Your goal: 5 of 10 cities")
	p.solo(t, "alone", hands{p.gives, p.push}, 1)
	p.understands()
}

// TestPlayOnPhone plays by touch on a phone, for a whole year.
func TestPlayOnPhone(t *testing.T) {
	p := newPerson(t, visitors(t), "thumb", phone)
	p.visit("/")
	p.turns(func() { p.tap("labelled('Play now', 'button')") })
	p.solo(t, "phone", hands{p.gives, p.push}, 3)
	p.understands()
}

// TestOrdersByTouch gives orders by touch to all units of powers whose units are far apart.
func TestOrdersByTouch(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "thumb", phone)
	for _, power := range []string{"france", "turks", "venice"} {
		p.visit("/play")
		p.tap("labelled(" + quote(strings.ToUpper(power[:1])+power[1:]) + ", '#eight .shield')")
		p.turns(func() { p.tap("labelled('Play now against seven')") })
		tab := p.table()
		if h := tab.hand(); h == nil || h.Power != power {
			t.Fatalf("%s is not what was chosen: %+v", power, h)
		}
		going := map[string]bool{}
		for _, u := range tab.hand().Units {
			c, ok := tab.hand().find(u.Unit, func(c choice) bool { return c.Kind == "advance" && !c.Convoy && !going[c.To] })
			if !ok { // a garrison
				c, _ = tab.hand().find(u.Unit, func(c choice) bool { return c.Kind == "hold" })
			}
			going[c.To] = true
			p.board()
			// outside the map, so that the list leads there
			if !ask[bool](p, "(() => {"+onMap+"return !!onMap('unit', "+quote(u.Unit)+"); })()") {
				p.push("deep(" + quote(`[data-pick="`+u.Unit+`"]`) + ")")
				p.push("labelled('Leave it', '#act button')")
			}
			p.gives(u.Unit, c)
		}
	}
	p.quiet()
}

// TestPlayByKeys plays with the keyboard, for two campaigns.
func TestPlayByKeys(t *testing.T) {
	p := newPerson(t, visitors(t), "keys", wide)
	p.visit("/")
	p.tabsTo("labelled('Play now', 'button')")
	p.turns(func() { p.presses(kb.Enter) })
	p.solo(t, "keys", hands{p.keysGive, p.pressesOn}, 2)
}

// solo plays some campaigns, and the winter after the third, with an order for every unit in
// every campaign.
func (p *person) solo(t *testing.T, name string, by hands, campaigns int) {
	t.Helper()
	p.board()
	ask[bool](p, "window.same = true")
	for phases := 0; phases <= 12; phases++ {
		tab := p.turn()
		p.present(by.press)
		if tab.Step == "orders" {
			if campaigns == 0 {
				break
			}
			campaigns--
		}
		h := tab.hand()
		if h == nil {
			t.Fatalf("%s: the visitor has nothing to order, and the phase is not over", tab.Phase)
		}
		p.shot(fmt.Sprintf("story-%s-%d", name, phases))
		going, given := map[string]bool{}, []string{}
		for i, u := range h.Units {
			if len(u.Orders) == 0 || tab.Step == "adjustments" {
				continue
			}
			c := u.Orders[0]
			for _, kind := range []string{"hold", "besiege", "advance", "retreat"} {
				if k, ok := h.find(u.Unit, func(c choice) bool { return c.Kind == kind && !c.Convoy && !going[c.To] }); ok && (kind != "advance" || i < 2) {
					c = k
				}
			}
			going[c.To] = true
			by.order(u.Unit, c)
			given = append(given, tab.sentence(u.Unit, c))
		}
		if tab.Step == "orders" && p.on.width > 1000 {
			p.sees("labelled('All units have orders', '#owes')")
		}
		p.shot(fmt.Sprintf("story-%s-%d-ordered", name, phases))
		from := p.revision()
		p.readyBy(by.press)
		p.moves(from)
		p.board()
		if tab.Step == "orders" {
			p.told(tab.Number, given)
		}
	}
	if campaigns > 0 {
		t.Errorf("after thirteen phases %d campaigns are left", campaigns)
	}
	if !ask[bool](p, "!!window.same") {
		t.Error("new phases did not appear in the page: it was reloaded")
	}
	p.quiet()
}

// turn waits until the page asks for orders: phases without orders to give pass automatically.
func (p *person) turn() (tab table) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		p.sees("!document.body?.innerText.includes('The computer players are thinking')")
		if tab = p.table(); fmt.Sprint(tab.Revision) == p.revision() {
			return tab
		}
	}
	p.t.Fatalf("%s: the computer players are at it for ever", p.name)
	return tab
}

// told fails the test unless the results of a phase contain all orders that were given.
func (p *person) told(number int, lines []string) {
	p.t.Helper()
	page := promised[string](p, loaded(fmt.Sprintf("location.pathname + '/p/%d'", number))+".then(d => d.querySelector('main').textContent.replace(/\\s+/g, ' '))")
	for _, l := range lines {
		if !strings.Contains(page, l) {
			p.t.Errorf("%s: the results of phase %d do not have %q", p.name, number, l)
		}
	}
}

// understands reads the results: the story next to the map, the page of the phase, the powers'
// property, the charts, and the film of the phase.
func (p *person) understands() {
	p.t.Helper()
	p.push("deep('[data-tab=results]')")
	p.sees("deepAll('[data-step]').filter(shown).length > 0")
	p.shot("story-" + p.name + "-results")
	p.push("deep('[data-tab=powers]')")
	p.sees("deep('[data-panel=powers]').innerText.includes('cities')")
	p.push("deep('[data-tab=results]')")
	p.turns(func() { p.push("labelled('All orders, power by power')") })
	p.reads("Step by step")
	p.sees("deep('[data-player]') && shown(deep('[data-player]'))")
	p.push("deep('[data-do=next]')")
	p.sees("deep('[data-caption]').innerText.length > 0")
	p.shot("story-" + p.name + "-phase")
	p.quiet()
}

// present leaves the story of the previous phase, which the map shows after a phase was
// resolved, and returns to the current orders.
func (p *person) present(press func(string)) {
	p.t.Helper()
	if ask[bool](p, "(e => e && e.getAttribute('aria-current') !== 'true')(deep('[data-tab=orders]'))") {
		press("deep('[data-tab=orders]')")
	}
	p.sees("!document.querySelector('[data-map].away')")
}

// readyBy marks the seat ready with the buttons of the page, using the given function to press
// them.
func (p *person) readyBy(press func(string)) {
	p.t.Helper()
	was := p.revision()
	done := "document.body && document.body.dataset.revision !== " + quote(was) + " || deep('[data-ready][data-state=ready]') || " + moved
	press("deep('button[data-ready]')")
	p.sees("(e => e && shown(e))(deep('[data-anyway]')) || " + done)
	if ask[bool](p, "(e => !!e && shown(e))(deep('[data-anyway]'))") {
		if doubt := ask[string](p, "deep('#ready-ask').innerText"); strings.Contains(doubt, "cannot be used") {
			p.t.Fatalf("%s: %s\n%q", p.name, doubt, p.written())
		}
		press("deep('[data-anyway]')")
	}
	p.sees(done)
}

// tabsTo presses the tab key until an element has the focus.
func (p *person) tabsTo(element string) {
	p.t.Helper()
	p.sees(element)
	for range 250 {
		if ask[bool](p, "document.activeElement === "+element) {
			return
		}
		ask[bool](p, "window.had = document.activeElement, true")
		p.presses(kb.Tab)
		p.sees("document.activeElement !== window.had")
	}
	p.shot("not-reached")
	p.t.Fatalf("%s: the keyboard does not reach %s", p.name, element)
}

// pressesOn presses a button with the keyboard only.
func (p *person) pressesOn(element string) {
	p.t.Helper()
	p.tabsTo(element)
	p.presses(kb.Enter)
}

// keysGive gives an order with letters, and by typing the name of a place.
func (p *person) keysGive(unit string, c choice) {
	p.t.Helper()
	const chosen = "(deep('[data-pick][aria-pressed=true]') || {dataset: {}}).dataset.pick"
	for range 40 {
		was := ask[string](p, chosen+" || ''")
		if was == unit {
			break
		}
		p.presses("j")
		p.sees(chosen + " && " + chosen + " !== " + quote(was))
	}
	switch c.Kind {
	case "hold", "besiege", "lift", "disband":
		p.presses(c.Kind[:1])
	default:
		p.presses("m")
		p.sees("document.activeElement.id === 'act-place'")
		p.presses(c.To)
		p.sees("document.activeElement.value === " + quote(c.To))
		const at = "document.activeElement.getAttribute('aria-activedescendant')"
		for range 40 {
			if ask[bool](p, "!!deep("+quote(`[data-order="`+c.Text+`"][aria-selected=true]`)+")") {
				break
			}
			was := ask[string](p, at)
			p.presses(kb.ArrowDown)
			p.sees(at + " !== " + quote(was))
		}
		p.presses(kb.Enter)
	}
	p.wrote(c.Text)
}
