package reference_test

import (
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn/reference"
)

// differs reports whether the two results still differ.
func (g *game) differs() bool {
	var n tally
	return g.compare(&n) != nil
}

// shrink removes parts of a game that are not needed for the difference.
func (g game) shrink() game {
	for again := true; again; {
		again = false
		try := func(h game) bool {
			if h.differs() {
				g, again = h, true
				return true
			}
			return false
		}
		for i := len(g.lines) - 1; i >= 0; i-- {
			h := g
			h.lines = slices.Delete(slices.Clone(g.lines), i, i+1)
			try(h)
		}
		for i := len(g.p.Units) - 1; i >= 0; i-- {
			h := g
			h.p = g.p.Clone()
			h.p.Units = slices.Delete(h.p.Units, i, i+1)
			reference.Control(h.p, &h.rules)
			for _, at := range h.p.RebelLand.Union(h.p.RebelCity).IDs() {
				if h.p.RebelAgainst[at] != h.p.Province[at] {
					h.p.RebelLand.Remove(at)
					h.p.RebelCity.Remove(at)
				}
			}
			try(h)
		}
		for i := len(g.p.Loans) - 1; i >= 0; i-- {
			h := g
			h.p = g.p.Clone()
			h.p.Loans = slices.Delete(h.p.Loans, i, i+1)
			try(h)
		}
		for _, set := range []func(*game) *board.Set{
			func(h *game) *board.Set { return &h.p.Sieges },
			func(h *game) *board.Set { return &h.p.RebelLand },
			func(h *game) *board.Set { return &h.p.RebelCity },
			func(h *game) *board.Set { return &h.p.Famine },
		} {
			for _, at := range set(&g).IDs() {
				h := g
				h.p = g.p.Clone()
				set(&h).Remove(at)
				try(h)
			}
		}
	}
	return g
}

// describe returns a game as text.
func (g *game) describe() string {
	var b strings.Builder
	p := g.p
	preset, _ := rules.Preset(g.rules.Preset)
	var options []string
	for _, d := range preset.Diff(g.rules) {
		options = append(options, d.Option+"="+d.There)
	}
	fmt.Fprintf(&b, "%s %s %s %v\n", p.Setting.Scenario, g.rules.Preset, p.Phase, options)
	for _, u := range p.Units {
		fmt.Fprintf(&b, "  %s; province %s, city %s\n", unitText(p, u), p.Setting.Powers[p.Province[u.At]].ID, p.Setting.Powers[p.City[u.At]].ID)
	}
	names := func(s board.Set) (out []string) {
		for _, at := range s.IDs() {
			out = append(out, p.Setting.Board.Areas[at].Name)
		}
		return out
	}
	fmt.Fprintf(&b, "  sieges %v, rebels land %v city %v, famine %v\n", names(p.Sieges), names(p.RebelLand), names(p.RebelCity), names(p.Famine))
	for i := range p.Setting.Powers {
		if x := machiavelli.Power(i); p.Treasury[i] > 0 || slices.ContainsFunc(g.lines, func(l reference.Line) bool { return l.Power == x }) {
			fmt.Fprintf(&b, "  %s has %d, chits %v\n", p.Setting.Powers[i].ID, p.Treasury[i], p.Chits[i][:len(p.Setting.Powers)])
		}
	}
	for _, l := range p.Loans {
		fmt.Fprintf(&b, "  %s owes %d+%d %s %d\n", p.Setting.Powers[l.Power].ID, l.Principal, l.Interest, l.Season, l.Year)
	}
	for _, l := range g.lines {
		fmt.Fprintf(&b, "  %s: %s\n", p.Setting.Powers[l.Power].ID, order.Format(l.Order, p.Setting.Board, p.Setting.Powers))
	}
	return b.String()
}
