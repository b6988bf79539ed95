package movementtest

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Describe returns a position with its orders in the form that a Case reads.
func Describe(p *position.Position, orders movement.Orders, allies Allies) string {
	w := writer{b: p.Setting.Board, roster: p.Setting.Powers}
	var lines []string
	for i, u := range p.Units {
		text := w.power(u.Owner) + " " + w.unit(u) + " " + w.order(&orders[i])
		lines = append(lines, strings.TrimSpace(text))
	}
	for _, at := range p.Sieges.IDs() {
		lines = append(lines, "siege "+w.code(at))
	}
	for _, at := range p.RebelLand.IDs() {
		lines = append(lines, "rebels land "+w.code(at)+" "+w.power(p.RebelAgainst[at]))
	}
	for _, at := range p.RebelCity.IDs() {
		lines = append(lines, "rebels city "+w.code(at)+" "+w.power(p.RebelAgainst[at]))
	}
	for i, set := range allies {
		for j := range p.Setting.Powers {
			if set.Has(machiavelli.Power(j)) {
				lines = append(lines, "ally "+w.power(machiavelli.Power(i))+" "+w.power(machiavelli.Power(j)))
			}
		}
	}
	if p.Setting.Fortress {
		lines = append(lines, "fortresses")
	}
	return strings.Join(lines, "\n") + "\n"
}

// writer formats units and orders in the text form.
type writer struct {
	b      *board.Board
	roster machiavelli.Roster
}

func (w writer) code(at board.ID) string { return w.b.Areas[at].Code }

func (w writer) place(p board.Place) string {
	if p.Coast == machiavelli.NoCoast {
		return w.code(p.At)
	}
	return w.code(p.At) + "/" + p.Coast.Code()
}

func (w writer) power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "-"
	}
	return string(w.roster[p].Letter)
}

func (w writer) unit(u position.Unit) string {
	elite := ""
	if u.Quality.Strength() == 2 {
		elite = "e"
	}
	return elite + u.Type.Letter() + " " + w.place(u.Place())
}

func (w writer) target(u order.Unit) string { return u.Type.Letter() + " " + w.place(u.Place()) }

func (w writer) order(o *order.Order) string {
	switch o.Kind {
	case order.Advance:
		var stops []string
		for _, at := range o.Route() {
			stops = append(stops, w.code(at))
		}
		text := "- " + strings.Join(append(stops, w.place(o.To)), " - ")
		if o.ViaConvoy {
			text += " via"
		}
		return text
	case order.Support:
		return "S " + w.supported(o)
	case order.Convoy:
		return "C " + w.target(o.Target) + " - " + w.place(o.To)
	case order.Convert:
		return "C " + o.ConvertTo.Letter()
	case order.Besiege:
		return "B"
	case order.Lift:
		return "L"
	case order.Disband:
		return "D"
	}
	return "H"
}

func (w writer) supported(o *order.Order) string {
	switch o.Action {
	case order.PowerThere:
		return w.power(o.Power) + ">" + w.place(o.To)
	case order.ToAdvance:
		return w.target(o.Target) + " - " + w.place(o.To)
	case order.ToConvert:
		return strings.TrimSpace(w.target(o.Target) + " C " + o.ConvertTo.Letter())
	}
	return w.target(o.Target)
}

// DescribeOutcome returns an outcome with one line for each unit.
func DescribeOutcome(p *position.Position, orders movement.Orders, out *movement.Outcome) string {
	w := writer{b: p.Setting.Board, roster: p.Setting.Powers}
	var s strings.Builder
	for i, u := range p.Units {
		fmt.Fprintf(&s, "%s %s %s : %s\n", w.power(u.Owner), w.unit(u), w.order(&orders[i]), w.fate(out, i))
	}
	fmt.Fprintf(&s, "contested: %s\nsieges: %s\ntaken: %s\nentered: %s\n",
		w.set(out.Contested), w.set(out.Sieges), w.set(out.Taken), w.set(out.Entered))
	return s.String()
}

func (w writer) set(s board.Set) string {
	var codes []string
	for _, at := range s.IDs() {
		codes = append(codes, w.code(at))
	}
	return strings.Join(codes, " ")
}

func (w writer) fate(out *movement.Outcome, i int) string {
	r := out.Results[i]
	text := r.Verdict.String()
	if r.Eliminated {
		text += ", eliminated"
	} else if r.Dislodged {
		text += ", dislodged"
	}
	if d, ok := dislodgedAt(out, out.After[i]); ok && r.Dislodged && !r.Eliminated {
		text += ", retreats " + strings.Join(w.options(d), " ")
	} else if !r.Dislodged && !r.Eliminated {
		text += ", now " + w.unit(out.After[i])
	}
	return text
}

// options returns a dislodged unit's choices.
func (w writer) options(d position.Dislodged) []string {
	var out []string
	for _, p := range d.Retreats {
		out = append(out, w.place(p))
	}
	if d.IntoCity {
		out = append(out, "city")
	}
	if len(out) == 0 {
		out = append(out, "none")
	}
	return out
}

// dislodgedAt returns the entry of a dislodged unit.
func dislodgedAt(out *movement.Outcome, u position.Unit) (position.Dislodged, bool) {
	for _, d := range out.Dislodged {
		if d.Unit.At == u.At && d.Unit.Owner == u.Owner && d.Unit.Type == u.Type {
			return d, true
		}
	}
	return position.Dislodged{}, false
}
