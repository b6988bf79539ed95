package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Reader reads orders from the sentences of results that Does, Came, Outcome and Sentence write
// in one language. It is not safe for concurrent use.
type Reader struct {
	s       *position.Setting
	l       message.Language
	sayings map[sayingKey][]said
}

// NewReader returns a reader for a setting and a language.
func NewReader(s *position.Setting, l message.Language) *Reader {
	return &Reader{s, l, map[sayingKey][]said{}}
}

// said is a text of the language with its equivalent in the order language.
type said struct{ text, order string }

type sayingKey struct{ kind, form string }

// deeds lists the patterns of Does and similar ones, with their equivalents in
// the order language.
var deeds = []struct{ pattern, order string }{
	{"holds", "{unit} H"},
	{"advances to {to:name} by way of {route:name}", "{unit} - {route} - {to}"},
	{"advances to {to:name} by convoy", "{unit} - {to} via convoy"},
	{"advances to {to:name}", "{unit} - {to}"},
	{"supports {unit} into {to:name}", "{unit} S {other} - {to}"},
	{"supports {unit} in coming out", "{unit} S {other} C"},
	{"supports the units of {power} in {to:name}", "{unit} S {to} ({power})"},
	{"supports the autonomous units in {to:name}", "{unit} S {to} (autonomous)"},
	{"supports {unit}", "{unit} S {other}"},
	{"carries {unit} to {to:name}", "{unit} T {other} - {to}"},
	{"converts to {type:a}", "{unit} C {type}"},
	{"besieges the city", "{unit} B"},
	{"lifts the siege", "{unit} L"},
	{"disbands", "{unit} D"},
	{"retreats into the city", "{unit} C G"},
	{"retreats to {to:name}", "{unit} - {to}"},
	{"travels to {to:name}", "{unit} transfer {to}"},
	{"is removed", "R {unit}"},
	{"is kept", "M {unit}"},
}

// sentences lists the patterns for retreats, winter orders, payments and gifts
// of chits, with their equivalents in the order language. The receiver of a
// payment or chit is a power, unlike the destination in the slot "to".
var sentences = []struct{ pattern, order string }{
	{"{unit} retreats into the city", "{unit} C G"},
	{"{unit} retreats to {to}", "{unit} - {to}"},
	{"{unit} disbands", "{unit} D"},
	{"{Power} {power?pl:build|builds} {type:a} in {place}.", "{power}: B {type} {place}"},
	{"{Power} {power?pl:remove|removes} the {type} in {place}.", "{power}: R {type} {place}"},
	{"{Power} {power?pl:maintain|maintains} the {type} in {place}.", "{power}: M {type} {place}"},
	{"{Power} {power?pl:give|gives} up a build.", "{power}: W"},
	{"{Power} {power?pl:pay|pays} {sum} to the bank.", "{power}: Pay {sum} to bank"},
	{"{Power} {power?pl:pay|pays} {sum} to {to}.", "{power}: Pay {sum} to {receiver}"},
	{"{Power} {power?pl:give|gives} {to} an assassination chit against {victim}.", "{power}: Give {victim} chit to {receiver}"},
}

// spendings lists the patterns for expenses. Each can contain any pattern in purposes.
var spendings = []string{
	"{Power} {power?pl:spend|spends} {sum}, of which {counted:n} count, {purpose}.",
	"{Power} {power?pl:spend|spends} {sum} {purpose}.",
	"{power} {power?pl:spend|spends} {sum}, of which {counted:n} count, without effect {purpose}",
	"{power} {power?pl:spend|spends} {sum} without effect {purpose}",
}

// purposes lists the patterns for the purposes of expenses, with their equivalents in the order
// language. The ruler who is to be murdered is the "victim", not the power that pays.
var purposes = []struct{ pattern, order string }{
	{"to relieve the famine in {place:name}", "Famine Relief {place}"},
	{"to pacify {place:name}", "Pacify Rebellion {place}"},
	{"to keep {unit} loyal", "Counter-Bribe {unit}"},
	{"to have {unit} disbanded", "Disband {unit}"},
	{"to buy {unit}", "Buy {unit}"},
	{"to make {unit} autonomous", "To Autonomous {unit}"},
	{"to stir up a rebellion in {place:name}", "Cause Rebellion {place}"},
	{"to have the ruler of {power} assassinated", "Assassinate {victim}"},
	{"to cause a famine in {place:name}", "Cause Famine {place}"},
	{"to bring the plague to {place:name}", "Cause Plague {place}"},
	{"to rid {place:name} of the plague", "Relieve Plague {place}"},
	{"to order {unit} about", "Order {unit}"},
	{"to ransom the garrison of {place:name}", "Ransom {place}"},
}

// loans lists the patterns for loans. The sum that is due determines the duration of the loan.
var loans = []string{
	"{Power} {power?pl:borrow|borrows} {sum} of the {asked:n} asked for; {due}.",
	"{Power} {power?pl:borrow|borrows} {sum}; {due}.",
}

// Order translates the order in a line of results into the order language. The power's name
// precedes the order if the line names the power. The result ok is false for lines without an
// order.
func (r *Reader) Order(line string) (text string, ok bool) {
	line = strings.TrimSpace(line)
	power := ""
	if name, rest, found := strings.Cut(line, ":"); found {
		if p, named := r.s.Powers.Named(name); named {
			power, line = r.s.Powers[p].Name+": ", strings.TrimSpace(rest)
		}
	}
	subject := r.pattern("{unit:title} {does}")
	for _, d := range deeds {
		pattern := r.pattern(d.pattern)
		if !hints(pattern, line) {
			continue
		}
		pattern = strings.ReplaceAll(pattern, "{unit", "{other")
		if got, ok := r.match(strings.Replace(subject, "{does}", pattern, 1), line, "title", ended); ok {
			return power + fill(d.order, got), true
		}
	}
	for _, d := range sentences {
		pattern := r.pattern(d.pattern)
		if strings.Contains(d.order, "{receiver}") {
			pattern = strings.ReplaceAll(pattern, "{to", "{receiver")
		}
		if !hints(pattern, line) {
			continue
		}
		if got, ok := r.match(strings.TrimSuffix(pattern, "."), line, "", ended); ok {
			return power + fill(d.order, got), true
		}
	}
	text, ok = r.money(line)
	return power + text, ok
}

// money reads a line about an expense or a loan.
func (r *Reader) money(line string) (text string, ok bool) {
	for _, spends := range spendings {
		spends = strings.TrimSuffix(r.pattern(spends), ".")
		for _, x := range purposes {
			purpose := strings.ReplaceAll(r.pattern(x.pattern), "{power", "{victim")
			pattern := strings.Replace(spends, "{purpose}", purpose, 1)
			if !hints(pattern, line) {
				continue
			}
			if got, ok := r.match(pattern, line, "", ended); ok {
				return fill("{power}: E: {sum}d, "+x.order, got), true
			}
		}
	}
	due := strings.ReplaceAll(r.pattern("{sum} are due in {when}"), "{sum", "{owed")
	for _, borrows := range loans {
		pattern := strings.TrimSuffix(strings.Replace(r.pattern(borrows), "{due}", due, 1), ".")
		if got, ok := r.match(pattern, line, "", ended); ok {
			years := "1 year"
			sum, _ := strconv.Atoi(got["sum"]) // slots of amounts hold digits
			// an interest of one half means two years, and one fifth means one year
			if owed, _ := strconv.Atoi(got["owed"]); (owed-sum)*5 >= 2*sum {
				years = "2 years"
			}
			if got["asked"] == "" {
				got["asked"] = got["sum"]
			}
			return fill("{power}: Borrow {asked} ducats for "+years, got), true
		}
	}
	return "", false
}

func (r *Reader) pattern(id string) string { return r.l.Pattern("", id, "", 0) }

// ended reports whether an order may end before the text rest. It may if rest is empty or begins
// with punctuation, which ends the sentence or introduces the result.
func ended(rest string) bool { return rest == "" || strings.ContainsAny(rest[:1], ".,:;(") }

// hints reports whether a line contains the literal texts of a pattern.
func hints(pattern, line string) bool {
	line = strings.ToLower(line)
	for rest := pattern; rest != ""; {
		text, slot, found := strings.Cut(rest, "{")
		if !strings.Contains(line, strings.ToLower(strings.TrimRight(strings.TrimSpace(text), "."))) {
			return false
		}
		if !found {
			break
		}
		_, rest, _ = strings.Cut(slot, "}")
	}
	return true
}

// fill puts values into a text of the order language.
func fill(text string, values map[string]string) string {
	for name, v := range values {
		text = strings.ReplaceAll(text, "{"+name+"}", v)
	}
	return text
}

// match reads a text by a pattern and returns the contents of its slots in the order language.
// The parameter form is the form for slots that take the form of the whole. The function end
// decides whether the text may end where the pattern does.
func (r *Reader) match(pattern, text, form string, end func(rest string) bool) (map[string]string, bool) {
	got := map[string]string{}
	return got, r.walk(pattern, text, form, got, end)
}

// walk matches a pattern, trying every reading of each slot.
func (r *Reader) walk(pattern, text, form string, got map[string]string, end func(rest string) bool) bool {
	literal, slot, found := strings.Cut(pattern, "{")
	text, ok := cutFold(text, literal)
	switch {
	case !ok:
		return false
	case !found:
		return end(text)
	}
	body, rest, _ := strings.Cut(slot, "}")
	if name, options, choice := strings.Cut(body, "?"); choice && name != "" {
		for option := range strings.SplitSeq(options, "|") {
			if _, word, bound := strings.Cut(option, ":"); bound {
				option = word
			}
			if after, ok := cutFold(text, option); ok && r.walk(rest, after, form, got, end) {
				return true
			}
		}
		return false
	}
	name, want, _ := strings.Cut(body, ":")
	want = strings.Replace(want, "*", form, 1)
	want, _, agrees := strings.Cut(want, "/")
	name = strings.ToLower(name)
	next := func(order, after string) bool {
		was, had := got[name]
		got[name] = order
		if r.walk(rest, after, form, got, end) {
			return true
		}
		if delete(got, name); had {
			got[name] = was
		}
		return false
	}
	return r.slot(name, want, text, next) || agrees && r.slot(name, want+".f", text, next)
}

// slot tries the readings of a slot at the beginning of a text.
func (r *Reader) slot(name, form, text string, next func(order, rest string) bool) bool {
	switch name {
	case "unit", "other":
		return r.unit(name, form, text, next)
	case "route":
		return r.route(form, text, "", next)
	case "to", "place":
		name = "place"
	case "owner", "receiver", "victim":
		name = "power"
	case "sum", "owed":
		return amount(text, next)
	case "counted", "asked":
		rest := strings.TrimLeft(text, "0123456789")
		return rest != text && next(text[:len(text)-len(rest)], rest)
	case "when": // any words
		for i, c := range text + "." {
			if (c == ' ' || c == '.') && next("", text[i:]) {
				return true
			}
		}
		return false
	}
	for _, s := range r.said(name, form) {
		if rest, ok := cutFold(text, s.text); ok && next(s.order, rest) {
			return true
		}
	}
	return false
}

// amount reads a number of ducats.
func amount(text string, next func(order, rest string) bool) bool {
	behind := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(behind)]
	word := strings.TrimLeft(behind, " \u00a0")
	rest := strings.TrimLeftFunc(word, unicode.IsLetter)
	return number != "" && rest != word && next(number, rest)
}

// unit reads a unit, either as in a table or with the name of its power or
// without it.
func (r *Reader) unit(name, form, text string, next func(order, rest string) bool) bool {
	patterns := []string{"the {owner:adj} {type} in {place}", "the autonomous {type} in {place}", "the {type} of {owner} in {place}"}
	switch {
	case name == "other":
		patterns = []string{"the {type} in {place:name}"}
	case form == "title":
		patterns = []string{"{type:title} {place:name}"}
	}
	for _, id := range patterns {
		got := map[string]string{}
		if r.walk(r.pattern(id), text, form, got, func(rest string) bool {
			order := got["place"]
			if t := got["type"]; t != "" {
				order = t + " " + order
			}
			return next(order, rest)
		}) {
			return true
		}
	}
	return false
}

// route reads the places of a route, which are separated by commas.
func (r *Reader) route(form, text, before string, next func(order, rest string) bool) bool {
	for _, s := range r.said("place", form) {
		rest, ok := cutFold(text, s.text)
		if !ok {
			continue
		}
		if more, comma := strings.CutPrefix(rest, ", "); comma && r.route(form, more, before+s.order+" - ", next) || next(before+s.order, rest) {
			return true
		}
	}
	return false
}

// cutFold removes a beginning from a text, ignoring case.
func cutFold(text, beginning string) (rest string, ok bool) {
	if len(text) < len(beginning) || !strings.EqualFold(text[:len(beginning)], beginning) {
		return text, false
	}
	return text[len(beginning):], true
}

// said returns all nouns of a kind in one form. The longest come first.
func (r *Reader) said(kind, form string) []said {
	k := sayingKey{kind, form}
	if found, ok := r.sayings[k]; ok {
		return found
	}
	var out []said
	add := func(n message.Noun, order string) string {
		text := r.l.Noun(n, form).Text
		if text != "" {
			out = append(out, said{text, order})
		}
		return text
	}
	switch kind {
	case "place":
		for id := board.ID(1); int(id) < len(r.s.Board.Areas); id++ {
			a := &r.s.Board.Areas[id]
			place := add(message.Noun{Kind: "place", Name: a.Name, Sea: a.Sea}, a.Name)
			for _, c := range a.Coasts {
				coast := r.l.Noun(message.Noun{Kind: "coast", Name: c.String()}, "").Text
				out = append(out, said{fill(r.pattern("{place} ({coast})"), map[string]string{"place": place, "coast": coast}), a.Name + "/" + c.Code()})
			}
		}
	case "power":
		for p := range r.s.Powers {
			info := &r.s.Powers[p]
			add(message.Noun{Kind: "power", Name: info.Name, Adjective: info.Adjective}, info.Name)
		}
	case "type":
		for _, t := range [...]machiavelli.UnitType{machiavelli.NoType, machiavelli.Army, machiavelli.Fleet, machiavelli.Garrison, machiavelli.Cavalry, machiavelli.ArmouredCavalry} {
			for _, q := range [...]machiavelli.Quality{machiavelli.Ordinary, machiavelli.Militia, machiavelli.Mercenary, machiavelli.Professional} {
				text := t.Letter()
				switch {
				case t == machiavelli.NoType:
					text = ""
				case q != machiavelli.Ordinary:
					text = q.String() + " " + t.String()
				}
				add(message.Noun{Kind: "unit", Name: string(message.KindOf(t, q))}, text)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y said) int { return len(y.text) - len(x.text) })
	r.sayings[k] = out
	return out
}

// ReadOrder translates a line of results in the language of any of the readers into the order
// language, if it contains an order.
func ReadOrder(readers []*Reader, line string, c *order.Context) (o order.Order, notes []order.Note, ok bool) {
	for _, r := range readers {
		text, found := r.Order(line)
		if !found {
			continue
		}
		if o, notes, err := order.ParseOne(text, c); err == nil {
			return o, notes, true
		}
	}
	return order.Order{}, nil, false
}
