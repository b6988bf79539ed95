package journal

import (
	"encoding/json"
	"slices"
	"time"

	"podesta/internal/game"
)

// events maps topics to kinds of events. EventOf handles the topics that are missing.
var events = map[Topic]game.Event{
	TopicReminder: game.EventDue,
	TopicForming:  game.EventWaiting, TopicReplace: game.EventWaiting, TopicManual: game.EventWaiting, TopicStillPause: game.EventWaiting,
	TopicApproval: game.EventWaiting, TopicAbsenceOver: game.EventWaiting,
	TopicMotion: game.EventVote, TopicVote: game.EventVote,
	TopicMuster: game.EventBegins, TopicStarting: game.EventBegins, TopicUnstarted: game.EventBegins,
	TopicRollback: game.EventResolved, TopicEdit: game.EventResolved, TopicVictory: game.EventResolved, TopicDraw: game.EventResolved,
	TopicConcession: game.EventResolved, TopicTerminated: game.EventResolved,
	TopicComments: game.EventComment,
}

// ForFollowers reports whether an entry concerns people who follow a game without taking part
// in it: its results, its beginning and its end, if everyone may see them.
func ForFollowers(e *game.Entry) bool {
	if !e.Audience.All {
		return false
	}
	kind := EventOf(e, 0)
	return kind == game.EventResolved || kind == game.EventBegins
}

// lateTopics are the topics about people who are late or for whom the game no longer waits.
var lateTopics = []Topic{TopicLate, TopicAbandoned, TopicDisorder}

// EventOf returns the kind of event that an entry is for the holder of a seat. Seat 0 means someone
// without a seat.
func EventOf(e *game.Entry, seat int) game.Event {
	switch e.Kind {
	case game.ResultEntry:
		return game.EventResolved
	case game.PressEntry:
		return game.EventMessage
	}
	var n struct {
		Topic Topic `json:"topic"`
		Seats []int `json:"seats"`
	}
	if json.Unmarshal(e.Data, &n) != nil {
		return game.EventOther
	}
	if slices.Contains(lateTopics, n.Topic) && seat > 0 && slices.Contains(n.Seats, seat) {
		return game.EventLate
	}
	if kind, ok := events[n.Topic]; ok {
		return kind
	}
	return game.EventOther
}

// Urgent reports whether an entry asks its reader to confirm their presence before a game
// begins. It never waits for the daily message, and is also sent to people who want no e-mail
// about games that begin.
func Urgent(e *game.Entry) bool {
	var n struct {
		Topic Topic     `json:"topic"`
		Until time.Time `json:"until"`
	}
	return e.Kind == game.NoticeEntry && json.Unmarshal(e.Data, &n) == nil && n.Topic == TopicMuster && !n.Until.IsZero()
}

// NextDue returns the first deadline after now in an entry: the deadline of the phase, the end
// of its grace period, or the end of a muster. It is zero if there is none.
func NextDue(e *game.Entry, now time.Time) time.Time {
	var n struct {
		Topic Topic     `json:"topic"`
		Times *Times    `json:"times"`
		Until time.Time `json:"until"`
	}
	if e.Kind == game.PressEntry || json.Unmarshal(e.Data, &n) != nil {
		return time.Time{}
	}
	if n.Topic == TopicMuster && n.Until.After(now) {
		return n.Until
	}
	if n.Times == nil {
		return time.Time{}
	}
	for _, t := range []time.Time{n.Times.Deadline, n.Times.Grace} {
		if t.After(now) {
			return t
		}
	}
	return time.Time{}
}

// Needless reports whether a role needs no notification of an entry: it is the
// role's own message, or its reader learns about it in another way.
func Needless(e *game.Entry, r game.Role) bool {
	switch e.Kind {
	case game.PressEntry:
		return e.From > 0 && r.Seat == e.From || !r.Master && e.Author() != "" && e.Author() == r.Account
	case game.NoticeEntry:
		var n Notice
		if json.Unmarshal(e.Data, &n) != nil {
			return false
		}
		return n.Copied || r.Master && (n.Apart || n.Topic == TopicStead) // masters can read it in the log
	}
	return false
}
