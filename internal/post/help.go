package post

import (
	"fmt"
	"strings"

	"podesta/internal/judge"
	"podesta/internal/post/command"
	"podesta/machiavelli/scenario"
)

// help answers HELP and GET: with a text of package command, or with one about
// the game that is signed on to, or about a scenario.
func (s *session) help(topic string) (string, error) {
	name := strings.ToLower(strings.Join(strings.Fields(topic), " "))
	text, found := command.HelpText(name)
	switch {
	case found:
	case name == "package" || name == "form letter":
		text, _ = command.HelpText("")
	case name == "house.rules" || name == "house rules":
		text = s.houseRules()
	case strings.HasPrefix(name, "info.") || strings.HasPrefix(name, "map."):
		_, word, _ := strings.Cut(name, ".")
		text = aboutVariant(word)
	case name == "rules" || strings.HasPrefix(name, "rules."):
		text = s.rulesHelp()
	}
	if text == "" {
		return "", &judge.Error{Code: judge.NotFound, Message: "There is no help on " + oneLine(topic, 40) + ". There is help on: " + strings.Join(command.HelpFiles(), ", ") + ", rules, and house.rules and info.VARIANT."}
	}
	if s.o.c.BaseURL != "" {
		text += "\nMore: " + s.o.c.BaseURL + "\n"
	}
	s.add("Help", text)
	return "See the help below.", nil
}

// houseRules are those of the game that is signed on to.
func (s *session) houseRules() string {
	switch {
	case s.game == nil:
		return "Sign on to a game to see the rules of its house; LIST and its name shows\nthem too.\n"
	case s.game.Hosting == nil || strings.TrimSpace(s.game.Hosting.HouseRules) == "":
		return "The master of " + oneLine(s.game.Name, 60) + " has set no rules of the house.\n"
	}
	return s.game.Hosting.HouseRules + "\n"
}

// rulesHelp tells by which rules the game is played that is signed on to, and
// where rules can be read.
func (s *session) rulesHelp() string {
	const more = "LIST and the name of a game shows by which rules it is played: an edition, and\nthe options in which it differs. The complete rules, with every option, are on\nthe judge's pages, or can be had from its keeper.\n"
	if s.game == nil || s.game.Hosting == nil {
		return more
	}
	return "The game " + oneLine(s.game.Name, 60) + " is run like this:\n\n" + parameters(s.game) + "\n" + more
}

// aboutVariant tells what a scenario is like, by its own name or by the one that
// the old judge gave it; empty for none.
func aboutVariant(word string) string {
	id := word
	if v, ok := variants[word]; ok {
		id = v.scenario
	}
	sc, ok := scenario.Find(id)
	if !ok {
		for _, x := range scenario.List() {
			if strings.EqualFold(x.ID, id) || strings.EqualFold(x.Slug, id) {
				sc, ok = x, true
			}
		}
	}
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s. It is made with CREATE ?name password and one of:\n\n", sc.Title, sc.Period)
	for _, v := range sc.Variants {
		b.WriteString(wrap(v.Title, fmt.Sprintf("  %-10s ", v.ID), "             ", 78) + "\n")
	}
	for _, name := range sortedKeys(sc.Options) {
		fmt.Fprintf(&b, "  The option %s is %s.\n", name, sc.Options[name])
	}
	return b.String()
}
