package opendata

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// ErrNotDiplomacy is returned for a game that cannot be represented as a saved game.
var ErrNotDiplomacy = errors.New("not standard Diplomacy: the form of the package diplomacy holds only games of the scenario diplomacy with the rules of the preset diplomacy")

// Save returns a game of Diplomacy as the Python package diplomacy saves it. The orders are those
// that took effect: lines that were refused or replaced are left out, and removals and waived
// builds without an order are written out. It returns ErrNotDiplomacy for other games.
func (g *Game) Save() (*SavedGame, error) {
	if g.Scenario != savedScenario || g.Library != "" {
		return nil, ErrNotDiplomacy
	}
	ground, err := g.ground()
	if err != nil {
		return nil, err
	}
	if err := standardRules(&ground.rules); err != nil {
		return nil, err
	}
	hash, err := standardHasher()
	if err != nil {
		return nil, err
	}
	s := &saver{dialect: newDialect(ground.start.Setting), hasher: hash}
	s.out = &SavedGame{ID: g.ID, Map: savedMap, Rules: []string{}}
	if g.Source == SelfPlay {
		s.out.Rules = append(s.out.Rules, "NO_PRESS")
	}
	for i := range g.Phases {
		if g.Phases[i].Corrected != nil {
			s.out.Rules = append(s.out.Rules, "DIFFERENT_ADJUDICATION")
			break
		}
	}
	p, err := ground.codec.ReadPosition(g.Opening.Position)
	if err != nil {
		return nil, err
	}
	for i := range g.Phases {
		ph := &g.Phases[i]
		if ph.Rules != nil {
			var r rules.Set
			if err := json.Unmarshal(ph.Rules, &r); err != nil {
				return nil, fmt.Errorf("%s: rules: %w", ph.Phase, err)
			}
			if err := standardRules(&r); err != nil {
				return nil, err
			}
		}
		if ph.Corrected != nil {
			if p, err = ground.codec.ReadPosition(ph.Corrected); err != nil {
				return nil, err
			}
		}
		events, err := ground.codec.ReadEvents(ph.Events)
		if err != nil {
			return nil, err
		}
		s.phase(p, events)
		if p, err = ground.codec.ReadPosition(ph.After); err != nil {
			return nil, err
		}
	}
	s.last(p)
	return s.out, nil
}

// standardRules returns ErrNotDiplomacy unless the rules are those of
// Diplomacy. The last year may differ, since it only ends a game.
func standardRules(r *rules.Set) error {
	standard, err := savedRules()
	if err != nil {
		return err
	}
	for _, d := range standard.Diff(*r) {
		if d.Option != "last-year" {
			return fmt.Errorf("%w (%s is %s)", ErrNotDiplomacy, d.Option, d.There)
		}
	}
	return nil
}

// saver writes the phases of a game.
type saver struct {
	*dialect
	hasher  *hasher
	out     *SavedGame
	visited map[board.ID]machiavelli.Power // the power that was last in each area
	entered []board.ID                     // the areas of visited, in the order in which units came to them
}

// state returns the state of a position.
func (s *saver) state(p *position.Position) SavedState {
	g := s.out
	out := SavedState{
		Timestamp: json.RawMessage(strconv.Itoa(len(g.Phases))),
		Hash:      json.RawMessage(strconv.Quote(strconv.FormatUint(s.hasher.hash(s.dialect, p), 10))),
		Name:      savedPhase(p.Phase),
		Units:     map[string][]string{}, Retreats: map[string]map[string][]string{}, Centers: map[string][]string{}, Homes: map[string][]string{},
		Influence: map[string][]string{}, CivilDisorder: map[string]int{}, Builds: map[string]SavedBuilds{},
		GameID: g.ID, Map: g.Map, Rules: g.Rules,
	}
	if p.Victors != 0 {
		out.Name = completed
		var winners []string
		for _, x := range s.powers() {
			if p.Victors.Has(x) {
				winners = append(winners, s.power(x)[:3])
			}
		}
		out.Note = victoryNote + strings.Join(winners, ", ")
	}
	for _, x := range s.powers() {
		name := s.power(x)
		out.Units[name], out.Retreats[name], out.Influence[name] = []string{}, map[string][]string{}, []string{}
		out.Centers[name], out.Homes[name] = s.names(s.centers(p, x)), s.names(s.homes(p, x))
		out.CivilDisorder[name], out.Builds[name] = 0, s.builds(p, x)
	}
	for i := range p.Units {
		u := &p.Units[i]
		s.visit(u.At, u.Owner)
		name := s.power(u.Owner)
		out.Units[name] = append(out.Units[name], s.unit(u.Type, u.Place()))
	}
	for i := range p.Dislodged {
		d := &p.Dislodged[i]
		name, unit := s.power(d.Unit.Owner), s.unit(d.Unit.Type, d.Unit.Place())
		out.Units[name] = append(out.Units[name], "*"+unit)
		out.Retreats[name][unit] = s.places(d.Retreats)
	}
	for _, at := range s.entered {
		name := s.power(s.visited[at])
		out.Influence[name] = append(out.Influence[name], s.area(at))
	}
	return out
}

// places returns the names of places.
func (d *dialect) places(list []board.Place) []string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		out = append(out, d.place(p))
	}
	return out
}

// visit records that a power has a unit in an area.
func (s *saver) visit(at board.ID, x machiavelli.Power) {
	if s.visited == nil {
		s.visited = map[board.ID]machiavelli.Power{}
	}
	if _, ok := s.visited[at]; !ok {
		s.entered = append(s.entered, at)
	}
	s.visited[at] = x
}

// phase adds a phase with its events.
func (s *saver) phase(p *position.Position, events []event.Event) {
	ph := SavedPhase{
		Name: savedPhase(p.Phase), State: s.state(p), Messages: json.RawMessage("[]"),
		Orders: map[string][]string{}, Results: map[string][]string{},
	}
	for _, x := range s.powers() {
		ph.Orders[s.power(x)] = []string{}
	}
	if p.Phase.Step == machiavelli.Orders {
		for i := range p.Units {
			ph.Results[s.unit(p.Units[i].Type, p.Units[i].Place())] = []string{}
		}
	}
	for i := range p.Dislodged {
		ph.Results[s.unit(p.Dislodged[i].Unit.Type, p.Dislodged[i].Unit.Place())] = []string{"disband"}
	}
	for _, e := range events {
		s.event(p, &ph, e)
	}
	if p.Phase.Step == machiavelli.Adjustments {
		for _, x := range s.powers() {
			list := ph.Orders[s.power(x)]
			for len(list) < s.builds(p, x).Count {
				list = append(list, waive)
				ph.Results[waive] = []string{}
			}
			ph.Orders[s.power(x)] = list
		}
	}
	s.out.Phases = append(s.out.Phases, ph)
}

// event adds the order and the result of an event to a phase.
func (s *saver) event(p *position.Position, ph *SavedPhase, e event.Event) {
	add := func(x machiavelli.Power, text string) {
		ph.Orders[s.power(x)] = append(ph.Orders[s.power(x)], text)
	}
	switch e := e.(type) {
	case event.Ordered:
		unit := s.unit(e.Unit.Type, e.Unit.Place())
		ph.Results[unit] = savedResults(&e)
		if e.Given != "" {
			add(e.Unit.Owner, unit+" "+s.campaignOrder(p, &e.Order))
		}
	case event.Retreated:
		unit := s.unit(e.Unit.Type, e.Unit.Place())
		switch {
		case e.Order.Kind == order.Retreat:
			add(e.Unit.Owner, unit+" R "+s.place(e.Order.To))
			ph.Results[unit] = []string{}
			if e.Verdict != event.Succeeded {
				ph.Results[unit] = []string{"bounce", "disband"}
			}
		case e.Given != "":
			add(e.Unit.Owner, unit+" D")
		}
	case event.Adjusted:
		if e.Verdict == event.Succeeded && e.Order.Kind == order.Build {
			unit := s.unit(e.Unit.Type, e.Unit.Place())
			add(e.Power, unit+" B")
			ph.Results[unit] = []string{""}
		}
	case event.Removed:
		if e.Reason == event.ByAdjustment || e.Reason == event.ByDefault {
			unit := s.unit(e.Unit.Type, e.Unit.Place())
			add(e.Unit.Owner, unit+" D")
			ph.Results[unit] = []string{""}
		}
	}
}

// campaignOrder returns the order that a unit carried out, as the package writes it.
func (s *saver) campaignOrder(p *position.Position, o *order.Order) string {
	b := s.setting.Board
	target := func() string {
		i := p.Field(o.Target.At)
		if i < 0 {
			return s.unit(o.Target.Type, o.Target.Place())
		}
		return s.unit(p.Units[i].Type, p.Units[i].Place())
	}
	switch o.Kind {
	case order.Advance:
		text := "- " + s.place(o.To)
		if o.Unit.Type == machiavelli.Army && (o.ByConvoy() || !b.ArmyEdges[o.Unit.At].Has(o.To.At)) {
			text += " VIA"
		}
		return text
	case order.Support:
		if o.Action != order.ToAdvance {
			return "S " + target()
		}
		return "S " + target() + " - " + s.place(s.supported(p, o))
	case order.Convoy:
		return "C " + target() + " - " + s.area(o.To.At)
	}
	return "H"
}

// supported returns the place to which a support goes. It includes the coast if the supported
// fleet can arrive at only one.
func (s *saver) supported(p *position.Position, o *order.Order) board.Place {
	i := p.Field(o.Target.At)
	if i < 0 || p.Units[i].Type != machiavelli.Fleet {
		return board.Place{At: o.To.At}
	}
	u := &p.Units[i]
	if c, ok := s.setting.Board.Landing(u.At, u.Coast, o.To.At).One(); ok {
		return board.Place{At: o.To.At, Coast: c}
	}
	return o.To
}

// savedResults returns the results of an order in the words of the package.
func savedResults(e *event.Ordered) []string {
	out := []string{}
	switch r := &e.Result; {
	case r.Verdict == event.Bounced:
		out = append(out, "bounce")
	case r.Verdict == event.Cut:
		out = append(out, "cut")
	case e.Order.Kind == order.Advance && (r.Verdict == event.Disrupted || r.Verdict == event.Void):
		out = append(out, "no convoy")
	case e.Order.Kind == order.Convoy && r.Verdict == event.Disrupted && !r.Dislodged:
		out = append(out, "disrupted")
	case r.Verdict == event.Void:
		out = append(out, "void")
	}
	if e.Result.Dislodged {
		out = append(out, "dislodged")
	}
	return out
}

// last adds the current phase of the game.
func (s *saver) last(p *position.Position) {
	if p.Victors != 0 && len(p.Dislodged) > 0 { // the players ended the game while units had to retreat
		p = p.Clone()
		p.Dislodged = nil
	}
	ph := SavedPhase{
		State: s.state(p), Messages: json.RawMessage("[]"),
		Orders: map[string][]string{}, Results: map[string][]string{},
	}
	ph.Name = ph.State.Name
	for _, x := range s.powers() {
		ph.Orders[s.power(x)] = nil
	}
	s.out.Phases = append(s.out.Phases, ph)
}
