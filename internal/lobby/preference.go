package lobby

import (
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Preference is a player's preference for powers: groups of equally preferred powers, the best
// first. Powers that are in no group come last.
type Preference struct {
	Random bool // whether the player wants any power, which is assigned before the others choose
	groups [][]machiavelli.Power
}

// ParsePreference parses a list of letters, the best power first. Equally preferred powers are in
// brackets or parentheses; spaces, commas and > are ignored. An empty text means no preference, and
// * means a random power if the mode allows it. The parameter open holds the available powers.
func ParsePreference(text string, roster machiavelli.Roster, open machiavelli.PowerSet, mode string) (Preference, error) {
	var p Preference
	var used machiavelli.PowerSet
	inside := rune(0)
	letters := openLetters(roster, open)
	text = strings.TrimSpace(text)
	switch {
	case text == "" || text == "*" && mode == hosting.PreferRandom:
		return p, nil
	case mode == hosting.PreferRandom:
		return p, game.Refuse(game.Invalid, message.New("In this game all powers are dealt at random: send no list of powers."))
	case text == "*" && mode == hosting.PreferBoth:
		return Preference{Random: true}, nil
	case strings.Contains(text, "*"):
		if mode == hosting.PreferBoth {
			return p, game.Refuse(game.Invalid, message.New("* means a power at random and must be written by itself, without letters."))
		}
		return p, game.Refuse(game.Invalid, message.New("This game deals no powers at random. Write the letters of the powers, best first ({letters}), or nothing if you have no preference.", letters))
	}
	for _, c := range strings.ToUpper(text) {
		switch c {
		case ' ', '\t', '\u00a0', ',', '>':
			continue
		case '[', '(':
			if inside != 0 {
				return p, game.Refuse(game.Invalid, message.New("A bracket is opened inside another one. Put powers that you like equally in one pair of brackets, as in V[LN]F."))
			}
			inside = c
			p.groups = append(p.groups, nil)
			continue
		case ']', ')':
			if inside == 0 || (inside == '[') != (c == ']') {
				return p, game.Refuse(game.Invalid, message.New("The bracket {sign} has no opening bracket. Put powers that you like equally in one pair of brackets, as in V[LN]F.", message.Order(string(c))))
			}
			if inside = 0; len(p.groups[len(p.groups)-1]) == 0 {
				p.groups = p.groups[:len(p.groups)-1]
			}
			continue
		}
		power, ok := machiavelli.Nobody, false
		if c < 0x80 {
			power, ok = roster.ByLetter(byte(c))
		}
		switch {
		case !ok || !open.Has(power):
			return p, game.Refuse(game.Invalid, message.New("No power with the letter {letter} can be chosen in this game. The letters are {letters}.", message.Order(fmt.Sprintf("%q", c)), letters))
		case used.Has(power):
			return p, game.Refuse(game.Invalid, message.New("{Power:name} is in the list twice. Name each power once.", message.PowerOf(roster, power)))
		}
		used = used.With(power)
		if inside == 0 {
			p.groups = append(p.groups, nil)
		}
		last := len(p.groups) - 1
		p.groups[last] = append(p.groups[last], power)
	}
	if inside != 0 {
		return p, game.Refuse(game.Invalid, message.New("A bracket is not closed. Put powers that you like equally in one pair of brackets, as in V[LN]F."))
	}
	return p, nil
}

// openLetters returns the letters of powers, as in "I Milan, V Venice".
func openLetters(roster machiavelli.Roster, open machiavelli.PowerSet) message.List {
	var names []message.Message
	for i := machiavelli.Power(1); int(i) < len(roster); i++ {
		if open.Has(i) {
			names = append(names, message.New("{letter} {power:name}", message.Order(string(roster[i].Letter)), message.PowerOf(roster, i)))
		}
	}
	return message.ListOf(message.Commas, names)
}

// Write formats the list for ParsePreference.
func (p Preference) Write(roster machiavelli.Roster) string {
	if p.Random {
		return "*"
	}
	var out strings.Builder
	for _, g := range p.groups {
		if len(g) > 1 {
			out.WriteByte('[')
		}
		for _, power := range g {
			out.WriteByte(roster[power].Letter)
		}
		if len(g) > 1 {
			out.WriteByte(']')
		}
	}
	return out.String()
}

// Ranks returns the rank of each power in the list, doubled so that it is an
// integer. Equally preferred powers share the mean of their ranks, and so do
// powers that are not named.
func (p Preference) Ranks(powers []machiavelli.Power) map[machiavelli.Power]int64 {
	out := map[machiavelli.Power]int64{}
	place := 0
	take := func(group []machiavelli.Power) {
		var here []machiavelli.Power
		for _, power := range group {
			for _, x := range powers {
				if _, done := out[power]; x == power && !done {
					here = append(here, power)
					out[power] = 0
				}
			}
		}
		for _, power := range here {
			out[power] = int64(2*place + 1 + len(here))
		}
		place += len(here)
	}
	for _, g := range p.groups {
		take(g)
	}
	var rest []machiavelli.Power
	for _, power := range powers {
		if _, done := out[power]; !done {
			rest = append(rest, power)
		}
	}
	take(rest)
	return out
}
