package order

import (
	"testing"

	"podesta/machiavelli"
)

func TestNotation1978(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	c.Power, _ = c.Powers.Find("florence")
	checkTable(t, c, `
		A1 A-Montf | A1 - Montf | A1 A Montferrat | a1 a-montf => A1 - Montferrat
		A2 A-Saler => A2 - Salerno
		F1 A-EGOL => F1 - Eastern Gulf of Lyons
		F2 A-GON => F2 - Gulf of Naples
		F3 A-L => F3 - Lagoon
		F3 A-UA => F3 - Upper Adriatic Sea
		F5 A-LA => F5 - Lower Adriatic Sea
		F2 A-IS => F2 - Ionian Sea
		F1 A-ETS => F1 - Eastern Tyrrhenian Sea
		F1 A-WTS => F1 - Western Tyrrhenian Sea
		F1 A-Croat => F1 - Croatia
		F1 A-CroatN | F1 A-Croat N | F1 A-Croat/nc | F1 A-Croat(N) => F1 - Croatia/nc
		F1 A-CroatS => F1 - Croatia/sc
		F1 A-ProveS => F1 - Provence/sc
		F1 A-MilanN => E04
		A1 A-EGOL-Corsi => A1 - Eastern Gulf of Lyons - Corsica
		A2 B | A2 B-Ancon | A2 B-Padua => A2 B
		A4 H => A4 H
		A4 L => A4 L
		F4 S-UA => F4 S Upper Adriatic Sea (Florence)
		A1 S-Bolog | A1 S Bolog => A1 S Bologna (Florence)
		A3 S-Arezz-(A) | A3 S-Arezz-(Au) | A3 S-Arezz (Austria) | A3 S Arezzo(A) => A3 S Arezzo (Austria)
		A3 S-Arezz-(X) => E25
		A3 S-Arezz-(M) | A3 S-Arezz-(I) | A3 S-Arezz (m) | A3 S-Arezz-(Mil) => A3 S Arezzo (Milan)
		A3 S-Arezz-(L) | A3 S-Arezz-(Fl) => A3 S Arezzo (Florence)
		A3 S-Arezz-(P) => A3 S Arezzo (Papacy)
		L-(M)-24d => E: 24d, Assassinate Milan
		F1 S-ProveN | F1 S ProveN | F1 S - ProveN | F1 S-Prove/nc => F1 S Provence/nc (Florence)
		F1 transfer CroatN => F1 transfer Croatia/nc
		F1 S-F2-CroatN => F1 S F2 - Croatia/nc
		F1 T-A4-ProveS => F1 T A4 - Provence/sc
		A1 C => A1 C
		F1 S-ProveS-(Fr) | F1 S-Prove S (France) => F1 S Provence/sc (France)
		F1 T-A3 => F1 T A3
		F1 T-A4-(Fr) | F1 T-A4(Fr) | F1 T-A4-(F) => F1 T A4 (France)
		G1 F5 | G1 C-F5 | G1 C F5 => G1 C F5
		G3 A8 => G3 C A8
		A2 G1 => A2 C G1
		A2 0 | A2 C 0 => A2 D
		A2 S A Mil - Pav => A2 S A Milan - Pavia
		A2 S Mil - Pav => A2 S Milan - Pavia
		A2 S Mil H => A2 S Milan H
		A2 S G Mil C => A2 S G Milan C
		A2 S A1 => A2 S A1
		A2 S Mil B => E26
		A1 S-Xyz => E04
		A1 T-Xyz => E08
		A1 A => E04
		A1 => E03
		A0 H => E01
		A100 H => E01
		G1 F0 => E10
	`)
	o, _, err := ParseOne("G1 F5", c)
	if err != nil || o.Unit != (Unit{Type: machiavelli.Garrison, Serial: 1}) || o.ConvertTo != machiavelli.Fleet || o.NewSerial != 5 {
		t.Errorf("G1 F5: %+v %v", o, err)
	}
	o, _, err = ParseOne("F1 T-A4-(Fr)", c)
	france, _ := c.Powers.Find("france")
	if err != nil || o.Target != (Unit{Type: machiavelli.Army, Serial: 4, Nation: france}) {
		t.Errorf("F1 T-A4-(Fr): %+v %v", o, err)
	}
	checkTable(t, c, `
		A-Capua-3d => E: 3d, Famine Relief Capua
		B-Veron-12d | b-verona-12 => E: 12d, Pacify Rebellion Verona
		C-A1-3d => E: 3d, Counter-Bribe A1
		C-A4(FL)-6d | C-A4-(Fl)-6d => E: 6d, Counter-Bribe A4 (Florence)
		C-Forno-3d => E: 3d, Counter-Bribe Fornova
		D-Bresc-6d => E: 6d, Disband G Brescia
		E-Perug-G3-9d => E: 9d, Buy G Perugia as G3
		E-Perug-9d => E: 9d, Buy G Perugia
		F-Mantu-9d => E: 9d, To Autonomous G Mantua
		F-Naple-18d => E: 18d, To Autonomous G Naples
		G-Romag-12d => E: 12d, Disband G Romagna
		H-LA-12d => E: 12d, Disband Lower Adriatic Sea
		H-Arezz-12d | h-arezz-12 ducats => E: 12d, Disband Arezzo
		I-Pisto-A7-21d | I-Pisto - A7 - 21d => E: 21d, Buy A Pistoia as A7
		I-A4(Fr)-A7-21d => E: 21d, Buy A4 (France) as A7
		I-Pisto-A1-21d => E: 21d, Buy A Pistoia as A1
		H-AREZZ-12 DUCATS. | H-arezz - 12 Ducat => E: 12d, Disband Arezzo
		J-Genoa-9d => E: 9d, Cause Rebellion Genoa
		K-Messi-15d => E: 15d, Cause Rebellion Messina
		L-(N)-24d | L-Naples-24d => E: 24d, Assassinate Naples
		e1: I-Pisto-A7-21d | E1 21 buy a pistoia as a7 | e1: buy pistoia as A7 21 => E1: 21d, Buy A Pistoia as A7
		e2 H-Arezz-12d => E2: 12d, Disband Arezzo
		e: buy fer | expense: buy fer => E: Buy Ferrara
		H-Xyz-12d | L-(X)-24d | I-Pisto-A0-21d | E-Perug-A3-9d | e1: buy a pis as f7 => E14
		H-A9-12d => E: 12d, Disband A9
		A-Pisto | C-Forno => E01
	`)
	c.Step = machiavelli.Retreats
	checkTable(t, c, `
		A4 A-Moden | A4 - Moden => A4 - Modena
		F1 R-CroatN | F1 R CroatN | F1 - CroatN => F1 - Croatia/nc
		A4 0 => A4 D
		A2 G1 => A2 C G1
	`)
	c.Step = machiavelli.Adjustments
	checkTable(t, c, `
		R A1 | A1 0 => R A1
		M F2 => M F2
	`)
}
