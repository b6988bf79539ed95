package gather

import (
	"slices"
	"strings"

	"podesta/internal/words"
)

// areas lists the catalogues of a language, each with the places of its texts or the prefixes of
// these places. A text with several places belongs to the first catalogue that has one of them.
var areas = []struct {
	name   string
	places []string
}{
	{"lessons", []string{"data/lessons", "internal/learn/", "templates/learn"}},
	{"rules", []string{
		"data/bots", "data/editions", "data/rulebook", "data/rules", "data/scoring", "data/settings", "internal/hosting/", "machiavelli/rulebook/", "machiavelli/rules/",
	}},
	{"board", []string{"atlas/", "data/", "internal/replay/", "internal/tableview/", "machiavelli/", "view/"}},
	{"email", []string{"internal/chat/", "internal/mail/"}},
	{"terminal", []string{"cmd/", "internal/client/", "internal/terminal/"}},
	{"old", []string{storedFile}},
	{"judge", []string{"internal/"}},
	{"pages", []string{""}},
}

// areaOf returns the catalogue for a text with the given places.
func areaOf(places []string) string {
	for _, a := range areas {
		for _, beginning := range a.places {
			if slices.ContainsFunc(places, func(p string) bool { return strings.HasPrefix(p, beginning) }) {
				return a.name
			}
		}
	}
	return ""
}

// Split divides a language into its catalogues, keyed by name, each with the common header and
// comment.
func Split(all *words.File) map[string]*words.File {
	out := map[string]*words.File{}
	for _, a := range areas {
		out[a.name] = &words.File{Comment: all.Comment, Header: all.Header}
	}
	for _, e := range all.Entries {
		out[e.Area].Entries = append(out[e.Area].Entries, e)
	}
	return out
}
