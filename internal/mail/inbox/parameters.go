package inbox

import (
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
)

// parameters describes the settings and rules of a game, in the order familiar
// to players: times, variant, flags, press, what wins.
func parameters(g *game.Game) string {
	h := g.Hosting
	var b strings.Builder
	say := func(name, text string) {
		if text != "" {
			b.WriteString(phrase.Wrap(text, fmt.Sprintf("%11s: ", name), strings.Repeat(" ", 13), phrase.AnswerWidth) + "\n")
		}
	}
	for _, t := range []struct {
		name  string
		class schedule.Class
	}{{"Moves", schedule.Moves}, {"Retreats", schedule.Retreats}, {"Adjusts", schedule.Adjusts}} {
		say(t.name, strings.ReplaceAll(h.Timing[t.class].String(), ".00 ", " ")) // not of 0.00167
	}
	say("Zone", h.Zone)
	variant := g.Setting.Title
	if h.Gunboat {
		variant += ", Gunboat"
	}
	if h.Irregular {
		variant += ", Irregular"
	}
	say("Variant", variant)
	say("Flags", strings.Join(flags(h), ", "))
	spec := g.Rules.Spec()
	say("Edition", spec.Preset)
	var options []string
	for _, name := range sortedKeys(spec.Options) {
		options = append(options, name+" "+spec.Options[name])
	}
	say("Options", strings.Join(options, ", "))
	say("Press", pressWords(&h.Press))
	say("Powers", map[string]string{
		hosting.PreferList: "given by lists of preferences", hosting.PreferBoth: "given by lists of preferences, or drawn for who asks for it", hosting.PreferRandom: "drawn",
	}[h.Preferences])
	for i := range hosting.Numbers {
		if x := &hosting.Numbers[i]; x.Heading != "" {
			say(x.Heading, x.Said(x.Get(h), false).String())
		}
	}
	say("Comment", h.Comment)
	return b.String()
}

// flags returns the settings that are on or off, under the names familiar to
// players, and the numbers that have such a name.
func flags(h *hosting.Hosting) []string {
	var out []string
	for i := range hosting.Switches {
		s := &hosting.Switches[i]
		word := s.NoFlag
		if s.Get(h) {
			word = s.Flag
		}
		if word != "" {
			out = append(out, word)
		}
	}
	for i := range hosting.Numbers {
		if x := &hosting.Numbers[i]; x.Flag != "" {
			out = append(out, fmt.Sprintf("%s %d", x.Flag, x.Get(h)))
		}
	}
	return out
}

// pressWords describes the rules of press.
func pressWords(p *hosting.PressRules) string {
	if p.None {
		return "none"
	}
	out := []string{p.Colours()}
	for _, x := range []struct {
		on   bool
		word string
	}{
		{p.Partial, "partial"},
		{!p.Partial, "no partial"},
		{p.Fakes == "may", "partial may be faked"},
		{p.Fakes == "broadcast", "partial fakes broadcast"},
		{p.Fakes == "default", "partial fakes broadcast by default"},
		{p.Fakes == "", "no fake"},
		{true, "observers " + map[string]string{"any": "any", "white": "white", "none": "none", "": "none"}[p.Observers]},
		{p.NoLate, "no late press"},
		{p.NoGrace, "no grace press"},
		{p.NoMinor, "no minor press"},
		{p.Blank, "blank press"},
		{p.MustOrder, "must order"},
		{p.Touch, "touch press"},
		{p.WatchAll, "watch all press"},
		{p.Postal, "postal press"},
	} {
		if x.on {
			out = append(out, x.word)
		}
	}
	return strings.Join(out, ", ")
}
