package movementtest

import "podesta/machiavelli/rules"

// ruleCases has a case for each movement rule of the ledger without an example
// in cases.go, named by the rule's id.
var ruleCases = []Case{
	{Name: "MOVE-01 a unit against an even unit stays out", Text: `
		I A mil - pav : bounced
		L A pav H : succeeded`},
	{Name: "MOVE-02 attack above hold and above every rival", Text: `
		I A mil - pav : succeeded
		I A com S A mil - pav : succeeded
		L A pav H : succeeded, dislodged
		V A pia - pav : bounced`},
	{Name: "MOVE-03 an elite unit holds with two", Text: `
		I eA pav H : succeeded
		L A pia - pav : bounced
		L A mil S A pia - pav : succeeded`},
	{Name: "MOVE-06 no exchange of garrison and army, whatever the strength", Text: `
		I A mil C G : void
		I G mil C A : bounced
		I A pav S G mil C : succeeded`},
	{Name: "MOVE-07 dislodged head-on, it still cuts elsewhere", Text: `
		A A tyr - mil : succeeded
		A A trt S A tyr - mil : succeeded
		I A mil - tyr : bounced, dislodged
		V A com - tyr : succeeded
		contested:`},
	{Name: "MOVE-09 equal units of one power bounce off each other", Text: `
		I A mil - pav : bounced
		I A com - pav : bounced
		contested: pav`},
	{Name: "MOVE-11 a unit that fails to leave still stops an equal one", Text: `
		I A mil - pav : bounced
		L A pav H : succeeded
		V A com - mil : bounced`},
	{Name: "MOVE-14 the strength of an elite unit opens no retreat", Text: `
		I eA mil H : succeeded, dislodged, retreats tyr cre ber pav pia
		A A com - mil : succeeded
		A A trt S A com - mil : succeeded
		A A cri S A com - mil : succeeded`},
	{Name: "MOVE-15 a besieger defends with its supports", Text: `
		I A pad B : succeeded
		I A ver S A pad : succeeded
		V G pad H : succeeded
		V A trv - pad : bounced
		V A vic S A trv - pad : succeeded
		sieges: pad`},
	{Name: "MOVE-16 rebels do not block", Options: fortressesOff, Text: `
		V A ver - vic : succeeded
		rebels land vic V`},
	{Name: "SUPP-02 a garrison supports into its own province", Text: `
		L G bol S A flo - bol : succeeded
		L A flo - bol : succeeded
		P A bol H : succeeded, dislodged`},
	{Name: "SUPP-03 of a garrison that does not come out", Text: `
		I G pav H : succeeded
		I A mil S G pav C A : void`},
	{Name: "SUPP-03 SUPP-12 nor of a unit in its place that goes into the city", Text: `
		I A pav C G : succeeded, now G pav
		I A mil S A pav : void`},
	{Name: "SUPP-05 a failed attack cuts", Text: `
		I A mil - pav : bounced
		I A com S A mil - pav : cut
		L A pav H : succeeded
		L A tur - com : bounced`},
	{Name: "SUPP-11 a fleet stopped by a strait cuts nothing", Text: `
		N F mes H : succeeded
		T F ion - gon : void
		V F gon S F ets : succeeded
		V F ets H : succeeded
		N F tiv - ets : bounced
		N F pal S F tiv - ets : succeeded`},
	{Name: "SUPP-13 support of a garrison coming out", Text: `
		L G sie C A : succeeded
		L A flo S G sie C A : succeeded
		P A sie H : succeeded, dislodged`},
	{Name: "SUPP-13 a garrison named without its conversion", Text: `
		L G sie C A : succeeded
		L A flo S G sie : succeeded
		P A sie H : succeeded, dislodged`},
	{Name: "SUPP-14 support on the other coast than the move's is void", Text: `
		F F wgl - pro/nc : bounced
		F F mar S F wgl - pro/sc : void
		A A swi H : succeeded
		A A pro H : succeeded`},
	{Name: "SUPP-14 a fleet supports no move to a coast that it cannot reach, named or not", Text: `
		F F sav - pro/sc : bounced
		F F avi S F sav - pro : void
		T A pro H : succeeded`},
	{Name: "SUPP-14 so in Croatia", Text: `
		V F uas - cro/nc : bounced
		V F dal S F uas - cro : void
		A A cro H : succeeded`},
	{Name: "SUPP-14 an army supports at any coast", Text: `
		F F sav - pro/sc : succeeded
		F A avi S F sav - pro : succeeded
		T A pro H : succeeded, dislodged`},
	{Name: "SUPP-14 of two fleets that a power sends there, it is the one at the coast that the supporter reaches", Options: func(r *rules.Set) { r.SupportTarget = rules.SupportPowerInSpace }, Text: `
		F F wgl - pro/sc : bounced
		F F mar - pro/nc : succeeded
		F F avi S F>pro : succeeded
		T A pro H : succeeded, dislodged`},
	{Name: "SUPP-14 nor does a fleet support one that stands at a coast that it cannot reach", Options: func(r *rules.Set) { r.SupportTarget = rules.SupportPowerInSpace }, Text: `
		F F pro/sc H : succeeded
		F F avi S F>pro : void`},
	{Name: "SUPP-14 any-coast", Options: func(r *rules.Set) { r.SupportCoast = rules.SupportAnyCoast }, Text: `
		F F sav - pro/sc : succeeded
		F F avi S F sav - pro : succeeded
		T A pro H : succeeded, dislodged`},
	{Name: "SUPP-15 no support across a closed strait", Text: `
		N F mes H : succeeded
		T F ion S F gon : void
		T F gon H : succeeded
		contested:`},
	{Name: "SUPP-16 support without consent", Text: `
		I A mil - pav : succeeded
		V A pia S A mil - pav : succeeded
		L A pav H : succeeded, dislodged`},
	{Name: "CVOY-01 one army for each fleet", Text: `
		N A nap - gon - mes : succeeded
		N A slr - gon - mes : disrupted
		N F gon C A nap - mes : succeeded`},
	{Name: "CVOY-02 from shore to shore", Text: `
		N A otr - ion - dur : succeeded
		N F ion C A otr - dur : succeeded`},
	{Name: "CVOY-03 a fleet on the coast carries", Text: `
		N A aqu - bar - otr : succeeded
		N F bar C A aqu - otr : succeeded`},
	{Name: "CVOY-04 two links", Text: `
		T A tun - bot - ion - dur : succeeded
		T F bot C A tun - dur : succeeded
		T F ion C A tun - dur : succeeded`},
	{Name: "CVOY-07 it is the fleet's owner whom the strait stops", Text: `
		N F mes H : succeeded
		N A nap - gon - ion - otr : void
		T F gon C A nap - otr : succeeded
		T F ion C A nap - otr : succeeded
		contested:`},
	{Name: "CVOY-07 the army's owner does not matter", Text: `
		N F mes H : succeeded
		T A nap - gon - ion - otr : succeeded
		N F gon C A nap - otr : succeeded
		N F ion C A nap - otr : succeeded`},
	{Name: "CVOY-07 between two fleets it is enough that one of them is stopped: the first", Text: `
		N F mes H : succeeded
		N A nap - gon - ion - otr : void
		T F gon C A nap - otr : succeeded
		N F ion C A nap - otr : succeeded`},
	{Name: "CVOY-07 between two fleets it is enough that one of them is stopped: the second", Text: `
		N F mes H : succeeded
		N A nap - gon - ion - otr : void
		N F gon C A nap - otr : succeeded
		T F ion C A nap - otr : succeeded`},
	{Name: "CVOY-08 rebels do not stop a convoy", Text: `
		N A nap - gon - slr : succeeded
		N F gon C A nap - slr : succeeded
		rebels land nap N
		rebels land slr N`},
	{Name: "CVOY-10 a convoyed attack cuts", Text: `
		N A otr - ion - dur : bounced
		N F ion C A otr - dur : succeeded
		T A dur S A rag - alb : cut
		T A rag - alb : bounced
		V A alb H : succeeded`},
	{Name: "CVOY-10 only by dislodging, where the game says so", Options: func(r *rules.Set) { r.ConvoyedAttackCutsSupport = rules.OnlyIfDislodges }, Text: `
		N A otr - ion - dur : bounced
		N F ion C A otr - dur : succeeded
		T A alb S F rag - her : void
		T A dur S A alb : succeeded
		V A her - alb : bounced`},
	{Name: "CVOY-12 a fleet that is attacked but holds carries on", Text: `
		N A otr - ion - dur : succeeded
		N F ion C A otr - dur : succeeded
		T F las - ion : bounced`},
	{Name: "STRAIT-01 only a fleet controls", Text: `
		N G mes H : succeeded
		T F gon - ion : succeeded`},
	{Name: "STRAIT-02 a stopped order has no effect at all", Text: `
		N F pio H : succeeded
		T F psa - ets : void
		V F tiv - ets : succeeded
		contested:`},
	{Name: "STRAIT-03 the fleet controls, over the enemy's garrison", Text: `
		N F mes H : succeeded
		T G mes H : succeeded
		T F gon - ion : void`},
	{Name: "STRAIT-04 an entering fleet blocks", Text: `
		N F ets - pio : succeeded
		T F psa H : succeeded
		T F wts H : succeeded
		V F egl H : succeeded
		contested:`},
	{Name: "STRAIT-05 a garrison turning into a fleet blocks", Text: `
		N G pio C F : succeeded
		T F psa - ets : void`},
	{Name: "STRAIT-06 a fleet going into the city blocks", Text: `
		N F pio C G : succeeded
		T F psa - ets : void`},
	{Name: "STRAIT-07 a fleet that leaves blocks", Text: `
		N F pio - wts : succeeded
		T F psa - ets : void`},
	{Name: "STRAIT-09 a fleet dislodged from the strait's province does not block retreats", Text: `
		N F pio H : succeeded, dislodged
		L F wts - pio : succeeded
		L A sie S F wts - pio : succeeded
		T F psa H : succeeded, dislodged, retreats luc wts
		I A pst - psa : succeeded
		I A flo S A pst - psa : succeeded
		V F egl H : succeeded`},
	{Name: "STRAIT-13 an enemy's attempt leaves the strait with its fleet", Text: `
		N F mes H : succeeded
		N F ion - gon : succeeded
		T F pal - mes : bounced`},
	{Name: "STRAIT-14 the fleet that was there controls alone", Text: `
		N F mes - pal : succeeded
		T F ets - mes : succeeded
		T F ion - gon : void`},
	{Name: "STRAIT-15 a fleet dislodged from Piombino retreats", Text: `
		N F pio H : succeeded, dislodged, retreats ets psa
		L F wts - pio : succeeded
		L A sie S F wts - pio : succeeded`},
	{Name: "STRAIT-16 a strait that hangs on itself is closed", Text: `
		N F ets - mes : succeeded
		N F gon S F ets - mes : succeeded
		V F pal - mes : bounced
		T F ion - gon : void`},
	{Name: "CONV-01 into the city", Text: `
		L A flo C G : succeeded, now G flo`},
	{Name: "CONV-02 out of a port as a fleet", Text: `
		V G ven C F : succeeded, now F ven`},
	{Name: "CONV-03 an elite unit stays elite", Text: `
		L eA flo C G : succeeded, now eG flo`},
	{Name: "CONV-04 it converts though attacked with greater strength", Text: `
		L A flo C G : succeeded, now G flo
		I A pst - flo : succeeded
		I A bol S A pst - flo : succeeded`},
	{Name: "CONV-04 not into a rebelling city", Text: `
		P A bol C G : void
		rebels city bol P`},
	{Name: "CONV-06 the besieged cannot come out at any strength", Text: `
		I A pad B : succeeded
		V eG pad C A : void, dislodged, eliminated
		V A trv S G pad C : succeeded
		siege pad
		taken: pad`},
	{Name: "CONV-12 into a rebelling province", Text: `
		L G bol C A : succeeded, now A bol
		rebels land bol P`},
	{Name: "CONV-13 autonomous garrisons stay", Text: `
		- G sav H : succeeded
		I A sav B : succeeded
		sieges: sav`},
	{Name: "SIEGE-04 a fleet besieges where it stands", Text: `
		F F sav B : succeeded
		- G sav H : succeeded
		sieges: sav`},
	{Name: "SIEGE-05 dislodgement ends the siege", Text: `
		I A pad B : succeeded, dislodged
		V G pad H : succeeded
		V A trv - pad : succeeded
		V A vic S A trv - pad : succeeded
		siege pad
		sieges:
		taken:`},
	{Name: "SIEGE-06 standing there is no siege", Text: `
		I A pad H : succeeded
		V G pad H : succeeded
		sieges:`},
	{Name: "SIEGE-10 besieging one's own garrison is a hold", Text: `
		V A pad B : void
		V G pad H : succeeded
		sieges:`},
	{Name: "SIEGE-10 besieger and garrison friends: free to go", Text: `
		V A pad - trv : succeeded
		V G pad C A : succeeded, now A pad
		siege pad`},
	{Name: "SIEGE-11 the siege goes on under a new owner", Text: `
		A A pad B : succeeded
		V G pad H : succeeded, dislodged, eliminated
		siege pad
		taken: pad`},
	{Name: "SIEGE-12 the besieged still supports into its province", Text: `
		I A pad B : succeeded, dislodged
		V G pad S A trv - pad : succeeded
		V A trv - pad : succeeded
		siege pad
		taken:`},
	{Name: "SIEGE-12 in the first campaign it may come out", Text: `
		I A pad B : succeeded, dislodged
		V G pad C A : succeeded
		V A trv S G pad C A : succeeded
		sieges:`},
	{Name: "SIEGE-14 the siege of a besieger that disbands stands for this campaign", Options: func(r *rules.Set) { r.DisbandOrders = true }, Text: `
		I A pad D : disbanded
		V G pad C A : void
		siege pad`},
	{Name: "SIEGE-14 SIEGE-10 no siege stands if besieger and garrison are friends by now", Options: func(r *rules.Set) { r.DisbandOrders = true }, Text: `
		V A pad D : disbanded
		V G pad C A : succeeded, now A pad
		siege pad`},
	{Name: "SIEGE-14 and is gone in the next", Text: `
		V G pad C A : succeeded
		siege pad
		sieges:`},
	{Name: "SIEGE-09 a siege whose besieger is gone has lapsed, whoever besieges elsewhere", Text: `
		I A pav B : succeeded
		V G pav H : succeeded
		V G pad C A : succeeded, now A pad
		siege pad
		sieges: pav`},
	{Name: "SIEGE-15 another unit of the power starts anew", Text: `
		I A pad B : succeeded
		V G pad H : succeeded
		sieges: pad
		taken:`},
	{Name: "RETR-01 to a neighbouring space that it could enter", Text: `
		L A pst H : succeeded, dislodged, retreats luc psa
		I A bol - pst : succeeded
		I A flo S A bol - pst : succeeded`},
	{Name: "RETR-02 not to a contested place", Text: `
		L A pst H : succeeded, dislodged, retreats none
		I A bol - pst : succeeded
		I A flo S A bol - pst : succeeded
		V A par H : succeeded
		N F egl - luc : bounced
		T F psa - luc : bounced`},
	{Name: "RETR-04 a place vacated this campaign is open", Text: `
		L A pst H : succeeded, dislodged, retreats luc psa
		P A psa - sie : succeeded
		I A bol - pst : succeeded
		I A flo S A bol - pst : succeeded`},
	{Name: "RETR-06 the city only where there is no other way at all", Text: `
		N A mes H : succeeded, dislodged, retreats pal
		T F ion - mes : succeeded
		T F gon S F ion - mes : succeeded`},
	{Name: "RETR-10 rebels do not hinder a retreat", Text: `
		L A pst H : succeeded, dislodged, retreats luc psa
		I A bol - pst : succeeded
		I A flo S A bol - pst : succeeded
		rebels land luc I`},
	{Name: "VENICE-01 a unit of any kind keeps others out", Text: `
		V F ven H : succeeded
		A F lag - ven : bounced`},
	{Name: "VENICE-03 BUG-25 dislodged in Venice: no retreat", Text: `
		V F ven H : succeeded, dislodged, retreats none
		A eF lag - ven : succeeded`},
	{Name: "VENICE-05 only moves close the way out, not supports", Options: func(r *rules.Set) { r.SupportTarget = rules.SupportPowerInSpace }, Text: `
		V G ven C F : succeeded, now F ven
		V F lag S V>ven : succeeded`},
	{Name: "VENICE-09 the affected power stays out, whoever stands there", Text: `
		A F ven H : succeeded
		V eF lag - ven : bounced
		rebels city ven V`},
	{Name: "VENICE-09 who is kept out may lose its own place", Text: `
		V F lag - ven : bounced, dislodged
		A F uas - lag : succeeded
		A F fri S F uas - lag : succeeded
		rebels city ven V`},
	{Name: "VENICE-11 only an elite attacker wins", Text: `
		V F ven H : succeeded
		A A fri - lag - ven : bounced
		A F lag C A fri - ven : succeeded`},
	{Name: "VENICE-13 1995: a fleet stands outside a garrison", Preset: "machiavelli-1995", Text: `
		V G ven H : succeeded
		A F uas - ven : succeeded`},
	{Name: "VENICE-13 where Venice is a province with a city, right after a game in which it is not", Options: func(r *rules.Set) { r.VeniceModel = rules.VeniceSeaWithCity }, Text: `
		V G ven H : succeeded
		A F lag - ven : succeeded`},
	{Name: "GARR-02 no move drives a garrison out", Text: `
		V G pad H : succeeded
		I eA ver - pad : succeeded
		contested:`},
	{Name: "GARR-04 a garrison does not hinder passage", Text: `
		V G pad H : succeeded
		I A pad - vic : succeeded
		I A ver - pad : succeeded`},
	{Name: "ORD-05 a mere attack breaks neither siege nor convoy", Text: `
		I A pad B : succeeded
		V G pad H : succeeded
		V A trv - pad : bounced
		sieges: pad`},
	{Name: "ORD-06 a disbanded unit stops nobody", Options: func(r *rules.Set) { r.DisbandOrders = true }, Text: `
		L A pav D : disbanded
		L A pia S A pav : succeeded
		I A mil - pav : succeeded`},
	{Name: "SPEC-06 two points do not break a second siege from inside", Text: `
		I A pad B : succeeded
		V eG pad C A : void, dislodged, eliminated
		siege pad
		taken: pad`},
	{Name: "REB-13 one point, though province and city rebel", Text: `
		L A flo - bol : bounced
		P eA bol H : succeeded
		rebels land bol P
		rebels city bol P`},
	{Name: "REB-15 a convoy that is broken claims nothing", Text: `
		A A urb - rma : bounced
		P eA rma H : succeeded
		rebels land rma P`},
	{Name: "REB-16 rebels do not help to hold", Text: `
		L A bol H : succeeded, dislodged
		P A rma - bol : succeeded
		P A fer S A rma - bol : succeeded
		rebels land bol P`},
}
