package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
)

// The kinds of the items that hold orders for later phases, by seat and phase:
// those whose phase has not come, and those that were entered, which a rollback
// brings back.
const (
	deferredItem = "deferred"
	enteredItem  = "entered"
)

// mostYears is how many years ahead orders can be sent.
const mostYears = 5

// Deferred are the orders of a seat for a later phase. They are entered when the
// phase comes, and checked then.
type Deferred struct {
	Seat  int               `json:"seat"`
	Phase machiavelli.Phase `json:"phase"`
	Text  string            `json:"text"`           // a line for each
	Wait  bool              `json:"wait,omitempty"` // the phase waits for its deadline
}

func (d *Deferred) key() string { return fmt.Sprintf("%03d %s", d.Seat, d.Phase) }

// Defer keeps orders of a seat for a later phase, in the place of those that
// were kept for it before; an empty text without Wait deletes them. The errors
// are "conflict" for a game that has not begun or is over, "stale" for a phase
// that has gone by or is the current one, "invalid" for one more than five years
// ahead, "too_large", and those of Submit about who may.
func (j *Judge) Defer(ctx context.Context, game string, role Role, d Deferred) error {
	if d.Text = storable(strings.TrimSpace(d.Text)); len(d.Text) > maxText {
		return errTooLong
	}
	return j.write(ctx, func(tx Tx) error {
		g, err := j.seated(tx, game, role, d.Seat)
		if err != nil {
			return err
		}
		switch {
		case g.Finished:
			return errOver
		case g.Number == 0:
			return errForming
		case !later(d.Phase, g.Phase):
			return &Error{Stale, fmt.Sprintf("That phase has gone by; the current one is %s.", g.Phase.Title())}
		case d.Phase.Year > g.Phase.Year+mostYears:
			return invalid("Orders can be sent %d years ahead, and no more.", mostYears)
		}
		if err := inStead(tx, g, role, d.Seat); err != nil {
			return err
		}
		if d.Text == "" && !d.Wait {
			return tx.Drop(g.ID, deferredItem, d.key())
		}
		text, err := json.Marshal(&d)
		if err != nil {
			return err
		}
		return tx.Put(g.ID, deferredItem, d.key(), text)
	})
}

// Deferred lists the orders of a seat for later phases, in the order of the
// phases. The errors are those of Orders.
func (j *Judge) Deferred(ctx context.Context, game string, role Role, seat int) ([]Deferred, error) {
	var out []Deferred
	err := j.read(ctx, func(tx Tx) error {
		out = nil
		if _, err := j.seated(tx, game, role, seat); err != nil {
			return err
		}
		all, err := deferredOf(tx, game, deferredItem)
		for _, d := range all {
			if d.Seat == seat {
				out = append(out, d)
			}
		}
		return err
	})
	return out, err
}

// ClearDeferred deletes the orders of a seat for later phases. The errors are
// those of Orders.
func (j *Judge) ClearDeferred(ctx context.Context, game string, role Role, seat int) error {
	return j.write(ctx, func(tx Tx) error {
		g, err := j.seated(tx, game, role, seat)
		if err != nil {
			return err
		}
		if err := inStead(tx, g, role, seat); err != nil {
			return err
		}
		return dropDeferred(tx, game, seat)
	})
}

// dropDeferred forgets what a seat has sent ahead, also what was entered: whoever
// takes the seat over neither reads it nor has it come back.
func dropDeferred(tx Tx, game string, seat int) error {
	for _, kind := range []string{deferredItem, enteredItem} {
		all, err := deferredOf(tx, game, kind)
		if err != nil {
			return err
		}
		for _, d := range all {
			if d.Seat != seat {
				continue
			}
			if err := tx.Drop(game, kind, d.key()); err != nil {
				return err
			}
		}
	}
	return nil
}

// deferredOf lists the orders for later phases of a game.
func deferredOf(tx Tx, game, kind string) ([]Deferred, error) {
	items, err := tx.List(game, kind)
	if err != nil {
		return nil, err
	}
	return readDeferred(items)
}

func readDeferred(items map[string][]byte) ([]Deferred, error) {
	var out []Deferred
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var d Deferred
		if err := json.Unmarshal(items[key], &d); err != nil {
			return nil, fmt.Errorf("orders for later %s: %w", key, err)
		}
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b Deferred) int { return comparePhases(a.Phase, b.Phase) })
	return out, nil
}

// comparePhases compares phases by time.
func comparePhases(a, b machiavelli.Phase) int {
	return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Season, b.Season), cmp.Compare(a.Step, b.Step))
}

// later tells whether phase a comes after b.
func later(a, b machiavelli.Phase) bool { return comparePhases(a, b) > 0 }

// enterDeferred enters the orders that were sent ahead for the phase which has
// just begun, and tells their players. Those for phases that have not come about
// are forgotten.
func (c *course) enterDeferred() error {
	items, err := c.list(deferredItem)
	if err != nil {
		return err
	}
	all, err := readDeferred(items)
	if err != nil {
		return c.errInternal(err)
	}
	for _, d := range all {
		if later(d.Phase, c.Phase) || d.Seat < 1 || d.Seat > len(c.seats) {
			continue
		}
		key := d.key()
		if err := c.h.Drop(c.ID, deferredItem, key); err != nil {
			return err
		}
		if d.Phase != c.Phase || c.out(d.Seat) {
			continue
		}
		if err := c.put(enteredItem, key, items[key]); err != nil {
			return err
		}
		if err := c.enter(d); err != nil {
			return err
		}
	}
	return nil
}

// enter enters the orders of a seat, as if its player had sent them now.
func (c *course) enter(d Deferred) error {
	x := &c.states[d.Seat-1]
	n := Notice{
		Topic: TopicAhead, Seats: []int{d.Seat}, Times: c.times(),
		Text: fmt.Sprintf("The orders you sent in advance for %s have been entered. Orders you send now replace them.", c.Phase.Title()),
	}
	if d.Text != "" {
		if err := c.tx.SaveOrders(c.ID, c.Revision, c.Number, d.Seat, d.Text); err != nil {
			return err
		}
		before := c.state()
		c.texts[d.Seat] = d.Text
		x.Ordered = c.at
		c.judgeSeat(d.Seat)
		c.timing.Ordered = before.Ordered(d.Seat, x.Complete)
		for _, v := range verdicts(c.read(d.Seat, d.Text)) {
			switch {
			case v.Error != "":
				n.Lines = append(n.Lines, fmt.Sprintf("%s: not entered. %s", strings.TrimSpace(v.Text), v.Error))
			case v.Canonical != "" && !v.Replaced:
				n.Lines = append(n.Lines, v.Canonical)
			}
		}
	}
	if d.Wait {
		x.Wait = true
		n.Lines = append(n.Lines, "The phase waits for its deadline, as you wished.")
	}
	return notice(c.tx, c.opened, OnlySeats(d.Seat), n)
}

// recallDeferred brings back, after a rollback to a phase, orders for later ones
// that had been entered, unless others were sent for them since. Those of the
// phase itself are in force again with its other orders.
func recallDeferred(tx Tx, game string, to machiavelli.Phase) error {
	entered, err := tx.List(game, enteredItem)
	if err != nil || len(entered) == 0 {
		return err
	}
	all, err := readDeferred(entered)
	if err != nil {
		return err
	}
	waiting, err := tx.List(game, deferredItem)
	if err != nil {
		return err
	}
	for _, d := range all {
		key := d.key()
		if !later(d.Phase, to) {
			continue
		}
		if err := tx.Drop(game, enteredItem, key); err != nil {
			return err
		}
		if waiting[key] != nil {
			continue
		}
		if err := tx.Put(game, deferredItem, key, entered[key]); err != nil {
			return err
		}
	}
	return nil
}
