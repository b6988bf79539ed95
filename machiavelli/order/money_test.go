package order

import (
	"testing"

	"podesta/machiavelli"
)

func TestMoneyExamples(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		expense 1: 12 ducats disband army Bologna | e1 12 disband a bol | E 1: 12d disbands a bologna | exp1:12 d d a bol => E1: 12d, Disband A Bologna
		e1 disband bol | e1: d bol => E1: Disband Bologna
		e1: disband Papal army Bologna => E1: Disband Papal A Bologna
		e1: disband g ferrara | e1: disband autonomous garrison ferrara => E1: Disband G Ferrara
		e2: buy fer | e2: purchase fer | e2 b fer => E2: Buy Ferrara
		exp 2, 21 buy f ancona | exp 2: 21d, buy f ancona | e2 buy f ancona 21 => E2: 21d, Buy F Ancona
		e3: cb are | e3: counter-bribe are | e3: counter bribe are | e3: counterbribe are | e3: counter are => E3: Counter-Bribe Arezzo
		e3: counter-bribe a arezzo 6 | e3: 6 cb a are => E3: 6d, Counter-Bribe A Arezzo
		e3: gta mod | e3: g mod | e3: autonomous mod | e3: to autonomous mod | e3: to a mod | e3: garrison to autonomous mod => E3: To Autonomous Modena
		e3: 9 to autonomous g modena | e3: 9 gta garrison modena | e3: 9 g g mod => E3: 9d, To Autonomous G Modena
		e4: assassinate papacy | e4 a pap => E4: Assassinate Papacy
		e4: 24 a pap | e4: 24 ducats assassinate the papacy => E4: 24d, Assassinate Papacy
		e4: assassinate turkey | e4: a turks | e4: a turkish | e4: a tur => E4: Assassinate Turks
		e4: cr urb | e4: cause rebellion urbino | e4: cause urb | e4: rebellion in urb | e4: rebellion urb => E4: Cause Rebellion Urbino
		e1: pr rome | e1: pacify rebellion rome | e1: pacify rome => E1: Pacify Rebellion Rome
		e1: fr milan | e1: famine relief milan | e1: famine milan | e1: relief milan | e1: famine-relief milan => E1: Famine Relief Milan
		e2: none | e2 none | e2: 12 none | e2: none 12 => E2: None
		e5: buy fer | e0: buy fer | expense buy fer | e12: buy fer => E13
		e1: buy own unit | e1: buy | e1: bribe a mil | e1: 12 | e1: pacify - rebellion mil | e1 | e1: assassinate | e1: assassinate spain | e1: garrison mod | e1: fr xyz => E14
		pay 14 ducats to bank | give 14 to the bank | pay 14d to bank | pays 14 to bank => Pay 14 ducats to bank
		give 6 to mil | pay 6 to milan | pay 6 to the milanese => Pay 6 ducats to Milan
		pay milan 6 | pay 6 milan | pay milan 6 ducats => Pay 6 ducats to Milan
		loan 2 d to Venice | loan Venice 2 => Pay 2 ducats to Venice [loan read as pay: only the bank lends money, and what a power gets is a gift.]
		lend 2 to Venice => Pay 2 ducats to Venice [lend read as pay: only the bank lends money, and what a power gets is a gift.]
		loan 5 1 year | loan 5 for 1 year | borrow 5 @ 20% => Borrow 5 ducats for 1 year
		borrow 6 to Milan => E18
		pay 0 to milan => Pay 0 ducats to Milan
		pay 1 to milan => Pay 1 ducat to Milan
		pay 6 to | pay 6 to spain | pay bank 6 => E16
		pay -6 to milan | pay + to milan | pay 9999999999999 to milan => E15
		borrow 10 | borrow 10 for 3 years | borrow 10 for | borrow 10 at 30% => E18
		borrow | borrow ducats for 2 years | borrow -1 for 1 year => E15
		borrow 25 ducats for two | borrow 25 for 2 years | borrow 25 2 | borrow 25 for 2 | borrow 25 at 50% | borrow 25 at 50 percent => Borrow 25 ducats for 2 years
		borrow 5 at 20% | borrow 5 for one year | borrow 5 1 | borrow 5 at 20 => Borrow 5 ducats for 1 year
		give turkey to naples | give turkish chit to neap | give turkish assassination chit to naples | give turkey to naples chit => Give Turkish chit to Naples
		give spain to naples => E17
		give turkey naples | give turkey to spain => E16
		give proxy to france => E12
		ally nap tur | ally nap, tur | ally nap and tur | allow naples & turkey | alliance with nap, and turks | allies nap tur => Ally Naples, Turks
		unally france | unalliance fr | not allies france | don't allow france | dont allow france | don’t allow france => Unally France
		ally | ally spain | unally => E25
	`)
}

func TestAmounts(t *testing.T) {
	const note = "A negative amount counts as none; the usual price is paid."
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		e1: 12 ducats buy g fer | e1: 12d buy g fer | e1: 12 d buy g fer | e1: 12ducats buy g fer | e1 12 ducat buy g fer => E1: 12d, Buy G Ferrara
		e1: 9buy g fer | e1: 6+3 buy g fer | e1: 6 d + 3 d buy g fer | e1: 6 + 3 buy g fer => E1: 9d, Buy G Ferrara
		e1: 9-3 buy g fer | e1: +6 buy g fer => E1: 6d, Buy G Ferrara
		e1: +3 buy g fer | e1:+3 buy g fer => E1: 3d, Buy G Ferrara
		e1: -3 buy g fer | e1: 3-9 buy g fer => E1: Buy G Ferrara [`+note+`]
		e1: 3d+3 buy g fer | e1: 3+ buy g fer | e1: 6 buy g fer 6 => E15
		e1: buy g fer 12 | e1: buy g fer 12d | e1: buy g fer, 12 ducats => E1: 12d, Buy G Ferrara
		e1: 20 buy a mil => E1: 20d, Buy A Milan
		e1: 12 d bol | e1: d bol 12 => E1: 12d, Disband Bologna
		e1: 0 cb are => E1: 0d, Counter-Bribe Arezzo
		e1: 3.5 buy g fer | e1: 1/2 buy g fer | e1: 12½ buy g fer | e1: ½ buy g fer | e1: buy g fer 3.5 | e1: 1,000 buy g fer => E15
		pay 3.5 to milan | pay 1/2 to milan | pay ½ ducat to milan | borrow 2.5 for 1 year | borrow 5/2 for 2 years => E15
		e1: 100001 buy g fer | e1: 99999999999999999999 buy g fer | pay 100001 to milan | borrow 2147483648 for 1 year => E15
		e1: 100000 buy g fer => E1: 100000d, Buy G Ferrara
		pay 100000 - 100000 to bank => Pay 0 ducats to bank
		borrow 0 for 1 year => Borrow 0 ducats for 1 year
		e1 3 . 5 buy g fer => E14
	`)
}

// TestOptionalExpenses reads the expenses of the optional rules.
func TestOptionalExpenses(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		e1: cause famine in milan | e1 cause famine mil | e1: causes famine in mil => E1: Cause Famine Milan
		e1: cause plague in milan | e1: cause plague mil => E1: Cause Plague Milan
		e1: relieve plague in milan | e1: relieves plague mil | e1: plague relief milan => E1: Relieve Plague Milan
		e1: relieve famine in milan | e1: relieve milan => E1: Famine Relief Milan
		e1: order A Bologna | e1: orders a bol => E1: Order A Bologna
		e1: 9 order g fer => E1: 9d, Order G Ferrara
		e1: cause => E14
		e1: cause famine => E14
		e1: relieve plague xyz => E14
	`)
}

// TestPolitics reads orders for neither a unit nor an expense.
func TestPolitics(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		permit bribe by Milan on A Padua | permit a bribe by the Milanese on a pad | permit milan to bribe a pad | permits bribe of milan on A PAD => Permit bribe by Milan on A Padua
		permit bribe by milan on pad => Permit bribe by Milan on Padua
		permit bribe by spain on a pad | permit bribe milan on a pad | permit => E25
		permit bribe by milan on | permit bribe by milan on a xyz => E04
		tax bologna | tax bol | force bol | force tax bologna | forces taxation bol | plunder bologna | tax province bologna => Tax Bologna
		tax | tax xyz => E04
		give province Bologna to Milan | give bologna to milan | give province bol to the milanese => Give province Bologna to Milan
		give province Milan to Naples => Give province Milan to Naples
		give milan to naples => Give Milanese chit to Naples
		give province xyz to milan => E04
		give province bologna milan | give province bologna to spain | give bologna to spain => E16
		excommunicate Milan | excommunicates the milanese | silence mil => Excommunicate Milan
		excommunicate | excommunicate spain => E25
		overrule | overrule the pope | overrule the excommunication | overrules papacy => Overrule
		overrule milan | overrule the excommunication of milan => Overrule Milan
		overrule spain => E25
		a mil transfer verona | a mil transfer to ver | a mil transfers - ver | army milan travels to verona => A Milan transfer Verona
		f pro/sc transfer gen => F Provence/sc transfer Genoa
		a mil transfer | a mil transfer xyz => E04
	`)
}

// TestExchanges reads the lines of exchanges (OPT-19).
func TestExchanges(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		exchange with venice: give 12 ducats | Exchange Venice give 12d | exchange with the Venetian: pays 12 => Exchange with Venice: give 12 ducats
		exchange with ven: get 1d | exchange with venice: receives 1 ducat | exchange with venice takes 1 => Exchange with Venice: get 1 ducat
		exchange with ven: give turkish chit | exchange with ven: give the Turkish assassination chit | exchange with ven: give a turkish chit => Exchange with Venice: give Turkish chit
		exchange with ven: get province bologna | exchange with ven: get bologna | exchange with ven: get province of bol => Exchange with Venice: get province Bologna
		exchange with ven: get a padua - ver | exchange with ven: get army padua moves to verona => Exchange with Venice: get A Padua - Verona
		exchange with ven: give a mil h | exchange with ven: gives army Milan holds => Exchange with Venice: give A Milan H
		exchange with ven: give a cre s venetian a pad - man => Exchange with Venice: give A Cremona S Venetian A Padua - Mantua
		exchange with ven: get a bol c g => Exchange with Venice: get A Bologna C G
		exchange with ven: get venetian a padua b => Exchange with Venice: get Venetian A Padua B
		exchange with ven: get a2 b => Exchange with Venice: get A2 B
		exchange with ven: none | exchange with ven: nothing => Exchange with Venice: none
		exchange with ven: give a mil transfer ver => Exchange with Venice: give A Milan transfer Verona
		exchange | exchange with spain: give 3 => E25
		exchange with ven | exchange with ven: 12 ducats | exchange with ven: give a mil none => E03
		exchange with ven: give 0 | exchange with ven: give -3 | exchange with ven: give 3.5 ducats => E15
		exchange with ven: give province xyz => E04
		exchange with ven: give a mil xyz => E03
		exchange with ven: give xyz h => E01
	`)
	checkTable(t, context(t, "italy-1978", machiavelli.Retreats), `
		exchange with ven: get a bol - fer | exchange with ven: get a bol retreats to fer => Exchange with Venice: get A Bologna - Ferrara
		exchange with ven: give 3 | exchanges with ven: give 3d => Exchange with Venice: give 3 ducats
		exchange with ven: get a bol disband => Exchange with Venice: get A Bologna D
		exchange with ven: get bol c g => Exchange with Venice: get Bologna C G
		exchange with ven: give exchange with mil: give 3 => E03
	`)
	checkTable(t, context(t, "italy-1978", machiavelli.Adjustments), `
		exchange with ven: give 3 => E03
	`)
}

// TestCavalry reads the unit letters C and AC (OPT-01, OPT-03).
func TestCavalry(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		c mil h | cavalry mil h | C  Milan stands => C Milan H
		ac mil - pav | armoured cavalry mil - pav | armored cavalry mil to pav => AC Milan - Pavia
		c pav m mon m gen | c pav - mon - gen => C Pavia - Montferrat - Genoa
		a cre s c mil - ber => A Cremona S C Milan - Bergamo
		f ion t c otr - dur => F Ionian Sea T C Otranto - Durazzo
		e1: 24 disband c mil => E1: 24d, Disband C Milan
		e1: buy ac mil => E1: Buy AC Milan
	`)
	checkTable(t, context(t, "italy-1978", machiavelli.Adjustments), `
		b c mil | build cavalry milan => B C Milan
		b ac mil => B AC Milan
		r c mil => R C Milan
		c mil | m c mil => M C Milan
	`)
}

// TestExpenses1978 reads the expense letters of the 1978 rulebook.
func TestExpenses1978(t *testing.T) {
	checkTable(t, context(t, "italy-1978", machiavelli.Orders), `
		e1: A-Capua-3d => E1: 3d, Famine Relief Capua
		e1: B-Veron-12d => E1: 12d, Pacify Rebellion Verona
		e1: C-A1-3d => E1: 3d, Counter-Bribe A1
		e1: C-A4(FL)-6d | e1: C-A4-(Fl)-6d => E1: 6d, Counter-Bribe A4 (Florence)
		e1: C-Forno-3d => E1: 3d, Counter-Bribe Fornova
		e1: D-Bresc-6d => E1: 6d, Disband G Brescia
		e1: E-Perug-G3-9d => E1: 9d, Buy G Perugia as G3
		e1: F-Naple-18d => E1: 18d, To Autonomous G Naples
		e1: G-Romag-12d => E1: 12d, Disband G Romagna
		e1: H-LA-12d => E1: 12d, Disband Lower Adriatic Sea
		e1: I-Pisto-A7-21d => E1: 21d, Buy A Pistoia as A7
		e1: J-Genoa-9d => E1: 9d, Cause Rebellion Genoa
		e1: K-Messi-15d => E1: 15d, Cause Rebellion Messina
		e1: L-(N)-24d | e1: L-Naples-24 => E1: 24d, Assassinate Naples
		e1: L-(X)-24d => E14
	`)
}
