package legal_test

// cavalryCases are orders for cavalry and orders concerning it.
var cavalryCases = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"OPT-01", "B", "njudge-classic cavalry=on", `
		I C mil
		I A cre
		V A pav`, `
		I: c mil - pav => C Milan - Pavia
		I: c mil - pav - mon => C Milan - Pavia - Montferrat
		I: c mil - mon => C Milan - Pavia - Montferrat
		I: c mil - tur => C Milan - Como - Turin [W07]
		I: c mil - tyr - com => C Milan - Tyrolea - Como
		I: mil - com - tur => C Milan - Como - Turin
		I: c mil - pav - mon - sav => E05 Cavalry goes two provinces at most
		I: c mil - pav - man => E05
		I: c mil - sav => E05
		I: c mil - pav - mil => E05
		I: c mil - ber via convoy => E07
		I: c mil s a cre - par => E06
		I: a cre s c mil - man => A Cremona S C Milan - Mantua
		I: a cre s c mil - bol => E06
		I: c mil c g => E10 The cavalry in Milan cannot become a garrison.`},
	{"OPT-01", "B", "njudge-classic cavalry=on", `
		N C otr
		N F ion
		N F las`, `
		N: c otr - ion - dur => C Otranto - Ionian Sea - Durazzo
		N: f ion t c otr - dur => F Ionian Sea T C Otranto - Durazzo
		N: c otr - las - anc => C Otranto - Lower Adriatic Sea - Ancona
		N: c otr - bar - aqu => C Otranto - Bari - Aquila
		N: c otr - aqu => C Otranto - Bari - Aquila [W07]`},
	{"OPT-03", "B", "njudge-classic armoured-cavalry=on", "I AC mil", `
		I: ac mil - pav - mon => AC Milan - Pavia - Montferrat
		I: c mil - pav => E02`},
}

// cavalryBuilds are orders to build cavalry.
var cavalryBuilds = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"OPT-01", "B", "njudge-classic cavalry=on", "owns I mil pav cre com\nI A cre", `
		I: b c mil => B C Milan
		I: b professional c mil => E22 Cavalry is a special unit of its own kind
		I: b ac mil => E12 This game is played without armoured cavalry.`},
	{"SPEC-02", "B", "njudge-classic cavalry=on special-units=off", "owns I mil pav\nI C pav", `
		I: b c mil => B C Milan [W04]`},
	{"OPT-03", "B", "njudge-classic armoured-cavalry=on", "owns I mil pav", `
		I: b ac mil => B AC Milan
		I: b c mil => E12`},
	{"OPT-01", "B", "njudge-classic", "owns I mil", `
		I: b c mil => E12 This game is played without cavalry.`},
}
