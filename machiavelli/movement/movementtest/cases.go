package movementtest

import "podesta/machiavelli/rules"

// Cases returns the movement examples of the ledger and cases for its other
// rules. Names begin with the rule or example that they test.
func Cases() []Case {
	var all []Case
	for _, group := range [][]Case{moveCases, supportCases, convoyCases, straitCases, conversionCases, siegeCases, retreatCases, veniceCases, rebelCases, ruleCases, rideCases, autonomousCases} {
		all = append(all, group...)
	}
	return all
}

func fortressesOff(r *rules.Set) { r.Fortresses = rules.FortressesOff }

var moveCases = []Case{
	{Name: "T-MOVE-1 dislodged head-on, no bounce behind the attacker", Text: `
		A A tyr - mil : succeeded
		A A trt S A tyr - mil : succeeded
		A A aus - tyr : succeeded
		I A mil - tyr : bounced, dislodged
		contested:`},
	{Name: "T-MOVE-1 not head-on: bounce behind the attacker", Text: `
		A A tyr - mil : succeeded
		A A trt S A tyr - mil : succeeded
		A A aus - tyr : bounced
		I A com - tyr : bounced
		contested: tyr`},
	{Name: "T-MOVE-2 no cut from the supported space", Text: `
		A A trt - mil : succeeded
		A A tyr S A trt - mil : succeeded
		I A mil - tyr : bounced, dislodged`},
	{Name: "T-MOVE-2 cut from elsewhere", Text: `
		A A trt - mil : bounced
		A A tyr S A trt - mil : cut
		I A mil - tyr : bounced
		I A com - tyr : bounced
		contested:`},
	{Name: "T-MOVE-3 own units bounce, the stronger enters", Text: `
		A A tyr - mil : succeeded
		A A trt S A tyr - mil : succeeded
		A A cri - mil : bounced`},
	{Name: "T-MOVE-4 elite beats ordinary", Text: `
		I eA com - pav : succeeded
		I A mil - pav : bounced`},
	{Name: "T-MOVE-5 garrison out while the army leaves", Text: `
		I G pav C A : succeeded, now A pav
		I A pav - com : succeeded, now A com`},
	{Name: "T-MOVE-6 garrison and fleet never exchange", Text: `
		L F psa C G : void, now F psa
		L G psa C A : bounced, now G psa`},
	{Name: "T-MOVE-7 MOVE-04 the stronger wins head-on", Text: `
		I A mil - pav : succeeded
		L A pav - mil : bounced, dislodged
		I A com S A mil - pav : succeeded`},
	{Name: "T-MOVE-8 a failed elite mover defends with two", Text: `
		I eA mil - pav : bounced
		V A pav H : succeeded
		V A pia S A pav : succeeded
		A A tyr - mil : bounced
		A A cri S A tyr - mil : succeeded`},
	{Name: "T-MOVE-8 with three it falls", Text: `
		I eA mil - pav : bounced, dislodged
		V A pav H : succeeded
		V A pia S A pav : succeeded
		A A tyr - mil : succeeded
		A A cri S A tyr - mil : succeeded
		A A trt S A tyr - mil : succeeded`},
	{Name: "T-MOVE-9 even head-on", Text: `
		I A mil - pav : bounced
		I A com S A mil - pav : succeeded
		L A pav - mil : bounced
		L A pia S A pav - mil : succeeded
		contested:`},
	{Name: "MOVE-08 no power dislodges its own", Text: `
		I A mil - pav : bounced
		I A com S A mil - pav : succeeded
		I A pav H : succeeded`},
	{Name: "MOVE-08 nor do its supports help another", Text: `
		I A mil - pav : bounced
		L A com S A mil - pav : succeeded
		L A pav H : succeeded`},
	{Name: "MOVE-10 a ring of three", Text: `
		I A mil - pav : succeeded
		L A pav - com : succeeded
		V A com - mil : succeeded`},
	{Name: "MOVE-10 a ring that an outsider breaks", Text: `
		I A mil - pav : bounced
		L A pav - com : bounced
		V A com - mil : bounced
		A A tyr - mil : bounced`},
	{Name: "MOVE-12 beleaguered", Text: `
		I A mil - pav : bounced
		I A com S A mil - pav : succeeded
		V A mon - pav : bounced
		V A pia S A mon - pav : succeeded
		L A pav H : succeeded`},
}

var supportCases = []Case{
	{Name: "SUPP-03 support of an order that was not given", Text: `
		I A mil - pav : succeeded
		I A pia S A mil - cre : void`},
	{Name: "SUPP-06 dislodged from the supported space", Text: `
		I A mil - pav : succeeded
		I A com S A mil - pav : cut, dislodged
		L A pav - com : succeeded
		L A tur S A pav - com : succeeded`},
	{Name: "SUPP-07 own units never cut", Text: `
		I A mil - pav : succeeded
		I A com S A mil - pav : succeeded
		I A tur - com : bounced
		L A pav H : succeeded, dislodged`},
	{Name: "SUPP-08 elite support is lost whole", Text: `
		I A mil - pav : bounced
		I eA com S A mil - pav : cut
		L A tur - com : bounced
		L A pav H : succeeded`},
	{Name: "X-39 pointwise: one point is left", Options: func(r *rules.Set) { r.EliteSupportCut = rules.CutPointwise }, Text: `
		I A mil - pav : succeeded
		I eA com S A mil - pav : succeeded
		L A tur - com : bounced
		L A pav H : succeeded, dislodged`},
	{Name: "SUPP-09 a garrison coming out cuts", Text: `
		I A com - pav : bounced
		I A mil S A com - pav : cut
		L G mil C A : bounced
		L A pav H : succeeded`},
	{Name: "SUPP-10 garrison support stands, besieged or not", Text: `
		I A mil B : succeeded, dislodged
		V G mil S A pav - mil : succeeded
		V A pav - mil : succeeded
		siege mil
		sieges:
		taken:`},
	{Name: "SUPP-12 no hold support for a mover", Text: `
		I A mil - tyr : bounced, dislodged
		I A pav S A mil : void
		A A tyr H : succeeded
		V A ber - mil : succeeded
		V A cre S A ber - mil : succeeded`},
	{Name: "SUPP-04 power in space: the entrant is backed", Preset: "battleline-1978-basic", Text: `
		I A mil - pav : succeeded
		I A com S I>pav : succeeded
		L A pav H : succeeded, dislodged`},
	{Name: "SUPP-04 power in space: a unit that fails to leave is backed where it is", Preset: "battleline-1978-basic", Text: `
		I A pav - mil : bounced
		I A pia S I>pav : succeeded
		L A mil H : succeeded
		V A for - pav : bounced
		V A mon S V>pav : succeeded`},
	{Name: "SUPP-04 power in space: not where it wants to go", Preset: "battleline-1978-basic", Text: `
		I A pav - mil : bounced
		I A pia S I>pav : succeeded
		L A mil - com : succeeded
		V A ber - mil : bounced`},
	{Name: "SUPP-04 power in space: nor against the one that comes the other way with more", Preset: "battleline-1978-basic", Text: `
		I A pav - mil : bounced, dislodged
		I A pia S I>pav : succeeded
		L A mil - pav : succeeded
		L A com S L>pav : succeeded
		L A mon S L>pav : succeeded`},
	{Name: "SUPP-04 power in space: a unit that converts in place keeps others out", Preset: "battleline-1978-basic", Text: `
		I A pad C G : succeeded
		I A ver S I>pad : succeeded
		V A fer - pad : bounced
		V A trv S V>pad : succeeded`},
	{Name: "SUPP-04 CONV-09 power in space: but not its own power", Preset: "battleline-1978-basic", Text: `
		I A pad C G : succeeded
		I A ver S I>pad : succeeded
		I A fer - pad : succeeded`},
	{Name: "SUPP-04 power in space: a unit whose convoy was not ordered", Preset: "battleline-1978-basic", Text: `
		V A fer - dal : disrupted
		V A bol S V>fer : succeeded
		L A pad - fer : bounced
		L A man S L>fer : succeeded`},
	{Name: "SUPP-04 power in space: a unit that leaves needs none", Preset: "battleline-1978-basic", Text: `
		I A pav - mil : succeeded
		I A pia S I>pav : succeeded
		V A for - pav : succeeded`},
	{Name: "SUPP-04 power in space: several entrants, and one that stays", Preset: "battleline-1978-basic", Text: `
		I A pav H : succeeded
		I A com - pav : bounced
		I A mil - pav : bounced
		I A pia S I>pav : succeeded
		V A for - pav : bounced
		V A mon S V>pav : succeeded`},
	{Name: "SUPP-04 power in space: else the unit there", Preset: "battleline-1978-basic", Text: `
		I A pav H : succeeded
		I A com S I>pav : succeeded
		L A mil - pav : bounced
		L A pia S L>pav : succeeded`},
	{Name: "Q-02 two entrants: void", Preset: "battleline-1978-basic", Text: `
		I A mil - pav : bounced
		I A pia - pav : bounced
		I A com S I>pav : void`},
}

var convoyCases = []Case{
	{Name: "CVOY-05 every link", Text: `
		T A psa - ets - gon - cap : succeeded
		T F ets C A psa - gon : succeeded
		T F gon C A psa - cap : succeeded`},
	{Name: "CVOY-05 a link without an order", Text: `
		T A psa - ets - gon - cap : disrupted
		T F ets C A psa - cap : succeeded
		T F gon H : succeeded
		contested:`},
	{Name: "CVOY-06 a dislodged link", Text: `
		N F ets C A pal - tiv : disrupted, dislodged
		N A pal - ets - tiv : disrupted
		T F wts - ets : succeeded
		T F sie S F wts - ets : succeeded
		contested:`},
	{Name: "BUG-28 a convoy breaks only through a real dislodgement", Text: `
		N F ets C A pal - tiv : succeeded
		N A pal - ets - tiv : succeeded
		N eF gon - ets : bounced
		T F wts - ets : bounced
		T F mes S F wts - ets : succeeded`},
	{Name: "CVOY-05 implicit: one of two ways is left", Preset: "diplomacy", Text: `
		F A lon - bel : succeeded
		F F nth C A lon - bel : succeeded
		F F eng C A lon - bel : disrupted, dislodged
		T F bre - eng : succeeded
		T F iri S F bre - eng : succeeded`},
	{Name: "MOVE-05 exchange by convoy", Preset: "diplomacy", Text: `
		F A hol - bel via : succeeded
		F F nth C A hol - bel : succeeded
		T A bel - hol : succeeded`},
	{Name: "CVOY-11 the staged judge spares support against its own fleet", Text: `
		T A tun - wms - sar : disrupted
		T F wms C A tun - sar : disrupted, dislodged
		N F pal - wms : succeeded
		N F sar S F pal - wms : succeeded`},
	{Name: "szykman: the convoyed army has no effect", Preset: "diplomacy", Text: `
		F A bre - lon : disrupted
		F F eng C A bre - lon : disrupted, dislodged
		T F lon S F wal - eng : succeeded
		T F wal - eng : succeeded`},
	{Name: "rule 5: two attacks each of which cuts the other's support by dislodging both fail", Options: func(r *rules.Set) { r.ConvoyedAttackCutsSupport = rules.OnlyIfDislodges }, Text: `
		L A sie - pat - tiv : bounced
		L F pat C A sie - tiv : succeeded
		L A cap S A sie - tiv : succeeded
		P A tiv S A slr - cap : succeeded
		P A slr - gon - cap : bounced
		P F gon C A slr - cap : succeeded`},
	{Name: "judge-staged: of two crossed convoys both fail", Text: `
		T A tun - wms - sar : disrupted
		T F wms C A tun - sar : disrupted, dislodged
		P F pio - wts : succeeded
		P F sar S F pio - wts : succeeded
		V A cor - wts - pal : disrupted
		V F wts C A cor - pal : disrupted, dislodged
		N F bot - wms : succeeded
		N F pal S F bot - wms : succeeded`},
}

var conversionCases = []Case{
	{Name: "CONV-08 an equal enemy walks in", Text: `
		I A pav C G : succeeded, now G pav
		L A mil - pav : succeeded, now A pav`},
	{Name: "CONV-09 in place: the equal enemy bounces", Preset: "battleline-1978-basic", Text: `
		I A pav C G : succeeded, now G pav
		L A mil - pav : bounced, now A mil
		contested: pav`},
	{Name: "CONV-09 in place: a stronger enemy enters beside", Preset: "battleline-1978-basic", Text: `
		I A pav C G : succeeded, now G pav
		L A mil - pav : succeeded, now A pav
		L A com S L>pav : succeeded`},
	{Name: "CONV-09 out of the city before movement", Preset: "battleline-1978-basic", Text: `
		I G pav C A : succeeded, now A pav
		L A mil - pav : bounced`},
	{Name: "CONV-09 out of the city, then dislodged", Preset: "battleline-1978-basic", Text: `
		I G pav C A : succeeded, dislodged, retreats for mon pia tur
		L A mil - pav : succeeded
		L A com S L>pav : succeeded`},
	{Name: "CONV-05 even garrison and entrant", Text: `
		I G pav C A : bounced, now G pav
		L A mil - pav : bounced
		contested: pav`},
	{Name: "CONV-05 a stronger garrison drives the unit out", Text: `
		I G pav C A : succeeded, now A pav
		I A mil S G pav C : succeeded
		L A pav H : succeeded, dislodged`},
	{Name: "CONV-07 own unit in the way", Text: `
		I G pav C A : bounced
		I A mil S G pav C : succeeded
		I A pav H : succeeded`},
	{Name: "BUG-09 no conversion from a besieged city, whatever the rebels", Text: `
		P A sie B : succeeded
		L G sie C A : void, eliminated
		siege sie
		rebels land sie P
		taken: sie`},
	{Name: "SIEGE-17 1995: the besieged fight their way out", Preset: "machiavelli-1995", Text: `
		P A sie B : succeeded, dislodged
		L eG sie C A : succeeded, now eA sie
		siege sie
		taken:
		sieges:`},
}

var siegeCases = []Case{
	{Name: "SIEGE-02 begun", Text: `
		I A pav B : succeeded
		- G pav : succeeded
		sieges: pav
		taken:`},
	{Name: "SIEGE-03 completed", Text: `
		I A pav B : succeeded
		- G pav : succeeded, eliminated
		siege pav
		sieges:
		taken: pav`},
	{Name: "SIEGE-01 nothing to besiege", Text: `
		I A pav B : void
		I G pav H : succeeded
		sieges:`},
	{Name: "BUG-10 another order is a hold and aborts the siege", Text: `
		I A trt - ver : void, now A trt
		- G trt : succeeded
		siege trt
		sieges:
		taken:`},
	{Name: "SIEGE-07 1995: the besieger is free", Preset: "machiavelli-1995", Text: `
		I A trt - ver : succeeded
		- G trt : succeeded
		siege trt
		sieges:`},
	{Name: "SIEGE-08 lifted", Text: `
		I A trt L : succeeded
		- G trt : succeeded
		siege trt
		sieges:`},
	{Name: "SIEGE-09 the garrison disbands", Preset: "battleline-1978-basic", Text: `
		I A trt - ver : succeeded
		V G trt D : disbanded
		siege trt
		sieges:`},
	{Name: "SUPP-03 a locked mover takes no hold support", Text: `
		I A pav - com : void, dislodged
		I A mil S A pav : void
		L G pav H : succeeded
		L A mon - pav : succeeded
		L A pia S A mon - pav : succeeded
		siege pav`},
	{Name: "SIEGE-03 REB-19 rebels put down", Text: `
		P A bol B : succeeded
		siege bol
		rebels land bol P
		rebels city bol P
		taken: bol`},
}

var retreatCases = []Case{
	{Name: "BUG-24b not into the city the attacker came from", Text: `
		T G mes C F : succeeded
		T F ion S G mes C F : succeeded
		N A mes H : succeeded, dislodged, retreats pal`},
	{Name: "BUG-24a T-REB-6 not into a rebelling city", Text: `
		N A mes H : succeeded, dislodged, retreats none
		T F ion - mes : succeeded
		T F ets S F ion - mes : succeeded
		T A pal H : succeeded
		rebels land mes N
		rebels city mes N`},
	{Name: "BUG-17 RETR-05 into the city as a last resort", Text: `
		N A mes H : succeeded, dislodged, retreats city
		T F ion - mes : succeeded
		T F ets S F ion - mes : succeeded
		T A pal H : succeeded`},
	{Name: "RETR-05 not while there is another way", Text: `
		N A mes H : succeeded, dislodged, retreats pal
		T F ion - mes : succeeded
		T F ets S F ion - mes : succeeded`},
	{Name: "RETR-05 1995: the city always", Preset: "machiavelli-1995", Text: `
		N A mes H : succeeded, dislodged, retreats pal otr city
		T F ion - mes : succeeded
		T F gon S F ion - mes : succeeded`},
	{
		Name: "RETR-03 the origin of a convoyed attacker stays forbidden", Preset: "diplomacy",
		Options: func(r *rules.Set) { r.RetreatToOriginOfConvoyedAttacker = false }, Text: `
		F A hol - bel via : succeeded
		F F nth C A hol - bel : succeeded
		F A pic S A hol - bel : succeeded
		T A bel H : succeeded, dislodged, retreats bur ruh`,
	},
	{Name: "RETR-03 Diplomacy: it is open", Preset: "diplomacy", Text: `
		F A hol - bel via : succeeded
		F F nth C A hol - bel : succeeded
		F A pic S A hol - bel : succeeded
		T A bel H : succeeded, dislodged, retreats bur hol ruh`},
	{Name: "MOVE-13 not where others bounced", Text: `
		L A pav H : succeeded, dislodged, retreats for mon tur
		I A mil - pav : succeeded
		I A com S A mil - pav : succeeded
		V A cre - pia : bounced
		A A par - pia : bounced
		contested: pia`},
}

var veniceCases = []Case{
	{Name: "BUG-25 dislodged in Venice", Text: `
		A eF lag - ven : succeeded
		V F ven H : succeeded, dislodged, retreats none`},
	{Name: "VENICE-04 overcome while converting", Text: `
		A eF lag - ven : succeeded
		V F ven C G : bounced, eliminated`},
	{Name: "VENICE-04 an equal attack bounces", Text: `
		A F lag - ven : bounced
		V F ven C G : succeeded, now G ven
		contested:`},
	{Name: "VENICE-05 any move closes the way out", Text: `
		A F lag - ven : bounced
		V eG ven C F : bounced, now eG ven`},
	{Name: "VENICE-05 undisturbed", Text: `
		V G ven C F : succeeded, now F ven`},
	{Name: "VENICE-06 shut while a garrison stands", Text: `
		A eF lag - ven : bounced
		V G ven H : succeeded`},
	{Name: "VENICE-09 the affected power stays out", Text: `
		V F lag - ven : bounced
		rebels city ven V`},
	{Name: "VENICE-09 another power walks in", Text: `
		A F lag - ven : succeeded
		rebels city ven V`},
	{Name: "RETR-09 BUG-08 no retreat into rebelling Venice", Text: `
		V F lag H : succeeded, dislodged, retreats pad trv
		A F uas - lag : succeeded
		A F fri S F uas - lag : succeeded
		rebels city ven V`},
}

var rebelCases = []Case{
	{Name: "T-REB-1 rebels back the entrant they are not against", Options: fortressesOff, Text: `
		A A cri - vic : succeeded
		V A ver - vic : bounced
		rebels land vic V`},
	{Name: "T-REB-2 two claimants: nobody", Options: fortressesOff, Text: `
		A A cri - vic : bounced
		V A ver - vic : bounced
		I A trt - vic : bounced
		rebels land vic V`},
	{Name: "BUG-40 a converting garrison is a claimant", Text: `
		P A bol H : succeeded
		V G bol C A : bounced
		L A flo - bol : bounced
		rebels land bol P`},
	{Name: "BUG-40 in place: a garrison that comes out before movement is a claimant, too", Preset: "battleline-1978-advanced", Text: `
		V G bol C A : succeeded, now A bol
		L A flo - bol : bounced
		rebels land bol P`},
	{Name: "Q-12 of one power's entrants the strongest", Text: `
		P A bol H : succeeded, dislodged
		L A flo - bol : succeeded
		L A luc S A flo - bol : succeeded
		L A mod S A flo - bol : succeeded
		L A pst - bol : bounced
		rebels land bol P`},
	{Name: "rules 3 and 5: claims, supports and dislodgements in a circle", Options: func(r *rules.Set) { r.ConvoyedAttackCutsSupport = rules.OnlyIfDislodges }, Text: `
		L eA pio - ets - tiv : bounced
		L F ets C A pio - tiv : succeeded
		L A sie - pat - tiv : bounced
		L F pat C A sie - tiv : succeeded
		L A cap S A sie - tiv : succeeded
		P A tiv S A slr - cap : succeeded
		P A slr - gon - cap : bounced
		P F gon C A slr - cap : succeeded
		rebels land tiv P`},
	{Name: "REB-14 every claimant is backed", Options: func(r *rules.Set) { r.RebelSupport = rules.RebelsEveryClaimant }, Text: `
		A A cri - vic : bounced
		P A trt - vic : bounced
		V A ver - vic : bounced
		V A pad S A ver - vic : succeeded
		rebels land vic V`},
}
