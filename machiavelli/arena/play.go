package arena

import (
	"fmt"
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// Game is the result of a game.
type Game struct {
	Number uint64 `json:"game"`
	Lineup int    `json:"lineup"` // index into the settings' lineups
	Phases int    `json:"phases"`
	Last   string `json:"last"` // the phase that was resolved last
	Seats  []Seat `json:"seats"`
}

// Outcome is the outcome of a game for one seat.
type Outcome string

// The outcomes of a game. A seat has Won only if it wins alone. Seats that share a victory, or
// that survive a game without a winner, have a draw.
const (
	Won  Outcome = "won"
	Drew Outcome = "drew"
	Lost Outcome = "lost"
)

// Seat is the result of one seat in a game. Times are in microseconds; they are the only part of
// a result that changes when the game is replayed.
type Seat struct {
	Powers    []string      `json:"powers"`
	Player    string        `json:"player"`
	Outcome   Outcome       `json:"outcome"`
	Cities    int           `json:"cities"`
	Out       bool          `json:"out,omitempty"` // all its powers are eliminated
	Faults    map[Fault]int `json:"faults,omitempty"`
	Decisions int           `json:"decisions"`
	Micros    int64         `json:"us"`         // time for all decisions
	Longest   int64         `json:"longest_us"` // time for the longest decision
}

// table is a game that is being played.
type table struct {
	*Match
	game    Game
	players []Player
	sides   []machiavelli.PowerSet
	views   []bot.View
	lines   []turn.Line
}

// Play plays the game with the given number to its end. now returns the current time in
// microseconds since an arbitrary moment. Play returns an error if the rules of the settings
// cannot be played.
func (m *Match) Play(game uint64, now func() int64) (Game, error) {
	t := m.sit(game)
	defer func() {
		for _, p := range t.players {
			p.Close()
		}
	}()
	seed := []byte(strconv.FormatUint(m.settings.Seed, 10))
	name := strconv.FormatUint(game, 10)
	opened, err := turn.Open(m.start, &m.rules, dice.New(seed, dice.Scope(name, "opening", ""), nil))
	if err != nil {
		return Game{}, fmt.Errorf("game %d: %w", game, err)
	}
	p := opened.Next
	t.watch(p, opened.Events)
	last := m.start.Phase.Year + m.settings.Years
	for p.Victors == 0 && p.Phase.Year < last && t.alive(p) > 1 {
		t.ask(p, now)
		res, err := turn.Process(p, t.lines, &m.rules, dice.New(seed, dice.Scope(name, p.Phase.Campaign(), ""), nil))
		if err != nil {
			return Game{}, fmt.Errorf("game %d, %s: %w", game, p.Phase, err)
		}
		t.refused(res.Events)
		t.game.Phases++
		t.game.Last = p.Phase.String()
		p = res.Next
		t.watch(p, res.Events)
	}
	t.end(p)
	return t.game, nil
}

// sit prepares a game.
func (m *Match) sit(game uint64) *table {
	t := &table{Match: m, game: Game{Number: game}, views: make([]bot.View, len(m.seats))}
	var names []string
	t.game.Lineup, names = m.cast(game)
	for i, seat := range m.seats {
		s := Seat{Player: names[i]}
		var side machiavelli.PowerSet
		for _, x := range seat {
			s.Powers = append(s.Powers, m.start.Setting.Powers[x].ID)
			side = side.With(x)
		}
		t.game.Seats = append(t.game.Seats, s)
		t.sides = append(t.sides, side)
		t.players = append(t.players, m.makes[names[i]](t.name(i)))
	}
	return t
}

// name returns the name under which a seat knows the game. It is different for each seat, so that
// a player in two seats cannot tell that they are in the same game.
func (t *table) name(seat int) string {
	return fmt.Sprintf("%d-%d-%d", t.settings.Seed, t.game.Number, seat+1)
}

// watch shows the players what happened, and prepares their views.
func (t *table) watch(p *position.Position, events []event.Event) {
	for i, side := range t.sides {
		t.views[i] = bot.Look(p, &t.rules, side, t.name(i))
		t.players[i].Watch(t.views[i], report.Seen(events, report.Viewer{Powers: side}, &t.rules))
	}
}

// ask collects the lines of all players who have something to decide.
func (t *table) ask(p *position.Position, now func() int64) {
	t.lines = t.lines[:0]
	for i, powers := range t.seats {
		s := &t.game.Seats[i]
		for _, power := range powers {
			if !decides(p, power) {
				continue
			}
			begin := now()
			a := t.players[i].Decide(t.views[i], power)
			took := now() - begin
			s.Decisions++
			s.Micros += took
			s.Longest = max(s.Longest, took)
			for _, l := range a.Lines {
				if l.Power == power {
					t.lines = append(t.lines, l)
				} else {
					s.fault(Wrong)
				}
			}
			for _, f := range a.Faults {
				s.fault(f)
			}
		}
	}
}

// decides reports whether a power has anything to decide in the phase.
func decides(p *position.Position, power machiavelli.Power) bool {
	if p.Phase.Step == machiavelli.Retreats {
		return slices.ContainsFunc(p.Dislodged, func(d position.Dislodged) bool { return d.Unit.Owner == power })
	}
	return !p.Eliminated.Has(power)
}

// refused counts the lines that had no effect because they were wrong.
func (t *table) refused(events []event.Event) {
	for _, e := range events {
		if e, ok := e.(event.Refused); ok {
			for i, side := range t.sides {
				if side.Has(e.Power) {
					t.game.Seats[i].fault(Refused)
				}
			}
		}
	}
}

func (s *Seat) fault(f Fault) {
	if s.Faults == nil {
		s.Faults = map[Fault]int{}
	}
	s.Faults[f]++
}

// alive returns the number of seats that have a power in the game.
func (t *table) alive(p *position.Position) int {
	n := 0
	for _, side := range t.sides {
		if side&^p.Eliminated != 0 {
			n++
		}
	}
	return n
}

// end records the results of all seats. A seat that is the only one left has won.
func (t *table) end(p *position.Position) {
	winners := 0
	for _, side := range t.sides {
		if side&p.Victors != 0 {
			winners++
		}
	}
	left := t.alive(p)
	for i, side := range t.sides {
		s := &t.game.Seats[i]
		for _, x := range t.seats[i] {
			s.Cities += turn.Cities(p, &t.rules, x)
		}
		s.Out = side&^p.Eliminated == 0
		switch won := side&p.Victors != 0; {
		case won && winners == 1, winners == 0 && left == 1 && !s.Out:
			s.Outcome = Won
		case won, winners == 0 && !s.Out && left > 1:
			s.Outcome = Drew
		default:
			s.Outcome = Lost
		}
	}
}
