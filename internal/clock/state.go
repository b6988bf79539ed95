package clock

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// clockJob is the kind of the jobs that check the clocks of games. A game has
// at most one.
const clockJob = "clock"

// WaitItem is the kind of the items that record which observers and masters delay a phase. Their
// keys consist of "observer" or "master" and the account.
const WaitItem = "wait"

// Course is a game in a phase with everything that its clock depends on, within
// a transaction.
type Course struct {
	*gamestate.Board
	clock  *Clockwork
	Tx     *game.Tx
	Timing gamestate.Timing
	States []game.SeatState // indexed by seat number - 1
	stored []game.SeatState // the states as they were read
	waits  map[string][]byte
	kinds  []string    // kinds of items that the game had when it was read
	status game.Status // status of the game when it was read
	Play   *Play       // set for a game against computer players
}

// Course reads the course of a game. The game must have begun.
func (k *Clockwork) Course(tx *game.Tx, g *gamestate.State) (*Course, error) {
	t, err := k.base.Board(tx, g)
	if err != nil {
		return nil, err
	}
	c := &Course{Board: t, clock: k, Tx: tx, status: g.Record.Status}
	if c.Timing, err = gamestate.ReadTiming(&g.Record); err != nil {
		return nil, err
	}
	c.States, c.stored = t.States, slices.Clone(t.States)
	if c.kinds, err = c.Tx.Items.Kinds(g.ID); err != nil {
		return nil, err
	}
	if c.waits, err = c.list(WaitItem); err != nil {
		return nil, err
	}
	if g.Play {
		p, err := readPlay(tx, g.ID)
		if err != nil {
			return nil, err
		}
		c.Play = &p
	}
	if g.Hosting.OnReady { // a cheap case, because no orders are read
		for i := range c.States {
			c.JudgeSeat(i + 1)
		}
	}
	return c, nil
}

// list returns the items of a kind. It does not query the store for kinds
// without items.
func (c *Course) list(kind string) (map[string][]byte, error) {
	if !slices.Contains(c.kinds, kind) {
		return nil, nil
	}
	return c.Tx.Items.List(c.ID, kind)
}

// put stores an item of the game.
func (c *Course) put(kind, key string, data []byte) error {
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
	}
	return c.Tx.Items.Put(c.ID, kind, key, data)
}

// ErrLinks is returned when a command needs an account, but the seats of the game are held by
// links.
var ErrLinks = game.Refuse(game.Conflict, message.New("The seats of this game are held by secret links, not by accounts. Ask its master for the link of a seat."))

// state converts the course to the input of package schedule.
func (c *Course) state() schedule.State {
	s := schedule.State{
		Now: c.At, Plan: c.Timing.Plan, Timing: c.Timing.Timing, First: c.Timing.First, Settings: c.Hosting.Calendar(),
		LastOrders: c.Timing.Ordered, Paused: c.Timing.Paused, Told: c.Timing.Told,
	}
	for i := range c.States {
		x := &c.States[i]
		seat := schedule.Seat{
			ID: i + 1, Owes: c.Seats[i].Owes, Complete: x.Complete, Covered: x.Covered, Wait: x.Wait,
			Reminded: x.Reminded, Late: x.Late, Abandoned: x.Abandoned, Disorder: x.Disorder,
		}
		if x.Bot != "" { // computer players order at once; they are never reminded or late
			seat.Reminded, seat.Wait = true, false
			seat.Complete = seat.Complete || !s.Plan.Deadline.IsZero() && !s.Now.Before(s.Plan.Deadline)
		}
		s.Seats = append(s.Seats, seat)
	}
	id := 0
	if c.rests() {
		id--
		s.Seats = append(s.Seats, schedule.Seat{ID: id, Master: true, Wait: true})
	}
	for _, kind := range c.waits {
		id--
		s.Seats = append(s.Seats, schedule.Seat{ID: id, Master: string(kind) == string(game.Master), Wait: true})
	}
	return s
}

// adopt takes over the changes that package schedule has made.
func (c *Course) adopt(s schedule.State) {
	c.Timing.Plan, c.Timing.Told = s.Plan, s.Told
	for _, x := range s.Seats {
		if x.ID < 1 {
			continue
		}
		y := &c.States[x.ID-1]
		y.Reminded, y.Late, y.Abandoned, y.Disorder = x.Reminded, x.Late, x.Abandoned, x.Disorder
	}
}

// ClassOf returns the kind of a phase for package schedule.
func ClassOf(p machiavelli.Phase) schedule.Class {
	switch p.Step {
	case machiavelli.Retreats:
		return schedule.Retreats
	case machiavelli.Adjustments:
		return schedule.Adjusts
	}
	return schedule.Moves
}

// Opening returns the input for the plan of the current phase.
func (c *Course) Opening() (schedule.Opening, error) {
	absences, err := c.absences()
	o := schedule.Opening{
		Now: c.At, Timing: c.Timing.Timing, Zone: c.Zone(), Settings: c.Hosting.Calendar(), Old: c.Timing.Plan, First: c.Timing.First, Absences: absences,
		Normal: c.Hosting.Links, // a phase always has its full time, however long the previous one lasted
	}
	for _, s := range c.Seats {
		if s.Owes {
			o.Owing = append(o.Owing, s.Number)
		}
	}
	return o, err
}

// Begin opens the current phase: it makes its plan and resets the states of the
// seats.
func (c *Course) Begin() error {
	t := &c.Timing
	t.Timing, t.Told, t.Ordered = c.Hosting.Timing[ClassOf(c.Phase)], schedule.Told{}, time.Time{}
	for i := range c.States {
		x := &c.States[i]
		*x = game.SeatState{Abandoned: x.Abandoned, Disorder: x.Disorder, LateCount: x.LateCount, Passes: x.Passes, Bot: x.Bot}
		c.JudgeSeat(i + 1)
	}
	if err := c.clearWaits(); err != nil {
		return err
	}
	o, err := c.Opening()
	if err != nil {
		return err
	}
	t.Plan, t.Why = schedule.NewPhase(o)
	return nil
}

func (c *Course) clearWaits() error {
	for key := range c.waits {
		if err := c.Tx.Items.Drop(c.ID, WaitItem, key); err != nil {
			return err
		}
	}
	c.waits = nil
	return nil
}

// JudgeSeat recomputes whether a seat's orders are complete, from the last text that it sent.
func (c *Course) JudgeSeat(seat int) {
	x := &c.States[seat-1]
	if !c.Seats[seat-1].Owes {
		x.Covered, x.Complete = true, true
		return
	}
	if x.Bot != "" {
		x.Covered = x.Acted == c.Revision
		x.Complete = x.Covered
		return
	}
	if c.Hosting.OnReady {
		x.Covered, x.Complete = x.Ready, x.Ready
		return
	}
	read := c.Read(seat, c.Texts[seat])
	var lines []turn.Line
	faulty := false
	for _, r := range read {
		lines = append(lines, r.Line)
		faulty = faulty || r.Verdict.Refused()
	}
	x.Covered = !c.MayAct(seat) || !x.Ordered.IsZero() || x.Passes
	for _, p := range c.Seats[seat-1].Powers {
		x.Covered = x.Covered && turn.Owes(c.Position, &c.Rules, p, lines).None()
	}
	x.Complete = x.Covered && !faulty
}

// Times returns the times of the phase, for notices.
func (c *Course) Times() *journal.Times {
	p := c.Timing.Plan
	return &journal.Times{Start: p.Start, Deadline: p.Deadline, Grace: p.Grace}
}

// Save stores the course and schedules the game's job for the time when
// something is next due.
func (c *Course) Save() error {
	step := schedule.Next(c.state())
	due := step.At
	if len(step.Actions) > 0 {
		due = c.At
	}
	c.Timing.Plan.Process = due
	for i := range c.States {
		if c.States[i] == c.stored[i] {
			continue
		}
		text, err := json.Marshal(c.States[i])
		if err != nil {
			return err
		}
		r := &c.State.Seats[i]
		r.State = text
		if err := c.Tx.Games.SaveSeat(c.ID, *r); err != nil {
			return err
		}
	}
	if at := c.botsAt(); c.Timing.Bots != c.Revision && (c.Play != nil || c.botsOwe()) && !at.IsZero() {
		c.Timing.Bots = c.Revision
		if err := c.clock.askBots(c.Tx, c.ID, at); err != nil {
			return err
		}
	}
	text, err := json.Marshal(c.Timing)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, c.Record.Plan) || c.Record.Status != c.status {
		c.Record.Plan = text
		if err := c.Tx.Games.SaveGame(c.Record); err != nil {
			return err
		}
	}
	if !c.Woken { // no notice was sent, but a page may have to be updated
		if err := c.Tx.Jobs.Notify(gamestate.Topic + c.ID); err != nil {
			return err
		}
	}
	// The check at the next deadline gets its own trace, because it is not caused by this request.
	return enqueueLook(c.Tx, c.ID, due, due.After(c.At))
}

// Settle stores the course. If the phase waits for everyone to be ready, Settle
// resolves it as soon as the last seat is, instead of at the next check of the
// clock. It reports whether the phase was resolved.
func (c *Course) Settle() (bool, error) {
	s := c.state()
	if !c.Hosting.OnReady || c.Hosting.ManualProcess || c.Status != game.Active || len(s.Missing()) > 0 || len(s.Waiting()) > 0 {
		return false, c.Save()
	}
	_, err := c.process(schedule.Outcomes(s))
	return err == nil, err
}

// ScheduleLook schedules the next check of a game's clock. If due is zero, no check is scheduled
// until something happens.
func ScheduleLook(tx *game.Tx, gameID string, due time.Time) error {
	return enqueueLook(tx, gameID, due, false)
}

// enqueueLook implements ScheduleLook. If apart is set, the check gets its own trace instead of the
// trace of the request that schedules it.
func enqueueLook(tx *game.Tx, gameID string, due time.Time, apart bool) error {
	return tx.Jobs.Enqueue(game.Job{Kind: clockJob, Key: gameID, Game: gameID, Due: due, Apart: apart})
}
