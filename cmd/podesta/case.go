package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/ordertext"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/scenario"
)

// runCase writes a phase of a game as a case for podesta adjudicate. The exit status is 0 on
// success, 1 if there is no such phase or it cannot be a case, and 2 if the arguments are wrong.
func runCase(e env, args []string) int {
	s := newSettings(e, "case", "GAME NUMBER",
		"Writes a resolved phase of a game as a case in JSON: position, orders and dice. podesta adjudicate resolves the",
		"case with the same results. GAME is the game's ID or name, NUMBER that of the phase; podesta phase GAME lists them.",
		"The case contains all players' orders and treasuries. Until the game is over, keep it to yourself.")
	to := s.flags.String("o", "", "write to this new `FILE` instead of the standard output")
	if status, done := s.parse(args); done {
		return status
	}
	number, err := strconv.Atoi(s.flags.Arg(1))
	if s.flags.NArg() != 2 || s.flags.Arg(0) == "" || err != nil || number < 1 {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := writeCase(e, c, s.flags.Arg(0), number, *to); err != nil {
		fmt.Fprintf(e.err, "podesta case: %v\n", err)
		return 1
	}
	return 0
}

func writeCase(e env, c *config.Config, gameID string, number int, to string) error {
	return withGame(c, gameID, func(ctx context.Context, j *judge.Judge, g *game.Game) error {
		ph, err := j.Base.Phase(ctx, g.ID, number)
		if err != nil {
			return fmt.Errorf("%s, phase %d: %w", gameID, number, err)
		}
		data, err := phaseCase(g, ph)
		if err != nil {
			return fmt.Errorf("%s, phase %d: %w", gameID, number, err)
		}
		return writeNew(e, to, data, fmt.Sprintf("%s, %s", g.Name, ph.Phase.Title()))
	})
}

// phaseCase returns a resolved phase as a case, with all orders and rolls. It returns an error if
// the phase is not resolved, or if the scenario is not a built-in one.
func phaseCase(g *game.Game, ph *game.Phase) ([]byte, error) {
	if ph.After == nil {
		return nil, errors.New("the phase has not been resolved yet")
	}
	if _, ok := scenario.Find(g.Setting.Scenario); !ok || g.Setting.Variant == "" {
		return nil, errors.New("the game has a scenario of its own, and a case can only name a built-in one; use podesta export to write the whole game")
	}
	c := interchange.Draft{
		ID: fmt.Sprintf("%s %d", g.Name, ph.Number), Position: ph.Before, Rules: &g.Rules, Orders: map[string][]string{}, Rolls: map[string]int{},
	}
	for seat, text := range ph.Orders {
		lines, _ := ordertext.ReadLines(ph.Before, &g.Rules, g.Setting.Seats[seat-1], text)
		for _, l := range lines {
			if t := strings.TrimSpace(l.Text); t != "" {
				id := g.Setting.Powers[l.Power].ID
				c.Orders[id] = append(c.Orders[id], t)
			}
		}
	}
	for _, t := range ph.Throws {
		c.Rolls[t.Name] = t.Value
	}
	return c.Write()
}
