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
	"podesta/internal/ratings"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
)

// undoneItem is the kind of the items that contain phases that were rolled back, keyed by the
// revision of the game before the rollback and the number of the phase.
const undoneItem = "undone"

// Undone is a phase that was rolled back, as it was, with its complete position
// and events. Callers show only what the reader may know.
type Undone struct {
	Revision int               `json:"revision"` // the game's revision before the rollback
	Number   int               `json:"number"`
	Phase    machiavelli.Phase `json:"-"`
	Position json.RawMessage   `json:"position"` // position before the phase, as in records
	After    json.RawMessage   `json:"after,omitempty"`
	Events   json.RawMessage   `json:"events,omitempty"`
	Throws   []dice.Throw      `json:"throws,omitempty"`
	Salt     string            `json:"salt,omitempty"`
	Given    map[string]int    `json:"given,omitempty"`
	Engine   string            `json:"engine,omitempty"`
	Done     time.Time         `json:"done,omitzero"` // zero if it was the current phase
	Orders   map[int]string    `json:"orders,omitempty"`
	Name     string            `json:"phase"` // name of the phase, such as "spring 1454 orders"
}

// Undone returns the phases that were rolled back, in the order of the
// rollbacks. A phase that was never resolved has no orders.
func (u *Admin) Undone(ctx context.Context, gameID string) ([]Undone, error) {
	var out []Undone
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		g, err := u.base.Load(tx, gameID)
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

// ReadUndone returns the phases of a game that were rolled back.
func ReadUndone(tx *game.Tx, game string) ([]Undone, error) {
	items, err := tx.Items.List(game, undoneItem)
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

// Rollback rolls a game back to the beginning of the phase with the given number; 0 means the last
// resolved phase. The orders of that phase are restored. Later orders and all their results are
// kept on record but no longer count. Rolls are repeated unless fresh is set. The revision
// increases. Only masters may call it.
func (u *Admin) Rollback(ctx context.Context, game string, role game.Role, number int, fresh bool) error {
	return u.RollbackFor(ctx, game, role, number, fresh, "")
}

// RollbackFor is Rollback with a reason, which everyone sees.
func (u *Admin) RollbackFor(ctx context.Context, gameID string, role game.Role, number int, fresh bool,
	why string,
) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, err := u.base.LoadForMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		return u.takeBack(tx, g, role, number, fresh, why)
	})
}

// takeBack implements Rollback within a transaction.
func (u *Admin) takeBack(tx *game.Tx, g *gamestate.State, role game.Role, number int, fresh bool, why string) error {
	if number == 0 {
		if number = g.Number - 1; g.Finished {
			number = g.Number
		}
		if number == 0 {
			return game.Refuse(game.Conflict, message.New("No phase has been resolved yet: there is nothing to roll back."))
		}
	}
	if number == g.Number && !g.Finished {
		return game.Refuse(game.Conflict, message.New("The game is already at the beginning of {phase}.", message.Phase(g.Phase)))
	}
	to, err := tx.Phases.Phase(g.ID, number)
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
	if err := tx.Phases.Revert(r, number); err != nil {
		return err
	}
	if g.Finished {
		if err := ratings.Revoke(tx, g.ID); err != nil {
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
	what := message.New("The game was rolled back to the beginning of {phase}. What happened after that no longer counts, and the orders sent for that phase stand again.", message.Phase(to.Phase))
	if fresh {
		if err := freshDice(tx, g, campaigns); err != nil {
			return err
		}
		act.Said = gamestate.Sentences(what, message.New("The dice are rolled again."))
	} else {
		act.Said = gamestate.Sentences(what, message.New("Dice fall as they did."))
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
	c, err := u.clock.Course(tx, g)
	if err != nil {
		return err
	}
	act.Times = c.Times()
	return act.Record(tx, g, role)
}

// Reopen reloads a game within a command.
func (u *Admin) Reopen(tx *game.Tx, g *gamestate.State) (*gamestate.State, error) {
	now, err := u.base.Load(tx, g.ID)
	if err == nil {
		now.At, now.Woken = g.At, g.Woken
	}
	return now, err
}

// keepUndone keeps the phase with the given number and all later ones on record. It also keeps the
// corrections of the later phases and the rolls that were set for them, in case these phases take
// place again. It returns the campaigns of these phases.
func keepUndone(tx *game.Tx, g *gamestate.State, number int) ([]string, error) {
	var campaigns []string
	for n := number; n <= g.Number; n++ {
		p, err := tx.Phases.Phase(g.ID, n)
		if err != nil {
			return nil, err
		}
		orders, err := tx.Phases.Orders(g.ID, n)
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
		if err := tx.Items.Put(g.ID, undoneItem, fmt.Sprintf("%06d %04d", g.Revision, n), text); err != nil {
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

// DropEdits moves the corrections of the phases that follow the phase with the given number to the
// corrections of undone phases.
func DropEdits(tx *game.Tx, g *gamestate.State, number int) error {
	items, err := tx.Items.List(g.ID, editItem)
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
		if err := tx.Items.Put(g.ID, undoneEditItem, fmt.Sprintf("%06d %s", g.Revision, key), text); err != nil {
			return err
		}
		if err := tx.Items.Drop(g.ID, editItem, key); err != nil {
			return err
		}
	}
	return nil
}

// keepGiven keeps the rolls that were set for a phase that is rolled back.
func keepGiven(tx *game.Tx, game string, phase machiavelli.Phase, given map[string]int) error {
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

// revive records that the seed of a finished game is public. Campaigns that are
// played again have the same dice as before.
func revive(tx *game.Tx, g *gamestate.State, campaigns []string) error {
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
	if err := tx.Votes.DropAgreements(g.ID, MotionLetters); err != nil { // these agreements were about a finished game
		return err
	}
	return tx.Items.Put(g.ID, clock.RevivedItem, gamestate.OnlyKey, []byte("true"))
}

// freshDice gives campaigns, the first of which is the current one, new dice by a new salt that
// they share. Rolls that were set for later phases are deleted.
func freshDice(tx *game.Tx, g *gamestate.State, campaigns []string) error {
	d := clock.CampaignDice{Salt: clock.NewSalt()}
	for _, c := range campaigns {
		if err := d.Save(tx, g.ID, c); err != nil {
			return err
		}
	}
	return tx.Phases.SetSalt(g.ID, g.Revision, g.Number, d.Salt)
}
