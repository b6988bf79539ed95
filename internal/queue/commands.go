package queue

import (
	"context"
	"errors"
	"time"

	"podesta/internal/account"
	"podesta/internal/assemble"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// maxMusters is in how many games of the queue that have not begun an account can
// have a seat and wait for another one.
const maxMusters = 3

// errNotWaiting refuses those who are not in the queue.
var errNotWaiting = game.Refuse(game.Conflict, message.New("You are not in the queue."))

// Enqueue puts an account into the queue, or changes what it wants; it then keeps
// its place. Either way the entry lasts lobby.QueueLasts from now. It reports
// whether the account is new in the queue. The error code is "invalid" for wants
// that nothing fits, "forbidden" for accounts that can join no games, and
// "conflict" for those with too many seats in games of the queue that have not
// begun.
func (q *Queue) Enqueue(ctx context.Context, accountID string, wants game.Wants) (joined bool, err error) {
	if wants, err = clean(wants); err != nil {
		return false, err
	}
	err = q.Write(ctx, func(tx game.Tx) error {
		if err := tx.LockAccount(accountID); errors.Is(err, game.ErrNoRecord) {
			return account.ErrNoAccount
		} else if err != nil {
			return err
		}
		a, err := q.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		now := q.Now()
		if err := account.MayTakePart(tx, a.ID, now); err != nil {
			return err
		}
		if err := account.CheckReliability(a, q.Now(), wants.Reliability); err != nil {
			return err
		}
		w, err := tx.Waiting(a.ID)
		if joined = errors.Is(err, game.ErrNoRecord); joined {
			if err := fewMusters(tx, a.ID); err != nil {
				return err
			}
			w = game.Waiting{Account: a.ID, Since: now}
		} else if err != nil {
			return err
		}
		w.Ends, w.Warned, w.Wants = now.Add(lobby.QueueLasts), false, wants
		if err := tx.SaveWaiting(w); err != nil {
			return err
		}
		return gamestate.WakeQueue(tx, now)
	})
	return joined, err
}

// fewMusters returns an error if an account has seats in too many games of the
// queue that have not begun.
func fewMusters(tx game.Tx, id string) error {
	list, err := tx.ListGames(game.GameQuery{Status: game.Forming, Account: id, Mine: true})
	if err != nil {
		return err
	}
	n := 0
	for _, g := range list.IDs {
		m, err := gamestate.ReadMuster(tx, g)
		if err != nil {
			return err
		}
		if m != nil && m.Players[id] != nil && m.Players[id].From != nil {
			n++
		}
	}
	if n >= maxMusters {
		return game.Refuse(game.Conflict, message.New("You have seats in {n} games from the queue that have not begun. Confirm or decline them first.", message.Number(n)))
	}
	return nil
}

// Dequeue takes an account out of the queue. The error code is "conflict" if it is
// not in it.
func (q *Queue) Dequeue(ctx context.Context, accountID string) error {
	return q.Write(ctx, func(tx game.Tx) error {
		err := tx.DropWaiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			return errNotWaiting
		}
		return err
	})
}

// RenewQueue records that someone who waits is still there: the entry lasts
// lobby.QueueLasts from now, and if they were asked, a game of theirs can begin
// without asking them again. The error code is "conflict" if they are not in the
// queue.
func (q *Queue) RenewQueue(ctx context.Context, accountID string) error {
	return q.Write(ctx, func(tx game.Tx) error {
		if err := tx.LockAccount(accountID); err != nil {
			return err
		}
		w, err := tx.Waiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			return errNotWaiting
		} else if err != nil {
			return err
		}
		now := q.Now()
		w.Ends, w.Warned = now.Add(lobby.QueueLasts), false
		if !w.Asked.IsZero() {
			w.Confirmed = now
		}
		if err := tx.SaveWaiting(w); err != nil {
			return err
		}
		return gamestate.WakeQueue(tx, now)
	})
}

// Standing is how an account waits in the queue.
type Standing struct {
	Waits       bool
	Length      int // how many accounts wait
	Place       int // of the account among them, from 1
	Since, Ends time.Time
	Wants       game.Wants
	Asked       bool      // they were asked whether they are still there, and have not answered
	Answer      time.Time // until when they can
	Near        *Near     // the game that lacks fewest people; nil: none fits any more
}

// Near is the kind of game that is closest to being made.
type Near struct {
	Edition string // a preset
	Pace    string // the name of a pace
	Players int
	Have    int // how many of them wait for such a game, with the account
}

// Say describes the game, and how many wait for it, in a sentence.
func (n *Near) Say() message.Message {
	o := Offered()
	edition, pace := message.Message{ID: o.Editions[o.edition(n.Edition)].Title}, message.Message{ID: o.Paces[o.pace(n.Pace)].Label}
	return message.Plural(n.Have, "Closest to beginning: {edition}, {players} players, {pace}. {n} person waits for it.", "Closest to beginning: {edition}, {players} players, {pace}. {n} people wait for it.",
		edition, message.Number(n.Players), pace)
}

// QueueStanding returns how an account waits in the queue. An empty account is that of a
// visitor.
func (q *Queue) QueueStanding(ctx context.Context, accountID string) (Standing, error) {
	var out Standing
	err := q.Read(ctx, func(tx game.Tx) error {
		out = Standing{}
		w, err := tx.Waiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			out.Length, _, err = tx.QueueLength(q.Now())
			return err
		} else if err != nil {
			return err
		}
		all, err := tx.Queue()
		if err != nil {
			return err
		}
		out = Standing{Waits: true, Length: len(all), Since: w.Since, Ends: w.Ends, Wants: w.Wants}
		if out.Asked = pending(&w); out.Asked {
			out.Answer = w.Asked.Add(answerTime)
		}
		tongues := map[string]int{}
		people := make([]assemble.Person, len(all))
		for i := range all {
			people[i] = person(&all[i], tongues)
			if all[i].Account == accountID {
				out.Place = i + 1
			}
		}
		o := Offered()
		if n, ok := assemble.Nearest(people, o.kinds, out.Place-1); ok {
			k := o.kinds[n.Kind]
			out.Near = &Near{o.Editions[k.Edition].ID, o.Paces[k.Pace].Name, k.Players, n.Have}
		}
		return nil
	})
	return out, err
}
