package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// A condition is a text such as "money=on bribe-tie=die-toss". It consists of
// clauses that must all hold. A clause with "=" names an option and the values
// that it may have, separated by slashes. A clause with "!=" names values that
// the option must not have. Other clauses, such as "@straits" and "!@straits",
// name a fact that must or must not be true. Facts concern the board or several
// options. The empty condition always holds.

// clause is a part of a condition.
type clause struct {
	name   string        // name of the option, or name of the fact without "@"
	option *rules.Option // nil for a fact
	fact   fact
	not    bool
	values []string
}

// parseCondition parses a condition. For an unknown name it returns a clause
// with neither option nor fact, which a test detects.
func parseCondition(condition string) []clause {
	var out []clause
	for _, f := range strings.Fields(condition) {
		name, not := strings.CutPrefix(f, "!@")
		if !not {
			var ok bool
			if name, ok = strings.CutPrefix(f, "@"); !ok {
				out = append(out, parseChoice(f))
				continue
			}
		}
		out = append(out, clause{name: name, fact: facts[name], not: not})
	}
	return out
}

// parseChoice parses a clause about an option.
func parseChoice(text string) clause {
	name, values, _ := strings.Cut(text, "=")
	name, not := strings.CutSuffix(name, "!")
	o, _ := rules.Find(name)
	return clause{name: name, option: o, not: not, values: strings.Split(values, "/")}
}

// all reports whether all clauses of a condition hold in the game.
func (g *game) all(condition []clause) bool {
	for i := range condition {
		c := &condition[i]
		var yes bool
		if c.option != nil {
			yes = slices.Contains(c.values, c.option.Get(g.rules))
		} else {
			yes = c.fact.holds(g)
		}
		if yes == c.not {
			return false
		}
	}
	return true
}

// holds reports whether a condition holds in the game.
func (g *game) holds(condition string) bool { return g.all(parseCondition(condition)) }

// fact is a property of a game that conditions can ask for.
type fact struct {
	holds   func(*game) bool
	options []string // options that it depends on, besides the board
}

// extras are the optional rules that a game can do without.
var extras = func() (names []string) {
	for _, o := range rules.Options {
		if o.Group == rules.ExtraGroup && slices.ContainsFunc(o.Values, func(v rules.Value) bool { return v.Name == "off" }) {
			names = append(names, o.Name)
		}
	}
	return names
}()

var facts = map[string]fact{
	"two-coasts": {holds: func(g *game) bool { return !g.board.TwoCoast.Empty() }},
	"forts":      {func(g *game) bool { return g.rules.Garrisons && !g.board.Fortified.Empty() }, []string{"garrisons"}},
	"fortresses": {
		func(g *game) bool {
			return g.rules.Garrisons && !g.board.Fortresses.Empty() && g.rules.Fortresses != rules.FortressesOff
		},
		[]string{"garrisons", "fortresses"},
	},
	"straits": {
		func(g *game) bool { return len(g.board.Straits) > 0 && g.rules.Straits != rules.NoStraits },
		[]string{"straits"},
	},
	"piombino": {
		func(g *game) bool { return len(g.board.Straits) > 1 && g.rules.Straits == rules.PiombinoAndMessina },
		[]string{"straits"},
	},
	"venice": {
		func(g *game) bool {
			return g.board.Venice != board.None && g.rules.VeniceModel == rules.VeniceSingleSpace
		},
		[]string{"venice-model"},
	},
	"venice-at-sea": {
		func(g *game) bool {
			return g.board.Venice != board.None && g.rules.VeniceModel == rules.VeniceSeaWithCity
		},
		[]string{"venice-model"},
	},
	"italy":    {holds: func(g *game) bool { return g.board.Venice != board.None }},
	"old":      {holds: func(g *game) bool { return g.board.Slug == "italy-1978" }},
	"variable": {holds: func(g *game) bool { return len(g.setting.Dice) > 0 }},
	"disasters": {
		func(g *game) bool { return g.rules.Famine || g.rules.Plague || g.rules.Storms },
		[]string{"famine", "plague", "storms"},
	},
	"famine-somehow": {
		func(g *game) bool { return g.rules.Famine || g.rules.CauseFamine != rules.NoCausedFamine },
		[]string{"famine", "cause-famine"},
	},
	"few-differ": {
		func(g *game) bool { return g.rules.CitiesNeeded(4) != g.rules.CitiesNeeded(5) },
		[]string{"victory-cities", "victory-cities-few-players"},
	},
	"wide-nearness": {
		func(g *game) bool { return g.rules.CounterBribeAdjacency && g.rules.ProvinceExpenseAdjacency },
		[]string{"counter-bribe-adjacency", "province-expense-adjacency"},
	},
	"extras": {
		func(g *game) bool {
			return slices.ContainsFunc(extras, func(name string) bool {
				o, _ := rules.Find(name)
				return o.Get(g.rules) != "off"
			})
		},
		extras,
	},
}

// A text may contain alternatives. The words in {condition: words} are left out if the condition
// does not hold. With {condition: words | others} the others replace them in this case. {=option}
// stands for the option's value, with numbers up to twelve as words. {=@name} stands for the
// entry of the map words with that name. Alternatives may be nested. Adjacent words are separated
// by a space, and adjacent spaces are merged.

// piece is a part of a text. It is plain text, a choice, or a value.
type piece struct {
	plain       string
	condition   []clause // condition of a choice
	then, other []piece
	value       *rules.Option
	word        func(*game) string
	kind        pieceKind
}

type pieceKind uint8

const (
	plainPiece pieceKind = iota
	choicePiece
	valuePiece
	wordPiece
)

// parseText parses a text. It returns an error if a brace is not closed.
// Unknown names are left to check.
func parseText(text string) ([]piece, error) {
	var out []piece
	for text != "" {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			return append(out, piece{plain: text}), nil
		}
		if open > 0 {
			out = append(out, piece{plain: text[:open]})
		}
		end := closing(text, open)
		if end < 0 {
			return nil, fmt.Errorf("a brace stays open in %q", text)
		}
		p, err := parsePiece(text[open+1 : end])
		if err != nil {
			return nil, err
		}
		out = append(out, p)
		text = text[end+1:]
	}
	return out, nil
}

// mustParse parses a text of the program.
func mustParse(text string) []piece {
	out, err := parseText(text)
	if err != nil {
		panic("rulebook: " + err.Error()) // cannot happen, since a test reads all chapters
	}
	return out
}

// parsePiece parses the text between braces.
func parsePiece(inside string) (piece, error) {
	if name, ok := strings.CutPrefix(inside, "=@"); ok {
		return piece{kind: wordPiece, word: words[name], plain: name}, nil
	}
	if name, ok := strings.CutPrefix(inside, "="); ok {
		o, _ := rules.Find(name)
		return piece{kind: valuePiece, value: o, plain: name}, nil
	}
	condition, rest, _ := strings.Cut(inside, ":")
	one, two := halves(rest)
	then, err := parseText(strings.TrimSpace(one))
	if err != nil {
		return piece{}, err
	}
	other, err := parseText(strings.TrimSpace(two))
	return piece{kind: choicePiece, condition: parseCondition(condition), then: then, other: other}, err
}

// check returns an error if pieces name options, values, facts or words that do
// not exist.
func check(pieces []piece) error {
	for i := range pieces {
		p := &pieces[i]
		if p.kind == valuePiece && p.value == nil || p.kind == wordPiece && p.word == nil {
			return fmt.Errorf("nothing is called %q", p.plain)
		}
		for j := range p.condition {
			if err := p.condition[j].check(); err != nil {
				return err
			}
		}
		if err := check(p.then); err != nil {
			return err
		}
		if err := check(p.other); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error if the clause names something that does not exist.
func (c *clause) check() error {
	if c.option == nil {
		if c.fact.holds == nil {
			return fmt.Errorf("there is no fact or option %q", c.name)
		}
		return nil
	}
	for _, v := range c.values {
		var s rules.Set
		if err := s.Apply(c.name, v); err != nil {
			return err
		}
		if s.Value(c.name) != v {
			return fmt.Errorf("%s has no value %q", c.name, v)
		}
	}
	return nil
}

// Check returns an error if a text with alternatives, such as a translation,
// cannot be read or depends on something that does not exist.
func Check(text string) error {
	pieces, err := parseText(text)
	if err != nil {
		return err
	}
	return check(pieces)
}

// translations maps the text of each translation to its parsed form, or to nil
// if Check refuses it.
var translations sync.Map

// translation returns a parsed translation. The second result is false if the
// translation cannot be used.
func translation(text string) ([]piece, bool) {
	if p, ok := translations.Load(text); ok {
		pieces := p.([]piece)
		return pieces, pieces != nil
	}
	pieces, err := parseText(text)
	if err == nil {
		err = check(pieces)
	}
	if err != nil {
		pieces = nil
	}
	translations.Store(text, pieces)
	return pieces, err == nil
}

// text returns a paragraph in the language of the book. If it has no translation, all of it is
// English, including names and numbers.
func (g *game) text(p *readParagraph) string {
	in, pieces := *g, p.text
	if l, ok := g.lang.(message.Partial); ok {
		in.lang = l.For(p.said)
	}
	if said := in.lang.Pattern("", p.said, "", 0); said != p.said {
		var ok bool
		if pieces, ok = translation(said); !ok {
			in.lang, pieces = message.English, p.text
		}
	}
	return strings.TrimSpace(in.fill(pieces))
}

// fill assembles the text of a game.
func (g *game) fill(pieces []piece) string {
	out := ""
	for i := range pieces {
		p := &pieces[i]
		switch {
		case p.kind == valuePiece:
			out = join(out, g.number(p.value.Get(g.rules)))
		case p.kind == wordPiece:
			out = join(out, p.word(g))
		case p.kind == plainPiece:
			out = join(out, p.plain)
		case g.all(p.condition):
			out = join(out, g.fill(p.then))
		default:
			out = join(out, g.fill(p.other))
		}
	}
	return out
}

// join joins two pieces of text.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	first, _ := utf8.DecodeRuneInString(b)
	last, _ := utf8.DecodeLastRuneInString(a)
	switch {
	case last == ' ' && strings.ContainsRune(" ,.;:)", first):
		return join(strings.TrimRight(a, " "), b)
	case last == ' ' || last == '(':
		return a + strings.TrimLeft(b, " ")
	case unicode.IsLetter(first) || unicode.IsDigit(first) || strings.ContainsRune("(*\"«„¿¡", first):
		return a + " " + b
	}
	return a + b
}

// closing returns the index of the brace that closes the one at text[open], or
// -1.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// halves splits a text such as "words | others" at the bar that is not inside
// braces.
func halves(text string) (then, other string) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '|':
			if depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

var small = [...]message.Message{
	message.New("none"), message.New("one"), message.New("two"), message.New("three"), message.New("four"), message.New("five"),
	message.New("six"), message.New("seven"), message.New("eight"), message.New("nine"), message.New("ten"), message.New("eleven"), message.New("twelve"),
}

// number returns a number up to twelve as a word, and other texts unchanged.
func (g *game) number(text string) string {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < len(small) {
		return g.say(small[n])
	}
	return text
}
