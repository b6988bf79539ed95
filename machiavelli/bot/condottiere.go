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
type Condottiere struct {
	mind mind
}

// Name is "condottiere".
func (*Condottiere) Name() string { return "condottiere" }

// Decide gives the orders of a power for any phase.
func (c *Condottiere) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	m := &c.mind
	m.begin(v, power)
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
	if m.other == nil {
		m.other = new(mind)
	}
	m.list()
	m.guess()
	best := m.plan()
	out := m.guard(&best, m.write(&best))
	return m.murder(&best, out)
}
