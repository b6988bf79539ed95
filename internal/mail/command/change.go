package command

import (
	"slices"
	"strings"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// Changer is a setting of a game or of its rules that follows SET.
type Changer interface {
	Command
	Change(to *Change)
}

// Change collects the effects of settings: options of the rules, the scenario and variant, and the
// way in which a game is run.
type Change struct {
	Rules   map[string]string
	Cast    lobby.Recasting
	Hosting hosting.Hosting

	Variant  string            // the chosen variant, as CREATE accepts it; empty if none is
	NotGiven string            // an option implied by a variant that cannot be switched off separately
	Remarks  []message.Message // remarks about surprising effects
	Err      error
}

// Setting is a setting that follows SET, with its words and its value.
type Setting struct {
	Words string // words of the setting, without NO
	On    bool   // whether it is switched on, or has a value
	Value string
}

// row describes a setting of a game: its syntax and its effect.
type row struct {
	Entry           // entry of the reference; empty if another row describes the setting
	words  []string // words of the setting, usual ones first; nil means those of Syntax and Also
	off    []string // words that switch it off, in addition to NO followed by its words
	read   func(*scanner) (string, *Error)
	parse  func(*scanner) (Command, *Error) // used instead of read by settings with a special grammar
	change func(to *Change, c Setting)      // nil if it changes nothing

	switches bool            // whether it can be switched off
	answer   message.Message // answer to a setting of older judges that this one does not need
	values   int             // number of words to skip after a setting that is not needed
}

// rows are all settings of games.
func rows() []row { return slices.Concat(clocks, hostings, unlisted(), pressings, rulings, olds) }

// changes holds the effects of settings, keyed by their usual words.
var changes = map[string]func(to *Change, c Setting){}

// addRows adds the parsers for game settings.
func addRows(add adder) {
	for _, r := range rows() {
		if r.change == nil && r.answer.IsZero() { // the row only describes the setting
			continue
		}
		words, no := r.words, r.switches || strings.HasPrefix(r.Syntax, "SET [NO] ")
		if words == nil {
			words = wordsOf(r.Entry)
		}
		usual := words[0]
		for _, w := range words {
			// w is one of several words for the setting's default
			if strings.Contains(r.Syntax, "|"+w) || r.Syntax == "SET "+w || r.words != nil && !r.answer.IsZero() {
				usual = w
			}
			changes[usual] = r.change
			add(r.parser(Setting{Words: usual, On: true}), w)
			if no {
				add(r.parser(Setting{Words: usual}), "NO "+w)
			}
		}
		for _, w := range r.off {
			add(r.parser(Setting{Words: usual}), w)
		}
	}
}

// wordsOf returns the words for a setting that its entry lists.
func wordsOf(e Entry) []string {
	var out []string
	for _, w := range append(strings.Split(strings.TrimPrefix(e.Syntax, "SET "), "|"), e.Also...) {
		parts := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(w, "SET "), "[NO] "))
		for i, part := range parts {
			if part != strings.ToUpper(part) || part[0] == '[' || part[0] == '.' {
				parts = parts[:i]
				break
			}
		}
		out = append(out, strings.Join(parts, " "))
	}
	return out
}

// parser returns the parser of the value after the words of a setting.
func (r row) parser(c Setting) func(*scanner) (Command, *Error) {
	if r.parse != nil {
		return r.parse
	}
	if !r.answer.IsZero() {
		return func(s *scanner) (Command, *Error) {
			for range r.values {
				s.item()
			}
			return Obsolete{"SET " + onOff(c.On, c.Words), r.answer}, nil
		}
	}
	return func(s *scanner) (Command, *Error) {
		c := c
		var err *Error
		if r.read != nil {
			c.Value, err = r.read(s)
		}
		return c, err
	}
}

func (c Setting) String() string { return joined("SET "+onOff(c.On, c.Words), c.Value) }

// Change applies the setting.
func (c Setting) Change(to *Change) { changes[c.Words](to, c) }

// Change sets the house rules.
func (c HouseRules) Change(to *Change) { to.Hosting.HouseRules = c.Text }

// pick returns a if first is true, and otherwise b.
func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// rule returns the effect of a setting that switches a rules option on or off.
func rule(name string) func(*Change, Setting) { return ruleAs("on", "off", name) }

// ruleAs returns the effect of a setting that sets rules options to one of two values.
func ruleAs(on, off string, names ...string) func(*Change, Setting) {
	return func(to *Change, c Setting) {
		for _, name := range names {
			to.Rules[name] = pick(c.On, on, off)
		}
	}
}

// press returns the effect of a setting that changes the rules of press.
func press(change func(*hosting.PressRules)) func(*Change, Setting) {
	return func(to *Change, _ Setting) { change(&to.Hosting.Press) }
}

func fakes(how string) func(*Change, Setting) {
	return press(func(p *hosting.PressRules) { p.Fakes = how })
}

func observers(which string) func(*Change, Setting) {
	return press(func(p *hosting.PressRules) { p.Observers = which })
}

// access adds an address to the list of people who may join, or of those who may not. An address
// with a hyphen before it is removed from the list instead.
func access(list *[]string, address string) {
	who, remove := strings.CutPrefix(strings.ToLower(address), "-")
	*list = slices.DeleteFunc(slices.Clone(*list), func(s string) bool { return strings.EqualFold(s, who) })
	if !remove {
		*list = append(*list, who)
	}
}

// setVariant chooses a variant, or switches GUNBOAT on and off.
func setVariant(to *Change, c Setting) {
	switch {
	case c.Value == "gunboat":
		to.Hosting.Gunboat = c.Words == "VARIANT"
	case c.Words == "VARIANT":
		to.Variant = c.Value
	default:
		to.NotGiven = c.Value
	}
}
