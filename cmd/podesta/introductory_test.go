package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/board"
)

// book is a phase of the introductory game as printed in the rules of 1978: the
// orders by power, and the facts in its commentary ("after milan", "cities
// venice", "sieges", "option milan A4").
type book struct {
	phase  string
	powers []string // powers in the order of the book
	orders map[string]string
	facts  [][2]string
}

// readBook reads the game and its commentary from the file of package turn's
// test of the same game.
func readBook(t *testing.T) []book {
	t.Helper()
	data, err := os.ReadFile("../../machiavelli/turn/testdata/introductory-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []book
	for block := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		lines := strings.Split(block, "\n")
		b := book{phase: lines[0], orders: map[string]string{}}
		for _, line := range lines[1:] {
			key, value, _ := strings.Cut(line, ": ")
			if strings.Contains(key, " ") || key == "sieges" {
				b.facts = append(b.facts, [2]string{key, value})
			} else {
				b.powers = append(b.powers, key)
				b.orders[key] = value
			}
		}
		all = append(all, b)
	}
	if len(all) != 9 {
		t.Fatalf("%d phases, not 9", len(all))
	}
	return all
}

// inFull returns the value of a fact, with full names of places instead of codes, and sorted:
// "A1 Pistoia, F3 Croatia/sc".
func inFull(t *testing.T, value string) string {
	t.Helper()
	if value == "none" {
		return ""
	}
	b, err := board.Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for item := range strings.SplitSeq(value, ", ") {
		unit, code, ok := strings.Cut(item, " ")
		if !ok {
			unit, code = "", item
		}
		code, coast, _ := strings.Cut(code, "/")
		m, ok := b.Find(code)
		if !ok {
			t.Fatalf("no place %q", code)
		}
		name := strings.TrimSpace(unit + " " + b.Areas[m.ID].Name)
		if coast != "" {
			name += "/" + coast
		}
		list = append(list, name)
	}
	return sorted(list)
}

func sorted(list []string) string {
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// TestIntroductoryGamePlayed plays the six campaigns with podesta play, in the notation of the
// book, and compares the output of show after each phase.
func TestIntroductoryGamePlayed(t *testing.T) {
	var script strings.Builder
	game := readBook(t)
	for _, b := range game {
		for _, power := range b.powers {
			script.WriteString(power + ": " + b.orders[power] + "\n")
		}
		script.WriteString("process\nshow\n")
	}
	status, out, bad := podesta(script.String(), "play", "-preset", "battleline-1978-basic", "-scenario", "A", "-variant", "A-4", "-strict")
	if status != 0 || bad != "" {
		t.Fatalf("status %d, %s%s", status, out, bad)
	}
	phases := strings.Split(out, "\nNext: ")
	if len(phases) != len(game)+1 {
		t.Fatalf("%d phases carried out, not %d", len(phases)-1, len(game))
	}
	for i, b := range game {
		report, shown := phases[i], shownFacts(phases[i+1])
		for _, f := range b.facts {
			got := shown[f[0]]
			if who, ok := strings.CutPrefix(f[0], "option "); ok {
				got = choices(t, report, strings.Fields(who)[0])
			}
			if want := inFull(t, f[1]); got != want {
				t.Errorf("%s: %s: %q, want %q", b.phase, f[0], got, want)
			}
		}
	}
}

// shownFacts parses the output of show into the facts of the book.
func shownFacts(text string) map[string]string {
	facts := map[string]string{}
	power, item := "", ""
	items := map[string]string{"units": "after ", "cities": "cities ", "besieged": "sieges"}
	lists := map[string][]string{}
	for line := range strings.Lines(text) {
		name, _, found := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		switch {
		case found && !strings.HasPrefix(line, " "):
			power, item = strings.ToLower(name), ""
			continue
		case !strings.HasPrefix(line, "  "):
			power, item = "", ""
			continue
		}
		if label := strings.TrimSpace(line[:min(14, len(line))]); label != "" {
			item = items[label] + power
		}
		for x := range strings.SplitSeq(line[min(14, len(line)):], ", ") {
			if x = strings.Trim(x, ", \n"); x != "" {
				lists[item] = append(lists[item], x)
			}
		}
	}
	for k, l := range lists {
		facts[k] = sorted(l)
	}
	return facts
}

// choices returns the places to which the only dislodged unit of a power may retreat, according
// to the report.
func choices(t *testing.T, report, power string) string {
	t.Helper()
	adjective := map[string]string{"milan": "Milanese", "naples": "Neapolitan"}[power]
	_, rest, ok := strings.Cut(report, "The "+adjective+" Army in ")
	if !ok {
		return "nothing told"
	}
	_, rest, _ = strings.Cut(rest, " can retreat to ")
	rest, _, _ = strings.Cut(rest, ".")
	return sorted(strings.Split(strings.Replace(rest, " or ", ", ", 1), ", "))
}

// TestIntroductoryGameAdjudicated plays the same game with podesta adjudicate:
// each phase is a case that begins with the position of the previous result.
func TestIntroductoryGameAdjudicated(t *testing.T) {
	position := json.RawMessage(`{}`)
	for _, b := range readBook(t) {
		orders := map[string][]string{}
		for power, text := range b.orders {
			orders[power] = strings.Split(text, "; ")
		}
		c, err := json.Marshal(map[string]any{
			"id": b.phase, "scenario": "A", "variant": "A-4", "rules": map[string]string{"preset": "battleline-1978-basic"},
			"phase": b.phase, "position": position, "orders": orders,
		})
		if err != nil {
			t.Fatal(err)
		}
		status, out, bad := podesta(string(c), "adjudicate")
		if status != 0 || bad != "" {
			t.Fatalf("%s: status %d, %s%s", b.phase, status, out, bad)
		}
		var r struct {
			Orders    []struct{ Kind, Given, Error string }
			Dislodged []struct {
				Power, Unit string
				Retreats    []string
			}
			Position json.RawMessage
		}
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		for _, o := range r.Orders {
			if o.Kind == "refused" {
				t.Errorf("%s: %q refused: %s", b.phase, o.Given, o.Error)
			}
		}
		position = r.Position
		var p struct {
			Serials   map[string]map[string]string
			Provinces map[string][]string
			Cities    map[string][]string
			Sieges    []string
		}
		if err := json.Unmarshal(position, &p); err != nil {
			t.Fatal(err)
		}
		for _, f := range b.facts {
			about := strings.Fields(f[0])
			var list []string
			switch about[0] {
			case "after":
				for serial, place := range p.Serials[about[1]] {
					list = append(list, serial+" "+place)
				}
			case "cities":
				for _, name := range p.Cities[about[1]] {
					if slices.Contains(p.Provinces[about[1]], name) {
						list = append(list, name)
					}
				}
			case "sieges":
				list = p.Sieges
			case "option":
				for _, d := range r.Dislodged {
					if d.Power == about[1] {
						list = d.Retreats
					}
				}
			}
			if got, want := sorted(list), inFull(t, f[1]); got != want {
				t.Errorf("%s: %s: %q, want %q", b.phase, f[0], got, want)
			}
		}
	}
}
