package legal_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// TestLedgerAnchors checks the coasts of ports with anchors (OPT-16). No built-in board defines the
// anchors of its ports with two coasts, so St Petersburg gets one here.
func TestLedgerAnchors(t *testing.T) {
	t.Run("OPT-16", func(t *testing.T) {
		for _, c := range []struct {
			anchors []machiavelli.Coast
			rule    rules.MultiCoast
			written string
			want    string // the bound order, or the reason why it is refused
		}{
			{nil, rules.MultiCoastAny, "g stp c f/nc", "G St Petersburg C F/nc"},
			{nil, rules.MultiCoastSingleAnchor, "g stp c f/nc", "G St Petersburg C F/nc"},
			{nil, rules.MultiCoastSingleAnchor, "g stp c f", "say at which"},
			{[]machiavelli.Coast{machiavelli.SouthCoast}, rules.MultiCoastAny, "g stp c f/nc", "G St Petersburg C F/nc"},
			{[]machiavelli.Coast{machiavelli.SouthCoast}, rules.MultiCoastSingleAnchor, "g stp c f", "G St Petersburg C F/sc"},
			{[]machiavelli.Coast{machiavelli.SouthCoast}, rules.MultiCoastSingleAnchor, "g stp c f/sc", "G St Petersburg C F/sc"},
			{[]machiavelli.Coast{machiavelli.SouthCoast}, rules.MultiCoastAnchored, "g stp c f/nc", "The anchor of St Petersburg is at the south coast, not at the north coast."},
			{[]machiavelli.Coast{machiavelli.NorthCoast, machiavelli.SouthCoast}, rules.MultiCoastAnchored, "g stp c f", "say at which"},
		} {
			g := anchored(t, "R G stp", c.anchors, c.rule)
			if got := g.understood(c.written); !strings.HasPrefix(got, c.want) && !strings.Contains(got, c.want) {
				t.Errorf("%v, rule %d: %s: got %q, want %q", c.anchors, c.rule, c.written, got, c.want)
			}
		}
		south := []machiavelli.Coast{machiavelli.SouthCoast}
		for scene, want := range map[string]string{
			"R F stp/sc": "F St Petersburg/sc C G",
			"R F stp/nc": "The anchor of St Petersburg is not at the north coast",
		} {
			g := anchored(t, scene, south, rules.MultiCoastSingleAnchor)
			if got := g.understood("f stp c g"); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", scene, got, want)
			}
			offered := slices.ContainsFunc(legal.OfUnit(g.p, g.r, 0, nil), func(o order.Order) bool { return o.Kind == order.Convert })
			if offered != (scene == "R F stp/sc") {
				t.Errorf("%s: going into the city is offered: %v", scene, offered)
			}
		}
	})
}

// anchored returns a game on the board of Europe with anchors at St Petersburg.
func anchored(t *testing.T, scene string, anchors []machiavelli.Coast, rule rules.MultiCoast) *game {
	t.Helper()
	g := setUp(t, "dipmach", "njudge-classic", scene)
	b, s := *g.p.Setting.Board, *g.p.Setting
	b.Areas = slices.Clone(b.Areas)
	i := slices.IndexFunc(b.Areas, func(a board.Area) bool { return a.Code == "stp" })
	b.Areas[i].Anchors = anchors
	s.Board = &b
	g.p.Setting, g.r.MultiCoastConversion = &s, rule
	return g
}

// understood returns Russia's order as Check binds it, or the problem with it.
func (g *game) understood(text string) string {
	g.t.Helper()
	s := g.p.Setting
	russia, _ := s.Powers.Find("russia")
	ctx := order.Context{Board: s.Board, Powers: s.Powers, Power: russia, Step: g.p.Phase.Step}
	lines := order.Parse(text, &ctx)
	if len(lines) != 1 || lines[0].Err != nil {
		g.t.Fatalf("%s: %v", text, lines)
	}
	bound, _, _, problem := legal.Check(g.p, g.r, russia, lines[0].Order)
	if problem != nil {
		return problem.Message.String()
	}
	return order.Format(bound, s.Board, s.Powers)
}
