package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// scenarioShow writes the set-up of a scenario. If the argument is a file that does not hold
// exactly one scenario, it lists the content of the file.
func scenarioShow(e env, args []string) int {
	var variant, preset string
	rest, status, ok := scenarioGroup().parse(e, "show", args, 1, 1, func(fs *flag.FlagSet) {
		fs.StringVar(&variant, "variant", "", "`ID` of the variant; without it, each player has one power")
		fs.StringVar(&preset, "rules", "", "`preset` of the rules; without it, that of the board")
	})
	if !ok {
		return status
	}
	l, id, err := findLibrary(e, rest[0])
	if err == nil && id == "" && len(l.List()) != 1 {
		err = tellLibrary(e.out, l)
	} else if err == nil {
		err = tellScenario(e.out, l, id, variant, preset)
	}
	if err != nil {
		fmt.Fprintf(e.err, "podesta scenario show: %v\n", err)
		return 1
	}
	return 0
}

// tellLibrary lists the content of a file: its boards and its scenarios.
func tellLibrary(w io.Writer, l *scenario.Library) error {
	for _, b := range l.Boards() {
		tellBoard(w, b)
	}
	for _, s := range l.List() {
		fmt.Fprintln(w)
		if err := tellScenario(w, l, s.ID, "", ""); err != nil {
			return err
		}
	}
	return nil
}

// tellBoard describes how a board was interpreted.
func tellBoard(w io.Writer, b *board.Board) {
	ducats := machiavelli.Ducats(0)
	var cells [3]int
	for _, a := range b.Areas {
		ducats += a.CityPays
		for i, c := range []board.Cell{a.Famine, a.Plague, a.Storm} {
			if c != (board.Cell{}) {
				cells[i]++
			}
		}
	}
	fmt.Fprintf(w, "Board %s, %s: %s, %s; %s that pay %s, %d of them fortified; %s; %s.\n", b.Slug, b.Title,
		count(b.Land.Len(), "province"), count(b.Seas.Len(), "sea"), plural(b.Cities.Len(), "city"), count(int(ducats), "ducat"), b.Fortified.Len(),
		plural(b.Fortresses.Len(), "fortress"), count(b.Ports.Len(), "port"))
	fmt.Fprintf(w, "Cells in the disaster tables: %d famine, %d plague, %d storm.", cells[0], cells[1], cells[2])
	for _, s := range b.Straits {
		fmt.Fprintf(w, " Strait between %s and %s, controlled by %s.", b.Areas[s.A].Name, b.Areas[s.B].Name, b.Areas[s.Control].Name)
	}
	fmt.Fprintln(w)
}

// plural is count for words with an irregular plural.
func plural(n int, thing string) string {
	if s, ok := strings.CutSuffix(thing, "ss"); ok && n != 1 {
		return fmt.Sprintf("%d %ssses", n, s)
	}
	return count(n, thing)
}

// usualPreset returns the edition used to show a scenario.
func usualPreset(s scenario.Info) string {
	switch s.Board {
	case "italy-1995":
		return "machiavelli-1995"
	case "diplomacy":
		return "diplomacy"
	}
	return rules.DefaultPreset
}

// tellScenario describes the set-up of one variant: a table of the powers, a table of their
// opening balances, and the autonomous areas.
func tellScenario(w io.Writer, l *scenario.Library, id, variant, preset string) error {
	if id == "" {
		id = l.List()[0].ID
	}
	s, ok := l.Find(id)
	if !ok {
		_, err := l.Export(id) // for the text of the error
		return err
	}
	if preset == "" {
		preset = usualPreset(s)
	}
	set, err := rules.Make(preset, s.Options)
	if err != nil {
		return err
	}
	p, err := l.New(id, variant, &set)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s (%s), %s: board %s, first campaign %s.\n", s.Title, s.ID, s.Period, s.Board, p.Phase.Campaign())
	for _, v := range s.Variants {
		mark := " "
		if v.ID == p.Setting.Variant {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s: %s\n", mark, v.ID, v.Title)
	}
	fmt.Fprintln(w)
	tellPowers(w, p)
	tellNobody(w, p)
	if set.Money {
		fmt.Fprintln(w)
		return tellOpening(w, p, &set)
	}
	return nil
}

// codes lists areas by code.
func codes(b *board.Board, s board.Set) string {
	var out []string
	for _, id := range s.IDs() {
		out = append(out, b.Areas[id].Code)
	}
	return strings.Join(out, " ")
}

// tellPowers writes the table of the powers.
func tellPowers(w io.Writer, p *position.Position) {
	set, b := p.Setting, p.Setting.Board
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "Power\tUnits\tHome country\tAlso holds")
	for power := machiavelli.Power(1); int(power) < len(set.Powers); power++ {
		var units []string
		for _, u := range p.Units {
			if u.Owner == power {
				units = append(units, u.Type.Letter()+" "+b.Name(u.Place()))
			}
		}
		var home, also board.Set
		holder := ""
		for i, c := range set.Countries {
			if c.Native == power {
				home = c.Provinces
				if p.Holder[i] != power {
					holder = " (held by " + set.Powers[p.Holder[i]].Name + ")"
				}
			}
		}
		for id := range b.Areas {
			if b.Land.Has(board.ID(id)) && (p.Province[id] == power || p.City[id] == power) && !p.Homes(power).Has(board.ID(id)) {
				also.Add(board.ID(id))
			}
		}
		info := set.Powers[power]
		fmt.Fprintf(t, "%c %s\t%s\t%s%s\t%s\n", info.Letter, info.Name, strings.Join(units, ", "), codes(b, home), holder, codes(b, also))
	}
	_ = t.Flush() // writing to memory cannot fail
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// tellNobody lists the areas and units that belong to no power, and the dice of cities.
func tellNobody(w io.Writer, p *position.Position) {
	set, b := p.Setting, p.Setting.Board
	var garrisons board.Set
	for _, u := range p.Units {
		if u.Owner == machiavelli.Nobody {
			garrisons.Add(u.At)
		}
	}
	if !garrisons.Empty() {
		fmt.Fprintf(w, "Autonomous garrisons: %s.\n", codes(b, garrisons))
	}
	if !set.OffBoard.Empty() {
		fmt.Fprintf(w, "Off the board: %s.\n", codes(b, set.OffBoard))
	}
	for _, d := range set.Dice {
		if d.City != board.None {
			fmt.Fprintf(w, "Variable income of the city of %s: %s, row %s.\n", b.Areas[d.City].Name, diceText(d.Dice), faces(d))
		}
	}
}

// diceText returns a number of dice in words.
func diceText(n int) string {
	if n == 1 {
		return "1 die"
	}
	return fmt.Sprintf("%d dice", n)
}

// faces returns the ducats for the faces of a die.
func faces(d position.Die) string {
	var out []string
	for _, n := range d.Ducats {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, " ")
}

// tellOpening lists what each power receives and pays before the first
// campaign.
func tellOpening(w io.Writer, p *position.Position, set *rules.Set) error {
	r := *set
	r.DiceOn, r.InitialShortfall = false, rules.ShortfallForgiven
	open, err := turn.Open(p, &r, dice.New(nil, "opening balance", nil)) // the rolls are not shown
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "opening (%s)\tseas\tprovinces\tcities\tunits cost\tbefore dice\tdice\t\n", set.Preset)
	for _, x := range open.Events {
		in, ok := x.(event.Income)
		if !ok {
			continue
		}
		cost := machiavelli.Ducats(0)
		for _, u := range p.Units {
			if u.Owner == in.Power {
				cost += u.Price()
			}
		}
		fixed := in.Seas + in.Provinces + in.Cities - cost
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%+d\t%s\t\n", p.Setting.Powers[in.Power].Name, in.Seas, in.Provinces, in.Cities, cost, fixed, openingDice(p, set, in.Power))
	}
	return t.Flush()
}

// openingDice describes the income from a power's dice at the start: the minimum and the
// maximum, or the fixed sum that replaces them.
func openingDice(p *position.Position, r *rules.Set, power machiavelli.Power) string {
	least, most, fixed := 0, 0, 0
	for _, d := range p.Setting.Dice {
		var owner machiavelli.Power
		if d.City != board.None {
			owner = p.City[d.City]
		} else {
			owner = p.Holder[d.Country]
		}
		if owner != power {
			continue
		}
		fixed += int(d.Initial)
		least += d.Dice * int(min(d.Ducats[0], d.Ducats[1], d.Ducats[2], d.Ducats[3], d.Ducats[4], d.Ducats[5]))
		most += d.Dice * int(max(d.Ducats[0], d.Ducats[1], d.Ducats[2], d.Ducats[3], d.Ducats[4], d.Ducats[5]))
	}
	if at := p.Setting.SeaCity; at != board.None && p.City[at] == power && p.Field(at) < 0 {
		fixed++ // the fixed sums count Venice together with a province (BUILD-23)
	}
	switch {
	case r.InitialDieMinimum == 0:
		return fmt.Sprintf("%d instead", fixed)
	case most == 0:
		return "-"
	}
	return fmt.Sprintf("%d-%d", least, most)
}
