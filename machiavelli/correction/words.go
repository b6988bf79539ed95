package correction

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
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

// skip reads the next word if it is one of those, and reports whether it was.
func (w *words) skip(any ...string) bool {
	for _, x := range any {
		if w.peek() == x {
			w.word()
			return true
		}
	}
	return false
}

// choice reads the next word, which must be one of those.
func (w *words) choice(among ...string) (string, error) {
	got := strings.ToLower(w.word())
	for _, x := range among {
		if got == x {
			return x, nil
		}
	}
	if got == "" {
		return "", sentence("A word is missing; expected %s.", strings.Join(among, ", "))
	}
	return "", sentence("%q is not understood%s; expected %s.", got, didYouMean(got, among), strings.Join(among, ", "))
}

// sentence returns an error written for players.
func sentence(format string, args ...any) error { return fmt.Errorf(format, args...) }

// power reads a power: its id, name, adjective, the beginning of one of these,
// or its letter; or nobody, if that is allowed.
func (w *words) power(nobody bool) (machiavelli.Power, error) {
	if nobody && w.skip("nobody", "none", "autonomous", "neutral") {
		return machiavelli.Nobody, nil
	}
	roster := w.e.p.Setting.Powers
	text := w.rest
	got := w.word()
	if got == "" {
		return 0, sentence("A power is missing; expected %s.", w.powers(nobody))
	}
	for p := machiavelli.Power(1); int(p) < len(roster); p++ { // names of several words
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
	return 0, sentence("There is no power %q in this game; expected %s.", got, w.powers(nobody))
}

// powers lists the powers.
func (w *words) powers(nobody bool) string {
	var ids []string
	for _, p := range w.e.p.Setting.Powers[1:] {
		ids = append(ids, p.ID)
	}
	if nobody {
		ids = append(ids, "nobody")
	}
	return strings.Join(ids, ", ")
}

// place reads a place, with a coast if one follows it.
func (w *words) place() (board.Place, error) {
	b := w.e.p.Setting.Board
	if w.rest == "" {
		return board.Place{}, sentence("A place is missing.")
	}
	m, n, ok := b.FindPrefix(w.rest)
	if !ok {
		word := w.word()
		id, found := b.Abbreviated(strings.TrimRight(word, ",.:"))
		if !found {
			hint := ""
			if s := b.Suggest(word); len(s) > 0 {
				hint = "; did you mean " + strings.Join(s, " or ") + "?"
			} else {
				hint = "."
			}
			return board.Place{}, sentence("There is no place %q on this board%s", word, hint)
		}
		if strings.HasSuffix(word, ",") {
			w.rest = ", " + w.rest
		}
		return board.Place{At: id, Coast: w.coast(id)}, nil
	}
	w.rest = strings.TrimSpace(w.rest[n:])
	return board.Place{At: m.ID, Coast: w.coast(m.ID)}, nil
}

// coast reads a coast after the name of an area that has several: "/sc", "(sc)"
// or "sc".
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
		err = sentence("%s is no land province.", w.e.area(at.At))
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
	return 0, sentence("There is no home country %q; expected %s.", got, strings.Join(ids, ", "))
}

// number reads a whole number from low to high.
func (w *words) number(what string, low, high int) (int, error) {
	got := w.word()
	n, err := strconv.Atoi(got)
	if err != nil || n < low || n > high {
		return 0, sentence("%s must be a whole number from %d to %d, not %q.", what, low, high, got)
	}
	return n, nil
}

// yes reads yes or no; the default is yes.
func (w *words) yes() (bool, error) {
	switch got := strings.ToLower(w.word()); got {
	case "", "yes", "on", "true":
		return true, nil
	case "no", "off", "false", "none":
		return false, nil
	default:
		return false, sentence("%q is neither yes nor no.", got)
	}
}

// campaign reads a campaign: "summer 1456".
func (w *words) campaign() (machiavelli.Season, int, error) {
	w.skip("due", "in")
	season, year := w.word(), w.word()
	ph, err := machiavelli.ParsePhase(season + " " + year + " orders")
	if err != nil {
		return 0, 0, sentence("%q is no campaign; expected a season and a year, as in \"summer 1456\".", strings.TrimSpace(season+" "+year))
	}
	return ph.Season, ph.Year, nil
}

// unitType reads a unit type: its letter or its name.
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
		return 0, sentence("A unit is missing; expected one such as \"A Pavia\".")
	}
	return 0, sentence("%q is no type of unit; expected A (army), F (fleet) or G (garrison).", got)
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

func didYouMean(word string, among []string) string {
	if s := suggest.Closest(word, among); s != "" {
		return " (did you mean " + s + "?)"
	}
	return ""
}
