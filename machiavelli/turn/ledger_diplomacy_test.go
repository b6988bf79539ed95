package turn

// diplomacyCases are the adjustment cases of the Diplomacy Adjudicator Test Cases, named by their
// numbers.
var diplomacyCases = []ledgerCase{
	{
		id:     "BUILD-17 DATC 6.I.1 too many build orders",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Germany: A Prussia, A Silesia
			Germany owns Kiel, Munich, Warsaw`,
		orders: "Germany: Build A Warsaw; Build A Kiel; Build A Munich",
		want:   "Germany: A Prussia, A Silesia, A Kiel",
	}, {
		id:     "BUILD-17 DATC 6.I.2 fleets cannot be built on inland provinces",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia owns Moscow`,
		orders: "Russia: Build F Moscow",
		want:   "never Russia: ",
	}, {
		id:     "BUILD-17 DATC 6.I.3 supply center must be empty for building",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Germany: A Berlin
			Germany owns Berlin, Warsaw`,
		orders: "Germany: Build A Berlin",
		want:   "Germany: A Berlin",
	}, {
		id:     "BUILD-17 DATC 6.I.4 both coasts must be empty for building",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: F St Petersburg/sc
			Russia owns Moscow, St Petersburg`,
		orders: "Russia: Build F St Petersburg(nc)",
		want:   "Russia: F St Petersburg/sc",
	}, {
		id:     "BUILD-17 DATC 6.I.5 building in home supply center that is not owned",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Germany: F Baltic Sea
			Germany owns Holland, Warsaw`,
		orders: "Germany: Build A Berlin",
		want:   "Germany: F Baltic Sea",
	}, {
		id:     "BUILD-17 DATC 6.I.6 building in owned supply center that is not a home supply center",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Germany: A Holland
			Germany owns Warsaw, Holland`,
		orders: "Germany: Build A Warsaw",
		want:   "Germany: A Holland",
	}, {
		id:     "BUILD-17 DATC 6.I.7 only one build in a home supply center",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia owns Moscow, Budapest`,
		orders: "Russia: Build A Moscow; Build A Moscow",
		want:   "Russia: A Moscow",
	}, {
		id:     "BUILD-18 DATC 6.J.1 too many disband orders",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			France: A Paris, A Picardy
			France owns Paris`,
		orders: "France: Disband F Gulf of Lyon; Disband A Picardy; Disband A Paris",
		want:   "France: A Paris",
	}, {
		id:     "BUILD-18 DATC 6.J.2 removing the same unit twice",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			France: A Paris, F North Sea, F English Channel
			France owns Paris`,
		orders: "France: Disband F North Sea; Disband F North Sea",
		want:   "France: A Paris",
	}, {
		id:     "BUILD-18 DATC 6.J.3 civil disorder two armies with different distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Livonia, A Prussia
			Russia owns St Petersburg`,
		want: "Russia: A Livonia",
	}, {
		id:     "BUILD-18 DATC 6.J.4 civil disorder two armies with equal distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Livonia, A Ukraine
			Russia owns Moscow`,
		want: "Russia: A Ukraine",
	}, {
		id:     "BUILD-18 DATC 6.J.5 civil disorder two fleets with different distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: F Skagerrak, F North Atlantic Ocean
			Russia owns St Petersburg`,
		want: "Russia: F Skagerrak",
	}, {
		id:     "BUILD-18 DATC 6.J.6 civil disorder two fleets with equal distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: F Gulf of Bothnia, F North Sea
			Russia owns Munich`,
		want: "Russia: F North Sea",
	}, {
		id:     "BUILD-18 DATC 6.J.7 civil disorder two fleets and army with equal distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Bohemia, F Skagerrak, F North Sea
			Russia owns St Petersburg, Warsaw`,
		want: "Russia: A Bohemia, F Skagerrak",
	}, {
		id:     "BUILD-18 DATC 6.J.8 civil disorder a fleet with shorter distance than the army",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Tyrolia, F Baltic Sea
			Russia owns Warsaw`,
		want: "Russia: F Baltic Sea",
	}, {
		id:     "BUILD-18 DATC 6.J.9 civil disorder must be counted from both coasts, south coast shortest",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Albania, A Sevastopol, F Baltic Sea
			Russia owns St Petersburg, Sevastopol`,
		want: "Russia: A Sevastopol, F Baltic Sea",
	}, {
		id:     "BUILD-18 DATC 6.J.10 civil disorder must be counted from both coasts, north coast shortest",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Russia: A Albania, A Sevastopol, F Skagerrak
			Russia owns St Petersburg, Sevastopol`,
		want: "Russia: A Sevastopol, F Skagerrak",
	}, {
		id:     "BUILD-18 DATC 6.J.11 civil disorder counting convoying distance",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Italy: A Albania, A Piedmont
			Italy owns Naples`,
		want: "Italy: A Albania",
	}, {
		id:     "BUILD-18 DATC 6.J.12 distance to owned supply center",
		preset: "diplomacy",
		game: `winter 1901 adjustments
			Italy: A Warsaw, A Tuscany
			Italy owns Warsaw`,
		want: "Italy: A Warsaw",
	},
}
