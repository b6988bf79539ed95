package atlas

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// Language is the language of a map's names, legend and tooltips. A nil Language is English.
// Keep one for each language, because pictures that are drawn with it share their background.
type Language struct {
	words message.Language

	mu     sync.Mutex
	boards map[*board.Board]*board.Board // translated boards, by the board with English names
	sheets map[*sheet]*sheet             // translated sheets of charts, by the sheet with English names
}

// NewLanguage returns the language of maps for a language of messages.
func NewLanguage(l message.Language) *Language { return &Language{words: l} }

// name returns a name in the language. The parameter kind is a kind of message.Noun, and english
// is the English name. A name that the language does not have is returned as it is.
func (l *Language) name(kind, english string) string {
	return l.words.Noun(message.Noun{Kind: kind, Name: english}, "name").Text
}

// say returns a message in the language of the map.
func (o *Options) say(m message.Message) string {
	switch {
	case o.Language != nil:
		return m.In(o.Language.words)
	case len(m.Args) == 0:
		return m.ID
	}
	return m.String()
}

// maxTranslated is the number of boards that a Language caches.
const maxTranslated = 16

// board returns the board with names in the language.
func (l *Language) board(b *board.Board) *board.Board {
	if l == nil {
		return b
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if kept := l.boards[b]; kept != nil {
		return kept
	}
	own := *b
	own.Areas = slices.Clone(b.Areas)
	for i := range own.Areas {
		if own.Areas[i].Name != "" {
			own.Areas[i].Name = l.name("place", own.Areas[i].Name)
		}
	}
	if len(l.boards) >= maxTranslated || l.boards == nil {
		l.boards = map[*board.Board]*board.Board{}
	}
	l.boards[b] = &own
	return &own
}

// position returns the position with names in the language. The two share
// everything else.
func (l *Language) position(p *position.Position) *position.Position {
	if l == nil {
		return p
	}
	own, set := *p, *p.Setting
	set.Board = l.board(set.Board)
	set.Powers = append(machiavelli.Roster{}, set.Powers...)
	for i := range set.Powers {
		if set.Powers[i].Name != "" {
			set.Powers[i].Name = l.name("power", set.Powers[i].Name)
		}
	}
	set.Title = message.Message{ID: set.Title}.In(l.words)
	own.Setting = &set
	return &own
}

// smallest is the smallest factor by which a name that is longer than the English one is
// reduced.
const smallest = .72

// sheet returns the sheet of board b, which has names in the language. The
// parameter english is the same board with English names, and s is its sheet.
func (l *Language) sheet(s *sheet, english, b *board.Board) *sheet {
	switch {
	case l == nil:
		return s
	case s.schematic:
		return plainSheet(b)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sheets == nil {
		l.sheets = map[*sheet]*sheet{}
	}
	if l.sheets[s] == nil {
		l.sheets[s] = s.renamed(english, b)
	}
	return l.sheets[s]
}

// renamed returns the sheet with room for the names of a board in another language. Names are
// broken into at most as many lines as before, and are reduced in size if they are longer than
// the English ones, for which the chart has room.
func (s *sheet) renamed(english, b *board.Board) *sheet {
	own := *s
	own.areas = maps.Clone(s.areas)
	for i := range b.Areas {
		name, was := b.Areas[i].Name, english.Areas[i].Name
		sh := s.areas[b.Areas[i].Code]
		if sh == nil || name == was {
			continue
		}
		x := *sh
		room := utf8.RuneCountInString(was)
		if len(sh.lines) > 0 {
			room = longest(sh.lines)
			x.lines = broken(name, len(sh.lines))
		}
		needs := utf8.RuneCountInString(name)
		if len(x.lines) > 0 {
			needs = longest(x.lines)
		}
		if needs > room {
			x.size *= max(smallest, float64(room)/float64(needs))
		}
		if sh.fit > 0 {
			x.fit = min(sh.fit, .5*x.size*float64(needs))
		}
		own.areas[sh.code] = &x
	}
	return &own
}

// longest returns the length of the longest line, in characters.
func longest(lines []string) int {
	most := 0
	for _, l := range lines {
		most = max(most, utf8.RuneCountInString(l))
	}
	return most
}

// broken breaks a name between words into at most n lines, of which the longest
// is as short as possible.
func broken(name string, n int) []string {
	words := strings.Fields(name)
	if n <= 1 || len(words) <= 1 {
		return []string{name}
	}
	var best []string
	for first := 1; first <= len(words); first++ {
		lines := []string{strings.Join(words[:first], " ")}
		if first < len(words) {
			lines = append(lines, broken(strings.Join(words[first:], " "), n-1)...)
		}
		if best == nil || longest(lines) < longest(best) {
			best = lines
		}
	}
	return best
}
