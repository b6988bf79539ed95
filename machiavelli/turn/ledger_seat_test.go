package turn

import (
	"testing"

	"podesta/machiavelli"
)

// The rules of 1978, unchanged and with separate powers.
const (
	asOne = "battleline-1978-advanced"
	apart = "battleline-1978-advanced several-powers=separate"
)

// seatCases has positions in which Venice and Florence have one player.
var seatCases = []ledgerCase{
	{
		id:     "SEAT-01 units of one player do not drive each other away",
		preset: asOne,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: A Padua
			Florence: A Ferrara, A Verona`,
		orders: `
			Florence: A Ferrara - Padua; A Verona S A Ferrara - Padua
			Venice: A Padua H`,
		want: `
			Florence A Ferrara bounced
			Venice: A Padua
			never Venice A Padua dislodged`,
	}, {
		id:     "SEAT-01 separate ones do",
		preset: apart,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: A Padua
			Florence: A Ferrara, A Verona`,
		orders: `
			Florence: A Ferrara - Padua; A Verona S Padua
			Venice: A Padua H`,
		want: "Venice A Padua dislodged by Florence A Ferrara",
	}, {
		id:     "SEAT-01 nor do they cut each other's supports",
		preset: asOne,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: A Padua, A Verona
			Florence: A Vicenza
			Milan: A Ferrara`,
		orders: `
			Venice: A Padua - Ferrara; A Verona S Ferrara
			Florence: A Vicenza - Verona`,
		want: `
			Venice A Verona succeeded
			Milan A Ferrara dislodged by Venice A Padua`,
	}, {
		id:     "SEAT-01 a fleet does not close a strait to the player's other fleets",
		preset: asOne,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: F Piombino
			Florence: F ets`,
		orders: `
			Venice: F Piombino H
			Florence: F ets - psa`,
		want: "Florence F Eastern Tyrrhenian Sea succeeded",
	}, {
		id:     "SEAT-01 nor is the player's other garrison besieged",
		preset: asOne,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: G Padua
			Florence: A Padua`,
		orders: "Florence: A Padua B",
		want:   "never Florence A Padua begins a siege",
		check:  isBesieged("Padua", false),
	}, {
		id:     "SEAT-01 the ruler dies for all",
		preset: asOne + " assassination-chits=unlimited",
		game: `spring 1454 orders
			seat Venice, Florence
			Milan has 12 ducats
			Florence: A Florence
			roll assassination milan 1 = 1`,
		orders: `
			Milan: E1: 12 assassinate Venice
			Florence: A Florence - Bologna`,
		want: `
			Venice paralysed
			Florence paralysed
			Florence: A Florence`,
	}, {
		id:     "SEAT-01 lives while any of its home countries has a city",
		preset: asOne,
		game: `fall 1454 orders
			seat Venice, Florence
			Venice: A Ferrara
			Naples owns Padua, Verona, Venice, Dalmatia, Brescia, Bergamo, Vicenza, Treviso, Friuli, Istria`,
		want: `
			Naples conquers venice
			Venice: A Ferrara
			out: nobody`,
	}, {
		id:     "SEAT-01 and dies as a whole",
		preset: asOne,
		game: `fall 1454 orders
			seat Venice, Florence
			Venice: A Ferrara
			Naples owns Padua, Verona, Venice, Dalmatia, Brescia, Bergamo, Vicenza, Treviso, Friuli, Istria
			Milan owns Arezzo, Florence, Pisa, Pistoia`,
		want: `
			Venice A Ferrara gone: power eliminated
			out: Florence, Venice`,
	}, {
		id:     "SEAT-01 winter counts all units and all cities",
		preset: "battleline-1978-basic",
		game: `winter 1454 adjustments
			seat Venice, Florence
			nobody owns Padua, Treviso, Brescia, Bergamo, Vicenza, Friuli, Istria, Verona, Arezzo
			Venice: F Venice, F Dalmatia
			Florence: A Florence, A Bologna`,
		want: `
			Venice: F Venice, F Dalmatia
			Florence: A Florence, A Bologna`,
	}, {
		id:     "SEAT-01 a conquest within the hand changes nothing",
		preset: asOne,
		game: `fall 1454 orders
			seat Venice, Florence
			Venice owns Arezzo, Florence, Pisa, Pistoia`,
		want: `
			country florence: Florence
			out: nobody
			never Venice conquers`,
	}, {
		id:     "SEAT-02 no assassination of another power of one's own",
		preset: apart,
		game: `spring 1454 orders
			seat Venice, Florence
			Florence has 12 ducats
			Florence has chits against Venice`,
		orders: `Florence: E1: L-(V)-12d`,
		want: `
			Florence refused "E1: L-(V)-12d"
			treasury Florence: 12`,
	}, {
		id:     "SEAT-02 no rebellion against it, though self-rebellion is allowed",
		preset: apart + " self-rebellion=yes",
		game: `spring 1454 orders
			seat Venice, Florence
			Florence: A Mantua
			Florence has 30 ducats`,
		orders: `Florence: E1: 15 rebellion Verona`,
		want: `
			Florence refused "E1: 15 rebellion Verona"
			never Verona province rebels`,
	}, {
		id:     "SEAT-02 no bribes of its units: disbanded, bought or made autonomous; but counter-bribes",
		preset: apart + " self-bribes=allowed-except-buy buy-committed-garrison=yes",
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: A Verona, G Padua
			Florence: A Mantua, A Ferrara
			Florence has 60 ducats`,
		orders: `Florence: E1: 12 disband A Verona; E2: 18 buy A Verona; E3: 9 to autonomous G Padua; E4: 3 counter-bribe A Verona`,
		want: `
			Florence refused "E1: 12 disband A Verona"
			Florence refused "E2: 18 buy A Verona"
			Florence refused "E3: 9 to autonomous G Padua"
			Florence expense 4 wasted: nothing to counter
			Venice: A Verona, G Padua`,
	}, {
		id:     "SEAT-02 a province given to a power of one's own in the same campaign does not rise either",
		preset: apart + " province-trading=on",
		game: `spring 1454 orders
			seat Venice, Florence
			Milan owns Ferrara
			Florence: A Bologna
			Florence has 30 ducats`,
		orders: `
			Milan: give province Ferrara to Venice
			Florence: E1: 9 rebellion Ferrara`,
		want: `
			Milan gives Venice the province of Ferrara
			Florence expense 1 wasted: not that kind of target`,
	}, {
		id:     "SEAT-02 the orders of its units are its own",
		preset: apart,
		game: `spring 1454 orders
			seat Venice, Florence
			Venice: A Verona`,
		orders: "Florence: A Verona - Mantua",
		want:   `Florence refused "A Verona - Mantua"`,
	}, {
		id:     "SEAT-02 no chits are dealt against it",
		preset: apart + " assassination-chits=random-draw",
		check: func(t *testing.T, g *game) {
			g.pos.Setting.Seats = [][]machiavelli.Power{{g.power("Venice"), g.power("Florence")}}
			s := g.open().Next
			venice, florence := g.power("Venice"), g.power("Florence")
			if s.Chits[venice][florence] != 0 || s.Chits[florence][venice] != 0 {
				t.Error("chits between powers of one player")
			}
		},
	}, {
		id:     "WIN-11 the home of an own power that is out is not a foreign one",
		preset: apart + " victory-cities=5 victory-cities-few-players=5",
		game: `fall 1454 orders
			seat Venice, Florence
			Venice owns Arezzo, Florence, Pisa, Pistoia
			Venice holds venice, florence
			Florence is out`,
		want: "won: nobody",
	}, {
		id:     "WIN-11 that of another player is",
		preset: apart + " victory-cities=5 victory-cities-few-players=5",
		game: `fall 1454 orders
			seat Venice, Milan
			Venice owns Arezzo, Florence, Pisa, Pistoia
			Venice holds venice, florence
			Florence is out`,
		want: "won: Milan, Venice",
	}, {
		id:     "WIN-11 WIN-04 the cities of an own power that is out must be held",
		preset: "battleline-1978-basic several-powers=separate victory-cities=6 victory-cities-few-players=6",
		game: `fall 1454 orders
			seat Venice, Florence
			Venice owns Bologna, Ferrara, Mantua, Modena, Lucca, Siena, Ancona, Perugia
			Milan owns Pisa
			Florence is out`,
		want: "won: nobody",
	},
}
