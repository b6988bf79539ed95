package judge

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
	"podesta/machiavelli/turn"
)

// clockJob is the kind of the jobs that look at games' clocks. A game has one.
const clockJob = "clock"

// waitItem is the kind of items that note which observers and masters hold a
// phase: by account, with "master" where it is a master.
const waitItem = "wait"

// course is a game at a phase, with everything that its clock depends on,
// for the length of a transaction.
type course struct {
	*gamestate.Table
	j      *Judge
	tx     game.Tx
	h      game.Tx
	timing gamestate.Timing
	states []game.SeatState // by seat number - 1
	stored []game.SeatState // as they were read
	waits  map[string][]byte
	kinds  []string    // of the items that the game had when it was read
	status game.Status // of the game when it was read
	play   *play       // of a game against computer players
}

// course reads where a game stands. The game must have begun.
func (j *Judge) course(tx game.Tx, g *gamestate.State) (*course, error) {
	t, err := j.Table(tx, g)
	if err != nil {
		return nil, err
	}
	c := &course{Table: t, j: j, tx: tx, h: tx, status: g.Record.Status}
	if c.timing, err = gamestate.ReadTiming(&g.Record); err != nil {
		return nil, err
	}
	c.states, c.stored = t.States, slices.Clone(t.States)
	if c.kinds, err = c.h.Kinds(g.ID); err != nil {
		return nil, err
	}
	if c.waits, err = c.list(waitItem); err != nil {
		return nil, err
	}
	if g.Play {
		p, err := readPlay(tx, g.ID)
		if err != nil {
			return nil, err
		}
		c.play = &p
	}
	if g.Hosting.OnReady { // costs nothing: no orders are read
		for i := range c.states {
			c.judgeSeat(i + 1)
		}
	}
	return c, nil
}

// list gives the items of a kind; no question is asked for kinds of which there
// were none.
func (c *course) list(kind string) (map[string][]byte, error) {
	if !slices.Contains(c.kinds, kind) {
		return nil, nil
	}
	return c.h.List(c.ID, kind)
}

// put writes an item.
func (c *course) put(kind, key string, data []byte) error {
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
	}
	return c.h.Put(c.ID, kind, key, data)
}

// errLinks refuses what needs an account where seats are held by links.
var errLinks = &game.Error{Code: game.Conflict, Message: "The seats of this game are held by secret links, not by accounts. Ask its master for the link of a seat."}

// state is the course as the calendar sees it.
func (c *course) state() schedule.State {
	s := schedule.State{
		Now: c.At, Plan: c.timing.Plan, Timing: c.timing.Timing, First: c.timing.First, Settings: c.Hosting.Calendar(),
		LastOrders: c.timing.Ordered, Paused: c.timing.Paused, Told: c.timing.Told,
	}
	for i := range c.states {
		x := &c.states[i]
		seat := schedule.Seat{
			ID: i + 1, Owes: c.Seats[i].Owes, Complete: x.Complete, Covered: x.Covered, Wait: x.Wait,
			Reminded: x.Reminded, Late: x.Late, Abandoned: x.Abandoned, Disorder: x.Disorder,
		}
		if x.Bot != "" { // it orders at once; should it not, it is neither reminded nor ever late
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

// adopt takes over what the calendar has done.
func (c *course) adopt(s schedule.State) {
	c.timing.Plan, c.timing.Told = s.Plan, s.Told
	for _, x := range s.Seats {
		if x.ID < 1 {
			continue
		}
		y := &c.states[x.ID-1]
		y.Reminded, y.Late, y.Abandoned, y.Disorder = x.Reminded, x.Late, x.Abandoned, x.Disorder
	}
}

// class is the kind of phase as the calendar knows it.
func class(p machiavelli.Phase) schedule.Class {
	switch p.Step {
	case machiavelli.Retreats:
		return schedule.Retreats
	case machiavelli.Adjustments:
		return schedule.Adjusts
	}
	return schedule.Moves
}

// opening is what the plan of the current phase is made from.
func (c *course) opening() (schedule.Opening, error) {
	absences, err := c.absences()
	o := schedule.Opening{
		Now: c.At, Timing: c.timing.Timing, Zone: c.Zone(), Settings: c.Hosting.Calendar(), Old: c.timing.Plan, First: c.timing.First, Absences: absences,
		Normal: c.Hosting.Links, // a phase has its time from its beginning, however long the one before it had
	}
	for _, s := range c.Seats {
		if s.Owes {
			o.Owing = append(o.Owing, s.Number)
		}
	}
	return o, err
}

// begin opens the current phase: it makes its plan and forgets how seats stood
// in the phase before.
func (c *course) begin() error {
	t := &c.timing
	t.Timing, t.Told, t.Ordered = c.Hosting.Timing[class(c.Phase)], schedule.Told{}, time.Time{}
	for i := range c.states {
		x := &c.states[i]
		*x = game.SeatState{Abandoned: x.Abandoned, Disorder: x.Disorder, LateCount: x.LateCount, Passes: x.Passes, Bot: x.Bot}
		c.judgeSeat(i + 1)
	}
	if err := c.clearWaits(); err != nil {
		return err
	}
	o, err := c.opening()
	if err != nil {
		return err
	}
	t.Plan, t.Why = schedule.NewPhase(o)
	return nil
}

func (c *course) clearWaits() error {
	for key := range c.waits {
		if err := c.h.Drop(c.ID, waitItem, key); err != nil {
			return err
		}
	}
	c.waits = nil
	return nil
}

// judgeSeat works out anew whether a seat's orders are complete: as the text
// stands that it has sent last.
func (c *course) judgeSeat(seat int) {
	x := &c.states[seat-1]
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

// times are the instants of the phase, to be told.
func (c *course) times() *journal.Times {
	p := c.timing.Plan
	return &journal.Times{Start: p.Start, Deadline: p.Deadline, Grace: p.Grace}
}

// save stores the course and sets the game's job to when something is due next.
func (c *course) save() error {
	step := schedule.Next(c.state())
	due := step.At
	if len(step.Actions) > 0 {
		due = c.At
	}
	c.timing.Plan.Process = due
	for i := range c.states {
		if c.states[i] == c.stored[i] {
			continue
		}
		text, err := json.Marshal(c.states[i])
		if err != nil {
			return err
		}
		r := &c.State.Seats[i]
		r.State = text
		if err := c.h.SaveSeat(c.ID, *r); err != nil {
			return err
		}
	}
	if at := c.botsAt(); c.timing.Bots != c.Revision && (c.play != nil || c.botsOwe()) && !at.IsZero() {
		c.timing.Bots = c.Revision
		if err := c.j.askBots(c.h, c.ID, at); err != nil {
			return err
		}
	}
	text, err := json.Marshal(c.timing)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, c.Record.Plan) || c.Record.Status != c.status {
		c.Record.Plan = text
		if err := c.h.SaveGame(c.Record); err != nil {
			return err
		}
	}
	if !c.Woken { // nothing was told, but a page may have to show something else
		if err := c.h.Notify(gamestate.Topic + c.ID); err != nil {
			return err
		}
	}
	return schedLook(c.h, c.ID, due)
}

// settle stores the course. Where a phase waits for everyone to say that they are
// ready it is resolved at once when the last one does, and not when the clock is
// looked at next. It reports whether the phase was resolved.
func (c *course) settle() (bool, error) {
	s := c.state()
	if !c.Hosting.OnReady || c.Hosting.ManualProcess || c.Status != game.Active || len(s.Missing()) > 0 || len(s.Waiting()) > 0 {
		return false, c.save()
	}
	_, err := c.process(schedule.Outcomes(s))
	return err == nil, err
}

// schedLook sets when the clock of a game is looked at next; with the zero time
// it rests until something comes in.
func schedLook(tx game.Tx, gameID string, due time.Time) error {
	return tx.Enqueue(game.Job{Kind: clockJob, Key: gameID, Game: gameID, Due: due})
}
