package judge_test

import (
	"encoding/json"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// TestManyBadLines sends very many invalid lines, and checks that the verdicts are not many times
// as long as the orders.
func TestManyBadLines(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.ClassicGame()
	seat := h.SeatOf(g, "milan")
	role := game.Role{Seat: seat, Player: true}
	for _, line := range []string{"E1: 9 cause rebellion Nowhere", "E9: 500 assassinate Milan", "A Nowhere - Milan", "A x", "E1: 3 bribe A"} {
		text := strings.Repeat(line+"\n", 499)
		verdicts, err := h.Check(t.Context(), g.ID, role, seat, text)
		h.Must(err)
		said, err := json.Marshal(verdicts)
		h.Must(err)
		// most of the answer consists of the members of a verdict
		if most := 150 << 10; len(said) > most || len(verdicts) < 200 {
			t.Errorf("%q: %d verdicts of %d bytes for %d bytes", line, len(verdicts), len(said), len(text))
		}
		reasons := 0
		for _, v := range verdicts {
			if v.Refused() && !strings.Contains(v.Error.String(), "refused as well") {
				reasons++
			}
		}
		if reasons > 50 {
			t.Errorf("%q: %d reasons", line, reasons)
		}
	}
}
