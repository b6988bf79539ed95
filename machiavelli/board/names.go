package board

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match is the area that a name stands for.
type Match struct {
	ID     ID
	Legacy bool // the name is an ambiguous old abbreviation: say how it was read
}

// names finds areas by name. It is a tree of letters in which every accepted
// name ends at a node; blanks and the like are not letters but gaps, allowed
// or left out where the name is written with one.
type names struct {
	nodes []nameNode
	words []word
}

// word is one accepted name, for suggestions: its letters only.
type word struct {
	key string
	id  ID
}

type nameNode struct {
	next [26]uint16 // child by letter; 0 is none, for no edge leads to the root
	gaps gap
	m    Match // of the name that ends here, if any
}

// gap tells what may stand between two letters of a name.
type gap uint8

const (
	blankGap      gap = 1 << iota // blanks or dots
	hyphenGap                     // one hyphen, blanks or dots
	apostropheGap                 // an apostrophe or a blank
)

// index collects the names of all areas; two areas may not share one.
func (c *compiler) index() *names {
	n := &names{nodes: make([]nameNode, 1, 2048)}
	for i := 1; i < len(c.b.Areas); i++ {
		a := &c.b.Areas[i]
		plain := append([]string{a.Name, a.Code, a.Abbr, a.Modern}, a.Aliases...)
		for _, s := range plain {
			c.addName(n, s, Match{ID: ID(i)})
		}
		for _, s := range a.Legacy {
			c.addName(n, s, Match{ID: ID(i), Legacy: true})
		}
	}
	return n
}

// addName enters one spelling; the empty one is left out.
func (c *compiler) addName(n *names, name string, m Match) {
	if name == "" {
		return
	}
	area := c.b.Areas[m.ID].Code
	at := uint16(0)
	var key []byte
	var pending gap
	for _, r := range name {
		switch {
		case r == ' ' || r == '.':
			pending |= blankGap
			continue
		case r == '-':
			pending |= blankGap | hyphenGap
			continue
		case r == '\'' || r == '’':
			pending |= apostropheGap
			continue
		}
		l, ok := letter(byte(r))
		if !ok || r > unicode.MaxASCII {
			c.fail("area %s: the name %q may have plain letters, blanks, dots, hyphens and apostrophes only", area, name)
			return
		}
		if at != 0 {
			n.nodes[at].gaps |= pending
		}
		pending = 0
		if n.nodes[at].next[l] == 0 {
			if len(n.nodes) >= 1<<16-1 {
				c.fail("area %s: too many names on this board", area)
				return
			}
			n.nodes[at].next[l] = uint16(len(n.nodes))
			n.nodes = append(n.nodes, nameNode{})
		}
		at = n.nodes[at].next[l]
		key = append(key, 'a'+l)
	}
	end := &n.nodes[at]
	switch {
	case at == 0:
		c.fail("area %s: the name %q has no letters", area, name)
	case end.m.ID == None:
		end.m = m
		n.words = append(n.words, word{string(key), m.ID})
	case end.m.ID != m.ID:
		c.fail("area %s: the name %q belongs to %s too", area, name, c.b.Areas[end.m.ID].Code)
	}
}

// letter is the number of an ASCII letter, in either case.
func letter(c byte) (byte, bool) {
	c |= 0x20
	return c - 'a', c >= 'a' && c <= 'z'
}

// Find gives the area that name stands for: its full name, code, printed
// abbreviation or another accepted spelling, in either case. Blanks, dots,
// hyphens and apostrophes between the words of a name may be written or left
// out. A beginning of a name is no name, not even one that could be no other.
func (b *Board) Find(name string) (Match, bool) {
	name = strings.TrimRight(strings.TrimSpace(name), ".")
	m, length, ok := b.FindPrefix(name)
	if !ok || length != len(name) {
		return Match{}, false
	}
	return m, true
}

// FindPrefix gives the longest name with which text begins, and its length in
// bytes. The name must end where a word ends: at the end of the text or before
// anything but a letter or a digit. It allocates nothing and takes any bytes.
func (b *Board) FindPrefix(text string) (m Match, length int, ok bool) {
	nodes := b.names.nodes
	at := uint16(0)
	for i := 0; i < len(text); {
		l, isLetter := letter(text[i])
		if !isLetter {
			gaps := nodes[at].gaps
			if gaps&blankGap != 0 && nodes[at].m.ID == None {
				gaps |= hyphenGap // "Gulf-of-Naples", but "Venice-Lagoon" is a move
			}
			n := skipGap(text[i:], gaps)
			if n == 0 || i+n >= len(text) {
				break
			}
			i += n
			if l, isLetter = letter(text[i]); !isLetter {
				break
			}
		}
		if at = nodes[at].next[l]; at == 0 {
			break
		}
		i++
		if nodes[at].m.ID != None && wordEnds(text[i:]) {
			m, length, ok = nodes[at].m, i, true
		}
	}
	return m, length, ok
}

// skipGap is the length of the gap of a kind in allowed with which text
// begins, or 0.
func skipGap(text string, allowed gap) int {
	if allowed == 0 {
		return 0
	}
	if allowed&apostropheGap != 0 {
		if text[0] == '\'' {
			return 1
		}
		if strings.HasPrefix(text, "’") {
			return len("’")
		}
	}
	if allowed&hyphenGap != 0 && text[0] == '-' {
		return 1
	}
	n := 0
	for n < len(text) {
		switch c := text[n]; {
		case c == ' ' || c == '\t' || c == '.' && allowed&blankGap != 0:
			n++
		case strings.HasPrefix(text[n:], "\u00a0"):
			n += len("\u00a0")
		default:
			return n
		}
	}
	return n
}

// wordEnds reports whether a word may end before rest.
func wordEnds(rest string) bool {
	if rest == "" {
		return true
	}
	if c := rest[0]; c < utf8.RuneSelf {
		_, isLetter := letter(c)
		return !isLetter && (c < '0' || c > '9') && c != '_'
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
