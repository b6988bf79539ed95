package browsertest

import (
	"testing"
	"time"
)

// TestReport reports a person, and decides the report as an operator does, with three
// clicks from the operator's own page. It looks at all pages about safety.
func TestReport(t *testing.T) {
	h := open(t, "-keeper", address("Ada"))
	operator, player, pest := newPerson(t, h, "Ada", wide), newPerson(t, h, "Niccolo", wide), newPerson(t, h, "Your Wife Is Ugly", wide)
	for _, p := range []*person{operator, player, pest} {
		p.signsUp(h)
	}
	player.visit("/u/Your Wife Is Ugly")
	player.turns(func() { player.click("labelled('Report')") })
	player.writes("#note", "Look at the name.")
	player.click("deep('input[name=reason]')")
	player.shot("report-filled")
	player.turns(func() { player.click("labelled('Send the report', 'button')") })
	player.reads("You will learn what they decide")
	player.visit("/u/Your Wife Is Ugly")
	player.turns(func() { player.click("labelled('Block')") })
	player.reads("blocked")
	player.lookAt("safety", "/me/safety", "report", "/report?name=Your+Wife+Is+Ugly", "docs", "/docs", "docs-page", "/docs/players")

	// The judge makes that address an operator within a minute.
	for end := time.Now().Add(patience); ; {
		operator.visit("/me")
		if ask[bool](operator, "!!labelled('Reports of players')") {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the keeper did not become an operator")
		}
		time.Sleep(time.Second)
	}
	operator.lookAt("reports", "/operator/reports")
	operator.visit("/me")
	operator.turns(func() { operator.click("labelled('Reports of players')") })
	operator.turns(func() { operator.click("deep('main .rows a')") })
	operator.shot("case")
	at := ask[string](operator, "location.pathname")
	operator.click("labelled('Suspend, or remove a name', 'summary')")
	operator.turns(func() { operator.click("labelled('Remove the name', 'button')") })
	operator.reads("No, go back")
	operator.fair("the question before a sanction")
	operator.turns(func() { operator.click("deep('button[name=sure]')") })
	operator.lookAt("case-decided", at, "audit", "/operator/audit")

	player.visit("/me/safety")
	player.reads("name")
	player.shot("safety-told")
	pest.visit("/me/safety")
	pest.reads("Decisions about you")
	pest.shot("safety-decided")
}
