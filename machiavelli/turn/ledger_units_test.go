package turn

const (
	mounted = free + " cavalry=on armoured-cavalry=on"
	edition = "machiavelli-1995 money=off famine=off plague=off assassinations=off bank-loans=off"
	roaming = free + " autonomous-field-units=on"
)

var unitCases = []ledgerCase{
	{
		id:     "OPT-01 two provinces in a campaign, without control of the one between",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence owns Pavia, Montferrat`,
		orders: "Milan: C Milan - Pavia - Montferrat",
		want: `
			Milan: C Montferrat
			Montferrat province passes from Florence to Milan
			never Pavia province passes`,
	}, {
		id:     "OPT-01 the province between need not be named",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence: A Pavia`,
		orders: "Milan: C Milan - Montferrat",
		want: `
			Milan C Milan succeeded
			Milan: C Montferrat`,
	}, {
		id:     "OPT-01 of several ways one without a unit is taken, and said",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence: A Pavia, A Turin`,
		orders: "Milan: C Milan - Turin",
		want: `
			Milan noted "C Milan - Turin" W07
			Milan C Milan bounced
			Milan C Milan falls back to Como
			Milan: C Como`,
	}, {
		id:     "OPT-01 falling back takes the province",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence: A Montferrat
			Florence owns Pavia`,
		orders: "Milan: C Milan - Pavia - Montferrat",
		want: `
			Milan C Milan falls back to Pavia
			Pavia province passes from Florence to Milan
			Pavia city passes from Florence to Milan`,
	}, {
		id:     "OPT-01 and frees it from a rebellion against another",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence: A Montferrat
			Florence owns Pavia
			Pavia province rebels against Florence`,
		orders: "Milan: C Milan - Pavia - Montferrat",
		want:   "rebellion of Pavia province liberated",
	}, {
		id:     "OPT-01 without a way back it retreats like an army",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan
			Florence: A Montferrat, A Pavia
			Venice: A Como`,
		orders: `Milan: C Milan - Pavia - Montferrat
			Venice: A Como - Milan
			---
			Milan: C Milan - Trent`,
		want: `
			Milan: C Trent
			Venice: A Milan`,
	}, {
		id:     "OPT-01 three provinces are too many, and it never enters a city",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan`,
		orders: "Milan: C Milan - Pavia - Montferrat - Savoy; C Milan C G",
		want: `
			Milan refused "C Milan - Pavia - Montferrat - Savoy"
			Milan refused "C Milan C G"`,
	}, {
		id:     "OPT-01 it supports next door only",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan, A Savoy
			Florence: A Montferrat`,
		orders: "Milan: C Milan S A Savoy - Montferrat; A Savoy - Montferrat",
		want: `
			Milan refused "C Milan S A Savoy - Montferrat"
			Milan A Savoy bounced`,
	}, {
		id:     "OPT-01 its ride is supported like any advance",
		preset: mounted,
		game: `spring 1454 orders
			Milan: C Milan, A Savoy
			Florence: A Montferrat`,
		orders: "Milan: C Milan - Montferrat; A Savoy S C Milan - Montferrat",
		want: `
			Milan C Milan succeeded
			Florence A Montferrat dislodged by Milan C Milan
			never Milan noted "A Savoy`,
	}, {
		id:     "OPT-03 armoured cavalry has strength two",
		preset: mounted,
		game: `spring 1454 orders
			Milan: AC Milan
			Florence: A Montferrat`,
		orders: "Milan: AC Milan - Pavia - Montferrat",
		want:   "Florence A Montferrat dislodged by Milan AC Milan",
	}, {
		id:     "OPT-04 an autonomous army holds, and nobody owns its province",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: A Pavia
			Milan: A Milan`,
		orders: "Milan: A Milan - Pavia",
		want: `
			Milan A Milan bounced
			Pavia province passes from Milan to nobody
			Pavia city passes from Milan to nobody`,
	}, {
		id:     "OPT-04 dislodged it goes where no city is, without a retreat phase",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: A Pavia
			Milan: A Milan, A Como, A Piancenza
			Florence: A Turin, A Montferrat`,
		orders: "Milan: A Milan - Pavia; A Como S A Milan - Pavia",
		want: `
			nobody A Pavia retreat succeeded
			autonomous: A Fornova
			next summer 1454 orders`,
	}, {
		id:     "OPT-04 among several places the lot decides",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: A Pavia
			Milan: A Milan, A Turin
			Florence: A Montferrat
			roll autonomous retreat Pavia = 2`,
		orders: "Milan: A Milan - Pavia; A Turin S A Milan - Pavia",
		want:   "autonomous: A Fornova",
	}, {
		id:     "OPT-04 it retreats after the units of players and not to where they went",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: A Pavia
			Florence: A Montferrat
			Milan: A Milan, A Como, A Piancenza
			France: A Turin, A Savoy`,
		orders: `Milan: A Milan - Pavia; A Como S A Milan - Pavia
			France: A Turin - Montferrat; A Savoy S A Turin - Montferrat
			---
			Florence: A Montferrat - Fornova`,
		want: `
			Florence: A Fornova
			autonomous: A Turin`,
	}, {
		id:     "OPT-04 they retreat one by one, and one with nowhere to go is gone",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: A Pavia, A Montferrat
			Milan: A Milan, A Como, A Piancenza
			France: A Turin, A Savoy
			Florence: A Genoa`,
		orders: `Milan: A Milan - Pavia; A Como S A Milan - Pavia
			France: A Turin - Montferrat; A Savoy S A Turin - Montferrat`,
		want: `
			nobody A Pavia retreat succeeded
			nobody A Montferrat gone: no retreat
			autonomous: A Fornova
			next summer 1454 orders`,
	}, {
		id:     "OPT-04 what it enters is nobody's, and quiet",
		preset: roaming,
		game: `summer 1454 orders
			autonomous: A Pavia
			Milan: A Milan, A Como, A Piancenza
			Florence: A Turin, A Montferrat
			Fornova province rebels against Milan`,
		orders: "Milan: A Milan - Pavia; A Como S A Milan - Pavia",
		want: `
			autonomous: A Fornova
			Fornova province passes from Milan to nobody
			rebellion of Fornova province liberated`,
	}, {
		id:     "OPT-04 it closes a strait",
		preset: roaming,
		game: `spring 1454 orders
			autonomous: F Messina
			Turks: F Ionian Sea`,
		orders: "Turks: F Ionian Sea - Gulf of Naples",
		want:   "Turks F Ionian Sea void",
	}, {
		id:     "OPT-14 the Pope silences a player",
		preset: edition,
		game: `spring 1454 orders
			Papacy: A Rome`,
		orders: `Papacy: excommunicate Venice; excommunicate Milan
			Florence: overrule Milan
			Venice: overrule Venice`,
		want: "Papacy excommunicates Milan: Milan is silent, against Florence",
	}, {
		id:     "OPT-14 overruled by all others he is silenced himself",
		preset: edition,
		game: `spring 1454 orders
			Papacy: A Rome
			Austria is out
			Turks is out`,
		orders: `Papacy: excommunicate Milan
			Florence: overrule Milan
			France: overrule
			Naples: overrule Milan
			Venice: overrule`,
		want: "Papacy excommunicates Milan: Papacy is silent, against Florence, France, Naples, Venice",
	}, {
		id:     "OPT-14 nobody else may",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: excommunicate Venice",
		want: `
			Milan refused "excommunicate Venice"
			never excommunicates`,
	}, {
		id:     "OPT-15 a unit travels through its power's empty provinces",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owns Modena`,
		orders: "Milan: A Milan transfer Modena",
		want: `
			Milan A Milan succeeded
			Milan A Milan travels to Modena
			Milan: A Modena`,
	}, {
		id:     "OPT-15 an own garrison is not in the way",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Como, A Milan, G Pavia
			Milan owns Montferrat`,
		orders: "Milan: A Como transfer Montferrat",
		want:   "Milan: A Montferrat, A Milan, G Pavia",
	}, {
		id:     "OPT-15 without a way it stays",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Como, A Milan, G Pavia, A Pavia
			Milan owns Montferrat`,
		orders: "Milan: A Como transfer Montferrat",
		want: `
			Milan A Como stays: no way
			Milan: A Como, A Milan, G Pavia, A Pavia`,
	}, {
		id:     "OPT-15 one of the two clears the way for the other",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Como, A Milan, G Pavia, A Pavia
			Milan owns Montferrat, Savoy`,
		orders: "Milan: A Como transfer Montferrat; A Pavia transfer Savoy",
		want:   "Milan: A Montferrat, A Milan, G Pavia, A Savoy",
	}, {
		id:     "OPT-15 two for each power",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan, A Como, A Cremona
			Milan owns Montferrat`,
		orders: "Milan: A Cremona transfer Parma; A Milan transfer Piancenza; A Como transfer Pavia",
		want: `
			Milan: A Piancenza, A Como, A Parma
			Milan A Como stays: two only`,
	}, {
		id:     "OPT-15 a fleet along its own coasts and their seas",
		preset: edition,
		game: `spring 1454 orders
			Naples: F Naples`,
		orders: "Naples: F Naples transfer Bari",
		want:   "Naples F Naples travels to Bari",
	}, {
		id:     "OPT-15 not through the lands of others, nor rebelling ones",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owns Mantua
			Cremona province rebels against Milan
			Venice owns Brescia`,
		orders: "Milan: A Milan transfer Mantua",
		want:   "Milan A Milan travels to Mantua",
	}, {
		id:     "OPT-15 a besieger does not travel",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Mantua
			Venice: G Mantua
			siege Mantua
			Milan owns Mantua`,
		orders: "Milan: A Mantua transfer Cremona",
		want: `
			Milan A Mantua stays: in a siege
			Milan: A Mantua`,
	}, {
		id:     "OPT-15 after the retreats",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan
			Florence: A Florence
			Papacy: A Bologna, A Romagna`,
		orders: `Milan: A Milan transfer Piancenza
			Papacy: A Bologna - Florence; A Romagna S A Bologna - Florence
			---
			Florence: A Florence - Pistoia`,
		want: `
			Milan A Milan travels to Piancenza
			next summer 1454 orders`,
	}, {
		id:     "OPT-15 what it leaves goes to the garrison there, and a rebellion with it",
		preset: free + " strategic-movement=on",
		game: `summer 1454 orders
			Venice: A Ferrara
			autonomous: G Ferrara
			Venice owns Padua
			Ferrara province rebels against Venice`,
		orders: "Venice: A Ferrara transfer Padua",
		want: `
			Ferrara province passes from Venice to nobody
			rebellion of Ferrara province owner gone`,
	}, {
		id:     "OPT-15 nobody travels into the lagoon city while its garrison is there",
		preset: free + " strategic-movement=on",
		game: `summer 1454 orders
			Venice: F Treviso, G Venice`,
		orders: "Venice: F Treviso transfer Venice",
		want:   "Venice F Treviso stays: no way",
	}, {
		id:     "OPT-15 a unit that was dislodged does not travel",
		preset: edition,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Bologna, A Romagna`,
		orders: `Florence: A Florence transfer Pisa
			Papacy: A Bologna - Florence; A Romagna S A Bologna - Florence`,
		want: "Florence A Florence stays: dislodged",
	},
}
