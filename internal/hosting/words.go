package hosting

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Change is a setting with a new value.
type Change struct {
	Name string `json:"name"`
	Was  string `json:"was,omitempty"`
	Is   string `json:"is,omitempty"` // empty, like Was, if the values are secret
}

// Say returns the change as a line of a notice.
func (c Change) Say() message.Message {
	name := message.Message{ID: c.Name}
	if c.Was == "" && c.Is == "" {
		return message.New("{what}: changed", name)
	}
	return message.New("{what}: {is} (was {was})", name, sayValue(c.Name, c.Is), sayValue(c.Name, c.Was))
}

// String returns the change in English.
func (c Change) String() string { return c.Say().String() }

// valueWords describes stored values in words, keyed by setting and value.
var valueWords = map[string]map[string]message.Message{
	"Preferences": {
		PreferList: message.New("by the players' wishes"), PreferRandom: message.New("at random"),
		PreferBoth: message.New("by the players' wishes, or at random for those who prefer that"),
	},
	"Press": {
		"white": message.New("messages name their sender"), "grey": message.New("messages never name their sender"), "none": message.New("no messages"),
		"white/grey": message.New("messages name their sender, unless the sender prefers not to"),
		"grey/white": message.New("messages do not name their sender, unless the sender wants to be named"),
	},
	"Faked press": {
		"none": message.New("always the truth"), "broadcast": message.New("always that it goes to everyone"), "may": message.New("whatever the sender likes"),
		"default": message.New("that it goes to everyone, unless the sender chooses the truth"),
	},
	"Press of observers": {
		"any": message.New("can write like players"), "white": message.New("can write to everyone, by name"), "none": message.New("cannot write to the players"),
	},
}

// sayValue returns the stored value of a setting as a message. Words of commands, and texts
// that people have written, are the same in every language.
func sayValue(name, text string) message.Message {
	if m, ok := valueWords[name][text]; ok {
		return m
	}
	switch text {
	case "on":
		return message.New("on")
	case "off":
		return message.New("off")
	case "none":
		return message.New("none")
	}
	if t, ok := timingOf(name, text); ok {
		return t.Say()
	}
	if i := slices.IndexFunc(Numbers, func(x Number) bool { return x.Title == name }); i >= 0 {
		n, err := strconv.Atoi(strings.TrimSuffix(text, Numbers[i].Unit))
		switch {
		case err != nil:
		case Numbers[i].Unit == " days":
			return message.Plural(n, "{n} day", "{n} days")
		case Numbers[i].Unit == " hours":
			return message.Plural(n, "{n} hour", "{n} hours")
		case Numbers[i].Unit == " minutes":
			return message.Plural(n, "{n} minute", "{n} minutes")
		}
	}
	return message.New("{text}", message.Name(text))
}

// timingOf parses the stored value of a setting that is a timing.
func timingOf(name, text string) (schedule.Timing, bool) {
	if name != "Moves" && name != "Retreats" && name != "Adjusts" {
		return schedule.Timing{}, false
	}
	words := strings.Fields(text)
	// Commands do not accept this value, so it is parsed here.
	if i := slices.Index(words, "next") + 1; i > 0 && i < len(words) && words[i] == "0.00" {
		return schedule.Untimed(), true
	}
	t, rest, err := schedule.ParseItems(schedule.Timing{}, words)
	return t, err == nil && len(rest) == 0
}

// Titles returns the names of all settings as they appear in changes.
func Titles() []string {
	out := make([]string, len(settings))
	for i := range settings {
		out[i] = settings[i].name
	}
	return out
}

// worded is a setting with its value in words. If mute is set, notices of changes omit the value,
// because lists of people are not public.
type worded struct {
	name string
	get  func(*Hosting) string
	mute bool
}

// settings lists all settings in the order of listings.
var settings = listSettings()

func listSettings() []worded {
	out := []worded{
		{name: "Moves", get: timing(schedule.Moves)},
		{name: "Retreats", get: timing(schedule.Retreats)},
		{name: "Adjusts", get: timing(schedule.Adjusts)},
		{name: "Time zone", get: func(h *Hosting) string { return h.Zone }},
		{name: "Comment", get: func(h *Hosting) string { return cmp.Or(h.Comment, "none") }},
		{name: "House rules", get: func(h *Hosting) string { return h.HouseRules }, mute: true},
		{name: "Preferences", get: func(h *Hosting) string { return h.Preferences }},
		{name: "Who may join", get: func(h *Hosting) string { return fmt.Sprint(len(h.Allow), h.Allow) }, mute: true},
		{name: "Who may not join", get: func(h *Hosting) string { return fmt.Sprint(len(h.Deny), h.Deny) }, mute: true},
		{name: "Press", get: func(h *Hosting) string { return h.Press.Colours() }},
		{name: "Faked press", get: func(h *Hosting) string { return cmp.Or(h.Press.Fakes, "none") }},
		{name: "Press of observers", get: func(h *Hosting) string { return h.Press.Observers }},
	}
	for i := range Numbers {
		out = append(out, worded{name: Numbers[i].Title, get: Numbers[i].Value})
	}
	for i := range Switches {
		s := &Switches[i]
		out = append(out, worded{name: s.Title, get: func(h *Hosting) string {
			if s.Named(h) {
				return "on"
			}
			return "off"
		}})
	}
	return out
}

func timing(c schedule.Class) func(*Hosting) string {
	return func(h *Hosting) string { return h.Timing[c].String() }
}

// Colours returns the colours that press may have, the default first.
func (p *PressRules) Colours() string {
	switch {
	case p.None:
		return "none"
	case p.White && p.Grey && p.GreyFirst:
		return "grey/white"
	case p.White && p.Grey:
		return "white/grey"
	case p.Grey:
		return "grey"
	}
	return "white"
}

// Any reports whether players can send any press.
func (p *PressRules) Any() bool { return !p.None && (p.White || p.Grey || p.Partial) }

// Changes returns the differences between before and h, in the order of
// listings.
func (h *Hosting) Changes(before *Hosting) []Change {
	var out []Change
	for _, w := range settings {
		was, is := w.get(before), w.get(h)
		switch {
		case was == is:
		case w.mute:
			out = append(out, Change{Name: w.name})
		default:
			out = append(out, Change{w.name, cmp.Or(was, "none"), cmp.Or(is, "none")})
		}
	}
	return out
}

// Words describes how a game is run, one line for each setting, as in listings.
// It omits lists of people.
func (h *Hosting) Words() []message.Message {
	var out []message.Message
	for _, w := range settings {
		if !w.mute {
			out = append(out, message.New("{what}: {is}", message.Message{ID: w.name}, sayValue(w.name, w.get(h))))
		}
	}
	return out
}

// Oddities returns contradictions in the settings of a game with a master.
func (h *Hosting) Oddities() []message.Message {
	if h.Unmoderated && h.ManualProcess {
		return []message.Message{message.New("The master resolves every phase, but players can change the settings, and so take this away from the master.")}
	}
	return nil
}
