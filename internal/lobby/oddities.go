package lobby

import (
	"slices"
	"strings"

	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/machiavelli/scenario"
)

// Oddities tells what a new game would have that hardly anybody wants, in whole
// sentences, though it can be played so. Hosting may be nil.
func (n *NewGame) Oddities(h *hosting.Hosting) []string {
	var out []string
	lib, err := gamestate.ReadLibrary(n.Library)
	if err == nil {
		if sc, ok := lib.Find(n.Scenario); ok && n.Library == "" {
			out = append(out, misfits(sc, n.Preset)...)
		}
	}
	if h != nil && !n.Plays {
		out = append(out, h.Oddities()...)
	}
	return out
}

// misfits tells that a scenario is played by an edition that was not made for
// its board.
func misfits(sc scenario.Info, preset string) []string {
	switch {
	case sc.ID == "diplomacy" && preset != "" && !strings.HasPrefix(preset, "diplomacy"):
		return []string{"The scenario " + sc.Title + " is made for the rules of Diplomacy. Other editions expect a board with income and fortified cities."}
	case preset == "diplomacy" && sc.ID != preset:
		return []string{"The rules of Diplomacy are made for a board of their own. In the scenario " + sc.Title + " they leave out money and garrisons."}
	}
	return nil
}

// newOddities are those that a change of the settings has brought.
func newOddities(h, before *hosting.Hosting) []string {
	var out []string
	for _, o := range h.Oddities() {
		if !slices.Contains(before.Oddities(), o) {
			out = append(out, "Note: "+o)
		}
	}
	return out
}
