package mcp_test

import (
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/internal/press"
)

// TestProposals lets agents make and answer proposals.
func TestProposals(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	milan, venice, naples := x.agents["milan"], x.agents["venice"], x.agents["naples"]
	game := args{"game": "siena"}
	contains := func(what, text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q:\n%s", what, w, text)
			}
		}
	}
	contains("none", milan.do("list_proposals", game), "There are no proposals")
	milan.refused("propose", args{"game": "siena", "line": " "}, "PROPOSE PEACE TO")
	milan.refused("propose", args{"game": "siena", "line": "peace with all"}, "PROPOSE PEACE TO")
	milan.refused("propose", args{"game": "siena", "line": "peace to venice", "note": strings.Repeat("a", 50_000)}, "note takes at most 40000 characters")
	contains("propose", milan.do("propose", args{"game": "siena", "line": "peace to venice", "note": "Let us share Lombardy."}),
		"Your proposal is number 1: PROPOSE PEACE TO Venice UNTIL ", "The proposal waits for an answer.")
	contains("read_press", venice.do("read_press", game), "from milan to venice:\n  PROPOSE PEACE TO Venice", "Let us share Lombardy.", "proposal 1;")
	contains("list_proposals", venice.do("list_proposals", game), "1. Milan proposes", "The proposal waits for an answer. (ACCEPT PROPOSAL 1, REFUSE PROPOSAL 1)")
	if got := naples.do("list_proposals", game); strings.Contains(got, "Milan") {
		t.Errorf("Naples sees it: %s", got)
	}
	naples.refused("answer_proposal", args{"game": "siena", "proposal": 1, "act": "accept"}, "no proposal 1")
	naples.refused("answer_proposal", args{"game": "nowhere", "proposal": 1, "act": "accept"}, "no such game")
	venice.refused("answer_proposal", args{"game": "siena", "proposal": 0, "act": "accept"}, "proposal takes a whole number from 1 to 1000000")
	venice.refused("answer_proposal", args{"game": "siena", "proposal": 1, "act": "perhaps"}, "input schema")
	contains("accepted", venice.do("answer_proposal", args{"game": "siena", "proposal": 1, "act": "accept", "note": "Gladly."}), "You have accepted proposal 1.")
	contains("the reason", milan.do("list_proposals", game), "Agreed until", "The reason: Gladly.")
	milan.refused("answer_proposal", args{"game": "siena", "proposal": 1, "act": "withdraw"}, "no longer waits")
	two := read[press.Offer](t, milan.do("propose", args{"game": "siena", "line": "PROPOSE ALLIANCE AGAINST Naples TO Venice", "format": "json"}))
	if two.Number != 7 || two.Terms.To != "venice" || two.State != "waiting" {
		t.Errorf("in JSON: %+v", two)
	}
	if got := read[press.Offer](t, milan.do("answer_proposal", args{"game": "siena", "proposal": 7, "act": "withdraw", "format": "json"})); got.State != "withdrawn" {
		t.Errorf("withdrawn: %+v", got)
	}
	if got := read[act.Page[press.Offer]](t, venice.do("list_proposals", args{"game": "siena", "format": "json"})); len(got.Items) != 2 {
		t.Errorf("the list in JSON: %+v", got)
	}
	contains("as text", milan.do("write_press", args{"game": "siena", "to": []string{"venice"}, "text": " Propose peace to Venice"}), "Sent to venice.", "plain text", "propose makes one")
	if got := milan.do("write_press", args{"game": "siena", "to": []string{"venice"}, "text": "Proposed!"}); got != "Sent to venice." {
		t.Errorf("another text: %s", got)
	}
}
