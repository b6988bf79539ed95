package turn

import (
	"maps"
	"testing"

	"podesta/machiavelli/dice"
)

// besiegersArmy is a siege with a second army of the besieger nearby, which the
// besieged power can buy.
const besiegersArmy = `
	Milan: A Florence, A Siena
	Florence: G Florence, A Arezzo
	siege Florence
	Florence has 18 ducats`

// garrisonForSale is a siege in which the besieger can buy the garrison.
const garrisonForSale = `
	Milan: A Trent
	Venice: G Trent
	siege Trent
	Milan has 18 ducats`

// interplayCases combine sieges and rebellions with bribes, assassinations and
// movement.
var interplayCases = []ledgerCase{
	{
		id:     "SIEGE-01 a target that a bribe took away leaves the besieger holding",
		preset: full,
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia
			Austria has 12 ducats`,
		orders: `
			Milan: A Trent besiege
			Austria: expense 1: 12 disband G Trent; A Carinthia H`,
		want: `
			Milan A Trent void
			city Trent: Milan
			never Trent is besieged`,
	}, {
		id:     "SIEGE-01 so does a pacified rebellion, and the hold quells nothing",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna, A Ancona
			Papacy has 12 ducats
			Bologna city rebels against Papacy
			Ancona province rebels against Papacy`,
		orders: "Papacy: expense 1: 12 pacify Bologna; A Bologna besiege; A Ancona besiege",
		want: `
			rebellion of Bologna city pacified
			Papacy A Bologna void
			never Bologna is besieged
			Ancona province rebels against Papacy`,
	}, {
		id:     "SIEGE-09 a bribe that removes the garrison frees its besieger",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia
			siege Trent
			Austria has 12 ducats`,
		orders: `
			Milan: A Trent - Bergamo
			Austria: expense 1: 12 disband G Trent; A Carinthia H`,
		want: `
			Milan: A Bergamo
			siege of Trent lifted
			city Trent: Milan
			never Trent is besieged`,
	}, {
		id:     "SIEGE-09 a bribe that fails leaves it locked",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia
			siege Trent
			Austria has 9 ducats`,
		orders: `
			Milan: A Trent - Bergamo
			Austria: expense 1: 9 disband G Trent; A Carinthia H`,
		want: `
			Milan A Trent void
			Milan: A Trent
			Venice: G Trent`,
	}, {
		id:     "SIEGE-10 who buys the garrison that he besieges lifts the siege by besieging",
		preset: full,
		game:   "summer 1454 orders" + garrisonForSale,
		orders: "Milan: expense 1: 18 buy G Trent; A Trent besiege",
		want: `
			Milan: A Trent, G Trent
			siege of Trent lifted
			never Trent is besieged`,
	}, {
		id:     "SIEGE-10 or moves on, and the garrison may come out",
		preset: full,
		game:   "summer 1454 orders" + garrisonForSale,
		orders: "Milan: expense 1: 18 buy G Trent; A Trent - Bergamo; G Trent C A",
		want:   "Milan: A Bergamo, A Trent",
		check:  isBesieged("Trent", false),
	}, {
		id:     "SIEGE-10 the siege that is over does not go on when the garrison changes hands again",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent
			Milan has 18 ducats
			Venice has 18 ducats`,
		orders: `Milan: expense 1: 18 buy G Trent; A Trent H
			---
			Milan: A Trent besiege
			Venice: expense 1: 18 buy G Trent; A Verona H`,
		want: `
			Milan A Trent begins a siege
			Venice: A Verona, G Trent
			Trent is besieged`,
	}, {
		id:     "SIEGE-10 a siege ended by a purchase leaves no mark, and who enters then begins anew",
		preset: full,
		game:   "spring 1454 orders" + besiegersArmy,
		orders: `
			Florence: expense 1: 18 buy A Florence; A Florence - Bologna
			Milan: A Siena - Florence
			---
			Milan: A Florence besiege
			Florence: A Bologna H; A Arezzo H`,
		want: `
			Milan A Florence begins a siege
			Florence: G Florence, A Arezzo, A Bologna
			Florence is besieged`,
	}, {
		id:     "SIEGE-15 and the garrison may come out and drive the newcomer away",
		preset: full,
		game:   "spring 1454 orders" + besiegersArmy,
		orders: `
			Florence: expense 1: 18 buy A Florence; A Florence - Bologna
			Milan: A Siena - Florence
			---
			Milan: A Florence besiege
			Florence: A Bologna S G Florence C A; A Arezzo H; G Florence C A`,
		want: `
			Milan A Florence dislodged by Florence G Florence
			Florence: A Florence, A Arezzo, A Bologna`,
	}, {
		id:     "SIEGE-13 and in fall the city pays",
		preset: full,
		game:   "fall 1454 orders" + besiegersArmy,
		orders: `
			Florence: expense 1: 18 buy A Florence; A Florence - Bologna
			Milan: A Siena - Florence`,
		want: `
			siege of Florence lifted
			Milan: A Florence`,
		check: func(t *testing.T, g *game) {
			if at := g.place("Florence").At; !cityPays(g.pos, &g.rules, at) {
				t.Error("the city of Florence pays nothing")
			}
		},
	}, {
		id:     "SIEGE-10 nor does a mark stay where a third power buys both sides",
		preset: full,
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia, A Tyrolea
			siege Trent
			Austria has 36 ducats`,
		orders: `
			Austria: expense 1: 18 buy A Trent; expense 2: 18 buy G Trent; A Trent - Bergamo
			Milan: A Trent besiege`,
		want: `
			siege of Trent lifted
			Austria: A Carinthia, A Tyrolea, A Bergamo, G Trent`,
		check: hasMark("Trent", false),
	}, {
		id:     "SIEGE-10 nor where the besieger buys the garrison and is ordered elsewhere, or nothing",
		preset: full,
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent
			Milan has 18 ducats`,
		orders: `
			Milan: expense 1: 18 buy G Trent; A Trent - Bergamo
			Venice: A Verona - Trent`,
		want: `
			siege of Trent lifted
			Milan: A Bergamo, G Trent
			Venice: A Trent`,
		check: hasMark("Trent", false),
	}, {
		id:     "SIEGE-10 nor where both stay friends and stand still",
		preset: full,
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent
			Venice has 18 ducats`,
		orders: "Venice: expense 1: 18 buy A Trent",
		want: `
			siege of Trent lifted
			Venice: G Trent, A Trent`,
		check: hasMark("Trent", false),
	}, {
		id:     "SIEGE-10 where each side buys the other's unit they are enemies still, and the siege goes on",
		preset: full,
		game: `spring 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent
			Milan has 18 ducats
			Venice has 18 ducats`,
		orders: `
			Milan: expense 1: 18 buy G Trent
			Venice: expense 1: 18 buy A Trent; A Trent besiege`,
		want: `
			Milan G Trent gone: siege
			Venice: A Trent`,
	}, {
		id:     "SIEGE-11 a besieger that a third power bought besieges on, at once if ordered so",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			Austria: A Carinthia
			siege Trent
			Austria has 18 ducats`,
		orders: `
			Milan: A Trent besiege
			Austria: expense 1: 18 buy A Trent; A Trent besiege; A Carinthia H`,
		want: `
			Austria A Trent completes the siege
			Venice G Trent gone: siege
			city Trent: Austria`,
	}, {
		id:     "SIEGE-11 so it does where the garrison was set free",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent
			siege Trent
			Milan has 9 ducats`,
		orders: "Milan: expense 1: 9 garrison to autonomous G Trent; A Trent besiege",
		want: `
			nobody G Trent gone: siege
			city Trent: Milan`,
	}, {
		id:     "SIEGE-14 a besieger that is bribed away leaves no siege behind",
		preset: full,
		game: `summer 1454 orders
			Milan: A Trent
			Venice: G Trent, A Verona
			siege Trent
			Venice has 12 ducats`,
		orders: `
			Milan: A Trent besiege
			Venice: expense 1: 12 disband A Trent; G Trent C A; A Verona H`,
		want: `
			Milan A Trent gone: bribe
			Venice: A Trent, A Verona
			never Trent is besieged`,
	}, {
		id:     "BUG-09 not even rebels help a besieged garrison out",
		preset: full,
		game: `summer 1454 orders
			Papacy: A Siena
			Papacy owns Siena
			Florence: G Siena
			Florence has 9 ducats
			siege Siena`,
		orders: `
			Papacy: A Siena besiege
			Florence: expense 1: 9 cause rebellion Siena; G Siena C A`,
		want: `
			Florence G Siena void
			Papacy A Siena completes the siege
			Florence G Siena gone: siege
			Siena province rebels against Papacy`,
	}, {
		id:     "BUG-33 a garrison's hold quells nothing",
		preset: full,
		game: `spring 1454 orders
			Papacy: G Siena
			Papacy owns Siena
			Siena province rebels against Papacy`,
		orders: "Papacy: G Siena H",
		want:   "Siena province rebels against Papacy",
	}, {
		id:     "BUG-33 it does in the printed game",
		preset: printed,
		game: `spring 1454 orders
			Papacy: G Siena
			Papacy owns Siena
			Siena province rebels against Papacy`,
		orders: "Papacy: G Siena H",
		want:   "rebellion of Siena province quelled",
	}, {
		id:     "BUG-40 two claimants, one of them coming out of the city, and neither is helped",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna
			Venice: G Bologna
			Florence: A Florence
			Bologna province rebels against Papacy`,
		orders: `
			Papacy: A Bologna H
			Venice: G Bologna C A
			Florence: A Florence - Bologna`,
		want: `
			Venice G Bologna bounced
			Florence A Florence bounced
			Papacy: A Bologna`,
	}, {
		id:     "REB-09 everyone comes, goes and sails through rebelling provinces",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna, F Ancona, A Romagna
			Bologna province rebels against Papacy
			Ancona province rebels against Papacy`,
		orders: "Papacy: A Bologna - Ferrara; F Ancona T A Romagna - Aquila; A Romagna - Ancona - Aquila",
		want: `
			Papacy A Bologna succeeded
			Papacy A Romagna succeeded`,
	}, {
		id:     "REB-10 the target does not garrison its rebelling city, though it is pacified in the end",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna city rebels against Papacy`,
		orders: "Papacy: A Bologna C G",
		want: `
			Papacy A Bologna void
			Papacy: A Bologna
			Bologna city rebels against Papacy`,
	}, {
		id:     "T-REB-1 the rebels' point decides",
		preset: full,
		game: `spring 1454 orders
			Austria: A Carinthia
			Venice: A Verona
			Vicenza province rebels against Venice`,
		orders: `
			Austria: A Carinthia - Vicenza
			Venice: A Verona - Vicenza`,
		want: `
			Austria: A Vicenza
			province Vicenza: Austria
			never Vicenza province rebels`,
	}, {
		id:     "T-REB-2 two claimants: nobody is supported",
		preset: full,
		game: `spring 1454 orders
			Austria: A Carinthia
			Venice: A Verona
			Milan: A Trent
			Vicenza province rebels against Venice`,
		orders: `
			Austria: A Carinthia - Vicenza
			Venice: A Verona - Vicenza
			Milan: A Trent - Vicenza`,
		want: `
			Austria A Carinthia bounced
			Venice A Verona bounced
			Milan A Trent bounced
			Vicenza province rebels against Venice`,
	}, {
		id:     "T-REB-3 the province is quiet, the city still rebels",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna rebels against Papacy`,
		orders: "Papacy: A Bologna H",
		want:   "Bologna city rebels against Papacy",
	}, {
		id:     "T-REB-4 both are quiet after two besiege orders",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna rebels against Papacy`,
		orders: `Papacy: A Bologna besiege
			---
			Papacy: A Bologna besiege`,
		want: `
			rebellion of Bologna province and city put down
			never Bologna city rebels`,
	}, {
		id:     "T-REB-6 no retreat into the rebelling city, although the attacker liberates it",
		preset: full,
		game: `spring 1454 orders
			Naples: A Messina
			Turks: F Ionian Sea, F Gulf of Naples
			Milan: A Palermo
			Milan owns Palermo
			Messina city rebels against Naples`,
		orders: `
			Naples: A Messina H
			Turks: F Ionian Sea - Messina; F Gulf of Naples S F Ionian Sea - Messina
			Milan: A Palermo H`,
		want: `
			Naples A Messina dislodged by Turks F Ionian Sea
			Naples A Messina gone: no retreat
			rebellion of Messina city liberated
			never Messina city rebels`,
	}, {
		id:     "T-REB-8 a rebelling province with an unfortified city pays nothing",
		preset: full + " dice=off",
		game: `fall 1454 orders
			nobody owns Durazzo, Tunis, Herzegovina, Bosnia
			Albania province rebels against Turks`,
		want: "Turks earns 0: seas 0, provinces 0, cities 0, variable 0",
	}, {
		id:     "CTRL-18 the owner's disbanding passes the province on, and the rebellion is nobody's",
		preset: full + " disband-orders=on",
		game: `spring 1454 orders
			Papacy: A Bologna, A Romagna
			Venice: G Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna disband; A Romagna H",
		want: `
			province Bologna: Venice
			rebellion of Bologna province liberated
			never Bologna province rebels`,
	}, {
		id:     "ELIM-06 money, debts and chits go with their power",
		preset: full + " dice=off",
		game: `spring 1454 orders
			Milan: A Florence, A Pisa
			Milan owns city Arezzo
			Florence has 10 ducats
			Florence has chits against Milan
			Milan has chits against Florence
			Florence owes 10 + 2 in fall 1454`,
		want: `
			Florence eliminated
			treasury Florence: 0
			chits Florence: none
			chits Milan: Florence`,
		check: func(t *testing.T, g *game) {
			if len(g.pos.Loans) != 0 {
				t.Errorf("loans left: %v", g.pos.Loans)
			}
		},
	}, {
		id:     "SEQ-06 borrowed money is spent in the same campaign, expenses work before the assassins, these before the orders",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna, A Romagna
			Florence: A Florence
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Bologna = 6
			Papacy has 12 ducats`,
		orders: `
			Milan: borrow 12 for 1 year; expense 1: 12 assassinate Papacy; A Modena - Bologna
			Papacy: expense 1: 12 disband A Florence; A Bologna - Ferrara; A Romagna H`,
		want: `
			Milan hits Papacy with 1 of 1
			Florence A Florence gone: bribe
			Papacy: A Bologna, A Romagna
			Milan A Modena bounced`,
	}, {
		id:     "SEQ-05 a phase that is processed again repeats its rolls, whatever else is ordered",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Verona
			Milan has 36 ducats
			Venice has 36 ducats
			Milan has chits against Papacy
			Venice has chits against Naples`,
		check: func(t *testing.T, g *game) {
			roll := func(orders string) map[string]int {
				res, err := Process(g.pos, g.lines(orders), &g.rules, dice.New([]byte("seed"), "game/spring 1454", nil))
				if err != nil {
					t.Fatal(err)
				}
				return res.Rolls
			}
			one := roll("Milan: expense 1: 36 assassinate Papacy")
			if again := roll("Milan: expense 1: 36 assassinate Papacy"); !maps.Equal(one, again) {
				t.Errorf("rolls %v, then %v", one, again)
			}
			const name = "assassination milan 1"
			both := roll("Venice: expense 1: 36 assassinate Naples\nMilan: A Milan H; expense 1: 36 assassinate Papacy")
			if one[name] == 0 || both[name] != one[name] {
				t.Errorf("%s: %d alone, %d together with others", name, one[name], both[name])
			}
		},
	},
}
