package command

import (
	"embed"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:embed help/*.txt
var helpTexts embed.FS

// otherNames maps synonyms to help files.
var otherNames = map[string]string{
	"": "info", "help": "info", "flist": "index", "files": "index", "commands": "syntax", "set": "syntax", "order": "orders", "mail": "letters",
	"deadline": "deadlines", "timing": "deadlines", "absences": "absence", "holiday": "absence", "vacation": "absence", "draw": "draws",
	"concede": "draws", "list": "history", "summary": "history", "register": "form", "registration": "form", "masters": "master", "gm": "master",
}

// HelpFiles lists the names that HelpText knows. The judge has further help files, which depend on
// games: the rules, the scenarios and the house rules.
func HelpFiles() []string {
	var out []string
	entries, _ := helpTexts.ReadDir("help") // embedded, so it can always be read
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".txt"))
	}
	return out
}

// HelpText returns the text of a help file, in lines of at most 76 characters. The result found is
// false for an unknown name. The empty name means the introduction.
func HelpText(name string) (text string, found bool) {
	name = strings.ToLower(strings.TrimSuffix(name, ".txt"))
	if other, ok := otherNames[name]; ok {
		name = other
	}
	if !slices.Contains(HelpFiles(), name) {
		return "", false
	}
	raw, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		return "", false
	}
	text = string(raw)
	switch name {
	case "syntax":
		text += listing(func(e Entry) bool { return e.Who != master && e.Who != operator && e.Section != "No longer used" }) +
			"\nGET master has the commands of game masters.\n"
	case "master":
		text += listing(func(e Entry) bool { return e.Who == master })
	}
	return text, true
}

// listing returns the entries of the reference for which want is true, as text.
func listing(want func(Entry) bool) string {
	var b strings.Builder
	section := ""
	for _, e := range Reference() {
		if !want(e) {
			continue
		}
		if e.Section != section {
			section = e.Section
			b.WriteString("\n" + section + "\n\n")
		}
		wrap(&b, "  ", e.Syntax)
		if len(e.Also) > 0 {
			wrap(&b, "      ", "Also: "+strings.Join(e.Also, ", "))
		}
		wrap(&b, "      ", e.Does)
	}
	return b.String()
}

// wrap writes a paragraph in indented lines of at most 72 characters.
func wrap(b *strings.Builder, indent, text string) {
	n := 0
	for i, w := range strings.Fields(text) {
		switch size := utf8.RuneCountInString(w); {
		case i == 0:
			b.WriteString(indent)
			n = len(indent) + size
		case n+1+size > 72:
			b.WriteString("\n" + indent)
			n = len(indent) + size
		default:
			b.WriteByte(' ')
			n += 1 + size
		}
		b.WriteString(w)
	}
	b.WriteByte('\n')
}
