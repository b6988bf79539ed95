package clock

import (
	"context"
	"strings"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type processArgs struct {
	Revision int    `arg:"revision" least:"1" doc:"Of the game, for which it is meant"`
	Phase    string `arg:"phase,optional" most:"80" doc:"Resolve nothing if it is another one" ask:"the phase, so that the judge resolves the one you mean"`
}

// Resolved is a phase that was resolved.
type Resolved struct {
	act.Done
	Phase *game.Phase `json:"-"`
}

// masterCommands returns the commands of masters about the course of games.
func (k *Clockwork) masterCommands() []act.Command {
	type none struct{}
	return append([]act.Command{
		act.Of(act.Command{
			Name: "process", Scope: act.Game, Who: act.Master, Resolve: true, Group: act.Mastery, API: "POST /games/{game}/process",
			Summary: "Resolve the current phase, with the existing orders", Does: "The answer has the results.",
			Mail: []act.Form{{Syntax: "PROCESS phase", Does: "Resolves the phase at once, with the existing orders, if it is the current phase: its season, year and step.", Example: "PROCESS SPRING 1454 ORDERS"}},
		}, func(ctx context.Context, by act.Caller, a processArgs) (*Resolved, error) {
			if now := by.Game.Phase; by.Role.Master && a.Phase != "" && by.Game.Number > 0 && !strings.EqualFold(a.Phase, now.String()) {
				return nil, game.Refuse(game.Stale, message.New("The current phase is {phase}, not {other}; nothing was resolved.", message.Phase(now), message.Order(a.Phase)))
			}
			ph, err := k.Process(ctx, by.Game.ID, by.Role, a.Revision)
			if err != nil {
				return nil, err
			}
			return &Resolved{*act.Saying(message.New("{phase}: resolved.", message.Phase(ph.Phase))), ph}, nil
		}),
		act.Of(act.Command{
			Name: "pause", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "POST /games/{game}/pause",
			Summary: "Pause a game: nothing is resolved until it is resumed",
			Mail:    []act.Form{{Syntax: "PAUSE", Also: []string{"SUSPEND"}, Does: "Stops the clock: no phase is resolved, and press is possible only with the master.", Example: "PAUSE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("The game is paused.")), k.Pause(ctx, by.Game.ID, by.Role)
		}),
		act.Of(act.Command{
			Name: "resume", Scope: act.Game, Who: act.Master | act.Player, Group: act.Mastery, API: "POST /games/{game}/resume",
			Summary: "Resume a paused or terminated game",
			Mail:    []act.Form{{Syntax: "RESUME", Does: "Continues a paused or terminated game, with a new deadline. With SET RESUME, players can.", Example: "RESUME"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("The game is resumed.")), k.Resume(ctx, by.Game.ID, by.Role)
		}),
	}, k.timeCommands()...)
}
