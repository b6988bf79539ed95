package env

import (
	"maps"
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/turn"
)

type stepRequest struct {
	inGame
	Orders  map[string][]Choice `json:"orders"`
	Players map[string]string   `json:"players"`
	Events  bool                `json:"events"`
	looks
}

// step resolves a phase.
func (s *Service) step(dst []byte, r *stepRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	if end := g.End(); end != Playing {
		return dst, wrong("over", "game %d is over (%s): ask for its outcome, and open another with reset", r.Game, end)
	}
	if err := r.check(g); err != nil {
		return dst, err
	}
	if err := s.write(g, r); err != nil {
		return dst, err
	}
	if err := g.Step(s.lines); err != nil {
		return dst, wrong("request", "%s", err.Error())
	}
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = g.appendEnd(dst)
	dst = g.appendRewards(dst)
	dst = g.appendRefused(dst)
	if r.Events {
		dst = interchange.AppendOrders(append(dst, `,"orders":`...), g.before, g.events, false)
		dst = interchange.AppendEvents(append(dst, `,"events":`...), g.before, g.events, false)
	}
	return s.look(dst, g, &r.looks)
}

// write collects the lines in the request and the lines of the computer players.
func (s *Service) write(g *Game, r *stepRequest) error {
	s.lines = s.lines[:0]
	scene := g.Scene()
	for _, id := range slices.Sorted(maps.Keys(r.Orders)) {
		power, err := g.power(id)
		if err != nil {
			return err
		}
		if s.lines, err = scene.appendLines(s.lines, power, r.Orders[id], g.vocabularyFor(r.Orders[id]), &s.finder); err != nil {
			return wrong("orders", "orders of %s: %s", id, err.Error())
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Players)) {
		power, err := g.power(id)
		if err != nil {
			return err
		}
		if _, both := r.Orders[id]; both {
			return wrong("orders", "%s has orders and a player; leave one of them out", id)
		}
		player, err := s.player(r.Players[id])
		if err != nil {
			return err
		}
		s.lines = append(s.lines, g.Decide(player, power)...)
	}
	return nil
}

// player returns the computer player with that name.
func (s *Service) player(name string) (bot.Player, error) {
	name = bot.Canonical(name)
	if p := s.players[name]; p != nil {
		return p, nil
	}
	p, err := bot.New(name)
	if err != nil {
		return nil, wrong("request", "players: %s", err.Error())
	}
	s.players[name] = p
	return p, nil
}

// appendRewards appends, for each power, its reward, whether it is done, and the
// number of its cities. The reward of a power is its share at the end of the game,
// and 0 before. A power is done when it is eliminated or the game is over.
func (g *Game) appendRewards(dst []byte) []byte {
	over := g.End() != Playing
	var shares [machiavelli.MaxPowers]float64
	if over {
		shares = g.shares()
	}
	set, powers := g.Setup.Setting(), members(g.Setup.Powers())
	object := func(name string, value func(machiavelli.Power)) {
		dst = append(append(append(dst, ',', '"'), name...), `":{`...)
		for i, x := range powers {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(append(dst, '"'), set.Powers[x].ID...), '"', ':')
			value(x)
		}
		dst = append(dst, '}')
	}
	object("rewards", func(x machiavelli.Power) { dst = strconv.AppendFloat(dst, shares[x], 'g', -1, 64) })
	object("done", func(x machiavelli.Power) { dst = strconv.AppendBool(dst, over || g.Position.Eliminated.Has(x)) })
	object("cities", func(x machiavelli.Power) {
		dst = strconv.AppendInt(dst, int64(turn.Cities(g.Position, g.Setup.Rules, x)), 10)
	})
	return dst
}

// appendRefused appends the lines that were refused, if there are any.
func (g *Game) appendRefused(dst []byte) []byte {
	first := true
	for _, e := range g.events {
		if e, ok := e.(event.Refused); ok {
			if first {
				dst, first = append(dst, `,"refused":[`...), false
			} else {
				dst = append(dst, ',')
			}
			dst = appendText(append(dst, `{"power":`...), g.Setup.Setting().Powers[e.Power].ID)
			dst = appendText(append(dst, `,"given":`...), e.Given)
			dst = append(appendText(append(dst, `,"error":`...), e.Error.String()), '}')
		}
	}
	if !first {
		dst = append(dst, ']')
	}
	return dst
}
