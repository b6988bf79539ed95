package message

import (
	"strings"
	"unicode"
)

// Name is the name of a person or a game, or a text that a person wrote. No language changes it;
// only the mark that shows that a name belongs to a program or a computer player is translated.
type Name string

// computerMark ends the name of a seat with a computer player, such as "Hard (computer)".
const computerMark = " (computer)"

// ProgramMark ends the name of a player who is a program. It begins with a non-breaking space,
// which no name typed by a person contains.
const ProgramMark = "\u00a0(program)"

const (
	programPattern  = "{name} (program)"
	computerPattern = "{name} (computer)"
)

var programNames, computerNames = Names(programPattern), Names(computerPattern)

func (n Name) said(l Language, _ string) Said {
	if level, ok := strings.CutSuffix(string(n), computerMark); ok {
		return expand(l, l.Pattern("", computerPattern, "", 0), computerNames, []Arg{Message{ID: level}}, "")
	}
	name, program := strings.CutSuffix(string(n), ProgramMark)
	name = isolated(name)
	if !program {
		return Said{Text: name}
	}
	return expand(l, l.Pattern("", programPattern, "", 0), programNames, []Arg{finished(Said{Text: name})}, "")
}

// isolated encloses a name in a right-to-left script in Unicode isolates, which keep the words
// around it in their order. Other names are unchanged.
func isolated(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
	}) {
		return name
	}
	return "\u2068" + name + "\u2069"
}
