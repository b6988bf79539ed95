package correction

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// words reads a statement from left to right.
type words struct {
	e    *editor
	rest string
}

// word reads the next word, or "" at the end.
func (w *words) word() string {
	word, rest, _ := strings.Cut(w.rest, " ")
	w.rest = strings.TrimSpace(rest)
	return word
}

// peek returns the next word in lower case without reading it.
func (w *words) peek() string {
	word, _, _ := strings.Cut(w.rest, " ")
	return strings.ToLower(word)
}

// skip reads the next word if it is one of the given words. It reports whether it did.
func (w *words) skip(any ...string) bool {
	for _, x := range any {
		if w.peek() == x {
			w.word()
			return true
		}
	}
	return false
}

// choice reads the next word, which must be one of the given words.
func (w *words) choice(among ...string) (string, error) {
	got := strings.ToLower(w.word())
	for _, x := range among {
		if got == x {
			return x, nil
		}
	}
	if got == "" {
		return "", sentence(message.New("A word is missing; expected {words}.", listed(among)))
	}
	return "", sentence(message.New("{word} is not understood; expected {words}.", guess(got, among), listed(among)))
}

// sentence returns an error whose text is a message for players.
func sentence(m message.Message) error { return message.Error(m) }

// quoted returns text of a statement, in quotation marks.
func quoted(text string) message.Order { return message.Order(strconv.Quote(text)) }

// listed returns words of statements as a list for messages.
func listed(of []string) message.List {
	out := make([]message.Order, len(of))
	for i, w := range of {
		out[i] = message.Order(w)
	}
	return message.ListOf(message.Commas, out)
}

// guess quotes a word that was not understood. It suggests the word in among that was probably
// meant, if there is one.
func guess(word string, among []string) message.Message {
	if s := suggest.Closest(word, among); s != "" {
		return message.New("{word} (did you mean {name}?)", quoted(word), message.Order(s))
	}
	return message.New("{word}", quoted(word))
}

// power reads a power. A statement may give its id, name or adjective, the
// beginning of one of these, or its letter. If nobody is true, the word nobody
// is accepted, too.
func (w *words) power(nobody bool) (machiavelli.Power, error) {
	if nobody && w.skip("nobody", "none", "autonomous", "neutral") {
		return machiavelli.Nobody, nil
	}
	roster := w.e.p.Setting.Powers
	text := w.rest
	got := w.word()
	if got == "" {
		return 0, sentence(message.New("A power is missing; expected {words}.", w.powers(nobody)))
	}
	for p := machiavelli.Power(1); int(p) < len(roster); p++ { // some names consist of several words
		for _, name := range append([]string{roster[p].ID, roster[p].Name, roster[p].Adjective}, roster[p].Aliases...) {
			n := len(name)
			if n > len(got) && len(text) >= n && strings.EqualFold(text[:n], name) && (len(text) == n || text[n] == ' ') {
				w.rest = strings.TrimSpace(text[n:])
				return p, nil
			}
		}
	}
	if p, ok := roster.Find(strings.ToLower(got)); ok {
		return p, nil
	}
	if p, ok := roster.Match(got); ok {
		return p, nil
	}
	if len(got) == 1 {
		if p, ok := roster.ByLetter(got[0]); ok {
			return p, nil
		}
	}
	return 0, sentence(message.New("There is no power {name} in this game; expected {words}.", quoted(got), w.powers(nobody)))
}

// powers lists the ids of the powers and, if nobody is true, the word nobody.
func (w *words) powers(nobody bool) message.List {
	var ids []string
	for _, p := range w.e.p.Setting.Powers[1:] {
		ids = append(ids, p.ID)
	}
	if nobody {
		ids = append(ids, "nobody")
	}
	return listed(ids)
}

// place reads a place, with a coast if one follows it.
func (w *words) place() (board.Place, error) {
	b := w.e.p.Setting.Board
	if w.rest == "" {
		return board.Place{}, sentence(message.New("A place is missing."))
	}
	m, n, ok := b.FindPrefix(w.rest)
	if !ok {
		word := w.word()
		id, found := b.Abbreviated(strings.TrimRight(word, ",.:"))
		if !found {
			near := b.Suggest(word)
			if len(near) == 0 {
				return board.Place{}, sentence(message.New("There is no place {name} on this board.", quoted(word)))
			}
			names := listed(near)
			names.How = message.Or
			return board.Place{}, sentence(message.New("There is no place {name} on this board; did you mean {names}?", quoted(word), names))
		}
		if strings.HasSuffix(word, ",") {
			w.rest = ", " + w.rest
		}
		return board.Place{At: id, Coast: w.coast(id)}, nil
	}
	w.rest = strings.TrimSpace(w.rest[n:])
	return board.Place{At: m.ID, Coast: w.coast(m.ID)}, nil
}

// coast reads a coast after the name of an area that has several coasts. The
// coast may be written "/sc", "(sc)" or "sc".
func (w *words) coast(at board.ID) machiavelli.Coast {
	next := w.peek()
	text := strings.Trim(next, "/(),")
	marked := strings.HasPrefix(next, "/") || strings.HasPrefix(next, "(")
	if !marked && !w.e.p.Setting.Board.TwoCoast.Has(at) {
		return machiavelli.NoCoast
	}
	for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
		if text == c.Code() {
			w.word()
			if strings.HasSuffix(next, ",") {
				w.rest = ", " + w.rest
			}
			return c
		}
	}
	return machiavelli.NoCoast
}

// land reads a land province.
func (w *words) land() (board.ID, error) {
	at, err := w.place()
	if err == nil && !w.e.p.Setting.Board.Land.Has(at.At) {
		err = sentence(message.New("{Place} is not a land province.", w.e.place(at.At)))
	}
	return at.At, err
}

// country reads a home country.
func (w *words) country() (int, error) {
	got := w.word()
	var ids []string
	for i, c := range w.e.p.Setting.Countries {
		if strings.EqualFold(got, c.ID) || strings.EqualFold(got, c.Name) {
			return i, nil
		}
		ids = append(ids, c.ID)
	}
	for i, c := range w.e.p.Setting.Countries {
		if len(got) > 2 && strings.HasPrefix(strings.ToLower(c.Name), strings.ToLower(got)) {
			return i, nil
		}
	}
	return 0, sentence(message.New("There is no home country {name}; expected {words}.", quoted(got), listed(ids)))
}

// number reads a whole number from low to high.
func (w *words) number(what message.Message, low, high int) (int, error) {
	got := w.word()
	n, err := strconv.Atoi(got)
	if err != nil || n < low || n > high {
		return 0, sentence(message.New("{What} must be a whole number from {low} to {high}, not {text}.", what, message.Number(low), message.Number(high), quoted(got)))
	}
	return n, nil
}

// yes reads yes, no, or another word with one of these meanings. At the end of
// the statement it returns true.
func (w *words) yes() (bool, error) {
	switch got := strings.ToLower(w.word()); got {
	case "", "yes", "on", "true":
		return true, nil
	case "no", "off", "false", "none":
		return false, nil
	default:
		return false, sentence(message.New("{word} is neither {yes} nor {no}.", quoted(got), message.Order("yes"), message.Order("no")))
	}
}

// campaign reads a campaign, such as "summer 1456".
func (w *words) campaign() (machiavelli.Season, int, error) {
	w.skip("due", "in")
	season, year := w.word(), w.word()
	ph, err := machiavelli.ParsePhase(season + " " + year + " orders")
	if err != nil {
		return 0, 0, sentence(message.New("{text} is not a campaign; expected a season and a year, as in {example}.", quoted(strings.TrimSpace(season+" "+year)), quoted("summer 1456")))
	}
	return ph.Season, ph.Year, nil
}

// unitType reads the letter or the name of a unit type.
func (w *words) unitType() (machiavelli.UnitType, error) {
	got := w.peek()
	if got == "armoured" {
		w.word()
		if w.skip("cavalry") {
			return machiavelli.ArmouredCavalry, nil
		}
	}
	for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
		if strings.EqualFold(got, t.Letter()) || got == t.String() {
			w.word()
			return t, nil
		}
	}
	if got == "" {
		return 0, sentence(message.New("A unit is missing; expected one such as {example}.", quoted("A Pavia")))
	}
	return 0, sentence(message.New("{word} is not a type of unit; expected {army} (army), {fleet} (fleet) or {garrison} (garrison).", quoted(got), message.Order("A"), message.Order("F"), message.Order("G")))
}

// quality reads an optional quality.
func (w *words) quality() (machiavelli.Quality, bool) {
	for q := machiavelli.Militia; q <= machiavelli.Professional; q++ {
		if w.skip(q.String()) {
			return q, true
		}
	}
	return machiavelli.Ordinary, w.skip("ordinary")
}
