package opendata

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// The ends of games without a victor: fewer than two powers are left, the last year is over, or the
// game was not continued.
const (
	EndAlone = "alone"
	EndYears = "years"
	EndOpen  = "open"
)

// Config is what the games of a Table have in common.
type Config struct {
	Scenario, Variant string
	Rules             rules.Set
	// names of the players in the order of the powers; they move on by one power from game to
	// game
	Players []string
	Years   int    // a game without a winner ends after this many years
	Seed    uint64 // seed of the dice and the players
}

// Table plays games of computer players, one after the other. It is not safe
// for concurrent use.
type Table struct {
	config  Config
	start   *position.Position
	codec   *record.Codec
	rules   json.RawMessage
	players []bot.Player
}

// NewTable returns a table. It returns an error if a scenario, variant or player does not
// exist.
func NewTable(c Config) (*Table, error) {
	start, err := scenario.New(c.Scenario, c.Variant, &c.Rules)
	switch {
	case err != nil:
		return nil, err
	case c.Years < 1:
		return nil, errors.New("a game needs a year at least")
	case len(c.Players) == 0:
		return nil, errors.New("name the computer players")
	}
	c.Players = slices.Clone(c.Players)
	t := &Table{config: c}
	for i, name := range c.Players {
		player, err := bot.New(name)
		if err != nil {
			return nil, err
		}
		t.players = append(t.players, player)
		c.Players[i] = player.Name()
	}
	s := *start.Setting
	if len(s.Seats) == 0 {
		for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
			if !s.Absent.Has(power) {
				s.Seats = append(s.Seats, []machiavelli.Power{power})
			}
		}
	}
	start.Setting = &s
	t.start, t.codec = start, record.New(&s)
	t.rules, err = encode(c.Rules)
	return t, err
}

// name returns the identifier of a game, which is in the names of its rolls.
func (t *Table) name(n uint64) string {
	return "self-play-" + strconv.FormatUint(t.config.Seed, 10) + "-" + strconv.FormatUint(n, 10)
}

// Play plays the game with the given number. The same configuration and number always give the same
// game.
func (t *Table) Play(n uint64) (*Game, error) {
	c, id := &t.config, t.name(n)
	seed := sha256.Sum256([]byte("podesta self-play\x00" + id))
	g := &Game{
		Source: SelfPlay, ID: id, Engine: turn.EngineVersion, Scenario: t.start.Setting.Scenario, Variant: t.start.Setting.Variant, Rules: t.rules,
		Made: &Made{Seed: c.Seed, Game: n, Players: c.Players, Years: c.Years},
		Dice: Dice{Seed: hex.EncodeToString(seed[:])},
	}
	for i, seat := range t.start.Setting.Seats {
		s := Seat{Players: []Player{{Computer, t.player(i, n).Name()}}}
		for _, power := range t.start.Setting.Given(seat) {
			s.Powers = append(s.Powers, t.start.Setting.Powers[power].ID)
		}
		g.Seats = append(g.Seats, s)
	}
	d := dice.New(seed[:], dice.Scope(id, openingScope, ""), nil)
	opened, err := turn.Open(t.start, &c.Rules, d)
	if err != nil {
		return nil, err
	}
	if g.Opening.Events, g.Opening.Position, err = written(t.codec, opened); err != nil {
		return nil, err
	}
	g.Opening.Throws = d.Throws()
	p, how := opened.Next, ""
	for t.plays(p) {
		res, err := t.step(g, p, n, seed[:])
		if err != nil {
			return nil, fmt.Errorf("game %d, %s: %w", n, p.Phase, err)
		}
		for _, e := range res.Events {
			if v, ok := e.(event.Victory); ok {
				how = string(v.How)
			}
		}
		p = res.Next
	}
	otherwise := EndYears
	if alone(p) {
		otherwise = EndAlone
	}
	g.End = endOf(p, &c.Rules, how, otherwise)
	return g, nil
}

// step plays a phase, adds it to the game, and returns its result.
func (t *Table) step(g *Game, p *position.Position, n uint64, seed []byte) (turn.Result, error) {
	ph := Phase{Phase: p.Phase.String()}
	lines := t.decide(p, n)
	d := dice.New(seed, dice.Scope(g.ID, p.Phase.Campaign(), ""), nil)
	res, err := turn.Process(p, lines, &t.config.Rules, d)
	if err != nil {
		return res, err
	}
	ph.Orders, ph.Throws = LinesOf(p.Setting, lines), d.Throws()
	ph.Events, ph.After, err = written(t.codec, res)
	g.Phases = append(g.Phases, ph)
	return res, err
}

// plays reports whether a game continues.
func (t *Table) plays(p *position.Position) bool {
	return p.Victors == 0 && !alone(p) && p.Phase.Year < t.start.Phase.Year+t.config.Years
}

// alone reports whether fewer than two powers are left.
func alone(p *position.Position) bool {
	all := len(p.Setting.Powers) - 1
	return all-bits.OnesCount32(uint32(p.Eliminated|p.Setting.Absent)&^1) < 2
}

// player returns the player of a seat in a game.
func (t *Table) player(seat int, n uint64) bot.Player {
	return t.players[(uint64(seat)+n)%uint64(len(t.players))]
}

// decide returns the lines of all players.
func (t *Table) decide(p *position.Position, n uint64) []turn.Line {
	var lines []turn.Line
	for i, seat := range p.Setting.Seats {
		for _, power := range seat {
			if p.Eliminated.Has(power) {
				continue
			}
			v := bot.Look(p, &t.config.Rules, bot.Alone(p, power), "player "+t.name(n))
			lines = append(lines, t.player(i, n).Decide(v, power)...)
		}
	}
	return lines
}
