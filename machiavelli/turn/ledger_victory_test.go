package turn

import (
	"testing"

	"podesta/machiavelli"
)

// fifteen adds fifteen cities and the Papal country to the possessions of the Turks.
const fifteen = `
			Turks holds turks, papacy
			Papacy is out
			Turks owns Bologna, Ancona, Perugia, Rome, Patrimony, Spoleto, Urbino, Romagna
			Turks owns Siena, Lucca, Modena, Mantua, Ferrara, Piombino, Savoy, Turin`

var victoryCases = []ledgerCase{
	{
		id:   "WIN-01 tested after every campaign",
		game: `spring 1454 orders` + fifteen,
		want: `
			Turks wins with 15
			won: Turks
			next spring 1454 orders`,
	}, {
		id:     "WIN-01 control-timing fall: after fall only",
		preset: free + " control-timing=fall",
		game:   `spring 1454 orders` + fifteen,
		want:   "won: nobody",
	}, {
		id: "WIN-02 one city short",
		game: `spring 1454 orders` + fifteen + `
			nobody owns Turin`,
		want: "won: nobody",
	}, {
		id: "WIN-02 cities enough, countries too few",
		game: `spring 1454 orders` + fifteen + `
			Florence holds papacy
			Florence owns province Urbino`,
		want: "won: nobody",
	}, {
		id:     "WIN-03 fewer cities need fewer countries",
		preset: free + " victory-cities=6",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca`,
		want: "Milan wins with 6",
	}, {
		id: "WIN-03 any home country held counts, with one city left of it",
		game: `spring 1454 orders` + fifteen + `
			Venice owns Albania, Durazzo, Herzegovina, Bosnia
			Turks owns Padua, Treviso`,
		want: "Turks wins with 15",
	}, {
		id:     "WIN-04 twelve cities with every own home city and six others",
		preset: "battleline-1978-basic",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca, Siena, Savoy, Turin, Saluzzo, Montferrat, Ferrara`,
		want: "Milan wins with 12",
	}, {
		id:     "WIN-04 one own home city is missing",
		preset: "battleline-1978-basic",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca, Siena, Savoy, Turin, Saluzzo, Montferrat, Ferrara, Trent
			Venice owns city Cremona`,
		want: "won: nobody",
	}, {
		id:     "WIN-05 a foreign home country is needed",
		preset: free + " victory-homes=foreign-1",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca, Siena, Savoy, Turin, Saluzzo, Montferrat, Ferrara, Trent, Genoa, Piombino`,
		want: "won: nobody",
	}, {
		id:     "WIN-05 and enough",
		preset: free + " victory-homes=foreign-1",
		game:   `spring 1454 orders` + fifteen,
		want:   "Turks wins with 15",
	}, {
		id:     "WIN-06 two foreign countries",
		preset: free + " victory-homes=foreign-2",
		game:   `spring 1454 orders` + fifteen,
		want:   "won: nobody",
	}, {
		id:     "WIN-07 cities only",
		preset: free + " victory-cities=7 victory-homes=none",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca, Siena`,
		want: "Milan wins with 7",
	}, {
		id:     "WIN-08 the most cities win",
		preset: free + " victory-cities=6",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena, Savoy, Turin`,
		want: "Venice wins with 7",
	}, {
		id:     "WIN-08 a tie raises the number needed",
		preset: free + " victory-cities=6",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena, Savoy`,
		want: `
			Milan, Venice tied with 6, raised to 7
			won: nobody
			next summer 1454 orders`,
	}, {
		id:     "WIN-08 which then counts",
		preset: free + " victory-cities=6",
		game: `spring 1454 orders
			raised to 7
			Milan owns Mantua, Modena, Lucca`,
		want: "won: nobody",
	}, {
		id:     "WIN-08 a tie left to the master",
		preset: free + " victory-cities=6 victory-tie=gm",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena, Savoy`,
		want: `
			Milan, Venice tied with 6, raised to 0
			won: nobody`,
	}, {
		id:     "WIN-08 a tie shared",
		preset: free + " victory-cities=6 victory-tie=shared",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena, Savoy`,
		want: "won: Milan, Venice",
	}, {
		id:     "WIN-09 the judge finds the winner by itself",
		preset: free + " victory-cities=5",
		game: `spring 1454 orders
			Milan: A Cremona
			Milan owns Modena`,
		orders: "Milan: A Cremona - Mantua",
		want:   "Milan wins with 5",
	}, {
		id:     "WIN-09 after the last year most cities win",
		preset: free + " victory-cities=20 last-year=1455",
		game: `fall 1455 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena`,
		want: "won: Milan",
	}, {
		id:     "WIN-09 not before its fall",
		preset: free + " victory-cities=20 last-year=1455",
		game: `summer 1455 orders
			Milan owns Mantua, Modena, Lucca`,
		want: "won: nobody",
	}, {
		id:     "WIN-09 not in the year before",
		preset: free + " victory-cities=20 last-year=1455",
		game: `fall 1454 orders
			Milan owns Mantua, Modena, Lucca`,
		want: "won: nobody",
	}, {
		id:     "WIN-09 equal ones win together, whatever a tie is otherwise",
		preset: free + " victory-cities=20 victory-tie=gm last-year=1455",
		game: `fall 1455 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena, Savoy`,
		want: "won: Milan, Venice",
	}, {
		id:     "WIN-09 who reaches the goal in the last year has won by it",
		preset: free + " victory-cities=6 last-year=1455",
		game: `fall 1455 orders
			Milan owns Mantua, Modena, Lucca`,
		want: "Milan wins with 6",
	}, {
		id: "WIN-11 the powers of a seat add up",
		game: `spring 1454 orders
			Milan owns Mantua, Modena, Lucca, Siena, Savoy, Turin, Saluzzo`,
		check: func(t *testing.T, g *game) {
			milan, austria := g.power("Milan"), g.power("Austria")
			expect(t, tell(g.play("")), "won: nobody")
			g.pos.Setting.Seats = [][]machiavelli.Power{{milan, austria}}
			g.rules.VictoryCities, g.rules.VictoryCitiesFewPlayers = 13, 13
			expect(t, tell(g.play("")), "Austria, Milan wins with 13")
		},
	}, {
		id: "BUG-27 victory is found after fall retreats",
		game: `fall 1454 retreats` + fifteen + `
			Papacy is out
			Milan lost A Parma from Mantua to Fornova`,
		orders: "Milan: A Parma - Fornova",
		want: `
			Turks wins with 15
			next fall 1454 retreats`,
	},
}
