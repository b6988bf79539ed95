package queue

import (
	"context"
	"errors"
	"time"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/assemble"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// maxMusters is the maximum number of games from the queue that have not begun in which an
// account may have a seat while it waits for another game.
const maxMusters = 3

// errNotWaiting is returned for commands of people who are not in the queue.
var errNotWaiting = game.Refuse(game.Conflict, message.New("You are not in the queue."))

// Commands returns the commands of the queue. If q is nil, the commands can only be described,
// not run.
func (q *Queue) Commands() []act.Command {
	type none struct{}
	return []act.Command{
		act.Of(act.Command{
			Name: "get queue", Who: act.Account, Reads: true, Group: act.Joining, API: "GET /me/queue",
			Summary: "How you wait in the queue for any game that fits",
			Mail:    []act.Form{{Syntax: "QUEUE", Before: true, Does: "Shows how you wait in the queue.", Example: "QUEUE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Standing, error) {
			return q.standing(ctx, by, message.New("You are in the queue."))
		}),
		act.Of(act.Command{
			Name: "join queue", Who: act.Account, Group: act.Joining, API: "PUT /me/queue",
			Summary: "Wait for any game that fits, or change what you want",
			Does:    "The judge makes games of the people who wait, and gives them the last free seats of open games. What you leave out does not matter to you. If you wait already, you keep your place.",
			Mail: []act.Form{{Syntax: "QUEUE ANY", Before: true, Does: "Waits for any game: the judge makes games of the people who wait.", Example: "QUEUE ANY"}, {
				Syntax: "QUEUE [PACE paces] [EDITION editions] [SCENARIO scenarios] [LANGUAGE languages] [PLAYERS least-most] [RELIABILITY reliability] [PROGRAMS]", Before: true,
				Does:    "Waits for any game that fits. PACE, EDITION, SCENARIO and LANGUAGE take words with commas between them, without blanks; RELIABILITY is that of the others, in percent; PROGRAMS may then play. What you leave out does not matter to you, but Diplomacy counts only if you name it. A second QUEUE changes what you want.",
				Example: "QUEUE PACE daily,usual EDITION machiavelli-1995 PLAYERS 6-8 RELIABILITY 80",
			}},
		}, func(ctx context.Context, by act.Caller, w game.Wants) (*Standing, error) {
			joined, err := q.Enqueue(ctx, by.Account, w)
			if err != nil {
				return nil, err
			}
			if !joined {
				return q.standing(ctx, by, message.New("What you want has changed. You keep your place in the queue."))
			}
			return q.standing(ctx, by, message.New("You are in the queue."))
		}),
		act.Of(act.Command{
			Name: "renew queue", Who: act.Account, Group: act.Joining, API: "POST /me/queue/renew",
			Summary: "Say that you are still there",
			Does:    "Your place is kept for another 7 days. If you were asked (`asked`), a game of yours can begin as soon as it is found.",
			Mail:    []act.Form{{Syntax: "RENEW QUEUE", Before: true, Does: "Keeps your place in the queue for another 7 days.", Example: "RENEW QUEUE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Standing, error) {
			if err := q.RenewQueue(ctx, by.Account); err != nil {
				return nil, err
			}
			return q.standing(ctx, by, message.New("Your place in the queue is kept for another 7 days."))
		}),
		act.Of(act.Command{
			Name: "leave queue", Who: act.Account, Group: act.Joining, API: "DELETE /me/queue",
			Summary: "Leave the queue",
			Mail:    []act.Form{{Syntax: "LEAVE QUEUE", Also: []string{"NO QUEUE"}, Before: true, Does: "Leaves the queue.", Example: "LEAVE QUEUE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("You are no longer in the queue.")), q.Dequeue(ctx, by.Account)
		}),
	}
}

// standing describes the caller's entry in the queue. Its text begins with the sentence said, the
// outcome of a command.
func (q *Queue) standing(ctx context.Context, by act.Caller, said message.Message) (*Standing, error) {
	st, err := q.QueueStanding(ctx, by.Account)
	if err != nil {
		return nil, err
	}
	if st.Message = said; !st.Waits {
		st.Message = message.New("You are not in the queue. Join it to wait for any game that fits.")
		return &st, nil
	}
	st.Message = message.New("{said} Your place is {n} of {all}, and it is kept until {when}.", said, message.Number(st.Place), message.Number(st.Length), message.Moment(st.Ends.Unix()))
	if st.Near != nil {
		st.Message = message.New("{said} {likely}", st.Message, st.Near.Say())
	}
	return &st, nil
}

// Enqueue puts an account into the queue, or changes the wants of one that is in it and keeps its
// place. Either way the entry lasts lobby.QueueLasts from now. It reports whether the account is
// new in the queue. The error code is "invalid" for wants that no game satisfies, "forbidden" for
// accounts that cannot join any game, and "conflict" for those with too many seats in games from
// the queue that have not begun.
func (q *Queue) Enqueue(ctx context.Context, accountID string, wants game.Wants) (joined bool, err error) {
	if wants, err = clean(wants); err != nil {
		return false, err
	}
	err = q.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Accounts.LockAccount(accountID); errors.Is(err, game.ErrNoRecord) {
			return account.ErrNoAccount
		} else if err != nil {
			return err
		}
		a, err := q.base.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		now := q.base.Now()
		if err := account.MayTakePart(tx, a.ID, now); err != nil {
			return err
		}
		if err := account.CheckReliability(a, q.base.Now(), wants.Reliability); err != nil {
			return err
		}
		w, err := tx.Queue.Waiting(a.ID)
		if joined = errors.Is(err, game.ErrNoRecord); joined {
			if err := fewMusters(tx, a.ID); err != nil {
				return err
			}
			w = game.Waiting{Account: a.ID, Since: now}
		} else if err != nil {
			return err
		}
		w.Ends, w.Warned, w.Wants = now.Add(lobby.QueueLasts), false, wants
		if err := tx.Queue.SaveWaiting(w); err != nil {
			return err
		}
		return gamestate.WakeQueue(tx, now)
	})
	return joined, err
}

// fewMusters returns an error if an account has seats in too many games from the queue that
// have not begun.
func fewMusters(tx *game.Tx, id string) error {
	list, err := tx.Games.ListGames(game.GameQuery{Status: game.Forming, Account: id, Mine: true})
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

// Dequeue removes an account from the queue. The error code is "conflict" if it is not in the
// queue.
func (q *Queue) Dequeue(ctx context.Context, accountID string) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Queue.DropWaiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			return errNotWaiting
		}
		return err
	})
}

// RenewQueue records that a waiting person is still present: the entry lasts lobby.QueueLasts
// from now, and if they were asked, a game can begin without asking them again. The error code is
// "conflict" if they are not in the queue.
func (q *Queue) RenewQueue(ctx context.Context, accountID string) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Accounts.LockAccount(accountID); err != nil {
			return err
		}
		w, err := tx.Queue.Waiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			return errNotWaiting
		} else if err != nil {
			return err
		}
		now := q.base.Now()
		w.Ends, w.Warned = now.Add(lobby.QueueLasts), false
		if !w.Asked.IsZero() {
			w.Confirmed = now
		}
		if err := tx.Queue.SaveWaiting(w); err != nil {
			return err
		}
		return gamestate.WakeQueue(tx, now)
	})
}

// Standing describes an account's entry in the queue.
type Standing struct {
	act.Done
	Waits  bool        `json:"waits"`
	Length int         `json:"length" doc:"How many people wait"`
	Place  int         `json:"place,omitempty" doc:"Yours among them, from 1"`
	Since  time.Time   `json:"since,omitzero"`
	Ends   time.Time   `json:"ends,omitzero" doc:"Your place is kept until then, unless you renew it"`
	Asked  bool        `json:"asked,omitempty" doc:"You were asked whether you are still there"`
	Answer time.Time   `json:"answer,omitzero" doc:"Until when you can answer"`
	Wants  *game.Wants `json:"wants,omitempty"`
	Near   *Near       `json:"near,omitempty" doc:"The game that lacks fewest people"`
}

// Near is the kind of game that lacks the fewest people.
type Near struct {
	Edition string `json:"edition"` // ID of a preset
	Pace    string `json:"pace"`    // name of the pace
	Players int    `json:"players"`
	Have    int    `json:"have" doc:"How many wait for such a game, with you"`
}

// Say returns a sentence about the game and the number of people who wait for it.
func (n *Near) Say() message.Message {
	o := Offered()
	edition, pace := message.Message{ID: o.Editions[o.edition(n.Edition)].Title}, message.Message{ID: o.Paces[o.pace(n.Pace)].Label}
	return message.Plural(n.Have, "Closest to beginning: a game for {players} players. {edition}. {pace}. {n} person waits for it.", "Closest to beginning: a game for {players} players. {edition}. {pace}. {n} people wait for it.",
		message.Number(n.Players), edition, pace)
}

// QueueStanding returns an account's entry in the queue. An empty account stands for a visitor.
func (q *Queue) QueueStanding(ctx context.Context, accountID string) (Standing, error) {
	var out Standing
	err := q.base.Read(ctx, func(tx *game.Tx) error {
		out = Standing{}
		w, err := tx.Queue.Waiting(accountID)
		if errors.Is(err, game.ErrNoRecord) {
			out.Length, _, err = tx.Queue.QueueLength(q.base.Now())
			return err
		} else if err != nil {
			return err
		}
		all, err := tx.Queue.Queue()
		if err != nil {
			return err
		}
		out = Standing{Waits: true, Length: len(all), Since: w.Since.UTC(), Ends: w.Ends.UTC(), Wants: &w.Wants}
		if out.Asked = pending(&w); out.Asked {
			out.Answer = w.Asked.Add(answerTime).UTC()
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
