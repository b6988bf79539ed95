package atlas

import (
	"fmt"
	"io"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Text writes a plain-text description of what SVG draws from the same input, so that the map can
// be read aloud. It lists each power's property and units, the markers on the provinces, and the
// orders with their results. It contains nothing that the picture does not show. Text returns the
// errors of w.
func Text(w io.Writer, p *position.Position, o Options) error {
	t := &teller{drawing: &drawing{board: p.Setting.Board, pos: p, opt: o}}
	t.line("%s", t.title())
	for i := range p.Setting.Powers {
		if x := machiavelli.Power(i); p.Setting.Plays(x) == x {
			t.power(x)
		}
	}
	t.all("Besieged", p.Sieges)
	t.all("Rebellion in the province", p.RebelLand)
	t.all("Rebellion in the city", p.RebelCity)
	t.all("Famine", p.Famine)
	t.all("Plague", p.Plague)
	t.all("Left empty by a stand-off", p.Contested)
	t.all("Out of play", p.Setting.OffBoard)
	for _, x := range p.Dislodged {
		from := ""
		if x.From != board.None {
			from = " by a unit from " + p.Setting.Board.Areas[x.From].Name
		}
		t.line("Dislodged%s: %s, %s.", from, t.drawing.power(x.Unit.Owner), t.unit(x.Unit))
	}
	t.orders()
	_, err := io.WriteString(w, t.b.String())
	return err
}

// teller writes the text of a position.
type teller struct {
	*drawing
	b strings.Builder
}

func (t *teller) line(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

// power describes a power's property and units. For Nobody it describes only
// the units, since there are many cities without an owner.
func (t *teller) power(p machiavelli.Power) {
	var land, cities, units []string
	for id := 1; id < len(t.board.Areas); id++ {
		a := &t.board.Areas[id]
		if t.pos.Setting.OffBoard.Has(board.ID(id)) || a.Sea || p == machiavelli.Nobody {
			continue
		}
		own := t.pos.Province[id] == p && board.ID(id) != t.pos.Setting.SeaCity
		if own {
			land = append(land, a.Name)
		}
		if t.pos.City[id] == p && a.CityPays > 0 && !own {
			cities = append(cities, a.Name)
		}
		if own && a.CityPays > 0 && t.pos.City[id] != p {
			land[len(land)-1] += " (without its city)"
		}
	}
	for _, u := range t.pos.Units {
		if u.Owner == p {
			units = append(units, t.unit(u))
		}
	}
	var parts []string
	for _, k := range []struct {
		what string
		list []string
	}{{"provinces", land}, {"cities alone", cities}, {"units", units}} {
		if len(k.list) > 0 {
			parts = append(parts, k.what+" "+strings.Join(k.list, ", "))
		}
	}
	switch {
	case len(parts) > 0:
		name := t.drawing.power(p)
		t.line("%s: %s.", strings.ToUpper(name[:1])+name[1:], strings.Join(parts, "; "))
	case p != machiavelli.Nobody && t.pos.Eliminated.Has(p):
		t.line("%s: eliminated.", t.drawing.power(p))
	}
}

// unit describes a unit in words.
func (t *teller) unit(u position.Unit) string {
	s := u.Type.String() + " in " + t.board.Areas[u.At].Name
	if u.Quality != machiavelli.Ordinary {
		s = u.Quality.String() + " " + s
	}
	if u.Coast != machiavelli.NoCoast {
		s += " (" + u.Coast.String() + ")"
	}
	return s
}

// all lists the areas of a set, if it is not empty.
func (t *teller) all(what string, in board.Set) {
	var names []string
	for _, id := range in.IDs() {
		names = append(names, t.board.Areas[id].Name)
	}
	if len(names) > 0 {
		t.line("%s: %s.", what, strings.Join(names, ", "))
	}
}

// orders describes the orders in the picture, each with its result.
func (t *teller) orders() {
	for _, s := range t.gather() {
		verdict := ""
		if s.verdict != event.NoVerdict {
			verdict = ": " + s.verdict.String()
		}
		t.line("%s: %s%s.", t.drawing.power(s.unit.Owner), order.Format(s.order, t.board, t.pos.Setting.Powers), verdict)
	}
	for _, e := range t.opt.Results {
		if e, ok := e.(event.Disaster); ok && !e.Struck.Empty() {
			t.all(strings.ToUpper(e.What[:1])+e.What[1:]+" struck", e.Struck)
		}
	}
}
