package turn

var extraCases = []ledgerCase{
	{
		id:     "OPT-04 armies are made autonomous, bought and disbanded as such",
		preset: full + " autonomous-field-units=on",
		game: `spring 1454 orders
			Milan: A Modena, A Parma
			Papacy: A Bologna
			autonomous: A Mantua, A Lucca
			Milan has 60 ducats`,
		orders: "Milan: e1: 12 to autonomous a bol; e2: 15 buy a man; e3: 9 disband a lucca",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			Milan expense 3 succeeded
			autonomous: A Bologna
			Milan: A Modena, A Parma, A Mantua
			province Bologna: nobody
			province Mantua: Milan
			treasury Milan: 24`,
	}, {
		id:     "OPT-04 for less they are not to be had",
		preset: full + " autonomous-field-units=on",
		game: `spring 1454 orders
			Milan: A Modena, A Parma
			Papacy: A Bologna
			autonomous: A Mantua, A Lucca
			Milan has 60 ducats`,
		orders: "Milan: e1: 9 to autonomous a bol; e2: 12 buy a man; e3: 6 disband a lucca",
		want: `
			Milan expense 1 wasted: below the minimum
			Milan expense 2 wasted: below the minimum
			Milan expense 3 wasted: below the minimum
			autonomous: A Mantua, A Lucca`,
	}, {
		id:     "OPT-04 in the normal game only garrisons are set free",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 60 ducats`,
		orders: "Milan: e1: 12 to autonomous a bol",
		want: `
			never Milan expense 1 succeeded
			Papacy: A Bologna`,
	}, {
		id:     "OPT-05 money orders an autonomous unit about for a campaign",
		preset: full + " autonomous-field-units=on autonomous-orders=on",
		game: `spring 1454 orders
			Milan: A Modena
			autonomous: A Mantua
			Milan has 20 ducats`,
		orders: `Milan: e1: 9 order a man; a man - ferrara
			---
			Milan: a ferrara - bol`,
		want: `
			autonomous: A Ferrara
			treasury Milan: 11`,
	}, {
		id:     "OPT-05 a support costs less, and all are bribes that can be outbid and countered",
		preset: full + " autonomous-field-units=on autonomous-orders=on",
		game: `spring 1454 orders
			Milan: A Modena, A Verona
			Venice: A Ferrara, A Cremona
			Papacy: A Bologna
			autonomous: A Mantua, A Lucca, A Padua
			Milan has 60 ducats
			Venice has 60 ducats`,
		orders: `
			Milan: e1: 6 order a lucca; a lucca s a mod - bol; a mod - bol; e2: 6 order a man; a man - brescia; e3: 9 order a padua; a padua - treviso
			Venice: e1: 3 counter-bribe a padua`,
		want: `
			Milan expense 1 succeeded
			Milan expense 2 wasted: below the minimum
			Milan expense 3 wasted: counter-bribed
			Papacy A Bologna dislodged by Milan A Modena
			autonomous: A Mantua, A Lucca, A Padua`,
	}, {
		id:     "OPT-05 OPT-04 a garrison is made to come out, an army to go in",
		preset: full + " autonomous-field-units=on autonomous-orders=on",
		game: `spring 1454 orders
			Milan: A Modena
			autonomous: G Mantua, A Lucca
			Milan has 60 ducats`,
		orders: "Milan: e1: 9 order g man; g man c a; e2: 6 order a lucca; a lucca c g",
		want: `
			Milan expense 1 succeeded
			Milan expense 2 succeeded
			autonomous: A Mantua, G Lucca`,
	}, {
		id:     "OPT-05 to disband is not an order that is for sale",
		preset: full + " autonomous-field-units=on autonomous-orders=on disband-orders=on",
		game: `spring 1454 orders
			Milan: A Modena
			autonomous: A Mantua
			Milan has 20 ducats`,
		orders: "Milan: e1: 9 order a man; a man d",
		want: `
			never Milan expense 1 succeeded
			autonomous: A Mantua`,
	}, {
		id:     "OPT-06 a province outside the home country is given away with its city",
		preset: full + " province-trading=on",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owns Ferrara
			Ferrara province rebels against Milan`,
		orders: "Milan: give province Ferrara to Venice",
		want: `
			province Ferrara: Venice
			city Ferrara: Venice
			never Ferrara province rebels`,
	}, {
		id:     "OPT-06 one in a campaign, the last that is named",
		preset: full + " province-trading=on",
		game: `spring 1454 orders
			Milan: A Milan
			Milan owns Bologna
			Milan owns Ferrara`,
		orders: "Milan: give province Bologna to Florence; give province Ferrara to Venice",
		want: `
			Milan noted "give province Bologna to Florence" replaced
			province Bologna: Milan
			province Ferrara: Venice
			city Ferrara: Venice`,
	}, {
		id:     "OPT-06 a rebellion against the giver ends at once and does not turn against the new owner",
		preset: full + " province-trading=on",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owns Ferrara
			Ferrara city rebels against Milan
			Florence: A Bologna
			Florence has 9 ducats`,
		orders: `
			Milan: give province Ferrara to Venice
			Florence: E1: cause rebellion Ferrara`,
		want: `
			rebellion of Ferrara city liberated
			Ferrara province and city rebels against Venice`,
	}, {
		id:     "OPT-06 not one of the home country, nor half of one, nor one just received",
		preset: full + " province-trading=on",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owns province Ferrara
			Milan owns Lucca`,
		orders: `
			Milan: give province Pavia to Venice; give province Ferrara to Venice; give province Lucca to Papacy
			Papacy: give province Lucca to Turks`,
		want: `
			province Pavia: Milan
			province Ferrara: Milan
			province Lucca: Papacy`,
	}, {
		id:     "GIFT-04 in the normal game provinces stay where they are",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owns Ferrara`,
		orders: "Milan: give province Ferrara to Venice",
		want:   "province Ferrara: Milan",
	}, {
		id:     "OPT-07 twice the income at once, and the province rises",
		preset: full + " forced-taxation=any-season",
		game: `spring 1454 orders
			Milan: A Cremona
			Papacy: A Mantua`,
		orders: "Milan: tax Milan; e1: 3 counter-bribe a cremona",
		want: `
			Milan taxes Milan for 8
			Milan province and city rises against Milan, taxation by nobody
			Milan province and city rebels against Milan
			treasury Milan: 5`,
	}, {
		id:     "OPT-07 once a year, and not where there is rebellion",
		preset: full + " forced-taxation=any-season",
		game: `summer 1454 orders
			Milan: A Cremona
			taxed Pavia
			Como province rebels against Milan`,
		orders: "Milan: tax Pavia; tax Como",
		want: `
			treasury Milan: 0
			never Pavia province`,
	}, {
		id:     "OPT-07 fall only",
		preset: full + " forced-taxation=fall-only",
		game: `spring 1454 orders
			Milan: A Cremona`,
		orders: "Milan: tax Milan",
		want:   "treasury Milan: 0",
	}, {
		id:     "OPT-07 the money cannot buy the peace of the same campaign",
		preset: full + " forced-taxation=any-season",
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 12 ducats`,
		orders: "Milan: tax Milan; e1: 12 pacify rebellion milan",
		want: `
			Milan expense 1 wasted: no marker
			Milan province and city rebels against Milan`,
	}, {
		id:     "OPT-07 it can pay the bank",
		preset: full + " forced-taxation=any-season",
		game: `spring 1454 orders
			Milan: A Pavia
			Milan owes 5 + 3 in spring 1454`,
		orders: "Milan: tax Milan",
		want: `
			Milan settles 8
			treasury Milan: 0`,
	}, {
		id:     "OPT-08 a famine that money brings kills at the end of the campaign and is over",
		preset: full + " cause-famine=one-season",
		game: `summer 1454 orders
			Milan: A Modena
			Papacy: A Bologna, G Bologna, A Ferrara
			Milan has 3 ducats`,
		orders: `
			Milan: e1: 3 cause famine bologna
			Papacy: a ferrara h`,
		want: `
			Milan expense 1 succeeded
			Papacy A Bologna gone: famine
			Papacy G Bologna gone: famine
			Papacy: A Ferrara
			never famine in`,
	}, {
		id:     "OPT-08 relief comes too early in the same campaign, and where there is famine none is caused",
		preset: full + " cause-famine=one-season",
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Venice: A Mantua
			famine Mantua
			Milan has 6 ducats
			Papacy has 3 ducats`,
		orders: `
			Milan: e1: 3 cause famine bologna; e2: 3 cause famine mantua
			Papacy: e1: 3 famine relief bologna`,
		want: `
			Papacy expense 1 wasted: no marker
			Milan expense 1 succeeded
			Milan expense 2 wasted: already done
			Papacy A Bologna gone: famine`,
	}, {
		id:     "OPT-08 until-relieved",
		preset: full + " cause-famine=until-relieved",
		game: `summer 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 3 ducats`,
		orders: "Milan: e1: 3 cause famine bologna",
		want: `
			Papacy A Bologna gone: famine
			famine in Bologna`,
	}, {
		id:     "OPT-23 a ransomed garrison must be besieged anew",
		preset: full + " ransom=on",
		game: `summer 1454 orders
			Milan: A Milan, A Pavia
			Papacy: G Pavia
			siege Pavia
			Papacy has 12 ducats`,
		orders: "Milan: A Pavia besiege\nPapacy: e1: 9 ransom pavia",
		want: `
			Papacy expense 1 succeeded
			Pavia is besieged
			Papacy: G Pavia
			treasury Papacy: 3`,
	}, {
		id:     "OPT-23 others pay too, and it can come out",
		preset: full + " ransom=on",
		game: `summer 1454 orders
			Milan: A Milan, A Pavia
			Papacy: G Pavia
			Venice: A Como
			siege Pavia
			Venice has 9 ducats`,
		orders: "Papacy: G Pavia c A\nVenice: e1: ransom pavia",
		want: `
			Venice expense 1 succeeded
			treasury Venice: 0
			never Pavia is besieged`,
	}, {
		id:     "OPT-23 for less, twice, or without a siege it is wasted",
		preset: full + " ransom=on",
		game: `summer 1454 orders
			Milan: A Milan, A Pavia
			Papacy: G Pavia
			siege Pavia
			Papacy has 40 ducats`,
		orders: "Papacy: e1: 6 ransom pavia; e2: 9 ransom pavia; e3: 9 ransom pavia; e4: 9 ransom milan",
		want: `
			Papacy expense 1 wasted: below the minimum
			Papacy expense 2 succeeded
			Papacy expense 3 wasted: already done
			Papacy expense 4 wasted: no marker`,
	}, {
		id:     "OPT-09 the plague that money brings strikes at the end of the campaign",
		preset: full + " cause-plague=on",
		game: `summer 1454 orders
			Milan: A Modena
			Papacy: A Bologna, G Bologna, A Romagna
			Milan has 15 ducats`,
		orders: `
			Milan: e1: 15 cause plague bologna
			Papacy: a bologna - ferrara; a romagna - bologna`,
		want: `
			Milan expense 1 succeeded
			Papacy A Bologna gone: plague
			Papacy G Bologna gone: plague
			Papacy: A Ferrara`,
	}, {
		id:     "OPT-09 relief keeps it away",
		preset: full + " cause-plague=on",
		game: `summer 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 15 ducats
			Papacy has 12 ducats`,
		orders: `
			Milan: e1: 15 cause plague bologna
			Papacy: e1: 12 relieve plague bologna`,
		want: `
			Milan expense 1 succeeded
			Papacy expense 1 succeeded
			Papacy: A Bologna`,
	}, {
		id:     "OPT-09 a plague that stays is relieved too",
		preset: full + " cause-plague=on plague=on plague-model=expands",
		game: `summer 1454 orders
			Papacy: A Bologna, A Ferrara
			plague Bologna
			roll plague spread Ferrara = 6
			Papacy has 12 ducats`,
		orders: "Papacy: e1: 12 relieve plague bologna",
		want: `
			Papacy expense 1 succeeded
			Papacy: A Bologna, A Ferrara`,
	},
}
