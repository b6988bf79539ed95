// Command train makes the dictionary with which package pack compresses phases.
// It plays games of all scenarios by all editions of the rules, with random
// orders, and joins a few of their phases, half of them of the scenario that is
// played most. Of many such dictionaries it takes the one with which phases of
// other games need the least. Whole phases as a dictionary save more than twice
// as much as one of the same size that is made of frequent texts.
//
// The same program makes the same dictionary. One that has been released never
// changes: a better one is a new form of package pack.
//
//	go run ./internal/pack/train -o internal/pack/phase1.dict
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/klauspost/compress/zstd"

	"podesta/internal/pack"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/sim"
	"podesta/machiavelli/turn"
)

// phases is the number of phases of a game that are looked at: about four years.
const phases = 24

// popular is the scenario that is played most.
const popular = "B"

func main() {
	to := flag.String("o", "", "`file` to write")
	size := flag.Int("size", 128<<10, "the size of the dictionary, in bytes")
	tries := flag.Int("tries", 40, "how many dictionaries are compared")
	flag.Parse()
	if *to == "" || flag.NArg() > 0 || *size < 1<<10 || *tries < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := train(*to, *size, *tries); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// train writes the best dictionary, and prints what phases of other games need
// with it.
func train(to string, size, tries int) error {
	samples, err := play(1)
	if err != nil {
		return err
	}
	others, err := play(2)
	if err != nil {
		return err
	}
	measured := others.some(rand.New(rand.NewPCG(2, 0)), 400)
	var best []byte
	least := 0
	for try := range tries {
		d := samples.join(rand.New(rand.NewPCG(1, uint64(try))), size)
		n, err := compressed(measured, zstd.WithEncoderDictRaw(1, d))
		if err != nil {
			return err
		}
		if best == nil || n < least {
			best, least = d, n
		}
	}
	plain := 0
	for _, x := range measured {
		plain += len(x)
	}
	without, err := compressed(measured)
	if err != nil {
		return err
	}
	n := len(measured)
	fmt.Printf("a phase of another game has %d bytes, %d compressed, %d compressed with the dictionary\n", plain/n, without/n, least/n)
	return os.WriteFile(to, best, 0o644)
}

// compressed returns what phases need together.
func compressed(phases [][]byte, options ...zstd.EOption) (int, error) {
	e, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(512<<10))...)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, x := range phases {
		n += len(e.EncodeAll(x, nil))
	}
	return n, e.Close()
}

// pool holds the joined parts of phases.
type pool struct {
	all     [][]byte
	popular [][]byte // of the scenario that is played most
}

// some returns n random phases, every second of the scenario that is played
// most.
func (p *pool) some(r *rand.Rand, n int) [][]byte {
	out := make([][]byte, n)
	for i := range out {
		from := p.all
		if i%2 == 0 {
			from = p.popular
		}
		out[i] = from[r.IntN(len(from))]
	}
	return out
}

// join returns a dictionary of random phases.
func (p *pool) join(r *rand.Rand, size int) []byte {
	var out []byte
	for len(out) < size {
		for _, x := range p.some(r, 2) {
			out = append(out, x...)
		}
	}
	return out[len(out)-size:]
}

// play returns the phases of one game of each scenario by each edition.
func play(seed uint64) (*pool, error) {
	out := &pool{}
	for _, p := range rules.Presets() {
		set, err := rules.Preset(p.ID)
		if err != nil {
			return nil, err
		}
		for _, s := range scenario.List() {
			for _, v := range s.Variants {
				if _, err := scenario.New(s.ID, v.ID, &set); err != nil {
					continue // not every edition has what every board needs
				}
				list, err := playOne(sim.Config{Scenario: s.ID, Variant: v.ID, Rules: set, Years: 1, Seed: seed})
				if err != nil {
					return nil, fmt.Errorf("%s by %s: %w", v.ID, p.ID, err)
				}
				out.all = append(out.all, list...)
				if s.ID == popular {
					out.popular = append(out.popular, list...)
				}
			}
		}
	}
	return out, nil
}

// playOne plays one game.
func playOne(c sim.Config) ([][]byte, error) {
	players, err := sim.New(c)
	if err != nil {
		return nil, err
	}
	start, err := scenario.New(c.Scenario, c.Variant, &c.Rules)
	if err != nil {
		return nil, err
	}
	codec := record.New(start.Setting)
	seed := []byte(strconv.FormatUint(c.Seed, 10))
	opened, err := turn.Open(start, &c.Rules, dice.New(seed, dice.Scope(c.Variant, "opening", ""), nil))
	if err != nil {
		return nil, err
	}
	var out [][]byte
	p := opened.Next
	for n := uint64(0); n < phases && p.Victors == 0; n++ {
		lines := players.Lines(p, n)
		orders := writeOrders(p.Setting, lines)
		d := dice.New(seed, dice.Scope(c.Variant, p.Phase.Campaign(), ""), nil)
		res, err := turn.Process(p, lines, &c.Rules, d)
		if err != nil {
			return nil, err
		}
		x := pack.Phase{Orders: orders}
		if x.Position, err = codec.Position(p); err != nil {
			return nil, err
		}
		if x.Events, err = codec.Events(res.Events); err != nil {
			return nil, err
		}
		if x.Throws, err = json.Marshal(d.Throws()); err != nil {
			return nil, err
		}
		out = append(out, x.Parts())
		p = res.Next
	}
	return out, nil
}

// writeOrders returns the texts of orders by seat.
func writeOrders(s *position.Setting, lines []turn.Line) map[int]string {
	seats := map[machiavelli.Power]int{}
	for i, powers := range s.Seats {
		for _, p := range powers {
			seats[p] = i + 1
		}
	}
	out := map[int]string{}
	for _, l := range lines {
		if seat := seats[l.Power]; seat > 0 {
			out[seat] += order.Format(l.Order, s.Board, s.Powers) + "\n"
		}
	}
	return out
}
