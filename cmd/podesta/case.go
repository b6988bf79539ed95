package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"podesta/internal/config"
	"podesta/internal/judge"
	"podesta/internal/store"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// runCase writes a phase of a game as a case that podesta adjudicate reads. The
// exit status is 0, 1 if there is no such phase or it cannot be a case, 2 if the
// arguments are wrong.
func runCase(e env, args []string) int {
	s := newSettings(e, "case", "GAME NUMBER",
		"Writes a phase of a game that is over, by the game's ID or name and the number of the phase, as a case in the",
		"interchange form: position, orders, and what the dice showed. podesta adjudicate makes the same of it.",
		"It contains everybody's orders and treasuries. While the game is running, keep it to yourself.")
	to := s.flags.String("o", "", "`file` to write; without it, the standard output")
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

func writeCase(e env, c *config.Config, game string, number int, to string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if found, err := store.Inspect(ctx, c.DatabaseURL()); errors.Is(err, store.ErrNoDatabase) {
		return fmt.Errorf("%s: %w", found.Name, err)
	}
	j, done, err := openJudge(c)
	if err != nil {
		return err
	}
	defer done()
	g, err := j.FindGame(ctx, game)
	if err != nil {
		return fmt.Errorf("%s: %w", game, err)
	}
	ph, err := j.Phase(ctx, g.ID, number)
	if err != nil {
		return fmt.Errorf("%s, phase %d: %w", game, number, err)
	}
	data, err := phaseCase(g, ph)
	if err != nil {
		return fmt.Errorf("%s, phase %d: %w", game, number, err)
	}
	if to == "" {
		_, err = e.out.Write(data)
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s: %s, %s\n", to, g.Name, ph.Phase.Title())
	return nil
}

// storedCase is a case as it is written.
type storedCase struct {
	ID       string              `json:"id"`
	Scenario string              `json:"scenario"`
	Variant  string              `json:"variant,omitempty"`
	Rules    rules.Spec          `json:"rules"`
	Phase    string              `json:"phase"`
	Position json.RawMessage     `json:"position"`
	Orders   map[string][]string `json:"orders"`
	Dice     *storedDice         `json:"dice,omitempty"`
	Explain  bool                `json:"explain"`
}

type storedDice struct {
	Rolls map[string]int `json:"rolls"`
}

// phaseCase is a phase that was processed as a case, with all that was ordered and
// everything that the dice showed.
func phaseCase(g *judge.Game, ph *judge.Phase) ([]byte, error) {
	if ph.After == nil {
		return nil, errors.New("the phase has not been processed yet")
	}
	if _, ok := scenario.Find(g.Setting.Scenario); !ok || g.Setting.Variant == "" {
		return nil, errors.New("the game has a scenario of its own, which no case can name; podesta export writes the whole game")
	}
	c := storedCase{
		ID: fmt.Sprintf("%s %d", g.Name, ph.Number), Scenario: g.Setting.Scenario, Variant: g.Setting.Variant, Rules: g.Rules.Spec(), Phase: ph.Phase.String(),
		Position: interchange.AppendPosition(nil, ph.Before), Orders: map[string][]string{}, Explain: true,
	}
	for seat, text := range ph.Orders {
		lines, _ := judge.ReadLines(ph.Before, &g.Rules, g.Setting.Seats[seat-1], text)
		for _, l := range lines {
			if t := strings.TrimSpace(l.Text); t != "" {
				id := g.Setting.Powers[l.Power].ID
				c.Orders[id] = append(c.Orders[id], t)
			}
		}
	}
	if len(ph.Throws) > 0 {
		c.Dice = &storedDice{map[string]int{}}
		for _, t := range ph.Throws {
			c.Dice.Rolls[t.Name] = t.Value
		}
	}
	out, err := json.MarshalIndent(c, "", "  ")
	return append(out, '\n'), err
}
