package learn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// The board, powers and home countries of all exercises come from this scenario. Units and money
// come from the exercise.
const (
	theScenario = "B"
	theVariant  = "B-8"
)

// settler creates a position and parses the texts about it.
type settler struct{ p *position.Position }

// settle creates the position of an exercise: every power has its home country, and units,
// money and chits come from the file.
func settle(f *exerciseFile, r *rules.Set) (*settler, error) {
	p, err := scenario.New(theScenario, theVariant, r)
	if err != nil {
		return nil, err
	}
	p.Units = nil
	p.Chits = [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8{}
	if p.Phase, err = machiavelli.ParsePhase(f.Phase); err != nil {
		return nil, err
	}
	s := &settler{p}
	var own, add []string
	for _, who := range slices.Sorted(maps.Keys(f.Owns)) {
		for _, place := range list(f.Owns[who]) {
			at, err := s.place(place)
			if err != nil {
				return nil, err
			}
			own = append(own, s.control(at, true, true, who)...)
		}
	}
	var held board.Set // provinces with a field unit: a garrison there controls only the city (CTRL-20)
	for _, garrisons := range []bool{false, true} {
		for _, who := range slices.Sorted(maps.Keys(f.Units)) {
			for _, text := range list(f.Units[who]) {
				u, _, err := s.unit(text)
				if err != nil {
					return nil, err
				}
				if (u.Type == machiavelli.Garrison) != garrisons {
					continue
				}
				add = append(add, "unit add "+who+" "+text)
				own = append(own, s.control(u.At, !garrisons || !held.Has(u.At), true, who)...)
				held.Add(u.At)
			}
		}
	}
	if s.p, err = corrected(p, r, slices.Concat(own, add, f.Set)); err != nil {
		return nil, err
	}
	return s, nil
}

// control returns the statements that give a power control of a province, of the city in it, or of
// both. It omits the city if there is none that counts. For a sea it returns none.
func (s *settler) control(at board.ID, province, city bool, who string) []string {
	b := s.p.Setting.Board
	var out []string
	if province && b.Land.Has(at) {
		out = append(out, "control province "+s.name(at)+" "+who)
	}
	if city && b.Cities.Has(at) {
		out = append(out, "control city "+s.name(at)+" "+who)
	}
	return out
}

// corrected applies statements to a position.
func corrected(p *position.Position, r *rules.Set, statements []string) (*position.Position, error) {
	res, problems := correction.Apply(p, r, statements)
	if len(problems) > 0 {
		var all []string
		for _, x := range problems {
			all = append(all, x.String())
		}
		return nil, fmt.Errorf("%s", strings.Join(all, "; "))
	}
	return res.Position, nil
}

// power returns the power with a name. For "nobody" it returns Nobody.
func (s *settler) power(name string) (machiavelli.Power, error) {
	if name == "nobody" {
		return machiavelli.Nobody, nil
	}
	p, ok := s.p.Setting.Powers.Find(name)
	if !ok {
		return 0, fmt.Errorf("there is no power %q", name)
	}
	return p, nil
}

// place returns the area with a name.
func (s *settler) place(name string) (board.ID, error) {
	m, ok := s.p.Setting.Board.Find(name)
	if !ok {
		return 0, fmt.Errorf("there is no place %q", name)
	}
	return m.ID, nil
}

// focus returns the areas of all units and the named areas.
func (s *settler) focus(names string) ([]board.ID, error) {
	var set board.Set
	for _, u := range s.p.Units {
		set.Add(u.At)
	}
	for _, d := range s.p.Dislodged {
		set.Add(d.Unit.At)
	}
	for _, n := range list(names) {
		at, err := s.place(n)
		if err != nil {
			return nil, err
		}
		set.Add(at)
	}
	return set.IDs(), nil
}

// orders parses the other powers' orders. It returns an error unless all of them are legal.
func (s *settler) orders(texts powers, r *rules.Set) ([]turn.Line, error) {
	var out []turn.Line
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		who, err := s.power(name)
		if err != nil {
			return nil, err
		}
		lines, verdicts := ordertext.ReadLines(s.p, r, []machiavelli.Power{who}, texts[name])
		for _, v := range verdicts {
			if v.Refused() {
				return nil, fmt.Errorf("%s: %q: %s", name, v.Text, v.Error)
			}
		}
		out = append(out, lines...)
	}
	return out, nil
}

// unit parses a unit in the form that conditions use, such as "A Pavia".
func (s *settler) unit(text string) (order.Unit, machiavelli.Quality, error) {
	u, q, err := order.ParseUnit(text, &order.Context{Board: s.p.Setting.Board, Powers: s.p.Setting.Powers})
	if err != nil {
		return u, q, fmt.Errorf("%s", err.Message)
	}
	return u, q, nil
}
