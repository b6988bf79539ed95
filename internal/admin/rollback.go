package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
)

// undoneItem is the kind of the items that keep phases which were taken back, by
// the revision of the game before that and their number.
const undoneItem = "undone"

// Undone is a phase that a rollback took out of the game, as it was: with
// everything in its positions and events, of which doors show only what the
// reader may know.
type Undone struct {
	Revision int               `json:"revision"` // of the game before the rollback
	Number   int               `json:"number"`
	Phase    machiavelli.Phase `json:"-"`
	Position json.RawMessage   `json:"position"` // before it, as records have it
	After    json.RawMessage   `json:"after,omitempty"`
	Events   json.RawMessage   `json:"events,omitempty"`
	Throws   []dice.Throw      `json:"throws,omitempty"`
	Salt     string            `json:"salt,omitempty"`
	Given    map[string]int    `json:"given,omitempty"`
	Engine   string            `json:"engine,omitempty"`
	Done     time.Time         `json:"done,omitzero"` // zero: it was the current one
	Orders   map[int]string    `json:"orders,omitempty"`
	Name     string            `json:"phase"` // of the phase, as "spring 1454 orders"
}

// Undone lists the phases that rollbacks took out of the game, in the order in
// which that happened. Of a phase that was never carried out there are no orders.
func (u *Tools) Undone(ctx context.Context, gameID string) ([]Undone, error) {
	var out []Undone
	err := u.Read(ctx, func(tx game.Tx) error {
		g, err := u.Load(tx, gameID)
		if err != nil {
			return err
		}
		if out, err = ReadUndone(tx, gameID); err != nil {
			return g.WrapError(err)
		}
		for i := range out {
			if out[i].Done.IsZero() {
				out[i].Orders = nil
			}
		}
		return nil
	})
	return out, err
}

// ReadUndone reads the phases of a game that were taken back.
func ReadUndone(tx game.Tx, game string) ([]Undone, error) {
	items, err := tx.List(game, undoneItem)
	if err != nil {
		return nil, err
	}
	var out []Undone
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var u Undone
		if err := json.Unmarshal(items[key], &u); err != nil {
			return nil, fmt.Errorf("phase taken back %s: %w", key, err)
		}
		if u.Phase, err = machiavelli.ParsePhase(u.Name); err != nil {
			return nil, fmt.Errorf("phase taken back %s: %w", key, err)
		}
		out = append(out, u)
	}
	return out, nil
}

// Rollback takes a game back to the beginning of phase number, 0 standing for
// the phase that was processed last. Its orders come back; what was ordered
// later, and all that came of it, is kept on record but no longer counts. Rolls
// fall as they did unless fresh ones are asked for. The revision rises. It is
// for masters.
func (u *Tools) Rollback(ctx context.Context, game string, role game.Role, number int, fresh bool) error {
	return u.RollbackFor(ctx, game, role, number, fresh, "")
}

// RollbackFor is Rollback with the reason, which everybody is told.
func (u *Tools) RollbackFor(ctx context.Context, gameID string, role game.Role, number int, fresh bool, why string) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	return u.Write(ctx, func(tx game.Tx) error {
		g, err := u.LoadForMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		return u.takeBack(tx, g, role, number, fresh, why)
	})
}

// takeBack is Rollback within a transaction.
func (u *Tools) takeBack(tx game.Tx, g *gamestate.State, role game.Role, number int, fresh bool, why string) error {
	if number == 0 {
		if number = g.Number - 1; g.Finished {
			number = g.Number
		}
		if number == 0 {
			return &game.Error{Code: game.Conflict, Message: "No phase has been processed yet: there is nothing to take back."}
		}
	}
	if number == g.Number && !g.Finished {
		return &game.Error{Code: game.Conflict, Message: fmt.Sprintf("The game stands at the beginning of %s already.", g.Phase.Title())}
	}
	to, err := tx.Phase(g.ID, number)
	if errors.Is(err, game.ErrNoRecord) {
		return game.ErrNoPhase
	}
	if err != nil {
		return err
	}
	from := g.Phase
	campaigns, err := keepUndone(tx, g, number)
	if err != nil {
		return err
	}
	if err := revertRules(tx, g, number); err != nil {
		return err
	}
	r := g.Record
	if r.Finished = false; r.Status == game.Over {
		r.Status = game.Active
	}
	if err := tx.Revert(r, number); err != nil {
		return err
	}
	if g.Finished {
		if err := tx.SaveAwards(g.ID, nil); err != nil {
			return err
		}
		if err := revive(tx, g, campaigns); err != nil {
			return err
		}
	}
	if g, err = u.Reopen(tx, g); err != nil {
		return err
	}
	act := gamestate.ActRecord{Act: gamestate.Act{Topic: journal.TopicRollback, Number: number, Phase: to.Phase, From: from, Why: why}}
	act.Text = fmt.Sprintf("The game was rolled back to the beginning of %s. What happened after that no longer counts, and the orders sent for that phase stand again.", to.Phase.Title())
	if fresh {
		if err := freshDice(tx, g, campaigns); err != nil {
			return err
		}
		act.Text += " The dice are rolled again."
	} else {
		act.Text += " Dice fall as they did."
	}
	if err := clock.RecallDeferred(tx, g.ID, to.Phase); err != nil {
		return err
	}
	if err := u.restart(tx, g); err != nil {
		return err
	}
	if g, err = u.Reopen(tx, g); err != nil {
		return err
	}
	c, err := u.clock.ClockState(tx, g)
	if err != nil {
		return err
	}
	act.Times = c.Times()
	return act.Record(tx, g, role)
}

// Reopen reads a game again within a command.
func (u *Tools) Reopen(tx game.Tx, g *gamestate.State) (*gamestate.State, error) {
	now, err := u.Load(tx, g.ID)
	if err == nil {
		now.At, now.Woken = g.At, g.Woken
	}
	return now, err
}

// keepUndone keeps phase number and all later ones on record, corrections of the
// later ones too, and rolls that were set for them in case that their phases
// come again. It gives the campaigns of these phases.
func keepUndone(tx game.Tx, g *gamestate.State, number int) ([]string, error) {
	var campaigns []string
	for n := number; n <= g.Number; n++ {
		p, err := tx.Phase(g.ID, n)
		if err != nil {
			return nil, err
		}
		orders, err := tx.Orders(g.ID, n)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(Undone{
			Revision: g.Revision, Number: n, Name: p.Phase.String(), Position: p.Position, After: p.After, Events: p.Events,
			Throws: p.Throws, Salt: p.Salt, Given: p.Given, Engine: p.Engine, Done: p.Done, Orders: orders,
		})
		if err != nil {
			return nil, err
		}
		if err := tx.Put(g.ID, undoneItem, fmt.Sprintf("%06d %04d", g.Revision, n), text); err != nil {
			return nil, err
		}
		if n > number {
			if err := keepGiven(tx, g.ID, p.Phase, p.Given); err != nil {
				return nil, err
			}
		}
		if c := p.Phase.Campaign(); !slices.Contains(campaigns, c) {
			campaigns = append(campaigns, c)
		}
	}
	return campaigns, DropEdits(tx, g, number)
}

// DropEdits moves the corrections of phases behind number to what was undone.
func DropEdits(tx game.Tx, g *gamestate.State, number int) error {
	items, err := tx.List(g.ID, editItem)
	if err != nil {
		return err
	}
	for key, text := range items {
		var e edit
		if err := json.Unmarshal(text, &e); err != nil {
			return g.WrapError(err)
		}
		if e.Number <= number {
			continue
		}
		if err := tx.Put(g.ID, undoneEditItem, fmt.Sprintf("%06d %s", g.Revision, key), text); err != nil {
			return err
		}
		if err := tx.Drop(g.ID, editItem, key); err != nil {
			return err
		}
	}
	return nil
}

// keepGiven keeps the rolls that were set for a phase which is taken back.
func keepGiven(tx game.Tx, game string, phase machiavelli.Phase, given map[string]int) error {
	if len(given) == 0 {
		return nil
	}
	d, err := clock.DiceOf(tx, game, phase.Campaign())
	if err != nil {
		return err
	}
	if d.Given == nil {
		d.Given = map[string]map[string]int{}
	}
	d.Given[phase.String()] = given
	return d.Save(tx, game, phase.Campaign())
}

// revive notes of a game that was over that its seed is public. Campaigns that
// are played again have their dice as before.
func revive(tx game.Tx, g *gamestate.State, campaigns []string) error {
	for _, c := range campaigns {
		d, err := clock.DiceOf(tx, g.ID, c)
		if err != nil {
			return err
		}
		d.Known = true
		if err := d.Save(tx, g.ID, c); err != nil {
			return err
		}
	}
	if err := tx.DropAgreements(g.ID, MotionLetters); err != nil { // who agreed did so of a game that was over
		return err
	}
	return tx.Put(g.ID, clock.RevivedItem, gamestate.OnlyKey, []byte("true"))
}

// freshDice gives campaigns, of which the current one is the first, new dice by
// one new salt. Rolls that were set for later phases are forgotten.
func freshDice(tx game.Tx, g *gamestate.State, campaigns []string) error {
	d := clock.CampaignDice{Salt: clock.NewSalt()}
	for _, c := range campaigns {
		if err := d.Save(tx, g.ID, c); err != nil {
			return err
		}
	}
	return tx.SetSalt(g.ID, g.Revision, g.Number, d.Salt)
}
