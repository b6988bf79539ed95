package inbox

import (
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// parameters describes the settings and rules of a game, in the order familiar to players.
func parameters(g *game.Game, r phrase.Reader) []string {
	h := g.Hosting
	var out []string
	add := func(name string, text message.Message) {
		if !text.IsZero() {
			out = append(out, name+": "+r.M(text))
		}
	}
	verbatim := func(name message.Message, text string) {
		if text != "" {
			add(r.M(name), phrase.Verbatim(text))
		}
	}
	for _, t := range []struct {
		name  message.Message
		class schedule.Class
	}{{message.New("Moves"), schedule.Moves}, {message.New("Retreats"), schedule.Retreats}, {message.New("Adjusts"), schedule.Adjusts}} {
		verbatim(t.name, strings.ReplaceAll(h.Timing[t.class].String(), ".00 ", " ")) // not the ".00" in 0.00167
	}
	verbatim(message.New("Zone"), h.Zone)
	variant := []message.Message{phrase.Verbatim(r.T(g.Setting.Title))}
	if h.Gunboat {
		variant = append(variant, message.New("Gunboat"))
	}
	if h.Irregular {
		variant = append(variant, message.New("Irregular"))
	}
	add(r.M(message.New("Variant")), message.New("{text}", message.ListOf(message.Commas, variant)))
	verbatim(message.New("Flags"), strings.Join(flags(h), ", "))
	spec := g.Rules.Spec()
	verbatim(message.New("Edition"), spec.Preset)
	var options []string
	for _, name := range sortedKeys(spec.Options) {
		options = append(options, name+" "+spec.Options[name])
	}
	verbatim(message.New("Options"), strings.Join(options, ", "))
	add(r.M(message.New("Press")), pressWords(&h.Press))
	add(r.M(message.New("Powers")), dealWords(h.Preferences))
	for i := range hosting.Numbers {
		if x := &hosting.Numbers[i]; x.Heading != "" {
			add(r.T(x.Heading), x.Said(x.Get(h), false))
		}
	}
	verbatim(message.New("Comment"), h.Comment)
	return out
}

// dealWords describes how the powers of a game are dealt.
func dealWords(how string) message.Message {
	switch how {
	case hosting.PreferList:
		return message.New("given by lists of preferences")
	case hosting.PreferBoth:
		return message.New("given by lists of preferences, or drawn for those who ask for it")
	case hosting.PreferRandom:
		return message.New("drawn at random")
	}
	return message.Message{}
}

// flags returns the settings that are on or off, and some numeric settings, under the names
// familiar to players.
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
func pressWords(p *hosting.PressRules) message.Message {
	if p.None {
		return message.New("none")
	}
	colours := message.New("white")
	switch {
	case p.Grey && p.White && p.GreyFirst:
		colours = message.New("grey/white")
	case p.Grey && p.White:
		colours = message.New("white/grey")
	case p.Grey:
		colours = message.New("grey")
	}
	out := []message.Message{colours}
	observers := message.New("observers none")
	switch p.Observers {
	case "any":
		observers = message.New("observers any")
	case "white":
		observers = message.New("observers white")
	}
	for _, x := range []struct {
		on   bool
		word message.Message
	}{
		{p.Partial, message.New("partial press")},
		{!p.Partial, message.New("no partial press")},
		{p.Fakes == "may", message.New("partial may be faked")},
		{p.Fakes == "broadcast", message.New("partial fakes broadcast")},
		{p.Fakes == "default", message.New("partial fakes broadcast by default")},
		{p.Fakes == "", message.New("no fake")},
		{true, observers},
		{p.NoLate, message.New("no late press")},
		{p.NoGrace, message.New("no grace press")},
		{p.NoMinor, message.New("no minor press")},
		{p.Blank, message.New("blank press")},
		{p.MustOrder, message.New("press only with complete orders")},
		{p.Touch, message.New("touch press")},
		{p.WatchAll, message.New("watch all press")},
		{p.Postal, message.New("postal press")},
	} {
		if x.on {
			out = append(out, x.word)
		}
	}
	return message.New("{text}", message.ListOf(message.Commas, out))
}
