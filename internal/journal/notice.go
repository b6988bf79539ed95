package journal

import (
	"encoding/json"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Topic is the topic of a notice. Subjects of e-mail depend on it.
type Topic string

// The topics of notices.
const (
	TopicStarting    Topic = "starting"    // the game begins
	TopicForming     Topic = "forming"     // players are still missing
	TopicMuster      Topic = "muster"      // players must confirm before the game begins
	TopicUnstarted   Topic = "unstarted"   // the start was undone: the game forms again
	TopicSignon      Topic = "signon"      // a player or an observer has joined
	TopicTakeover    Topic = "takeover"    // a seat has a new player
	TopicReturn      Topic = "return"      // an abandoned seat's player is back
	TopicResignation Topic = "resignation" // a seat has lost its player, or an observer has left
	TopicPromotion   Topic = "promotion"   // another master was added
	TopicApproval    Topic = "approval"    // a new player was approved, or awaits approval
	TopicParameters  Topic = "parameters"  // the settings of the game have changed
	TopicPreferences Topic = "preferences" // a player's preferences for powers

	TopicDeadline  Topic = "deadline" // the deadline of the current phase was changed
	TopicGrace     Topic = "grace"
	TopicStart     Topic = "start"
	TopicAhead     Topic = "ahead"    // orders sent in advance were entered
	TopicStead     Topic = "stead"    // a master gives orders on a player's behalf
	TopicReminder  Topic = "reminder" // orders are missing and due soon
	TopicLate      Topic = "late"     // orders are missing after the deadline
	TopicAbandoned Topic = "abandoned"
	TopicDisorder  Topic = "disorder"    // civil disorder
	TopicReplace   Topic = "replacement" // the game waits for players to take over seats
	TopicManual    Topic = "manual"      // the phase waits for the master
	TopicOutage    Topic = "outage"      // deadlines were extended because the judge was down
	// TopicUndelivered means that a mail server has refused e-mail to a member of the game.
	TopicUndelivered Topic = "undelivered"
	TopicTrouble     Topic = "trouble" // the phase could not be resolved
	TopicPaused      Topic = "paused"
	TopicStillPause  Topic = "still-paused"
	TopicResumed     Topic = "resumed"
	TopicTerminated  Topic = "terminated"

	TopicAbsence     Topic = "absence"      // a player will be away
	TopicAbsenceOff  Topic = "absence-off"  // an absence was cancelled
	TopicAbsenceOver Topic = "absence-over" // a requested absence, which the master must approve

	TopicVictory    Topic = "victory"
	TopicDraw       Topic = "draw"
	TopicConcession Topic = "concession"
	TopicDiary      Topic = "diary"    // a note in a diary
	TopicReveal     Topic = "reveal"   // the powers that each player had
	TopicLetters    Topic = "letters"  // all messages of the game are now public
	TopicMotion     Topic = "motion"   // a player proposes something to which all must agree
	TopicVote       Topic = "vote"     // a player votes to end the game
	TopicComments   Topic = "comments" // players have commented on phases

	TopicRollback Topic = "rollback"
	TopicEdit     Topic = "edit"
	TopicRoll     Topic = "roll" // a roll set by the master
	TopicRules    Topic = "rules"
	TopicExport   Topic = "export" // the game was exported to a file, with its secrets
	TopicMoved    Topic = "moved"  // the game has been moved here from another judge

	TopicRematch Topic = "rematch" // a rematch is proposed
)

// Notice is the data of a NoticeEntry: an event in a game.
type Notice struct {
	Topic Topic   `json:"topic"`
	Text  English `json:"text,omitzero"` // text of notices without Said
	// Said consists of whole sentences. It names powers, never players.
	Said  message.Message `json:"said,omitzero"`
	Seats []int           `json:"seats,omitempty"` // the seats concerned
	Lines EnglishLines    `json:"lines,omitzero"`  // lines of notices without Points
	// Points are further lines, such as who plays which power. Changes of
	// settings are in Settings instead.
	Points []message.Message `json:"points,omitempty"`
	// Settings are the changes of settings, in order, so that several notices can be combined
	// into one.
	Settings []hosting.Change `json:"settings,omitempty"`
	Who      string           `json:"who,omitempty"` // the name of the person concerned, if any
	// Copied reports whether its reader has been informed in another way, so that it need not be
	// e-mailed.
	Copied bool `json:"copied,omitempty"`
	// Apart reports whether the notice goes to one of several seats, while masters receive a single
	// notice about all of them.
	Apart bool      `json:"apart,omitempty"`
	Times *Times    `json:"times,omitempty"` // times of the phase, if relevant
	From  time.Time `json:"from,omitzero"`   // beginning of an absence
	Until time.Time `json:"until,omitzero"`  // end of an absence, or the time by which players must have confirmed
}

// Quote returns a message that consists of a person's own text, which is the same in every
// language.
func Quote(text string) message.Message { return message.New("{text}", message.Name(text)) }

// English is the text of an entry that was stored before entries had messages. It is only read from
// the store; new entries have messages.
type English struct{ text string }

// MarshalJSON implements json.Marshaler.
func (e English) MarshalJSON() ([]byte, error) { return json.Marshal(e.text) }

// UnmarshalJSON implements json.Unmarshaler.
func (e *English) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &e.text) }

// In formats the message in a language. If the message is empty, it returns the stored text.
func (e English) In(l message.Language, m message.Message) string {
	if m.IsZero() {
		return e.text
	}
	return m.In(l)
}

// EnglishLines are the lines of an entry that was stored before entries had messages.
type EnglishLines struct{ lines []string }

// MarshalJSON implements json.Marshaler.
func (e EnglishLines) MarshalJSON() ([]byte, error) { return json.Marshal(e.lines) }

// UnmarshalJSON implements json.Unmarshaler.
func (e *EnglishLines) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &e.lines) }

// IsZero reports whether there are no lines.
func (e EnglishLines) IsZero() bool { return len(e.lines) == 0 }

// In formats the messages in a language. If there are none, it returns the stored lines.
func (e EnglishLines) In(l message.Language, list []message.Message) []string {
	if len(list) == 0 {
		return e.lines
	}
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.In(l)
	}
	return out
}

// In returns the text of the notice in a language, or in English if there is no translation.
func (n *Notice) In(l message.Language) string { return n.Text.In(l, n.Said) }

// SayLines returns the additional lines of a notice as messages, or none if they exist only in
// English.
func (n *Notice) SayLines() []message.Message {
	if len(n.Settings) > 0 && (n.Lines.IsZero() || len(n.Settings) == len(n.Lines.lines)) {
		return SayChanges(n.Settings)
	}
	return n.Points
}

// LinesIn returns the additional lines of a notice in a language, or in English if there is no
// translation.
func (n *Notice) LinesIn(l message.Language) []string { return n.Lines.In(l, n.SayLines()) }

// Rename replaces people's names in the additional lines. It applies name to each name in a
// message, and line to each line that was stored as text.
func (n *Notice) Rename(name func(message.Name) message.Name, line func(string) string) {
	for i := range n.Points {
		n.Points[i] = n.Points[i].WithNames(name)
	}
	for i := range n.Lines.lines {
		n.Lines.lines[i] = line(n.Lines.lines[i])
	}
}

// In returns the text of an act in a language, or in English if there is no translation.
func (a *ActData) In(l message.Language) string { return a.Text.In(l, a.Said) }

// ChangesIn returns the changes of an act in a language, or in English if there is no
// translation.
func (a *ActData) ChangesIn(l message.Language) []string {
	list := a.Points
	if len(a.Settings) > 0 && len(a.Settings) == len(a.Changes.lines) {
		list = SayChanges(a.Settings)
	}
	return a.Changes.In(l, list)
}

// SayChanges returns changes of settings as lines of a notice.
func SayChanges(changes []hosting.Change) []message.Message {
	out := make([]message.Message, len(changes))
	for i, c := range changes {
		out[i] = c.Say()
	}
	return out
}

// Times are the times of a phase.
type Times struct {
	Start    time.Time `json:"start,omitzero"` // the phase is not resolved before this time
	Deadline time.Time `json:"deadline,omitzero"`
	Grace    time.Time `json:"grace,omitzero"`
}

// Result is the data of a ResultEntry: a phase was resolved, or the game ended by agreement during
// it. Its events are stored in the game's history under Number.
type Result struct {
	Number   int               `json:"number"`
	Phase    machiavelli.Phase `json:"phase"`
	Next     machiavelli.Phase `json:"next,omitzero"` // the phase that begins; zero when the game is over
	Times    *Times            `json:"times,omitempty"`
	Kept     bool              `json:"kept,omitempty"`     // whether the previous deadline stays because it was later
	Days     bool              `json:"days,omitempty"`     // whether an excluded day moved the deadline
	Absences int               `json:"absences,omitempty"` // number of absences that moved it
	Over     bool              `json:"over,omitempty"`
}

// PressData is the data of a PressEntry. The true recipients are the audience of the entry.
type PressData struct {
	Text   string `json:"text"`
	Grey   bool   `json:"grey,omitempty"`   // whether the sender is hidden
	Master bool   `json:"master,omitempty"` // whether it comes from a master
	// Header holds the recipients that readers are shown. In faked press these are the recipients
	// that the sender claims.
	Header game.Audience `json:"header"`
	Fake   bool          `json:"fake,omitempty"`   // whether it is faked; only the sender and masters know
	Blank  bool          `json:"blank,omitempty"`  // whether only the sender and masters know the recipients
	Postal bool          `json:"postal,omitempty"` // whether it is stored for delivery after the phase
	// Who is the name of a sender without a seat: an observer, or a player who
	// waits for the game to begin.
	Who string `json:"who,omitempty"`
	// Account is the account of a sender without a seat. Only masters and the sender
	// see it.
	Account string `json:"account,omitempty"`
	// Whom is the name of the recipient, if it is a single person without a seat.
	Whom string `json:"whom,omitempty"`
	// Proposal is set if the message makes or answers a proposal to another power. Text is then the
	// proposal or the answer as a line, followed by the sender's own text.
	Proposal *Proposal `json:"proposal,omitempty"`
}

// Proposal is the part of a message that makes or answers a proposal. Act is one of the acts below.
type Proposal struct {
	Number int             `json:"number"` // number in the game, from 1
	Act    string          `json:"act"`
	Said   message.Message `json:"said"`           // the proposal as a sentence
	Why    message.Message `json:"why,omitzero"`   // a computer player's reasons, in sentences
	Note   string          `json:"note,omitempty"` // the sender's own text
}

// The acts of a Proposal.
const (
	ActPropose  = "propose"
	ActAccept   = "accept"
	ActRefuse   = "refuse"
	ActWithdraw = "withdraw"
	ActBreak    = "break" // the sender says why they broke the agreement
)

// In returns the text of the message as its reader sees it. Only the text about a proposal is
// translated; the rest stays as it was written.
func (p *PressData) In(l message.Language) string {
	x := p.Proposal
	if x == nil {
		return p.Text
	}
	text := x.Said.In(l)
	if !x.Why.IsZero() {
		text += " " + x.Why.In(l)
	}
	if x.Note != "" {
		text += "\n\n" + x.Note
	}
	return text
}

// SayWho returns the name of a sender without a seat in the phase with the given number. It is
// marked so that a person whose name resembles a power or the master is not mistaken for it.
func SayWho(who string, number int) message.Message {
	if number == 0 {
		return message.New("{name} (no power yet)", message.Name(who))
	}
	return message.New("the observer {name}", message.Name(who))
}

// ActData is the data of an ActEntry: a change that a master made to the game itself.
type ActData struct {
	Topic   Topic             `json:"topic"`
	Text    English           `json:"text,omitzero"` // text of acts without Said
	Said    message.Message   `json:"said,omitzero"` // the act in complete sentences
	Why     string            `json:"why,omitempty"`
	Changes EnglishLines      `json:"changes,omitzero"` // changes of acts without Points
	Points  []message.Message `json:"points,omitempty"` // what has changed
	// Settings are the changes of older acts, if they concern settings.
	Settings []hosting.Change `json:"settings,omitempty"`
	// number of the phase concerned, or of the phase to which the game was rolled back
	Number int    `json:"number,omitempty"`
	Who    string `json:"who,omitempty"`   // the master's name
	Times  *Times `json:"times,omitempty"` // times of the current phase, if they have changed
}

// Unsigned returns the entry without the accounts of people without a seat, because account IDs are
// meaningless on another judge.
func Unsigned(e game.Entry) (game.Entry, error) {
	if e.Author() == "" && e.Audience.Account == "" {
		return e, nil
	}
	e.Audience.Account = ""
	var p PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return e, err
	}
	p.Account, p.Header.Account = "", ""
	return WithData(e, p)
}

// Everybody is the audience of public entries.
var Everybody = game.Audience{All: true}

// Mates is the audience of entries for players and observers.
var Mates = game.Audience{Members: true}

// MastersOnly is the audience of entries for masters.
var MastersOnly = game.Audience{}

// OnlySeats returns the audience of entries for some players.
func OnlySeats(seats ...int) game.Audience { return game.Audience{Seats: seats} }

// WithData returns the entry with other data.
func WithData(e game.Entry, data any) (game.Entry, error) {
	text, err := json.Marshal(data)
	e.Data = text
	return e, err
}
