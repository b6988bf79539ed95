package gamepage

import (
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
		times := h.Timing[c].Say()
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
		add(true, message.New("A message can name any recipients, no matter who really gets it."))
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

// label returns the label of the choice with a value, or the value itself if there is none.
func label(all []page.Choice, value string) string {
	for _, c := range all {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// Edition returns the title of a preset, or its ID if the preset is unknown.
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
