package turn

// rulebookTargets are the units and places of the example expenses in the rules
// of 1978, and money for them.
const rulebookTargets = `
	Venice: G Mantua, F Lower Adriatic Sea, A Mantua
	Naples: G Naples
	Papacy: G Romagna
	Florence: A Pistoia
	autonomous: G Perugia
	Milan owns Genoa
	Austria has 100 ducats
	Turks has 100 ducats`

var expenseCases = []ledgerCase{
	{
		id:     "EXP-01 the last line of a number counts, and none empties it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 60 ducats`,
		orders: "Milan: e1: 18 buy a bol; e1: 12 disband a bol; e2: 12 pacify rebellion bol; e2: none",
		want: `
			Milan noted "e1: 18 buy a bol" replaced
			Milan expense 1 succeeded
			Papacy A Bologna gone: bribe
			never Milan expense 2
			treasury Milan: 48`,
	}, {
		id:     "EXP-01 a refused line does not undo a good one, and the line may be written again",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 60 ducats`,
		orders: "Milan: e1: 12 disband a bol; e1: 12 disband a nowhere; e3: none; e3: 15 cause rebellion bol",
		want: `
			Milan expense 1 succeeded
			Milan expense 3 succeeded
			treasury Milan: 33`,
	}, {
		id:     "EXP-02 without money nothing is spent",
		preset: free,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 60 ducats`,
		orders: "Milan: e1: 12 disband a bol; pay 6 to Papacy",
		want: `
			Milan refused "e1: 12 disband a bol"
			Milan refused "pay 6 to Papacy"
			Papacy: A Bologna
			treasury Milan: 60`,
	}, {
		id:     "EXP-03 lines are paid by their numbers, not as they were written",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna, A Romagna
			Venice: A Mantua
			Milan has 25 ducats`,
		orders: "Milan: e2: 12 disband a man; e1: 18 buy a bol",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 wasted: below the minimum
			Milan: A Modena, A Bologna
			treasury Milan: 0`,
	}, {
		id:     "EXP-04 a line that comes to nothing is paid like any other",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Venice: A Padua
			Milan has 60 ducats`,
		orders: "Milan: e1: 9 disband a bol; e2: 15 disband a padua; e3: 3 famine relief mod; e4: 12 pacify rebellion man",
		want: `
			Milan expense 1 wasted: below the minimum
			Milan expense 2 wasted: not adjacent
			Milan expense 3 wasted: no marker
			Milan expense 4 wasted: no marker
			Papacy: A Bologna
			treasury Milan: 21`,
	}, {
		id:     "EXP-05 a line gets what is left, and those behind it nothing",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Venice: A Mantua
			Milan has 17 ducats`,
		orders: "Milan: e1: 18 disband a bol; e3: 12 disband a man",
		want: `
			Milan expense 1 succeeded
			Milan expense 3 wasted: treasury empty
			Venice: A Mantua
			treasury Milan: 0`,
	}, {
		id:     "EXP-05 T-BRIBE-12",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Venice: A Mantua
			Milan has 25 ducats`,
		orders: "Milan: e1: 18 buy a bol; e2: 12 disband a man",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 wasted: below the minimum
			Venice: A Mantua
			treasury Milan: 0`,
	}, {
		id:     "EXP-06 T-BRIBE-10",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Venice: F Genoa
			Milan has 25 ducats`,
		orders: "Milan: e1: 20 buy f genoa",
		want: `
			Milan expense 1 succeeded
			Milan: A Modena, F Genoa
			treasury Milan: 5`,
	}, {
		id:     "EXP-06 what exceeds a multiple of three decides nothing",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Venice: A Mantua
			Papacy: A Bologna
			Milan has 14 ducats
			Venice has 12 ducats`,
		orders: `
			Milan: e1: 14 disband a bol
			Venice: e1: 12 disband a bol`,
		want: `
			Milan expense 1 wasted: equal bribes
			Venice expense 1 wasted: equal bribes
			Papacy: A Bologna
			treasury Milan: 0`,
	}, {
		id:     "EXP-07 two powers buy each other's last unit",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 18 ducats
			Papacy has 18 ducats`,
		orders: `
			Milan: e1: 18 buy a bol; a bol - ferrara
			Papacy: e1: 18 buy a mod; a mod - parma`,
		want: `
			Milan expense 1 succeeded
			Papacy expense 1 succeeded
			Milan: A Ferrara
			Papacy: A Parma
			province Bologna: Milan
			province Modena: Papacy`,
	}, {
		id:     "EXP-07 money that is spent on a unit is spent, whatever another makes of it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Venice: A Mantua
			Papacy: A Bologna
			Milan has 18 ducats
			Venice has 12 ducats`,
		orders: `
			Milan: e1: 18 buy a bol
			Venice: e1: 12 disband a mod`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 succeeded
			Milan: A Bologna`,
	}, {
		id:     "EXP-08 a line without a sum costs the price, doublings included",
		preset: full,
		game: `spring 1454 orders
			Milan: A Patrimony
			Papacy: G Rome militia, A Perugia
			autonomous: G Siena
			Milan has 100 ducats`,
		orders: "Milan: e1: disband g rome; e2: counter-bribe a perugia; e3: buy g siena; e4: buy a perugia",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			Milan expense 3 succeeded
			Milan expense 4 wasted: counter-bribed
			treasury Milan: 22`,
	}, {
		id:     "EXP-08 of rebellions, relief and assassins",
		preset: full,
		game: `spring 1454 orders
			Milan: A Patrimony
			famine Perugia
			Milan has 60 ducats
			Milan has chits against Venice
			roll assassination milan 4 = 1
			Florence owns Siena`,
		orders: "Milan: e1: cause rebellion rome; e2: cause rebellion siena; e3: famine relief perugia; e4: assassinate Venice",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			Milan expense 3 succeeded
			Milan expense 4 succeeded
			treasury Milan: 21`,
	}, {
		id:     "EXP-09 a treasury holds any sum",
		preset: full,
		game: `spring 1454 orders
			Naples: A Bari
			Naples has 99999 ducats`,
		orders: "Naples: pay 66000 to Papacy",
		want: `
			treasury Naples: 33999
			treasury Papacy: 66000`,
	}, {
		id:     "BUG-37 sums have no small limit",
		preset: full,
		game: `spring 1454 orders
			Naples: A Bari
			Turks: F Otranto
			Naples has 300 ducats
			Turks has 258 ducats`,
		orders: `
			Naples: pay 300 to Papacy
			Turks: e1: 258 buy a bari`,
		want: `
			treasury Naples: 0
			treasury Papacy: 300
			treasury Turks: 0
			Turks: F Otranto, A Bari`,
	}, {
		id:     "EXP-20 any unit next to the place will do, whatever its type and the border",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Romagna
			Venice: F Upper Adriatic Sea
			Turks: F Siena
			Florence: G Florence, A Dalmatia
			Austria: F Lower Adriatic Sea
			Papacy has 12 ducats
			Turks has 24 ducats
			Austria has 12 ducats`,
		orders: `
			Papacy: e1: 12 disband f uas
			Turks: e1: 24 disband g florence
			Austria: e1: 12 disband a dalmatia`,
		want: `
			Papacy expense 1 succeeded
			Turks expense 1 succeeded
			Austria expense 1 succeeded`,
	}, {
		id:     "EXP-20 without a unit there, or without any, the money is lost",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: A Bologna
			Milan has 12 ducats
			Naples has 12 ducats`,
		orders: `
			Milan: e1: 12 disband a bol
			Naples: e1: 12 disband a bol`,
		want: `
			Milan expense 1 wasted: not adjacent
			Naples expense 1 wasted: not adjacent
			Papacy: A Bologna`,
	}, {
		id:     "EXP-21 a city is next to its province and to what borders on that, and a province to its neighbours' cities",
		preset: full,
		game: `spring 1454 orders
			Milan: G Modena
			Venice: A Bologna
			Papacy: G Bologna, A Mantua
			Milan has 12 ducats
			Venice has 12 ducats`,
		orders: `
			Milan: e1: 12 disband a man
			Venice: e1: 12 disband g bol`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 succeeded
			never Papacy:`,
	}, {
		id:     "EXP-22 from city to city",
		preset: full,
		game: `spring 1454 orders
			Milan: G Modena
			Papacy: G Bologna
			Milan has 12 ducats`,
		orders: "Milan: e1: 12 disband g bol",
		want:   "Milan expense 1 succeeded",
	}, {
		id:     "EXP-22 bribe-city-to-city no",
		preset: full + " bribe-city-to-city=no",
		game: `spring 1454 orders
			Milan: G Modena
			Papacy: G Bologna, A Lucca
			Milan has 24 ducats`,
		orders: "Milan: e1: 12 disband g bol; e2: 12 disband a lucca",
		want: `
			Milan expense 1 wasted: not adjacent
			Milan expense 2 succeeded`,
	}, {
		id:     "EXP-23 one's own unit is near enough for a counter-bribe",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Venice: A Padua
			Milan has 12 ducats
			Papacy has 3 ducats
			Venice has 3 ducats`,
		orders: `
			Milan: e1: 12 disband a bol
			Papacy: e1: 3 counter-bribe a bol
			Venice: e1: 3 counter-bribe a bol`,
		want: `
			Milan expense 1 wasted: counter-bribed
			Papacy expense 1 succeeded
			Venice expense 1 wasted: not adjacent
			Papacy: A Bologna`,
	}, {
		id:     "EXP-23 counter-bribe-adjacency no",
		preset: full + " counter-bribe-adjacency=no",
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 12 ducats
			Turks has 3 ducats`,
		orders: `
			Milan: e1: 12 disband a bol
			Turks: e1: 3 counter-bribe a bol`,
		want: `
			Milan expense 1 wasted: counter-bribed
			Turks expense 1 succeeded`,
	}, {
		id:     "EXP-24 who is near is seen before any money works",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna, A Lucca
			Milan has 12 ducats
			Papacy has 12 ducats`,
		orders: `
			Milan: e1: 12 disband a bol
			Papacy: e1: 12 disband a mod`,
		want: `
			Milan expense 1 succeeded
			Papacy expense 1 succeeded
			Papacy: A Lucca`,
	}, {
		id:     "EXP-25 own-or-permitted",
		preset: full + " bribe-adjacency=own-or-permitted",
		game: `spring 1454 orders
			Venice: A Mantua
			Florence: A Pistoia
			Papacy: A Bologna, A Perugia
			Milan has 30 ducats
			Turks has 12 ducats
			Naples has 12 ducats`,
		orders: `
			Milan: e1: 18 disband a bol
			Turks: e1: 12 disband a bol
			Naples: e1: 12 disband a perugia
			Venice: permit Milan to bribe a bol
			Florence: permit Milan to bribe a perugia`,
		want: `
			Milan expense 1 succeeded
			Turks expense 1 wasted: no permission
			Naples expense 1 wasted: no permission
			Papacy: A Perugia`,
	}, {
		id:     "EXP-26 units-or-control: a province next door serves, though nobody stands there",
		preset: full + " bribe-adjacency=units-or-control",
		game: `spring 1454 orders
			Milan owns Modena
			Papacy: A Bologna
			Milan has 12 ducats`,
		orders: "Milan: e1: 12 disband a bol",
		want:   "Milan expense 1 succeeded",
	}, {
		id:     "EXP-26 off: anybody can bribe anywhere, and cause rebellions too",
		preset: full + " bribe-adjacency=off",
		game: `spring 1454 orders
			Papacy: A Bologna
			Turks has 30 ducats`,
		orders: "Turks: e1: 12 disband a bol; e2: 15 cause rebellion rome",
		want: `
			Turks expense 1 succeeded
			Turks expense 2 succeeded`,
	}, {
		id:     "EXP-27 a bribe from afar takes no part",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Turks: A Albania
			Papacy: A Bologna
			Milan has 18 ducats
			Turks has 60 ducats`,
		orders: `
			Milan: e1: 18 buy a bol
			Turks: e1: 60 buy a bol`,
		want: `
			Milan expense 1 succeeded
			Turks expense 1 wasted: not adjacent
			Milan: A Modena, A Bologna
			treasury Turks: 0`,
	}, {
		id:     "EXP-27 relief and pacification by the rules of nearness, or without",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			famine Rome
			Perugia rebels against Papacy
			Milan has 15 ducats`,
		orders: "Milan: e1: 3 famine relief rome; e2: 12 pacify rebellion perugia",
		want: `
			Milan expense 1 wasted: not adjacent
			Milan expense 2 wasted: not adjacent
			Perugia province and city rebels against Papacy`,
	}, {
		id:     "EXP-27 province-expense-adjacency no",
		preset: full + " province-expense-adjacency=no",
		game: `summer 1454 orders
			Milan: A Milan
			famine Rome
			Perugia rebels against Papacy
			Milan has 15 ducats`,
		orders: "Milan: e1: 3 famine relief rome; e2: 12 pacify rebellion perugia",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			never famine in
			never Perugia province`,
	}, {
		id:     "RELIEF-01 relief saves what stands there",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan, A Cremona
			Venice: A Bergamo
			famine Milan
			famine Cremona
			Venice has 3 ducats`,
		orders: "Venice: e1: 3 famine relief milan",
		want: `
			Venice expense 1 succeeded
			relief of Milan by Venice
			Milan A Cremona gone: famine
			Milan: A Milan`,
	}, {
		id:     "RELIEF-02 pacification takes both markers",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Bologna rebels against Papacy
			Milan has 12 ducats`,
		orders: "Milan: e1: 12 pacify rebellion bol",
		want: `
			Milan expense 1 succeeded
			rebellion of Bologna province and city pacified
			never Bologna province and city rebels`,
	}, {
		id:     "BUG-39 a rebellion of the same campaign stays",
		preset: full,
		game: `spring 1454 orders
			Austria: A Friuli
			Venice: A Vicenza
			Austria has 15 ducats
			Venice has 12 ducats`,
		orders: `
			Austria: e1: 15 cause rebellion treviso
			Venice: e1: 12 pacify rebellion treviso`,
		want: `
			Austria expense 1 succeeded
			Venice expense 1 wasted: no marker
			Treviso province and city rebels against Venice`,
	}, {
		id:     "RELIEF-03 the powers the other way round",
		preset: full,
		game: `spring 1454 orders
			Venice: A Friuli
			Austria: A Austria
			Austria has 12 ducats
			Venice has 15 ducats`,
		orders: `
			Austria: e1: 12 pacify rebellion carinthia
			Venice: e1: 15 cause rebellion carinthia`,
		want: `
			Austria expense 1 wasted: no marker
			Carinthia province rebels against Austria`,
	}, {
		id:     "RELIEF-04 of two who relieve one is enough",
		preset: full,
		game: `summer 1454 orders
			Milan: A Milan
			Venice: A Bergamo
			famine Cremona
			Brescia province rebels against Venice
			Milan has 3 ducats
			Venice has 30 ducats`,
		orders: `
			Milan: e1: 3 famine relief cremona
			Venice: e1: 3 famine relief cremona; e2: 12 pacify rebellion brescia; e3: 12 pacify rebellion brescia`,
		want: `
			relief of Cremona by Milan, Venice
			Milan expense 1 succeeded
			Venice expense 1 wasted: already done
			Venice expense 2 succeeded
			Venice expense 3 wasted: already done
			treasury Venice: 3
			never famine in`,
	}, {
		id:     "EXP-01 the examples that the rules of 1978 print: relief, pacification, counter-bribes",
		preset: printed + " bribe-adjacency=off fortresses=on",
		game: `summer 1454 orders
			Milan: A Milan, A Como
			Florence: A Florence, A Arezzo, A Pisa, A Siena
			autonomous: G Fornova, G Brescia
			famine Capua
			Verona province rebels against Venice
			Milan has 100 ducats
			Turks has 100 ducats`,
		orders: `
			Milan: e1: A-Capua-3d; e2: B-Veron-12d; e3: C-A1-3d; e4: C-A4(FL)-6d
			Venice: e1: C-Forno-3d
			Turks: e1: D-Bresc-6d; e2: H-A1(I)-12d; e3: H-A4(FL)-15d`,
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			Milan expense 3 succeeded
			Milan expense 4 succeeded
			Turks expense 1 succeeded
			Turks expense 2 wasted: counter-bribed
			Turks expense 3 wasted: counter-bribed
			autonomous: G Fornova
			treasury Milan: 76`,
	}, {
		id:     "EXP-01 and bribes, rebellions, an assassination",
		preset: printed + " bribe-adjacency=off fortresses=on",
		game: "summer 1454 orders" + rulebookTargets + `
			France has 100 ducats
			France has chits against Naples
			roll assassination france 1 = 3`,
		orders: `
			Austria: e1: E-Perug-G3-9d; e2: F-Mantu-9d; e3: F-Naple-18d; e4: G-Romag-12d
			Turks: e1: H-LA-12d; e2: I-Pisto-A7-21d; e3: J-Genoa-9d; e4: K-Messi-15d
			France: e1: L-(N)-24d`,
		want: `
			Austria expense 1 succeeded
			Austria expense 2 succeeded
			Austria expense 3 succeeded
			Austria expense 4 succeeded
			Turks expense 1 succeeded
			Turks expense 2 succeeded
			Turks expense 3 succeeded
			Turks expense 4 succeeded
			France misses Naples with 3 of 2
			Austria: G Perugia
			Turks: A Pistoia
			autonomous: G Mantua, G Naples
			treasury Austria: 52
			treasury Turks: 43
			treasury France: 76`,
	}, {
		id:     "EXP-01 written without numbers, as the rules of 1978 print them, they take the numbers in turn",
		preset: printed + " bribe-adjacency=off fortresses=on",
		game:   "summer 1454 orders" + rulebookTargets,
		orders: `
			Austria: E-Perug-G3-9d; F-Mantu-9d; F-Naple-18d; G-Romag-12d; A-Capua-3d
			Turks: H-LA-12d; e1: I-Pisto-A7-21d; J-Genoa-9d; K-Messi-15d; J-Genoa-12d`,
		want: `
			Austria refused "A-Capua-3d"
			Austria expense 1 succeeded
			Austria expense 4 succeeded
			Turks noted "H-LA-12d" replaced
			Turks expense 1 succeeded
			Turks expense 2 succeeded
			Turks expense 3 succeeded
			never Turks expense 4
			Austria: G Perugia
			Turks: A Pistoia
			treasury Austria: 52
			treasury Turks: 52`,
		check: serials("F1 A1 G3 G0 G0 A7"),
	}, {
		id:     "BUG-44 +3 is three, and sums mean what they say",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 60 ducats`,
		orders: "Milan: e1: +3 ducats counter-bribe a mod; e2: 6+3 counter-bribe a mod; e3: 9-3 counter-bribe a mod",
		want:   "treasury Milan: 42",
	},
}
