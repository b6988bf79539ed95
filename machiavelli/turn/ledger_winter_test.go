package turn

var winterCases = []ledgerCase{
	{
		id: "BUILD-02 a later order for the same unit counts",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como, A Parma, A Fornova`,
		orders: "Milan: remove A Milan; remove A Como; maintain A Milan",
		want:   "Milan: A Milan, A Parma, A Fornova",
	}, {
		id: "BUILD-05 one new unit in each province",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build A Pavia; build G Pavia",
		want: `
			Milan: A Milan, G Pavia
			Milan noted "build A Pavia" replaced`,
	}, {
		id: "BUILD-17 builds make up the difference",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build A Pavia; build A Cremona",
		want: `
			Milan: A Milan, A Pavia, A Cremona
			next spring 1455 orders`,
	}, {
		id: "BUILD-17 of too many builds the latest count",
		game: `winter 1454 adjustments
			Venice: A Bergamo, A Brescia`,
		orders: "Venice: build A Padua; build A Treviso; build F Venice",
		want: `
			Venice "build A Padua" void
			Venice: A Bergamo, A Brescia, A Treviso, F Venice`,
	}, {
		id: "BUILD-17 a waived build takes the place of none",
		game: `winter 1454 adjustments
			Venice: A Bergamo, A Brescia`,
		orders: "Venice: build A Padua; waive; build A Treviso; waive",
		want: `
			Venice "waive" succeeded
			Venice: A Bergamo, A Brescia, A Padua, A Treviso`,
	}, {
		id: "BUILD-17 a city without its province gives no unit",
		game: `winter 1454 adjustments
			Milan: A Como, A Parma
			Venice owns province Pavia`,
		orders: "Milan: build A Cremona; build A Milan",
		want:   "Milan: A Como, A Parma",
	}, {
		id: "BUILD-17 the excess goes as ordered, of too many the latest",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como, A Parma, A Fornova, A Mantua`,
		orders: "Milan: remove A Como; remove A Parma; remove A Fornova",
		want: `
			Milan "remove A Como" void
			Milan: A Milan, A Como, A Mantua`,
	}, {
		id: "BUILD-18 defaults remove the oldest",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como, A Parma, A Fornova, A Mantua`,
		orders: "Milan: remove A Mantua",
		want: `
			Milan A Mantua gone: removed in winter
			Milan A Milan gone: removed by default
			Milan: A Como, A Parma, A Fornova`,
	}, {
		id: "BUILD-18 unused builds lapse",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		want: "Milan: A Milan",
	}, {
		id:     "BUILD-18 by-distance: farthest first, fleets before armies, then by name",
		preset: free + " unpaid-unit-removal=by-distance",
		game: `winter 1454 adjustments
			Florence: A Bologna, F Western Gulf of Lyons, A Lucca, A Siena, A Arezzo`,
		want: `
			Florence F Western Gulf of Lyons gone: removed by default
			Florence A Bologna gone: removed by default
			Florence: A Lucca, A Siena, A Arezzo`,
	}, {
		id: "ORD-07 any unit may be given up in winter",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como`,
		orders: "Milan: remove A Como",
		want:   "Milan: A Milan",
	}, {
		id: "BUG-14 a build taken back before it is made",
		game: `winter 1454 adjustments
			Naples: A Naples`,
		orders: "Naples: build G Bari; build F Messina; remove G Bari",
		want: `
			Naples noted "remove G Bari" withdrawn
			Naples: A Naples, F Messina`,
	}, {
		id: "BUG-14 a winter order struck out",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como`,
		orders: "Milan: remove A Como; A Como none",
		want:   "Milan: A Milan, A Como",
	}, {
		id: "VENICE-02 no trade of one unit for another in Venice",
		game: `winter 1454 adjustments
			Venice: F Venice, A Padua
			Venice owns Mantua, Modena`,
		orders: "Venice: remove F Venice; build G Venice; build A Treviso",
		want: `
			Venice: A Padua, A Treviso
			never Venice: A Padua, G Venice`,
	}, {
		id: "BUILD-15 removing the besieger ends the siege",
		game: `winter 1454 adjustments
			Milan: A Ferrara
			autonomous: G Ferrara
			siege Ferrara`,
		orders: "Milan: remove A Ferrara",
		want: `
			siege of Ferrara lifted
			never Ferrara is besieged`,
	}, {
		id: "BUILD-16 control is looked at after the adjustments",
		game: `winter 1454 adjustments
			Milan: A Padua
			Venice: G Padua
			Milan owns province Padua`,
		orders: "Venice: remove G Padua",
		want:   "city Padua: Milan",
	}, {
		id: "DIST-04 a new unit gets the next serial",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build A Pavia; build A Cremona",
		check:  serials("A1 A2 A3"),
	}, {
		id: "FAM-06 famine kills at the end of spring whatever stands there",
		game: `spring 1455 orders
			famine Bologna
			Papacy: A Bologna, G Bologna
			Florence: A Florence
			autonomous: G Ferrara`,
		orders: `
			Papacy: A Bologna - Romagna
			Florence: A Florence - Bologna`,
		want: `
			famine kills in Bologna
			Florence A Bologna gone: famine
			Papacy G Bologna gone: famine
			Papacy: A Romagna
			province Bologna: Florence
			city Bologna: Papacy
			never famine in Bologna`,
	},
}
