package gather

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"podesta/internal/words"
)

// A single word can have two meanings that need different words in other languages: a report can
// be the account of a phase, or a complaint about a player, and "End" can refer to a friendship
// or to a film. A single word must therefore not be a text in two subjects of the pages, unless
// it is listed as having the same meaning there.

// subjects lists the files that are not about a game, by their names without extensions.
var subjects = subjectOf(map[string]string{
	"moderation": "audit case operator report reports safety signs terms told",
	"accounts":   "code factor friends me notices passkeys pending privacy profile register secret signin unsubscribe",
	"tournament": "scoring tournament tournaments tournamentform",
	"paper":      "pdf print sheet",
	"lessons":    "learn learnexercise learngame learnparts",
})

func subjectOf(files map[string]string) map[string]string {
	out := map[string]string{}
	for subject, names := range files {
		for name := range strings.FieldsSeq(names) {
			out[name] = subject
		}
	}
	return out
}

// sharedWords lists single words that have the same meaning in all subjects that use them.
var sharedWords = strings.Fields(`
	Cities Comments Ducats Edition Expenses Game Garrisons Master Messages Orders Pace Pages Phase Phases Player
	Players Points Power Programs Provinces Reason Results Retreats Safety Scenario Settings Sounds State Terms Tournaments Treasury
	Unit Units

	Add Block Change Copy Decline Learn Mute Print Remove Resolve Save Saved. Show Unmute Withdraw

	Europe/Rome From Name Person Rank Reported What Why all eliminated to you
`)

// subject returns the subject of the file that contains a text.
func subject(ref string) string {
	for _, room := range []string{"tournament", "safety"} {
		if strings.HasPrefix(ref, "internal/"+room+"/") {
			return map[string]string{"tournament": "tournament", "safety": "moderation"}[room]
		}
	}
	name, _, _ := strings.Cut(path.Base(ref), ".")
	if a := subjects[name]; a != "" {
		return a
	}
	return "game"
}

// ambiguous returns complaints about single words without a context that belong to several
// subjects and are not listed, and about listed words that no longer belong to several.
func ambiguous(texts []*words.Entry, shared []string) []string {
	var bad []string
	used := map[string]bool{}
	for _, e := range texts {
		if e.Ctx != "" || strings.ContainsAny(e.ID, " {") {
			continue
		}
		var in []string
		for _, ref := range e.Refs {
			if a := subject(ref); !slices.Contains(in, a) {
				in = append(in, a)
			}
		}
		if len(in) < 2 {
			continue
		}
		used[e.ID] = true
		if !slices.Contains(shared, e.ID) {
			bad = append(bad, fmt.Sprintf("%q is one text for %s (%s): other languages may need two words. Say one of them in more words, or list it in gather/shared.go if it means the same",
				e.ID, strings.Join(in, " and "), strings.Join(e.Refs, ", ")))
		}
	}
	for _, w := range shared {
		if !used[w] {
			bad = append(bad, fmt.Sprintf("%q is listed in gather/shared.go and no longer used in several subjects", w))
		}
	}
	return bad
}
