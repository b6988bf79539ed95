package turn

import (
	"testing"

	"podesta/machiavelli"
)

// moreCases cover rules whose effect is visible only over a whole phase.
var moreCases = []ledgerCase{
	{
		id: "SEQ-03 the order in which powers are read out has no influence",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Brescia`,
		orders: "Venice: A Brescia - Bergamo\nMilan: A Milan - Bergamo",
		want: `
			Milan A Milan bounced
			Venice A Brescia bounced`,
	}, {
		id:     "SEQ-07 with control in fall, a spring's march changes no owner",
		preset: free + " control-timing=fall",
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: A Milan - Bergamo",
		want: `
			province Bergamo: Venice
			never Bergamo province passes`,
	}, {
		id:     "SEQ-07 but a fall's does",
		preset: free + " control-timing=fall",
		game: `fall 1454 orders
			Milan: A Milan`,
		orders: "Milan: A Milan - Bergamo",
		want:   "province Bergamo: Milan",
	}, {
		id: "GARR-06 an autonomous garrison owns its city, and an empty province with it",
		game: `spring 1454 orders
			autonomous: G Trent
			Milan: A Trent`,
		orders: "Milan: A Trent - Bergamo",
		want: `
			province Trent: nobody
			city Trent: nobody`,
	}, {
		id: "SIEGE-16 a siege does not move control",
		game: `spring 1454 orders
			Venice: G Padua
			Milan: A Padua
			Milan owns province Padua`,
		orders: "Milan: A Padua B",
		want: `
			province Padua: Milan
			city Padua: Venice
			Padua is besieged`,
	}, {
		id: "RETR-12 garrisons never retreat",
		game: `summer 1454 orders
			Venice: G Padua
			Milan: A Padua
			siege Padua`,
		orders: "Milan: A Padua B",
		want: `
			Venice G Padua gone: siege
			next fall 1454 orders`,
	}, {
		id: "HOME-02 a country without an owner builds for nobody",
		game: `winter 1454 adjustments
			Milan: A Milan
			nobody holds milan`,
		orders: "Milan: B A Pavia",
		want: `
			Milan refused "B A Pavia"`,
	}, {
		id: "HOME-10 countries of powers that do not play do not exist",
		game: `spring 1454 orders
			Milan: A Milan`,
		want: "never country genoa",
	}, {
		id: "CTRL-07 a unit that changes hands confers control before it moves away",
		game: `spring 1454 orders
			Milan: A Padua`,
		orders: "Milan: A Padua - Ferrara",
		want: `
			province Padua: Milan
			city Padua: Milan
			province Ferrara: Milan`,
	}, {
		id:     "BUG-34 a loan of a year is due in the same season of the next, in years of two campaigns too",
		preset: "njudge-classic famine=off seasons-per-year=2",
		game: `spring 1500 orders
			Milan: A Milan`,
		orders: "Milan: borrow 5 for 1 year",
		check: func(t *testing.T, g *game) {
			if l := g.pos.Loans; len(l) != 1 || l[0].Season != machiavelli.Spring || l[0].Year != 1501 {
				t.Errorf("%+v", l)
			}
		},
	},
}
