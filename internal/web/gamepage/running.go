package gamepage

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// RunWords returns sentences for players that describe how a game is run, with or
// without a master.
func RunWords(h *hosting.Hosting, masterless bool) page.Phrase {
	var out page.Phrase
	add := func(m message.Message) { out = append(out, page.Say(m)...) }
	for _, c := range schedule.Classes() {
		times := timingWords(h.Timing[c])
		switch c {
		case schedule.Moves:
			add(message.New("Campaigns: {times}.", times))
		case schedule.Retreats:
			add(message.New("Retreats: {times}.", times))
		default:
			add(message.New("Winters: {times}.", times))
		}
	}
	if !h.Press.None && h.Timing[schedule.Moves].Next > 0 {
		add(message.New("The first phase lasts twice as long, so that players can meet."))
	}
	add(message.New("Times of day are those of {zone}.", message.Name(h.Zone)))
	for _, group := range hosting.Groups {
		for i := range hosting.Switches {
			if s := &hosting.Switches[i]; s.Group == group && s.Get(h) {
				add(s.Sentence(masterless))
			}
		}
		for i := range hosting.Numbers {
			if x := &hosting.Numbers[i]; x.Group == group {
				add(x.Said(x.Get(h), masterless))
			}
		}
	}
	if !h.NMR {
		add(message.New("At the end of grace the game waits for someone to take over the late seats."))
	}
	if len(h.Allow) > 0 {
		add(message.New("It is open to some players only."))
	}
	return append(out, PressWords(&h.Press, masterless)...)
}

// timingWords returns how long a kind of phase lasts, as clauses.
func timingWords(t schedule.Timing) message.List {
	var out []message.Message
	add := func(m message.Message) { out = append(out, m) }
	span := spanWords(t.Next)
	days, noon := dayWords(t.Days)
	if t.Next > 0 && (t.Clock >= 0 || !days.IsZero() || noon != nil) {
		span = message.New("at least {time}", span)
	}
	clock := message.Name(fmt.Sprintf("%d:%02d", t.Clock/60, t.Clock%60))
	switch {
	case t.Next == 0:
		add(message.New("no deadline"))
		add(message.New("a phase is carried out when all orders are in"))
		return message.ListOf(message.Clauses, out)
	case t.Clock >= 0 && !days.IsZero():
		add(span)
		add(message.New("deadlines fall at {time}, {days}", clock, days))
	case t.Clock >= 0:
		add(span)
		add(message.New("deadlines fall at {time}", clock))
	case !days.IsZero():
		add(span)
		add(message.New("deadlines fall {days}", days))
	default:
		add(span)
	}
	if noon != nil {
		add(message.New("not before noon on {days}", message.ListOf(message.And, noon)))
	}
	if t.Grace > 0 {
		add(message.New("grace of {time}", spanWords(t.Grace)))
	}
	if t.Min > 0 {
		add(message.New("nothing is carried out within the first {time}", spanWords(t.Min)))
	}
	if t.Delay > 0 {
		add(message.New("after the last orders {time} pass", spanWords(t.Delay)))
	}
	return message.ListOf(message.Clauses, out)
}

// spanWords returns a span of time in words.
func spanWords(d time.Duration) message.Message {
	const day = 24 * time.Hour
	hours := func(n int) message.Message { return message.Plural(n, "{n} hour", "{n} hours") }
	minutes := func(n int) message.Message { return message.Plural(n, "{n} minute", "{n} minutes") }
	switch {
	case d >= 2*day && d%day == 0:
		return message.Plural(int(d/day), "{n} day", "{n} days")
	case d%time.Hour == 0:
		return hours(int(d / time.Hour))
	case d >= time.Hour:
		return message.New("{hours} {minutes}", hours(int(d/time.Hour)), minutes(int(d%time.Hour/time.Minute)))
	case d%time.Minute == 0:
		return minutes(int(d / time.Minute))
	}
	return message.Plural(int(d/time.Second), "{n} second", "{n} seconds")
}

// Weekdays lists the days of the week, beginning with Sunday.
var Weekdays = [7]message.Message{
	message.New("Sunday"), message.New("Monday"), message.New("Tuesday"), message.New("Wednesday"),
	message.New("Thursday"), message.New("Friday"), message.New("Saturday"),
}

// dayWords returns on which days deadlines fall, a zero message for all, and on
// which of them only from noon on.
func dayWords(days string) (on message.Message, noon []message.Message) {
	if len(days) != len(schedule.EveryDay) {
		return message.Message{}, nil
	}
	var all []message.Message
	first, last := 0, 0 // the week begins on Monday
	for i := range 7 {
		at := (i + 1) % 7
		if days[at] == '-' {
			continue
		}
		if len(all) == 0 {
			first = i
		}
		last = i
		all = append(all, Weekdays[at])
		if days[at] >= 'a' {
			noon = append(noon, Weekdays[at])
		}
	}
	switch n := len(all); {
	case n == 7:
		return message.Message{}, noon
	case n > 2 && last-first == n-1:
		return message.New("from {first} to {last}", all[0], all[n-1]), noon
	}
	return message.New("on {days}", message.ListOf(message.And, all)), noon
}

var timingText = regexp.MustCompile(`clock -?\d+ min [\d.]+ next [\d.]+ grace [\d.]+ delay [\d.]+ days [-A-Za-z]{7}`)

// TimesInWords replaces timings in the notation of commands, as in notices of
// changes, with words.
func TimesInWords(l message.Language, lines []string) []string {
	out := slices.Clone(lines)
	for i := range out {
		out[i] = timingText.ReplaceAllStringFunc(out[i], func(text string) string {
			if strings.Contains(text, "next 0.00 ") {
				return message.New("no deadline").In(l)
			}
			t, rest, err := schedule.ParseItems(schedule.Timing{}, strings.Fields(text))
			if err != nil || len(rest) > 0 {
				return text
			}
			return message.New("{times}", timingWords(t)).In(l)
		})
	}
	return out
}

// PressWords returns the rules of messages between players, in sentences.
func PressWords(p *hosting.PressRules, masterless bool) page.Phrase {
	switch {
	case p.None && masterless:
		return page.Say(message.New("This game has no messages between players."))
	case p.None:
		return page.Say(message.New("This game has no messages between players; everyone can write to the master."))
	}
	var out page.Phrase
	add := func(on bool, m message.Message) {
		if on {
			out = append(out, m)
		}
	}
	add(true, message.Sentence(message.Message{ID: label(PressChoices, p.Colours())}))
	add(!p.Partial, message.New("Every message goes to everyone."))
	switch p.Fakes {
	case "may":
		add(true, message.New("A message can name any recipients, whoever really gets it."))
	case "broadcast":
		add(true, message.New("Every message claims to go to everyone."))
	case "default":
		add(true, message.New("A message claims to go to everyone unless its sender chooses otherwise."))
	}
	switch {
	case p.Observers == "white":
		add(true, message.New("Observers can write to everyone, by name."))
	case p.Observers == "none" && masterless:
		add(true, message.New("Observers cannot write."))
	case p.Observers == "none":
		add(true, message.New("Observers can write to the master only."))
	}
	add(p.Touch, message.New("Messages go to neighbours only, and one message to everyone per phase."))
	add(p.MustOrder, message.New("Only players with complete orders can write."))
	add(p.NoLate, message.New("Players who are late cannot write."))
	add(p.NoGrace, message.New("Nobody can write while a player is late."))
	add(p.NoMinor, message.New("There are no messages in retreats and adjustments."))
	add(p.Blank && p.Grey, message.New("Grey messages do not show their recipients."))
	add(p.WatchAll, message.New("Observers can get copies of all messages."))
	return out
}

// label returns the label of a value.
func label(all []page.Choice, value string) string {
	for _, c := range all {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// Edition returns the title of a preset.
func Edition(id string) string {
	for _, p := range rules.Presets() {
		if p.ID == id {
			return p.Title
		}
	}
	return id
}

// PressChoices are the kinds of press that a form offers.
//
//lang:words
var PressChoices = []page.Choice{
	{Value: "white", Label: "Messages name their sender"},
	{Value: "white/grey", Label: "Messages name their sender, unless the sender prefers not to (grey)"},
	{Value: "grey/white", Label: "Messages are grey unless the sender wants to be named"},
	{Value: "grey", Label: "Messages never name their sender"},
	{Value: "none", Label: "No messages"},
}
