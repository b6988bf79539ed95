package env

import (
	"encoding/json"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Scene is a phase of a game as a program sees it. It need not belong to a Game.
type Scene struct {
	Position *position.Position
	Rules    *rules.Set

	// Before and Events belong to the previous phase. Without Before, observations leave out
	// what happened.
	Before *position.Position
	Events []event.Event
}

// Scene returns the game's current phase, with what happened before it.
func (g *Game) Scene() Scene {
	return Scene{g.Position, g.Setup.Rules, g.before, g.events}
}

// AppendObservation appends to dst an object with what the seat of a power may know:
//
//   - scenario, variant and rules: the game;
//   - phase, and powers: facts about each power that a player has;
//   - power and side: the power, and the powers of its seat;
//   - position, without hidden treasuries, loans and chits;
//   - orders and events: what the seat saw of the previous phase.
//
// For Nobody it appends everything, without power and side.
func (s *Scene) AppendObservation(dst []byte, power machiavelli.Power) []byte {
	return s.observation(append(dst, s.head()...), power)
}

// head returns the beginning of an observation.
func (s *Scene) head() []byte {
	spec := s.Rules.Spec()
	return appendScenario(nil, s.Position.Setting.Scenario, s.Position.Setting.Variant, &spec)
}

// appendHead appends the beginning that all observations of a setup share.
func appendHead(dst []byte, u *Setup) []byte {
	spec := u.Rules.Spec()
	return appendScenario(dst, u.scenario, u.variant, &spec)
}

// appendScenario appends the members scenario, variant and rules, with the opening brace before
// them and a comma after them.
func appendScenario(dst []byte, scenario, variant string, spec *rules.Spec) []byte {
	dst = appendText(append(dst, `{"scenario":`...), scenario)
	dst = appendText(append(dst, `,"variant":`...), variant)
	text, _ := json.Marshal(spec) // two strings and a map of strings cannot fail
	dst = append(append(dst, `,"rules":`...), text...)
	return append(dst, ',')
}

// observation appends the other members of an observation, and its closing
// brace.
func (s *Scene) observation(dst []byte, power machiavelli.Power) []byte {
	p, r := s.Position, s.Rules
	set := p.Setting
	v := viewerOf(p, power)
	dst = appendText(append(dst, `"phase":`...), p.Phase.String())
	if power != machiavelli.Nobody {
		dst = appendText(append(dst, `,"power":`...), set.Powers[power].ID)
		dst = append(dst, `,"side":[`...)
		for i, x := range members(bot.Alone(p, power)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendText(dst, set.Powers[x].ID)
		}
		dst = append(dst, ']')
	}
	needed := turn.CitiesNeeded(p, r)
	dst = strconv.AppendInt(append(dst, `,"victory":{"cities":`...), int64(needed), 10)
	dst = strconv.AppendInt(append(dst, `,"homes":`...), int64(turn.HomesNeeded(r, needed)), 10)
	dst = append(dst, `},"powers":{`...)
	for i, x := range members(played(set)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.facts(dst, x, v)
	}
	dst = append(dst, `},"position":`...)
	dst = interchange.AppendSeen(dst, p, hidden(p, v, r))
	if s.Before != nil {
		seen := report.Seen(s.Events, v, r)
		dst = append(dst, `,"orders":`...)
		dst = interchange.AppendOrders(dst, s.Before, seen, false)
		dst = append(dst, `,"events":`...)
		dst = interchange.AppendEvents(dst, s.Before, seen, false)
	}
	return append(dst, '}')
}

// facts appends the facts about a power, as a member. Ducats and debt are
// missing if the viewer may not know them.
func (s *Scene) facts(dst []byte, x machiavelli.Power, v report.Viewer) []byte {
	p := s.Position
	units, provinces, debt := 0, 0, machiavelli.Ducats(0)
	for i := range p.Units {
		if p.Units[i].Owner == x {
			units++
		}
	}
	for i := range p.Dislodged {
		if p.Dislodged[i].Unit.Owner == x {
			units++
		}
	}
	for at := range p.Province {
		if p.Province[at] == x {
			provinces++
		}
	}
	for _, l := range p.Loans {
		if l.Power == x {
			debt += l.Principal + l.Interest
		}
	}
	dst = appendText(dst, p.Setting.Powers[x].ID)
	dst = strconv.AppendInt(append(dst, `:{"cities":`...), int64(turn.Cities(p, s.Rules, x)), 10)
	dst = strconv.AppendInt(append(dst, `,"provinces":`...), int64(provinces), 10)
	dst = strconv.AppendInt(append(dst, `,"units":`...), int64(units), 10)
	if s.Rules.Money && (v.Master || report.SeesTreasury(x, v, s.Rules)) {
		dst = strconv.AppendInt(append(dst, `,"ducats":`...), int64(p.Treasury[x]), 10)
		dst = strconv.AppendInt(append(dst, `,"debt":`...), int64(debt), 10)
	}
	return append(strconv.AppendBool(append(dst, `,"eliminated":`...), p.Eliminated.Has(x)), '}')
}

// hidden returns what a viewer must not see of a position.
func hidden(p *position.Position, v report.Viewer, r *rules.Set) (h interchange.Hidden) {
	if v.Master {
		return h
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !report.SeesTreasury(x, v, r) {
			h.Treasuries = h.Treasuries.With(x)
		}
		if !report.SeesChits(x, v) {
			h.Chits = h.Chits.With(x)
		}
	}
	return h
}

// AppendLegal appends to dst an object with the legal orders of a power, as
// interchange.AppendLegal does: as lines, and if v is not nil as actions too. c is a buffer that
// can be reused.
func (s *Scene) AppendLegal(dst []byte, power machiavelli.Power, c *legal.Choices, v *Vocabulary) []byte {
	c.List(s.Position, s.Rules, machiavelli.PowerSet(0).With(power))
	form := interchange.LegalForm{Lines: true}
	if v != nil {
		form.Number = v.Number
	}
	return interchange.AppendLegal(dst, s.Position, c, power, form)
}

// AppendRequest appends the request for the orders of a power, one line, to
// dst. game is any name, different for each game.
func (s *Scene) AppendRequest(dst []byte, id uint64, game string, power machiavelli.Power, c *legal.Choices, v *Vocabulary) []byte {
	dst = strconv.AppendUint(append(dst, `{"op":"`+OpDecide+`","id":`...), id, 10)
	dst = appendText(append(dst, `,"game":`...), game)
	dst = appendText(append(dst, `,"power":`...), s.Position.Setting.Powers[power].ID)
	dst = s.AppendObservation(append(dst, `,"observation":`...), power)
	dst = s.AppendLegal(append(dst, `,"legal":`...), power, c, v)
	return append(dst, '}', '\n')
}

// members lists the powers of a set.
func members(s machiavelli.PowerSet) []machiavelli.Power {
	var list []machiavelli.Power
	for p := range each(s) {
		list = append(list, p)
	}
	return list
}

// appendText appends a string as JSON.
func appendText(dst []byte, s string) []byte {
	text, _ := json.Marshal(s) // marshalling a string cannot fail
	return append(dst, text...)
}
