package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// width is the column at which long lines are broken.
const width = 78

// Results are the results of one phase for one reader.
type Results struct {
	Before *position.Position // the position at the start of the phase
	After  *position.Position // the position after the phase; if nil, the report has no tables of property
	Events []event.Event      // all events of the phase
	Rules  *rules.Set
	Viewer Viewer
	Game   string // with Number, the heading's tag, as in "(game.007)"
	Number int
}

// Classic writes the results in the order and columns of the classic judge:
// expenses, assassinations, orders, retreats, adjustments, sieges and
// rebellions, retreats due, changes of control, disasters, income, and
// everyone's property. It returns the error of w.
func (r Results) Classic(w io.Writer) error {
	c := classic{Teller: New(r.Before.Setting), before: r.Before, out: bufio.NewWriter(w)}
	c.write(r)
	return c.out.Flush()
}

// Classic writes all results of a phase in the order and columns of the classic
// judge, without tables of property. The parameter before is the position at
// the start of the phase; game and number identify the phase, as in
// "(game.007)". Classic returns the error of w.
func Classic(w io.Writer, before *position.Position, events []event.Event, game string, number int) error {
	return Results{Before: before, Events: events, Viewer: Viewer{Master: true}, Game: game, Number: number}.Classic(w)
}

// classic writes one report.
type classic struct {
	Teller
	before *position.Position
	out    *bufio.Writer
}

// write writes the whole report.
func (c classic) write(r Results) {
	events := Seen(r.Events, r.Viewer, r.Rules)
	tag := fmt.Sprintf("  (%s.%03d)", r.Game, r.Number)
	when := message.Capital(r.Before.Phase.Season.String()) + " of " + strconv.Itoa(r.Before.Phase.Year) + "."
	title := "Movement results for "
	switch r.Before.Phase.Step {
	case machiavelli.Retreats:
		title = "Retreat results for "
	case machiavelli.Adjustments:
		title = "Adjustment results for "
	case machiavelli.Orders:
		if r.Rules != nil && r.Rules.Money || hasMoney(events) {
			c.line("Expenditure results for " + when + tag)
			c.expenditure(events, hidesMoney(r.Viewer, r.Rules))
			c.effects(events)
			c.murders(events)
			fmt.Fprintln(c.out)
			tag = ""
		}
	}
	c.line(title + when + tag)
	c.orders(events)
	c.retreats(events)
	c.adjustments(events)
	c.sieges(events)
	c.dislodged(events)
	c.removed(events)
	c.disasters(events)
	c.ownership(events, false, "Ownership of provinces changing hands:")
	c.ownership(events, true, "Ownership of cities changing hands:")
	c.countries(events)
	c.allowances(events)
	c.income(events, r.After)
	c.treasuries(r)
	c.chits(r)
	c.refused(events)
	c.noted(events)
}

// indent is the hanging indent of lines that are broken.
const indent = "           "

// line writes one line, broken at spaces with a hanging indent. No line is a
// lone full stop, which would end the message on some mail servers (BUG-22), so
// a line never breaks before text that is only punctuation.
func (c classic) line(s string) {
	rest, room := []rune(plain(s)), width
	for len(rest) > room {
		cut, next := room, room
		for i := room; i > 0; i-- {
			if rest[i] == ' ' && !onlyMarks(rest[i:]) {
				cut, next = i, i+1
				break
			}
		}
		c.put(room, string(rest[:cut]))
		rest, room = []rune(strings.TrimLeft(string(rest[next:]), " ")), width-len(indent)
	}
	c.put(room, string(rest))
}

// put writes a line, or an indented continuation line.
func (c classic) put(room int, s string) {
	s = strings.TrimRight(s, " ")
	switch {
	case room < width:
		s = indent + s
	case s == ".":
		s = " ."
	}
	fmt.Fprintln(c.out, s)
}

// onlyMarks reports whether the text is only spaces and punctuation.
func onlyMarks(s []rune) bool {
	for _, r := range s {
		if r != ' ' && !unicode.IsPunct(r) {
			return false
		}
	}
	return true
}

// plain returns the text as one line. Control characters, which a player's line
// may contain, become spaces.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// heading writes a heading between blank lines.
func (c classic) heading(s string) {
	fmt.Fprintln(c.out)
	c.line(s)
	fmt.Fprintln(c.out)
}

// paragraph returns a function that writes the lines of a paragraph. Before the
// first line it writes the heading, or a blank line if there is no heading.
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

// orders writes the movement results by power. Autonomous units come last, and
// only if something happened to them.
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
			m := mark(o.Result).String()
			if p == machiavelli.Nobody && m == "" {
				continue
			}
			s := message.Capital(c.Power(p)) + ": " + c.classicUnit(o.Unit)
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

// adjustments writes the winter results by power.
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
		if a.Cost > 0 {
			s += "  (" + ducats(a.Cost) + ")"
		}
		if a.Verdict != event.Succeeded && a.Verdict != event.Disbanded && !a.Error.IsZero() {
			why := a.Error.String()
			if a.Failure == event.CannotBePaid {
				why = "NSF"
			}
			s += "  (*" + why + "*)"
		}
		c.line(s)
	}
}

// sieges writes what happened to rebellions and sieges, which cavalry fell
// back, and the strategic movements.
func (c classic) sieges(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		switch e.(type) {
		case event.RebellionEnded, event.SiegeBegun, event.SiegeCompleted, event.SiegeLifted, event.FellBack, event.Transferred:
			say(c.Sentence(e).String())
		}
	}
}

// dislodged lists the dislodged units.
func (c classic) dislodged(events []event.Event) {
	say := c.paragraph("The following units were dislodged:")
	for _, e := range events {
		if d, ok := e.(event.UnitDislodged); ok {
			say(c.choices(d.Dislodged))
		}
	}
}

// choices states where a dislodged unit may retreat, in the words of the classic
// report.
func (t Teller) choices(d position.Dislodged) string {
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

// Choices states where a dislodged unit may retreat.
func (t Teller) Choices(d position.Dislodged) message.Message {
	unit, to := t.UnitOf(d.Unit), t.places(message.Or, d.Retreats)
	switch {
	case len(to.Of) > 0 && d.IntoCity:
		return message.New("{Unit} can retreat to {to:name}, or into the city as a garrison.", unit, to)
	case len(to.Of) > 0:
		return message.New("{Unit} can retreat to {to:name}.", unit, to)
	case d.IntoCity:
		return message.New("{Unit} can retreat only into the city, as a garrison.", unit)
	}
	return message.New("{Unit} has nowhere to go and is destroyed.", unit)
}

// removed lists the units that left the board, except by orders that the report
// already shows.
func (c classic) removed(events []event.Event) {
	say := c.paragraph("")
	told := spent(events)
	for _, e := range events {
		if r, ok := e.(event.Removed); ok && !shown[r.Reason] && !told.repeats(r) {
			say(c.Sentence(r).String())
		}
	}
}

// shown holds the reasons for removal that other lines of the report already cover.
var shown = map[event.RemovalReason]bool{
	event.ByOrder: true, event.NoRetreat: true, event.RetreatClash: true, event.NoRetreatOrder: true,
	event.BySiege: true, event.ByAdjustment: true, event.ByFamine: true, event.ByPlague: true, event.ByStorm: true,
}

// ownership writes the provinces or cities that each power lost and gained,
// with one line for each power.
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

// countries writes changes of home countries, eliminations and victories.
func (c classic) countries(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		switch e := e.(type) {
		case event.Conquest, event.Loss, event.Elimination, event.VictoryTied:
			say(c.Sentence(e).String())
		case event.Victory:
			if e.How != "" {
				say(c.Sentence(e).String())
				continue
			}
			by := "by "
			if c.End(e).Result == SharedVictory {
				by = "shared by "
			}
			say("(* VICTORY!! *) " + by + c.powers(e.Powers) + ".")
		}
	}
}

// allowances writes how many units each power may have for its cities.
func (c classic) allowances(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		if a, ok := e.(event.Allowance); ok {
			say(fmt.Sprintf("%-11s%s.", c.Power(a.Power)+":", allowance(a)))
		}
	}
}

// refused lists the lines that had no effect.
func (c classic) refused(events []event.Event) {
	say := c.paragraph("The following orders could not be used:")
	for _, e := range events {
		if r, ok := e.(event.Refused); ok {
			say(fmt.Sprintf("%s: %s  (*%s*)", c.Power(r.Power), r.Given, strings.TrimSuffix(r.Error.String(), ".")))
		}
	}
}

// noted lists the remarks on accepted lines.
func (c classic) noted(events []event.Event) {
	say := c.paragraph("Remarks on orders:")
	for _, e := range events {
		if n, ok := e.(event.Noted); ok {
			say(fmt.Sprintf("%s: %s  (*%s*)", c.Power(n.Power), n.Given, strings.TrimSuffix(n.Note.String(), ".")))
		}
	}
}
