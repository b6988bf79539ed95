package turn

import (
	"strings"
	"testing"

	"podesta/machiavelli/board"
)

// plagueCases tests disasters under the optional rules.
var plagueCases = []ledgerCase{
	{
		id:     "OPT-10 once: the plague strikes and is over",
		preset: withPlague,
		game: `spring 1454 orders
			roll plague severity = 4
			roll plague row = 4`,
		orders: `
			---
			Milan: A Pavia H`,
		want:  "never plague",
		check: plagueIn(""),
	}, {
		id:     "OPT-10 expands: it moves to neighbours on one to three, and leaves",
		preset: withPlague + " plague-model=expands",
		game: `summer 1454 orders
			plague Pavia
			roll plague spread Milan = 3
			roll plague spread Cremona = 4
			roll plague spread Montferrat = 1
			roll plague spread Piancenza = 6
			roll plague spread Pontremoli = 6
			roll plague spread Turin = 6
			roll plague spread Como = 6
			roll plague spread Fornova = 6
			Milan: A Pavia, A Milan, G Montferrat, A Cremona`,
		want: `
			plague 0, row 0, column 0: Milan, Montferrat
			Milan A Milan gone: plague
			Milan G Montferrat gone: plague
			Milan: A Pavia, A Cremona`,
		check: plagueIn("Milan, Montferrat"),
	}, {
		id:     "OPT-10 expands: it does not come back to where it was",
		preset: withPlague + " plague-model=expands",
		game: `summer 1454 orders
			plague Herzegovina`,
		orders: `
			---`,
		check: func(t *testing.T, g *game) {
			if !g.pos.Spared.Has(g.place("Herzegovina").At) || g.pos.Plague.Has(g.place("Herzegovina").At) {
				t.Errorf("plague in %v, spared %v", g.pos.Plague, g.pos.Spared)
			}
		},
	}, {
		id:     "OPT-10 expands: the next spring's outbreak takes the place of the last",
		preset: withPlague + " plague-model=expands",
		game: `spring 1455 orders
			plague Tunis
			roll plague severity = 4
			roll plague row = 4`,
		orders: "Milan: A Milan H",
		check:  plagueIn("Friuli, Marseilles, Pavia, Rome, Savoy"),
	}, {
		id:     "OPT-10 stays: it remains and grows each year to its neighbours on land",
		preset: withPlague + " plague-model=stays",
		game: `spring 1455 orders
			plague Palermo
			plague Tunis
			roll plague severity = 4
			roll plague row = 2
			Naples: A Messina, F Ionian Sea, A Palermo`,
		want: `
			plague 4, row 2, column 0: Capua, Carniola, Messina, Montferrat, Palermo, Swiss, Tunis, Vicenza
			Naples A Messina gone: plague
			Naples A Palermo gone: plague
			Naples: F Ionian Sea`,
		check: plagueIn("Capua, Carniola, Messina, Montferrat, Palermo, Swiss, Tunis, Vicenza"),
	}, {
		id:     "OPT-10 stays: not in the other campaigns",
		preset: withPlague + " plague-model=stays",
		game: `summer 1455 orders
			plague Palermo
			Naples: A Palermo`,
		want:  "Naples: A Palermo",
		check: plagueIn("Palermo"),
	}, {
		id:     "OPT-10 seed: one province by lot, and as far as a die says",
		preset: withPlague + " plague-model=seed",
		game: `spring 1455 orders
			roll plague seed = 1
			roll plague radius = 1`,
		want:  "plague 0, row 0, column 0: Albania, Durazzo, Herzegovina, Ragusa",
		check: plagueIn(""),
	}, {
		id:     "OPT-10 radius: around every province struck",
		preset: withPlague + " plague-model=radius",
		game: `spring 1455 orders
			roll plague severity = 5
			roll plague column = 12
			roll plague radius = 1`,
		check: func(t *testing.T, g *game) {
			struck := named(tell(g.play("")), "plague 5, row 0, column 12")
			if len(struck) != 1 || !strings.Contains(struck[0], "Saluzzo") || !strings.Contains(struck[0], "Turin") || strings.Contains(struck[0], "Sea") {
				t.Errorf("%v", struck)
			}
		},
	}, {
		id:     "OPT-10 radius: nothing spreads in a good year",
		preset: withPlague + " plague-model=radius",
		game: `spring 1455 orders
			roll plague severity = 2`,
		check: func(t *testing.T, g *game) {
			if _, ok := g.play("").Rolls["plague radius"]; ok {
				t.Error("a radius was rolled")
			}
		},
	}, {
		id:     "OPT-08 a caused famine kills at the end of its campaign and is over",
		preset: "njudge-classic famine=off cause-famine=one-season",
		game: `summer 1454 orders
			scorched Milan
			Milan: A Milan, A Pavia`,
		want: `
			famine kills in Milan
			Milan: A Pavia
			never famine in Milan`,
	}, {
		id:     "OPT-08 in fall it is over before the income",
		preset: "njudge-classic famine=off cause-famine=one-season",
		game: `fall 1454 orders
			scorched Milan`,
		want: "Milan earns 12: seas 0, provinces 7, cities 5, variable 0",
	}, {
		id:     "OPT-08 or it stays until it is relieved",
		preset: "njudge-classic famine=off cause-famine=until-relieved",
		game: `spring 1454 orders
			scorched Milan
			famine Pavia
			Milan: A Milan, A Pavia, A Como`,
		orders: `
			---
			Milan: A Como - Milan`,
		want: `
			Milan A Como succeeded
			Milan A Milan gone: famine
			famine in Milan
			never famine in Pavia`,
	}, {
		id:     "OPT-08 relief ends it",
		preset: "njudge-classic famine=off cause-famine=until-relieved",
		game: `summer 1454 orders
			scorched Milan
			Milan has 3 ducats
			Milan: A Milan`,
		orders: "Milan: E1 3 famine relief Milan",
		want:   "Milan: A Milan",
		check: func(t *testing.T, g *game) {
			if g.pos.Famine != (board.Set{}) || g.pos.Scorched != (board.Set{}) {
				t.Error("a mark is left")
			}
		},
	},
}

// plagueIn checks which provinces have the plague in the resulting position.
func plagueIn(want string) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		tells := telling{p: g.pos}
		if want == "" {
			want = "nothing"
		}
		if got := tells.areas(g.pos.Plague); got != want {
			t.Errorf("the plague is in %s, want %s", got, want)
		}
	}
}
