package interchange

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// autonomous is the format's name for the owner of autonomous units and cities.
const autonomous = "autonomous"

// readPower returns the power with that id. It accepts "autonomous" and "none"
// only if the parameter nobody is true.
func readPower(s *position.Setting, id string, nobody bool) (machiavelli.Power, error) {
	if p, ok := s.Powers.Find(id); ok {
		return p, nil
	}
	if nobody && (id == autonomous || id == "none") {
		return machiavelli.Nobody, nil
	}
	ids := make([]string, 0, len(s.Powers))
	for _, p := range s.Powers[1:] {
		ids = append(ids, p.ID)
	}
	if nobody {
		ids = append(ids, autonomous)
	}
	return 0, fmt.Errorf("there is no power %q here%s", id, didYouMean(id, ids))
}

// readPlace reads the name of an area, with its coast if one is named.
func readPlace(b *board.Board, text string) (board.Place, error) {
	p, rest, err := placeAndRest(b, text)
	if err == nil && rest != "" {
		err = unknownPlace(b, text)
	}
	return p, err
}

// placeAndRest reads a place and returns the text after it.
func placeAndRest(b *board.Board, text string) (p board.Place, rest string, err error) {
	text = strings.TrimSpace(text)
	m, n, ok := b.FindPrefix(text)
	if !ok {
		return p, "", unknownPlace(b, text)
	}
	p.At = m.ID
	rest = strings.TrimSpace(text[n:])
	if rest != "" && (rest[0] == '/' || rest[0] == '(') {
		code, after := rest[1:], ""
		if rest[0] == '(' {
			code, after, ok = strings.Cut(code, ")")
		} else if i := strings.IndexByte(code, ' '); i >= 0 {
			code, after = code[:i], code[i:]
		}
		p.Coast = readCoast(code)
		if !ok || p.Coast == machiavelli.NoCoast {
			return p, "", fmt.Errorf("%q names no coast; expected one such as \"Provence/sc\"", text)
		}
		rest = strings.TrimSpace(after)
	}
	return p, rest, nil
}

func unknownPlace(b *board.Board, text string) error {
	hint := ""
	if s := b.Suggest(text); len(s) > 0 {
		hint = "; did you mean " + strings.Join(s, " or ") + "?"
	}
	return fmt.Errorf("there is no place %q on this board%s", text, hint)
}

// readCoast reads a coast such as "sc", "s" or "south coast".
func readCoast(text string) machiavelli.Coast {
	t := strings.ToLower(strings.TrimSpace(text))
	for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
		if t == c.Code() || t == c.Code()[:1] || t == c.String() {
			return c
		}
	}
	return machiavelli.NoCoast
}

// readUnit reads a unit such as "F Provence/sc" or "A Milan professional". It
// does not check whether the unit may stand there.
func readUnit(b *board.Board, text string) (u position.Unit, err error) {
	letter, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	u.Type = readType(letter)
	if u.Type == machiavelli.NoType {
		return u, fmt.Errorf("%q is no unit; expected A, F or G and a place, as in \"A Pavia\"", text)
	}
	p, quality, err := placeAndRest(b, rest)
	if err != nil {
		return u, err
	}
	u.At, u.Coast = p.At, p.Coast
	if quality != "" {
		u.Quality = readQuality(quality)
		if u.Quality == machiavelli.Ordinary {
			return u, fmt.Errorf("%q: unknown kind of unit %q; expected militia, mercenary or professional", text, quality)
		}
	}
	return u, nil
}

// readType reads the letter of a unit type.
func readType(text string) machiavelli.UnitType {
	for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
		if strings.EqualFold(text, t.Letter()) {
			return t
		}
	}
	return machiavelli.NoType
}

func readQuality(text string) machiavelli.Quality {
	for q := machiavelli.Militia; q <= machiavelli.Professional; q++ {
		if strings.EqualFold(text, q.String()) {
			return q
		}
	}
	return machiavelli.Ordinary
}

// readCampaign reads a campaign such as "summer 1456".
func readCampaign(text string) (machiavelli.Season, int, error) {
	p, err := machiavelli.ParsePhase(text + " orders")
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a campaign; expected a season and a year, as in \"summer 1456\"", text)
	}
	return p.Season, p.Year, nil
}

// ParseError returns the message of an order error with its suggestions.
func ParseError(e *order.Error) message.Message {
	if len(e.Suggest) == 0 {
		return e.Message
	}
	names := message.List{How: message.Or, Of: []message.Arg{message.Order(e.Suggest[0])}}
	for _, s := range e.Suggest[1:] { // "a or b or c"
		names = message.List{How: message.Or, Of: []message.Arg{names, message.Order(s)}}
	}
	return message.New("{problem} Did you mean {names}?", e.Message, names)
}
