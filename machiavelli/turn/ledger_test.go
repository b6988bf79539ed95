package turn

import (
	"strconv"
	"strings"
	"testing"
)

// ledgerCase is a phase, or several phases, with the facts expected after the
// last. Orders of successive phases are separated by a line of three dashes.
type ledgerCase struct {
	id     string // ID of the rule, then a space and the subject of the case
	preset string // if empty, a preset without money
	game   string
	orders string
	want   string
	check  func(t *testing.T, g *game) // a further check of the resulting position
}

const free = "njudge-classic money=off famine=off"

// TestLedger plays the cases of every table. A subtest has the name of its
// rule.
func TestLedger(t *testing.T) {
	byID := map[string][]ledgerCase{}
	var ids []string
	for _, table := range [][]ledgerCase{
		sequenceCases, retreatCases, controlCases, rebellionCases, homeCases, eliminationCases, victoryCases, winterCases, diplomacyCases, moreCases,
		siegeCases, inciteCases, assassinCases, quitCases, interplayCases,
		ruleCases, edgeCases,
		unitCases,
		expenseCases, bribeCases, bankCases, extraCases, exchangeCases,
		disasterCases, plagueCases, incomeCases, buildCases, openingCases,
		seatCases,
	} {
		for _, c := range table {
			id, _, _ := strings.Cut(c.id, " ")
			if byID[id] == nil {
				ids = append(ids, id)
			}
			byID[id] = append(byID[id], c)
		}
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			for _, c := range byID[id] {
				_, about, _ := strings.Cut(c.id, " ")
				t.Run(about, func(t *testing.T) { c.play(t) })
			}
		})
	}
}

func (c ledgerCase) play(t *testing.T) {
	preset := c.preset
	if preset == "" {
		preset = free
	}
	game := c.game
	if game == "" {
		game = "spring 1454 orders" // the check creates its own game
	}
	g := newGame(t, preset, game)
	if c.want != "" || c.orders != "" {
		var res Result
		for orders := range strings.SplitSeq(c.orders, "---") {
			res = g.play(orders)
			g.pos = res.Next
		}
		expect(t, tell(res), c.want)
	}
	if c.check != nil {
		c.check(t, g)
	}
}

// serials checks the numbers of all units in the 1978 notation.
func serials(want string) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		var got []string
		for _, u := range g.pos.Units {
			got = append(got, u.Type.Letter()+strconv.Itoa(int(u.Serial)))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("serials %s, want %s", s, want)
		}
	}
}
