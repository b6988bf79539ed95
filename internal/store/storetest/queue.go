package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
)

// waiting checks the order of the queue, and that if two transactions remove the same entry at the
// same time, only one succeeds.
func waiting(t *testing.T, open func() Store) {
	s := open()
	all := []game.Waiting{
		{Account: "b", Since: at, Ends: at.Add(time.Hour), Wants: game.Wants{Editions: []string{"machiavelli-1995"}, Least: 4, Most: 6, Reliability: 80, Programs: true}},
		{Account: "c", Since: at, Ends: at.Add(2 * time.Hour), Warned: true, Asked: at.Add(time.Minute), Confirmed: at.Add(time.Hour)},
		{Account: "a", Since: at.Add(time.Second), Ends: at.Add(time.Hour), Wants: game.Wants{Scenarios: []string{"B"}, Paces: []string{"daily"}, Languages: []string{"it"}}},
	}
	write(t, s, nil, func(tx *game.Tx) error {
		for _, w := range []game.Waiting{all[2], all[1], {Account: "b"}, all[0]} {
			if err := tx.Queue.SaveWaiting(w); err != nil {
				return err
			}
		}
		return nil
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Waiting, error) { return tx.Queue.Queue() }), all)
	same(t, get(t, s, func(tx *game.Tx) (game.Waiting, error) { return tx.Queue.Waiting("a") }), all[2])
	count := func(tx *game.Tx) ([2]int, error) {
		n, before, err := tx.Queue.QueueLength(at.Add(time.Second))
		return [2]int{n, before}, err
	}
	same(t, get(t, s, count), [2]int{3, 2})
	var dropped atomic.Int32
	var both sync.WaitGroup
	for range 4 {
		both.Go(func() {
			err := s.Write(t.Context(), func(tx *game.Tx) error { return tx.Queue.DropWaiting("b") })
			switch {
			case err == nil:
				dropped.Add(1)
			case game.ErrorCode(err) != game.Internal || err.Error() != game.ErrNoRecord.Error():
				t.Error(err)
			}
		})
	}
	both.Wait()
	same(t, int(dropped.Load()), 1)
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Queue.Waiting("b"); return err })
	for _, id := range []string{"a", "c"} {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Queue.DropWaiting(id) })
	}
	same(t, get(t, s, count), [2]int{})

	write(t, s, nil, func(tx *game.Tx) error {
		for _, m := range []game.Mute{{Account: "b", Other: "a", Block: true, Since: at}, {Account: "a", Other: "b", Since: at}, {Account: "a", Other: "c", Block: true, Since: at}} {
			if err := tx.Safety.SaveMute(m); err != nil {
				return err
			}
		}
		return nil
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Queue.Blocks() }), []game.Mute{{Account: "a", Other: "c", Block: true, Since: at}, {Account: "b", Other: "a", Block: true, Since: at}})
}
