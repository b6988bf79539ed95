package inbox

import (
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/machiavelli/message"
)

// allowance limits what one incoming message may cost: the work for it, and the size of the answer.
// All blocks of the message share it. Commands that exceed it are refused before they are run, not
// afterwards.
type allowance struct {
	commands int // number of commands that may be run
	letters  int // number of commands that make the judge write to an address in the message
	parts    int // number of longer texts, such as listings
	text     int // total size of the longer texts, in bytes
	charts   int // number of maps
	lines    int // size of the answers to lines, in bytes; further answers are summarised
	all      int // size of the whole answer, in bytes

	given map[string]bool // the questions that have been answered; see question
	acts  int             // number of commands and orders so far that can change an answer
}

// The allowances. A stranger's allowance is small, because their address can be forged, so that the
// answer is hardly longer than the message.
var (
	ofMember   = allowance{commands: 250, letters: 3, parts: 20, text: 256 << 10, charts: 4, lines: 64 << 10, all: 400 << 10}
	ofChat     = allowance{commands: 50, letters: 3, parts: 5, text: 12 << 10, charts: 4, lines: 8 << 10, all: 24 << 10}
	ofStranger = allowance{commands: 10, letters: 1, parts: 1, text: 2500, lines: 1500, all: 4 << 10}
	// ofCrowd is for strangers while very many of them send e-mail.
	ofCrowd = allowance{commands: 10, letters: 1, parts: 1, text: 300, lines: 300, all: 700}
)

// strangersHour is the number of bytes per hour that all strangers together may receive before
// ofCrowd applies to them.
const strangersHour = 2 << 20

// room returns the remaining allowance of the block's sender, or of a stranger if the answer goes
// to an address that may be forged.
func (s *session) room() *allowance {
	if s.forgeable() {
		return &s.w.strange
	}
	return &s.w.own
}

// forgeable reports whether anyone may have written the block.
func (s *session) forgeable() bool { return s.account == nil && !s.w.proven }

// errMany is returned for commands beyond the allowance.
var errMany = game.Refuse(game.TooMany, message.New("Too many commands at once: this one was not done. Send it again by itself."))

// errLetters is returned for commands that would make the judge write to too many addresses.
var errLetters = game.Refuse(game.TooMany, message.New("Too many messages to others at once: this was not done. Send it again by itself."))

// spare answers a question without running its command if the message has already asked it or has
// used up its allowance. Other commands beyond the allowance are refused with an error. Otherwise
// spare counts the command and returns false.
func (s *session) spare(c command.Command) (said message.Message, spared bool, err error) {
	room := s.room()
	question := s.question(c)
	switch {
	case question != "" && room.given[question]:
		return message.New("You have asked for this already. It is answered once."), true, nil
	case question != "" && (room.commands == 0 || room.parts == 0 || room.text == 0):
		return s.full(), true, nil
	case room.commands == 0:
		return message.Message{}, false, errMany
	}
	if writes(c) {
		if room.letters == 0 {
			return message.Message{}, false, errLetters
		}
		room.letters--
	}
	room.commands--
	if question == "" {
		room.acts++
		return message.Message{}, false, nil
	}
	if room.given == nil {
		room.given = map[string]bool{}
	}
	room.given[question] = true
	return message.Message{}, false, nil
}

// question returns a text that identifies the request of a command for a longer text or a map, or
// "" for other commands. The same text means the same answer, because the text contains the number
// of earlier changes if they may affect the answer.
func (s *session) question(c command.Command) string {
	switch c := c.(type) {
	case command.Help:
		return "help " + strings.ToLower(c.Topic)
	case command.Get:
		return "help " + strings.ToLower(c.File)
	case command.List, command.Summary, command.History, command.Whois, command.Map, command.Predict:
	case command.Diary:
		if !inquiry(c) {
			return ""
		}
	case command.Given:
		if c.Command.Part.IsZero() {
			return ""
		}
	default:
		return ""
	}
	id := ""
	if s.game != nil {
		id = s.game.ID
	}
	return fmt.Sprint(id, " ", s.seat, " ", s.room().acts, " ", c)
}

// writes reports whether a command makes the judge write to an address that it contains.
func writes(c command.Command) bool {
	switch c.(type) {
	case command.Register, *command.Register, command.AlsoKnown, command.SetAddress:
		return true
	}
	return false
}

// full returns a message saying that a text was not sent because the allowance is used up.
func (s *session) full() message.Message {
	if !s.forgeable() {
		return message.New("Not sent: this answer is full. Ask for it again by itself.")
	}
	return s.elsewhere(message.New("Not sent: as long as the judge does not know who you are, it answers an e-mail with one short text."))
}

// elsewhere adds to a message the URL of the pages on which everything can be read, if the judge
// has pages.
func (s *session) elsewhere(m message.Message) message.Message {
	if s.o.c.BaseURL == "" {
		return m
	}
	return message.New("{text} Everything is at {page}.", m, message.Order(s.o.c.BaseURL))
}

// fit returns as much of the beginning of a longer text as the allowance permits, with a remark if
// the text was cut off.
func (s *session) fit(blocks []outbox.Block) []outbox.Block {
	out, whole := outbox.Within(blocks, &s.room().text)
	if !whole {
		rest := s.paragraph(s.elsewhere(message.New("(The rest is left out, because this answer would be too long.)")))
		rest.Muted = true
		out = append(out, rest)
	}
	return out
}

// fitAll returns as much of the beginning of the whole answer as the allowance permits below a
// heading of the given size.
func (s *session) fitAll(heading int, blocks []outbox.Block) []outbox.Block {
	room := s.room()
	room.all = max(0, room.all-heading)
	out, _ := outbox.Within(blocks, &room.all)
	return out
}
