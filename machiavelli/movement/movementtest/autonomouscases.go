package movementtest

import "podesta/machiavelli/rules"

// withAutonomous allows autonomous armies and fleets, and orders bought for
// them.
func withAutonomous(r *rules.Set) { r.AutonomousFieldUnits, r.AutonomousOrders = true, true }

// autonomousCases cover autonomous armies and fleets (OPT-04) and orders bought
// for them (OPT-05).
var autonomousCases = []Case{
	{Name: "OPT-04 an autonomous army holds like any other", Options: withAutonomous, Text: `
		- A pav H : succeeded
		I A mil - pav : bounced`},
	{Name: "OPT-04 it is dislodged and retreats like any other", Options: withAutonomous, Text: `
		- A pav H : succeeded, dislodged, retreats for mon pia tur
		I A mil - pav : succeeded
		I A com S A mil - pav : succeeded`},
	{Name: "OPT-04 a player supports it", Options: withAutonomous, Text: `
		- A pav H : succeeded
		V A mon S A pav : succeeded
		I A mil - pav : bounced
		I A com S A mil - pav : succeeded`},
	{Name: "OPT-04 its fleet closes a strait to everybody", Options: withAutonomous, Text: `
		- F mes H : succeeded
		T F ion - gon : void
		N F tiv - gon : succeeded`},
	{Name: "OPT-05 whoever pays, it moves as it is told", Options: withAutonomous, Text: `
		- A pav - mil : succeeded
		V A com S A pav - mil : succeeded
		I A mil H : succeeded, dislodged`},
	{Name: "OPT-05 and besieges", Options: withAutonomous, Text: `
		- A pav B : succeeded
		I G pav H : succeeded
		sieges: pav`},
	{Name: "OPT-05 autonomous units drive no autonomous unit out", Options: withAutonomous, Text: `
		- A pav - mil : bounced
		V A com S A pav - mil : succeeded
		- A mil H : succeeded`},
	{Name: "OPT-05 nor do they cut its support", Options: withAutonomous, Text: `
		- A pav - mil : bounced
		- A mil S A cre - pia : succeeded
		V A cre - pia : succeeded
		I A pia H : succeeded, dislodged`},
	{Name: "OPT-05 nor besiege its garrison", Options: withAutonomous, Text: `
		- A pav B : void
		- G pav H : succeeded`},
}
