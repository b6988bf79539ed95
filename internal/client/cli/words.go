package cli

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"podesta/internal/apijson"
	"podesta/internal/journal"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Printable returns a text without control characters that a terminal would interpret, since
// the names and messages come from other people.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}

// clientLanguage returns the language of the environment, with times in the time zone of this
// machine, or English.
func clientLanguage(getenv func(string) string) message.Language {
	if l := words.Local(getenv); l != nil && l.Tag != words.English().Tag {
		return l.In(time.Local)
	}
	return clientEnglish{message.English}
}

// clientEnglish is English with times in the format that scripts expect.
type clientEnglish struct{ message.Language }

func (clientEnglish) Moment(t time.Time) string {
	return t.Local().Format("Mon 2 Jan 2006 15:04 MST")
}

// word returns a message in the client's language.
func (s *clientRun) word(m message.Message) string { return m.In(clientLanguage(os.Getenv)) }

// tell prints a message as a line.
func (s *clientRun) tell(m message.Message) { s.say("%s", s.word(m)) }

// moment returns a time in the time zone of this machine, or a dash if there is none.
func moment(t *time.Time) message.Message {
	if t == nil {
		return message.Quote("-")
	}
	return message.New("{moment}", message.Moment(t.Unix()))
}

// phaseOf converts the name of a phase from the judge to a message.
func phaseOf(text string) message.Message {
	p, err := machiavelli.ParsePhase(text)
	if err != nil {
		return message.Quote(text)
	}
	return message.New("{season} {year} {step}", message.Season(p.Season), message.Number(p.Year), message.Step(p.Step))
}

// campaignOf converts the name of a campaign from the judge to an argument.
func campaignOf(text string) message.Arg {
	for _, step := range []machiavelli.Step{machiavelli.Orders, machiavelli.Adjustments} {
		if p, err := machiavelli.ParsePhase(text + " " + step.String()); err == nil {
			return message.Campaign{Season: p.Season, Year: p.Year}
		}
	}
	return message.Name(text)
}

// together combines messages into one, which is empty if there are none.
func together(how message.Join, parts []message.Message) message.Message {
	if len(parts) == 0 {
		return message.Message{}
	}
	return message.New("{list}", message.ListOf(how, parts))
}

// allOf joins messages with commas and "and".
func allOf(parts []message.Message) message.Message {
	if len(parts) == 0 {
		return message.Message{}
	}
	out := parts[0]
	for _, p := range parts[1:] {
		out = message.New("{list} and {last}", out, p)
	}
	return out
}

// plain lists texts that are the same in every language, such as orders and the identifiers of
// powers.
func plain(texts []string) message.Arg { return message.Order(strings.Join(texts, ", ")) }

// quoted converts texts that are the same in every language to messages.
func quoted(texts []string) []message.Message {
	out := make([]message.Message, len(texts))
	for i, t := range texts {
		out[i] = message.Quote(t)
	}
	return out
}

// places lists places by their names.
func places(how message.Join, names []string) message.Message {
	out := make([]message.Message, len(names))
	for i, name := range names {
		out[i] = message.New("{area:name}", message.Place{Name: name})
	}
	return together(how, out)
}

// statusWords returns the state of a game.
func statusWords(status string) message.Message {
	switch status {
	case "forming":
		return message.New("forming")
	case "active":
		return message.New("active")
	case "paused":
		return message.New("paused")
	case "over":
		return message.New("over")
	case "terminated":
		return message.New("terminated")
	}
	return message.Quote(status)
}

// standingOf describes the state of a game in one line.
func standingOf(g *apijson.Summary) message.Message {
	state := []message.Message{statusWords(g.Status)}
	if g.Phase != "" {
		state = append(
			state, phaseOf(g.Phase),
			message.New("phase {number}", message.Number(g.Number)),
			message.New("revision {number}", message.Number(g.Revision)),
		)
	}
	if g.Times.Deadline != nil && (g.Status == "active" || g.Status == "forming") {
		state = append(state, message.New("due {when}", moment(g.Times.Deadline)))
	}
	return message.New("{name} ({id}): {state}", message.Name(g.Name), message.Name(g.ID), together(message.Commas, state))
}

// youWords describes the caller's role in a game.
func youWords(g *apijson.Game) message.Message {
	var parts []message.Message
	if len(g.You.Powers) > 0 {
		parts = append(parts, message.New("{powers} (seat {number})", allOf(powerNames(g, g.You.Powers)), message.Number(g.You.Seat)))
	} else if g.You.Player {
		parts = append(parts, message.New("a player"))
	}
	if g.You.Master {
		parts = append(parts, message.New("master"))
	}
	if g.You.Observer {
		parts = append(parts, message.New("observer"))
	}
	if len(parts) == 0 {
		return message.New("nobody")
	}
	return together(message.Commas, parts)
}

// endWords describes how a game has ended.
func endWords(g *apijson.Game) message.Message {
	who := together(message.Commas, powerNames(g, g.Victors))
	switch g.Result {
	case "victory":
		return message.New("won by {powers}", who)
	case "shared":
		return message.New("a victory shared by {powers}", who)
	case "draw":
		return message.New("a draw, shared by {powers}", who)
	}
	return message.New("won or shared by {powers}", who) // the answer of an older judge
}

// powerNames returns the names of powers by their identifiers.
func powerNames(g *apijson.Game, ids []string) []message.Message {
	var out []message.Message
	for _, id := range ids {
		i := slices.IndexFunc(g.Powers, func(p apijson.Power) bool { return p.ID == id })
		if i < 0 {
			out = append(out, message.Quote(id))
			continue
		}
		out = append(out, powerName(&g.Powers[i]))
	}
	return out
}

func powerName(p *apijson.Power) message.Message {
	return message.New("{power:name}", message.Power{ID: p.ID, Name: p.Name})
}

// seatWords describes the state of a seat, as far as the caller may know it.
func seatWords(s *apijson.Seat) message.Message {
	var out []message.Message
	open := s.Abandoned || s.Disorder
	for _, x := range []struct {
		on   bool
		word message.Message
	}{
		{s.Owes && !s.Given && !open, message.New("owes orders")},
		{s.Awaited && !s.Owes && !open, message.New("orders awaited")},
		{s.Awaited && open, message.New("waiting for someone to take over")},
		{s.Given && !s.Complete, message.New("orders are there")},
		{s.Complete, message.New("orders complete")},
		{s.Ready, message.New("ready")},
		{s.Wait, message.New("waits for the deadline")},
		{s.Late, message.New("orders late")},
		{s.Abandoned, message.New("seat abandoned")},
		{s.Disorder, message.New("in civil disorder")},
	} {
		if x.on {
			out = append(out, x.word)
		}
	}
	if s.LateCount > 0 {
		out = append(out, message.Plural(s.LateCount, "late {n} time so far", "late {n} times so far"))
	}
	return together(message.Commas, out)
}

// audienceWords describes an audience.
func audienceWords(a *apijson.Audience) message.Message {
	switch {
	case a.All, a.Members:
		return message.New("everyone")
	case len(a.Powers) > 0 && a.Observers:
		return message.New("{powers}, observers", plain(a.Powers))
	case len(a.Powers) > 0:
		return message.New("{powers}", plain(a.Powers))
	case a.Observers:
		return message.New("observers")
	}
	return message.New("the master")
}

// entryWords describes an entry of a log with a title and lines.
func entryWords(e *apijson.Entry) (title message.Message, lines []message.Message) {
	switch {
	case e.Press != nil:
		from := message.New("someone")
		switch {
		case e.Press.Master:
			from = message.New("the master")
		case len(e.Powers) > 0:
			from = message.New("{powers}", plain(e.Powers))
		case e.Press.Who != "":
			from = journal.SayWho(e.Press.Who, e.Number)
		}
		title = message.New("press from {from} to {to}", from, audienceWords(&e.Press.Header))
		if e.Press.Grey && len(e.Powers) > 0 {
			title = message.New("{press} (grey)", title)
		}
		if e.Press.Fake {
			title = message.New("{press} (really to {to})", title, audienceWords(&e.To))
		}
		lines = quoted(strings.Split(strings.TrimRight(e.Press.Text, "\n"), "\n"))
	case e.Result != nil:
		title = message.New("result of phase {number}, {phase}", message.Number(e.Result.Number), phaseOf(e.Result.Phase))
		switch {
		case e.Result.Over:
			lines = append(lines, message.New("The game is over."))
		case e.Result.Next != "" && e.Result.Times != nil && e.Result.Times.Deadline != nil:
			lines = append(lines, message.New("Next: {phase}, due {when}", phaseOf(e.Result.Next), moment(e.Result.Times.Deadline)))
		case e.Result.Next != "":
			lines = append(lines, message.New("Next: {phase}", phaseOf(e.Result.Next)))
		}
	case e.Notice != nil:
		title = message.New("notice")
		if e.Notice.Text != "" {
			lines = append(lines, message.Quote(e.Notice.Text))
		}
		lines = append(lines, quoted(e.Notice.Lines)...)
	case e.Act != nil:
		return message.New("act of a master"), actWords(e.Act)
	}
	return title, lines
}

func actWords(a *apijson.Act) []message.Message {
	lines := []message.Message{message.Quote(a.Text)}
	if a.Why != "" {
		lines = append(lines, message.New("Reason: {why}", message.Name(a.Why)))
	}
	return append(lines, quoted(a.Changes)...)
}

// verdict writes the verdict on a line of orders, with suggestions and notes.
func (s *clientRun) verdict(v *apijson.Verdict) {
	switch {
	case !v.OK:
		s.say("? %s", s.word(message.New("line {number}: {text}", message.Number(v.Line), message.Order(strings.TrimSpace(v.Text)))))
		s.say("    %s [%s]", v.Error, v.Code)
		if len(v.Suggest) > 0 {
			s.say("    %s", s.word(message.New("Did you mean: {orders}", message.Order(strings.Join(v.Suggest, "; ")))))
		}
		return
	case v.Replaced:
		s.say("- %s", s.word(message.New("{order} (a later line takes its place)", message.Order(v.Canonical))))
	default:
		s.say("+ %s", v.Canonical)
	}
	for _, n := range v.Notes {
		s.say("    %s", s.word(message.New("note: {text}", message.Name(n))))
	}
}

// missingWords describes what a power still owes.
func missingWords(m *apijson.Missing) message.Message {
	var parts []message.Message
	if len(m.Units) > 0 {
		parts = append(parts, message.New("no orders for {units}", plain(m.Units)))
	}
	if len(m.Retreats) > 0 {
		parts = append(parts, message.New("no retreat for {units}", plain(m.Retreats)))
	}
	if m.Builds > 0 {
		parts = append(parts, message.New("{number} builds neither ordered nor waived", message.Number(m.Builds)))
	}
	if m.Removals > 0 {
		parts = append(parts, message.New("{number} removals not named", message.Number(m.Removals)))
	}
	return message.New("missing: {power}: {what}", message.Order(m.Power), together(message.Clauses, parts))
}

// timeFormats lists the formats in which a time can be typed.
var timeFormats = []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"}

// readTime parses a time: in this machine's time zone unless it names another,
// or a duration from now, such as +48h.
func readTime(text string, now time.Time) (time.Time, error) {
	if span, ok := strings.CutPrefix(text, "+"); ok {
		if d, err := time.ParseDuration(span); err == nil {
			return now.Add(d).UTC(), nil
		}
	}
	for _, f := range timeFormats {
		if t, err := time.ParseInLocation(f, text, time.Local); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, message.Error(message.New(
		"{text} is not a time: write {examples}", message.Name(strconv.Quote(text)),
		message.ListOf(message.Or, []message.Order{"2026-11-30", "2026-11-30T20:00", "2026-11-30T20:00:00Z", "+48h"}),
	))
}
