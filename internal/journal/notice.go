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
	TopicUnstarted   Topic = "unstarted"   // the start was undone: the game forms again
	TopicSignon      Topic = "signon"      // a player or an observer has joined
	TopicTakeover    Topic = "takeover"    // a seat has a new player
	TopicReturn      Topic = "return"      // an abandoned seat's player is back
	TopicResignation Topic = "resignation" // a seat has lost its player, or an observer has left
	TopicPromotion   Topic = "promotion"   // another master was added
	TopicApproval    Topic = "approval"    // a newcomer was approved, or must still be
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
	// TopicUndelivered: e-mail to a member of the game is refused.
	TopicUndelivered Topic = "undelivered"
	TopicTrouble     Topic = "trouble" // the phase could not be processed
	TopicPaused      Topic = "paused"
	TopicStillPause  Topic = "still-paused"
	TopicResumed     Topic = "resumed"
	TopicTerminated  Topic = "terminated"

	TopicAbsence     Topic = "absence"      // a player will be away
	TopicAbsenceOff  Topic = "absence-off"  // an absence was cancelled
	TopicAbsenceOver Topic = "absence-over" // an absence that the master must approve

	TopicVictory    Topic = "victory"
	TopicDraw       Topic = "draw"
	TopicConcession Topic = "concession"
	TopicDiary      Topic = "diary"   // a note in a diary
	TopicReveal     Topic = "reveal"  // who played what
	TopicLetters    Topic = "letters" // messages are open to everyone
	TopicMotion     Topic = "motion"  // a player proposes something to which all must agree
	TopicVote       Topic = "vote"    // a player votes to end the game

	TopicRollback Topic = "rollback"
	TopicEdit     Topic = "edit"
	TopicRoll     Topic = "roll" // a roll set by the master
	TopicRules    Topic = "rules"
	TopicExport   Topic = "export" // the game was exported to a file, with its secrets
	TopicMoved    Topic = "moved"  // the game has been moved here from another judge
)

// Notice is the data of a NoticeEntry: an event in a game.
type Notice struct {
	Topic Topic `json:"topic"`
	// Text consists of whole sentences that name powers, never players.
	Text string `json:"text"`
	// Said is the same text for every language. It is empty for notices that
	// were stored before there were messages, and for those that exist only in
	// English.
	Said  message.Message `json:"said,omitzero"`
	Seats []int           `json:"seats,omitempty"` // the seats concerned
	Lines []string        `json:"lines,omitempty"` // further lines: changes, or who plays which power
	// Points are the lines for every language. They are empty for notices that
	// were stored before there were messages, and for changes of settings.
	Points []message.Message `json:"points,omitempty"`
	// Settings are the changes among the lines, in their order, so that several
	// notices can be combined into one.
	Settings []hosting.Change `json:"settings,omitempty"`
	Who      string           `json:"who,omitempty"` // the name of the person, if it is about a person
	// Copied reports whether its reader has been informed in another way: it is
	// not sent by e-mail.
	Copied bool `json:"copied,omitempty"`
	// Apart reports whether it is for one of several seats, while the masters
	// receive another notice about all of them.
	Apart bool      `json:"apart,omitempty"`
	Times *Times    `json:"times,omitempty"` // of the phase, if relevant
	From  time.Time `json:"from,omitzero"`   // of an absence
	Until time.Time `json:"until,omitzero"`
}

// Quote returns a text that a person wrote, which no language changes.
func Quote(text string) message.Message { return message.New("{text}", message.Name(text)) }

// Say sets the text of a notice.
func (n *Notice) Say(said message.Message) { n.Text, n.Said = said.String(), said }

// MarshalJSON writes a notice. One that says messages is stored with its English
// text, too, for programs that read the log.
func (n Notice) MarshalJSON() ([]byte, error) {
	type plain Notice
	if !n.Said.IsZero() {
		n.Text = n.Said.String()
	}
	if len(n.Points) > 0 {
		n.Lines = n.LinesIn(message.English)
	}
	return json.Marshal(plain(n))
}

// In returns the text of a notice in a language, or in English if it exists in
// no other.
func (n *Notice) In(l message.Language) string {
	if n.Said.IsZero() {
		return n.Text
	}
	return n.Said.In(l)
}

// SayLines returns the further lines of a notice as messages, or none if they
// exist only in English.
func (n *Notice) SayLines() []message.Message {
	if len(n.Settings) > 0 && len(n.Settings) == len(n.Lines) {
		return sayChanges(n.Settings)
	}
	return n.Points
}

// LinesIn returns the further lines of a notice in a language, or in English if
// they exist in no other.
func (n *Notice) LinesIn(l message.Language) []string {
	if list := n.SayLines(); len(list) > 0 {
		return sayAll(l, list)
	}
	return n.Lines
}

// In returns the text of an act in a language, or in English if it exists in no
// other.
func (a *ActData) In(l message.Language) string {
	if a.Said.IsZero() {
		return a.Text
	}
	return a.Said.In(l)
}

// ChangesIn returns what an act changed, in a language if these are settings,
// otherwise in English.
func (a *ActData) ChangesIn(l message.Language) []string {
	if len(a.Settings) > 0 && len(a.Settings) == len(a.Changes) {
		return sayAll(l, sayChanges(a.Settings))
	}
	return a.Changes
}

func sayChanges(changes []hosting.Change) []message.Message {
	out := make([]message.Message, len(changes))
	for i, c := range changes {
		out[i] = c.Say()
	}
	return out
}

func sayAll(l message.Language, list []message.Message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.In(l)
	}
	return out
}

// ChangeLines returns changes as the lines of a notice.
func ChangeLines(changes []hosting.Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, c.String())
	}
	return out
}

// Times are the instants of a phase.
type Times struct {
	Start    time.Time `json:"start,omitzero"` // nothing is processed earlier
	Deadline time.Time `json:"deadline,omitzero"`
	Grace    time.Time `json:"grace,omitzero"`
}

// Result is the data of a ResultEntry: a phase was processed, or the game ended
// by agreement in it. The events are in the game's history under the number.
type Result struct {
	Number   int               `json:"number"`
	Phase    machiavelli.Phase `json:"phase"`
	Next     machiavelli.Phase `json:"next,omitzero"` // the phase that begins; none when the game is over
	Times    *Times            `json:"times,omitempty"`
	Kept     bool              `json:"kept,omitempty"`     // the previous deadline was later, so it stays
	Days     bool              `json:"days,omitempty"`     // a day without processing moved the deadline
	Absences int               `json:"absences,omitempty"` // the number of absences that moved it
	Over     bool              `json:"over,omitempty"`
}

// PressData is the data of a PressEntry. Its true recipients are the entry's
// audience.
type PressData struct {
	Text   string `json:"text"`
	Grey   bool   `json:"grey,omitempty"`   // the sender is hidden
	Master bool   `json:"master,omitempty"` // it comes from a master
	// Header holds the recipients named in the header: those that the sender
	// claims, if it is faked.
	Header game.Audience `json:"header"`
	Fake   bool          `json:"fake,omitempty"`   // only the sender and masters know
	Blank  bool          `json:"blank,omitempty"`  // only the sender and masters know the recipients
	Postal bool          `json:"postal,omitempty"` // stored for delivery after the phase
	// Who is the name of a sender without a seat: an observer, or a player who
	// waits for the game to begin.
	Who string `json:"who,omitempty"`
	// Account is the account of a sender without a seat. Only masters and the sender
	// see it.
	Account string `json:"account,omitempty"`
	// Whom is the name of the only recipient, if that person has no seat.
	Whom string `json:"whom,omitempty"`
}

// Seatless returns the name of a sender without a seat in a phase of that
// number, marked so that no one whose name resembles a power or the master is
// mistaken for it.
func Seatless(who string, number int) string { return SayWho(who, number).String() }

// SayWho is Seatless for every language.
func SayWho(who string, number int) message.Message {
	if number == 0 {
		return message.New("{name} (no power yet)", message.Name(who))
	}
	return message.New("the observer {name}", message.Name(who))
}

// ActData is the data of an ActEntry: what a master did to the game, with the
// changes.
type ActData struct {
	Topic Topic  `json:"topic"`
	Text  string `json:"text"` // in complete sentences, in English
	// Said is the same text for every language. It is empty for acts that were
	// stored before there were messages.
	Said    message.Message `json:"said,omitzero"`
	Why     string          `json:"why,omitempty"`
	Changes []string        `json:"changes,omitempty"`
	// Settings are the changes, if they concern settings.
	Settings []hosting.Change `json:"settings,omitempty"`
	Number   int              `json:"number,omitempty"` // of the phase that it concerns, or to which the game was rolled back
	Who      string           `json:"who,omitempty"`    // the master's name
	Times    *Times           `json:"times,omitempty"`  // of the current phase, if they have changed
}

// Unsigned removes the accounts from press from or to a person without a seat:
// they mean nothing to another judge.
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
