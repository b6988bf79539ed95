package env_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/env"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// worlds are scenarios and rules whose vocabularies differ as much as possible.
var worlds = []env.Scenario{
	{Scenario: "B"},
	{Scenario: "A", Preset: "battleline-1978-basic"},
	{Scenario: "D", Preset: "battleline-1978-optional"},
	{Scenario: "diplomacy"},
	{Scenario: "dipmach"},
	{Scenario: "B", Preset: "machiavelli-1995"},
	{Scenario: "C1", Options: map[string]string{
		"cavalry": "on", "armoured-cavalry": "on", "special-units": "on", "autonomous-field-units": "on", "autonomous-orders": "on",
		"province-trading": "on", "forced-taxation": "any-season", "cause-famine": "one-season", "cause-plague": "on", "ransom": "on",
		"excommunication": "on", "strategic-movement": "on", "coastal-convoys": "on",
	}},
}

// TestVocabularyCovers plays random games in different worlds. Every listed legal order must have
// an action, and converting the action back must yield the same order.
func TestVocabularyCovers(t *testing.T) {
	for n, w := range worlds {
		t.Run(fmt.Sprint(n, " ", w.Scenario, " ", w.Preset), func(t *testing.T) {
			u := setup(t, w)
			v := u.Vocabulary()
			var c legal.Choices
			var k legal.Checker
			var f legal.Finder
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			seen := 0
			for game := range 3 {
				g := newGame(t, u, fmt.Sprint(game), 8)
				for g.End() == env.Playing {
					c.List(g.Position, u.Rules, everybody)
					k.Bind(g.Position, u.Rules)
					for i := range c.Groups {
						for _, o := range c.Groups[i].Orders {
							action := v.Number(&o)
							if action < 0 {
								t.Fatalf("%s: %s has no action", g.Position.Phase, order.Format(o, u.Setting().Board, u.Setting().Powers))
							}
							back, ok := v.Order(action, g.Position, u.Rules, &f)
							if !ok {
								t.Fatalf("no action %d", action)
							}
							o.HasSum, o.Amount = o.Kind != order.Expense && o.HasSum, amount(&o)
							bound, _, _, problem := k.Check(c.Groups[i].Power, back)
							if problem != nil {
								t.Fatalf("%s: action %q is refused: %s", g.Position.Phase, v.Text(action), problem.Message.String())
							}
							if bound.Slot = 0; bound != o {
								t.Fatalf("%s: action %q means %+v, not %+v", g.Position.Phase, v.Text(action), bound, o)
							}
							seen++
						}
					}
					if err := g.Step(pick(rng, &c, nil)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if seen < 5000 {
				t.Errorf("only %d orders were compared", seen)
			}
		})
	}
}

// amount returns the sum of an order as it occurs in an action. It is 0 for expenses.
func amount(o *order.Order) int32 {
	if o.Kind == order.Expense {
		return 0
	}
	return o.Amount
}

// TestVocabularyTexts parses every action as an order line, except convoys by explicit routes. Each
// text must be unique, and each parsed text must yield the same action.
func TestVocabularyTexts(t *testing.T) {
	for n, w := range worlds {
		t.Run(fmt.Sprint(n, " ", w.Scenario, " ", w.Preset), func(t *testing.T) {
			u := setup(t, w)
			v, set := u.Vocabulary(), u.Setting()
			explicit := u.Rules.ConvoyRoute == rules.RouteExplicit
			told := map[string]bool{}
			for i, text := range v.Texts() {
				if told[text] {
					t.Fatalf("%q is there twice", text)
				}
				told[text] = true
				if strings.Contains(text, " - ... - ") {
					if !explicit {
						t.Fatalf("%q, though routes are not explicit", text)
					}
					continue
				}
				if got := numbered(v, set.Powers, u, text, explicit); got != i {
					t.Fatalf("%q is action %d, but reads as %d", text, i, got)
				}
			}
		})
	}
}

// numbered reads a text in the kind of step that it belongs to, and returns the number of the
// order, or -1.
func numbered(v *env.Vocabulary, powers machiavelli.Roster, u *env.Setup, text string, explicit bool) int {
	for _, step := range []machiavelli.Step{machiavelli.Orders, machiavelli.Adjustments} {
		ctx := order.Context{Board: u.Setting().Board, Powers: powers, Power: 1, Step: step, Explicit: explicit}
		lines := order.Parse(text, &ctx)
		if len(lines) != 1 || lines[0].Err != nil {
			continue
		}
		o := lines[0].Order
		if o.Kind == order.Advance && o.NVia == 1 && u.Setting().Board.Land.Has(o.Via[0]) {
			o.Unit.Type = machiavelli.Cavalry // the unit's type in the position
		}
		if i := v.Number(&o); i >= 0 {
			return i
		}
	}
	return -1
}

// TestVocabularyStable compares the sizes and digests of vocabularies with the documented ones.
// If they change, VocabularyVersion must be increased.
func TestVocabularyStable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| scenario | preset | actions | digest |\n| --- | --- | --- | --- |\n")
	for _, w := range worlds[:6] {
		u := setup(t, w)
		v := u.Vocabulary()
		fmt.Fprintf(&b, "| `%s` | `%s` | %d | `%s` |\n", w.Scenario, u.Rules.Spec().Preset, v.Len(), v.Digest())
		again := env.NewVocabulary(u.Setting(), u.Rules)
		if again.Digest() != v.Digest() {
			t.Errorf("%s: made again, the vocabulary is another", w.Scenario)
		}
	}
	page, err := os.ReadFile("../../docs/environment.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), b.String()) {
		t.Errorf("docs/environment.md does not have\n%s", b.String())
	}
}

// TestVariantsShareVocabularies checks that the number of players does not change actions.
func TestVariantsShareVocabularies(t *testing.T) {
	a, b := setup(t, env.Scenario{Scenario: "B"}), setup(t, env.Scenario{Scenario: "B", Variant: "B-4"})
	if a.Vocabulary().Digest() != b.Vocabulary().Digest() {
		t.Errorf("B and B-4 have vocabularies of %d and %d actions", a.Vocabulary().Len(), b.Vocabulary().Len())
	}
}

// TestActionsHaveDistinctParts checks that no two actions have the same parts, and that the parts
// name the areas of the order.
func TestActionsHaveDistinctParts(t *testing.T) {
	for n, w := range worlds {
		u := setup(t, w)
		v, areas := u.Vocabulary(), u.Areas()
		kinds, parts := v.Parts()
		seen := map[env.Part]int{}
		for i, p := range parts {
			if before, twice := seen[p]; twice {
				t.Fatalf("%d: %q and %q have the same parts", n, v.Text(i), v.Text(before))
			}
			seen[p] = i
			for _, at := range p[env.PartUnit : env.PartTo+1] {
				if at >= 0 && !strings.Contains(v.Text(i), areas[at].Name) {
					t.Fatalf("%d: %q does not name %s", n, v.Text(i), areas[at].Name)
				}
			}
			if kinds[p[env.PartKind]] == "" {
				t.Fatalf("%d: %q has no kind", n, v.Text(i))
			}
		}
		if len(kinds) > 250 {
			t.Errorf("%d: %d kinds", n, len(kinds))
		}
	}
}
