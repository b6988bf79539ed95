// Command train makes the dictionary with which package pack compresses phases.
// It plays games of all scenarios by all editions of the rules, with random
// orders, and looks for what their phases have in common. It prints what phases
// of other games need with the dictionary and without.
//
// No two runs make the same dictionary, since texts that are equally common
// enter it in any order; they differ by less than one percent in what they save.
// A dictionary that has been released never changes: a better one is a new
// form of package pack.
//
//	go run ./internal/pack/train -o internal/pack/phase1.dict
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"

	"github.com/klauspost/compress/dict"
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

func main() {
	to := flag.String("o", "", "`file` to write")
	size := flag.Int("size", 16<<10, "the largest dictionary, in bytes")
	id := flag.Uint("id", 1, "the number of the dictionary")
	flag.Parse()
	if *to == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := train(*to, *size, uint32(*id)); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// train writes the dictionary and measures it.
func train(to string, size int, id uint32) error {
	samples, err := play(1)
	if err != nil {
		return err
	}
	d, err := dict.BuildZstdDict(samples, dict.Options{MaxDictSize: size, HashBytes: 6, ZstdDictID: id, ZstdLevel: zstd.SpeedBetterCompression})
	if err != nil {
		return err
	}
	others, err := play(2)
	if err != nil {
		return err
	}
	with, err := zstd.NewWriter(nil, zstd.WithEncoderDict(d), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return err
	}
	without, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return err
	}
	var plain, big, small int
	for _, x := range others {
		plain += len(x)
		big += len(without.EncodeAll(x, nil))
		small += len(with.EncodeAll(x, nil))
	}
	n := len(others)
	fmt.Printf("%d phases, a dictionary of %d bytes; of other games a phase has %d bytes, %d compressed, %d compressed with the dictionary\n",
		len(samples), len(d), plain/n, big/n, small/n)
	return os.WriteFile(to, d, 0o644)
}

// play returns the joined parts of the phases of one game of each scenario by
// each edition.
func play(seed uint64) ([][]byte, error) {
	var out [][]byte
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
				out = append(out, list...)
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
