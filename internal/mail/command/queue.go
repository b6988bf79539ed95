package command

import (
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Queue joins the queue for any game that fits, or changes what the writer wants.
// A Queue with Ask asks how the writer waits.
type Queue struct {
	Ask   bool
	Wants game.Wants
}

func (c Queue) String() string {
	var b strings.Builder
	b.WriteString("QUEUE")
	if c.Ask {
		return b.String()
	}
	w := c.Wants
	for _, x := range []struct {
		key  string
		list []string
	}{{"PACE", w.Paces}, {"EDITION", w.Editions}, {"SCENARIO", w.Scenarios}, {"LANGUAGE", w.Languages}} {
		if len(x.list) > 0 {
			b.WriteString(" " + x.key + " " + strings.Join(x.list, ","))
		}
	}
	if w.Least > 0 || w.Most > 0 {
		b.WriteString(" PLAYERS " + strconv.Itoa(w.Least) + "-" + strconv.Itoa(w.Most))
	}
	if w.Reliability > 0 {
		b.WriteString(" RELIABILITY " + strconv.Itoa(w.Reliability))
	}
	if w.Programs {
		b.WriteString(" PROGRAMS")
	}
	if b.Len() == len("QUEUE") {
		b.WriteString(" ANY")
	}
	return b.String()
}

// LeaveQueue leaves the queue.
type LeaveQueue struct{}

func (c LeaveQueue) String() string { return "LEAVE QUEUE" }

// RenewQueue keeps the writer's place in the queue for a longer time.
type RenewQueue struct{}

func (c RenewQueue) String() string { return "RENEW QUEUE" }

// ConfirmSeat says that the writer is there, before the game begins.
type ConfirmSeat struct{}

func (c ConfirmSeat) String() string { return "CONFIRM" }

// DeclineSeat gives the seat of a writer who was asked to confirm to someone else.
type DeclineSeat struct{}

func (c DeclineSeat) String() string { return "DECLINE" }

// ExtendMuster gives players more time to confirm.
type ExtendMuster struct{ Minutes int }

func (c ExtendMuster) String() string { return "EXTEND MUSTER " + strconv.Itoa(c.Minutes) }

func parseLeaveQueue(s *scanner) (Command, *Error) { return LeaveQueue{}, s.end("LEAVE QUEUE") }

func parseRenewQueue(s *scanner) (Command, *Error) { return RenewQueue{}, s.end("RENEW QUEUE") }

func parseExtendMuster(s *scanner) (Command, *Error) {
	w := s.word()
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 {
		return nil, s.missing(message.New("a number of minutes"), "EXTEND MUSTER 120")
	}
	return ExtendMuster{n}, s.end("EXTEND MUSTER")
}

// queueLists are the keywords of QUEUE that are followed by words with commas.
var queueLists = []struct {
	word string
	at   func(*game.Wants) *[]string
}{
	{"PACE", func(w *game.Wants) *[]string { return &w.Paces }},
	{"EDITION", func(w *game.Wants) *[]string { return &w.Editions }},
	{"SCENARIO", func(w *game.Wants) *[]string { return &w.Scenarios }},
	{"LANGUAGE", func(w *game.Wants) *[]string { return &w.Languages }},
}

func parseQueue(s *scanner) (Command, *Error) {
	if s.done() {
		return Queue{Ask: true}, nil
	}
	var c Queue
	for !s.done() {
		list := -1
		for i := range queueLists {
			if s.keyword(queueLists[i].word) {
				list = i
				break
			}
		}
		switch {
		case list >= 0:
			words := s.word()
			if words == "" {
				return nil, s.missing(message.New("a word, or several with commas between them"), "QUEUE PACE daily,usual EDITION machiavelli-1995")
			}
			into := queueLists[list].at(&c.Wants)
			*into = append(*into, strings.FieldsFunc(words, func(r rune) bool { return r == ',' })...)
		case s.keyword("ANY"):
		case s.keyword("PROGRAMS"):
			c.Wants.Programs = true
		case s.keyword("PLAYERS"):
			least, most, span := strings.Cut(s.word(), "-")
			var bad bool
			if c.Wants.Least, bad = queueNumber(least); !span {
				most = least
			}
			if bad {
				return nil, s.missing(message.New("a number of players, or two with a hyphen"), "QUEUE PLAYERS 5-7")
			}
			if c.Wants.Most, bad = queueNumber(most); bad {
				return nil, s.missing(message.New("a number of players, or two with a hyphen"), "QUEUE PLAYERS 5-7")
			}
		case s.keyword("RELIABILITY"):
			var bad bool
			if c.Wants.Reliability, bad = queueNumber(strings.TrimSuffix(s.word(), "%")); bad {
				return nil, s.missing(message.New("a percentage"), "QUEUE RELIABILITY 80")
			}
		default:
			return nil, s.fail(CodeUnread, message.New("After {command} come {words} or {any}.", message.Order("QUEUE"),
				message.ListOf(message.And, []message.Order{"PACE", "EDITION", "SCENARIO", "PLAYERS", "RELIABILITY", "LANGUAGE", "PROGRAMS"}), message.Order("ANY")))
		}
	}
	return c, nil
}

// queueNumber reads a whole number, and reports whether it is none.
func queueNumber(text string) (n int, bad bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return n, err != nil || n < 0
}
