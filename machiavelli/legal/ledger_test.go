package legal_test

import "testing"

// ledgerCases lists cases that each test one rule of the ledger.
var ledgerCases = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"ORD-01", "B", "njudge-classic disband-orders=on", `
		I A mil
		N F nap
		I G pav
		- G fer
		L A fer
		N F anc
		- G anc
		siege anc`, `
		I: a mil h => A Milan H
		I: a mil - ber => A Milan - Bergamo
		I: a mil disband => A Milan D
		I: a mil t a fer - bol => E08 Only fleets convoy; the unit in Milan is an army.
		N: f nap - gon => F Naples - Gulf of Naples
		N: f nap c g => F Naples C G
		N: f anc b => F Ancona B
		N: f anc lift => F Ancona L
		I: g pav h => G Pavia H
		I: g pav - mil => E09 A garrison does not move: the garrison in Pavia holds
		I: g pav b => E09 A garrison does not besiege
		I: g pav lift => E09 A garrison lifts no siege
		I: g pav t a mil - pav => E08 A garrison cannot convoy
		I: g pav c a => G Pavia C A
		L: a fer b => A Ferrara B`},
	{"ORD-02", "B", "njudge-classic", `
		I A mil
		V A pad`, `
		V: a mil - pav => A Milan - Pavia [W01]
		V: milanese a mil h => A Milan H [W01]
		V: florentine a mil h => E02 The army in Milan is Milanese, not Florentine.
		V: a ver h => E02 There is no army in Verona. Near it you have A Padua.`},
	{"ORD-02", "B", "battleline-1978-basic", `
		I A mil
		- G fer`, `
		V: a mil - pav => E02 The army in Milan is Milanese, not yours.
		V: g fer h => E02 The garrison in Ferrara is autonomous, not yours.`},
	{"ORD-03", "B", "battleline-1978-basic", `
		F A sav
		F A swi
		F F mar
		I G gen
		T F egl`, `
		F: A1 A-Genoa => A Savoy - Genoa
		F: A2 Hold => A Swiss H
		F: F1 S-Prove-(F) => F Marseilles S Provence (France)
		F: F1 S-WGOL-(T) => F Marseilles S Western Gulf of Lyons (Turks)
		F: A3 Hold => E02 You have no unit A3; your units are A1, A2 and F1.
		I: G1 F1 => G Genoa C F1
		T: F1 T-A1-(Fr) => F Eastern Gulf of Lyons T A Savoy`},
	{"ORD-04", "B", "njudge-classic", `
		I A mil
		I F sie
		L F psa`, `
		I: f mil - pav => E02 There is no fleet in Milan; the unit there is an army.
		I: a mil - pad => E05 An army cannot go from Milan to Padua; from Milan it can go to
		I: a mil - ets => E05 An army cannot go to sea
		L: f psa - flo => E05 A fleet cannot go from Pisa to Florence; from Pisa it can go to
		I: a rome h => E02 There is no army in Rome.`},
	{"ORD-06", "B", "njudge-classic", "I A mil", `
		I: a mil disband => E12 This game is played without disband orders`},
	{"ORD-07", "B", "njudge-classic", `
		phase spring 1454 retreats
		I A mil dislodged ber pav`, `
		I: a mil d => A Milan D`},
	{"ORD-08", "B", "njudge-classic", "N F mes", `
		N: ally turks papacy => Ally Papacy, Turks
		N: unally turks => Unally Turks
		N: ally naples => E25 Name a power in the game other than your own`},
	{"ORD-09", "B", "njudge-classic", `
		V A pad
		I A ver
		T F ion
		T A otr`, `
		V: a pad s a ver - vic => A Padua S A Verona - Vicenza
		V: a pad s milanese a ver - vic => A Padua S A Verona - Vicenza
		V: a pad s venetian a ver - vic => E02 The army in Verona is Milanese, not Venetian.`},
	{"GARR-01", "B", "njudge-classic", `
		I G mil
		I A mil
		I A pav
		V G gen`, `
		I: g mil s a mil => G Milan S A Milan
		I: g mil s a pav - mil => G Milan S A Pavia - Milan
		I: g mil s a pav => E06 A garrison supports only into its own province
		I: g mil s g mil => E06 The garrison in Milan cannot support itself.
		I: mil h => A Milan H
		V: gen c => E10 Genoa is a port: say whether the garrison becomes an army or a fleet.
		V: gen c f => G Genoa C F`},
	{"SUPP-01", "B", "njudge-classic", `
		V A pad
		V A ver
		V F uas
		T F las
		A A cri`, `
		V: a pad s a ver - man => E06 The army in Padua cannot go to Mantua by itself
		V: a pad s a ver - vic => A Padua S A Verona - Vicenza
		V: a pad s f uas => E06 The army in Padua cannot go to the Upper Adriatic Sea by itself
		V: f uas s f las => F Upper Adriatic Sea S F Lower Adriatic Sea
		V: f uas s a ver - bol => F Upper Adriatic Sea S A Verona - Bologna [W04]
		V: f uas s a ver - vic => E06 The fleet in the Upper Adriatic Sea cannot go to Vicenza by itself
		V: a pad s ver => A Padua S A Verona
		V: a ver s pad => A Verona S A Padua
		V: a pad s f ver => E02 There is no fleet in Verona; the unit there is an army.
		V: a pad s a vic => E02 There is no army in Vicenza.
		V: a pad s a pad => E06 The army in Padua cannot support itself.
		V: a ver s a cri - man => A Verona S A Carinthia - Mantua [W04]`},
	{"SUPP-02", "B", "njudge-classic", `
		P G bol
		L A flo
		P A bol`, `
		P: g bol s a flo - bol => G Bologna S A Florence - Bologna
		P: g bol s a bol => G Bologna S A Bologna
		P: g bol s a bol - flo => E06 A garrison supports only into its own province
		P: a bol s g bol => E06 A unit supports into a province next to it, not into its own`},
	{"SUPP-04", "B", "battleline-1978-basic", `
		V A pad
		I A ver
		I A man
		A A trt`, `
		V: a pad s a ver - vic => A Padua S Vicenza (Milan)
		V: a pad s ver => A Padua S Verona (Venice) [W04]
		V: a pad s ver h => A Padua S Verona (Milan) [W07]
		V: a pad s a ver => A Padua S Verona (Milan)
		V: a pad s tre => A Padua S Treviso (Venice) [W04]
		V: A1 S-Veron-(Mil) => A Padua S Verona (Milan)
		V: A1 S-Veron-(A) => A Padua S Verona (Austria)
		V: A1 S-Veron-(F) => A Padua S Verona (France) [W04]
		V: A1 S-Mantu => E06 The army in Padua cannot go to Mantua`},
	{"SUPP-04", "B", "battleline-1978-advanced", `
		I A mil
		I A pia
		V A pav`, `
		I: a pia s pav => A Piancenza S Pavia (Milan)
		I: a pia s pav (venice) => A Piancenza S Pavia (Venice)
		I: a pia s pav h => A Piancenza S Pavia (Venice) [W07]`},
	{"SUPP-04", "B", "battleline-1978-advanced", `
		I A mil
		I A pia
		V G pav`, `
		I: a pia s pav => A Piancenza S Pavia (Milan)`},
	{"SUPP-04", "B", "njudge-classic", `
		I A pia
		V A pav`, `
		I: a pia s pav => A Piancenza S A Pavia [W07]
		V: a pav s pia => A Pavia S A Piancenza [W07]`},
	{"SUPP-04", "B", "njudge-classic", `
		V A pad
		I A ver`, `
		V: a pad s ver (milan) => E04 In this game a support names the unit and what it does`},
	{"SUPP-13", "B", "njudge-classic", `
		P A bol
		V G fer
		V A man
		- G luc
		L A psa
		L G flo
		L A flo
		siege fer`, `
		P: a bol s g fer c a => A Bologna S G Ferrara C A
		P: a bol s g fer c => A Bologna S G Ferrara C
		P: a bol s g fer => A Bologna S G Ferrara
		P: a bol s a man c g => E10 Only the conversion of a garrison can be supported
		P: a bol s g fer - man => E09 A garrison does not move
		P: a bol s fer => E02 There is no army or fleet in Ferrara. If you mean the garrison write G Ferrara.
		P: a bol s luc c => A Bologna S G Lucca C [W07]`},
	{"SUPP-14", "B", "njudge-classic", `
		F F mar
		F F wgl
		F F egl
		F A avi
		T F pro/sc
		V F ist
		V F uas
		V F dal
		A F cro/nc`, `
		F: f mar s f wgl - pro/nc => F Marseilles S F Western Gulf of Lyons - Provence/nc
		F: f mar s f wgl - pro => F Marseilles S F Western Gulf of Lyons - Provence
		F: f egl s f wgl - pro => F Eastern Gulf of Lyons S F Western Gulf of Lyons - Provence/sc
		F: f egl s f wgl - pro/nc => E06 The fleet in the Eastern Gulf of Lyons reaches only the south coast of Provence
		F: f egl s a avi - pro => F Eastern Gulf of Lyons S A Avignon - Provence
		F: f egl s f pro => F Eastern Gulf of Lyons S F Provence/sc
		V: f ist s f cro => F Istria S F Croatia/nc
		V: f uas s f cro => F Upper Adriatic Sea S F Croatia/nc
		V: f dal s f cro => E06 The fleet in Dalmatia reaches only the south coast of Croatia
		F: f mar s f pro => F Marseilles S F Provence/sc`},
	{"SUPP-14", "B", "njudge-classic", `
		F F avi
		F F sav
		T A pro
		V F dal
		V F uas`, `
		F: f avi s f sav - pro => E06 The fleet in Avignon reaches only the north coast of Provence, so it cannot support at the south coast
		F: f sav - pro => F Savoy - Provence/sc
		V: f dal s f uas - cro => E06 The fleet in Dalmatia reaches only the south coast of Croatia, so it cannot support at the north coast`},
	{"SUPP-14", "B", "njudge-classic support-coast=any-coast", `
		F F avi
		F F sav
		T A pro`, `
		F: f avi s f sav - pro => F Avignon S F Savoy - Provence/sc`},
	{"SUPP-14", "B", "njudge-classic support-coast=any-coast", `
		F F wgl
		F F egl
		F F mar
		T F pro/sc`, `
		F: f egl s f wgl - pro/nc => F Eastern Gulf of Lyons S F Western Gulf of Lyons - Provence/nc
		F: f mar s f pro => F Marseilles S F Provence/sc`},
	{"SUPP-16", "B", "njudge-classic", `
		V A pad
		I A ver`, `
		V: a pad s a ver - vic => A Padua S A Verona - Vicenza`},
	{"CVOY-01", "B", "njudge-classic", `
		N F ion
		N F otr
		N A bar`, `
		N: f ion t f otr - dur => E08 Only armies are convoyed
		N: f otr - ion - dur => E08 Only armies are convoyed
		N: f ion t g otr - dur => E08 Only armies are convoyed`},
	{"CVOY-02", "B", "njudge-classic", `
		N A otr
		N F ion
		V A ver
		N A aqu`, `
		N: a otr - ion - dur => A Otranto - Ionian Sea - Durazzo
		N: f ion t a otr - dur => F Ionian Sea T A Otranto - Durazzo
		N: f ion t otr - dur => F Ionian Sea T A Otranto - Durazzo
		N: f ion t a otr - rme => E07 Rome has no coast
		N: f ion t a otr - pal => F Ionian Sea T A Otranto - Palermo
		N: f ion t a otr - psa => E07 No chain of fleets with
		N: f ion t a otr - bot => E08 A convoy ends in a province
		N: f ion t a aqu - dur => E07 No chain of fleets
		N: f ion t a otr - otr => E07 The army in Otranto is in Otranto already
		N: a otr - ion - rme => E07 Rome has no coast
		V: a ver - uas - fer => E07 Verona has no coast
		N: a otr - dur => E05 An army cannot walk from Otranto to Durazzo. To go by convoy its order lists the fleets, as in "A Otranto - Ionian Sea - Durazzo".
		N: a otr - dur via convoy => E07 In this game the army's order lists the fleets
		N: a otr - las - dur => E07 There is no fleet in the Lower Adriatic Sea to carry the army; a route that exists is "A Otranto - Ionian Sea - Durazzo".`},
	{"CVOY-03", "B", "njudge-classic", `
		T A rag
		T F dal
		T F uas`, `
		T: a rag - dal - ist => E07 The fleet in Dalmatia cannot take on board an army from Ragusa`},
	{"CVOY-03", "B", "njudge-classic", `
		L A luc
		L F psa
		L F pio`, `
		L: a luc - psa - pio - rme => E07 Rome has no coast
		L: a luc - psa - pio - sie => A Lucca - Pisa - Piombino - Siena
		L: f psa t a luc - sie => F Pisa T A Lucca - Siena
		L: f pio t a luc - pio => F Piombino T A Lucca - Piombino
		L: a luc - psa - pio => A Lucca - Pisa - Piombino
		L: a luc - psa - pio - psa => A Lucca - Pisa - Piombino - Pisa
		L: a luc - psa - pio - psa - luc => E05`},
	{"CVOY-03", "B", "njudge-classic coastal-convoys=off", `
		L A luc
		L F psa`, `
		L: a luc - psa - sie => E07 The fleet in Pisa is in port, and here only fleets at sea convoy
		L: f psa t a luc - sie => E07 The fleet in Pisa cannot convoy: here only fleets at sea do.`},
	{"CVOY-04", "B", "njudge-classic", `
		F A avi
		F F pro/nc
		V A ist
		V F cro/nc`, `
		F: a avi - pro - sav => E07 The fleet in Provence cannot land an army in Savoy
		F: a avi - pro - mar => A Avignon - Provence - Marseilles
		V: a ist - cro - dal => E07 The fleet in Croatia cannot land an army in Dalmatia`},
	{"CVOY-05", "B", "battleline-1978-basic", `
		N A otr
		N F ion
		T F las`, `
		N: a otr - dur => A Otranto - Durazzo
		N: a otr - ion - dur => A Otranto - Durazzo
		N: a otr - ion - las - anc => A Otranto - Ancona
		N: a otr - psa => E05 An army cannot go from Otranto to Pisa
		N: a otr - psa via convoy => E07 No chain of fleets
		N: a otr - bar => A Otranto - Bari
		N: a otr - bar via convoy => A Otranto - Bari via convoy`},
	{"CVOY-05", "B", "njudge-classic", `
		N A otr
		N F ion
		T F las`, `
		N: a otr - ion - las - anc => A Otranto - Ionian Sea - Lower Adriatic Sea - Ancona
		N: f ion t a otr - las => F Ionian Sea T A Otranto - Lower Adriatic Sea
		N: f ion t a otr - anc => F Ionian Sea T A Otranto - Ancona
		N: a otr - ion - anc => E07 The fleet in the Ionian Sea cannot land an army in Ancona; a route that exists is
		N: a otr - ion - las - ion - mes => E07 The convoy route touches a place twice`},
	{"CVOY-09", "B", "njudge-classic", `
		N A otr
		N F ion
		T A alb
		T A her`, `
		T: a alb s a otr - dur => A Albania S A Otranto - Durazzo
		T: a her s a otr - dur => E06
		T: a alb s a otr - her => A Albania S A Otranto - Herzegovina [W04]`},
	{"CVOY-13", "balance-of-power-1995", "machiavelli-1995", `
		V A pad
		V F uas`, `
		V: a pad - uas - ven => E28 No army may enter Venice
		V: f uas t a pad - ven => E07`},
	{"CONV-01", "B", "njudge-classic", `
		I A mil
		I F gen
		I G pav
		L A cre`, `
		I: a mil c => A Milan C G
		I: a mil c f => E10 The army in Milan can become a garrison only
		I: a mil c a => E10 The unit in Milan is an army already.
		I: f gen c => F Genoa C G
		I: g pav c => G Pavia C A
		I: g pav c g => E10 The unit in Pavia is a garrison already.`},
	{"CONV-02", "B", "njudge-classic", `
		P F bol
		P G per
		P G anc
		P G rme
		L A are
		- G fer`, `
		P: f bol c g => E10 Bologna has no port, so a fleet cannot enter the city.
		P: g per c f => E10 Perugia has no port: the garrison can become an army only.
		P: g anc c f => G Ancona C F
		P: g anc c => E10 Ancona is a port`},
	{"CONV-03", "B", "njudge-classic", "I A mil elite", `
		I: a mil c g => A Milan C G`},
	{"CONV-04", "B", "njudge-classic", `
		I A mil
		V G mil
		V A ver
		rebels ver city V`, `
		I: a mil c g => A Milan C G [W04]
		V: a ver c g => E10 Verona has no fortified city`},
	{"CONV-06", "B", "njudge-classic", `
		V G mil
		I A mil
		siege mil`, `
		V: g mil c a => G Milan C A [W04]
		I: a mil - pav => A Milan - Pavia [W08]
		I: a mil b => A Milan B
		I: a mil lift => A Milan L`},
	{"SIEGE-10", "B", "njudge-classic", `
		I G mil
		I A mil
		siege mil`, `
		I: g mil c a => G Milan C A
		I: a mil b => A Milan B [W04]
		I: a mil - pav => A Milan - Pavia`},
	{"CONV-10", "balance-of-power-1995", "machiavelli-1995", `
		L A flo elite
		L G are elite
		A A aus elite`, `
		L: g are c a => E28 Florence may not have a professional army in this game.
		L: a flo c g => E28 Florence may not have a professional garrison in this game.
		A: a aus c g => A Austria C G`},
	{"CONV-11", "dipmach", "njudge-classic", `
		R G stp`, `
		R: g stp c f => E10 St Petersburg has the north coast and the south coast; say at which the fleet is.
		R: g stp c f/nc => G St Petersburg C F/nc
		R: g stp c a => G St Petersburg C A`},
	{"CONV-13", "B", "battleline-1978-basic", `
		- G fer
		P A bol`, `
		P: g fer c a => E02 The garrison in Ferrara is autonomous, not yours.
		P: a bol s g fer c a => A Bologna S Ferrara (autonomous) [W04]`},
	{"SIEGE-01", "B", "njudge-classic", `
		P A bol
		V G bol
		I F gen
		- G gen
		L F fer
		- G fer
		N A nap
		N G nap
		A A ver
		T A per
		rebels per city T
		V A man`, `
		P: a bol b => A Bologna B
		P: bol besieges garrison => A Bologna B
		I: f gen b => F Genoa B
		L: f fer b => E11 Ferrara has no port
		N: a nap b => A Naples B [W04]
		A: a ver b => E11 Verona has no fortified city to besiege.
		T: a per b => A Perugia B
		V: a man b => E11 There is nothing to besiege in Mantua`},
	{"SIEGE-08", "B", "njudge-classic", `
		P A bol
		V G bol`, `
		P: a bol lift => E11 The army in Bologna is not besieging anything`},
	{"SIEGE-17", "balance-of-power-1995", "machiavelli-1995", `
		P A bol
		V G bol
		siege bol`, `
		P: a bol lift => E11 There is no order to lift a siege in this game
		P: a bol - mod => A Bologna - Modena
		V: g bol c a => G Bologna C A`},
	{"VENICE-06", "B", "njudge-classic", `
		V F ven
		rebels ven both V`, `
		V: f ven b => E11 Venice cannot be besieged`},
	{"VENICE-13", "balance-of-power-1995", "machiavelli-1995", `
		V A pad
		V G ven`, `
		V: a pad - ven => E28 No army may enter Venice
		V: g ven c a => E28 No army can be in Venice`},
	{"BOARD-06", "B", "njudge-classic", "I A mod\nN A aqu", `
		N: a aqu c g => E10 Aquila has no fortified city`},
	{"BOARD-06", "B", "njudge-classic fortresses=on", "N A aqu", `
		N: a aqu c g => A Aquila C G`},
	{"BOARD-10", "B", "njudge-classic", `
		F F pro/nc
		V F cro/sc`, `
		F: f pro - egl => E05 A fleet cannot go from the north coast of Provence to the Eastern Gulf of Lyons
		F: f pro - mar => F Provence/nc - Marseilles
		F: f pro/sc - mar => F Provence/nc - Marseilles
		V: f cro - uas => E05 A fleet cannot go from the south coast of Croatia`},
	{"BOARD-11", "B", "njudge-classic", `
		V F ist
		F F egl
		V A car`, `
		V: f ist - cro => E05 The fleet from Istria can arrive at the north coast or the south coast of Croatia; say at which.
		V: f ist - cro/sc => F Istria - Croatia/sc
		F: f egl - pro => F Eastern Gulf of Lyons - Provence/sc
		F: f egl - pro/nc => E05 From the Eastern Gulf of Lyons a fleet reaches Provence only at the south coast.`},
	{"BOARD-12", "B", "njudge-classic", "V A ist", `
		V: a ist - dal => A Istria - Dalmatia`},
	{"BOARD-12", "B", "battleline-1978-advanced", "V A ist", `
		V: a ist - dal => E05 An army cannot go from Istria to Dalmatia`},
	{"BOARD-15", "A", "njudge-classic", `
		I A sav
		I A trt
		I F wgl`, `
		I: a sav - swi => E05 Swiss is out of play in this game
		I: a sav - pro => E05 Provence is out of play in this game
		I: f wgl - avi => E05 Avignon is out of play
		I: f wgl t a sav - mar => E07`},
	{"BOARD-17", "B", "njudge-classic", `
		I A gen
		L F psa
		V A ver
		F A pro`, `
		I: a gen - egl => E05 An army cannot go to sea
		L: f psa - flo => E05 A fleet cannot go
		V: a ver c g => E10 Verona has no fortified city, so no garrison can be there.
		F: a pro - mar/nc => A Provence - Marseilles`},
}

func TestLedger(t *testing.T) {
	for _, c := range ledgerCases {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, c.scene).table(c.rows)
		})
	}
	for _, c := range moneyCases {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, c.scene).table(c.rows)
		})
	}
	for _, c := range cavalryCases {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, c.scene).table(c.rows)
		})
	}
	for _, c := range cavalryBuilds {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, "phase winter 1454 adjustments\n"+c.scene).table(c.rows)
		})
	}
	for _, c := range setCases {
		t.Run(c.rule, func(t *testing.T) {
			g := setUp(t, c.scenario, c.rules, c.scene)
			g.set(g.power(c.letter), c.rows)
		})
	}
	for _, c := range winterCases {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, "phase winter 1454 adjustments\n"+c.scene).table(c.rows)
		})
	}
	for _, c := range retreatCases {
		t.Run(c.rule, func(t *testing.T) {
			setUp(t, c.scenario, c.rules, "phase spring 1454 retreats\n"+c.scene).table(c.rows)
		})
	}
}
