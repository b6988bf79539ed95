package turn

import "testing"

// duel is a position in which Milan and Venice stand next to a Papal army.
const duel = `spring 1454 orders
	Milan: A Modena
	Venice: A Mantua
	Papacy: A Bologna
	Milan has 100 ducats
	Venice has 100 ducats
	Papacy has 100 ducats
	`

var bribeCases = []ledgerCase{
	{
		id:     "BRIBE-01 the unit must be there and fit the purpose",
		preset: full,
		game: duel + `
			Naples: G Ferrara
			autonomous: G Lucca`,
		orders: `
			Milan: e1: 12 disband f bol; e2: 12 disband g bol; e3: 9 garrison to autonomous lucca
			Venice: e1: 9 garrison to autonomous a bol`,
		want: `
			Papacy: A Bologna
			never Naples gone
			autonomous: G Lucca`,
	}, {
		id:     "BRIBE-02 a garrison in a major city costs twice as much",
		preset: full,
		game: `spring 1454 orders
			Milan: A Capua
			Naples: G Naples
			autonomous: G Rome
			Venice: A Spoleto
			Milan has 60 ducats
			Venice has 60 ducats`,
		orders: `
			Milan: e1: 18 to autonomous g naples
			Venice: e1: 9 disband g rome`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 wasted: below the minimum
			autonomous: G Rome, G Naples`,
	}, {
		id:     "BRIBE-02 T-BRIBE-8",
		preset: full,
		game: `spring 1454 orders
			Milan: A Capua
			Naples: G Naples
			Milan has 60 ducats`,
		orders: "Milan: e1: 9 to autonomous g naples",
		want: `
			Milan expense 1 wasted: below the minimum
			Naples: G Naples
			treasury Milan: 51`,
	}, {
		id:     "BRIBE-03 militia and professionals cost twice as much, mercenaries do not",
		preset: full,
		game: `spring 1454 orders
			Milan: A Mantua
			Papacy: A Bologna militia
			Venice: A Verona professional
			Florence: A Modena mercenary
			Milan has 60 ducats`,
		orders: "Milan: e1: 12 disband a bol; e2: 24 disband a verona; e3: 12 disband a mod",
		want: `
			Milan expense 1 wasted: below the minimum
			Milan expense 2 succeeded
			Milan expense 3 succeeded
			Papacy: A Bologna militia`,
	}, {
		id:     "BRIBE-03 T-BRIBE-9",
		preset: full,
		game: `spring 1454 orders
			Milan: A Patrimony
			Papacy: G Rome militia
			Milan has 48 ducats`,
		orders: "Milan: e1: 48 disband g rome",
		want: `
			Milan expense 1 succeeded
			Papacy G Rome militia gone: bribe`,
	}, {
		id:     "BRIBE-03 and three ducats less",
		preset: full,
		game: `spring 1454 orders
			Milan: A Patrimony
			Papacy: G Rome militia
			Milan has 48 ducats`,
		orders: "Milan: e1: 45 disband g rome",
		want: `
			Milan expense 1 wasted: below the minimum
			Papacy: G Rome militia`,
	}, {
		id:     "BRIBE-04 what would do for another purpose does not help",
		preset: full,
		game:   duel,
		orders: "Milan: e1: 15 buy a bol",
		want: `
			Milan expense 1 wasted: below the minimum
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-05 T-BRIBE-3",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 18 buy a bol
			Venice: e1: 15 disband a bol`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 wasted: outbid
			Milan: A Modena, A Bologna`,
	}, {
		id:     "BRIBE-05 T-BRIBE-5",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 15 buy a bol
			Venice: e1: 12 disband a bol`,
		want: `
			Milan expense 1 wasted: below the minimum
			Venice expense 1 wasted: outbid
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-05 T-BRIBE-7",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 24 buy a bol
			Venice: e1: 21 buy a bol
			Papacy: e1: 9 counter-bribe a bol`,
		want: `
			Milan expense 1 wasted: counter-bribed
			Venice expense 1 wasted: outbid
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-06 T-BRIBE-4",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 18 buy a bol
			Venice: e1: 18 disband a bol`,
		want: `
			Milan expense 1 wasted: equal bribes
			Venice expense 1 wasted: equal bribes
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-06 T-BRIBE-13",
		preset: full,
		game:   duel,
		orders: "Milan: e1: 12 disband a bol; e2: 12 disband a bol",
		want: `
			Milan expense 1 wasted: equal bribes
			Milan expense 2 wasted: equal bribes
			Papacy: A Bologna
			treasury Milan: 76`,
	}, {
		id:     "BRIBE-06 die-toss",
		preset: full + " bribe-tie=die-toss",
		game: duel + `
			roll bribe tie A Bologna = 2`,
		orders: `
			Milan: e1: 18 buy a bol
			Venice: e1: 18 buy a bol
			Papacy: e1: 12 disband a mantua`,
		want: `
			Milan expense 1 wasted: outbid
			Venice expense 1 succeeded
			Venice: A Bologna`,
	}, {
		id:     "BRIBE-07 T-BRIBE-1",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 12 disband a bol
			Papacy: e1: 3 counter-bribe a bol`,
		want: `
			Milan expense 1 wasted: counter-bribed
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-07 T-BRIBE-2",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 15 disband a bol
			Papacy: e1: 3 counter-bribe a bol`,
		want: `
			Milan expense 1 succeeded
			Papacy A Bologna gone: bribe`,
	}, {
		id:     "BRIBE-07 T-BRIBE-6",
		preset: full,
		game: duel + `
			Florence: A Lucca
			Florence has 3 ducats`,
		orders: `
			Milan: e1: 24 buy a bol
			Venice: e1: 21 buy a bol
			Papacy: e1: 3 counter-bribe a bol
			Florence: e1: 3 counter-bribe a bol`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 wasted: outbid
			Milan: A Modena, A Bologna`,
	}, {
		id:     "BRIBE-07 T-BRIBE-11",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 15 disband a bol
			Papacy: e1: 4 counter-bribe a bol`,
		want: `
			Milan expense 1 succeeded
			treasury Papacy: 96`,
	}, {
		id:     "BRIBE-08 a counter-bribe protects units, also autonomous ones, and from nothing else",
		preset: full,
		game: duel + `
			autonomous: G Lucca
			Florence: A Pistoia
			Florence has 3 ducats`,
		orders: `
			Milan: e1: 9 buy g lucca; e2: 15 cause rebellion bol
			Florence: e1: 3 counter-bribe g lucca
			Papacy: e1: 9 counter-bribe a bol`,
		want: `
			Milan expense 1 wasted: counter-bribed
			Milan expense 2 succeeded
			Florence expense 1 succeeded
			Papacy expense 1 wasted: nothing to counter
			autonomous: G Lucca`,
	}, {
		id:     "BRIBE-09 a disbanded unit is gone before movement, and its orders with it",
		preset: full,
		game: duel + `
			Papacy: A Romagna`,
		orders: `
			Milan: e1: 12 disband a bol; a mod - bol
			Papacy: a bol - mod; a romagna s a bol`,
		want: `
			Papacy A Bologna gone: bribe
			Milan A Modena succeeded
			Papacy A Romagna succeeded
			Milan: A Bologna`,
	}, {
		id:     "BUG-23 a garrison that is set free holds",
		preset: full,
		game: `spring 1454 orders
			Papacy: G Ancona
			Venice: F Upper Adriatic Sea
			Venice has 9 ducats`,
		orders: `
			Papacy: g ancona c a
			Venice: e1: 9 to autonomous g ancona`,
		want: `
			Venice expense 1 succeeded
			autonomous: G Ancona
			city Ancona: nobody
			province Ancona: nobody`,
	}, {
		id:     "BRIBE-10 it keeps its quality, and with a unit outside the province keeps its owner",
		preset: full,
		game: `spring 1454 orders
			Papacy: G Ancona professional, A Ancona
			Venice: F Upper Adriatic Sea
			Venice has 18 ducats`,
		orders: "Venice: e1: 18 to autonomous g ancona",
		want: `
			autonomous: G Ancona professional
			city Ancona: nobody
			province Ancona: Papacy`,
	}, {
		id:     "BRIBE-11 a bought unit keeps what it is, and its place is the buyer's at once",
		preset: full,
		game: duel + `
			autonomous: G Ferrara mercenary`,
		orders: `
			Milan: e1: 18 buy a bol; a bol - ferrara
			Venice: e1: 9 buy g ferrara`,
		want: `
			province Bologna: Milan
			city Bologna: Milan
			Milan: A Modena, A Ferrara
			Venice: A Mantua, G Ferrara mercenary
			city Ferrara: Venice`,
	}, {
		id:     "BRIBE-12 the buyer's order counts, the owner's and other buyers' do not",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 21 buy a bol; a bol - pistoia; a bol - ferrara
			Venice: e1: 18 buy a bol; a bol - romagna
			Papacy: a bol - lucca`,
		want: `
			Milan: A Modena, A Ferrara`,
	}, {
		id:     "BRIBE-12 without one the unit holds",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 21 buy a bol; a bol - ferrara; a bol none
			Papacy: a bol - lucca`,
		want: "Milan: A Modena, A Bologna",
	}, {
		id:     "BRIBE-12 and if it is not bought the owner's order counts",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 21 buy a bol; a bol - ferrara
			Papacy: a bol - lucca; e1: 6 counter-bribe a bol`,
		want: "Papacy: A Lucca",
	}, {
		id:     "BRIBE-12 others' supports follow the unit to its new owner",
		preset: full,
		game: duel + `
			Florence: A Ferrara`,
		orders: `
			Milan: e1: 21 buy a bol; a bol - ferrara
			Venice: a mantua s a bol - ferrara
			Papacy: a bol - ferrara`,
		want: "Milan: A Modena, A Ferrara",
	}, {
		id:     "BRIBE-12 the order may name the number that the unit is to bear, before the purchase is written or after it",
		preset: "battleline-1978-advanced",
		game:   duel,
		orders: `
			Milan: A7 A-Ferra; I-Bolog-A7-21d; A1 S-Ferra
			Papacy: A1 A-Lucca`,
		want: `
			Milan: A Modena, A Ferrara`,
		check: serials("A1 A1 A7"),
	}, {
		id:     "BRIBE-12 a number that is in use is not taken, the next one is",
		preset: "battleline-1978-advanced",
		game:   duel,
		orders: "Milan: I-Bolog-A1-21d; A1 H; a bol - ferrara",
		want:   "Milan: A Modena, A Ferrara",
		check:  serials("A1 A1 A2"),
	}, {
		id:     "BRIBE-12 nor does an order for the number count if the purchase fails",
		preset: "battleline-1978-advanced",
		game:   duel,
		orders: `
			Milan: I-Bolog-A7-21d; A7 A-Ferra
			Papacy: A1 A-Lucca; C-A1-6d`,
		want: "Papacy: A Lucca",
	}, {
		id:     "BRIBE-12 and nobody else's purchase serves",
		preset: "battleline-1978-advanced",
		game:   duel,
		orders: `
			Milan: I-Bolog-A7-21d
			Venice: A7 A-Ferra`,
		want: `
			Venice refused "A7 A-Ferra"
			Milan: A Modena, A Bologna`,
	}, {
		id:     "BRIBE-13 T-BRIBE-14",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 12 disband a bol
			Papacy: e1: 12 disband a bol`,
		want: `
			Milan expense 1 wasted: equal bribes
			Papacy expense 1 wasted: equal bribes
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-13 one may give one's own units up, but not buy them",
		preset: full,
		game: duel + `
			Papacy: G Ancona`,
		orders: "Papacy: e1: 12 disband a bol; e2: 9 to autonomous g ancona; e3: 18 buy g ancona",
		want: `
			Papacy expense 1 succeeded
			Papacy expense 2 succeeded
			never Papacy expense 3 succeeded
			autonomous: G Ancona`,
	}, {
		id:     "BRIBE-13 self-bribes forbidden: they do not compete",
		preset: full + " self-bribes=forbidden",
		game:   duel,
		orders: `
			Milan: e1: 12 disband a bol
			Papacy: e1: 12 disband a bol`,
		want: `
			Milan expense 1 succeeded
			never Papacy expense 1 succeeded`,
	}, {
		id:     "BUG-21 a second special unit cannot be bought",
		preset: full,
		game: `spring 1454 orders
			Naples: A Spoleto, A Naples mercenary
			Papacy: A Perugia militia
			Naples has 36 ducats`,
		orders: "Naples: e1: 36 buy a perugia",
		want: `
			Naples expense 1 wasted: second special unit
			Papacy: A Perugia militia
			treasury Naples: 0`,
	}, {
		id:     "BRIBE-14 Q-20 such a bribe takes no part",
		preset: full,
		game: duel + `
			Naples: A Romagna mercenary
			Florence: A Lucca, A Pistoia militia
			Naples has 60 ducats`,
		orders: `
			Naples: e1: 60 buy a pistoia
			Papacy: e1: 36 buy a pistoia`,
		want: `
			Naples expense 1 wasted: not adjacent
			Papacy expense 1 succeeded`,
	}, {
		id:     "BRIBE-14 nor one from next door",
		preset: full,
		game: duel + `
			Naples: A Ferrara mercenary
			Florence: A Verona militia
			Naples has 60 ducats`,
		orders: `
			Naples: e1: 60 buy a verona
			Venice: e1: 36 buy a verona`,
		want: `
			Naples expense 1 wasted: second special unit
			Venice expense 1 succeeded`,
	}, {
		id:     "BRIBE-15 where players' garrisons are not for sale",
		preset: full + " buy-committed-garrison=no",
		game: duel + `
			Papacy: G Ferrara
			autonomous: G Lucca`,
		orders: `
			Venice: e1: 18 buy g ferrara
			Milan: e1: 9 buy g lucca`,
		want: `
			never Venice expense 1 succeeded
			Milan expense 1 succeeded
			Papacy: A Bologna, G Ferrara`,
	}, {
		id:     "BRIBE-16 nothing is bribed in provinces that are out of play",
		preset: full,
		game: duel + `
			off board Bologna`,
		orders: "Milan: e1: 12 disband a bol; e2: 15 cause rebellion bol",
		want: `
			never Milan expense 1 succeeded
			never Milan expense 2 succeeded
			Papacy: A Bologna`,
	}, {
		id:     "BRIBE-17 the siege of a bought besieger goes on",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Venice: A Bologna
			Papacy: G Bologna
			siege Bologna
			Milan has 18 ducats`,
		orders: `
			Milan: e1: 18 buy a bol; a bol b
			Venice: a bol b`,
		want: `
			Milan A Bologna completes the siege
			Papacy G Bologna gone: siege
			Milan: A Modena, A Bologna`,
	}, {
		id:     "BUG-03 of two special units that one would buy the first counts",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Urbino mercenary
			Venice: A Bologna professional
			Florence has 60 ducats`,
		orders: "Florence: e1: 18 buy a urbino; e2: 36 buy a bol",
		want: `
			Florence expense 1 succeeded
			Florence expense 2 wasted: second special unit
			Florence: A Florence, A Urbino mercenary
			Venice: A Bologna professional
			treasury Florence: 6`,
	}, {
		id:     "BUG-03 with the first line taken back the second counts",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Urbino mercenary
			Venice: A Bologna professional
			Florence has 60 ducats`,
		orders: "Florence: e1: 18 buy a urbino; e2: 36 buy a bol; e1: none",
		want: `
			Florence expense 2 succeeded
			never Florence expense 1
			Florence: A Florence, A Bologna professional`,
	}, {
		id:     "SPEC-03 with the first outbid the second counts",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Urbino mercenary
			Venice: A Bologna professional
			Naples: A Ancona
			Florence has 60 ducats
			Naples has 21 ducats`,
		orders: `
			Florence: e1: 18 buy a urbino; e2: 36 buy a bol
			Naples: e1: 21 disband a urbino`,
		want: `
			Florence expense 1 wasted: outbid
			Florence expense 2 succeeded`,
	}, {
		id:     "SPEC-03 Q-06 a special unit lost in the same campaign still counts",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence mercenary
			Papacy: A Urbino mercenary
			Florence has 18 ducats
			Papacy has 12 ducats`,
		orders: `
			Florence: e1: 18 buy a urbino
			Papacy: e1: 12 disband a florence`,
		want: `
			Papacy expense 1 succeeded
			Florence expense 1 wasted: second special unit
			Papacy: A Urbino mercenary`,
	}, {
		id:     "SPEC-05 what a power may not build it may still buy",
		preset: "machiavelli-1995 famine=off",
		game: `spring 1454 orders
			Turks: A Ancona
			Papacy: A Urbino mercenary
			Turks has 18 ducats`,
		orders: "Turks: e1: 18 buy a urbino",
		want:   "Turks expense 1 succeeded",
	}, {
		id:     "BUG-05 a power that loses its last home city to a bribe lives while it can come back",
		preset: full,
		game: `spring 1454 orders
			Austria: A Tyrolea, A Carinthia
			Turks owns Austria, Hungary
			Milan: A Milan
			Milan has 18 ducats`,
		orders: `
			Milan: e1: 18 buy a tyr
			Austria: a carinthia - austria`,
		want: `
			Milan expense 1 succeeded
			never Austria eliminated
			city Austria: Austria`,
	}, {
		id:     "BUG-07 a fleet bought in Piombino is a friend at once",
		preset: full,
		game: `spring 1454 orders
			Papacy: F Piombino
			Florence: F Eastern Tyrrhenian Sea
			Florence has 18 ducats`,
		orders: "Florence: e1: 18 buy f pio; f ets - psa",
		want: `
			Florence expense 1 succeeded
			Florence: F Pisa, F Piombino`,
	}, {
		id:     "BUG-18 who owns a place is seen to after every bribe",
		preset: full,
		game: `spring 1454 orders
			autonomous: G Ferrara
			Milan: A Ferrara
			Milan has 6 ducats`,
		orders: "Milan: e1: 6 disband g ferrara; a ferrara - bol",
		want: `
			Milan expense 1 succeeded
			city Ferrara: Milan
			province Ferrara: Milan`,
	}, {
		id:     "BUG-26 counter-bribes act in full threes",
		preset: full,
		game: `spring 1454 orders
			Florence: A Arezzo
			Papacy: A Perugia
			Florence has 15 ducats
			Papacy has 4 ducats`,
		orders: `
			Florence: e1: 15 disband a perugia
			Papacy: e1: 4 counter-bribe a perugia`,
		want: `
			Florence expense 1 succeeded
			Papacy A Perugia gone: bribe
			treasury Papacy: 0`,
	}, {
		id:     "BUG-42 the purchase of a garrison liberates, though an army stands outside",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Bologna, G Bologna
			Florence: A Florence
			Bologna province rebels against Papacy
			Florence has 18 ducats`,
		orders: "Florence: e1: 18 buy g bol",
		want: `
			Florence expense 1 succeeded
			rebellion of Bologna province liberated
			never Bologna province rebels`,
	}, {
		id:     "DIST-04 a bought unit takes the next number of its new owner",
		preset: full,
		game:   duel,
		orders: `
			Milan: e1: 18 buy a bol
			Venice: e1: 12 counter-bribe a mantua`,
		check: serials("A1 A1 A2"),
	},
}

// TestBribesAreSymmetric swaps the roster of a contest: the order of the powers
// makes no difference (EXP-07, SEQ-03).
func TestBribesAreSymmetric(t *testing.T) {
	for _, names := range [][2]string{{"Milan", "Venice"}, {"Venice", "Milan"}} {
		x, y := names[0], names[1]
		c := ledgerCase{
			preset: full,
			game: `spring 1454 orders
				` + x + `: A Modena, A Ferrara
				` + y + `: A Mantua
				Papacy: A Bologna
				` + x + ` has 60 ducats
				` + y + ` has 60 ducats`,
			orders: x + ": e1: 18 buy a bol; e2: 12 disband a mantua\n" + y + ": e1: 21 disband a bol; e2: 18 buy a ferrara",
			want: x + " expense 1 wasted: outbid\n" + x + " expense 2 succeeded\n" + y + " expense 1 succeeded\n" + y +
				" expense 2 succeeded\n" + x + ": A Modena\n" + y + ": A Ferrara",
		}
		t.Run(x, c.play)
	}
}
