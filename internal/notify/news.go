package notify

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// newsJob is the kind of the jobs that call a hook for news other than log entries of a game: acts
// of another person, and events in the queue or in a tournament.
const newsJob = "news"

// newsCall is the data of a job of the kind newsJob.
type newsCall struct {
	gamestate.HookCall
	News account.PersonNews `json:"news"`
}

// News is an act of another person, or an event in the queue or in a tournament, for which a hook
// is called.
type News struct {
	ID string // the same for every attempt
	account.PersonNews
}

// queueNews queues the calls of a person's hooks for news. They wait for the end of the
// person's quiet hours and for the daily message, unless they would then be too late.
func (q *Queue) queueNews(tx *game.Tx, a *game.Account, n account.PersonNews) error {
	if has, err := tx.Hooks.HasHooks(); err != nil || !has {
		return err
	}
	all, err := tx.Hooks.Hooks(a.ID)
	if err != nil {
		return err
	}
	for i := range all {
		h := &all[i]
		if h.Off || h.Game != "" || !hookWantsNews(h) {
			continue
		}
		due := q.base.Now()
		if h.Next.After(due) { // the hook waits after a failure
			due = h.Next
		}
		until, err := untilOf(h, a, h.Daily, due, n.Due)
		if err != nil {
			return err
		}
		ref := gamestate.HookCall{Account: a.ID, Hook: h.ID}
		data, err := json.Marshal(newsCall{ref, n})
		if err != nil {
			return err
		}
		if until.After(due) {
			if err := game.HoldNews(tx, a.ID, h.ID, until, q.base.Now(), data); err != nil {
				return err
			}
			if err := gamestate.EnqueueHeld(tx, ref, until); err != nil {
				return err
			}
			continue
		}
		if err := tx.Jobs.Enqueue(game.Job{Kind: newsJob, Due: due, Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// hookWantsNews reports whether a hook is called for news: its events must include EventWaiting. A
// hook for programs must name that event explicitly, because otherwise the program only expects log
// entries of games.
func hookWantsNews(h *game.Hook) bool {
	return slices.Contains(h.Events, game.EventWaiting) || h.Events == nil && h.Format != game.HookJSON
}

// heldNews returns the call for news that was held back, or nil if the hook no longer exists.
func (q *Queue) heldNews(ctx context.Context, held game.HeldNews) (*Call, error) {
	var ref newsCall
	if json.Unmarshal(held.Data, &ref) != nil {
		return nil, nil
	}
	c := Call{News: &News{held.ID(), ref.News}}
	err := q.base.Read(ctx, func(tx *game.Tx) error { return q.target(tx, ref.HookCall, &c) })
	if gone(err) {
		return nil, nil
	}
	return &c, err
}

// callNews calls a hook for news.
func (q *Queue) callNews(ctx context.Context, job game.Job, call CallFunc) (int, error) {
	var ref newsCall
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return 0, q.base.Write(ctx, func(tx *game.Tx) error { return Lost(tx.Jobs.FinishJob(job.ID)) })
	}
	c := Call{News: &News{strconv.FormatInt(job.ID, 10), ref.News}}
	err := q.base.Read(ctx, func(tx *game.Tx) error { return q.target(tx, ref.HookCall, &c) })
	if gone(err) {
		return 0, q.dropGone(ctx, job, ref.Hook, err)
	}
	if err != nil {
		return 0, err
	}
	if err := call(ctx, []Call{c}); err != nil {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return 0, q.hookFailed(ctx, job, ref.HookCall, err)
	}
	return 1, q.base.Write(ctx, func(tx *game.Tx) error {
		if err := hookWorks(tx, ref.HookCall); err != nil {
			return err
		}
		return Lost(tx.Jobs.FinishJob(job.ID))
	})
}
