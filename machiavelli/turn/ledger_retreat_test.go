package turn

var sequenceCases = []ledgerCase{
	{
		id: "TIME-01 spring, summer, fall, winter",
		game: `fall 1454 orders
			Venice: A Padua`,
		want: "next winter 1454 adjustments",
	}, {
		id: "TIME-01 winter is passed over when nobody has anything to do",
		game: `fall 1454 orders
			Austria: A Austria, A Hungary, A Tyrolea
			Florence: A Florence, A Arezzo, A Pisa
			France: A Swiss, A Avignon, A Marseilles
			Milan: A Milan, A Pavia, A Cremona
			Naples: A Naples, A Bari, A Messina, A Palermo
			Papacy: A Rome, A Bologna, A Ancona, A Perugia
			Turks: A Albania, A Durazzo, F Tunis
			Venice: A Padua, A Treviso, F Venice, F Dalmatia`,
		want: `
			Milan may have 3, has 3
			next spring 1455 orders`,
	}, {
		id:     "TIME-02 a year of two seasons has no summer",
		preset: free + " seasons-per-year=2",
		game: `spring 1454 orders
			Venice: A Padua`,
		want: "next fall 1454 orders",
	}, {
		id:   "TIME-03 after winter comes the spring of the next year",
		game: "winter 1454 adjustments",
		want: "next spring 1455 orders",
	}, {
		id: "SEQ-01 control moves before the retreats, rebellions end after it",
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: A Florence, A Pistoia
			Bologna rebels against Papacy`,
		orders: "Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna",
		want: `
			next spring 1454 retreats
			province Bologna: Florence
			rebellion of Bologna province liberated
			Bologna city rebels against Papacy`,
	}, {
		id: "SEQ-01 the city is quiet once the retreats are over",
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: A Florence, A Pistoia
			Bologna rebels against Papacy`,
		orders: `Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna
			---
			Papacy: A Bologna - Modena`,
		want: `
			rebellion of Bologna city liberated
			Papacy: A Modena
			next summer 1454 orders
			never Bologna city rebels`,
	}, {
		id: "SEQ-01 without anyone to retreat no retreat phase follows",
		game: `spring 1454 orders
			Venice: F Venice
			Austria: F Lagoon mercenary`,
		orders: "Austria: F Lagoon - Venice",
		want: `
			Venice F Venice dislodged by Austria F Lagoon mercenary
			Venice F Venice gone: dislodged in Venice
			next summer 1454 orders`,
	}, {
		id: "BUG-25 dislodged in Venice is eliminated",
		game: `spring 1454 orders
			Venice: F Venice
			Austria: F Lagoon mercenary`,
		orders: `
			Austria: F Lagoon - Venice
			Venice: F Venice H`,
		want: `
			Austria: F Venice mercenary
			province Venice: Austria
			city Venice: Austria
			never Venice: `,
	}, {
		id: "ORD-04 a unit without an order holds; the last valid line counts",
		game: `spring 1454 orders
			Milan: A Milan, A Pavia`,
		orders: "Milan: A Milan - Bergamo; A Milan - Cremona; A Milan - Venice",
		want: `
			Milan A Milan succeeded
			Milan A Pavia succeeded
			Milan noted "A Milan - Bergamo" replaced
			Milan refused "A Milan - Venice"
			Milan: A Cremona, A Pavia`,
	}, {
		id: "ORD-04 an order struck out is as if never given",
		game: `spring 1454 orders
			Milan: A Milan
			Milan province rebels against Milan`,
		orders: "Milan: A Milan H; A Milan none",
		want:   "Milan province rebels against Milan",
	}, {
		id: "GARR-03 nobody orders an autonomous garrison",
		game: `spring 1454 orders
			autonomous: G Mantua
			Milan: A Milan`,
		orders: "autonomous: G Mantua C A",
		want: `
			nobody refused "G Mantua C A"
			nobody G Mantua succeeded
			autonomous: G Mantua`,
	}, {
		id: "ORD-08 permission to pass a strait",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea`,
		orders: `
			Naples: F Messina H; ally Turks
			Turks: F Ionian Sea - Gulf of Naples`,
		want: "Turks: F Gulf of Naples",
	}, {
		id: "ORD-08 permission taken back",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea`,
		orders: `
			Naples: F Messina H; ally Turks; unally Turks
			Turks: F Ionian Sea - Gulf of Naples`,
		want: "Turks: F Ionian Sea",
	},
}

var retreatCases = []ledgerCase{
	{
		id: "RETR-05 into the city when there is nothing else",
		game: `spring 1454 retreats
			Turks: F Messina, A Palermo
			Naples lost A Messina from Ionian Sea to city`,
		orders: "Naples: A Messina C G",
		want: `
			Naples A Messina retreat succeeded
			Naples A Messina goes into the city of Messina
			Naples: G Messina
			city Messina: Naples
			province Messina: Turks`,
	}, {
		id: "RETR-05 a unit that went into the city keeps its place among the others",
		game: `spring 1454 orders
			Naples: A Messina, A Bari
			Turks: F Ionian Sea, F Eastern Tyrrhenian Sea, A Palermo`,
		orders: `Turks: F ion - mes; F ets S F ion - mes; A pal H
			---
			Naples: A Messina C G`,
		want: `
			Naples A Messina goes into the city of Messina
			Naples: G Messina, A Bari`,
	}, {
		id: "RETR-07 two to one place are both eliminated, whatever their strength",
		game: `spring 1454 retreats
			Papacy lost A Bologna mercenary from Florence to Modena, Lucca
			Milan lost A Parma from Mantua to Modena, Fornova
			Venice lost A Padua from Treviso to Vicenza`,
		orders: `
			Papacy: A Bologna - Modena
			Milan: A Parma - Modena
			Venice: A Padua - Vicenza`,
		want: `
			Papacy A Bologna mercenary retreat bounced
			Papacy A Bologna mercenary meets Milan A Parma
			Milan A Parma meets Papacy A Bologna mercenary
			Venice: A Vicenza
			Papacy A Bologna mercenary gone: retreat clash
			Milan A Parma gone: retreat clash
			never Papacy: 
			never Milan: `,
	}, {
		id: "RETR-08 into a province that rebels against another: liberated",
		game: `spring 1454 retreats
			Vicenza province rebels against Venice
			Austria lost A Carinthia from Friuli to Vicenza`,
		orders: "Austria: A Carinthia - Vicenza",
		want: `
			rebellion of Vicenza province liberated
			province Vicenza: Austria
			never Vicenza province rebels`,
	}, {
		id: "RETR-08 against the unit's own power: it stays",
		game: `spring 1454 retreats
			Vicenza province rebels against Venice
			Venice lost A Friuli from Carinthia to Vicenza`,
		orders: "Venice: A Friuli - Vicenza",
		want: `
			Venice: A Vicenza
			Vicenza province rebels against Venice`,
	}, {
		id: "RETR-11 no order: the unit disbands",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Modena, Lucca`,
		want: "Papacy A Bologna gone: no retreat order",
	}, {
		id:     "RETR-11 the judge picks a city before other land",
		preset: free + " unordered-retreat=judge-picks",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Pistoia, Romagna, Lucca`,
		want: "Papacy: A Lucca",
	}, {
		id:     "RETR-11 the judge picks own land before another's",
		preset: free + " unordered-retreat=judge-picks",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Pistoia, Romagna`,
		want: "Papacy: A Romagna",
	}, {
		id:     "RETR-11 of equal places the judge picks the first of the board",
		preset: free + " unordered-retreat=judge-picks",
		game: `spring 1454 retreats
			Papacy lost A Modena from Florence to Pistoia, Fornova`,
		want: "Papacy: A Fornova",
	}, {
		id:     "RETR-11 the judge picks the city where there is nothing else",
		preset: free + " unordered-retreat=judge-picks",
		game: `spring 1454 retreats
			Florence: A Bologna
			Papacy lost A Bologna from Florence to city`,
		want: "Papacy: G Bologna",
	}, {
		id: "RETR-13 retreats are simultaneous",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Modena, Lucca
			Milan lost A Parma from Mantua to Modena, Fornova`,
		orders: `
			Papacy: A Bologna - Modena
			Milan: A Parma disband`,
		want: `
			Papacy: A Modena
			Milan A Parma retreat disbanded
			Milan A Parma gone: disbanded`,
	}, {
		id: "RETR-14 only what is offered can be ordered",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Modena`,
		orders: "Papacy: A Bologna - Lucca",
		want: `
			Papacy refused "A Bologna - Lucca"
			Papacy A Bologna gone: no retreat order`,
	}, {
		id: "BUG-12 retreat into a province that rebels against another",
		game: `spring 1454 orders
			Vicenza province rebels against Venice
			Austria: A Carinthia
			Venice: A Friuli, A Trent`,
		orders: `Venice: A Friuli - Carinthia; A Trent S A Friuli - Carinthia
			---
			Austria: A Carinthia - Vicenza`,
		want: `
			province Vicenza: Austria
			never Vicenza province rebels`,
	}, {
		id: "BUG-24a no retreat into a city that rebels against the unit",
		game: `spring 1454 orders
			Messina rebels against Naples
			Naples: A Messina
			Turks: F Ionian Sea, F Eastern Tyrrhenian Sea, A Palermo`,
		orders: "Turks: F ion - mes; F ets S F ion - mes; A pal H",
		want: `
			Naples A Messina gone: no retreat
			next summer 1454 orders
			never Messina province and city rebels
			never Messina city rebels`,
	}, {
		id: "BUG-24b no retreat into the city from which the attacker came",
		game: `spring 1454 orders
			Turks: G Messina, F Ionian Sea
			Naples: A Messina`,
		orders: "Turks: G mes C F; F ion S G mes C F",
		want:   "Naples A Messina may go to Palermo",
	},
}
