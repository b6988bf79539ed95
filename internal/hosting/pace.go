package hosting

import (
	"slices"
	"time"

	"podesta/internal/schedule"
)

// Pace is one of the usual choices of phase lengths.
type Pace struct {
	Name  string // name in forms, the API and commands
	Label string
	Doc   string
	NMR   bool // whether the game continues without late players
	// Timing returns the times of a class of phases.
	Timing func(schedule.Class) schedule.Timing
}

func spans(moves, others, grace, delay time.Duration) func(schedule.Class) schedule.Timing {
	return func(c schedule.Class) schedule.Timing {
		t := schedule.Timing{Clock: schedule.NoClock, Next: others, Grace: grace, Delay: delay, Days: schedule.EveryDay}
		if c == schedule.Moves {
			t.Next = moves
		}
		return t
	}
}

const day = 24 * time.Hour

// Paces lists the usual choices of phase lengths.
var Paces = []Pace{
	{"daily", "A campaign a day", "Half a day for retreats and winters; a day of grace for late players.", false, spans(day, day/2, day, 30*time.Minute)},
	{"usual", "Every 3 days", "The usual pace of play by mail; deadlines fall on working days.", false, schedule.DefaultTiming},
	{"weekly", "Every week", "Three days for retreats and winters, and three days of grace.", false, spans(7*day, 3*day, 3*day, 30*time.Minute)},
	{"evening", "A live evening", "15 minutes for a campaign, 5 for other phases; the game does not wait for late players.", true, spans(15*time.Minute, 5*time.Minute, 5*time.Minute, 0)},
	{"untimed", "When all are ready", "No deadlines: a phase is resolved when all orders are in.", false, func(schedule.Class) schedule.Timing { return schedule.Untimed() }},
}

// FindPace returns the pace with a name, or nil.
func FindPace(name string) *Pace {
	i := slices.IndexFunc(Paces, func(p Pace) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &Paces[i]
}

// Keep sets the times of a game to this pace.
func (p *Pace) Keep(h *Hosting) {
	for _, c := range schedule.Classes() {
		h.Timing[c] = p.Timing(c)
	}
	h.NMR = h.NMR || p.NMR
}

// Pace returns the name of the usual pace that is closest to the times of the game. It shows
// players what to expect, even if the master has set each time separately.
func (h *Hosting) Pace() string {
	switch next := h.Timing[schedule.Moves].Next; {
	case next == 0:
		return "untimed"
	case next <= 4*time.Hour:
		return "evening"
	case next <= 36*time.Hour:
		return "daily"
	case next <= 5*day:
		return "usual"
	}
	return "weekly"
}

// MusterLasts returns how long each player has to confirm before the game begins: the time set by
// its master, or a time that suits the pace.
func (h *Hosting) MusterLasts() time.Duration {
	if h.MusterTime > 0 {
		return time.Duration(h.MusterTime) * time.Minute
	}
	return FindPace(h.Pace()).MusterLasts()
}

// MusterLasts returns how long players have to confirm in a game of this pace.
func (p *Pace) MusterLasts() time.Duration {
	switch p.Name {
	case "evening":
		return 10 * time.Minute
	case "daily":
		return day
	}
	return 2 * day
}
