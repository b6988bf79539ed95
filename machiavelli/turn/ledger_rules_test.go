package turn

import "testing"

// ruleCases cover rules that involve several parts of the game.
var ruleCases = []ledgerCase{
	{
		id: "STRAIT-10 a fleet that supports, convoys or besieges closes the strait all the same",
		game: `spring 1454 orders
			Naples: F Messina, A Palermo
			Turks: F Ionian Sea`,
		orders: `
			Naples: F Messina S A Palermo
			Turks: F Ionian Sea - Gulf of Naples`,
		want: "Turks F Ionian Sea void",
	}, {
		id: "STRAIT-10 convoying",
		game: `spring 1454 orders
			Naples: F Messina, A Palermo
			Turks: F Gulf of Naples`,
		orders: `
			Naples: F Messina T A Palermo - Otranto; A Palermo - Messina - Otranto
			Turks: F Gulf of Naples - Ionian Sea`,
		want: "Turks F Gulf of Naples void",
	}, {
		id: "STRAIT-10 besieging",
		game: `spring 1454 orders
			Naples: F Messina
			autonomous: G Messina
			Turks: F Gulf of Naples`,
		orders: `
			Naples: F Messina B
			Turks: F Gulf of Naples - Ionian Sea`,
		want: `
			Turks F Gulf of Naples void
			Messina is besieged`,
	}, {
		id:     "STRAIT-11 money crosses a closed strait",
		preset: full,
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea
			Papacy: F Gulf of Naples
			Turks has 12 ducats`,
		orders: "Naples: F Messina H\nTurks: expense 1: 12 disband F Gulf of Naples; F Ionian Sea H",
		want: `
			Turks expense 1 succeeded
			Papacy F Gulf of Naples gone: bribe`,
	}, {
		id: "STRAIT-12 only an ally order opens a strait, for the campaign in which it is given",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea`,
		orders: `
			Naples: ally Turks; F Messina H
			Turks: F Ionian Sea - Gulf of Naples
			---
			Naples: F Messina H
			Turks: F Gulf of Naples - Ionian Sea`,
		want: `
			Turks F Gulf of Naples void
			Turks: F Gulf of Naples`,
	}, {
		id: "STRAIT-12 leave that is taken back is none",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea`,
		orders: `
			Naples: ally Turks; unally Turks
			Turks: F Ionian Sea - Gulf of Naples`,
		want: "Turks: F Ionian Sea",
	}, {
		id:     "OPT-17 bribes by leave of another player",
		preset: full + " bribe-adjacency=own-or-permitted",
		game: `spring 1454 orders
			Florence: A Pistoia
			Papacy: A Bologna
			Milan has 12 ducats`,
		orders: `
			Milan: expense 1: 12 disband A Bologna
			Florence: permit Milan to bribe A Bologna`,
		want: "Papacy A Bologna gone: bribe",
	}, {
		id:     "OPT-17 bribes anywhere",
		preset: full + " bribe-adjacency=off",
		game: `spring 1454 orders
			Papacy: A Bologna
			Turks has 12 ducats`,
		orders: "Turks: expense 1: 12 disband A Bologna",
		want:   "Papacy A Bologna gone: bribe",
	}, {
		id:     "OPT-18 no luck: no die is thrown all year, and there is no bank",
		preset: "battleline-1978-optional dice=off",
		game: `fall 1454 orders
			Milan: A Milan
			Milan has 5 ducats
			die milan 1`,
		orders: "Milan: borrow 5 for 1 year",
		want: `
			Milan refused "borrow 5 for 1 year"
			never Milan borrows`,
		check: noDice,
	}, {
		id:     "DIST-01 disasters and income are known before the winter in which they matter",
		preset: "njudge-classic",
		game: `fall 1454 orders
			Milan: A Milan
			roll famine severity = 4
			roll famine row = 6
			die milan 1
			roll income milan 1 = 6`,
		want: `
			famine 4, row 6, column 0: Bergamo, Carinthia, Hungary, Marseilles, Piancenza, Pistoia, Ragusa, Spoleto, Vicenza
			never famine kills`,
		check: func(t *testing.T, g *game) {
			if p := g.pos.Phase.String(); p != "winter 1454 adjustments" {
				t.Errorf("the phase is %s", p)
			}
		},
	},
}

// noDice plays the fall of a game without supplying dice.
func noDice(t *testing.T, g *game) {
	if NeedsDice(&g.rules) {
		t.Error("the game needs dice")
	}
	p := newGame(t, "battleline-1978-optional dice=off", "fall 1454 orders\nMilan: A Milan\ndie milan 1").pos
	res, err := Process(p, nil, &g.rules, nil)
	if err != nil || len(res.Rolls) != 0 {
		t.Errorf("%v, rolls %v", err, res.Rolls)
	}
}
