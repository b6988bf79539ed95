package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

func main() {
	land := flag.String("land", "land-10m.json", "the `file` land-10m.json of the npm package world-atlas")
	plans := flag.String("plans", "plans", "the `directory` of the plans")
	out := flag.String("o", "../../atlas/data", "write to this `directory`")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mapgen [FLAGS] [PLAN ...]")
		fmt.Fprintln(os.Stderr, "Makes the map of each plan (all where none is named) and writes PLAN.json.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(*land, *plans, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mapgen:", err)
		os.Exit(1)
	}
}

// run makes the maps of the plans with the given names. If there are none, it
// makes the maps of all plans in the directory.
func run(land, plans, out string, names []string) error {
	if len(names) == 0 {
		found, err := filepath.Glob(filepath.Join(plans, "*.plan"))
		if err != nil {
			return err
		}
		for _, f := range found {
			names = append(names, strings.TrimSuffix(filepath.Base(f), ".plan"))
		}
	}
	world, err := readLand(land)
	if err != nil {
		return err
	}
	for _, name := range names {
		p, err := readPlan(plans, name)
		if err != nil {
			return err
		}
		b, err := board.Get(p.board, true)
		if err != nil {
			return err
		}
		m, notes, err := p.chart(world, b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text, err := m.Text()
		if err != nil {
			return err
		}
		if _, err := chart.Read(text); err != nil {
			return fmt.Errorf("%s: what was made cannot be read: %w", name, err)
		}
		file := filepath.Join(out, name+".json")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d areas, %d arcs, %d bytes\n", file, len(m.Areas), len(m.Arcs), len(text))
		for _, note := range notes {
			fmt.Println("  " + note)
		}
	}
	return nil
}
