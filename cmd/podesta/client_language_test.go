package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestClientLanguage runs the same commands in English and in Italian. A word
// that both outputs have must be one that no language changes: a name, a
// command, or part of an order.
func TestClientLanguage(t *testing.T) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES"} {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", "en_GB.UTF-8")
	h := openHall(t, "bianca", "ada", "bruno")
	for name, token := range h.tokens {
		h.say(name, token+"\n", "login", h.url)
	}
	h.say("bianca", "", "create", "Siena", "-scenario", "A", "-variant", "A-2", "-set", "manualProcess=true", "-set", "press.grey=true")
	h.say("ada", "", "join", "Siena", "VI")
	h.say("bruno", "", "join", "Siena", "LN")
	h.as("ada")
	podesta("A Milan - Pavia\nA Milan H\nF Ragusa H\nF Rome H\n", "client", "orders", "Siena", "-")
	h.say("ada", "", "press", "Siena", "all", "Ciao")
	h.say("bruno", "", "press", "Siena", "master,venice", "-grey", "Ciao")

	// The judge and the order language do not translate people, identifiers of powers, titles
	// of scenarios and editions, and letters of units. "in" is also an Italian word.
	allowed := strings.Fields("podesta client login test siena ada bruno bianca ciao example org http judge id h a f g d " +
		"venice milan florence naples the expansion of states njudge classic in")
	seen := 0
	check := func(who string, args ...string) {
		t.Helper()
		read := func(lang string) string {
			t.Setenv("LANG", lang)
			h.as(who)
			_, out, bad := podesta("", append([]string{"client"}, args...)...)
			return h.settled(out + bad)
		}
		english, italian := read("en_GB.UTF-8"), read("it_IT.UTF-8")
		if english == italian {
			t.Errorf("%v: the same in both languages: %s", args, english)
		}
		words := clientWords(english)
		seen += len(words)
		known := slices.Concat(allowed, clientWords(strings.Join(args, " ")))
		for _, w := range clientWords(italian) {
			if slices.Contains(words, w) && !slices.Contains(known, w) {
				t.Errorf("%v: %q is English:\n%s", args, w, italian)
			}
		}
	}
	commands := [][]string{
		{"games"},
		{"show", "Siena"},
		{"orders", "Siena"},
		{"log", "Siena"},
		{"history", "Siena"},
		{"members", "Siena"},
		{"vote", "Siena"},
		{"absence", "Siena"},
		{"diary", "Siena"},
		{"legal", "Siena", "F Ragusa"},
		{"predict", "Siena"},
		{"whoami"},
		{"absence", "Siena", "soon", "later"},
		{"log", "Siena", "-limit", "1"},
		{"orders", "Nowhere"},
	}
	for _, args := range commands {
		check("ada", args...)
	}
	h.say("ada", "", "vote", "Siena", "draw")
	check("ada", "vote", "Siena")
	h.say("bianca", "", "deadline", "Siena", "+300h")
	h.say("bianca", "", "process", "Siena")
	check("bianca", "show", "Siena")
	check("bianca", "log", "Siena")
	check("bianca", "members", "Siena")
	h.say("bianca", "", "rollback", "Siena", "-why", "Ciao")
	check("bianca", "acts", "Siena")
	check("nobody", "games")
	if seen < 300 {
		t.Errorf("only %d words", seen)
	}
}

// untranslated matches error codes and flags.
var untranslated = regexp.MustCompile(`\[\w+\]|\B-\w+`)

// clientWords returns the words of an output in lower case, except those with a capital inside
// a line, which are names.
func clientWords(text string) []string {
	var out []string
	for line := range strings.Lines(untranslated.ReplaceAllString(text, "")) {
		for i, w := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if i == 0 || strings.ToLower(w) == w {
				out = append(out, strings.ToLower(w))
			}
		}
	}
	return out
}
