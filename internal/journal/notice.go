package journal

import (
	"encoding/json"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Topic is what a notice is about. Doors make the subjects of letters from it.
type Topic string

// The topics of notices.
const (
	TopicStarting    Topic = "starting"    // the game begins
	TopicForming     Topic = "forming"     // so many players are missing
	TopicUnstarted   Topic = "unstarted"   // the start was taken back: the game forms again
	TopicSignon      Topic = "signon"      // a player or an observer has joined
	TopicTakeover    Topic = "takeover"    // a seat has a new player
	TopicReturn      Topic = "return"      // an abandoned seat's player is back
	TopicResignation Topic = "resignation" // a seat has lost its player, or an observer has left
	TopicPromotion   Topic = "promotion"   // there is another master
	TopicApproval    Topic = "approval"    // a newcomer may order, or may not yet
	TopicParameters  Topic = "parameters"  // the way in which the game is run has changed
	TopicPreferences Topic = "preferences" // a player's wishes for powers

	TopicDeadline  Topic = "deadline" // of the current phase, set anew
	TopicGrace     Topic = "grace"
	TopicStart     Topic = "start"
	TopicAhead     Topic = "ahead"    // orders that were sent ahead were entered
	TopicStead     Topic = "stead"    // a master orders in a player's stead
	TopicReminder  Topic = "reminder" // orders are missing and soon due
	TopicLate      Topic = "late"     // orders are missing after the deadline
	TopicAbandoned Topic = "abandoned"
	TopicDisorder  Topic = "disorder"    // civil disorder
	TopicReplace   Topic = "replacement" // the game waits for players to take seats over
	TopicManual    Topic = "manual"      // the phase waits for the master's word
	TopicOutage    Topic = "outage"      // deadlines were put off because the judge was away
	// TopicUndelivered: letters to a member of the game are refused.
	TopicUndelivered Topic = "undelivered"
	TopicTrouble     Topic = "trouble" // the phase could not be processed
	TopicPaused      Topic = "paused"
	TopicStillPause  Topic = "still-paused"
	TopicResumed     Topic = "resumed"
	TopicTerminated  Topic = "terminated"

	TopicAbsence     Topic = "absence"      // a player will be away
	TopicAbsenceOff  Topic = "absence-off"  // an absence was called off
	TopicAbsenceOver Topic = "absence-over" // an absence that needs the master's word

	TopicVictory    Topic = "victory"
	TopicDraw       Topic = "draw"
	TopicConcession Topic = "concession"
	TopicDiary      Topic = "diary"   // a note of a diary
	TopicReveal     Topic = "reveal"  // who played what
	TopicLetters    Topic = "letters" // letters are open to everybody
	TopicMotion     Topic = "motion"  // a player proposes what needs the word of all
	TopicVote       Topic = "vote"    // a player votes for an end of the game

	TopicRollback Topic = "rollback"
	TopicEdit     Topic = "edit"
	TopicRoll     Topic = "roll" // a roll set by hand
	TopicRules    Topic = "rules"
	TopicExport   Topic = "export" // the game was written into a file, with its secrets
	TopicMoved    Topic = "moved"  // the game has come here from another judge
)

// Notice is the data of a NoticeEntry: something about a game's course.
type Notice struct {
	Topic Topic `json:"topic"`
	// Text is in whole sentences that name powers, never players.
	Text string `json:"text"`
	// Said is the same text for every language. It is empty for notices that were
	// stored before there were messages, and for those that exist in English only.
	Said  message.Message `json:"said,omitzero"`
	Seats []int           `json:"seats,omitempty"` // whom it concerns
	Lines []string        `json:"lines,omitempty"` // more, line by line: what has changed, who plays what
	// Settings are the changes among the lines, in their order, so that several
	// notices can be told as one.
	Settings []hosting.Change `json:"settings,omitempty"`
	Who      string           `json:"who,omitempty"` // the name of the person, if it is about one
	// Copied reports that its reader has been written to in another way: no letter is
	// made of it.
	Copied bool `json:"copied,omitempty"`
	// Apart reports that it is for one of several seats, and that another notice
	// about all of them went to the masters.
	Apart bool      `json:"apart,omitempty"`
	Times *Times    `json:"times,omitempty"` // of the phase, where they matter
	From  time.Time `json:"from,omitzero"`   // of an absence
	Until time.Time `json:"until,omitzero"`
}

// Say sets the text of a notice.
func (n *Notice) Say(said message.Message) { n.Text, n.Said = said.String(), said }

// In returns the text of a notice in a language, in English if it exists in no
// other.
func (n *Notice) In(l message.Language) string {
	if n.Said.IsZero() {
		return n.Text
	}
	return n.Said.In(l)
}

// ChangeLines are changes as the lines of a notice.
func ChangeLines(changes []hosting.Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, c.String())
	}
	return out
}

// Times are the instants of a phase.
type Times struct {
	Start    time.Time `json:"start,omitzero"` // nothing is processed before
	Deadline time.Time `json:"deadline,omitzero"`
	Grace    time.Time `json:"grace,omitzero"`
}

// Result is the data of a ResultEntry: a phase was processed, or the game ended
// by agreement in it. What happened is in the game's history under the number.
type Result struct {
	Number   int               `json:"number"`
	Phase    machiavelli.Phase `json:"phase"`
	Next     machiavelli.Phase `json:"next,omitzero"` // the phase that begins; none when the game is over
	Times    *Times            `json:"times,omitempty"`
	Kept     bool              `json:"kept,omitempty"`     // the deadline before was later, so it stays
	Days     bool              `json:"days,omitempty"`     // a day without processing moved the deadline
	Absences int               `json:"absences,omitempty"` // so many absences moved it
	Over     bool              `json:"over,omitempty"`
}

// PressData is the data of a PressEntry. To whom it really went is the entry's
// audience.
type PressData struct {
	Text   string `json:"text"`
	Grey   bool   `json:"grey,omitempty"`   // the sender is hidden
	Master bool   `json:"master,omitempty"` // it comes from a master
	// Header is whom the header names: what the sender claims, if it is faked.
	Header game.Audience `json:"header"`
	Fake   bool          `json:"fake,omitempty"`   // only the sender and masters know
	Blank  bool          `json:"blank,omitempty"`  // only the sender and masters know to whom it goes
	Postal bool          `json:"postal,omitempty"` // written down to be delivered after the phase
	// Who is the name of a sender without a seat: an observer, or somebody who
	// waits for the game to begin.
	Who string `json:"who,omitempty"`
	// Account is the account of a sender without a seat. Only masters and the sender
	// see it.
	Account string `json:"account,omitempty"`
	// Whom is the name of a reader without a seat, to whom alone it goes.
	Whom string `json:"whom,omitempty"`
}

// Seatless is what a sender without a seat is called in a phase of that number,
// so that nobody who calls himself like a power or the master is taken for it.
func Seatless(who string, number int) string {
	if number == 0 {
		return who + " (no power yet)"
	}
	return "the observer " + who
}

// ActData is the data of an ActEntry: what a master did to the game, with what
// changed.
type ActData struct {
	Topic   Topic    `json:"topic"`
	Text    string   `json:"text"` // in whole sentences
	Why     string   `json:"why,omitempty"`
	Changes []string `json:"changes,omitempty"`
	// Settings are the changes, where they are of settings.
	Settings []hosting.Change `json:"settings,omitempty"`
	Number   int              `json:"number,omitempty"` // of the phase that it concerns, or to which the game went back
	Who      string           `json:"who,omitempty"`    // the master's name
	Times    *Times           `json:"times,omitempty"`  // of the phase in which the game is now, where they have changed
}

// Unsigned takes the accounts out of press of and to somebody without a seat:
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

// Everybody is the audience of what all may know.
var Everybody = game.Audience{All: true}

// Mates is the audience of what players and observers may know.
var Mates = game.Audience{Members: true}

// MastersOnly is the audience of what is for masters.
var MastersOnly = game.Audience{}

// OnlySeats is the audience of what is for some players.
func OnlySeats(seats ...int) game.Audience { return game.Audience{Seats: seats} }

// WithData returns the entry with other data.
func WithData(e game.Entry, data any) (game.Entry, error) {
	text, err := json.Marshal(data)
	e.Data = text
	return e, err
}
