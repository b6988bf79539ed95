package mailgame

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"podesta/machiavelli/event"
)

var update = flag.Bool("update", false, "write the transcript anew")

// gameName is the name of the game in the script.
const gameName = "cosimo"

// TestGame plays the game of the script through the API and by mail. Both judges must have stored
// the same history, and each e-mail must have reached exactly its readers.
func TestGame(t *testing.T) {
	t.Parallel()
	s := readScript(t, "testdata/cosimo.txt")
	byAPI := playByAPI(t, s)
	course(t, byAPI.house)
	if testing.Short() {
		fmt.Fprintln(os.Stderr, "*** -short: THE GAME WAS PLAYED BY THE API ONLY, NOT BY MAIL ***")
		return
	}
	byMail := playByMail(t, s)
	same(t, byMail.house, byAPI.house)
	letters(t, byMail)
	transcript(t, byMail, "Lorenzo")
}

// course checks that the game included everything that the script is meant to cover.
func course(t *testing.T, h *house) {
	t.Helper()
	g := h.current()
	if !g.Finished {
		t.Errorf("the game is not over: it is at %s", g.Phase.Title())
	}
	phases, err := h.Base.Phases(ctx, h.game)
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]int{}
	for _, p := range phases {
		steps[p.Phase.Step.String()]++
	}
	if steps["orders"] < 7 || steps["retreats"] < 1 || steps["adjustments"] < 2 {
		t.Errorf("phases: %v", steps)
	}
	kinds := map[string]int{}
	for _, info := range phases {
		p, err := h.Base.Phase(ctx, h.game, info.Number)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Events {
			kinds[fmt.Sprintf("%T", e)]++
		}
	}
	for _, e := range []event.Event{
		event.Borrowed{},
		event.Payment{},
		event.Collected{},
		event.Defaulted{},
		event.Expense{},
		event.Bribed{},
		event.RebellionBegun{},
		event.RebellionEnded{},
		event.Attempted{},
		event.UnitDislodged{},
		event.Retreated{},
		event.SiegeBegun{},
		event.SiegeCompleted{},
		event.Disaster{},
		event.Income{},
		event.Adjusted{},
		event.Victory{},
	} {
		if kind := fmt.Sprintf("%T", e); kinds[kind] == 0 {
			t.Errorf("there was no %s in the game", kind)
		}
	}
	undone, err := h.Admin.Undone(ctx, h.game)
	if err != nil || len(undone) == 0 {
		t.Errorf("nothing was taken back: %v", err)
	}
}
