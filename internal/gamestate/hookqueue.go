package gamestate

import (
	"encoding/json"
	"strconv"
	"time"

	"podesta/internal/game"
)

// HookJob is the kind of the jobs that call hooks for a game. The key is the game, or the game
// and the hook.
const HookJob = "hook"

// HeldJob is the kind of the jobs that call a hook for notifications that were held back. The key
// is the hook and the time.
const HeldJob = "held"

// HookCall is the data of a job: a game, and the hook to call for it. If the hook is missing,
// the job finds all hooks that concern the game.
type HookCall struct {
	Game    string `json:"game"`
	Account string `json:"account,omitempty"`
	Hook    string `json:"hook,omitempty"`
}

// stirHooks queues the calls of hooks for news of a game.
func stirHooks(tx *game.Tx, g *State) error {
	if has, err := tx.Hooks.HasHooks(); err != nil || !has {
		return err
	}
	return EnqueueHook(tx, HookCall{Game: g.ID}, g.At)
}

// EnqueueHook queues a call of hooks for a given time.
func EnqueueHook(tx *game.Tx, ref HookCall, due time.Time) error {
	data, err := json.Marshal(ref)
	if err != nil {
		return err
	}
	key := ref.Game
	if ref.Hook != "" {
		key += "/" + ref.Hook
	}
	return tx.Jobs.Enqueue(game.Job{Kind: HookJob, Key: key, Game: ref.Game, Due: due, Data: data})
}

// EnqueueHeld queues the call of a hook for notifications that are held back until the given time.
func EnqueueHeld(tx *game.Tx, ref HookCall, until time.Time) error {
	ref.Game = ""
	data, err := json.Marshal(ref)
	if err != nil {
		return err
	}
	return tx.Jobs.Enqueue(game.Job{Kind: HeldJob, Key: ref.Hook + "/" + strconv.FormatInt(until.Unix(), 10), Due: until, Data: data})
}
