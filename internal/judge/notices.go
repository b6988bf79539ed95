package judge

import (
	"encoding/json"
	"time"

	"podesta/machiavelli"
)

// Topic is what a notice is about; doors make subjects of letters out of it
// (judge-commands 1.8).
type Topic string

// The topics of notices.
const (
	TopicStarting    Topic = "starting"    // the game begins
	TopicForming     Topic = "forming"     // so many players are missing
	TopicUnstarted   Topic = "unstarted"   // the start was taken back: the game forms again
	TopicSignon      Topic = "signon"      // somebody has joined, or watches
	TopicTakeover    Topic = "takeover"    // a seat has a new player
	TopicReturn      Topic = "return"      // who was given up is back
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
	TopicReplace   Topic = "replacement" // the game waits for somebody to take seats over
	TopicManual    Topic = "manual"      // the phase waits for the master's word
	TopicOutage    Topic = "outage"      // deadlines were put off because the judge was away
	// TopicUndelivered: letters to somebody at the game are refused.
	TopicUndelivered Topic = "undelivered"
	TopicTrouble     Topic = "trouble" // the phase could not be processed
	TopicPaused      Topic = "paused"
	TopicStillPause  Topic = "still-paused"
	TopicResumed     Topic = "resumed"
	TopicTerminated  Topic = "terminated"

	TopicAbsence     Topic = "absence"      // somebody will be away
	TopicAbsenceOff  Topic = "absence-off"  // somebody will not be away after all
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
	// Text tells it in whole sentences that name powers, never players.
	Text  string   `json:"text"`
	Seats []int    `json:"seats,omitempty"` // whom it concerns
	Lines []string `json:"lines,omitempty"` // more, line by line: what has changed, who plays what
	// Settings are the changes among the lines, in their order, so that several
	// notices can be told as one.
	Settings []SettingChange `json:"settings,omitempty"`
	Who      string          `json:"who,omitempty"` // the name of the person, if it is about one
	// Copied tells that whom it is for has been written to by another way: no
	// letter is made of it.
	Copied bool `json:"copied,omitempty"`
	// Apart tells that it is for one of several seats, and that masters have been
	// told of all of them by another notice.
	Apart bool      `json:"apart,omitempty"`
	Times *Times    `json:"times,omitempty"` // of the phase, where they matter
	From  time.Time `json:"from,omitzero"`   // of an absence
	Until time.Time `json:"until,omitzero"`
}

// changeLines are changes as the lines of a notice.
func changeLines(changes []SettingChange) []string {
	var out []string
	for _, c := range changes {
		out = append(out, c.String())
	}
	return out
}

// Times are the instants of a phase, as they are told.
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
	Header Audience `json:"header"`
	Fake   bool     `json:"fake,omitempty"`   // only the sender and masters are told
	Blank  bool     `json:"blank,omitempty"`  // only the sender and masters are told to whom it goes
	Postal bool     `json:"postal,omitempty"` // written down to be delivered after the phase
	// Who is the name of a sender without a seat: an observer, or somebody who
	// waits for the game to begin.
	Who string `json:"who,omitempty"`
	// Account is his account, by which he finds what he wrote. Nobody else but
	// masters is given it.
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

// ActData is the data of an ActEntry: something that a master did to the game
// that everybody should know of, with what changed.
type ActData struct {
	Topic   Topic    `json:"topic"`
	Text    string   `json:"text"` // in whole sentences
	Why     string   `json:"why,omitempty"`
	Changes []string `json:"changes,omitempty"`
	// Settings are the changes, where they are of settings.
	Settings []SettingChange `json:"settings,omitempty"`
	Number   int             `json:"number,omitempty"` // of the phase that it concerns, or to which the game went back
	Who      string          `json:"who,omitempty"`    // the master's name
	Times    *Times          `json:"times,omitempty"`  // of the phase in which the game is now, where they have changed
}

// unsigned takes the accounts out of press of and to somebody without a seat:
// they mean nothing to another judge.
func unsigned(e Entry) (Entry, error) {
	if e.Author() == "" && e.Audience.Account == "" {
		return e, nil
	}
	e.Audience.Account = ""
	var p PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return e, err
	}
	p.Account, p.Header.Account = "", ""
	return repack(e, p)
}

// Everybody is the audience of what all may know.
var Everybody = Audience{All: true}

// Mates is the audience of what players and observers may know.
var Mates = Audience{Members: true}

// MastersOnly is the audience of what is for masters.
var MastersOnly = Audience{}

// OnlySeats is the audience of what is for some players.
func OnlySeats(seats ...int) Audience { return Audience{Seats: seats} }

// tell appends something to a game's log, queues the mail that goes with it and
// wakes those who follow the game. from is the seat that it comes from, 0 for
// the judge and masters; data is a Notice, Result, PressData or ActData. A game
// that is held by links has nobody to write to.
func tell(tx Tx, g *opened, kind EntryKind, audience Audience, from int, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	seq, err := tx.Append(Entry{
		Game: g.ID, At: g.at, Kind: kind, Phase: g.Phase, Number: g.Number, From: from, Audience: audience, Data: text,
	})
	if err != nil {
		return err
	}
	if !g.Hosting.Links {
		if err := enqueueEntry(tx, g, seq); err != nil {
			return err
		}
	}
	return wake(tx, g)
}

// notice is tell for a Notice.
func notice(tx Tx, g *opened, audience Audience, n Notice) error {
	return tell(tx, g, NoticeEntry, audience, 0, n)
}

// followed is before the ID of a game in the topics of a store.
const followed = "game "

// wake tells all processes, once in a transaction, that there is something new
// to see of a game, and has hooks called for it.
func wake(tx Tx, g *opened) error {
	if g.woken {
		return nil
	}
	g.woken = true
	if err := tx.Notify(followed + g.ID); err != nil {
		return err
	}
	return stirHooks(tx, g)
}
