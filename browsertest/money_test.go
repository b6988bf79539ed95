package browsertest

import (
	"fmt"
	"slices"
)

// wishes lists the expenses that one of the players must try, by their titles on the page.
var wishes = []struct{ kind, title string }{
	{"relief", "Relieve a famine"},
	{"pacify", "Pacify a rebellion"},
	{"rebellion", "Cause a rebellion"},
	{"counter-bribe", "Protect a unit from bribes"},
	{"disband", "Disband a unit"},
	{"assassinate", "Assassinate a ruler"},
}

// spends lets a seat buy something that no player has bought yet, borrow and pay.
func (g *campaign) spends(s *seat) {
	g.t.Helper()
	m := s.table.hand().Money
	if m == nil || m.Slots == 0 {
		return
	}
	for _, w := range wishes {
		done := w.kind
		if done == "disband" {
			done = "disband unit" // orders can disband a unit, too
		}
		i := slices.IndexFunc(m.Expenses, func(e expense) bool {
			return e.Kind == w.kind && e.Far == "" && !e.Never && e.Least <= m.Treasury && (w.kind != "disband" || e.Power != s.power)
		})
		if g.did[done] > 0 || i < 0 {
			continue
		}
		e := m.Expenses[i]
		if e.At != "" && (e.Kind == "relief" || e.Kind == "pacify") {
			s.buysOnMap(e)
		} else {
			s.buys(w.title, e)
		}
		s.wrote(fmt.Sprintf("E1: %dd, %s", e.Least, e.Text))
		s.shot("story-" + w.kind)
		g.did[done]++
		if w.kind == "disband" || w.kind == "assassinate" {
			g.upset[e.Power] = true
		}
		break
	}
	if g.did["loan"] == 0 && len(m.Loans) > 0 && m.Loans[0].Most >= 5 {
		s.borrows(m.Loans[0].Years, 5)
		g.did["loan"]++
	}
	if g.did["pay"] == 0 && m.Treasury > 20 && s.power != "venice" {
		s.pays("Venice", 3)
		g.did["pay"]++
	}
}

// buys chooses an expense in the panel of the treasury.
func (p *person) buys(title string, e expense) {
	p.t.Helper()
	p.push("deep('[data-tab=treasury]')")
	p.push("labelled('Spend ducats')")
	p.push("labelled(" + quote(title) + ")")
	p.push("deep(" + quote(`[data-key="take `+e.Text+`"]`) + ")")
}

// buysOnMap chooses an expense by clicking its province.
func (p *person) buysOnMap(e expense) {
	p.t.Helper()
	take := "deep(" + quote(`[data-key="take `+e.Text+`"]`) + ")"
	p.pick("area", e.At)
	p.sees(take + " || " + act("ducats"))
	if ask[bool](p, "!"+take) { // their own unit is there and was selected instead
		p.push(act("ducats"))
	}
	p.push(take)
}

// borrows takes a loan from the bank.
func (p *person) borrows(years, ducats int) {
	p.t.Helper()
	p.push("deep('[data-tab=treasury]')")
	p.enters(fmt.Sprintf(`input[data-key="loan %d"]`, years), fmt.Sprint(ducats))
	p.wrote(fmt.Sprintf("Borrow %d ducats for %s", ducats, map[int]string{1: "1 year", 2: "2 years"}[years]))
}

// pays pays ducats to another power.
func (p *person) pays(power string, ducats int) {
	p.t.Helper()
	p.push("deep('[data-tab=treasury]')")
	if !ask[bool](p, "(e => e && shown(e))(deep("+quote(`input[data-key="pay `+power+`"]`)+"))") {
		p.push("labelled('Pay other powers')")
	}
	p.enters(fmt.Sprintf(`input[data-key="pay %s"]`, power), fmt.Sprint(ducats))
	p.wrote(fmt.Sprintf("Pay %d ducats to %s", ducats, power))
}

// enters types a number into a field and leaves the field. The panel may be redrawn in between,
// when the judge has checked earlier input.
func (p *person) enters(field, text string) {
	p.t.Helper()
	for range 5 {
		p.writes(field, text)
		if ask[bool](p, "deep("+quote(field)+").value === "+quote(text)) {
			break
		}
	}
	ask[bool](p, "(() => { document.activeElement.blur(); return true; })()")
}
