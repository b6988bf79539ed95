package main

import (
	"bufio"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// ground is a kind of game to play.
type ground struct {
	scenario, variant, preset string
	options                   map[string]string
	years                     int // years after which a game without a winner ends
}

// short contains the rules of a short game, like those that visitors play.
var short = map[string]string{"victory-cities": "9", "victory-homes": "none", "victory-all-own-home-cities": "no", "victory-tie": "shared", "last-year": "1388"}

// grounds lists the kinds of games, which are played in rotation.
var grounds = []ground{
	{"B", "B-8", "njudge-classic", nil, 14},
	{"A", "A-4", "njudge-classic", short, 14},
	{"B", "B-8", "battleline-1978-advanced", nil, 14},
	{"diplomacy", "", "diplomacy", nil, 14},
	{"A", "A-4", "battleline-1978-basic", nil, 14},
	{"balance-of-power-1995", "", "machiavelli-1995", nil, 14},
	{"B", "B-8", "battleline-1978-basic", nil, 14},
	{"D", "D-6", "battleline-1978-optional", nil, 14},
	{"B", "B-5", "njudge-classic", nil, 14},
	{"C1", "C1-6", "battleline-1978-advanced", nil, 14},
	{"A", "A-4", "battleline-1978-basic", short, 14},
	{"dipmach", "", "diplomacy-garrisons", nil, 10},
}

// players lists the kinds of computer players; each game draws its players from it at random.
var players = []string{"even", "even", "hard", "greedy", "dumbbot"}

// played is a game with its positions.
type played struct {
	Number  int
	Ground  int
	Moments []moment
}

// moment is a position of a game: its sides, and the final share of each in the victory.
type moment struct {
	Sides  []opinion.Side
	Result []float32
}

// collect plays games and writes them to a file.
func collect(args []string) error {
	fs := flag.NewFlagSet("collect", flag.ContinueOnError)
	seed := fs.Uint64("seed", 1, "`number` that decides everything")
	n := fs.Int("games", 480, "`number` of games")
	first := fs.Int("first", 0, "`number` of the first game")
	out := fs.String("o", "", "`file` of games to write")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *out == "" || fs.NArg() > 0 {
		return errors.New("name the file to write with -o, and nothing else")
	}
	f, err := os.Create(*out)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	w := bufio.NewWriter(f)
	to := gob.NewEncoder(w)
	positions := 0
	for i := *first; i < *first+*n; i++ {
		g, err := play(*seed, i)
		if err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		if err := to.Encode(g); err != nil {
			return err
		}
		if positions += len(g.Moments); i%24 == 23 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions\n", i+1-*first, positions)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// play plays a game. In one of four games, the estimates do not know any treasuries.
func play(seed uint64, number int) (*played, error) {
	x := &grounds[number%len(grounds)]
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	r, err := rules.Make(x.preset, x.options)
	if err != nil {
		return nil, err
	}
	start, err := scenario.New(x.scenario, x.variant, &r)
	if err != nil {
		return nil, err
	}
	seats := make([]bot.Player, len(start.Setting.Powers))
	for i := range seats {
		if seats[i], err = bot.New(players[rng.IntN(len(players))]); err != nil {
			return nil, err
		}
	}
	known := machiavelli.PowerSet(0)
	if rng.IntN(4) > 0 {
		known = ^known
	}
	secret, name := []byte(strconv.FormatUint(seed, 10)), "opinion "+strconv.Itoa(number)
	opened, err := turn.Open(start, &r, dice.New(secret, dice.Scope(name, "opening", ""), nil))
	if err != nil {
		return nil, err
	}
	g, p := &played{Number: number, Ground: number % len(grounds)}, opened.Next
	var e opinion.Estimator
	for p.Victors == 0 && p.Phase.Year < start.Phase.Year+x.years {
		sides := e.Look(p, &r, known)
		if len(sides) < 2 {
			break
		}
		if p.Phase.Step != machiavelli.Retreats {
			g.Moments = append(g.Moments, moment{Sides: append([]opinion.Side(nil), sides...)})
		}
		var lines []turn.Line
		for power := machiavelli.Power(1); int(power) < len(seats); power++ {
			if !p.Eliminated.Has(power) && !p.Setting.Absent.Has(power) {
				lines = append(lines, seats[power].Decide(bot.Look(p, &r, bot.Alone(p, power), name), power)...)
			}
		}
		res, err := turn.Process(p, lines, &r, dice.New(secret, dice.Scope(name, p.Phase.Campaign(), ""), nil))
		if err != nil {
			return nil, err
		}
		p = res.Next
	}
	settle(g, p, e.Look(p, &r, known))
	return g, nil
}

// settle sets the results of a game. A victory is shared equally by the victors. In a game
// without victors, all sides get shares in proportion to the squares of their numbers of cities.
func settle(g *played, end *position.Position, sides []opinion.Side) {
	part := map[machiavelli.PowerSet]float32{} // shares, keyed by the powers of the surviving sides
	sum := float32(0)
	for i := range sides {
		s := &sides[i]
		switch {
		case end.Victors == 0:
			part[s.Powers] = float32(s.Cities * s.Cities)
		case end.Victors&s.Powers != 0:
			part[s.Powers] = 1
		}
		sum += part[s.Powers]
	}
	if sum == 0 {
		g.Moments = nil // nobody has a city
		return
	}
	for i := range g.Moments {
		m := &g.Moments[i]
		m.Result = make([]float32, len(m.Sides))
		for k := range m.Sides {
			for powers, x := range part {
				if powers&m.Sides[k].Powers != 0 { // some powers of a side may have been eliminated
					m.Result[k] += x / sum
				}
			}
		}
	}
}
