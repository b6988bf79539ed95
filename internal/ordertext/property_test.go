package ordertext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
)

// The parts of orders of each step, and lines of prose, for TestWrapping and TestGarbage.
var (
	pieces = map[machiavelli.Step][]string{
		machiavelli.Orders: {
			"A Pavia - Turin", "a cre s a mil", "Pad - UA", "UA - Istria", "mil h", "Army Milan supports Army Pavia to Como", "F Gen - EGL", "A Otr - ION - Dur",
			"E1: 18 Buy A Cre", "Pay 6 to Venice", "Borrow 10 for 1 year", "Ally Venice", "G Ven C F", "A Sie B", "ion t a otr - dur", "Disband A Sav", "Hold A Com", "A Bol",
		},
		machiavelli.Retreats:    {"A Bol - Rma", "bol d", "A Mil R Com", "Disband A Pav", "A Pav", "A Cre C G"},
		machiavelli.Adjustments: {"R A Pavia", "A Milan", "B F Gen", "Build G Cre", "Cremona", "M A Com", "W", "A Pav R", "Remove A Bol", "F Gen"},
	}
	letters = []string{"Thanks, Bob", "Here are my orders:", "Gracias", "MfG Bob", "I hope this works!", "Ciao a tutti", "-- ", "Sent from my iPhone", "Good luck to all", "http://example.org/x", "Virus-free. www.avast.com", "👍"}
	garbage = []string{"A Xyzzy - Qwerty", "xyzzy", "A", "Turin", "- Como", "A Pavvia H", "s a mil", "R", "E1:", "12"}
)

// ordersOf returns the orders that a text gives, sorted.
func (r *Reader) ordersOf(power machiavelli.Power, text string) []string {
	var out []string
	for _, s := range r.readings(power, text) {
		if s[0] == '=' {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

// everyStep runs a test with texts of each step.
func everyStep(t *testing.T, test func(r *Reader, power machiavelli.Power, step machiavelli.Step, rng *rand.Rand)) {
	p, set := start(t, "A", "njudge-classic")
	power, _ := p.Setting.Powers.Find("milan")
	for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
		at := *p
		at.Phase.Step = step
		r := &Reader{Position: &at, Rules: set, Sender: []string{"Bob Tester"}}
		rng := rand.New(rand.NewPCG(uint64(step), 3))
		for range 300 {
			test(r, power, step, rng)
		}
	}
}

// aLine returns some random parts, and the separator with which a line joins them.
func aLine(step machiavelli.Step, rng *rand.Rand) (of []string, between string) {
	for range 1 + rng.IntN(3) {
		of = append(of, pieces[step][rng.IntN(len(pieces[step]))])
	}
	return of, []string{"; ", ", ", " and "}[rng.IntN(3)]
}

// TestWrapping checks that prose between orders, numbers before all lines, list markers and
// quotation marks do not change any reading.
func TestWrapping(t *testing.T) {
	everyStep(t, func(r *Reader, power machiavelli.Power, step machiavelli.Step, rng *rand.Rand) {
		var lines []string
		for len(lines) < 4 {
			of, between := aLine(step, rng)
			line := strings.Join(of, between)
			if slices.ContainsFunc(r.readings(power, line), func(s string) bool { return s[0] != '=' }) {
				continue // an incomplete line may continue in the next one
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n")
		want := r.readings(power, text)
		for name, wrapped := range map[string]func(i int, line string) string{
			"numbers":  func(i int, line string) string { return fmt.Sprintf("%d. %s", i+1, line) },
			"brackets": func(i int, line string) string { return fmt.Sprintf("%d) %s", i+1, line) },
			"bullets":  func(_ int, line string) string { return "• " + line },
			"stars":    func(_ int, line string) string { return "* " + line },
			"quotes":   func(_ int, line string) string { return `"` + line + `"` },
			"bold":     func(_ int, line string) string { return "**" + line + "**" },
			"prose":    func(_ int, line string) string { return letters[rng.IntN(len(letters))] + "\n" + line },
			"below":    func(_ int, line string) string { return line + "\n\n" + letters[rng.IntN(len(letters))] },
		} {
			var out []string
			for i, line := range lines {
				out = append(out, wrapped(i, line))
			}
			if got := r.readings(power, strings.Join(out, "\n")); !slices.Equal(got, want) {
				t.Errorf("%s, %s:\n%s\n%q, want\n%q", step, name, strings.Join(out, "\n"), got, want)
			}
		}
	})
}

// TestGarbage checks that a line with garbage in place of one of its parts does not give an
// order that the original line does not give.
func TestGarbage(t *testing.T) {
	everyStep(t, func(r *Reader, power machiavelli.Power, step machiavelli.Step, rng *rand.Rand) {
		of, between := aLine(step, rng)
		whole := r.ordersOf(power, strings.Join(of, between))
		if len(whole) != len(of) {
			return
		}
		i := rng.IntN(len(of))
		of[i] = garbage[rng.IntN(len(garbage))]
		line := strings.Join(of, between)
		for _, s := range r.readings(power, line) {
			if s[0] != '=' && s != "-" {
				for _, o := range r.ordersOf(power, line) {
					if !slices.Contains(whole, o) {
						t.Errorf("%s: %q gives %q; the whole line gives %q", step, line, o, whole)
					}
				}
				return
			}
		}
	})
}
