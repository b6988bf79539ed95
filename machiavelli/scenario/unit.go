package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// parseUnit parses a unit, such as "F stp/sc". The letter of an army, fleet or
// garrison comes first, and then a province or sea, with a coast if it has
// several. The result why says what was expected. It is empty if the unit is
// valid.
func parseUnit(b *board.Board, text string) (u position.Unit, why string) {
	letter, place, _ := strings.Cut(strings.TrimSpace(text), " ")
	for t := machiavelli.Army; t <= machiavelli.Garrison; t++ {
		if t.Letter() == letter {
			u.Type = t
		}
	}
	if u.Type == machiavelli.NoType || place == "" {
		return u, fmt.Sprintf("%q is no unit; expected A, F or G and a place, as in \"A %s\"", text, b.Areas[1].Code)
	}
	name, coast, hasCoast := strings.Cut(place, "/")
	m, ok := b.Find(name)
	if !ok {
		return u, fmt.Sprintf("unit %q: no area %q%s", text, strings.TrimSpace(name), meant(b, name))
	}
	u.At = m.ID
	if !hasCoast {
		return u, ""
	}
	for _, c := range b.Areas[u.At].Coasts {
		if c.Code() == coast {
			u.Coast = c
			return u, ""
		}
	}
	return u, fmt.Sprintf("unit %q: %s has no coast %q", text, b.Areas[u.At].Name, coast)
}

// meant returns the end of an error message that suggests an area, or "".
func meant(b *board.Board, name string) string {
	if near := b.Suggest(name); len(near) > 0 {
		if m, ok := b.Find(near[0]); ok {
			return fmt.Sprintf("; did you mean %s (%s)?", b.Areas[m.ID].Code, near[0])
		}
	}
	return ""
}

// cannotStand explains why a unit cannot stand where it is (BOARD-17). It
// returns "" if the unit can stand there. The set forts contains the provinces
// with a city space.
func cannotStand(b *board.Board, forts board.Set, u position.Unit) string {
	name, sea := b.Areas[u.At].Name, b.Seas.Has(u.At)
	switch u.Type {
	case machiavelli.Army:
		switch {
		case sea:
			return fmt.Sprintf("an army cannot stand at sea, in %s", name)
		case u.Coast != machiavelli.NoCoast:
			return fmt.Sprintf("an army in %s stands on no coast", name)
		}
	case machiavelli.Fleet:
		switch {
		case !sea && !b.Coastal.Has(u.At):
			return fmt.Sprintf("a fleet cannot stand in %s, which has no shore", name)
		case b.TwoCoast.Has(u.At) && u.Coast == machiavelli.NoCoast:
			return fmt.Sprintf("a fleet in %s stands on one of its coasts: say which, as in %s/%s", name, b.Areas[u.At].Code, b.Areas[u.At].Coasts[0].Code())
		}
	case machiavelli.Garrison:
		switch {
		case u.Coast != machiavelli.NoCoast:
			return fmt.Sprintf("a garrison in %s stands on no coast", name)
		case b.Fortresses.Has(u.At) && !forts.Has(u.At):
			return fmt.Sprintf("no garrison can be in %s: its fortress is not in use", name)
		case !forts.Has(u.At):
			return fmt.Sprintf("no garrison can be in %s, which has no fortified city", name)
		}
	}
	return ""
}

// number reads a whole number within two limits.
func number(s string, least, most int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= least && n <= most
}
