package web

import (
	"net/url"
	"slices"
	"strings"

	"podesta/internal/learn"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// ruleLink leads from the id of a rule to where it stands in the rules of a
// game.
type ruleLink struct{ ID, Title, Href string }

// ruleLinks are the links of ids to a page of rules, such as "/g/ID/rules".
func ruleLinks(at string, ids []string) []ruleLink {
	var out []ruleLink
	for _, id := range ids {
		e, _ := ledger.Find(id)
		out = append(out, ruleLink{id, e.Title, at + "#" + id})
	}
	return out
}

// reason is one link of the chain that explains an outcome, with the rules
// behind it.
type reason struct {
	Text  phrase
	Rules []ruleLink

	clause message.Message // without a capital and a stop
}

// reasons are a chain with links to a page of rules.
func reasons(at string, chain []report.Reason) []reason {
	var out []reason
	for _, r := range chain {
		out = append(out, reason{say(sentenceOf(r.Text)), ruleLinks(at, r.Rules), r.Text})
	}
	return out
}

// news removes from a chain what the text beside it says already, and returns
// the rules behind that, to stand there.
func news(chain []reason, beside phrase) (rest []reason, rules []ruleLink) {
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
func says(p phrase, clause message.Message) bool {
	if clause.ID == report.Both {
		return says(p, clause.Args[0].(message.Message)) && says(p, clause.Args[1].(message.Message))
	}
	return p.contains(clause) || isVerbatim(clause) && strings.Contains(strings.ToLower(p.String()), strings.ToLower(strings.TrimSuffix(clause.String(), ".")))
}

// gameRules is the address of the page of a game's rules.
func gameRules(id string) string { return "/g/" + id + "/rules" }

// groundRules is the address of the page of the rules of a lesson, for which
// there is no game.
func groundRules(g learn.Ground) string {
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
