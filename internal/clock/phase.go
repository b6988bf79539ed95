package clock

import (
	"cmp"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// processNow resolves the current phase of a game on a master's command. It uses the orders that
// exist, and records no lateness for seats for which the game did not wait.
func (k *Clockwork) processNow(tx *game.Tx, g *gamestate.State, role game.Role) (*game.Phase, error) {
	if role, err := k.base.Confirm(tx, g, role); err != nil || !role.Master {
		return nil, cmp.Or(err, error(game.ErrMaster))
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return nil, err
	}
	if err := c.errRunning(); err != nil {
		return nil, err
	}
	return c.process(schedule.Outcomes(c.state()))
}

// errRunning returns an error if the game is not being played at the moment.
func (c *Course) errRunning() error {
	switch {
	case c.Finished:
		return game.ErrOver
	case c.Status == game.Paused:
		return gamestate.ErrPaused
	case c.Status != game.Active:
		return gamestate.ErrStopped
	}
	return nil
}

// process resolves the phase and does everything that follows from it. The outcomes are for the
// players' records.
func (c *Course) process(outcomes map[int]schedule.Outcome) (*game.Phase, error) {
	if err := ratings.RecordSeats(c.Tx, c.State, outcomes); err != nil {
		return nil, err
	}
	done, err := c.clock.advance(c.Tx, c.Board)
	if err != nil {
		return nil, err
	}
	return done.phase, c.follow(done)
}

// follow does what remains after a resolved phase has been stored: it announces the result,
// delivers postal press, clears votes, and begins the next phase or ends the game.
func (c *Course) follow(done *moved) error {
	if err := c.ClearVotes(); err != nil {
		return err
	}
	if err := c.clearWaits(); err != nil {
		return err
	}
	if done.now.Finished {
		return c.end(done)
	}
	next := &Course{
		Board: &gamestate.Board{State: done.now, Codec: c.Codec, Position: done.phase.After, Texts: map[int]string{}},
		clock: c.clock, Tx: c.Tx, Timing: c.Timing, States: slices.Clone(c.States), stored: c.stored, kinds: c.kinds, Play: c.Play,
	}
	next.Timing.First = false
	if err := next.Lay(); err != nil {
		return err
	}
	if err := next.Begin(); err != nil {
		return err
	}
	why := next.Timing.Why
	err := gamestate.Log(c.Tx, c.State, game.ResultEntry, journal.Everybody, 0, journal.Result{
		Number: c.Number, Phase: c.Phase, Next: next.Phase, Times: next.Times(),
		Kept: why.Kept, Days: why.Days, Absences: len(why.Absences),
	})
	if err != nil {
		return err
	}
	if err := c.deliverPostal(); err != nil {
		return err
	}
	next.Woken = c.Woken
	if err := next.enterDeferred(); err != nil {
		return err
	}
	return next.Save()
}

// end announces the end of the game and reveals what was secret until then.
func (c *Course) end(done *moved) error {
	g := done.now
	// The end belongs to the last phase, which still has the game's number.
	if err := gamestate.Log(c.Tx, g, game.ResultEntry, journal.Everybody, 0, journal.Result{Number: c.Number, Phase: c.Phase, Over: true}); err != nil {
		return err
	}
	c.Woken = true
	if err := c.deliverPostal(); err != nil {
		return err
	}
	for _, e := range done.phase.Events {
		if v, ok := e.(event.Victory); ok {
			if err := gamestate.Notice(c.Tx, g, journal.Everybody, victory(g, v)); err != nil {
				return err
			}
		}
	}
	if err := tellDiaries(c.Tx, g); err != nil {
		return err
	}
	if err := reveal(c.Tx, g); err != nil {
		return err
	}
	if err := c.clock.ratings.Publish(c.Tx, g); err != nil {
		return err
	}
	if err := gamestate.WakeTournament(c.Tx, g, c.At); err != nil {
		return err
	}
	return ScheduleLook(c.Tx, c.ID, c.At) // the next check stops the clock
}

// victory returns the notice of how the game ended.
func victory(g *gamestate.State, v event.Victory) journal.Notice {
	var seats []int
	for s := range g.Seats {
		if slices.ContainsFunc(g.PowersAt(s+1), v.Powers.Has) {
			seats = append(seats, s+1)
		}
	}
	o := report.New(g.Setting).End(v)
	n := journal.Notice{Topic: journal.TopicVictory, Seats: seats, Said: o.Sentence()}
	switch {
	case o.Result == report.Draw:
		n.Topic = journal.TopicDraw
	case v.How == event.ByConcession:
		n.Topic = journal.TopicConcession
	}
	return n
}

// reveal announces who played which power in a game that concealed it.
func reveal(tx *game.Tx, g *gamestate.State) error {
	if !g.Hosting.Gunboat || !g.Hosting.Reveal {
		return nil
	}
	n := journal.Notice{Topic: journal.TopicReveal, Said: message.New("The players were:")}
	for _, s := range g.Seats {
		if s.Player != "" {
			n.Points = append(n.Points, message.New("{powers:name}: {what}", g.Called(s.Number), message.Name(s.Player)))
		}
	}
	return gamestate.Notice(tx, g, journal.Everybody, n)
}

// agree ends the game by agreement: it stores res as the result of the current phase in place of
// its orders.
func (c *Course) agree(res turn.Result) error {
	rec, err := gamestate.RecordOf(c.Codec, &c.Record, c.Board, res)
	if err != nil {
		return c.WrapError(err)
	}
	done, err := c.clock.conclude(c.Tx, c.Board, rec, res)
	if err != nil {
		return err
	}
	return c.follow(done)
}
