package judge

import (
	"cmp"
	"fmt"
	"strconv"

	"podesta/internal/schedule"
)

// hostingWords are the settings of how a game is run, in the words of the
// commands with which they are set. A setting without words for its value is
// told to have changed and no more: lists of people are nobody else's business.
var hostingWords = []struct {
	name string
	get  func(*Hosting) string
	mute bool
}{
	{"Moves", timingWords(schedule.Moves), false},
	{"Retreats", timingWords(schedule.Retreats), false},
	{"Adjusts", timingWords(schedule.Adjusts), false},
	{"Time zone", func(h *Hosting) string { return h.Zone }, false},
	{"NMR", switchWords(func(h *Hosting) bool { return h.NMR }), false},
	{"Strict grace", switchWords(func(h *Hosting) bool { return h.StrictGrace }), false},
	{"Strict wait", switchWords(func(h *Hosting) bool { return h.StrictWait }), false},
	{"Late count", switchWords(func(h *Hosting) bool { return h.LateCount }), false},
	{"Max absence", func(h *Hosting) string { return fmt.Sprintf("%d days", h.MaxAbsence) }, false},
	{"Manual start", switchWords(func(h *Hosting) bool { return h.ManualStart }), false},
	{"Manual process", switchWords(func(h *Hosting) bool { return h.ManualProcess }), false},
	{"Approval", switchWords(func(h *Hosting) bool { return h.Approval }), false},
	{"Computer players", switchWords(func(h *Hosting) bool { return h.Bots }), false},
	{"List", switchWords(func(h *Hosting) bool { return h.Listed }), false},
	{"Comment", func(h *Hosting) string { return orNone(h.Comment) }, false},
	{"House rules", func(h *Hosting) string { return h.HouseRules }, true},
	{"Gunboat", switchWords(func(h *Hosting) bool { return h.Gunboat }), false},
	{"Quiet", switchWords(func(h *Hosting) bool { return h.Quiet }), false},
	{"Reveal", switchWords(func(h *Hosting) bool { return h.Reveal }), false},
	{"Secret", switchWords(func(h *Hosting) bool { return h.Secret }), false},
	{"Preferences", func(h *Hosting) string { return h.Preferences }, false},
	{"Reliability needed", func(h *Hosting) string { return strconv.Itoa(h.MinReliability) + "%" }, false},
	{"Who may join", func(h *Hosting) string { return fmt.Sprint(len(h.Allow), h.Allow) }, true},
	{"Who may not join", func(h *Hosting) string { return fmt.Sprint(len(h.Deny), h.Deny) }, true},
	{"Rated", switchWords(func(h *Hosting) bool { return h.Rated }), false},
	{"Players may resume", switchWords(func(h *Hosting) bool { return h.PlayersResume }), false},
	{"Draws include all survivors (DIAS)", switchWords(func(h *Hosting) bool { return h.Dias }), false},
	{"Concessions", switchWords(func(h *Hosting) bool { return h.Concessions }), false},
	{"Hidden votes", switchWords(func(h *Hosting) bool { return h.HideVotes }), false},
	{"Moderated", switchWords(func(h *Hosting) bool { return !h.Unmoderated }), false},
	{"Press", func(h *Hosting) string { return h.Press.colours() }, false},
	{"Partial press", pressWords(func(p *PressRules) bool { return p.Partial }), false},
	{"Faked press", func(h *Hosting) string { return orNone(h.Press.Fakes) }, false},
	{"Press of observers", func(h *Hosting) string { return h.Press.Observers }, false},
	{"Late press", pressWords(func(p *PressRules) bool { return !p.NoLate }), false},
	{"Grace press", pressWords(func(p *PressRules) bool { return !p.NoGrace }), false},
	{"Minor press", pressWords(func(p *PressRules) bool { return !p.NoMinor }), false},
	{"Blank press", pressWords(func(p *PressRules) bool { return p.Blank }), false},
	{"Must order", pressWords(func(p *PressRules) bool { return p.MustOrder }), false},
	{"Touch press", pressWords(func(p *PressRules) bool { return p.Touch }), false},
	{"Watch all press", pressWords(func(p *PressRules) bool { return p.WatchAll }), false},
	{"Postal press", pressWords(func(p *PressRules) bool { return p.Postal }), false},
}

func timingWords(c schedule.Class) func(*Hosting) string {
	return func(h *Hosting) string { return h.Timing[c].String() }
}

func switchWords(on func(*Hosting) bool) func(*Hosting) string {
	return func(h *Hosting) string { return onOff(on(h)) }
}

func pressWords(on func(*PressRules) bool) func(*Hosting) string {
	return func(h *Hosting) string { return onOff(on(&h.Press)) }
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// colours are the colours that press may have, the usual one first.
func (p *PressRules) colours() string {
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

// changes tells in words what is different in h from before.
func (h *Hosting) changes(before *Hosting) []SettingChange {
	var out []SettingChange
	for _, w := range hostingWords {
		was, is := w.get(before), w.get(h)
		switch {
		case was == is:
		case w.mute:
			out = append(out, SettingChange{Name: w.name})
		default:
			out = append(out, SettingChange{w.name, cmp.Or(was, "none"), cmp.Or(is, "none")})
		}
	}
	return out
}

// Words tells how a game is run, a line for each setting, as listings have it.
// Lists of people are left out.
func (h *Hosting) Words() []string {
	var out []string
	for _, w := range hostingWords {
		if !w.mute {
			out = append(out, w.name+": "+w.get(h))
		}
	}
	return out
}
