package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lagoonOf is the suffix that turns the name of an area into the name of its
// lagoon.
const lagoonOf = "'s lagoon"

// place is a longitude and a latitude in degrees.
type place struct{ lon, lat float64 }

// point is a place on the sheet, in units of the sheet, y downwards.
type point struct{ x, y float64 }

// feature is a line of a plan that names something and its position.
type feature struct {
	kind string   // the line's first word
	name []string // the words after it, up to the colon
	at   []place
}

// plan describes a map. README.md describes its format.
type plan struct {
	board      string // slug of the board
	width      int
	seed       uint64
	noise      [][2]float64 // amplitude and wavelength of the displacement of borders
	projection projection
	seeds      map[string][]place // seeds of land, keyed by area
	void       map[string]bool    // land that is not an area
	seas       map[string]place
	shoals     map[string]bool // water that is not an area
	lagoons    map[string]bool // water that is part of the area with that name
	features   []feature
	sum        hash.Hash                     // hash of the plan's text and of the plans that it includes
	over       map[string]map[string]feature // places that replace computed ones, keyed by area and kind of thing
}

// readPlan reads NAME.plan after the plans that it includes.
func readPlan(dir, name string) (*plan, error) {
	p := &plan{
		seeds: map[string][]place{}, void: map[string]bool{}, seas: map[string]place{}, shoals: map[string]bool{}, lagoons: map[string]bool{},
		over: map[string]map[string]feature{}, sum: sha256.New(),
	}
	if err := p.read(dir, name); err != nil {
		return nil, err
	}
	p.board = name
	if p.width == 0 || !p.projection.framed() {
		return nil, fmt.Errorf("%s: a plan needs width, lambert and frame", name)
	}
	return p, nil
}

// name returns a hash that identifies the plan. The maps made from the plan
// contain it.
func (p *plan) name() string { return hex.EncodeToString(p.sum.Sum(nil)[:8]) }

func (p *plan) read(dir, name string) error {
	text, err := os.ReadFile(filepath.Join(dir, name+".plan"))
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		fmt.Fprintln(p.sum, line)
		if other, ok := strings.CutPrefix(line, "include "); ok {
			if err := p.read(dir, other); err != nil {
				return err
			}
			continue
		}
		if err := p.line(line); err != nil {
			return fmt.Errorf("%s.plan, line %d: %w", name, number, err)
		}
	}
	return nil
}

// line reads a line of a plan: words, and places after a colon.
func (p *plan) line(line string) error {
	head, rest, _ := strings.Cut(line, ":")
	words := strings.Fields(head)
	if len(words) == 0 {
		return fmt.Errorf("nothing before the colon")
	}
	at, err := places(rest)
	if err != nil {
		return err
	}
	kind, args := words[0], words[1:]
	need := func(n int) error {
		if len(args) < n {
			return fmt.Errorf("%s: expected %d words after it, found %d", kind, n, len(args))
		}
		return nil
	}
	switch kind {
	case "width", "seed", "noise", "lambert", "lens", "frame":
		var numbers []float64
		for _, a := range args {
			n, err := strconv.ParseFloat(a, 64)
			if err != nil {
				return fmt.Errorf("%s: %q is no number", kind, a)
			}
			numbers = append(numbers, n)
		}
		return p.set(kind, numbers, at)
	case "land", "more", "void":
		if err := need(1); err != nil {
			return err
		}
		if kind != "more" {
			p.seeds[args[0]] = nil
		}
		p.seeds[args[0]] = append(p.seeds[args[0]], at...)
		p.void[args[0]] = kind == "void" || kind == "more" && p.void[args[0]]
	case "sea", "shoal", "lagoon":
		if err := need(1); err != nil || len(at) != 1 {
			return fmt.Errorf("%s: expected a name and one place", kind)
		}
		name := args[0]
		if kind == "lagoon" {
			name += lagoonOf
			p.lagoons[args[0]] = true
		}
		p.seas[name] = at[0]
		p.shoals[name] = kind == "shoal"
	case "join":
		if err := need(2); err != nil {
			return err
		}
		p.seeds[args[0]] = append(p.seeds[args[0]], p.seeds[args[1]]...)
		p.drop(args[1])
	case "drop":
		if err := need(1); err != nil {
			return err
		}
		for _, a := range args {
			p.drop(a)
		}
	case "place", "put":
		return p.override(kind, args, at)
	case "city", "island", "isles", "fill", "carve", "bar", "isle", "line", "river", "lake", "chain", "name", "curve",
		"link", "strait", "coast", "region", "rose", "key", "ornament":
		p.features = append(p.features, feature{kind, args, at})
	default:
		return fmt.Errorf("unknown word %q", kind)
	}
	return nil
}

// set reads a setting of the whole map.
func (p *plan) set(kind string, n []float64, at []place) error {
	want := map[string]int{"width": 1, "seed": 1, "noise": 2, "lambert": 4, "lens": 4}
	if kind == "frame" {
		if len(at) != 4 {
			return fmt.Errorf("frame: expected places at the west, east, north and south edge")
		}
		p.projection.edges = [4]place(at)
		return nil
	}
	if len(n) != want[kind] {
		return fmt.Errorf("%s: expected %d numbers, found %d", kind, want[kind], len(n))
	}
	switch kind {
	case "width":
		p.width = int(n[0])
	case "seed":
		p.seed = uint64(n[0])
	case "noise":
		p.noise = append(p.noise, [2]float64{n[0], n[1]})
	case "lambert":
		p.projection.lambert(n[0], n[1], place{n[2], n[3]})
	case "lens":
		p.projection.lenses = append(p.projection.lenses, lens{at: place{n[0], n[1]}, strength: n[2], radius: n[3]})
	}
	return nil
}

// drop removes an area and all features of it.
func (p *plan) drop(name string) {
	delete(p.seeds, name)
	delete(p.seas, name)
	delete(p.over, name)
	kept := p.features[:0]
	for _, f := range p.features {
		if len(f.name) == 0 || f.name[0] != name {
			kept = append(kept, f)
		}
	}
	p.features = kept
}

// override reads "place AREA WHAT SIZE: PLACES", which replaces a computed
// place. "put" contains points of the sheet instead of places.
func (p *plan) override(kind string, args []string, at []place) error {
	if len(args) < 2 || len(at) == 0 {
		return fmt.Errorf("%s: expected an area, what is placed, and where", kind)
	}
	if p.over[args[0]] == nil {
		p.over[args[0]] = map[string]feature{}
	}
	p.over[args[0]][args[1]] = feature{kind, args[2:], at}
	return nil
}

// places parses "lon lat, lon lat, …".
func places(text string) ([]place, error) {
	var out []place
	for part := range strings.SplitSeq(text, ",") {
		f := strings.Fields(part)
		if len(f) == 0 {
			continue
		}
		if len(f) != 2 {
			return nil, fmt.Errorf("%q: expected a longitude and a latitude", strings.TrimSpace(part))
		}
		lon, err := strconv.ParseFloat(f[0], 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no longitude", f[0])
		}
		lat, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a latitude", f[1])
		}
		out = append(out, place{lon, lat})
	}
	return out, nil
}

// of returns the features of a kind.
func (p *plan) of(kind string) []feature {
	var out []feature
	for _, f := range p.features {
		if f.kind == kind {
			out = append(out, f)
		}
	}
	return out
}
