package gamestate

import (
	"context"
	"slices"
	"time"

	"podesta/internal/game"
)

// Turns are the moments at which the pages of a game change by themselves.
type Turns struct {
	at  []time.Time // sorted
	due time.Time
}

// Epoch returns the number of turns that have passed.
func (t *Turns) Epoch(now time.Time) int {
	n := 0
	for n < len(t.at) && !t.at[n].After(now) {
		n++
	}
	return n
}

// Overdue reports whether the deadline of the phase has passed.
func (t *Turns) Overdue(now time.Time) bool { return !t.due.IsZero() && !now.Before(t.due) }

// Turns returns the turns of a game: the times of its plan, and the beginnings and
// ends of absences.
func (b *Base) Turns(ctx context.Context, id string) (Turns, error) {
	var out Turns
	err := b.Read(ctx, func(tx game.Tx) error {
		g, err := b.Load(tx, id)
		if err != nil {
			return err
		}
		t, err := ReadTiming(&g.Record)
		if err != nil {
			return g.WrapError(err)
		}
		absences, err := tx.Absences(id)
		if err != nil {
			return err
		}
		vacations, err := g.Vacations(tx)
		if err != nil {
			return err
		}
		absences = append(absences, vacations...)
		p := t.Plan
		out = Turns{due: p.Deadline, at: []time.Time{p.Start, p.Deadline, p.Grace, p.Process}}
		for _, a := range absences {
			out.at = append(out.at, a.Start, a.End)
		}
		out.at = slices.DeleteFunc(out.at, time.Time.IsZero)
		slices.SortFunc(out.at, time.Time.Compare)
		return nil
	})
	return out, err
}
