package main

import (
	"context"
	"fmt"
	"strconv"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
)

// runPhase prints a stored phase of a game, or lists the phases. The exit status is 0 on success, 1
// if there is no such phase, and 2 if the arguments are wrong.
func runPhase(e env, args []string) int {
	s := newSettings(e, "phase", "GAME [NUMBER]",
		"Lists the phases of a game with their numbers. With a NUMBER, prints that phase as JSON: the positions before and",
		"after it, orders, events and rolls. GAME is the game's ID or name.",
		"A phase contains all players' orders and treasuries. Until the game is over, keep it to yourself.")
	if status, done := s.parse(args); done {
		return status
	}
	number := 0
	var err error
	if s.flags.NArg() == 2 {
		number, err = strconv.Atoi(s.flags.Arg(1))
	}
	if n := s.flags.NArg(); n < 1 || n > 2 || s.flags.Arg(0) == "" || err != nil || n == 2 && number < 1 {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	if err := printPhase(e, c, s.flags.Arg(0), number); err != nil {
		fmt.Fprintf(e.err, "podesta phase: %v\n", err)
		return 1
	}
	return 0
}

// printPhase prints a phase, or for number 0 the list of phases.
func printPhase(e env, c *config.Config, gameID string, number int) error {
	return withGame(c, gameID, func(ctx context.Context, j *judge.Judge, g *game.Game) error {
		if number == 0 {
			list, err := j.Base.Phases(ctx, g.ID)
			if err != nil {
				return err
			}
			for _, p := range list {
				fmt.Fprintf(e.out, "%4d  %s\n", p.Number, p.Phase)
			}
			return nil
		}
		data, err := j.Archive.PackPhase(ctx, g.ID, number)
		if err != nil {
			return fmt.Errorf("%s, phase %d: %w", gameID, number, err)
		}
		_, err = fmt.Fprintf(e.out, "%s\n", data)
		return err
	})
}
