package table

import (
	"net/url"
	"slices"
	"strings"

	"podesta/internal/learn"
	"podesta/internal/web/page"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// RuleLink leads from the id of a rule to where it stands in the rules of a
// game.
type RuleLink struct{ ID, Title, Href string }

// RuleLinks are the links of ids to a page of rules, such as "/g/ID/rules".
func RuleLinks(at string, ids []string) []RuleLink {
	var out []RuleLink
	for _, id := range ids {
		e, _ := ledger.Find(id)
		out = append(out, RuleLink{id, e.Title, at + "#" + id})
	}
	return out
}

// reason is one link of the chain that explains an outcome, with the rules
// behind it.
type reason struct {
	Text  page.Phrase
	Rules []RuleLink

	clause message.Message // without a capital and a stop
}

// reasons are a chain with links to a page of rules.
func reasons(at string, chain []report.Reason) []reason {
	var out []reason
	for _, r := range chain {
		out = append(out, reason{page.Say(page.SentenceOf(r.Text)), RuleLinks(at, r.Rules), r.Text})
	}
	return out
}

// news removes from a chain what the text beside it says already, and returns
// the rules behind that, to stand there.
func news(chain []reason, beside page.Phrase) (rest []reason, rules []RuleLink) {
	for _, r := range chain {
		if !says(beside, r.clause) {
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

// says reports whether a phrase contains a clause: as a whole, or its two halves.
func says(p page.Phrase, clause message.Message) bool {
	if clause.ID == report.Both {
		return says(p, clause.Args[0].(message.Message)) && says(p, clause.Args[1].(message.Message))
	}
	return p.Contains(clause) || page.IsVerbatim(clause) && strings.Contains(strings.ToLower(p.String()), strings.ToLower(strings.TrimSuffix(clause.String(), ".")))
}

// GameRules is the address of the page of a game's rules.
func GameRules(id string) string { return "/g/" + id + "/rules" }

// GroundRules is the address of the page of the rules of a lesson, for which
// there is no game.
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
