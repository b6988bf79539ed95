package gamestate

import (
	"encoding/json"
	"time"

	"podesta/internal/game"
)

// HookJob is the kind of the jobs that call hooks for a game, with the game or
// the game and the hook as key.
const HookJob = "hook"

// HookCall is the data of a job: a game, and the hook to call for it. Without a
// hook, the job looks for all hooks that concern the game.
type HookCall struct {
	Game    string `json:"game"`
	Account string `json:"account,omitempty"`
	Hook    string `json:"hook,omitempty"`
}

// stirHooks queues the calls of hooks for news of a game.
func stirHooks(tx game.Tx, g *State) error {
	if has, err := tx.HasHooks(); err != nil || !has {
		return err
	}
	return EnqueueHook(tx, HookCall{Game: g.ID}, g.At)
}

// EnqueueHook queues a call of hooks for the time due.
func EnqueueHook(tx game.Tx, ref HookCall, due time.Time) error {
	data, err := json.Marshal(ref)
	if err != nil {
		return err
	}
	key := ref.Game
	if ref.Hook != "" {
		key += "/" + ref.Hook
	}
	return tx.Enqueue(game.Job{Kind: HookJob, Key: key, Game: ref.Game, Due: due, Data: data})
}
