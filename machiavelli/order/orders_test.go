package order

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

func TestMovementExamples(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		a mil h | army Milan HOLD | A  MIL.  holds => A Milan H
		MIL stands => Milan H
		A PAV-MON | Army Pavia moves to Montferrat | a pav -> mon | a pav m montf => A Pavia - Montferrat
		pav m montf | pavia -> mon => Pavia - Montferrat
		f nap - gon | F Naples move Gulf of  Naples => F Naples - Gulf of Naples
		f mar - pro/nc | f mar - pro(nc) | f mar - pro (north coast) | f mar - pro/north coast | f mar - pro nc | f mar - pro/n => F Marseilles - Provence/nc
		f mar m pro => F Marseilles - Provence
		f pro/sc - mar => F Provence/sc - Marseilles
		a pis m psa => A Pistoia - Pisa [pis read as Pistoia.]
		a car h => A Carinthia H [car read as Carinthia.]
		a piacenza - milano | a piancenza - mil => A Piancenza - Milan
		a cre s mil => A Cremona S Milan
		a cre supports mil holds | a cre s mil h => A Cremona S Milan H
		a cre s a mil h => A Cremona S A Milan
		a cre s a mil | a cre support army milan stands => A Cremona S A Milan
		a cre s a mil - ber => A Cremona S A Milan - Bergamo
		cre supports mil m bergamo | cre s mil moves to ber | cre s mil - to ber => Cremona S Milan - Bergamo
		a otr - to ion moves to dur | a otr → ion ‐ dur | a otr ― ion ⇒ dur | a otr=> ion ==> dur | a otr > ion >dur | a otr - durazzo via ion => A Otranto - Ionian Sea - Durazzo
		a pad s a ver - man => A Padua S A Verona - Mantua
		g man s a ver - man => G Mantua S A Verona - Mantua
		a bol s g fer c a | a bol supports garrison ferrara converts to army => A Bologna S G Ferrara C A
		a bol s g fer c | a bol s g fer conversion => A Bologna S G Ferrara C
		f ets t a mes - rme | f ets transports a mes - rme => F Eastern Tyrrhenian Sea T A Messina - Rome
		f ion t a otr - dur | f ion convoy a otr - dur | F Ionian Sea Convoys A Otranto to Durazzo => F Ionian Sea T A Otranto - Durazzo
		a otr - ion - dur | a otr m ion m dur | A Otranto - Durazzo via ION => A Otranto - Ionian Sea - Durazzo
		a mes - gon - ets - pio | a mes - pio via gon - ets | a mes - pio via gon and ets => A Messina - Gulf of Naples - Eastern Tyrrhenian Sea - Piombino
		a otr - dur via convoy | a otr - dur by convoy => A Otranto - Durazzo via convoy
		f ion c a otr - dur => F Ionian Sea T A Otranto - Durazzo [c read as convoy.]
		f ion c otr - dur => F Ionian Sea T Otranto - Durazzo [c read as convoy.]
		f ion c | f ion convert => F Ionian Sea C
		f ion c f5 => F Ionian Sea C F5
		f ion c xyz => E08
		f ion c a otr => E08
		f ion t a otr => E08
		f ion t xyz - dur => E08
		a bol c => A Bologna C
		A Bologna convert to garrison | a bol c g | a bol converts garrison | a bol conversion to g => A Bologna C G
		g ven c f => G Venice C F
		g ven c => G Venice C
		g fer c => G Ferrara C
		ven c f => Venice C F
		g cro c f/nc | g cro c fleet (nc) => G Croatia C F/nc
		a sie b | a sie siege rebellion | a sie besieges the garrison | a sie b g | a sie seige autonomous garrison | a sie b sie => A Siena B
		sie besieges garrison => Siena B
		a sie b flo => E11
		a sie ls | a sie lifts siege | a sie l | a sie lift | a sie lift siege => A Siena L
		a sav disband | a sav d | a sav disbands | a sav c 0 | a sav 0 | disband a sav => A Savoy D
		f bot - pal => F Bay of Tunis - Palermo
		f bot none => F Bay of Tunis none
		a flo - bol => A Florence - Bologna
		elite mercenary army flo - bol => E01
		a cre s Venetian A Pad => A Cremona S Venetian A Padua
		a cre s ven a pad - vic => A Cremona S Venetian A Padua - Vicenza
		a cre s ven => A Cremona S Venice
		A Pistoia S Bologna (Florence) | A Pistoia S Bologna (fl) | a pst s bol-(L) | a pst s bol - ( fl ) => A Pistoia S Bologna (Florence)
		A Pistoia S Bologna (n) | A Pistoia S Bologna ( N ) => A Pistoia S Bologna (Naples)
		a montfe h | a montferr h => A Montferrat H
		f mar - pro( nc) => F Marseilles - Provence/nc
		A Pistoia S Bologna (autonomous) => A Pistoia S Bologna (autonomous)
		A Pistoia S Bologna (Spain) => E25
		a mil s a otr - ion - dur => A Milan S A Otranto - Durazzo
		f venice-lagoon => F Venice - Lagoon
		a Mil to Pav => A Milan - Pavia
	`)
}

// TestVerbs reads every spelling of every unit verb.
func TestVerbs(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, v := range []struct{ words, before, after, want string }{
		{"h hold holds stand stands", "a mil", "", "A Milan H"},
		{"- -> --> => m move moves to move_to moves_to advance → ⇒ – — −", "a mil", "pav", "A Milan - Pavia"},
		{"s support supports", "a mil", "a pav", "A Milan S A Pavia"},
		{"t convoy convoys transport transports", "f ion", "a otr - dur", "F Ionian Sea T A Otranto - Durazzo"},
		{"c convert converts convert_to converts_to conversion conversion_to", "a mil", "g", "A Milan C G"},
		{"b besiege besieges siege sieges beseige beseiges seige seiges", "a mil", "", "A Milan B"},
		{"l ls lift lifts lift_siege lifts_siege", "a mil", "", "A Milan L"},
		{"d disband disbands 0", "a mil", "", "A Milan D"},
	} {
		for w := range strings.FieldsSeq(v.words) {
			in := v.before + " " + strings.ReplaceAll(w, "_", " ") + " " + v.after
			checkRow(t, c, in, v.want, "")
			checkRow(t, c, strings.ToUpper(in), v.want, "")
		}
	}
	for _, in := range []string{"a mil p fra", "a mil proxy to france"} {
		checkRow(t, c, in, "E12", "")
	}
	for _, in := range []string{"a mil holdxyz", "a mil attacks pav", "a mil hh", "a mil", "a mil ff a pav - gen", "a mil - ", "a mil s", "f ion t"} {
		want := "E03"
		switch in {
		case "a mil - ", "a mil s":
			want = "E04"
		case "f ion t":
			want = "E08"
		}
		checkRow(t, c, in, want, "")
	}
}

// TestEveryPlace parses every name of every board as its own area.
func TestEveryPlace(t *testing.T) {
	for _, slug := range []string{"italy-1978", "italy-1995", "diplomacy", "dipmach"} {
		c := context(t, slug, machiavelli.Orders)
		for id := 1; id < len(c.Board.Areas); id++ {
			a := &c.Board.Areas[id]
			for _, name := range append([]string{a.Name, a.Code, strings.ToUpper(a.Name)}, a.Aliases...) {
				for _, in := range []string{"a " + name + " h", "a " + name + ". h", name + " h", "a " + name + "-" + name} {
					o, _, err := ParseOne(in, c)
					if err != nil || int(o.Unit.At) != id {
						t.Errorf("%s: %q: %v %v", slug, in, o.Unit, err)
					}
				}
			}
			for _, name := range a.Legacy {
				o, notes, err := ParseOne("a "+name+" h", c)
				if err != nil || int(o.Unit.At) != id || len(notes) != 1 || notes[0].Code != "W07" {
					t.Errorf("%s: %q: %v %v %v", slug, name, o.Unit, notes, err)
				}
			}
		}
	}
}

func TestCoasts(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		f wgl - pro/sc | f wgl - provence (sc) | f wgl - pro(sc) | f wgl - pro/s | f wgl - pro/south coast | f wgl - pro south coast | f wgl - pro sc => F Western Gulf of Lyons - Provence/sc
		f ion - pro/ec => E04
		f ion - pro/xx => E04
		f ion - pro(nc => E04
		f mar - gen/nc => F Marseilles - Genoa [Genoa has no two coasts; the north coast is left out.]
	`)
}

func TestRetreats(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Retreats), `
		a bol - rma | a bol r rma | a bol retreats to Romagna | retreat a bol - rma => A Bologna - Romagna
		bol - rma => Bologna - Romagna
		F ANC - UAS => F Ancona - Upper Adriatic Sea
		a bol d | A BOL disband | a bol disbands | disband a bol => A Bologna D
		a bol c g | a bol c | A BOL C garrison | a bol convert to g => A Bologna C G
		a bol c f => E10
		f wgl - pro/sc => F Western Gulf of Lyons - Provence/sc
		a otr - ion - dur => E07
		a bol => E03
		a bol - => E04
		a xyz - rma => E01
		a bol h => A Bologna H
		a bol s a rma - fer => A Bologna S A Romagna - Ferrara
		pay 6 to milan | e1: 3 fr milan | ally france | tax milan | give turkey to naples => E03
	`)
}

func TestAdjustments(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Adjustments)
	checkTable(t, c, `
		b a flo | build army Florence | builds a flo => B A Florence
		build elite professional fleet pisa | b ep f pisa | b professional f pisa | b f pisa professional => B professional F Pisa
		b citizen's militia a mil | b citizen’s militia a mil | b militia army milan | b cm a mil | b citizens militia a mil => B militia A Milan
		b elite mercenary g mil | b mercenary g mil | b em g mil | b elite mercenaries g mil | b mercenaries g mil => B mercenary G Milan
		b f cro/nc | b f cro(nc) => B F Croatia/nc
		b g roma => B G Rome
		b g romu => E01
		b flo => E22
		m sie | sie | maintain sie => M Siena
		m a sie | a sie | A SIE m => M A Siena
		r f ets | d f ets | debuild f ets | disband f ets | remove f Eastern Tyrrhenian Sea | f ets disband | f ets d => R F Eastern Tyrrhenian Sea
		debuild ets => R Eastern Tyrrhenian Sea
		waive | w | waives => W
		a sie none => A Siena none
		a mil - pav | a mil h | a mil s a pav => E03
		pay 6 to milan | e1: 3 fr milan | ally france | tax milan | overrule => E03
	`)
	o, _, err := ParseOne("b professional f pisa", c)
	if err != nil || o.Kind != Build || o.Quality != machiavelli.Professional || o.Unit.Type != machiavelli.Fleet {
		t.Errorf("%+v %v", o, err)
	}
}

// TestDiplomacy reads the notation of the published Diplomacy test cases.
func TestDiplomacy(t *testing.T) {
	checkTable(t, context(t, "diplomacy", machiavelli.Orders), `
		F North Sea - Picardy => F North Sea - Picardy
		F North Sea Convoys A Yorkshire - Yorkshire => F North Sea T A Yorkshire - Yorkshire
		A Liverpool Supports A Yorkshire - Yorkshire => A Liverpool S A Yorkshire - Yorkshire
		F Trieste Supports F Trieste => F Trieste S F Trieste
		F Spain(nc) - Gulf of Lyon => F Spain/nc - Gulf of Lyon
		F Mid-Atlantic Ocean - Spain(nc) | f mao - spa/nc => F Mid-Atlantic Ocean - Spain/nc
		A London - Belgium via Convoy => A London - Belgium via convoy
		A Bel - Eng - Pic => A Belgium - English Channel - Picardy
		F Spain(sc) Holds | F Spain(sc) H => F Spain/sc H
		F St Petersburg(sc) Supports F Finland - Gulf of Bothnia | f stp/sc s f fin - bot => F St Petersburg/sc S F Finland - Gulf of Bothnia
		F Portugal Supports F Spain(nc) => F Portugal S F Spain/nc
		F English Channel c A London - Belgium => F English Channel T A London - Belgium [c read as convoy.]
		A Paris Hold => A Paris H
		Build A Paris => E03
	`)
	checkTable(t, context(t, "diplomacy", machiavelli.Adjustments), `
		Build F St Petersburg(nc) => B F St Petersburg/nc
		Build F St Petersburg => B F St Petersburg
		Disband A Paris | Remove A Paris | A Paris Disband => R A Paris
		Waive => W
	`)
	checkTable(t, context(t, "diplomacy", machiavelli.Retreats), `
		A Bohemia - Tyrolia => A Bohemia - Tyrolia
		Disband A Prussia => A Prussia D
		F Holland Supports F Edinburgh - North Sea => F Holland S F Edinburgh - North Sea
		F North Sea Convoys A Holland - Yorkshire => F North Sea T A Holland - Yorkshire
	`)
}

func TestParseUnit(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, row := range []struct {
		in, want string
		q        machiavelli.Quality
	}{
		{"A Pavia", "A Pavia", 0},
		{"F Provence/sc", "F Provence/sc", 0},
		{" A Milan professional", "A Milan", machiavelli.Professional},
		{"mercenary G mil", "G Milan", machiavelli.Mercenary},
		{"AC Pavia", "AC Pavia", 0},
		{"armoured cavalry pavia", "AC Pavia", 0},
	} {
		u, q, err := ParseUnit(row.in, c)
		if err != nil || FormatUnit(u, c.Board, c.Powers) != row.want || q != row.q {
			t.Errorf("%q: %v %v %v", row.in, u, q, err)
		}
	}
	if _, _, err := ParseUnit("\xffMilan", c); err == nil || err.Error() != `line 1, column 1: E01 I don't know the place "?Milan", which should be the place of a unit. Did you mean Milan?` {
		t.Errorf("invalid text: %v", err)
	}
	for _, in := range []string{"", "A", "A Nowhere", "A Milan H", "\xff", "A Pavia elite"} {
		if u, _, err := ParseUnit(in, c); err == nil {
			t.Errorf("%q is read as %v", in, u)
		}
	}
}

// TestPowerNames reads names of powers that share a beginning, have several
// words or end in a digit.
func TestPowerNames(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	c.Powers = machiavelli.Roster{
		{ID: "autonomous", Name: "autonomous", Adjective: "autonomous"},
		{ID: "two-sicilies", Name: "Two Sicilies", Adjective: "Sicilian", Letter: 'S'},
		{ID: "romagna", Name: "Romagna", Adjective: "Romagnol", Letter: 'R'},
		{ID: "rom", Name: "Rom", Adjective: "Roman", Letter: 'O'},
		{ID: "romnova", Name: "Rom Nova", Adjective: "Nova", Letter: 'N'},
		{ID: "y", Name: "Y", Adjective: "Y", Letter: 'Y'},
		{ID: "rom2", Name: "Rom2", Adjective: "Second", Letter: 'Q'},
	}
	checkTable(t, c, `
		pay 6 to two sicilies | pay 6 to two-sicilies | pay 6 to the two sicilies | pay 6 to sicilian | pay 6 to tw => Pay 6 ducats to Two Sicilies
		pay 6 to roma | pay 6 to ro => Pay 6 ducats to Romagna
		pay 6 to rom | pay 6 to ROM | pay 6 to roman => Pay 6 ducats to Rom
		pay 6 to rom nova => Pay 6 ducats to Rom Nova
		pay 6 to y => Pay 6 ducats to Y
		pay 6 to rom2 => Pay 6 ducats to Rom2
		ally rom romagna | ally rom, romagna => Ally Romagna, Rom
		pay 6 to r | pay 6 to x => E16
	`)
}
