package board

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/internal/tongue"
)

// Match is the area that a name stands for.
type Match struct {
	ID     ID
	Legacy bool // whether it is an ambiguous old abbreviation, so that a note is necessary
}

// names finds areas by name. It is a tree of letters in which every accepted
// name ends at a node. Spaces and the like are not letters but gaps, which may
// be written or left out.
type names struct {
	nodes []nameNode
	words []word
}

// word holds the letters of one accepted name, for suggestions.
type word struct {
	key     string
	id      ID
	foreign bool // whether the name is in another language
}

type nameNode struct {
	next [26]uint16 // child for each letter; 0 means none, as no edge leads to the root
	gaps gap
	m    Match // match of the name that ends here, if any
}

// gap is a set of the kinds of characters that may stand between two letters of
// a name.
type gap uint8

const (
	blankGap      gap = 1 << iota // spaces and dots
	hyphenGap                     // one hyphen, spaces or dots
	apostropheGap                 // an apostrophe or spaces
)

// index collects the names of all areas. It is an error if two areas share a
// name. The default abbreviation of an area is the first five letters of its
// name, or its code if another area has those.
func (c *compiler) index() *names {
	n := &names{nodes: make([]nameNode, 1, 2048)}
	for i := range c.f.Areas {
		a, id := &c.f.Areas[i], ID(i+1)
		for _, t := range a.names() {
			c.addName(n, t, Match{ID: id})
		}
		for _, t := range a.Legacy {
			c.addName(n, t, Match{ID: id, Legacy: true})
		}
	}
	for i := range c.f.Areas {
		a, area := &c.f.Areas[i], &c.b.Areas[i+1]
		if a.Abbr.S != "" || c.found.Failed() || len(n.nodes) > maxNodes {
			continue
		}
		area.Abbr = area.Name[:min(5, len(area.Name))]
		if at := n.add(area.Abbr); n.nodes[at].m.ID == None || n.nodes[at].m.ID == ID(i+1) {
			c.addName(n, source.Text{Pos: a.Name.Pos, S: area.Abbr}, Match{ID: ID(i + 1)})
		} else {
			c.warn(a.Name.Pos, "area %s: its abbreviation would be %s, which is %s; give it an abbr", area.Code, area.Abbr, c.b.Areas[n.nodes[at].m.ID].Name)
			area.Abbr = area.Code
		}
	}
	for i := range c.f.Areas {
		for _, name := range tongue.Names(tongue.Place, c.b.Areas[i+1].Name) {
			n.addForeign(name, ID(i+1))
		}
	}
	return n
}

// addForeign adds an area's name in another language of the pages. If another area of the board
// has the same name, the name stays with that area. If it is only an old abbreviation there, it
// now means this area, and Match.Legacy stays set, so that a note says how it was read.
func (n *names) addForeign(name string, id ID) {
	if len(name) > maxName || len(n.nodes)+len(name) > maxNodes {
		return
	}
	for _, r := range name {
		if _, ok := letter(byte(r)); (!ok || r > unicode.MaxASCII) && !strings.ContainsRune(" .-'", r) {
			return
		}
	}
	at := &n.nodes[n.add(name)]
	switch {
	case at.m.ID == None:
		at.m = Match{ID: id}
		n.words = append(n.words, word{key(name), id, true})
	case at.m.Legacy:
		at.m.ID = id
	}
}

// findable warns about names that Find does not recognise as the file spells them, because more
// than one gap stands between two letters. These are not errors, since boards of running games
// may have such names.
func (c *compiler) findable() {
	for i := range c.f.Areas {
		a, id := &c.f.Areas[i], ID(i+1)
		for _, t := range append(a.names(), a.Legacy...) {
			if t.S == "" {
				continue
			}
			if m, ok := c.b.Find(t.S); !ok || m.ID != id {
				c.warn(t.Pos, "area %s: orders with the name %q are not understood; a name must begin with a letter, and have only one hyphen or apostrophe, or blanks and dots, between two letters", c.b.Areas[id].Code, t.S)
			}
		}
	}
}

// addName adds one spelling, unless it is empty.
func (c *compiler) addName(n *names, name source.Text, m Match) {
	if name.S == "" {
		return
	}
	area := c.b.Areas[m.ID].Code
	if len(name.S) > maxName {
		c.fail(name.Pos, "area %s: the name %.20q... is longer than %d letters", area, name.S, maxName)
		return
	}
	for _, r := range name.S {
		if _, ok := letter(byte(r)); (!ok || r > unicode.MaxASCII) && !strings.ContainsRune(" .-'’", r) {
			c.fail(name.Pos, "area %s: the name %q may have plain letters, blanks, dots, hyphens and apostrophes only", area, name.S)
			return
		}
	}
	if len(n.nodes)+len(name.S) > maxNodes {
		c.fail(name.Pos, "area %s: too many names on this board", area)
		return
	}
	end := n.add(name.S)
	switch at := &n.nodes[end]; {
	case end == 0:
		c.fail(name.Pos, "area %s: the name %q has no letters", area, name.S)
	case at.m.ID == None:
		at.m = m
		n.words = append(n.words, word{key(name.S), m.ID, false})
	case at.m.ID != m.ID:
		c.fail(name.Pos, "area %s: the name %q belongs to %s too", area, name.S, c.b.Areas[at.m.ID].Code)
	}
}

// maxNodes limits the tree, whose nodes have 16-bit numbers, and leaves room
// for an abbreviation.
const maxNodes = 1<<16 - maxName - 1

// add adds the path of a name to the tree and returns the node at its end.
func (n *names) add(name string) uint16 {
	at := uint16(0)
	var pending gap
	for _, r := range name {
		switch r {
		case ' ', '.':
			pending |= blankGap
			continue
		case '-':
			pending |= blankGap | hyphenGap
			continue
		case '\'', '’':
			pending |= apostropheGap
			continue
		}
		if at != 0 {
			n.nodes[at].gaps |= pending
		}
		pending = 0
		l, _ := letter(byte(r))
		if n.nodes[at].next[l] == 0 {
			n.nodes[at].next[l] = uint16(len(n.nodes))
			n.nodes = append(n.nodes, nameNode{})
		}
		at = n.nodes[at].next[l]
	}
	return at
}

// key returns the letters of a name in lower case.
func key(name string) string {
	var out []byte
	for i := range len(name) {
		if l, ok := letter(name[i]); ok {
			out = append(out, 'a'+l)
		}
	}
	return string(out)
}

// letter returns the index of an ASCII letter in the alphabet, from 0, whether it is upper or
// lower case.
func letter(c byte) (byte, bool) {
	c |= 0x20
	return c - 'a', c >= 'a' && c <= 'z'
}

// Find returns the area that name stands for, which is a full name, a code, a printed
// abbreviation or another accepted spelling. Find ignores accents and does not distinguish upper
// and lower case. Spaces, dots, hyphens and apostrophes between the words of a name are optional.
// Names in the other languages of the pages are accepted, too. An abbreviated name is not
// accepted, even if it is unambiguous.
func (b *Board) Find(name string) (Match, bool) {
	name = strings.TrimRight(strings.TrimSpace(tongue.Fold(name)), ".")
	m, length, ok := b.FindPrefix(name)
	if !ok || length != len(name) {
		return Match{}, false
	}
	return m, true
}

// FindPrefix returns the longest name with which text begins, and its length in
// bytes. The name must end at the end of the text or before a character that is
// neither a letter nor a digit. FindPrefix does not allocate and accepts any
// bytes.
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

// shortest is the minimum number of letters of an abbreviation.
const shortest = 4

// Abbreviated returns the only area with a name that begins with the letters of word, which must
// have at least four (BOARD-16). Names in other languages count only if no other name begins that
// way. It is for words that FindPrefix does not recognise.
func (b *Board) Abbreviated(word string) (ID, bool) {
	word = strings.ToLower(word)
	if len(word) < shortest {
		return None, false
	}
	for _, foreign := range [...]bool{false, true} {
		found := None
		for _, w := range b.names.words {
			if w.foreign != foreign || !strings.HasPrefix(w.key, word) {
				continue
			}
			if found != None && found != w.id {
				return None, false
			}
			found = w.id
		}
		if found != None {
			return found, true
		}
	}
	return None, false
}

// skipGap returns the length of the gap at the beginning of text if its kind is
// among allowed, and otherwise 0.
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
