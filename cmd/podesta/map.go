package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podesta/atlas"
	"podesta/machiavelli"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// mapFlags are the flags of the map subcommand.
type mapFlags struct {
	scenario, variant, rules string
	position, out            string
	orders, small            bool
	options                  atlas.Options
}

// runMap draws a scenario's start position, or the position and the orders of a case, as SVG. The
// exit status is 0 on success, 1 if the drawing cannot be made, and 2 if the arguments are wrong.
func runMap(e env, args []string) int {
	var f mapFlags
	fs := flag.NewFlagSet("map", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.StringVar(&f.scenario, "scenario", "B", "`ID` or slug of the scenario, or your own file: FILE.yaml or FILE.yaml#ID")
	fs.StringVar(&f.variant, "variant", "", "`ID` of the variant; without it, each player has one power")
	fs.StringVar(&f.rules, "rules", "", "`preset` of the rules, which decides whether the map shows fortresses")
	fs.StringVar(&f.position, "position", "", "draw the position of the case in this JSON `file`; - is the standard input")
	fs.BoolVar(&f.orders, "orders", true, "with -position: draw the orders of the case")
	fs.StringVar(&f.out, "o", "", "write to this `file` instead of the standard output; its ending decides the format: .svg, .png, .pdf, .ps, or .txt for a description in words")
	fs.StringVar(&f.options.Theme, "theme", "", "light, dark, print or safe (for colour-blind readers); default light, or print for .pdf and .ps")
	fs.Func("labels", "names, codes or none (default names)", func(s string) error {
		f.options.Labels = atlas.Labels(s)
		return nil
	})
	fs.Func("layers", "what to show besides the board and the units, separated by commas: "+strings.Join(atlas.LayerNames(), ", ")+" (default owners)", func(s string) error {
		l, err := atlas.ParseLayers(s)
		f.options.Layers = l
		return err
	})
	fs.IntVar(&f.options.Width, "width", 0, "width in `pixels`; 0: the viewer decides")
	fs.BoolVar(&f.options.Legend, "legend", true, "show a legend of the powers")
	fs.BoolVar(&f.small, "small", false, "draw for a small screen: codes instead of names, larger units")
	fs.BoolVar(&f.options.Interactive, "interactive", false, "mark areas, cities and units, and add tooltips, for a web page")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta map [FLAGS] [FILE.yaml]")
		fmt.Fprintln(e.err, "Draws the starting position of a scenario, or the position of a case (-position). If FILE.yaml holds only a board, it draws the board.")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if f.small {
		f.options.Size = atlas.Phone
	}
	rest := fs.Args()
	if len(rest) > 0 && isScenarioFile(rest[0]) {
		f.scenario, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		fmt.Fprintf(e.err, "podesta map: unexpected argument %q\n", rest[0])
		return 2
	}
	if err := drawMap(e, &f); err != nil {
		fmt.Fprintf(e.err, "podesta map: %v\n", err)
		return 1
	}
	return 0
}

// drawMap reads the input, draws the map and writes it. For a file without scenarios it draws the
// board alone.
func drawMap(e env, f *mapFlags) error {
	l, id, err := findLibrary(e, f.scenario)
	if err != nil {
		return err
	}
	draw := func(w io.Writer) error { return atlas.Base(w, l.Boards()[0], f.options) }
	if len(l.List()) > 0 {
		p, err := mapPosition(e, f, l, id)
		if err != nil {
			return err
		}
		drawer := map[string]func(io.Writer, *position.Position, atlas.Options) error{
			".png": atlas.PNG, ".pdf": atlas.PDF, ".ps": atlas.PostScript, ".eps": atlas.PostScript, ".txt": atlas.Text,
		}[filepath.Ext(f.out)]
		if drawer == nil {
			drawer = atlas.SVG
		}
		draw = func(w io.Writer) error { return drawer(w, p, f.options) }
	}
	if f.out == "" {
		return draw(e.out)
	}
	file, err := os.Create(f.out)
	if err != nil {
		return err
	}
	if err := draw(file); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

// mapCase is the part of a case, or of a case's result, that a map needs. The phase of a result
// is the next one.
type mapCase struct {
	Scenario string
	Variant  string
	Rules    json.RawMessage
	Phase    string
	Next     string
	Position json.RawMessage
	Orders   json.RawMessage
}

// mapPosition returns the position to draw, from a scenario of the library, and
// adds the orders to draw to the options.
func mapPosition(e env, f *mapFlags, l *scenario.Library, id string) (*position.Position, error) {
	c := mapCase{Scenario: id, Variant: f.variant}
	if f.position != "" {
		data, err := readInput(e, f.position)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", f.position, err)
		}
	}
	info, _ := l.Find(c.Scenario)
	set, err := rules.Make(f.rules, info.Options)
	if err != nil {
		return nil, err
	}
	if len(c.Rules) > 0 {
		if err := json.Unmarshal(c.Rules, &set); err != nil {
			return nil, err
		}
	}
	p, err := l.New(c.Scenario, c.Variant, &set)
	if err != nil {
		return nil, err
	}
	phase := c.Phase
	if c.Next != "" {
		phase = c.Next
	}
	if phase != "" {
		if p.Phase, err = machiavelli.ParsePhase(phase); err != nil {
			return nil, err
		}
	}
	if len(c.Position) > 0 {
		if p, err = interchange.DecodePosition(c.Position, p, &set); err != nil {
			return nil, err
		}
	}
	if f.orders && c.Next == "" && len(c.Orders) > 0 {
		return p, mapOrders(e, f, &set, p, c.Orders)
	}
	return p, nil
}

// mapOrders parses the orders of a case. Lines that cannot be parsed are reported and left out.
func mapOrders(e env, f *mapFlags, set *rules.Set, p *position.Position, data json.RawMessage) error {
	var lines map[string][]string
	if err := json.Unmarshal(data, &lines); err != nil {
		return fmt.Errorf("orders: %w", err)
	}
	var ids []string
	for id := range lines {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		power, ok := p.Setting.Powers.Find(id)
		if !ok {
			return fmt.Errorf("orders: no power %q", id)
		}
		c := order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step}
		for _, l := range order.Parse(strings.Join(lines[id], "\n"), &c) {
			if l.Err != nil {
				fmt.Fprintf(e.err, "podesta map: %s: %q: %v\n", id, l.Text, l.Err)
				continue
			}
			if l.Order.Kind == order.Exchange {
				continue // whether the exchange succeeds is not known
			}
			if l.Order.Unit.Nation == machiavelli.Nobody {
				l.Order.Unit.Nation = power
			}
			f.options.Orders = append(f.options.Orders, l.Order)
		}
	}
	return nil
}

// readInput reads a file, or the standard input if its name is "-".
func readInput(e env, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(e.in)
	}
	return os.ReadFile(name)
}
