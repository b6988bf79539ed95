package opendata

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Difference is a part of a game that is different when the game is resolved again.
type Difference struct {
	Phase string // "opening", a phase, or "the end"
	What  string // "position", "events", "dice", "result"
	Text  string // where the two texts begin to differ
}

// String describes the difference.
func (d Difference) String() string { return d.Phase + ": the " + d.What + " " + d.Text }

// Verify resolves a game again from its start, with the dice of its seed, and
// compares each position, event and roll with the line, byte for byte. It
// continues after a difference with the position in the line. It returns an
// error if the game cannot be resolved at all, or was resolved by another
// version of the engine.
func Verify(g *Game) ([]Difference, error) {
	if g.Engine != turn.EngineVersion {
		return nil, fmt.Errorf("the game was resolved by version %q of the engine; this is version %s", g.Engine, turn.EngineVersion)
	}
	ground, err := g.ground()
	if err != nil {
		return nil, err
	}
	v := &verifier{game: g, ground: ground, rules: ground.rules}
	if v.seed, err = g.seed(&v.rules); err != nil {
		return nil, err
	}
	if c := g.Dice.Commitment; c != "" && c != dice.Commit(g.ID, v.seed) {
		return nil, errors.New("the seed of the dice does not fit the commitment that was published when the game began")
	}
	p, err := v.opening()
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	for i := range g.Phases {
		if p, err = v.phase(&g.Phases[i], p); err != nil {
			return nil, fmt.Errorf("%s: %w", g.Phases[i].Phase, err)
		}
	}
	otherwise := g.End.How
	if otherwise != EndAlone && otherwise != EndYears && otherwise != EndOpen {
		otherwise = EndOpen
	}
	want := endOf(p, &v.rules, v.how, otherwise)
	if !reflect.DeepEqual(want, g.End) {
		a, err := encode(g.End)
		if err != nil {
			return nil, err
		}
		b, err := encode(want)
		if err != nil {
			return nil, err
		}
		v.compare("the end", "result", a, b)
	}
	return v.found, nil
}

// verifier resolves a game again.
type verifier struct {
	game   *Game
	ground *ground
	rules  rules.Set
	seed   []byte
	how    string // how the game ended, from the events of the last phase
	found  []Difference
}

// compare records a difference between the line and the computed result.
func (v *verifier) compare(phase, what string, has, want []byte) {
	if bytes.Equal(has, want) {
		return
	}
	n := 0
	for n < len(has) && n < len(want) && has[n] == want[n] {
		n++
	}
	part := func(b []byte) []byte { return b[max(0, min(n-20, len(b))):min(len(b), n+40)] }
	verb := "differs"
	if what == "events" || what == "dice" {
		verb = "differ"
	}
	v.found = append(v.found, Difference{phase, what, fmt.Sprintf("%s at byte %d: the line has %q, the engine makes %q", verb, n, part(has), part(want))})
}

// throws compares rolls.
func (v *verifier) throws(phase string, has, want []dice.Throw) error {
	if slices.Equal(has, want) {
		return nil
	}
	a, err := encode(has)
	if err != nil {
		return err
	}
	b, err := encode(want)
	v.compare(phase, "dice", a, b)
	return err
}

// opening compares the opening, and returns the position in the line.
func (v *verifier) opening() (*position.Position, error) {
	o, codec := &v.game.Opening, v.ground.codec
	if !o.Typed {
		d := dice.New(v.seed, dice.Scope(v.game.ID, openingScope, ""), nil)
		res, err := turn.Open(v.ground.start, &v.rules, d)
		if err != nil {
			return nil, err
		}
		if err := v.result("opening", o.Events, o.Position, codec, res); err != nil {
			return nil, err
		}
		if err := v.throws("opening", o.Throws, d.Throws()); err != nil {
			return nil, err
		}
	}
	return codec.ReadPosition(o.Position)
}

// openingScope replaces the campaign in the names of the opening's rolls.
const openingScope = "opening"

// result compares the events and the position of a phase.
func (v *verifier) result(phase string, events, after json.RawMessage, codec *record.Codec, res turn.Result) error {
	told, next, err := written(codec, res)
	if err != nil {
		return err
	}
	v.compare(phase, "events", events, told)
	v.compare(phase, "position", after, next)
	return nil
}

// written returns the events and the position in the form that they have in a line.
func written(codec *record.Codec, res turn.Result) (events, after json.RawMessage, err error) {
	told, err := codec.Events(res.Events)
	if err != nil {
		return nil, nil, err
	}
	if events, err = Compact(told); err != nil {
		return nil, nil, err
	}
	next, err := codec.Position(res.Next)
	if err != nil {
		return nil, nil, err
	}
	after, err = Compact(next)
	return events, after, err
}

// phase compares a phase that begins with position p, and returns the position after it in the
// line.
func (v *verifier) phase(ph *Phase, p *position.Position) (*position.Position, error) {
	codec := v.ground.codec
	if ph.Rules != nil {
		var r rules.Set
		if err := json.Unmarshal(ph.Rules, &r); err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
		v.rules = r
		if _, err := v.game.seed(&r); err != nil {
			return nil, err
		}
	}
	if ph.Corrected != nil {
		var err error
		if p, err = codec.ReadPosition(ph.Corrected); err != nil {
			return nil, err
		}
	}
	if p.Phase.String() != ph.Phase {
		return nil, fmt.Errorf("the position before it is of %s", p.Phase)
	}
	stored, err := codec.ReadEvents(ph.Events)
	if err != nil {
		return nil, err
	}
	v.how = ""
	for _, e := range stored {
		if x, ok := e.(event.Victory); ok {
			v.how = string(x.How)
		}
	}
	if agreed(stored) {
		next := p.Clone()
		next.Victors = stored[0].(event.Victory).Powers
		if err := v.result(ph.Phase, ph.Events, ph.After, codec, turn.Result{Next: next, Events: stored}); err != nil {
			return nil, err
		}
		return codec.ReadPosition(ph.After)
	}
	lines, err := ph.lines(p, &v.rules)
	if err != nil {
		return nil, err
	}
	d := dice.New(v.seed, dice.Scope(v.game.ID, p.Phase.Campaign(), ph.Salt), ph.Given)
	res, err := turn.Process(p, lines, &v.rules, d)
	if err != nil {
		return nil, err
	}
	if err := v.result(ph.Phase, ph.Events, ph.After, codec, res); err != nil {
		return nil, err
	}
	if err := v.throws(ph.Phase, ph.Throws, d.Throws()); err != nil {
		return nil, err
	}
	return codec.ReadPosition(ph.After)
}

// agreed reports whether the events of a phase contain an end on which the players agreed, or
// the end of a game whose time was up.
func agreed(events []event.Event) bool {
	if len(events) != 1 {
		return false
	}
	v, ok := events[0].(event.Victory)
	return ok && v.How.Instead()
}

// Conclude sets End from the last phase. It returns an error if a part cannot be read.
func (g *Game) Conclude() error {
	ground, err := g.ground()
	if err != nil {
		return err
	}
	last, how := g.Opening.Position, ""
	r := ground.rules
	for i := range g.Phases {
		ph := &g.Phases[i]
		if ph.Rules != nil {
			r = rules.Set{}
			if err := json.Unmarshal(ph.Rules, &r); err != nil {
				return fmt.Errorf("rules: %w", err)
			}
		}
		last = ph.After
	}
	if n := len(g.Phases); n > 0 {
		events, err := ground.codec.ReadEvents(g.Phases[n-1].Events)
		if err != nil {
			return err
		}
		for _, e := range events {
			if x, ok := e.(event.Victory); ok {
				how = string(x.How)
			}
		}
	}
	p, err := ground.codec.ReadPosition(last)
	if err != nil {
		return err
	}
	g.End = endOf(p, &r, how, EndOpen)
	return nil
}
