package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// Condottiere is a player that plans. It evaluates what it owns, what it may
// lose and what is within reach, makes several guesses of the other players'
// orders, and improves its own orders step by step as long as the result of the
// phase, played against all guesses, improves. The number of phases that it
// plays is limited, not the time. The zero value is ready to use.
//
// New creates it in three strengths; the zero value is the strongest.
type Condottiere struct {
	mind  mind
	level level
}

// level is the strength of a condottiere. The constants begin with the strongest.
type level uint8

const (
	hard level = iota
	even
	easy
)

// skill controls how well a mind plans. The weaker levels play as beginners do:
// they compare fewer plans, do not consider the plans of others, and overlook
// threats. No level blunders on purpose.
type skill struct {
	plays     int     // maximum number of phases played for the orders of one decision
	scenes    int     // number of guesses of the others' orders, up to scenesWanted
	rounds    int     // number of passes over all orders
	glances   int     // number of initial plans made at a glance
	haste     float64 // weight of chance in plans made at a glance
	forgets   float64 // proportion of units that a plan made at a glance leaves out
	masses    bool    // concentrates units for an attack
	rehearses bool    // plans from the point of view of nearby powers
	ferries   bool    // considers convoys
	spends    bool    // buys units, and protects its own from being bought
	murders   bool    // assassinates
	taste     taste   // evaluation weights; without a weight for danger it overlooks threats
	worst     float64 // weight of the worst guess for the value of a plan
	blur      float64 // standard deviation of the error in the value of a plan
}

// skills holds the skill of each level.
var skills = [...]skill{
	hard: {plays: 900, scenes: scenesWanted, rounds: 3, glances: 3, haste: 1.5, masses: true, rehearses: true, ferries: true, spends: true, murders: true, taste: plain, worst: usualWorst},
	even: {plays: 40, scenes: 2, rounds: 1, glances: 2, haste: 3, masses: true, ferries: true, spends: true, murders: true, taste: plain, worst: usualWorst, blur: 8},
	easy: {plays: 8, scenes: 1, rounds: 1, glances: 1, haste: 9, forgets: 0.3, taste: plain.with(danger, 0), worst: usualWorst, blur: 8},
}

// rehearsing is the skill used to plan from another power's point of view.
var rehearsing = skill{plays: 120, scenes: scenesWanted, rounds: 3, glances: 3, haste: 1.5, masses: true, ferries: true, taste: plain, worst: usualWorst}

// Name returns the name of the level: "hard", "even" or "easy".
func (c *Condottiere) Name() string {
	return [...]string{hard: "hard", even: "even", easy: "easy"}[c.level]
}

// Decide returns the orders of a power for any phase.
func (c *Condottiere) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	m := &c.mind
	m.begin(v, power, skills[c.level])
	defer m.release()
	return m.answer(m.campaign)
}

// answer returns the orders for the view's phase; plan returns those of a campaign,
// to which answer adds the payments that the power has promised.
func (m *mind) answer(plan func() []order.Order) []turn.Line {
	var out []order.Order
	switch m.p.Phase.Step {
	case machiavelli.Retreats:
		out = m.retreat()
	case machiavelli.Adjustments:
		out = m.winter()
	default:
		out = plan()
		out = append(m.dues(out), m.honour(out)...)
	}
	return m.v.speak(m.me, out)
}

// campaign returns the orders of the best plan for a campaign. If the skill allows it, they include
// counter-bribes and an assassination.
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
