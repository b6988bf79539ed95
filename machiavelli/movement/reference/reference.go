// Package reference resolves movement slowly and plainly, following
// docs/adjudication.md word for word. It exists to check the fast resolver of
// package movement and shares no code with it. The game itself never calls it.
package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// MaxMovers is the largest group of undecided movers whose outcomes are tried
// one by one.
const MaxMovers = 14

// Report describes how hard a movement was.
type Report struct {
	Largest   int  // number of movers in the largest group of mutually dependent orders whose outcomes were tried
	TooLarge  bool // whether a group had more than MaxMovers movers; then the outcome is wrong
	Cycles    int  // groups decided as circular movement (MOVE-10)
	Paradoxes int  // groups decided by the rules 1 to 3 for paradoxes
	Straits   int  // groups decided by rule 1
	Convoys   int  // groups decided by rule 2
	Rebels    int  // groups decided by rule 3
}

// Resolve returns the outcome of a movement. The parameter orders holds one
// legal order for each unit of p, and allies[c] holds the powers that c lets
// through its straits in this campaign. Resolve changes neither.
func Resolve(p *position.Position, orders movement.Orders, allies [machiavelli.MaxPowers]machiavelli.PowerSet, r *rules.Set) (movement.Outcome, Report) {
	c := prepare(p, orders, allies, r)
	v := c.nothingKnown()
	var report Report
	c.settle(v, &report)
	out := c.outcome(v)
	out.Stats = movement.Stats{Cycles: report.Cycles, Paradoxes: report.Paradoxes}
	return out, report
}
