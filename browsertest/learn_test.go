package browsertest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCourse goes through lessons of the course with clicks, like a person who has never
// played. The clicks must write what the lesson teaches. The lessons here and in
// TestCourseOnPhone need every kind of click; TestLessonsByClicks of package web checks that
// the clicks of all lessons exist, and that each leads to the next.
func TestCourse(t *testing.T) {
	p := newPerson(t, visitors(t), "pupil", wide)
	p.visit("/learn")
	p.reads("You win")
	p.reads("You lose")
	p.turns(func() { p.click("labelled('Begin the course')") })
	p.lesson("first-map", true)
	if at := ask[string](p, "location.pathname"); at != "/learn/first-bounce" {
		t.Errorf("the first lesson leads to %s", at)
	}
	for _, id := range []string{"first-bounce", "first-support", "first-convoy", "first-lift", "first-convert", "first-victory"} {
		if more := p.lesson(id, id == "first-bounce"); more != (id != "first-victory") {
			t.Fatalf("%s: another lesson follows: %t", id, more)
		}
	}
	p.sees("labelled('Play a first game', 'a[href=\"/play#first\"]')")
	p.turns(func() { p.click("labelled('What next?')") })
	p.reads("of " + ask[string](p, "String(deepAll('.steps a').length)") + " done")
	p.quiet()
}

// TestCourseOnPhone takes lessons about sieges, retreats, money and winters by touch, and
// checks that menus appear in view, and so does the map.
func TestCourseOnPhone(t *testing.T) {
	p := newPerson(t, visitors(t), "commuter", phone)
	for _, id := range []string{"first-siege", "first-retreat", "first-money", "first-winter"} {
		p.lesson(id, id == "first-siege")
	}
	p.quiet()
}

// TestLessonTwice opens the same lesson in two windows, and checks that text in one does not
// affect the other, and that an answer that is shown is not overwritten by earlier text.
func TestLessonTwice(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "pupil", desk)
	p.visit("/learn/first-support")
	p.board()
	second := p.tab()
	second.board()
	p.writes("#orders textarea", "A Milan - Cremona")
	second.writes("#orders textarea", "A Parma H")
	p.turns(func() { p.click("labelled('Resolve')") })
	p.reads("Not yet")
	if got := second.written(); !slices.Equal(got, []string{"A Parma H"}) {
		t.Errorf("the second window has %q", got)
	}
	second.turns(func() { second.click("labelled('Show me')") })
	second.board()
	second.wrote("A Parma S A Milan - Cremona")
	second.turns(func() { second.click("labelled('Resolve')") })
	second.reads("Done")
	p.quiet()
	second.quiet()
}

// inSight returns an expression that is true if an element is visible and not covered.
func inSight(element string) string {
	return "(e => { if (!e || !shown(e)) return false; const b = e.getBoundingClientRect(), x = b.left + b.width / 2, y = b.top + b.height / 2; const at = document.elementFromPoint(x, y); return at && (e.contains(at) || at.contains(e)) && b.top >= 0 && b.bottom <= innerHeight + 1; })(" + element + ")"
}

const carry = "deep('[data-carry]')"

// lesson does a lesson with clicks, and continues to the next. It reports whether there is one.
// If tries is set, it first looks at all tabs and resolves the phase without orders.
func (p *person) lesson(id string, tries bool) bool {
	p.t.Helper()
	at := "/learn/" + id
	if ask[string](p, "location.pathname") != at {
		p.visit(at)
	}
	t := p.table()
	p.sees(inSight("deep('.mapkey[data-key=plan]')"))
	if !ask[bool](p, inSight(carry)) {
		p.t.Fatalf("%s: Resolve is not in sight", at)
	}
	before := ask[float64](p, "deep('#chart').getBoundingClientRect().height")
	if tries {
		for _, tab := range ask[[]string](p, "deepAll('[data-tab]').map(a => a.dataset.tab)") {
			p.push("deep('[data-tab=" + tab + "]')")
			p.sees("deep('[data-panel=" + tab + "]') && shown(deep('[data-panel=" + tab + "]'))")
			if !ask[bool](p, inSight(carry)) {
				p.t.Fatalf("%s: Resolve is not in sight next to the tab %s", at, tab)
			}
		}
		arrows := ask[int](p, drawn)
		p.turns(func() { p.push(carry) })
		t = p.table()
		p.reads("Not yet")
		p.sees(inSight("deep('.mapkey[data-key=results]')") + " && " + inSight("deep('#chart')"))
		if others := t.Step == "orders" && len(t.Units) > len(t.hand().Units); others && id == "first-bounce" {
			p.sees("(" + drawn + ") > " + fmt.Sprint(arrows)) // the map shows the move of the Venetian army
		}
		if !ask[bool](p, "!!labelled('Skip') || !labelled('Next')") {
			p.t.Errorf("%s: it cannot be skipped after a wrong answer", at)
		}
	}
	answer := promised[string](p, loaded("location.pathname + '?show=1'")+".then(d => d.querySelector('#orders textarea').value)")
	for _, line := range strings.Split(answer, "\n") {
		p.does(&t, line)
	}
	p.sees("!deep('.showing')")
	p.turns(func() { p.push(carry) })
	p.board()
	p.reads("Done")
	p.sees(inSight("deep('#chart')"))
	p.shot("lesson-" + id)
	if after := ask[float64](p, "deep('#chart').getBoundingClientRect().height"); after != before {
		p.t.Errorf("%s: the map was %v high, and is %v", at, before, after)
	}
	if !ask[bool](p, "!!deep('[data-next]')") {
		return false
	}
	if tries {
		p.turns(func() { p.push("deep('[data-next]')") })
	}
	return true
}

// drawn is the expression for the number of arrows on the map.
const drawn = "deepAll('#orders path').length"

var expenseLine = regexp.MustCompile(`^e[1-4]: (?:\d+ )?(.*)$`)

// does writes a line of an answer with clicks.
func (p *person) does(t *table, line string) {
	p.t.Helper()
	h := t.hand()
	if m := expenseLine.FindStringSubmatch(line); m != nil {
		i := slices.IndexFunc(h.Money.Expenses, func(e expense) bool { return strings.EqualFold(e.Text, m[1]) })
		if i < 0 {
			p.t.Fatalf("no click buys %q", line)
		}
		e := h.Money.Expenses[i]
		take := "deep(" + quote(`[data-key="take `+e.Text+`"]`) + ")"
		if e.Unit != "" {
			p.pick("unit", e.Unit)
		} else {
			p.pick("area", e.At)
			p.sees(take + " || " + act("ducats"))
			if ask[bool](p, "!"+take) {
				p.push(act("ducats"))
			}
		}
		p.sees(inSight(take))
		p.push(take)
		p.sees("document.querySelector('#orders textarea').value.includes(" + quote(e.Text) + ")")
		p.push("deep('[data-tab=orders]')")
		return
	}
	if ask[bool](p, hasLine(line)) { // a click has written it together with another line
		return
	}
	if h.Winter != nil {
		for _, c := range h.Winter.Builds {
			if c.Text == line {
				build := "deep(" + quote(`.here [data-key="build `+c.Text+`"]`) + ")"
				p.pick("city", c.To)
				p.sees(inSight(build))
				p.push(build)
				p.wrote(line)
				return
			}
		}
		for _, u := range h.Winter.Units {
			if u.Keep == line {
				p.push("deep(" + quote(`[data-key="keep `+u.Unit+`"]`) + ")")
				p.wrote(line)
				return
			}
		}
	}
	for _, u := range h.Units {
		for _, c := range u.Orders {
			if c.Text == line {
				p.gives(u.Unit, c)
				return
			}
		}
	}
	p.t.Fatalf("no click writes %q", line)
}
