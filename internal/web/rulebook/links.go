package rulebook

import (
	"net/url"
	"slices"

	"podesta/internal/learn"
	"podesta/internal/web/page"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// RuleLink links the id of a rule to its place in the rules of a game.
type RuleLink struct{ ID, Title, Href string }

// RuleLinks returns links for ids to a page of rules, such as "/g/ID/rules".
func RuleLinks(at string, ids []string) []RuleLink {
	var out []RuleLink
	for _, id := range ids {
		e, _ := ledger.Find(id)
		out = append(out, RuleLink{id, e.Title, at + "#" + id})
	}
	return out
}

// Reason is one step of the chain that explains a result, with the rules behind
// it.
type Reason struct {
	Text  page.Phrase
	Rules []RuleLink

	Clause message.Message // the clause, without a capital letter or full stop
}

// Reasons returns a chain with links to a page of rules.
func Reasons(at string, chain []report.Reason) []Reason {
	var out []Reason
	for _, r := range chain {
		out = append(out, Reason{page.Say(message.Sentence(r.Text)), RuleLinks(at, r.Rules), r.Text})
	}
	return out
}

// Unsaid removes from a chain what the adjacent text already says, and returns the rules behind
// the removed steps, to be shown with the text.
func Unsaid(chain []Reason, beside page.Phrase) (rest []Reason, rules []RuleLink) {
	for _, r := range chain {
		if !says(beside, r.Clause) {
			rest = append(rest, r)
			continue
		}
		for _, l := range r.Rules {
			if !slices.Contains(rules, l) {
				rules = append(rules, l)
			}
		}
	}
	return rest, rules
}

// says reports whether a phrase contains a clause as a whole, or both halves of it.
func says(p page.Phrase, clause message.Message) bool {
	if clause.ID == report.Both {
		return says(p, clause.Args[0].(message.Message)) && says(p, clause.Args[1].(message.Message))
	}
	return p.Contains(clause)
}

// GameRules returns the address of a game's rules.
func GameRules(id string) string { return "/g/" + id + "/rules" }

// GroundRules returns the address of the rules for a lesson, which does not belong to a game.
func GroundRules(g learn.Ground) string {
	q := url.Values{}
	for name, value := range g.Options {
		q.Set(name, value)
	}
	at := "/rules/" + g.Preset
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}
