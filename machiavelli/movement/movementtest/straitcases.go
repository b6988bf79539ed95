package movementtest

import "podesta/machiavelli/rules"

// straitCases cover straits.
var straitCases = []Case{
	{Name: "T-STRAIT-1 closed by a fleet", Text: `
		N F mes H : succeeded
		T F ion - gon : void, now F ion
		contested:`},
	{Name: "T-STRAIT-2 opened by an ally", Text: `
		N F mes H : succeeded
		T F ion - gon : succeeded
		ally N T`},
	{Name: "T-STRAIT-3 closed by an entrant", Text: `
		N F pal - mes : succeeded
		T F ion - gon : void`},
	{Name: "T-STRAIT-4 nobody enters", Text: `
		N F pal - mes : bounced
		T F ion - gon : succeeded
		V F ets - mes : bounced
		contested: mes`},
	{Name: "T-STRAIT-5 closed by a fleet that leaves", Text: `
		N F mes - pal : succeeded
		T F gon - ion : void`},
	{Name: "X-02 open where leaving fleets do not block", Options: func(r *rules.Set) { r.StraitDepartingFleetBlocks = false }, Text: `
		N F mes - pal : succeeded
		T F gon - ion : succeeded`},
	{Name: "T-STRAIT-6 closed by a fleet going into the city", Text: `
		N F mes C G : succeeded, now G mes
		T F gon - ion : void`},
	{Name: "X-02 open where garrisoning fleets do not block", Options: func(r *rules.Set) { r.StraitGarrisoningFleetBlocks = false }, Text: `
		N F mes C G : succeeded
		T F gon - ion : succeeded`},
	{Name: "STRAIT-08 a fleet that could not garrison blocks", Options: func(r *rules.Set) { r.StraitGarrisoningFleetBlocks = false }, Text: `
		N F mes C G : void
		V G mes H : succeeded
		T F gon - ion : void`},
	{Name: "T-STRAIT-7 armies do not control", Text: `
		N A mes H : succeeded
		T F gon - ion : succeeded`},
	{Name: "T-STRAIT-8 a garrison that becomes a fleet", Text: `
		N G mes C F : succeeded, now F mes
		V F ion H : succeeded
		T F las - ion : bounced
		T F gon S F las - ion : void`},
	{Name: "T-STRAIT-9 BUG-41 retreats over the strait are not offered", Text: `
		N F pio H : succeeded
		L A flo - psa : succeeded
		L A pst S A flo - psa : succeeded
		T F psa H : succeeded, dislodged, retreats egl luc wts`},
	{Name: "T-STRAIT-10 two consistent outcomes", Text: `
		N F ets - mes : succeeded
		N F gon S F ets - mes : succeeded
		V F pal - mes : bounced
		T F ion - gon : void`},
	{Name: "T-STRAIT-11 no consistent outcome", Text: `
		N eF ets - mes : bounced
		V F pal - mes : bounced
		V F gon S F pal - mes : succeeded
		T F ion - gon : void
		contested: mes`},
	{Name: "STRAIT-16 blocks those who use the strait, not an army convoyed elsewhere", Preset: "battleline-1978-advanced", Text: `
		F F wts - pio : succeeded
		F A pio - luc via : succeeded
		L F psa C A pio - luc : succeeded
		A eF ets - psa : void`},
	{Name: "T-STRAIT-12 boarding over the strait", Text: `
		N F pio H : succeeded
		T A psa - ets - tiv : void
		T F ets C A psa - tiv : succeeded
		contested:`},
	{Name: "BUG-06 an enemy attempt does not turn the strait", Text: `
		N F mes H : succeeded
		N F ion - gon : succeeded
		T F pal - mes : bounced`},
	{Name: "BUG-36 a fleet that is blocked late has no effect", Text: `
		N F pal - mes : succeeded
		T F ion - gon : void
		V F gon S A cap : succeeded
		V A cap H : succeeded
		N A nap - cap : bounced
		N A aqu S A nap - cap : succeeded`},
	{Name: "BUG-43 1995: a garrison that becomes a fleet does not block", Preset: "machiavelli-1995", Text: `
		N G mes C F : succeeded, now F mes
		T F ion - gon : succeeded`},
	{Name: "STRAIT-17 1995: Messina controls as before", Preset: "machiavelli-1995", Text: `
		N F mes - pal : succeeded
		T F ion - gon : void`},
	{Name: "STRAIT-17 1995: an entrant does not block", Preset: "machiavelli-1995", Text: `
		N F pal - mes : succeeded
		T F ion - gon : succeeded`},
}
