package turn

import (
	"errors"
	"testing"

	"podesta/machiavelli"
)

// quits removes the named power's player from the game and compares the result.
func quits(name, want string) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		res, err := Quit(g.pos, &g.rules, g.power(name))
		if err != nil {
			t.Fatal(err)
		}
		expect(t, tell(res), want)
	}
}

var quitCases = []ledgerCase{
	{
		id:     "QUIT-01 units go, fortified cities get autonomous garrisons, all else is nobody's",
		preset: full + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Florence: A Arezzo, G Florence professional, F Eastern Tyrrhenian Sea
			Milan: A Pisa, G Milan
			Milan owns Pisa
			Milan has chits against Florence, Venice
			Florence has 20 ducats
			Florence has chits against Milan
			Florence owes 10 + 2 in fall 1454
			Pistoia province rebels against Florence`,
		check: quits("Florence", `
			Florence eliminated
			Florence A Arezzo gone: power eliminated
			Florence G Florence professional gone: power eliminated
			autonomous: G Arezzo, G Florence
			Milan: A Pisa, G Milan
			never Florence:
			province Arezzo: nobody
			city Florence: nobody
			province Pistoia: nobody
			never Pistoia province rebels
			country florence: nobody
			treasury Florence: 0
			chits Florence: none
			chits Milan: Florence, Venice
			out: Florence
			next summer 1454 orders`),
	}, {
		id:     "QUIT-01 a siege goes on, one that the power laid does not",
		preset: full + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Florence: G Arezzo, A Bologna
			Papacy: G Bologna, A Arezzo
			siege Arezzo
			siege Bologna`,
		check: quits("Florence", `
			Arezzo is besieged
			siege of Bologna lifted
			never Bologna is besieged`),
	}, {
		id:     "QUIT-01 fortresses in use are garrisoned too, units that wait for a retreat go",
		preset: full + " player-quits=autonomous-garrisons fortresses=on",
		game: `summer 1454 retreats
			Naples lost A Capua from Tivoli to Aquila
			Papacy: A Capua`,
		check: quits("Naples", `
			Naples A Capua gone: power eliminated
			autonomous: G Aquila, G Bari, G Messina, G Naples, G Palermo, G Salerno
			never Naples A Capua may go`),
	}, {
		id:     "QUIT-01 Venice is garrisoned unless another's unit is there",
		preset: full + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Venice owns city Venice
			Turks: F Venice`,
		check: quits("Venice", "Turks: F Venice"),
	}, {
		id:     "QUIT-01 a garrison of another inherits the province",
		preset: full + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Florence: A Arezzo
			Papacy: G Arezzo
			Papacy owns city Arezzo`,
		check: quits("Florence", `
			Papacy: G Arezzo
			province Arezzo: Papacy
			city Arezzo: Papacy`),
	}, {
		id:     "QUIT-02 civil disorder: the power stays and holds",
		preset: full,
		game: `summer 1454 orders
			Florence: A Arezzo
			Florence has 20 ducats`,
		check: quits("Florence", `
			Florence: A Arezzo
			treasury Florence: 20
			out: nobody
			never Florence eliminated`),
	},
}

// TestQuitIsPure checks that Quit does not change the given position and refuses a finished game.
func TestQuitIsPure(t *testing.T) {
	g := newGame(t, full+" player-quits=autonomous-garrisons", `summer 1454 orders
		Florence: A Arezzo, G Florence`)
	if _, err := Quit(g.pos, &g.rules, g.power("Florence")); err != nil || len(g.pos.Units) != 2 || g.pos.Eliminated != 0 {
		t.Errorf("the position given was changed (%v)", err)
	}
	g.pos.Victors = machiavelli.PowerSet(0).With(1)
	if _, err := Quit(g.pos, &g.rules, g.power("Florence")); !errors.Is(err, ErrGameOver) {
		t.Errorf("error %v, want %v", err, ErrGameOver)
	}
}
