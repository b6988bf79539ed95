package queue

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/assemble"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// Limits of the work on the queue.
const (
	lease     = 30 * time.Second // how long jobs are claimed
	batch     = 32               // musters claimed at a time
	every     = time.Minute      // time between two checks of the queue
	warnAhead = 24 * time.Hour   // how long before the end of an entry its owner is warned

	firstAsk   = 10 * time.Minute // time from joining to the first question whether someone is still present
	askAhead   = 12 * time.Hour   // time from the next question to the expiry of the last answer
	answerTime = 48 * time.Hour   // time for an answer before the entry ends
)

// errMoved means that an entry of the queue has changed since it was read.
var errMoved = errors.New("the queue has changed")

// WorkQueue checks musters that are due, and creates tables from the queue, every minute and when
// something has changed. It returns the number of jobs done. It must be called about every
// second, by one process or by many: a person whom two processes try to seat at the same time
// gets only one seat.
func (q *Queue) WorkQueue(ctx context.Context) (int, error) {
	done := 0
	jobs, err := q.claim(ctx, gamestate.MusterJob, batch)
	for i := 0; i < len(jobs) && err == nil; i++ {
		err = q.base.Write(ctx, func(tx *game.Tx) error { return q.lobby.CheckMuster(tx, jobs[i]) })
		done++
	}
	if err != nil {
		return done, err
	}
	if jobs, err = q.claim(ctx, gamestate.QueueJob, 1); err != nil || len(jobs) == 0 {
		return done, err
	}
	return done + 1, q.round(ctx)
}

// claim claims due jobs. In the same transaction it schedules the queue's next job, which a later
// event that wakes the queue can bring forward.
func (q *Queue) claim(ctx context.Context, kind string, n int) ([]game.Job, error) {
	var due time.Time
	err := q.base.Read(ctx, func(tx *game.Tx) (err error) {
		due, err = tx.Jobs.NextDue(kind)
		return err
	})
	now := q.base.Now()
	if err != nil || due.IsZero() || due.After(now) {
		return nil, err
	}
	var jobs []game.Job
	err = q.base.Write(ctx, func(tx *game.Tx) error {
		var err error
		if jobs, err = tx.Jobs.Claim(kind, now, lease, n); err != nil || len(jobs) == 0 || kind != gamestate.QueueJob {
			return err
		}
		waiting, _, err := tx.Queue.QueueLength(now)
		if err != nil {
			return err
		}
		if waiting == 0 {
			jobs, err = nil, tx.Jobs.FinishJob(jobs[0].ID)
			return err
		}
		return gamestate.WakeQueue(tx, now.Add(every))
	})
	return jobs, err
}

// round ends entries that have expired, and creates tables from the others.
func (q *Queue) round(ctx context.Context) error {
	var s *scene
	err := q.base.Read(ctx, func(tx *game.Tx) (err error) {
		s, err = q.look(tx)
		return err
	})
	if err != nil {
		return err
	}
	now := q.base.Now()
	for _, w := range s.all {
		do := q.ending
		switch {
		case !w.Ends.After(now), !w.Warned && !w.Ends.Add(-warnAhead).After(now):
		case due(&w, now), pending(&w) && !w.Asked.Add(answerTime).After(now):
			do = q.ask
		default:
			continue
		}
		if err := q.base.Write(ctx, func(tx *game.Tx) error { return do(tx, w) }); err != nil {
			return err
		}
	}
	for _, t := range assemble.Match(s.people, Offered().kinds, s.open, s.blocks) {
		err := q.base.Write(ctx, func(tx *game.Tx) error { return q.seat(tx, s, &t) })
		var unfit *lobby.Unfit
		var known *game.Error
		switch {
		case errors.As(err, &unfit):
			err = q.base.Write(ctx, func(tx *game.Tx) error { return q.drop(tx, unfit) })
		case errors.As(err, &known), errors.Is(err, errMoved): // something has changed, which the next check will see
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scene is a snapshot of the queue, with everything that matters for creating tables.
type scene struct {
	all    []game.Waiting
	in     []game.Waiting // the entries of the people, in the same order
	people []assemble.Person
	open   []assemble.Open
	blocks assemble.Blocks
}

// look reads the queue and the open games.
func (q *Queue) look(tx *game.Tx) (*scene, error) {
	s := &scene{blocks: assemble.Blocks{}}
	var err error
	if s.all, err = tx.Queue.Queue(); err != nil {
		return nil, err
	}
	ids := make([]string, len(s.all))
	for i := range s.all {
		ids[i] = s.all[i].Account
	}
	accounts, err := tx.Accounts.AccountsByID(ids)
	if err != nil {
		return nil, err
	}
	byID := map[string]*game.Account{}
	for i := range accounts {
		byID[accounts[i].ID] = &accounts[i]
	}
	now, tongues := q.base.Now(), map[string]int{}
	for i := range s.all {
		w := &s.all[i]
		a := byID[w.Account]
		if a == nil || !w.Ends.After(now) {
			continue
		}
		k, err := account.ReadRecord(a, now)
		if err != nil {
			return nil, err
		}
		score := k.Outcomes.Score()
		p := person(w, tongues)
		p.Paces &= ready(w, now)
		p.Reliability, p.Known, p.Program, p.Owner = score.Percent, score.Known, a.Program, a.Owner
		s.in, s.people = append(s.in, *w), append(s.people, p)
	}
	if len(s.people) == 0 {
		return s, nil
	}
	blocks, err := tx.Queue.Blocks()
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		s.blocks.Block(b.Account, b.Other)
	}
	games, err := q.lobby.OpenGames(tx)
	if err != nil {
		return nil, err
	}
	for i := range games {
		if o, ok := openOf(&games[i]); ok {
			s.open = append(s.open, o)
		}
	}
	return s, nil
}

// openOf returns an open game for package assemble, and false if the queue does not offer such
// a game.
func openOf(g *lobby.FormingGame) (assemble.Open, bool) {
	o := Offered()
	x := assemble.Open{
		ID: g.ID, Edition: o.edition(g.Rules.Preset), Scenario: o.scenario(g.Scenario), Pace: o.pace(g.Hosting.Pace()),
		Players: g.Seats, Missing: g.Missing, Partly: g.Muster, Least: g.Hosting.MinReliability, Programs: g.Hosting.Programs,
		Worst: g.Worst, Among: g.Among, Keep: g.Keep,
	}
	return x, x.Edition >= 0 && x.Scenario >= 0 && x.Pace >= 0
}

// ready returns the paces at which a person's game can begin now, because they have confirmed
// their presence recently enough. People who wait for a live game are only asked when there is
// one.
func ready(w *game.Waiting, now time.Time) assemble.Set {
	var out assemble.Set
	for i, p := range Offered().Paces {
		if lasts := p.MusterLasts(); lasts < time.Hour || !w.Confirmed.IsZero() && now.Before(w.Confirmed.Add(lasts)) {
			out |= assemble.SetOf(i)
		}
	}
	return out
}

// pending reports whether someone was asked whether they are still present and has not
// answered.
func pending(w *game.Waiting) bool { return w.Asked.After(w.Confirmed) }

// due reports whether to ask someone whether they are still present: soon after they have joined,
// and before their last answer becomes too old for a game that they would accept.
func due(w *game.Waiting, now time.Time) bool {
	if pending(w) {
		return false
	}
	var lasts time.Duration
	for _, p := range Offered().Paces {
		if x := p.MusterLasts(); x >= time.Hour && (lasts == 0 || x < lasts) && (len(w.Wants.Paces) == 0 || slices.Contains(w.Wants.Paces, p.Name)) {
			lasts = x
		}
	}
	switch {
	case lasts == 0: // they accept only live games
		return false
	case w.Confirmed.IsZero():
		return !now.Before(w.Since.Add(firstAsk))
	}
	return !now.Before(w.Confirmed.Add(lasts - askAhead))
}

// ask asks someone whether they are still present, or ends the entry of someone who has not
// answered.
func (q *Queue) ask(tx *game.Tx, seen game.Waiting) error {
	w, err := tx.Queue.Waiting(seen.Account)
	if errors.Is(err, game.ErrNoRecord) || err == nil && (!w.Asked.Equal(seen.Asked) || !w.Confirmed.Equal(seen.Confirmed)) {
		return nil
	}
	if err != nil {
		return err
	}
	a, err := q.base.Accounts.AccountIn(tx, w.Account)
	if err != nil {
		return err
	}
	if pending(&w) {
		if err := tx.Queue.DropWaiting(w.Account); err != nil {
			return err
		}
		return q.base.Accounts.TellQueue(tx, a, time.Time{}, message.New("you are no longer in the queue"), []message.Message{
			message.New("You have not answered whether you are still there, so you were taken out of the queue."),
			message.New("If you still want to play, join it again."),
		})
	}
	w.Asked = q.base.Now()
	if err := tx.Queue.SaveWaiting(w); err != nil {
		return err
	}
	return q.base.Accounts.TellQueue(tx, a, w.Asked.Add(answerTime), message.New("are you still there?"), []message.Message{
		message.New("You are waiting in the queue for a game. Say that you are still there: press the button on its page, or send the line {command} by e-mail. Then your game begins as soon as there are enough people.", message.Order("RENEW QUEUE")),
		message.New("Nobody has to wait for people who do not come back. If you have not answered by {when}, you are taken out of the queue.", message.Moment(w.Asked.Add(answerTime).Unix())),
	})
}

// ending ends an entry that has expired, or warns its owner.
func (q *Queue) ending(tx *game.Tx, seen game.Waiting) error {
	w, err := tx.Queue.Waiting(seen.Account)
	if errors.Is(err, game.ErrNoRecord) || err == nil && !w.Ends.Equal(seen.Ends) {
		return nil // the entry was renewed, or is no longer in the queue
	}
	if err != nil {
		return err
	}
	a, err := q.base.Accounts.AccountIn(tx, w.Account)
	if err != nil {
		return err
	}
	if w.Ends.After(q.base.Now()) {
		w.Warned = true
		if err := tx.Queue.SaveWaiting(w); err != nil {
			return err
		}
		return q.base.Accounts.TellQueue(tx, a, w.Ends, message.New("you are still in the queue"), []message.Message{
			message.New("No game that fits has been found yet. Your place in the queue ends at {when}, unless you renew it.", message.Moment(w.Ends.Unix())),
			message.New("Press the button on its page, or send the line {command} by e-mail. You find a game sooner if you accept more editions, paces or numbers of players.", message.Order("RENEW QUEUE")),
		})
	}
	if err := tx.Queue.DropWaiting(w.Account); err != nil {
		return err
	}
	return q.base.Accounts.TellQueue(tx, a, time.Time{}, message.New("your place in the queue has ended"), []message.Message{
		message.New("You have waited in the queue since {when}, and no game that fits was found. You are no longer in it.", message.Moment(w.Since.Unix())),
		message.New("If you still want to play, join it again. You find a game sooner if you accept more editions, paces or numbers of players."),
	})
}

// drop removes a person who cannot join any game from the queue, and tells them why.
func (q *Queue) drop(tx *game.Tx, u *lobby.Unfit) error {
	err := tx.Queue.DropWaiting(u.Account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	} else if err != nil {
		return err
	}
	a, err := q.base.Accounts.AccountIn(tx, u.Account)
	if err != nil {
		return err
	}
	return q.base.Accounts.TellQueue(tx, a, time.Time{}, message.New("you are no longer in the queue"), []message.Message{
		message.New("There was a seat for you, but you cannot join a game at present, so you were taken out of the queue."), u.Why.Message,
	})
}

// seat removes the people at a table from the queue and gives them their seats. It returns an
// error if an entry has changed since it was read.
func (q *Queue) seat(tx *game.Tx, s *scene, t *assemble.Table) error {
	people := make([]game.Waiting, len(t.People))
	for i, at := range t.People {
		people[i] = s.in[at]
		w, err := tx.Queue.Waiting(people[i].Account)
		if err == nil && (!w.Since.Equal(people[i].Since) || !reflect.DeepEqual(w.Wants, people[i].Wants)) {
			err = errMoved
		}
		if err == nil {
			err = tx.Queue.DropWaiting(w.Account)
		}
		if errors.Is(err, game.ErrNoRecord) {
			err = errMoved
		}
		if err != nil {
			return err
		}
	}
	if t.Game != "" {
		return q.lobby.SeatWaiting(tx, t.Game, people)
	}
	o := Offered()
	k := o.kinds[t.Kind]
	edition := o.Editions[k.Edition].ID
	h := hosting.Default()
	o.Paces[k.Pace].Keep(&h)
	h.Programs = true
	for _, at := range t.People {
		p := &s.people[at]
		h.MinReliability, h.Programs = max(h.MinReliability, p.Least), h.Programs && (p.Programs || p.Program)
	}
	variants := map[int]string{}
	for n := LeastPlayers; n <= k.Players; n++ {
		if v := o.Variant(edition, t.Scenario, n); v != "" {
			variants[n] = v
		}
	}
	_, err := q.lobby.MakeTable(tx, lobby.NewGame{
		Preset: edition, Scenario: o.Scenarios[t.Scenario].ID, Variant: o.Variant(edition, t.Scenario, k.Players),
	}, h, people, variants)
	return err
}
