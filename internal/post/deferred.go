package post

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/internal/judge"
	"podesta/internal/post/command"
	"podesta/machiavelli"
)

// deferredItem is the kind of items that hold orders for later phases, by seat
// and phase.
const deferredItem = "deferred"

// maxDeferred is the longest text of orders for one later phase, in bytes, and
// maxYears how many years ahead it may be.
const (
	maxDeferred = 16 << 10
	maxYears    = 5
)

// deferred are orders for a later phase.
type deferred struct {
	Seat  int               `json:"seat"`
	Phase machiavelli.Phase `json:"phase"`
	Text  string            `json:"text"`
	Wait  bool              `json:"wait,omitempty"`
}

func (d *deferred) key() string { return fmt.Sprintf("%03d %s", d.Seat, d.Phase) }

// deferOrders keeps what stands under PHASE until that phase comes. What is for
// the current phase is sent at once.
func (s *session) deferOrders(ctx context.Context, c *command.Phase) (string, error) {
	seat, err := s.seated()
	if err != nil {
		return "", err
	}
	if s.game.Number == 0 {
		return "", errNotBegun
	}
	if c.Phase == s.game.Phase {
		for i := range c.Items {
			if err := s.item(ctx, &c.Items[i]); err != nil {
				return "", err
			}
		}
		return "This is the current phase.", nil
	}
	d := deferred{Seat: seat, Phase: c.Phase}
	if !after(c.Phase, s.game.Phase) {
		return "", &judge.Error{Code: judge.Stale, Message: "That phase has gone by; the current one is " + s.game.Phase.Title() + "."}
	}
	if c.Phase.Year > s.game.Phase.Year+maxYears {
		return "", &judge.Error{Code: judge.Invalid, Message: fmt.Sprintf("Orders can be kept for %d years ahead.", maxYears)}
	}
	var lines []string
	for i := range c.Items {
		it := &c.Items[i]
		switch x := it.Command.(type) {
		case command.Order:
			lines = append(lines, strings.ReplaceAll(x.Text, "\n", " "))
		case command.Wait:
			d.Wait = x.On
		case *command.If:
			s.refuse(it, &judge.Error{Code: judge.Invalid, Message: "Conditions can be used for the current phase only."})
		case nil:
			if it.Err != nil {
				s.errors++
				a := s.put(it)
				a.bad, a.text = true, append(a.text, misread(it.Err)...)
			}
		}
	}
	d.Text = strings.Join(lines, "\n")
	if len(d.Text) > maxDeferred {
		return "", &judge.Error{Code: judge.TooLarge, Message: "These are too many orders for one phase."}
	}
	err = s.o.store.Write(ctx, func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		if len(lines) == 0 && !d.Wait {
			return h.Drop(s.game.ID, deferredItem, d.key())
		}
		text, err := json.Marshal(&d)
		if err != nil {
			return err
		}
		return h.Put(s.game.ID, deferredItem, d.key(), text)
	})
	return fmt.Sprintf("%s kept for %s; they are checked when that phase comes.", count(len(lines), "order"), c.Phase.Title()), err
}

// after tells whether phase a comes later than b.
func after(a, b machiavelli.Phase) bool {
	switch {
	case a.Year != b.Year:
		return a.Year > b.Year
	case a.Season != b.Season:
		return a.Season > b.Season
	}
	return a.Step > b.Step
}

// clearDeferred deletes the orders for later phases.
func (s *session) clearDeferred(ctx context.Context) (string, error) {
	seat, err := s.seated()
	if err != nil {
		return "", err
	}
	all, err := s.o.deferredOf(ctx, s.game.ID)
	if err != nil {
		return "", err
	}
	err = s.o.store.Write(ctx, func(tx judge.Tx) error {
		for _, d := range all {
			if d.Seat != seat {
				continue
			}
			if err := tx.(judge.HostTx).Drop(s.game.ID, deferredItem, d.key()); err != nil {
				return err
			}
		}
		return nil
	})
	return "Your orders for later phases are deleted. CLEAR ORDERS deletes those for the current one.", err
}

// deferredOf lists the orders for later phases of a game.
func (o *Office) deferredOf(ctx context.Context, game string) ([]deferred, error) {
	var out []deferred
	err := o.store.Read(ctx, func(tx judge.Tx) error {
		out = nil
		items, err := tx.(judge.HostTx).List(game, deferredItem)
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(items)) {
			var d deferred
			if err := json.Unmarshal(items[key], &d); err != nil {
				return err
			}
			out = append(out, d)
		}
		return nil
	})
	return out, err
}

// sendDeferred sends the orders that were kept for the phase that has begun, of
// seats that have not ordered yet, and queues a letter to each of their players.
func (o *Office) sendDeferred(ctx context.Context, g *judge.Game) error {
	all, err := o.deferredOf(ctx, g.ID)
	if err != nil || len(all) == 0 || g.Finished {
		return err
	}
	for _, d := range all {
		if after(d.Phase, g.Phase) {
			continue
		}
		if d.Phase == g.Phase {
			if err := o.sendKept(ctx, g, d); err != nil && passing(err) {
				return err
			}
		}
		err := o.store.Write(ctx, func(tx judge.Tx) error { return tx.(judge.HostTx).Drop(g.ID, deferredItem, d.key()) })
		if err != nil {
			return err
		}
	}
	return nil
}

// sendKept sends the orders of one seat.
func (o *Office) sendKept(ctx context.Context, g *judge.Game, d deferred) error {
	role := judge.Role{Seat: d.Seat, Player: true}
	have, err := o.judge.Orders(ctx, g.ID, role, d.Seat)
	if err != nil || strings.TrimSpace(have) != "" {
		return err
	}
	if d.Text != "" {
		if _, err := o.judge.Submit(ctx, g.ID, role, d.Seat, g.Revision, d.Text); err != nil {
			return err
		}
	}
	if d.Wait {
		if err := o.judge.SetWait(ctx, g.ID, role, d.Seat, true); err != nil {
			return err
		}
	}
	s := &session{o: o, w: &writer{}, game: g, role: role, seat: d.Seat, copyAt: -1}
	if s.account, err = s.playerAt(ctx, g, d.Seat); err != nil || s.account == nil {
		return err
	}
	s.answers = append(s.answers, &answer{raw: "PHASE " + d.Phase.Title(), text: []string{"The orders that you sent ahead for this phase have been sent."}})
	m, err := s.reply(ctx, []string{s.account.Email})
	if err != nil {
		return err
	}
	return o.store.Write(ctx, func(tx judge.Tx) error { return enqueue(tx.(judge.HostTx), m, o.clock.Now()) })
}
