package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// Condottiere is a player that plans. It values what it owns, what it may lose
// and what is within reach, guesses in a few ways what the others will order,
// and betters its own orders step by step as long as what the phase comes to,
// played out against all the guesses, gets better. How much it plays out is
// bounded by number, not by time. The zero value is ready.
//
// New makes it in three strengths, of which the zero value is the strongest.
type Condottiere struct {
	mind  mind
	level level
}

// level is how strong a condottiere is, the strongest first.
type level uint8

const (
	hard level = iota
	even
	easy
)

// skill is how well a mind thinks. The weaker are weak as beginners are: they
// compare fewer plans, do not put themselves in the place of others, and overlook
// what threatens them; no level blunders on purpose.
type skill struct {
	plays     int     // phases that may be played out for the orders of one decision
	scenes    int     // guesses of the others' orders, up to scenesWanted
	rounds    int     // how often all orders are gone through again
	glances   int     // plans made at a glance to begin with
	haste     float64 // how much chance weighs in these
	forgets   float64 // part of the units that such a plan leaves out
	masses    bool    // brings units together for an attack
	rehearses bool    // plans in the place of those who are near
	ferries   bool    // thinks of convoys
	spends    bool    // buys, and protects from being bought
	murders   bool    // sends assassins
	careless  bool    // does not see which own cities are in danger
	blur      float64 // by how much it misjudges a plan
}

// skills are those of the levels.
var skills = [...]skill{
	hard: {plays: 900, scenes: scenesWanted, rounds: 3, glances: 3, haste: 1.5, masses: true, rehearses: true, ferries: true, spends: true, murders: true},
	even: {plays: 40, scenes: 2, rounds: 1, glances: 2, haste: 3, masses: true, ferries: true, spends: true, murders: true, blur: 8},
	easy: {plays: 8, scenes: 1, rounds: 1, glances: 1, haste: 9, forgets: 0.3, careless: true, blur: 8},
}

// rehearsing is how well a mind thinks in the place of another power.
var rehearsing = skill{plays: 120, scenes: scenesWanted, rounds: 3, glances: 3, haste: 1.5, masses: true, ferries: true}

// Name is the name of its strength: "hard", "even" or "easy".
func (c *Condottiere) Name() string {
	return [...]string{hard: "hard", even: "even", easy: "easy"}[c.level]
}

// Decide gives the orders of a power for any phase.
func (c *Condottiere) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	m := &c.mind
	m.begin(v, power, skills[c.level])
	defer m.release()
	var out []order.Order
	switch v.pos.Phase.Step {
	case machiavelli.Retreats:
		out = m.retreat()
	case machiavelli.Adjustments:
		out = m.winter()
	default:
		out = m.campaign()
	}
	return v.speak(power, out)
}

// campaign plans a campaign.
func (m *mind) campaign() []order.Order {
	if m.other == nil && m.skill.rehearses {
		m.other = new(mind)
	}
	m.list()
	m.guess()
	best := m.plan()
	out := m.write(&best)
	if m.skill.spends {
		out = m.guard(&best, out)
	}
	if m.skill.murders {
		out = m.murder(&best, out)
	}
	return out
}
