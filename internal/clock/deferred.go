package clock

import (
	"cmp"
	"context"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// mostYears is how many years in advance orders can be sent.
const mostYears = 5

// Defer stores orders of a seat for a later phase and replaces the orders stored for it before.
// An empty text without Wait deletes them. The error code is "conflict" if the game has not begun
// or is over, "stale" if the phase is over or current, "invalid" if it is more than five years
// ahead, and "too_large" if the text is too long. Roles that may not order for the seat get the
// error of CheckSeat.
func (k *Clockwork) Defer(ctx context.Context, gameID string, role game.Role, d game.Deferred) error {
	if d.Text = gamestate.Storable(strings.TrimSpace(d.Text)); len(d.Text) > ordertext.MaxText {
		return ordertext.ErrTooLong
	}
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, err := k.base.LoadForSeat(tx, gameID, role, d.Seat)
		if err != nil {
			return err
		}
		switch {
		case g.Finished:
			return game.ErrOver
		case g.Number == 0:
			return game.ErrForming
		case !later(d.Phase, g.Phase):
			return game.Refuse(game.Stale, message.New("That phase has gone by; the current one is {phase}.", message.Phase(g.Phase)))
		case d.Phase.Year > g.Phase.Year+mostYears:
			return game.Refuse(game.Invalid, message.New("Orders can be sent {n} years ahead, and no more.", message.Number(mostYears)))
		}
		if err := inStead(tx, g, role, d.Seat); err != nil {
			return err
		}
		if d.Text == "" && !d.Wait {
			return tx.Deferred.DropDeferred(g.ID, d)
		}
		return tx.Deferred.SaveDeferred(g.ID, d)
	})
}

// Deferred returns the orders of a seat for later phases, in the order of the phases. Roles that
// may not see the seat's orders get an error.
func (k *Clockwork) Deferred(ctx context.Context, gameID string, role game.Role, seat int) ([]game.Deferred, error) {
	var out []game.Deferred
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := k.base.LoadFor(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.CheckReader(seat, g.View(role).SeesOrders); err != nil {
			return err
		}
		all, err := tx.Deferred.Deferred(gameID)
		for _, d := range all {
			if d.Seat == seat && !d.Entered {
				out = append(out, d)
			}
		}
		return err
	})
	return out, err
}

// ClearDeferred deletes the orders of a seat for later phases. Roles that may not order for the
// seat get an error.
func (k *Clockwork) ClearDeferred(ctx context.Context, gameID string, role game.Role, seat int) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, err := k.base.LoadForSeat(tx, gameID, role, seat)
		if err != nil {
			return err
		}
		if err := inStead(tx, g, role, seat); err != nil {
			return err
		}
		return DropDeferred(tx, gameID, seat)
	})
}

// DropDeferred deletes the orders that a seat has sent in advance, including
// those already entered, so that the seat's next player can neither read nor
// restore them.
func DropDeferred(tx *game.Tx, game string, seat int) error {
	all, err := tx.Deferred.Deferred(game)
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.Seat != seat {
			continue
		}
		if err := tx.Deferred.DropDeferred(game, d); err != nil {
			return err
		}
	}
	return nil
}

// comparePhases compares phases by time.
func comparePhases(a, b machiavelli.Phase) int {
	return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Season, b.Season), cmp.Compare(a.Step, b.Step))
}

// later reports whether phase a comes after b.
func later(a, b machiavelli.Phase) bool { return comparePhases(a, b) > 0 }

// enterDeferred enters the orders that were sent in advance for the phase that
// has just begun, and notifies their players. Orders for phases that did not
// take place are deleted.
func (c *Course) enterDeferred() error {
	all, err := c.Tx.Deferred.Deferred(c.ID)
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.Entered || later(d.Phase, c.Phase) || d.Seat < 1 || d.Seat > len(c.Seats) {
			continue
		}
		if err := c.Tx.Deferred.DropDeferred(c.ID, d); err != nil {
			return err
		}
		if d.Phase != c.Phase || c.Out(d.Seat) {
			continue
		}
		d.Entered = true
		if err := c.Tx.Deferred.SaveDeferred(c.ID, d); err != nil {
			return err
		}
		if err := c.enter(d); err != nil {
			return err
		}
	}
	return nil
}

// enter enters the orders of a seat, as if its player had sent them now.
func (c *Course) enter(d game.Deferred) error {
	x := &c.States[d.Seat-1]
	n := journal.Notice{
		Topic: journal.TopicAhead, Seats: []int{d.Seat}, Times: c.Times(),
		Said: message.New("The orders you sent in advance for {phase} have been entered. Orders you send now replace them.", message.Phase(c.Phase)),
	}
	if d.Text != "" {
		if err := c.Tx.Phases.SaveOrders(c.ID, c.Revision, c.Number, d.Seat, d.Text); err != nil {
			return err
		}
		before := c.state()
		c.Texts[d.Seat] = d.Text
		x.Ordered, x.Written = c.At, time.Time{}
		c.JudgeSeat(d.Seat)
		c.Timing.Ordered = before.Ordered(d.Seat, x.Complete)
		for _, v := range ordertext.Verdicts(c.Read(d.Seat, d.Text)) {
			switch {
			case v.Refused():
				n.Points = append(n.Points, message.New("{order}: not entered. {why}", message.Order(strings.TrimSpace(v.Text)), v.Error))
			case v.Canonical != "" && !v.Replaced:
				n.Points = append(n.Points, message.New("{order}", message.Order(v.Canonical)))
			}
		}
	}
	if d.Wait {
		x.Wait = true
		n.Points = append(n.Points, message.New("The phase waits for its deadline, as you wished."))
	}
	return gamestate.Notice(c.Tx, c.State, journal.OnlySeats(d.Seat), n)
}

// RecallDeferred restores orders for later phases that had already been entered, after a rollback
// to a phase, unless other orders have been sent for those phases since. Orders for the phase
// itself are in force again with its other orders.
func RecallDeferred(tx *game.Tx, gameID string, to machiavelli.Phase) error {
	all, err := tx.Deferred.Deferred(gameID)
	if err != nil {
		return err
	}
	waits := map[game.Deferred]bool{} // whether orders wait, keyed by seat and phase
	for _, d := range all {
		if !d.Entered {
			waits[game.Deferred{Seat: d.Seat, Phase: d.Phase}] = true
		}
	}
	for _, d := range all {
		if !d.Entered || !later(d.Phase, to) {
			continue
		}
		if err := tx.Deferred.DropDeferred(gameID, d); err != nil {
			return err
		}
		if waits[game.Deferred{Seat: d.Seat, Phase: d.Phase}] {
			continue
		}
		d.Entered = false
		if err := tx.Deferred.SaveDeferred(gameID, d); err != nil {
			return err
		}
	}
	return nil
}
