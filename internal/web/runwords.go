package web

import (
	"fmt"
	"strconv"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
)

// saidWithout are the sentences of hostSwitches for a game without a master, where
// they are others; empty: nothing is said.
//
//lang:words
var saidWithout = map[string]string{
	"gunboat": "Nobody knows who plays what.", "bots": "Computer players can take empty seats.", "manualstart": "", "approval": "",
	"manualprocess": "", "strictwait": "Only players who owe orders can hold a phase.",
	"hidevotes": "Nobody is told how votes stand.",
}

// runWords tells players in sentences how a game is run, by a master or without
// one.
func runWords(h *judge.Hosting, masterless bool) []string {
	var out []string
	for _, c := range schedule.Classes() {
		out = append(out, classKeys[c][1]+": "+timingWords(h.Timing[c]))
	}
	if !h.Press.None && h.Timing[schedule.Moves].Next > 0 {
		out = append(out, "The first phase lasts twice as long, so that players can meet.")
	}
	out = append(out, "Times of day are those of "+h.Zone+".")
	for _, x := range hostSwitches {
		said := x.said
		if without, ok := saidWithout[x.field]; ok && masterless {
			said = without
		}
		if x.group != "Letters" && *x.at(h) && said != "" {
			out = append(out, said)
		}
	}
	if !h.NMR {
		out = append(out, "At the end of grace the game waits for somebody to take over who is late.")
	}
	if h.MinReliability > 0 {
		out = append(out, "Players need a reliability of at least "+strconv.Itoa(h.MinReliability)+"%. New players, who have none yet, may join.")
	}
	if len(h.Allow) > 0 {
		out = append(out, "It is open to some players only.")
	}
	away := "Players can be absent for " + count(h.MaxAbsence, "day") + " without asking the master."
	if masterless {
		away = "Players can be absent for " + count(h.MaxAbsence, "day") + " at a time."
	}
	return append(append(out, away), pressWords(&h.Press, masterless)...)
}

// timingWords tells how long a kind of phase lasts.
func timingWords(t schedule.Timing) string {
	if t.Next == 0 {
		return "no deadline; a phase is carried out when all orders are in."
	}
	text := spanWords(t.Next)
	switch days := dayWords(t.Days); {
	case t.Clock >= 0:
		text = fmt.Sprintf("at least %s, until %d:%02d", text, t.Clock/60, t.Clock%60)
		if days != "" {
			text += " on " + days
		}
	case days != "":
		text = "at least " + text + ", until " + days
	}
	if t.Grace > 0 {
		text += "; " + spanWords(t.Grace) + " of grace"
	}
	if t.Min > 0 {
		text += "; nothing is carried out within the first " + spanWords(t.Min)
	}
	if t.Delay > 0 {
		text += "; " + spanWords(t.Delay) + " pass after the last orders"
	}
	return text + "."
}

// spanWords is a span of time in words.
func spanWords(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day && d%day == 0:
		return count(int(d/day), "day")
	case d%time.Hour == 0:
		return count(int(d/time.Hour), "hour")
	case d >= time.Hour:
		return schedule.Left(d)
	case d%time.Minute == 0:
		return count(int(d/time.Minute), "minute")
	}
	return count(int(d/time.Second), "second")
}

// dayWords names the days of deadlines; empty: all.
func dayWords(days string) string {
	if days == schedule.EveryDay || len(days) != len(schedule.EveryDay) {
		return ""
	}
	var words []string
	for i := range 7 {
		at := (i + 1) % 7 // the week begins on Monday
		name := time.Weekday(at).String()[:3]
		switch c := days[at]; {
		case c == '-':
		case c >= 'a':
			words = append(words, name+" from noon")
		default:
			words = append(words, name)
		}
	}
	return enumerate(words)
}
