package learn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// The scenario whose board, powers and home countries all exercises have. Its
// units, and the money, are the exercise's own.
const (
	theScenario = "B"
	theVariant  = "B-8"
)

// settler makes a position and reads what is written about it.
type settler struct{ p *position.Position }

// settle makes the position of an exercise: every power has its home country,
// and of units, money and chits there is what the file says.
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
	var held board.Set // provinces with a field unit: a garrison there has the city alone (CTRL-20)
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

// control are the statements that give a province, or its city if it has one
// that counts, or both to a power; none for a sea.
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

// corrected carries statements out on a position.
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

// power reads the name of a power; "nobody" is Nobody.
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

// place reads the name of an area.
func (s *settler) place(name string) (board.ID, error) {
	m, ok := s.p.Setting.Board.Find(name)
	if !ok {
		return 0, fmt.Errorf("there is no place %q", name)
	}
	return m.ID, nil
}

// focus is the areas that matter: those of all units, and those named.
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

// orders reads what other powers order; all of it must be lawful.
func (s *settler) orders(texts powers, r *rules.Set) ([]turn.Line, error) {
	var out []turn.Line
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		who, err := s.power(name)
		if err != nil {
			return nil, err
		}
		lines, verdicts := judge.ReadLines(s.p, r, []machiavelli.Power{who}, texts[name])
		for _, v := range verdicts {
			if v.Error != "" {
				return nil, fmt.Errorf("%s: %q: %s", name, v.Text, v.Error)
			}
		}
		out = append(out, lines...)
	}
	return out, nil
}

// unit reads a unit as conditions name it: "A Pavia".
func (s *settler) unit(text string) (order.Unit, machiavelli.Quality, error) {
	u, q, err := order.ParseUnit(text, &order.Context{Board: s.p.Setting.Board, Powers: s.p.Setting.Powers})
	if err != nil {
		return u, q, fmt.Errorf("%s", err.Message)
	}
	return u, q, nil
}
