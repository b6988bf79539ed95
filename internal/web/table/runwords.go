package table

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
)

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
	for _, group := range hosting.Groups {
		for i := range hosting.Switches {
			s := &hosting.Switches[i]
			if said := s.Sentence(masterless); s.Group == group && s.Get(h) && said != "" {
				out = append(out, said)
			}
		}
	}
	if !h.NMR {
		out = append(out, "At the end of grace the game waits for someone to take over the late seats.")
	}
	if h.MinReliability > 0 {
		out = append(out, "Players need a reliability of at least "+strconv.Itoa(h.MinReliability)+"%. New players, who have none yet, may join.")
	}
	if len(h.Allow) > 0 {
		out = append(out, "It is open to some players only.")
	}
	away := "Players can be absent for " + page.Count(h.MaxAbsence, "day") + " without asking the master."
	if masterless {
		away = "Players can be absent for " + page.Count(h.MaxAbsence, "day") + " at a time."
	}
	return append(append(out, away), pressWords(&h.Press, masterless)...)
}

// timingWords tells how long a kind of phase lasts.
func timingWords(t schedule.Timing) string {
	if t.Next == 0 {
		return "no deadline; a phase is carried out when all orders are in."
	}
	text := spanWords(t.Next)
	days, noon := dayWords(t.Days)
	switch {
	case t.Clock >= 0:
		text = fmt.Sprintf("at least %s; deadlines fall at %d:%02d", text, t.Clock/60, t.Clock%60)
		if days != "" {
			text += ", " + days
		}
	case days != "":
		text = "at least " + text + "; deadlines fall " + days
	case noon != "":
		text = "at least " + text
	}
	if noon != "" {
		text += "; not before noon on " + noon
	}
	if t.Grace > 0 {
		text += "; grace of " + spanWords(t.Grace)
	}
	if t.Min > 0 {
		text += "; nothing is carried out within the first " + spanWords(t.Min)
	}
	if t.Delay > 0 {
		text += "; after the last orders " + spanWords(t.Delay) + " pass"
	}
	return text + "."
}

// spanWords is a span of time in words.
func spanWords(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day && d%day == 0:
		return page.Count(int(d/day), "day")
	case d%time.Hour == 0:
		return page.Count(int(d/time.Hour), "hour")
	case d >= time.Hour:
		return schedule.Left(d)
	case d%time.Minute == 0:
		return page.Count(int(d/time.Minute), "minute")
	}
	return page.Count(int(d/time.Second), "second")
}

// weekdays are the days of the week, from Sunday on.
//
//lang:words
var weekdays = [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

// dayWords tells on which days deadlines fall, empty for all, and on which of
// them only from noon on.
func dayWords(days string) (on, noon string) {
	if len(days) != len(schedule.EveryDay) {
		return "", ""
	}
	var all, late []string
	first, last := 0, 0 // in a week that begins on Monday
	for i := range 7 {
		at := (i + 1) % 7
		if days[at] == '-' {
			continue
		}
		if len(all) == 0 {
			first = i
		}
		last = i
		all = append(all, weekdays[at])
		if days[at] >= 'a' {
			late = append(late, weekdays[at])
		}
	}
	noon = Enumerate(late)
	switch n := len(all); {
	case n == 7:
		return "", noon
	case n > 2 && last-first == n-1:
		return "from " + all[0] + " to " + all[n-1], noon
	}
	return "on " + Enumerate(all), noon
}

var timingText = regexp.MustCompile(`clock -?\d+ min [\d.]+ next [\d.]+ grace [\d.]+ delay [\d.]+ days [-A-Za-z]{7}`)

// timesInWords puts timings that are written as commands have them into words:
// what is told of a change has them so.
func timesInWords(lines []string) []string {
	out := slices.Clone(lines)
	for i := range out {
		if strings.HasPrefix(out[i], "Note: ") {
			out[i] = fieldNames.Replace(out[i])
			continue
		}
		out[i] = timingText.ReplaceAllStringFunc(out[i], func(text string) string {
			if strings.Contains(text, "next 0.00 ") {
				return "no deadline"
			}
			t, rest, err := schedule.ParseItems(schedule.Timing{}, strings.Fields(text))
			if err != nil || len(rest) > 0 {
				return text
			}
			return strings.TrimSuffix(timingWords(t), ".")
		})
	}
	return out
}
