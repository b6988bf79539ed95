package opendata

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"podesta/machiavelli/rules"
)

// played returns a game of computer players, and its line.
func played(t *testing.T, preset, scenario string, players []string, n uint64) (*Game, []byte) {
	t.Helper()
	r, err := rules.Make(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := NewTable(Config{Scenario: scenario, Rules: r, Players: players, Years: 2, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Play(n)
	if err != nil {
		t.Fatal(err)
	}
	line, err := Append(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	return g, line
}

// TestSelfPlay checks in every edition that a game is the same when it is resolved again from its
// line, and that a game does not depend on earlier games.
func TestSelfPlay(t *testing.T) {
	for _, p := range rules.Presets() {
		scenario := "B"
		switch {
		case p.ID == "diplomacy":
			scenario = "diplomacy"
		case strings.HasSuffix(p.ID, "1995"):
			scenario = "balance-of-power-1995"
		}
		t.Run(p.ID, func(t *testing.T) {
			_, line := played(t, p.ID, scenario, []string{"random", "easy"}, 3)
			_, again := played(t, p.ID, scenario, []string{"random", "easy"}, 3)
			if !bytes.Equal(line, again) {
				t.Error("the same game is not the same line")
			}
			g, err := Read(bytes.TrimSuffix(line, []byte("\n")))
			if err != nil {
				t.Fatal(err)
			}
			if len(g.Phases) < 2 {
				t.Errorf("only %d phases", len(g.Phases))
			}
			back, err := Append(nil, g)
			if err != nil || !bytes.Equal(back, line) {
				t.Errorf("read and written, the line is another one: %v", err)
			}
			found, err := Verify(g)
			if err != nil || len(found) > 0 {
				t.Errorf("verified: %v, %v", found, err)
			}
		})
	}
}

func TestVerifyFindsChanges(t *testing.T) {
	_, line := played(t, rules.DefaultPreset, "B", []string{"easy"}, 1)
	tests := []struct {
		name   string
		change func(g *Game)
		want   string
	}{
		{"an order", func(g *Game) {
			for power, list := range g.Phases[0].Orders {
				g.Phases[0].Orders[power] = list[:0]
			}
		}, "orders: the events differ at byte"},
		{"another seed", func(g *Game) { g.Dice.Seed = strings.Repeat("00", 32) }, "the dice differ"},
		{"no seed", func(g *Game) { g.Dice.Seed = "" }, "seed of the dice is missing"},
		{"a bad seed", func(g *Game) { g.Dice.Seed = "xyz" }, "not hexadecimal"},
		{"another commitment", func(g *Game) { g.Dice.Commitment = "00" }, "does not fit the commitment"},
		{"another engine", func(g *Game) { g.Engine = "1" }, `version "1" of the engine`},
		{"the end", func(g *Game) { g.End.Cities["milan"] = 40 }, "the end: the result differs at byte"},
		{"a roll", func(g *Game) {
			for i := range g.Phases {
				if len(g.Phases[i].Throws) > 0 {
					g.Phases[i].Throws[0].Value++
					return
				}
			}
		}, "the dice differ"},
		{"a position", func(g *Game) {
			g.Phases[1].After = bytes.Replace(g.Phases[1].After, []byte(`"milan"`), []byte(`"venice"`), 1)
		}, "the position differs"},
		{"an unknown power", func(g *Game) { g.Phases[0].Orders["utopia"] = []Line{{Text: "A Milan H"}} }, `orders of "utopia"`},
		{"no order", func(g *Game) { g.Phases[0].Orders["milan"] = []Line{{Text: "march!"}} }, "cannot be read"},
		{"an unknown scenario", func(g *Game) { g.Scenario = "Z" }, "Z"},
		{"an unknown area", func(g *Game) { g.Phases[0].After = json.RawMessage(`{"units":[{"at":"atlantis"}]}`) }, "atlantis"},
		{"a missing phase", func(g *Game) { g.Phases = g.Phases[1:] }, "the position before it is of"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := Read(line)
			if err != nil {
				t.Fatal(err)
			}
			test.change(g)
			found, err := Verify(g)
			said := ""
			for _, d := range found {
				said += d.String() + "\n"
			}
			if err != nil {
				said += err.Error()
			}
			if !strings.Contains(said, test.want) {
				t.Errorf("it says %q, and not %q", said, test.want)
			}
		})
	}
}

func TestReadBadLines(t *testing.T) {
	_, line := played(t, "battleline-1978-basic", "B", []string{"random"}, 1)
	tests := map[string]struct{ line, want string }{
		"empty":          {"", "this is no game"},
		"text":           {"hello", "this is no game"},
		"other JSON":     {`{"format":"podesta game","version":2}`, "this is no game"},
		"cut off":        {string(line[:len(line)/2]), "damaged at byte"},
		"newer":          {strings.Replace(string(line), `"version":1`, `"version":9`, 1), "update podesta"},
		"no version":     {strings.Replace(string(line), `"version":1`, `"version":0`, 1), "no version"},
		"unknown member": {strings.Replace(string(line), `"version":1`, `"version":1,"letters":[]`, 1), "letters"},
		"two games":      {strings.TrimSpace(string(line)) + "{}", "damaged at byte"},
		"no seats":       {`{"format":"podesta open game","version":1}`, "lacks seats"},
		"too long":       {strings.Repeat(" ", MaxLine+1), "more than 8 MB"},
	}
	for name, test := range tests {
		if _, err := Read([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestNewTableErrors(t *testing.T) {
	r, err := rules.Make(rules.DefaultPreset, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]Config{
		"Z":              {Scenario: "Z", Rules: r, Players: []string{"easy"}, Years: 1},
		"a year":         {Scenario: "B", Rules: r, Players: []string{"easy"}},
		"name the":       {Scenario: "B", Rules: r, Years: 1},
		"no computer pl": {Scenario: "B", Rules: r, Years: 1, Players: []string{"nobody"}},
	} {
		if _, err := NewTable(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
