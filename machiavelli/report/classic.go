package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// width is the column at which long lines are broken.
const width = 78

// Classic writes the results of a phase in the order and columns of the
// classic judge. before is the position that the phase began with; game and
// number identify the phase as "(game.007)". The error is the writer's.
func Classic(w io.Writer, before *position.Position, events []event.Event, game string, number int) error {
	out := bufio.NewWriter(w)
	c := classic{Teller: New(before.Setting), before: before, out: out}
	title := "Movement results for "
	switch before.Phase.Step {
	case machiavelli.Retreats:
		title = "Retreat results for "
	case machiavelli.Adjustments:
		title = "Adjustment results for "
	}
	fmt.Fprintf(out, "%s%s of %d.  (%s.%03d)\n", title, capital(before.Phase.Season.String()), before.Phase.Year, game, number)
	c.orders(events)
	c.retreats(events)
	c.adjustments(events)
	c.sieges(events)
	c.dislodged(events)
	c.removed(events)
	c.ownership(events, false, "Ownership of provinces changing hands:")
	c.ownership(events, true, "Ownership of cities changing hands:")
	c.countries(events)
	c.allowances(events)
	c.refused(events)
	c.noted(events)
	return out.Flush()
}

// classic writes one report.
type classic struct {
	Teller
	before *position.Position
	out    *bufio.Writer
}

// line writes one line, broken at blanks with a hanging indent.
func (c classic) line(s string) {
	const indent = "           "
	for len(s) > width {
		cut := strings.LastIndexByte(s[:width+1], ' ')
		if cut <= len(indent) {
			break
		}
		fmt.Fprintln(c.out, strings.TrimRight(s[:cut], " "))
		s = indent + strings.TrimLeft(s[cut:], " ")
	}
	fmt.Fprintln(c.out, s)
}

// heading writes a blank line and a heading with one below it.
func (c classic) heading(s string) {
	fmt.Fprintln(c.out)
	c.line(s)
	fmt.Fprintln(c.out)
}

// paragraph gives a function that writes the lines of a paragraph: before the
// first of them it writes a blank line, or the heading if there is one.
func (c classic) paragraph(heading string) func(string) {
	begun := false
	return func(s string) {
		switch {
		case begun:
		case heading == "":
			fmt.Fprintln(c.out)
		default:
			c.heading(heading)
		}
		begun = true
		c.line(s)
	}
}

// orders writes the movement results, power by power, those of autonomous
// garrisons last and only where something befell them.
func (c classic) orders(events []event.Event) {
	byOwner := map[machiavelli.Power][]event.Ordered{}
	for _, e := range events {
		if o, ok := e.(event.Ordered); ok {
			byOwner[o.Unit.Owner] = append(byOwner[o.Unit.Owner], o)
		}
	}
	for i := range c.s.Powers {
		p := machiavelli.Power((i + 1) % len(c.s.Powers))
		say := c.paragraph("")
		for _, o := range byOwner[p] {
			m := mark(o.Result)
			if p == machiavelli.Nobody && m == "" {
				continue
			}
			s := capital(c.Power(p)) + ": " + c.classicUnit(o.Unit)
			if o.Given == "" && p != machiavelli.Nobody && o.Order.Kind == order.Hold {
				s += ", No Order Processed."
			} else {
				s += " " + c.action(c.before, o.Unit, o.Order) + "."
			}
			if m != "" {
				s += "  (*" + m + "*)"
			}
			say(s)
		}
	}
}

// retreats writes the retreat results.
func (c classic) retreats(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		r, ok := e.(event.Retreated)
		if !ok {
			continue
		}
		s := fmt.Sprintf("%-10s%s", c.Power(r.Unit.Owner)+":", c.classicUnit(r.Unit))
		switch {
		case r.IntoCity:
			s += " CONVERT TO Garrison."
		case r.Order.Kind == order.Disband:
			s += " DISBAND."
		case r.Order.Kind == order.Retreat:
			to := r.To
			if to.At == board.None {
				to = r.Order.To
			}
			s += " -> " + c.Place(to) + "."
		default:
			s += ", No Order Processed (DISBAND)."
		}
		switch {
		case len(r.With) > 0:
			s += "  (*bounce, destroyed*)"
		case r.Verdict == event.Void && r.Order.Kind == order.Retreat:
			s += "  (*blocked, destroyed*)"
		}
		say(s)
	}
}

// adjustments writes the winter results, power by power.
func (c classic) adjustments(events []event.Event) {
	began := false
	var last machiavelli.Power
	for _, e := range events {
		a, ok := e.(event.Adjusted)
		if !ok {
			continue
		}
		if !began || a.Power != last {
			fmt.Fprintln(c.out)
			began, last = true, a.Power
		}
		s := fmt.Sprintf("%-10s", c.Power(a.Power)+":")
		unit := kind(a.Unit) + " in " + c.Place(a.Unit.Place())
		switch a.Order.Kind {
		case order.Build:
			s += "Builds " + article(unit) + "."
		case order.Remove, order.Disband:
			s += "Removes the " + unit + "."
		case order.Maintain:
			s += "Maintains the " + unit + "."
		default:
			s += "Waives a build."
		}
		if a.Verdict != event.Succeeded && a.Verdict != event.Disbanded && a.Error != "" {
			s += "  (*" + strings.TrimSuffix(a.Error, ".") + "*)"
		}
		c.line(s)
	}
}

// sieges writes what came of rebellions and sieges.
func (c classic) sieges(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		switch e.(type) {
		case event.RebellionEnded, event.SiegeBegun, event.SiegeCompleted, event.SiegeLifted, event.Attrition:
			say(c.Sentence(e))
		}
	}
}

// dislodged lists the units that must retreat.
func (c classic) dislodged(events []event.Event) {
	say := c.paragraph("The following units were dislodged:")
	for _, e := range events {
		if d, ok := e.(event.UnitDislodged); ok {
			say(c.Choices(d.Dislodged))
		}
	}
}

// Choices tells where a dislodged unit may go.
func (t Teller) Choices(d position.Dislodged) string {
	s := "The " + t.Adjective(d.Unit.Owner) + " " + titled(kind(d.Unit)) + " in " + t.Place(d.Unit.Place())
	var to []string
	for _, p := range d.Retreats {
		to = append(to, t.Place(p))
	}
	switch {
	case len(to) > 0 && d.IntoCity:
		return s + " can retreat to " + joined(to, "or") + " or can convert to a Garrison."
	case len(to) > 0:
		return s + " can retreat to " + joined(to, "or") + "."
	case d.IntoCity:
		return s + " can convert to a Garrison."
	default:
		return s + " has nowhere to go and is destroyed."
	}
}

// removed lists the units that left the board otherwise than by an order
// that the report shows already.
func (c classic) removed(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		if r, ok := e.(event.Removed); ok && !shown[r.Reason] {
			say(c.Sentence(r))
		}
	}
}

// shown are the reasons of removal that other lines of the report tell.
var shown = map[event.RemovalReason]bool{
	event.ByOrder: true, event.NoRetreat: true, event.RetreatClash: true, event.NoRetreatOrder: true,
	event.BySiege: true, event.ByAdjustment: true,
}

// ownership writes who lost and gained what, one line for each power.
func (c classic) ownership(events []event.Event, city bool, heading string) {
	lost, gained := map[machiavelli.Power][]string{}, map[machiavelli.Power][]string{}
	for _, e := range events {
		if k, ok := e.(event.Control); ok && k.City == city {
			lost[k.From] = append(lost[k.From], "-"+c.area(k.Province))
			gained[k.To] = append(gained[k.To], "+"+c.area(k.Province))
		}
	}
	if len(lost)+len(gained) == 0 {
		return
	}
	c.heading(heading)
	for p := machiavelli.Power(1); int(p) < len(c.s.Powers); p++ {
		if n := len(lost[p]); n+len(gained[p]) > 0 {
			c.line(fmt.Sprintf("%-11s%s.", c.Power(p)+":", strings.Join(append(lost[p][:n:n], gained[p]...), ", ")))
		}
	}
}

// countries tells of home countries, eliminations and victory.
func (c classic) countries(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		switch e := e.(type) {
		case event.Conquest, event.Loss, event.Elimination, event.VictoryTied:
			say(c.Sentence(e))
		case event.Victory:
			say("(* VICTORY!! *) by " + c.powers(e.Powers) + ".")
		}
	}
}

// allowances tells how many units each power has for its cities.
func (c classic) allowances(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		if a, ok := e.(event.Allowance); ok {
			say(fmt.Sprintf("%-11s%s", c.Power(a.Power)+":", allowance(a)))
		}
	}
}

// refused lists the lines that changed nothing.
func (c classic) refused(events []event.Event) {
	say := c.paragraph("The following orders could not be used:")
	for _, e := range events {
		if r, ok := e.(event.Refused); ok {
			say(fmt.Sprintf("%s: %s  (*%s*)", c.Power(r.Power), r.Given, strings.TrimSuffix(r.Error, ".")))
		}
	}
}

// noted lists the remarks on lines that were accepted.
func (c classic) noted(events []event.Event) {
	say := c.paragraph("Remarks on orders:")
	for _, e := range events {
		if n, ok := e.(event.Noted); ok {
			say(fmt.Sprintf("%s: %s  (*%s*)", c.Power(n.Power), n.Given, strings.TrimSuffix(n.Note, ".")))
		}
	}
}
