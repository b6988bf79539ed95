package tournament

import (
	"context"
	"errors"
	"strconv"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/seating"
	"podesta/machiavelli/message"
)

// Limits of the work on tournaments.
const (
	batch = 16
	lease = time.Minute
	some  = 8         // maximum number of games that begin or end in one transaction
	look  = time.Hour // maximum time between two checks of a running round
)

// proceed does what is due in the current round, and schedules the next check.
func (x *loaded) proceed() error {
	next, err := x.step()
	if err != nil {
		return err
	}
	return x.tx.Jobs.Enqueue(game.Job{Kind: gamestate.TournamentJob, Key: x.ID, Due: next})
}

// step does what is due in the current round. It returns when the next step is due, or the zero
// time if no step follows.
func (x *loaded) step() (time.Time, error) {
	r := x.current()
	if r == nil || x.Status != game.TournamentAnnounced {
		return time.Time{}, nil
	}
	if r.Status == game.RoundCalled {
		switch {
		case r.Problem != "": // waits until an organiser takes action
			return time.Time{}, x.tx.Tournaments.SaveRound(*r)
		case x.at.Before(r.ConfirmBy):
			return r.ConfirmBy, nil
		}
		if err := x.seed(r); err != nil {
			return time.Time{}, err
		}
	}
	if r.Status == game.RoundSeeded {
		if x.at.Before(r.Starts) {
			return r.Starts, nil
		}
		if err := x.mend(r); err != nil {
			return time.Time{}, err
		}
		if r.Status == game.RoundSeeded {
			r.Status = game.RoundPlaying
		}
	}
	if r.Status != game.RoundPlaying {
		return time.Time{}, nil
	}
	return x.play(r)
}

// play begins the games of a round, ends those whose time is up, and collects the
// results.
func (x *loaded) play(r *game.Round) (time.Time, error) {
	did, begun := 0, false
	timeUp := !r.Ends.IsZero() && !x.at.Before(r.Ends)
	for i := range r.Tables {
		t := &r.Tables[i]
		switch {
		case t.Over || did >= some:
		case t.Game == "":
			did++
			begun = true
			if err := x.begin(r, i); err != nil {
				return time.Time{}, err
			}
		case timeUp:
			did++
			why := message.New("The round of the tournament is over: the current position counts.")
			if err := x.t.clock.CallTime(x.tx, t.Game, why); err != nil && !errors.Is(err, game.ErrNoGame) {
				return time.Time{}, err
			}
		}
	}
	if err := x.collect(r); err != nil {
		return time.Time{}, err
	}
	over := 0
	for i := range r.Tables {
		if r.Tables[i].Over {
			over++
		}
	}
	if over == len(r.Tables) {
		r.Status = game.RoundOver
		if r.Ends.IsZero() || x.at.Before(r.Ends) {
			r.Ends = x.at
		}
	}
	if err := x.tx.Tournaments.SaveRound(*r); err != nil {
		return time.Time{}, err
	}
	switch {
	case r.Status == game.RoundOver:
		return time.Time{}, x.tellOver(r)
	case did >= some, begun && timeUp:
		return x.at, nil // the next transaction continues
	case !r.Ends.IsZero() && x.at.Before(r.Ends):
		return clock.Earlier(r.Ends, x.at.Add(look)), nil
	}
	return x.at.Add(look), nil
}

// begin begins the game of a table.
func (x *loaded) begin(r *game.Round, table int) error {
	t := &r.Tables[table]
	n, h := x.games, x.how
	n.Variant = t.Variant
	h.Tournament = x.ID
	players, err := x.stillThere(t)
	if err != nil {
		return err
	}
	name := x.Name + " R" + strconv.Itoa(r.Number) + " B" + strconv.Itoa(table+1)
	for try := 1; ; try++ {
		if n.Name = name; try > 1 {
			n.Name += " (" + strconv.Itoa(try) + ")"
		}
		if try == maxTries {
			n.Name = name + " " + game.NewID()[:4]
		}
		id, err := x.t.lobby.HostDealt(x.tx, n, h, x.master(), players)
		if err == nil {
			t.Game = id
			return nil
		}
		if game.ErrorCode(err) != game.Conflict || try == maxTries {
			return err
		}
	}
}

// stillThere returns the players of a table, indexed by seat, with "" for those who can no longer
// play because their accounts were closed since the round began, or because a block now separates
// them from another player.
func (x *loaded) stillThere(t *game.RoundTable) ([]string, error) {
	players := accountsAt(t, -1)
	c, err := x.company(players)
	if err != nil {
		return nil, err
	}
	for i, a := range players {
		if !c.able(a) {
			players[i] = ""
		}
		for k, b := range players[:i] {
			if players[i] == "" || b == "" || c.distance(a, b) != seating.Never {
				continue
			}
			if c.yields(b, a) == a {
				players[i] = ""
			} else {
				players[k] = ""
			}
		}
	}
	return players, nil
}

// TournamentWork continues the tournaments in which something is due, each in a separate
// transaction. It returns the number of jobs done. A tournament that fails is tried again later
// and does not stop the others. TournamentWork must be called about every second.
func (t *Tournaments) TournamentWork(ctx context.Context) (int, error) {
	done := 0
	for {
		jobs, err := t.claim(ctx)
		if err != nil || len(jobs) == 0 {
			return done, err
		}
		for i := range jobs {
			err := t.base.Write(ctx, func(tx *game.Tx) error { return t.resume(tx, &jobs[i]) })
			if err == nil {
				done++
				continue
			}
			if ctx.Err() != nil {
				return done, err
			}
			failed := err
			err = t.base.Write(ctx, func(tx *game.Tx) error {
				return ignoreLost(tx.Jobs.RetryJob(jobs[i].ID, t.base.Now().Add(clock.Backoff(jobs[i].Tries)), failed.Error()))
			})
			if err != nil {
				return done, err
			}
		}
	}
}

// claim claims jobs that are due.
func (t *Tournaments) claim(ctx context.Context) ([]game.Job, error) {
	var due time.Time
	err := t.base.Read(ctx, func(tx *game.Tx) (err error) {
		due, err = tx.Jobs.NextDue(gamestate.TournamentJob)
		return err
	})
	if err != nil || due.IsZero() || due.After(t.base.Now()) {
		return nil, err
	}
	var jobs []game.Job
	err = t.base.Write(ctx, func(tx *game.Tx) (err error) {
		jobs, err = tx.Jobs.Claim(gamestate.TournamentJob, t.base.Now(), lease, batch)
		return err
	})
	return jobs, err
}

// resume continues one tournament. The job need not still belong to the caller, because anything
// that another process has done is no longer due.
func (t *Tournaments) resume(tx *game.Tx, job *game.Job) error {
	x, err := t.load(tx, job.Key, true)
	if errors.Is(err, errNone) {
		return ignoreLost(tx.Jobs.FinishJob(job.ID))
	}
	if err != nil {
		return err
	}
	next, err := x.step()
	if err != nil {
		return err
	}
	if err := ignoreLost(tx.Jobs.FinishJob(job.ID)); err != nil || next.IsZero() {
		return err
	}
	return tx.Jobs.Enqueue(game.Job{Kind: gamestate.TournamentJob, Key: x.ID, Due: next})
}

// ignoreLost returns nil for the error of a job that belongs to another worker.
func ignoreLost(err error) error {
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	return err
}
