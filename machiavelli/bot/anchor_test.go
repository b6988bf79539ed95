package bot_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/position"
)

// TestAnchors gives Milan positions in which DumbBot and the greedy player are
// certain of an order.
func TestAnchors(t *testing.T) {
	for _, c := range []struct {
		name, player, preset, phase, units, owns string
		purse                                    int
		change                                   func(p *position.Position, at func(string) board.ID)
		want, not                                []string
	}{
		{
			name: "an open city is taken", player: "greedy", preset: "battleline-1978-basic", phase: "spring 1454 orders",
			units: "milan: A Lucca", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca - Pisa"},
		},
		{
			name: "an open city is taken", player: "dumbbot", preset: "diplomacy-garrisons", phase: "fall 1454 orders",
			units: "milan: A Lucca", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca - Pisa"},
		},
		{
			name: "a siege is gone on with", player: "greedy", preset: "njudge-classic", phase: "fall 1454 orders",
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca B"},
			change: func(p *position.Position, at func(string) board.ID) { p.Sieges.Add(at("Lucca")) },
		},
		{
			name: "a siege is gone on with", player: "dumbbot", preset: "njudge-classic", phase: "fall 1454 orders",
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca B"},
			change: func(p *position.Position, at func(string) board.ID) { p.Sieges.Add(at("Lucca")) },
		},
		{
			name: "two do not go to one place", player: "greedy", preset: "battleline-1978-basic", phase: "spring 1454 orders",
			units: "milan: A Lucca, A Florence", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca - Pisa|A Florence - Pisa", "A Lucca H|A Florence H"},
		},
		{
			name: "a held city is attacked with support", player: "dumbbot", preset: "diplomacy-garrisons", phase: "fall 1454 orders",
			units: "milan: A Lucca, A Florence; venice: A Pisa", owns: "milan: all", want: []string{"A Lucca - Pisa|A Florence - Pisa", "A Lucca S A Florence - Pisa|A Florence S A Lucca - Pisa"},
		},
		{
			name: "a garrison comes out where nobody is near", player: "dumbbot", preset: "njudge-classic", phase: "spring 1454 orders",
			units: "milan: G Milan", owns: "milan: all", want: []string{"G Milan C A"},
		},
		{
			name: "and not where somebody is", player: "dumbbot", preset: "njudge-classic", phase: "spring 1454 orders",
			units: "milan: G Milan; venice: A Cremona", owns: "milan: all", want: []string{"G Milan H"},
		},
		{
			name: "no ducat is spent but on units", player: "dumbbot", preset: "njudge-classic", phase: "spring 1454 orders", purse: 40,
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all", not: []string{"E1"},
		},
		{
			name: "who cannot pay for all removes the one that is of less use", player: "dumbbot", preset: "njudge-classic", phase: "winter 1454 adjustments", purse: 3,
			units: "milan: F Ionian Sea, A Pavia; venice: A Milan", owns: "milan: Pavia; venice: Milan; milan: all", want: []string{"R F Ionian Sea", "M A Pavia"},
		},
		{
			name: "ducats that are left become units", player: "greedy", preset: "njudge-classic", phase: "winter 1454 adjustments", purse: 9,
			units: "milan: A Como", owns: "milan: all", want: []string{"M A Como", "B "},
		},
		{
			name: "a build for each city", player: "dumbbot", preset: "battleline-1978-basic", phase: "winter 1454 adjustments",
			units: "milan: A Como", owns: "milan: Milan, Cremona; venice: all", want: []string{"B "},
		},
	} {
		r := edition(t, c.preset, "")
		p := setUp(t, &r, c.phase, c.units, c.owns)
		milan, _ := p.Setting.Powers.Find("milan")
		p.Treasury[milan] = machiavelli.Ducats(c.purse)
		if c.change != nil {
			c.change(p, func(name string) board.ID {
				m, ok := p.Setting.Board.Find(name)
				if !ok {
					t.Fatalf("no place %q", name)
				}
				return m.ID
			})
		}
		player, err := bot.New(c.player)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, l := range player.Decide(bot.Look(p, &r, bot.Alone(p, milan), "1"), milan) {
			all = append(all, l.Text)
		}
		has := func(wanted string) bool {
			return slices.ContainsFunc(strings.Split(wanted, "|"), func(w string) bool {
				return slices.ContainsFunc(all, func(text string) bool { return strings.HasPrefix(text, w) })
			})
		}
		for _, w := range c.want {
			if !has(w) {
				t.Errorf("%s, %s: no %q, but %q", c.player, c.name, w, all)
			}
		}
		for _, w := range c.not {
			if has(w) {
				t.Errorf("%s, %s: %q among %q", c.player, c.name, w, all)
			}
		}
	}
}

// TestDumbBotBeatsRandom checks that one DumbBot among random players wins
// Diplomacy or has the most centres, whichever power it plays.
func TestDumbBotBeatsRandom(t *testing.T) {
	players := table(t, "diplomacy", "diplomacy", "", 10, "dumbbot", "random", "random", "random", "random", "random", "random")
	for game := range uint64(7) {
		if err := players.Play(game); err != nil {
			t.Error(err)
		}
	}
	for _, r := range players.Tally().Records {
		if r.Player == "dumbbot" && (r.Seats != 7 || r.Most < 6) {
			t.Errorf("%+v", r)
		}
	}
}
