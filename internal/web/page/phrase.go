package page

import (
	"strings"

	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// Phrase is a text of a page: messages one after the other. Templates show it
// with T, in the language of the page. An empty phrase shows nothing.
type Phrase []message.Message

// Say returns a phrase without empty messages.
func Say(list ...message.Message) Phrase {
	var p Phrase
	for _, m := range list {
		if !m.IsZero() {
			p = append(p, m)
		}
	}
	return p
}

// Verbatim returns a phrase with text that no language changes.
func Verbatim(text string) Phrase {
	return Say(message.Quote(text))
}

// String returns the phrase in English.
func (p Phrase) String() string { return p.In(words.English()) }

// In returns the phrase in a language.
func (p Phrase) In(l message.Language) string {
	if len(p) == 1 {
		return p[0].In(l)
	}
	all := make([]string, len(p))
	for i, m := range p {
		all[i] = m.In(l)
	}
	return strings.Join(all, " ")
}

// Contains reports whether the phrase contains m, by itself or as a part.
func (p Phrase) Contains(m message.Message) bool {
	for _, x := range p {
		if x.Contains(m) {
			return true
		}
	}
	return false
}

// PowersIn returns the powers that a stored text names: "Florence and Milan".
func PowersIn(text string) Phrase {
	if text == "" {
		return nil
	}
	list := message.List{How: message.And}
	for name := range strings.SplitSeq(strings.ReplaceAll(text, " and ", ", "), ", ") {
		list.Of = append(list.Of, message.Power{Name: name})
	}
	return Say(message.New("{powers:name}", list))
}

// SeatName names a seat of a game by its powers. Seat 0 stands for the observers.
func SeatName(g *game.Game, seat int) message.Message {
	switch {
	case seat == 0:
		return message.New("the observers")
	case seat > len(g.Setting.Seats):
		return message.New("a seat")
	}
	var list []message.Power
	for _, p := range g.Setting.Given(g.Setting.Seats[seat-1]) {
		list = append(list, message.PowerOf(g.Setting.Powers, p))
	}
	return message.New("{powers:name}", message.ListOf(message.And, list))
}
