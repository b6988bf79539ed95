package movementtest

import "podesta/machiavelli/rules"

// withCavalry allows cavalry and armoured cavalry.
func withCavalry(r *rules.Set) { r.Cavalry, r.ArmouredCavalry = true, true }

// rideCases are the cases of cavalry (OPT-01, OPT-03).
var rideCases = []Case{
	{Name: "OPT-01 two provinces in one campaign", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		contested:`},
	{Name: "OPT-01 nothing in the middle stops it", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		L A pav H : succeeded
		L G pav H : succeeded
		V A com S A pav : succeeded
		rebels land pav I`},
	{Name: "OPT-01 a fleet that could convoy through the middle changes nothing", Options: withCavalry, Text: `
		L C psa - luc - mod : succeeded
		V F luc C C psa - mod : disrupted, dislodged
		A A bol - luc : succeeded
		A A pst S A bol - luc : succeeded`},
	{Name: "OPT-01 bounced it falls back to the province before", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon H : succeeded
		contested:`},
	{Name: "OPT-01 two to the same target both bounce", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A gen - mon : bounced
		contested: mon`},
	{Name: "OPT-01 it wins with support; nobody retreats to where it came through", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		I A tur S C mil - mon : succeeded
		L A mon H : succeeded, dislodged, retreats for gen sav`},
	{Name: "OPT-01 the province before is held: home", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C mil
		L A mon H : succeeded
		V A pav H : succeeded`},
	{Name: "OPT-01 the province before was just entered: home", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C mil
		L A mon H : succeeded
		V A com - pav : succeeded`},
	{Name: "OPT-01 its home is free for others while it rides", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon H : succeeded
		V A com - mil : succeeded`},
	{Name: "OPT-01 home was taken as well: an ordinary retreat", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, dislodged, retreats ber cri cre pia trt tyr
		L A mon H : succeeded
		V A pav H : succeeded
		V A com - mil : succeeded
		contested:`},
	{Name: "OPT-01 home was taken by the stronger of two", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, dislodged
		L A mon H : succeeded
		V A pav H : succeeded
		V A com - mil : succeeded
		V A ber S A com - mil : succeeded
		A A tyr - mil : bounced`},
	{Name: "OPT-01 home taken by a garrison that came out", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, dislodged, retreats com ber cri cre pia trt tyr
		L A mon H : succeeded
		V A pav H : succeeded
		V G mil C A : succeeded`},
	{Name: "OPT-01 even the own side may be in the way home", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, dislodged
		I A com - mil : succeeded
		L A mon H : succeeded
		I A pav H : succeeded`},
	{Name: "OPT-01 two riders want the same province: both go home", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C mil
		L A mon H : succeeded
		V C pia - pav - tur : bounced, now C pia
		F A tur H : succeeded`},
	{Name: "OPT-01 one rider falls back to the other's home", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon H : succeeded
		V C pav - com - tyr : bounced, dislodged
		F A tyr H : succeeded
		F A com H : succeeded`},
	{Name: "OPT-01 a stand-off in the province before does not matter", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon H : succeeded
		V A com - pav : bounced
		F A tur - pav : bounced
		contested:`},
	{Name: "OPT-01 a dislodged unit leaves the province before to its attacker", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C mil
		L A mon H : succeeded
		V A pav H : succeeded, dislodged
		F A com - pav : succeeded
		F A tur S A com - pav : succeeded`},
	{Name: "OPT-01 no meeting on the way", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		L A pav - mil : succeeded`},
	{Name: "OPT-01 two riders change places", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		L C mon - pav - mil : succeeded`},
	{Name: "OPT-01 one step is a move like any other", Options: withCavalry, Text: `
		I C mil - pav : bounced, now C mil
		L A pav - mil : bounced`},
	{Name: "OPT-01 a failed single step keeps its province", Options: withCavalry, Text: `
		I C mil - pav : bounced
		L A pav H : succeeded
		V A com - mil : bounced`},
	{Name: "OPT-01 a bounced ride cuts support", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon S A sav - tur : cut
		L A sav - tur : bounced
		F A tur H : succeeded`},
	{Name: "OPT-01 it does not cut a support into its own province", Options: withCavalry, Text: `
		I C mil - pav - com : bounced, now C pav
		L A com S A cre - mil : succeeded
		L A cre - mil : succeeded`},
	{Name: "OPT-01 falling back frees a province that rebels against another", Options: withCavalry, Text: `
		I C mil - pav - mon : bounced, now C pav
		L A mon H : succeeded
		rebels land pav L`},
	{Name: "OPT-01 convoyed it goes where it lands and no further", Options: withCavalry, Text: `
		L C psa - egl - sav : succeeded
		V F egl C C psa - sav : succeeded`},
	{Name: "OPT-01 the rebels help a rider in", Options: withCavalry, Text: `
		I C mil - pav - mon : succeeded
		L A mon H : succeeded, dislodged
		rebels land mon L`},
	{Name: "OPT-01 it besieges like an army", Options: withCavalry, Text: `
		I C pav B : succeeded
		L G pav H : succeeded
		sieges: pav`},
	{Name: "OPT-01 dislodged it does not enter the city", Options: withCavalry, Text: `
		I C pav H : succeeded, dislodged, retreats none
		L A com - pav : succeeded
		L A mil S A com - pav : succeeded
		L A for H : succeeded
		L A mon H : succeeded
		L A pia H : succeeded
		L A tur H : succeeded`},
	{Name: "OPT-03 armoured cavalry breaks in alone", Options: withCavalry, Text: `
		I AC mil - pav - mon : succeeded
		L A mon H : succeeded, dislodged`},
	{Name: "OPT-03 and holds alone", Options: withCavalry, Text: `
		I AC mil H : succeeded
		L A pav - mil : bounced
		L A com S A pav - mil : succeeded`},
}
