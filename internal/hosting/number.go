package hosting

import (
	"slices"
	"strconv"
	"strings"

	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Number describes a setting that is a whole number, like Switch for settings that are on or off.
type Number struct {
	Name  string // name in the API and, in lower case, in forms
	Title string // title in listings and notices of changes

	Least, Most int
	Unit        string // unit in listings, with any leading space: " days", "%"

	Command string   // the words after SET
	Also    []string // synonyms
	Does    string   // the effect of the command, in the reference
	Example int      // example for the reference

	Flag    string // word before the number in listings by mail; empty if Heading is used
	Heading string // heading of the setting's own line in listings by mail

	Group string // group in the form
	Label string // label in the form, including the unit
	// Said returns a sentence for players that explains the number n, or a zero
	// message.
	Said func(n int, masterless bool) message.Message

	At func(*Hosting) *int // returns the value in the settings of a game
}

// Get returns the value of the setting.
func (x *Number) Get(h *Hosting) int { return *x.At(h) }

// Set changes the value of the setting.
func (x *Number) Set(h *Hosting, n int) { *x.At(h) = n }

// Field returns the name of the setting in forms.
func (x *Number) Field() string { return strings.ToLower(x.Name) }

// Value returns the value with its unit, such as "15 days".
func (x *Number) Value(h *Hosting) string { return strconv.Itoa(x.Get(h)) + x.Unit }

// Check returns what is wrong with the value, or a zero message if it is within its bounds.
func (x *Number) Check(h *Hosting) message.Message {
	n := x.Get(h)
	if n >= x.Least && n <= x.Most {
		return message.Message{}
	}
	return message.New("{setting} must be a whole number from {least} to {most}.",
		message.Message{ID: x.Title}, message.Number(x.Least), message.Number(x.Most))
}

// NumberOf returns the setting with the given command, or nil.
func NumberOf(command string) *Number {
	i := slices.IndexFunc(Numbers, func(x Number) bool { return x.Command == command })
	if i < 0 {
		return nil
	}
	return &Numbers[i]
}

// Numbers lists all settings that are numbers, in the order of listings.
var Numbers = []Number{
	{
		Name: "maxAbsence", Title: "Max absence", Most: schedule.LongestMaxAbsence, Unit: " days",
		Command: "MAX ABSENCE", Does: "How long an absence players can announce by themselves, 0 to 31 days.", Example: 15, Flag: "Max Absence",
		Group: "During the game", Label: "Longest absence, in days, that players can set themselves",
		Said: func(n int, masterless bool) message.Message {
			if masterless {
				return message.Plural(n, "Players can be absent for {n} day at a time.", "Players can be absent for {n} days at a time.")
			}
			return message.Plural(n, "Players can be absent for {n} day without asking the master.", "Players can be absent for {n} days without asking the master.")
		},
		At: func(h *Hosting) *int { return &h.MaxAbsence },
	},
	{
		Name: "extension", Title: "Automatic extension", Most: 168, Unit: " hours",
		Command: "EXTENSION", Also: []string{"AUTO EXTENSION", "AUTOMATIC EXTENSION"}, Example: 24, Heading: "Extension",
		Does:  "By how many hours a phase is extended, once, if orders are missing at its deadline; 0: it is not.",
		Group: "During the game", Label: "If orders are missing at the deadline, extend the phase once by this many hours (0 for never)",
		Said: func(n int, _ bool) message.Message {
			if n == 0 {
				return message.Message{}
			}
			return message.Plural(n, "If orders are missing at the deadline, the phase is extended once, by {n} hour.", "If orders are missing at the deadline, the phase is extended once, by {n} hours.")
		},
		At: func(h *Hosting) *int { return &h.Extension },
	},
	{
		Name: "musterTime", Title: "Time to confirm", Most: 10080, Unit: " minutes",
		Command: "MUSTER TIME", Also: []string{"CONFIRM TIME"}, Example: 1440, Heading: "Muster",
		Does:  "How many minutes players have to confirm before the game begins; 0: as suits the pace.",
		Group: Joining, Label: "Minutes that players have to confirm (0: 10 minutes in a live game, 1 day at a campaign a day, otherwise 2 days)",
		Said: func(n int, _ bool) message.Message {
			if n == 0 {
				return message.Message{}
			}
			return message.Plural(n, "If players must confirm before the game begins, each has {n} minute for it.", "If players must confirm before the game begins, each has {n} minutes for it.")
		},
		At: func(h *Hosting) *int { return &h.MusterTime },
	},
	{
		Name: "minReliability", Title: "Reliability needed", Most: 100, Unit: "%",
		Command: "RELIABILITY", Also: []string{"DEDICATION"}, Does: "The least reliability of newcomers, in percent.", Example: 80, Heading: "Reliability",
		Group: Joining, Label: "Reliability that players need, in percent (0: none); new players can always join",
		Said: func(n int, _ bool) message.Message {
			if n == 0 {
				return message.Message{}
			}
			return message.New("Players need a reliability of at least {n}%. New players, who have none yet, may join.", message.Number(n))
		},
		At: func(h *Hosting) *int { return &h.MinReliability },
	},
}
