// Package arena measures computer players against each other. It plays numbered
// games between them, in which each player takes every seat equally often, and
// computes tables with intervals and ratings from the results.
//
// A game depends only on its number and on the settings of its match, as long as its players are
// deterministic: it can be replayed, and many games can be played at the same time. Programs that
// are not part of this module play through Make.
package arena

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// MaxSeed is the largest seed. Every JSON reader represents it exactly.
const MaxSeed = 1<<53 - 1

// Settings decide the games of a match.
type Settings struct {
	Scenario string            `json:"scenario"`
	Variant  string            `json:"variant,omitempty"`
	Preset   string            `json:"preset"` // if empty, New fills in the scenario's own preset
	Options  map[string]string `json:"options,omitempty"`
	Years    int               `json:"years"` // a game without a winner ends after this many
	Seed     uint64            `json:"seed"`  // seed of the players and the dice

	// Lineups holds the lineups of the match. The games use them in turn.
	Lineups []Lineup `json:"lineups"`

	// Programs maps the name of each player that is not one of package bot to its command.
	// Patience is the time limit for its answers, in milliseconds. Both belong to the settings so
	// that results of different programs are not mixed; this package runs no commands.
	Programs map[string]string `json:"programs,omitempty"`
	Patience int64             `json:"patience,omitempty"`

	Engine string `json:"engine"` // turn.EngineVersion, which New fills in
}

// Lineup determines who plays a game.
type Lineup struct {
	// Players holds a name for each seat, in the order of the powers. With each further game of
	// the lineup, every name moves on by one seat.
	Players []string `json:"players"`
	// Drawn means that the seats of each game are distributed among the players at random, as
	// evenly as possible. There may be fewer or more players than seats.
	Drawn bool `json:"drawn,omitempty"`
}

// String returns the lineup in the form that ParseLineup reads: "hard, easy*7".
func (l Lineup) String() string {
	var parts []string
	for i := 0; i < len(l.Players); {
		n := 1
		for i+n < len(l.Players) && l.Players[i+n] == l.Players[i] {
			n++
		}
		part := l.Players[i]
		if n > 1 {
			part += "*" + strconv.Itoa(n)
		}
		parts = append(parts, part)
		i += n
	}
	text := strings.Join(parts, ", ")
	if l.Drawn {
		text = "drawn: " + text
	}
	return text
}

// ParseLineup parses the players of a lineup: names separated by commas, name*n for n seats of
// one player, and name* for all remaining seats. The players must fill the given number of seats.
func ParseLineup(text string, seats int) (Lineup, error) {
	var l Lineup
	rest, filler := -1, ""
	for word := range strings.SplitSeq(text, ",") {
		name, times, many := strings.Cut(strings.TrimSpace(word), "*")
		name, times = bot.Canonical(strings.TrimSpace(name)), strings.TrimSpace(times)
		n := 1
		switch {
		case name == "":
			return l, fmt.Errorf("%q: a name is missing; expected players separated by commas, as in hard, easy*", text)
		case many && times == "" && rest >= 0:
			return l, fmt.Errorf("%q: only one player can take all remaining seats", text)
		case many && times == "":
			rest, filler, n = len(l.Players), name, 0
		case many:
			var err error
			if n, err = strconv.Atoi(times); err != nil || n < 1 || n > machiavelli.MaxPowers {
				return l, fmt.Errorf("%q: expected a number of seats from 1 to %d after the asterisk, not %q", text, machiavelli.MaxPowers, times)
			}
		}
		l.Players = append(l.Players, slices.Repeat([]string{name}, n)...)
	}
	left := seats - len(l.Players)
	switch {
	case left < 0 || left == 0 && rest >= 0 || left > 0 && rest < 0:
		return l, fmt.Errorf("%q names %d players for %d seats; name* takes all remaining seats", text, len(l.Players), seats)
	case rest >= 0:
		l.Players = slices.Insert(l.Players, rest, slices.Repeat([]string{filler}, left)...)
	}
	return l, nil
}

// ParseDrawn parses a lineup whose seats are drawn in each game: names of players separated by
// commas.
func ParseDrawn(text string) (Lineup, error) {
	l := Lineup{Drawn: true}
	for word := range strings.SplitSeq(text, ",") {
		name := bot.Canonical(strings.TrimSpace(word))
		if name == "" || strings.Contains(name, "*") {
			return l, fmt.Errorf("%q: expected names of players separated by commas, as in random, greedy, easy", text)
		}
		l.Players = append(l.Players, name)
	}
	return l, nil
}

// start returns the rules and the starting position of the settings. If they name no preset, start
// sets the preset of Diplomacy for the Diplomacy scenario, and rules.DefaultPreset for every other
// scenario.
func (s *Settings) start() (rules.Set, *position.Position, error) {
	if s.Preset == "" {
		s.Preset = rules.DefaultPreset
		if strings.EqualFold(s.Scenario, "diplomacy") {
			s.Preset = "diplomacy"
		}
	}
	r, err := rules.Make(s.Preset, s.Options)
	if err != nil {
		return r, nil, err
	}
	scenario.BuiltIn().Suit(s.Scenario, &r, s.Options)
	p, err := scenario.New(s.Scenario, s.Variant, &r)
	return r, p, err
}

// Seats returns the number of seats of a game. It returns an error if the rules or the scenario
// are invalid.
func (s Settings) Seats() (int, error) {
	_, p, err := s.start()
	if err != nil {
		return 0, err
	}
	return len(seats(p)), nil
}

// seats returns the powers of each seat.
func seats(p *position.Position) [][]machiavelli.Power {
	var out [][]machiavelli.Power
	var seen machiavelli.PowerSet
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Setting.Absent.Has(power) || seen.Has(power) {
			continue
		}
		side := bot.Alone(p, power)
		seen |= side
		var seat []machiavelli.Power
		for x := power; int(x) < len(p.Setting.Powers); x++ {
			if side.Has(x) {
				seat = append(seat, x)
			}
		}
		out = append(out, seat)
	}
	return out
}

// Match plays the games of its settings. It is safe for concurrent use if its Make functions are.
type Match struct {
	settings Settings
	rules    rules.Set
	start    *position.Position
	seats    [][]machiavelli.Power
	makes    map[string]Make
}

// New returns a match. programs holds the Make of each of the settings' programs, keyed by the
// player's name. New returns an error if the settings are invalid, such as their rules, scenario or
// players.
func New(s Settings, programs map[string]Make) (*Match, error) {
	s.Engine = turn.EngineVersion
	r, start, err := s.start()
	if err != nil {
		return nil, err
	}
	m := &Match{settings: s, rules: r, start: start, seats: seats(start), makes: map[string]Make{}}
	switch {
	case s.Years < 1:
		return nil, errors.New("a game needs at least one year")
	case s.Seed > MaxSeed:
		return nil, fmt.Errorf("the seed %d is too large; the largest is %d", s.Seed, uint64(MaxSeed))
	case len(s.Lineups) == 0:
		return nil, errors.New("a match needs players")
	}
	maps.Copy(m.makes, programs)
	for _, l := range s.Lineups {
		if len(l.Players) == 0 || !l.Drawn && len(l.Players) != len(m.seats) {
			return nil, fmt.Errorf("%d players for %d seats", len(l.Players), len(m.seats))
		}
		for _, name := range l.Players {
			if m.makes[name] != nil {
				continue
			}
			if m.makes[name], err = computer(name); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// Settings returns the settings of the match, including those that New has filled in.
func (m *Match) Settings() Settings { return m.settings }

// cast returns the index of a game's lineup, and the name of the player in each seat.
func (m *Match) cast(game uint64) (lineup int, names []string) {
	n := uint64(len(m.settings.Lineups))
	lineup = int(game % n)
	l := m.settings.Lineups[lineup]
	names = make([]string, len(m.seats))
	if !l.Drawn {
		for i := range names {
			names[(uint64(i)+game/n)%uint64(len(names))] = l.Players[i]
		}
		return lineup, names
	}
	rng := rand.New(rand.NewPCG(m.settings.Seed, game))
	for i := 0; i < len(names); i += len(l.Players) {
		order := rng.Perm(len(l.Players))
		for k := 0; k < len(order) && i+k < len(names); k++ {
			names[i+k] = l.Players[order[k]]
		}
	}
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return lineup, names
}
