package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/notify/channel"
	"podesta/internal/press"
	"podesta/internal/trace"
)

// Limits of the work on hooks.
const (
	hookBatch = 16 // number of jobs claimed at a time
	// duration of a claim, which is renewed at each call; a call takes less than half of it
	hookLease  = 30 * time.Second
	hookCalls  = 20 // maximum number of calls of one hook per job
	hookTries  = 10 // minimum number of failures in a row before a hook is disabled
	hookFirst  = 30 * time.Second
	hookLatest = 6 * time.Hour

	hookPatience = 3 * 24 * time.Hour // a hook is disabled only if it has failed for this long
)

// Call is the content of a hook's call: an entry as the hook's account may see it, or News.
type Call struct {
	Hook    game.Hook
	Account *game.Account // the account that registered the hook
	Game    *game.Game
	Role    game.Role
	Entry   game.Entry
	News    *News // if not nil, it replaces the log entry
}

// CallFunc makes one call of a hook, for one entry or for several that were held back. If it
// returns a *channel.Failure, the failure says when to try again, or that the other side no longer
// exists and the hook is to be deleted.
type CallFunc func(ctx context.Context, all []Call) error

// Work makes the calls of hooks that are due and returns the number of successful calls. A hook is
// called once for each entry, in the order of the game's log. Entries that wait for the end of a
// person's quiet hours or for the daily message are combined into one call for all games. A failed
// call and those that follow it are repeated later; a hook that fails for days is disabled. Calls
// of several hooks are made in parallel. It must be called every second or so, by one process or by
// many.
func (q *Queue) Work(ctx context.Context, call CallFunc) (int, error) {
	total := 0
	for {
		jobs, err := q.claimHooks(ctx)
		if err != nil || len(jobs) == 0 {
			return total, err
		}
		done, wrong := make([]int, len(jobs)), make([]error, len(jobs))
		var all sync.WaitGroup
		for i, job := range jobs {
			all.Go(func() { done[i], wrong[i] = q.workHook(ctx, job, call) })
		}
		all.Wait()
		for _, n := range done {
			total += n
		}
		if err := errors.Join(wrong...); err != nil || ctx.Err() != nil {
			return total, err
		}
	}
}

// claimHooks claims jobs that are due.
func (q *Queue) claimHooks(ctx context.Context) ([]game.Job, error) {
	var jobs []game.Job
	var due []string
	err := q.base.Read(ctx, func(tx *game.Tx) error {
		due = nil
		for _, kind := range []string{gamestate.HookJob, gamestate.HeldJob, newsJob} {
			at, err := tx.Jobs.NextDue(kind)
			if err != nil {
				return err
			}
			if !at.IsZero() && !at.After(q.base.Now()) {
				due = append(due, kind)
			}
		}
		return nil
	})
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = q.base.Write(ctx, func(tx *game.Tx) error {
		jobs = nil
		for _, kind := range due {
			more, err := tx.Jobs.Claim(kind, q.base.Now(), hookLease, hookBatch)
			if err != nil {
				return err
			}
			jobs = append(jobs, more...)
		}
		return nil
	})
	return jobs, err
}

// workHook executes one job.
func (q *Queue) workHook(ctx context.Context, job game.Job, call CallFunc) (n int, err error) {
	ctx, span := trace.Begin(ctx, trace.Consumer, "call webhooks", job.Trace)
	span.Str("podesta.game", job.Game)
	defer func() {
		span.Fail(err)
		span.End()
	}()
	if job.Kind == newsJob {
		return q.callNews(ctx, job, call)
	}
	var ref gamestate.HookCall
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return 0, q.base.Write(ctx, func(tx *game.Tx) error { return Lost(tx.Jobs.FinishJob(job.ID)) })
	}
	switch {
	case job.Kind == gamestate.HeldJob:
		return q.callHeld(ctx, job, ref, call)
	case ref.Hook == "":
		return 0, q.spreadHooks(ctx, job, ref)
	}
	return q.callHook(ctx, job, ref, call)
}

// Lost returns err, or nil if err is ErrNoRecord, which means that another process has taken over
// the job or removed the record.
func Lost(err error) error {
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	return err
}

// spreadHooks queues a job for each hook that concerns a game.
func (q *Queue) spreadHooks(ctx context.Context, job game.Job, ref gamestate.HookCall) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		members, err := tx.Members.Members(ref.Game)
		if err != nil {
			return err
		}
		var who []string
		for i := range members {
			if members[i].Present() {
				who = append(who, members[i].Account)
			}
		}
		followers, err := tx.Social.Followers(ref.Game)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, account := range append(who, followers...) {
			if seen[account] {
				continue
			}
			seen[account] = true
			if err := q.spreadTo(tx, ref.Game, account); err != nil {
				return err
			}
		}
		return Lost(tx.Jobs.FinishJob(job.ID))
	})
}

// spreadTo queues a job for each hook of an account that concerns a game.
func (q *Queue) spreadTo(tx *game.Tx, gameID, account string) error {
	hooks, err := tx.Hooks.Hooks(account)
	if err != nil {
		return err
	}
	for _, x := range hooks {
		if x.Off || x.Game != "" && x.Game != gameID {
			continue
		}
		due := q.base.Now()
		if x.Next.After(due) { // the hook waits after a failure
			due = x.Next
		}
		if err := gamestate.EnqueueHook(tx, gamestate.HookCall{Game: gameID, Account: account, Hook: x.ID}, due); err != nil {
			return err
		}
	}
	return nil
}

// callHook calls a hook for the entries of a game that it has not received.
func (q *Queue) callHook(ctx context.Context, job game.Job, ref gamestate.HookCall, call CallFunc) (int, error) {
	calls, last, more, err := q.hookCalls(ctx, ref)
	if gone(err) {
		return 0, q.dropGone(ctx, job, ref.Hook, err)
	}
	if err != nil {
		return 0, err
	}
	n := 0
	for _, c := range calls {
		until, err := c.until(q.base.Now())
		if err != nil {
			return n, err
		}
		if until.IsZero() {
			if err := call(ctx, []Call{c}); err != nil {
				if ctx.Err() != nil {
					return n, ctx.Err()
				}
				return n, q.hookFailed(ctx, job, ref, err)
			}
			n++
		}
		mine, err := q.hookTold(ctx, job, ref, c.Entry.Seq, until)
		if err != nil || !mine {
			return n, err
		}
	}
	return n, q.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Hooks.SaveHookSeen(ref.Game, ref.Hook, last); err != nil {
			return err
		}
		if err := tx.Jobs.FinishJob(job.ID); err != nil || !more {
			return Lost(err)
		}
		return gamestate.EnqueueHook(tx, ref, q.base.Now())
	})
}

// dropGone finishes a job that has nothing to call. A hook whose session has ended is deleted.
func (q *Queue) dropGone(ctx context.Context, job game.Job, hook string, why error) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		if errors.Is(why, errSignedOut) {
			if err := Lost(tx.Hooks.DropHook(hook)); err != nil {
				return err
			}
		}
		return Lost(tx.Jobs.FinishJob(job.ID))
	})
}

// target reads the hook to be called, and its account. If there is nothing to call, the error
// is one for which gone returns true.
func (q *Queue) target(tx *game.Tx, ref gamestate.HookCall, c *Call) error {
	var err error
	c.Hook, err = tx.Hooks.Hook(ref.Hook)
	if errors.Is(err, game.ErrNoRecord) || err == nil && c.Hook.Off {
		return account.ErrNoHook
	}
	if err != nil {
		return err
	}
	if c.Account, err = q.base.Accounts.AccountIn(tx, ref.Account); err != nil || c.Hook.Session == "" {
		return err
	}
	lives, err := q.base.Accounts.Lives(tx, c.Hook.Session)
	if err == nil && !lives {
		err = errSignedOut
	}
	return err
}

// hookCalls returns the next calls of a hook for a game, and the number of the
// last entry that was examined. more reports whether there may be further ones.
func (q *Queue) hookCalls(ctx context.Context, ref gamestate.HookCall) (calls []Call, last int64, more bool, err error) {
	return q.callsAfter(ctx, ref, func(tx *game.Tx) (int64, error) { return tx.Hooks.HookSeen(ref.Game, ref.Hook) }, press.MostEntries)
}

// callsAfter returns the calls of a hook for up to limit entries of a game that follow the entry
// whose number the function after returns.
func (q *Queue) callsAfter(ctx context.Context, ref gamestate.HookCall, after func(*game.Tx) (int64, error), limit int) (calls []Call, last int64, more bool, err error) {
	var c Call
	err = q.base.Read(ctx, func(tx *game.Tx) error {
		if err := q.target(tx, ref, &c); err != nil {
			return err
		}
		g, err := q.base.Load(tx, ref.Game)
		if err != nil {
			return err
		}
		c.Game = g.Game
		if c.Role, err = q.base.RoleIn(tx, g, c.Account); err != nil {
			return err
		}
		if !c.Role.Takes() {
			follows, err := follows(tx, g, c.Account.ID)
			if err != nil {
				return err
			}
			if !follows {
				return account.ErrNoHook
			}
		}
		last, err = after(tx)
		return err
	})
	if err != nil {
		return nil, 0, false, err
	}
	entries, err := q.press.Log(ctx, ref.Game, c.Role, last, limit)
	if err != nil {
		return nil, 0, false, err
	}
	// Only the first call can meet entries older than the hook. In later calls, an entry only seems
	// older if a clock was set back.
	since := last > 0
	for _, e := range entries {
		if len(calls) == hookCalls {
			return calls, last, true, nil
		}
		last = e.Seq
		since = since || !e.At.Before(c.Hook.Created)
		if since && hookWants(&c.Hook, &e, c.Role) && (c.Role.Takes() || journal.ForFollowers(&e)) {
			x := c
			x.Entry = e
			calls = append(calls, x)
		}
	}
	return calls, last, len(entries) == limit, nil
}

// follows reports whether an account is notified of a game's phases because it follows the
// game. Nobody is notified of a game that is no longer public.
func follows(tx *game.Tx, g *gamestate.State, account string) (bool, error) {
	if !g.Hosting.Listed {
		return false, nil
	}
	all, err := tx.Social.Followers(g.ID)
	return slices.Contains(all, account), err
}

// until returns the time until which a call is held back, or zero if it is made at once.
func (c *Call) until(now time.Time) (time.Time, error) {
	var due time.Time
	if c.Role.Player {
		due = journal.NextDue(&c.Entry, now)
	}
	return untilOf(&c.Hook, c.Account, c.Hook.Daily && !journal.Urgent(&c.Entry), now, due)
}

// untilOf returns the time until which a call about a deadline is held back, or zero if it is made
// at once. Programs, which receive JSON, have no quiet hours.
func untilOf(h *game.Hook, a *game.Account, daily bool, now, due time.Time) (time.Time, error) {
	if h.Format == game.HookJSON {
		return time.Time{}, nil
	}
	hours, err := account.ReadWishes(a)
	if err != nil {
		return time.Time{}, err
	}
	return hours.Until(now.In(account.Zone(a)), daily, due)
}

// hookTold records the last entry of a game for which a hook was called or a call is held back, and
// extends the claim on the job for the next call. mine reports whether the job still belonged to
// the caller.
func (q *Queue) hookTold(ctx context.Context, job game.Job, ref gamestate.HookCall, seq int64, until time.Time) (mine bool, err error) {
	err = q.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Jobs.HoldJob(job.ID, q.base.Now().Add(hookLease))
		if mine = err == nil; !mine {
			return Lost(err)
		}
		if err := tx.Hooks.SaveHookSeen(ref.Game, ref.Hook, seq); err != nil {
			return err
		}
		if until.IsZero() {
			return hookWorks(tx, ref)
		}
		if err := tx.Hooks.SaveHeld(game.Held{Account: ref.Account, Way: ref.Hook, Game: ref.Game, Seq: seq, Due: until}); err != nil {
			return err
		}
		return gamestate.EnqueueHeld(tx, ref, until)
	})
	return mine, err
}

// hookWorks resets the failures of a hook.
func hookWorks(tx *game.Tx, ref gamestate.HookCall) error {
	return changeHook(tx, ref, func(h *game.Hook) bool {
		bad := h.Fails > 0
		h.Failed, h.Fails, h.Since, h.Next = "", 0, time.Time{}, time.Time{}
		return bad
	})
}

// callHeld calls a hook once for everything that was held back until now: news, and log entries of
// all games.
func (q *Queue) callHeld(ctx context.Context, job game.Job, ref gamestate.HookCall, call CallFunc) (int, error) {
	var waited []game.Held
	var news []game.HeldNews
	err := q.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		if waited, err = tx.Hooks.Held(ref.Account, ref.Hook, q.base.Now()); err != nil {
			return err
		}
		news, err = game.NewsHeld(tx, ref.Account, ref.Hook, q.base.Now())
		return err
	})
	if err != nil {
		return 0, err
	}
	var calls []Call
	for _, h := range news {
		c, err := q.heldNews(ctx, h)
		if err != nil {
			return 0, err
		}
		if c != nil {
			calls = append(calls, *c)
		}
	}
	for _, h := range waited {
		c, err := q.heldCall(ctx, ref, h)
		if err != nil {
			return 0, err
		}
		if c != nil {
			calls = append(calls, *c)
		}
	}
	if len(calls) > 0 {
		if err := call(ctx, calls); err != nil {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, q.hookFailed(ctx, job, ref, err)
		}
	}
	return min(1, len(calls)), q.base.Write(ctx, func(tx *game.Tx) error {
		for _, h := range waited {
			if err := tx.Hooks.DropHeld(h); err != nil {
				return err
			}
		}
		if err := game.DropNewsHeld(tx, ref.Account, news); err != nil {
			return err
		}
		if err := hookWorks(tx, ref); err != nil {
			return err
		}
		return Lost(tx.Jobs.FinishJob(job.ID))
	})
}

// heldCall returns the call for an entry that was held back, or nil if it is no longer needed.
func (q *Queue) heldCall(ctx context.Context, ref gamestate.HookCall, h game.Held) (*Call, error) {
	ref.Game = h.Game
	calls, _, _, err := q.callsAfter(ctx, ref, func(*game.Tx) (int64, error) { return h.Seq - 1, nil }, 1)
	if err != nil {
		if gone(err) {
			return nil, nil
		}
		return nil, err
	}
	if len(calls) == 0 || calls[0].Entry.Seq != h.Seq {
		return nil, nil
	}
	return &calls[0], nil
}

// errSignedOut means that the session that a hook depends on has ended.
var errSignedOut = errors.New("the session of the browser has ended")

// gone reports whether an error means that the hook, game or account of a call no longer exists.
func gone(err error) bool {
	return errors.Is(err, account.ErrNoHook) || errors.Is(err, errSignedOut) || errors.Is(err, game.ErrNoGame) || errors.Is(err, account.ErrNoAccount)
}

// hookFailed postpones the calls of a hook, or disables or deletes the hook.
func (q *Queue) hookFailed(ctx context.Context, job game.Job, ref gamestate.HookCall, cause error) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		var f *channel.Failure
		failed := errors.As(cause, &f)
		if failed && f.Gone {
			if err := Lost(tx.Hooks.DropHook(ref.Hook)); err != nil {
				return err
			}
			return q.giveUp(tx, job, ref)
		}
		now := q.base.Now()
		var next time.Time
		off := false
		err := changeHook(tx, ref, func(h *game.Hook) bool {
			if h.Fails == 0 {
				h.Since = now
			}
			wait := min(hookFirst<<min(h.Fails, 16), hookLatest)
			if failed && f.After > 0 {
				wait = min(f.After, hookLatest)
			}
			h.Fails++
			h.Failed, h.Next = cause.Error(), now.Add(wait)
			h.Off = h.Fails >= hookTries && now.Sub(h.Since) >= hookPatience
			next, off = h.Next, h.Off
			return true
		})
		if err != nil {
			return err
		}
		if off || next.IsZero() {
			return q.giveUp(tx, job, ref)
		}
		return Lost(tx.Jobs.RetryJob(job.ID, next, cause.Error()))
	})
}

// giveUp finishes a job of a hook that is no longer called, and drops its news.
func (q *Queue) giveUp(tx *game.Tx, job game.Job, ref gamestate.HookCall) error {
	news, err := game.NewsHeld(tx, ref.Account, ref.Hook, q.base.Now())
	if err == nil {
		err = game.DropNewsHeld(tx, ref.Account, news)
	}
	if err != nil {
		return err
	}
	return Lost(tx.Jobs.FinishJob(job.ID))
}

// changeHook changes a hook, if it still exists. f reports whether it changed the hook.
func changeHook(tx *game.Tx, ref gamestate.HookCall, f func(*game.Hook) bool) error {
	h, err := tx.Hooks.Hook(ref.Hook)
	if err != nil {
		return Lost(err)
	}
	if !f(&h) {
		return nil
	}
	return tx.Hooks.SaveHook(h)
}
