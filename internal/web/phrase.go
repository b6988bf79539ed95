package web

import (
	"strings"

	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// phrase is what a page says: messages one after the other. Templates show it
// with T, in the language of the page. An empty phrase says nothing.
type phrase []message.Message

// say returns a phrase without the messages that are empty.
func say(list ...message.Message) phrase {
	var p phrase
	for _, m := range list {
		if !m.IsZero() {
			p = append(p, m)
		}
	}
	return p
}

// verbatim returns a phrase of text that no language changes.
func verbatim(text string) phrase {
	if text == "" {
		return nil
	}
	return phrase{message.New("{text}", message.Name(text))}
}

// String returns the phrase in English.
func (p phrase) String() string { return p.in(words.English()) }

// in returns the phrase in a language.
func (p phrase) in(l message.Language) string {
	if len(p) == 1 {
		return p[0].In(l)
	}
	all := make([]string, len(p))
	for i, m := range p {
		all[i] = m.In(l)
	}
	return strings.Join(all, " ")
}

// contains reports whether the phrase says m, by itself or as a part.
func (p phrase) contains(m message.Message) bool {
	for _, x := range p {
		if x.Contains(m) {
			return true
		}
	}
	return false
}

// sentenceOf makes a clause a sentence: a capital at its beginning, a stop at
// its end. What was written with a stop keeps it.
func sentenceOf(clause message.Message) message.Message {
	switch {
	case clause.IsZero():
		return clause
	case isVerbatim(clause):
		return verbatim(full(clause.String()))[0]
	}
	return message.Sentence(clause)
}

// isVerbatim reports whether the message is text that no language changes.
func isVerbatim(m message.Message) bool { return m.ID == "{text}" }
