package legal_test

import (
	"math/rand"
	"strings"
	"testing"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// TestWhoMayOrder checks which powers may give orders, and in which phases.
func TestWhoMayOrder(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "I A mil\nV A pad")
	hold := g.parse(g.power("I"), "a mil h")
	if got := g.verdict(machiavelli.Nobody, hold); !strings.HasPrefix(got, "E25") {
		t.Error("nobody:", got)
	}
	g.p.Eliminated = g.p.Eliminated.With(g.power("I"))
	if got := g.verdict(g.power("I"), hold); got != "E25 Milan is out of the game and gives no orders." {
		t.Error("eliminated:", got)
	}
	g.table("V: ally milan => E25")
	for _, o := range []order.Order{{Kind: order.Build}, {Kind: order.Retreat}, {Kind: order.Waive}} {
		if got := g.verdict(g.power("V"), o); !strings.HasPrefix(got, "E03") {
			t.Error("out of phase:", got)
		}
	}
	g.line([]string{"phase", "winter", "1454", "adjustments"})
	if got := g.verdict(g.power("V"), hold); !strings.HasPrefix(got, "E03") {
		t.Error("hold in winter:", got)
	}
}

// TestMoneyOrders checks that money orders need their options.
func TestMoneyOrders(t *testing.T) {
	rows := map[string]string{
		"battleline-1978-basic": `
			I: pay 3 to bank => E12 This game is played without money.
			I: e1: 12 buy a pad => E12 This game is played without money.`,
		"battleline-1978-advanced": `
			I: borrow 5 for 1 year => E12 This game is played without the bank
			I: pay 3 to bank => E12 This game is played without the bank
			I: pay 0 to venice => Pay 0 ducats to Venice`,
		"njudge-classic assassinations=off": `
			I: e2: assassinate venice => E12 This game is played without assassinations.`,
	}
	for preset, table := range rows {
		setUp(t, "B", preset, "I A mil").table(table)
	}
}

// TestWithdrawnOrders checks that any order can be withdrawn.
func TestWithdrawnOrders(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "I A mil\nV A pad")
	for _, row := range []struct{ letter, text string }{{"I", "a mil none"}, {"I", "a pad none"}} {
		power := g.power(row.letter)
		_, unit, notes, problem := legal.Check(g.p, g.r, power, g.parse(power, row.text))
		if problem != nil || unit < 0 || len(notes) > 0 {
			t.Errorf("%s: unit %d, %v, %v", row.text, unit, notes, problem)
		}
	}
	g.line([]string{"phase", "winter", "1454", "adjustments"})
	power := g.power("I")
	if bound, unit, _, problem := legal.Check(g.p, g.r, power, g.parse(power, "a pav none")); problem != nil || unit != -1 || bound.Unit.At != g.at("pav") {
		t.Errorf("a build to be withdrawn: unit %d, %v", unit, problem)
	}
}

// TestMessagesAreSentences checks that the messages for random orders are whole
// sentences and have a code.
func TestMessagesAreSentences(t *testing.T) {
	randomGames(t, 5, func(t *testing.T, rng *rand.Rand, g *game, _ []order.Order) {
		check := func(code, s string) {
			if !sound(code, s) {
				t.Errorf("%s %q", code, s)
			}
		}
		for range 1000 {
			o := randomOrder(rng, g.p)
			_, unit, notes, problem := legal.Check(g.p, g.r, ownerAt(g.p, o.Unit), o)
			for _, n := range notes {
				check(n.Code, n.Message.String())
			}
			if problem == nil {
				continue
			}
			check(problem.Code, problem.Message.String())
			if unit != -1 {
				t.Errorf("refused with unit %d: %s", unit, problem.Message.String())
			}
		}
	})
}

// sound reports whether a message consists of whole sentences and has a code.
func sound(code, s string) bool {
	end := strings.HasSuffix(s, ".") || strings.HasSuffix(s, ".\"")
	return len(code) == 3 && unicode.IsUpper(rune(s[0])) && end && !strings.Contains(s, "  ") && !strings.Contains(s, "%!") && !strings.Contains(s, " to .")
}
