package turn

import (
	"testing"

	"podesta/machiavelli/board"
)

// isBesieged checks whether the city of a place counts as besieged.
func isBesieged(place string, want bool) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		if got := besieged(g.pos, g.place(place).At); got != want {
			t.Errorf("%s besieged: %v, want %v", place, got, want)
		}
	}
}

// hasMark checks whether the city of a place has a siege mark. Without an enemy
// outside, it must not have one.
func hasMark(place string, want bool) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		if got := g.pos.Sieges.Has(g.place(place).At); got != want {
			t.Errorf("siege mark on %s: %v, want %v", place, got, want)
		}
	}
}

var siegeCases = []ledgerCase{
	{
		id:     "SIEGE-01 a city that begins to rebel in the same campaign can be besieged",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Bergamo
			Venice has 15 ducats`,
		orders: `
			Milan: A Milan B
			Venice: e1: 15 cause rebellion milan`,
		want: "Milan is besieged",
	},
	{
		id:     "SIEGE-01 also by one's own act, or because it is taxed",
		preset: full + " forced-taxation=any-season",
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: tax milan; A Milan B",
		want:   "Milan is besieged",
	},
	{
		id:     "SIEGE-01 if it does not rebel, the unit holds",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: A Milan B",
		want: `
			Milan noted "A Milan B" W04
			Milan A Milan void`,
	},
	{
		id: "SIEGE-02 the first order brings the city under siege",
		game: `spring 1454 orders
			Milan: A Trent
			autonomous: G Trent`,
		orders: "Milan: A Trent besiege",
		want: `
			Milan A Trent begins a siege
			autonomous: G Trent
			Trent is besieged`,
		check: isBesieged("Trent", true),
	},
	{
		id: "SIEGE-03 the second order starves the garrison out, fall and spring being neighbours",
		game: `fall 1454 orders
			Milan: A Milan, A Trent
			autonomous: G Trent`,
		orders: `Milan: A Milan H; A Trent besiege
			---
			Milan: waive
			---
			Milan: A Milan H; A Trent besiege`,
		want: `
			Milan A Trent completes the siege
			nobody G Trent gone: siege
			Milan: A Milan, A Trent
			never autonomous: G Trent
			never Trent is besieged`,
	},
	{
		id: "SIEGE-04 with the march to the place a siege takes three campaigns, a fleet's too",
		game: `spring 1454 orders
			Turks: F Upper Adriatic
			autonomous: G Ancona`,
		orders: `Turks: F Upper Adriatic - Ancona
			---
			Turks: F Ancona besiege`,
		want: `
			autonomous: G Ancona
			Ancona is besieged
			city Ancona: nobody`,
	},
	{
		id: "SIEGE-04 and at its end the city is the besieger's",
		game: `spring 1454 orders
			Turks: F Upper Adriatic
			autonomous: G Ancona`,
		orders: `Turks: F Upper Adriatic - Ancona
			---
			Turks: F Ancona besiege
			---
			Turks: F Ancona besiege`,
		want: `
			city Ancona: Turks
			never autonomous: G Ancona`,
	},
	{
		id: "SIEGE-05 the besieger's dislodgement ends the siege",
		game: `summer 1454 orders
			Milan: A Trent
			autonomous: G Trent
			Venice: A Verona
			Austria: A Carinthia
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: A Verona - Trent
			Austria: A Carinthia S A Verona - Trent`,
		want: `
			Milan A Trent dislodged by Venice A Verona
			siege of Trent lifted
			autonomous: G Trent
			never Trent is besieged`,
	},
	{
		id: "SIEGE-05 an attack alone does not",
		game: `summer 1454 orders
			Milan: A Trent
			autonomous: G Trent
			Venice: A Verona
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: A Verona - Trent`,
		want: `
			Milan A Trent completes the siege
			Venice A Verona bounced`,
	},
	{
		id: "SIEGE-06 standing before a city is no siege",
		game: `spring 1454 orders
			Milan: A Trent
			autonomous: G Trent`,
		orders: `Milan: A Trent H
			---
			Milan: A Trent besiege`,
		want: `
			autonomous: G Trent
			Trent is besieged`,
	},
	{
		id: "SIEGE-07 any other order is a hold, and the siege is lost",
		game: `summer 1454 orders
			Milan: A Trent
			autonomous: G Trent
			siege Trent`,
		orders: "Milan: A Trent - Verona",
		want: `
			Milan A Trent void
			siege of Trent lifted
			Milan: A Trent
			never Trent is besieged`,
	},
	{
		id: "BUG-10 another order, and the count begins anew",
		game: `spring 1454 orders
			Milan: A Trent
			autonomous: G Trent`,
		orders: `Milan: A Trent besiege
			---
			Milan: A Trent - Verona
			---
			Milan: A Trent besiege`,
		want: `
			autonomous: G Trent
			Trent is besieged`,
	},
	{
		id:     "SIEGE-09 a garrison that disbands frees its besieger",
		preset: free + " disband-orders=on",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent`,
		orders: `
			Milan: A Trent - Bergamo
			Venice: G Trent disband`,
		want: `
			Milan A Trent succeeded
			Milan: A Bergamo
			city Trent: Milan
			never Trent is besieged`,
	},
	{
		id: "SIEGE-12 a garrison may come out in the first campaign of the siege",
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			Venice owns Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: G Trent C A; A Verona S G Trent C A`,
		want: `
			Milan A Trent dislodged by Venice G Trent
			Venice: A Trent, A Verona`,
	},
	{
		id: "SIEGE-12 not in the second, whatever its support, but may support into its province",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: G Trent C A; A Verona S G Trent C A`,
		want: `
			Venice G Trent void
			Milan A Trent completes the siege`,
	},
	{
		id: "CONV-06 nor where its besieger is ordered to do something else now",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent`,
		orders: `
			Milan: A Trent - Verona
			Venice: G Trent C A`,
		want: `
			Milan A Trent void
			Venice G Trent void
			siege of Trent lifted
			Venice: G Trent
			never Trent is besieged`,
	},
	{
		id: "CONV-06 or to lift the siege",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent`,
		orders: `
			Milan: A Trent lift
			Venice: G Trent C A; A Verona S G Trent C A`,
		want: `
			Venice G Trent void
			siege of Trent lifted
			Milan: A Trent
			Venice: G Trent, A Verona`,
	},
	{
		id:     "CONV-06 or where siege-locks-besieger is free and it goes away",
		preset: free + " siege-locks-besieger=free",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent`,
		orders: `
			Milan: A Trent - Bergamo
			Venice: G Trent C A`,
		want: `
			Milan: A Bergamo
			Venice: G Trent`,
		check: hasMark("Trent", false),
	},
	{
		id: "SIEGE-12 the support of a besieged garrison drives the besieger out",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: G Trent S A Verona - Trent; A Verona - Trent`,
		want: `
			Milan A Trent dislodged by Venice A Verona
			Venice: G Trent, A Trent
			never Trent is besieged`,
	},
	{
		id: "SIEGE-13 a mark without a besieger is no siege",
		game: `summer 1454 orders
			Venice: G Trent
			siege Trent`,
		check: isBesieged("Trent", false),
	},
	{
		id: "SIEGE-13 nor is one of a city in rebellion against somebody else",
		game: `summer 1454 orders
			Milan: A Bologna
			Bologna city rebels against Papacy
			siege Bologna`,
		check: isBesieged("Bologna", false),
	},
	{
		id: "SIEGE-13 one of rebels by the power that they are against is",
		game: `summer 1454 orders
			Papacy: A Bologna
			Bologna city rebels against Papacy
			siege Bologna`,
		check: isBesieged("Bologna", true),
	},
	{
		id:     "SIEGE-15 another unit of the same power begins anew",
		preset: free + " disband-orders=on",
		game: `spring 1454 orders
			Milan: A Trent, A Verona
			autonomous: G Trent
			siege Trent`,
		orders: `Milan: A Trent disband; A Verona - Trent
			---
			Milan: A Trent besiege`,
		want: `
			autonomous: G Trent
			Trent is besieged`,
	},
	{
		id:     "SIEGE-14 a besieger that disbands leaves no mark",
		preset: free + " disband-orders=on",
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent`,
		orders: `
			Milan: A Trent disband
			Venice: G Trent C A`,
		want: `
			Venice G Trent void
			siege of Trent lifted
			Venice: G Trent`,
		check: hasMark("Trent", false),
	},
	{
		id:     "SIEGE-15 who takes the place of a besieger that disbanded begins anew",
		preset: free + " disband-orders=on",
		game: `spring 1454 orders
			Milan: A Trent
			Austria: A Carinthia
			autonomous: G Trent
			siege Trent`,
		orders: `
			Milan: A Trent disband
			Austria: A Carinthia - Trent`,
		want:  "Austria: A Trent",
		check: hasMark("Trent", false),
	},
	{
		id: "SIEGE-14 a mark without a besieger goes in winter too",
		game: `winter 1454 adjustments
			Venice: G Trent
			siege Trent`,
		orders: "Venice: maintain G Trent",
		check:  hasMark("Trent", false),
	},
	{
		id:     "SIEGE-14 so does one whose besieger must retreat or is gone",
		preset: free + " disband-orders=on",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Verona, A Carinthia
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Austria: A Verona - Trent; A Carinthia S A Verona - Trent`,
		want:  "Milan A Trent dislodged by Austria A Verona",
		check: hasMark("Trent", false),
	},
	{
		id: "SPEC-06 not even an elite unit comes out of a siege",
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent professional, A Verona
			siege Trent`,
		orders: `
			Milan: A Trent besiege
			Venice: G Trent C A; A Verona S G Trent C A`,
		want: `
			Venice G Trent professional void
			Milan A Trent completes the siege`,
	},
	{
		id: "GARR-02 an attack on the province leaves the garrison where it is",
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia, A Vicenza`,
		orders: `
			Austria: A Vicenza - Trent; A Carinthia S A Vicenza - Trent
			Venice: G Trent H`,
		want: `
			Venice: G Trent
			Austria: A Carinthia, A Trent`,
	},
	{
		id: "GARR-04 a garrison hinders nobody in its province",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: G Trent
			Austria: A Trent`,
		orders: `
			Austria: A Trent - Carinthia
			Milan: A Milan - Trent`,
		want: `
			Austria: A Carinthia
			Milan: A Trent
			Venice: G Trent`,
	},
}

// TestBesiegedNeedsTwoSides checks that a power does not besiege itself (SIEGE-10).
func TestBesiegedNeedsTwoSides(t *testing.T) {
	g := newGame(t, free, `summer 1454 orders
		Milan: A Trent, G Trent
		siege Trent`)
	for at := range board.ID(board.Max) {
		if besieged(g.pos, at) {
			t.Errorf("%s besieged by its own power", g.pos.Setting.Board.Areas[at].Name)
		}
	}
}
