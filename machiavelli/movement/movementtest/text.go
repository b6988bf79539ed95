package movementtest

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// expectation is the expected outcome of a case. It consists of the fate of each unit and of
// lists of areas.
type expectation struct {
	units []unitFate
	lists map[string]board.Set // keyed by "contested", "sieges" or "taken"
}

// unitFate is what a line expects of its unit. The zero value expects nothing.
type unitFate struct {
	verdict    string
	dislodged  bool
	eliminated bool
	retreats   []string // nil if the line does not say
	now        string
}

// reader reads the text of a case.
type reader struct {
	b *board.Board
	s *Setup
}

// parse reads a case's text.
func parse(text string, b *board.Board, r *rules.Set) (*Setup, error) {
	rd := reader{b: b, s: &Setup{
		Position: &position.Position{Phase: campaign},
		Rules:    r,
		expect:   expectation{lists: map[string]board.Set{}},
	}}
	fortresses := r.Fortresses == rules.FortressesOn
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if line == "fortresses" {
			fortresses = true
			continue
		}
		if err := rd.line(line); err != nil {
			return nil, fmt.Errorf("line %d, %q: %w", n+1, line, err)
		}
	}
	rd.s.Position.Setting = setting(b, r, fortresses)
	return rd.s, nil
}

func (rd *reader) line(line string) error {
	left, right, _ := strings.Cut(line, ":")
	words := strings.Fields(left)
	p := rd.s.Position
	switch words[0] {
	case "contested", "sieges", "taken":
		set, err := rd.areas(strings.Fields(right))
		rd.s.expect.lists[words[0]] = set
		return err
	case "siege":
		set, err := rd.areas(words[1:])
		p.Sieges = p.Sieges.Union(set)
		return err
	case "rebels":
		return rd.rebels(words[1:])
	case "ally":
		if len(words) != 3 {
			return fmt.Errorf("expected: ally power power")
		}
		from, err := power(words[1])
		if err != nil {
			return err
		}
		to, err := power(words[2])
		rd.s.Allies[from] = rd.s.Allies[from].With(to)
		return err
	}
	return rd.unitLine(words, right)
}

func (rd *reader) areas(codes []string) (board.Set, error) {
	var s board.Set
	for _, c := range codes {
		p, err := rd.place(c)
		if err != nil {
			return s, err
		}
		s.Add(p.At)
	}
	return s, nil
}

func (rd *reader) rebels(words []string) error {
	if len(words) != 3 {
		return fmt.Errorf("expected: rebels land|city place power")
	}
	at, err := rd.place(words[1])
	if err != nil {
		return err
	}
	against, err := power(words[2])
	if err != nil {
		return err
	}
	p := rd.s.Position
	p.RebelAgainst[at.At] = against
	switch words[0] {
	case "land":
		p.RebelLand.Add(at.At)
	case "city":
		p.RebelCity.Add(at.At)
	default:
		return fmt.Errorf("rebels in %q: expected land or city", words[0])
	}
	return nil
}

// place reads a place such as "pav" or "pro/nc".
func (rd *reader) place(text string) (board.Place, error) {
	code, coast, _ := strings.Cut(text, "/")
	for id := range rd.b.Areas {
		if id == 0 || rd.b.Areas[id].Code != code {
			continue
		}
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			if c.Code() == coast {
				return board.Place{At: board.ID(id), Coast: c}, nil
			}
		}
	}
	return board.Place{}, fmt.Errorf("no place %q on %s", text, rd.b.Slug)
}

// power reads a power's letter, or "-" for Nobody.
func power(text string) (machiavelli.Power, error) {
	if text == "-" {
		return machiavelli.Nobody, nil
	}
	if len(text) == 1 {
		if p, ok := Roster().ByLetter(text[0]); ok {
			return p, nil
		}
	}
	return machiavelli.Nobody, fmt.Errorf("no power %q", text)
}

var unitTypes = map[string]machiavelli.UnitType{
	"A": machiavelli.Army, "F": machiavelli.Fleet, "G": machiavelli.Garrison,
	"C": machiavelli.Cavalry, "AC": machiavelli.ArmouredCavalry,
}

// unit reads the two words for a unit. An "e" before the type means an elite
// unit.
func (rd *reader) unit(words []string) (order.Unit, machiavelli.Quality, error) {
	if len(words) < 2 {
		return order.Unit{}, 0, fmt.Errorf("expected a unit")
	}
	quality := machiavelli.Ordinary
	letter := words[0]
	if strings.HasPrefix(letter, "e") {
		quality = machiavelli.Mercenary
		letter = letter[1:]
	}
	kind, ok := unitTypes[letter]
	if !ok {
		return order.Unit{}, 0, fmt.Errorf("no unit type %q", words[0])
	}
	at, err := rd.place(words[1])
	return order.Unit{Type: kind, At: at.At, Coast: at.Coast}, quality, err
}

func (rd *reader) unitLine(words []string, outcome string) error {
	owner, err := power(words[0])
	if err != nil {
		return err
	}
	u, quality, err := rd.unit(words[1:])
	if err != nil {
		return err
	}
	o := order.Order{Kind: order.Hold, Unit: u}
	if err := rd.order(&o, words[3:]); err != nil {
		return err
	}
	fate, err := readFate(outcome)
	if err != nil {
		return err
	}
	rd.s.Position.Units = append(rd.s.Position.Units, position.Unit{Owner: owner, Type: u.Type, Quality: quality, At: u.At, Coast: u.Coast})
	rd.s.Orders = append(rd.s.Orders, o)
	rd.s.expect.units = append(rd.s.expect.units, fate)
	return nil
}

// order parses an order into o, whose unit is set.
func (rd *reader) order(o *order.Order, words []string) error {
	if len(words) == 0 {
		return nil
	}
	rest := words[1:]
	switch words[0] {
	case "H":
		o.Explicit = true
	case "B":
		o.Kind = order.Besiege
	case "L":
		o.Kind = order.Lift
	case "D":
		o.Kind = order.Disband
	case "-":
		o.Kind = order.Advance
		return rd.route(o, rest)
	case "S":
		o.Kind = order.Support
		return rd.support(o, rest)
	case "C":
		if len(rest) == 1 {
			o.Kind = order.Convert
			o.ConvertTo = unitTypes[rest[0]]
			return nil
		}
		o.Kind = order.Convoy
		return rd.carried(o, rest)
	default:
		return fmt.Errorf("no order %q", words[0])
	}
	return nil
}

// route parses a route such as "ets - tiv" or "tiv via" into an advance.
func (rd *reader) route(o *order.Order, words []string) error {
	if n := len(words); n > 0 && words[n-1] == "via" {
		o.ViaConvoy = true
		words = words[:n-1]
	}
	var stops []board.Place
	for _, w := range words {
		if w == "-" {
			continue
		}
		p, err := rd.place(w)
		if err != nil {
			return err
		}
		stops = append(stops, p)
	}
	if len(stops) == 0 || len(stops) > order.MaxVia {
		return fmt.Errorf("expected a destination")
	}
	for _, s := range stops[:len(stops)-1] {
		o.Via[o.NVia] = s.At
		o.NVia++
	}
	o.To = stops[len(stops)-1]
	return nil
}

func (rd *reader) support(o *order.Order, words []string) error {
	if len(words) == 1 {
		who, where, ok := strings.Cut(words[0], ">")
		if !ok {
			return fmt.Errorf("expected a unit, or power>place")
		}
		o.Action = order.PowerThere
		var err error
		if o.Power, err = power(who); err != nil {
			return err
		}
		o.To, err = rd.place(where)
		return err
	}
	target, _, err := rd.unit(words)
	if err != nil {
		return err
	}
	o.Target = target
	rest := words[2:]
	switch {
	case len(rest) == 0:
		o.Action = order.ToHold
	case rest[0] == "C":
		o.Action = order.ToConvert
		if len(rest) > 1 {
			o.ConvertTo = unitTypes[rest[1]]
		}
	case rest[0] == "-" && len(rest) == 2:
		o.Action = order.ToAdvance
		o.To, err = rd.place(rest[1])
	default:
		return fmt.Errorf("expected the unit to support")
	}
	return err
}

// carried parses an army and its destination, such as "A psa - tiv", into a
// convoy order.
func (rd *reader) carried(o *order.Order, words []string) error {
	if len(words) != 4 || words[2] != "-" {
		return fmt.Errorf("expected: C unit - place")
	}
	var err error
	if o.Target, _, err = rd.unit(words); err != nil {
		return err
	}
	o.To, err = rd.place(words[3])
	return err
}

// readFate reads the outcome of a unit's line.
func readFate(text string) (unitFate, error) {
	var f unitFate
	for _, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "succeeded", "bounced", "cut", "disrupted", "void", "disbanded":
			f.verdict = words[0]
		case "dislodged":
			f.dislodged = true
		case "eliminated":
			f.dislodged, f.eliminated = true, true
		case "retreats":
			f.retreats = words[1:]
		case "now":
			f.now = strings.Join(words[1:], " ")
		default:
			return f, fmt.Errorf("no outcome %q", part)
		}
	}
	return f, nil
}
