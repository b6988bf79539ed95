package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"podesta/internal/learn"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/rules"
)

// TestEveryRuleHasItsPlace checks the rules of every edition: each rule's
// number is an anchor on the page exactly once.
func TestEveryRuleHasItsPlace(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	for _, preset := range rules.Presets() {
		p := b.get("/rules/" + preset.ID)
		p.has(t, http.StatusOK, preset.Title)
		for _, e := range ledger.Entries() {
			if n := strings.Count(p.body, `id="`+e.ID+`"`); e.Kind == ledger.Rule && n != 1 {
				t.Errorf("%s: %s has %d places", preset.ID, e.ID, n)
			}
		}
		if strings.Contains(p.body, "**") {
			t.Errorf("%s: there are marks of emphasis left", preset.ID)
		}
	}
	b.get("/rules").has(t, http.StatusOK, "Chapters")
	b.get("/rules/njudge-classic?cavalry=on").has(t, http.StatusOK, "Where these rules differ", "each power may have one")
	p := b.get("/rules/njudge-classic?cavalry=on&q=Garrison+siege-03")
	p.has(t, http.StatusOK, "found. All rules", "Sieges")
	if strings.Contains(p.body, `id="ch-1"`) || !strings.Contains(p.body, `name="cavalry" value="on"`) {
		t.Error("the search shows what does not hold the words, or forgets the options")
	}
	b.get("/rules/njudge-classic?q=gunpowder").has(t, http.StatusOK, "Nothing found")
	b.get("/rules/chess").has(t, http.StatusNotFound, "There are no such rules")
	b.get("/rules/njudge-classic?cavalry=perhaps").has(t, http.StatusNotFound)
	b.get("/rules/njudge-classic?horses=on").has(t, http.StatusNotFound)
}

// TestLessonsLinkRules follows the links from a lesson to its rules and
// reasons.
func TestLessonsLinkRules(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	for _, topic := range learn.Practice() {
		x := topic.Exercises[0]
		p := b.post("/learn/"+x.ID, url.Values{"orders-" + x.Position.Setting.Powers[x.You].ID: {x.Answers[0].Orders}})
		for _, small := range p.find("rules") {
			for n := range small.Descendants() {
				href := attr(n, "href")
				page, id, ok := strings.Cut(href, "#")
				if n.Data != "a" || !ok {
					continue
				}
				if r := b.get(page); r.status != http.StatusOK || !strings.Contains(r.body, `id="`+id+`"`) {
					t.Errorf("%s leads to no place: %d", href, r.status)
				}
			}
		}
	}
}

// TestTableRules reads the rules of a game that is played by links.
func TestTableRules(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(basicA("solitaire", "1"))
	p := master.get("/g/" + id + "/rules")
	p.has(t, http.StatusOK, "This game does not differ from its edition", "Sieges")
}
