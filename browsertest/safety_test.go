package browsertest

import (
	"strings"
	"testing"
)

// TestReport reports a person, and decides the report as an operator, with three clicks from
// the operator's own page. It checks all pages about safety.
func TestReport(t *testing.T) {
	var said string
	h := openAs(t, setup{before: []string{"account", "-new", "Ada", address("Ada")}, said: &said, args: []string{"-keeper", address("Ada")}})
	operator, player, pest := newPerson(t, h, "Ada", wide), newPerson(t, h, "Niccolo", wide), newPerson(t, h, "Your Wife Is Ugly", wide)
	player.signsUp(h)
	pest.signsUp(h)
	_, key, _ := strings.Cut(said, "/signin?")
	operator.visit("/signin?" + strings.Fields(key)[0])
	operator.turns(func() { operator.push("deep('main form button')") })
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
	player.lookAt("safety", "/me/safety", "report", "/report?name=Your+Wife+Is+Ugly")

	await(t, "an operator", func() bool { // as soon as the judge has started
		operator.visit("/me")
		return ask[bool](operator, "!!labelled('Reports of players')")
	})
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
