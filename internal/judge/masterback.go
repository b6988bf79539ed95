package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

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
func (j *Judge) Undone(ctx context.Context, gameID string) ([]Undone, error) {
	var out []Undone
	err := j.Read(ctx, func(tx game.Tx) error {
		g, err := j.Load(tx, gameID)
		if err != nil {
			return err
		}
		if out, err = undone(tx, gameID); err != nil {
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

// undone reads the phases of a game that were taken back.
func undone(tx game.Tx, game string) ([]Undone, error) {
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
func (j *Judge) Rollback(ctx context.Context, game string, role game.Role, number int, fresh bool) error {
	return j.RollbackFor(ctx, game, role, number, fresh, "")
}

// RollbackFor is Rollback with the reason, which everybody is told.
func (j *Judge) RollbackFor(ctx context.Context, gameID string, role game.Role, number int, fresh bool, why string) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	return j.Write(ctx, func(tx game.Tx) error {
		g, err := j.LoadForMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		return j.takeBack(tx, g, role, number, fresh, why)
	})
}

// takeBack is Rollback within a transaction.
func (j *Judge) takeBack(tx game.Tx, g *gamestate.State, role game.Role, number int, fresh bool, why string) error {
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
	if g, err = j.reopen(tx, g); err != nil {
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
	if err := recallDeferred(tx, g.ID, to.Phase); err != nil {
		return err
	}
	if err := j.restart(tx, g); err != nil {
		return err
	}
	if g, err = j.reopen(tx, g); err != nil {
		return err
	}
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	act.Times = c.times()
	return act.Record(tx, g, role)
}

// reopen reads a game again within a command.
func (j *Judge) reopen(tx game.Tx, g *gamestate.State) (*gamestate.State, error) {
	now, err := j.Load(tx, g.ID)
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
	return campaigns, dropEdits(tx, g, number)
}

// dropEdits moves the corrections of phases behind number to what was undone.
func dropEdits(tx game.Tx, g *gamestate.State, number int) error {
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

// diceItem is the kind of the items that hold what masters did to the dice of a
// campaign, where it is not in the phase itself: by campaign.
const diceItem = "dice"

// revivedItem is the kind of the item of a game that was over, and its seed
// public, before it was taken back. Every new campaign then gets a salt of its
// own, which is told when its dice are thrown: nobody can work them out before.
const revivedItem = "revived"

// campaignDice is what a master did to the dice of a campaign.
type campaignDice struct {
	Salt  string                    `json:"salt,omitempty"`
	Known bool                      `json:"known,omitempty"` // they have fallen already, or could be worked out, when a game was revived
	Given map[string]map[string]int `json:"given,omitempty"` // by phase: rolls of phases that were taken back
}

// diceOf reads what was done to the dice of a campaign.
func diceOf(tx game.Tx, gameID, campaign string) (campaignDice, error) {
	var d campaignDice
	text, err := tx.Get(gameID, diceItem, campaign)
	if errors.Is(err, game.ErrNoRecord) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	return d, json.Unmarshal(text, &d)
}

func (d *campaignDice) save(tx game.Tx, game, campaign string) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return tx.Put(game, diceItem, campaign, text)
}

// keepGiven keeps the rolls that were set for a phase which is taken back.
func keepGiven(tx game.Tx, game string, phase machiavelli.Phase, given map[string]int) error {
	if len(given) == 0 {
		return nil
	}
	d, err := diceOf(tx, game, phase.Campaign())
	if err != nil {
		return err
	}
	if d.Given == nil {
		d.Given = map[string]map[string]int{}
	}
	d.Given[phase.String()] = given
	return d.save(tx, game, phase.Campaign())
}

// revive notes of a game that was over that its seed is public. Campaigns that
// are played again have their dice as before.
func revive(tx game.Tx, g *gamestate.State, campaigns []string) error {
	for _, c := range campaigns {
		d, err := diceOf(tx, g.ID, c)
		if err != nil {
			return err
		}
		d.Known = true
		if err := d.save(tx, g.ID, c); err != nil {
			return err
		}
	}
	if err := tx.DropAgreements(g.ID, motionLetters); err != nil { // who agreed did so of a game that was over
		return err
	}
	return tx.Put(g.ID, revivedItem, gamestate.OnlyKey, []byte("true"))
}

func isRevived(tx game.Tx, gameID string) (bool, error) {
	_, err := tx.Get(gameID, revivedItem, gamestate.OnlyKey)
	if errors.Is(err, game.ErrNoRecord) {
		return false, nil
	}
	return err == nil, err
}

// newSalt is a short random text.
func newSalt() string { return strings.ToLower(game.Base32.EncodeToString(game.RandomBytes(5))) }

// freshDice gives campaigns, of which the current one is the first, new dice by
// one new salt. Rolls that were set for later phases are forgotten.
func freshDice(tx game.Tx, g *gamestate.State, campaigns []string) error {
	d := campaignDice{Salt: newSalt()}
	for _, c := range campaigns {
		if err := d.save(tx, g.ID, c); err != nil {
			return err
		}
	}
	return tx.SetSalt(g.ID, g.Revision, g.Number, d.Salt)
}

// recallDice gives a phase that begins the salt of its campaign, and the rolls
// that were set for it before it was taken back. Both steps of a campaign thereby
// have the same dice.
func recallDice(tx game.Tx, revision int, next *game.PhaseRecord) error {
	d, err := diceOf(tx, next.Game, next.Phase.Campaign())
	if err != nil {
		return err
	}
	if d.Salt == "" && !d.Known {
		revived, err := isRevived(tx, next.Game)
		if err != nil {
			return err
		}
		if revived {
			d.Salt = newSalt()
			if err := d.save(tx, next.Game, next.Phase.Campaign()); err != nil {
				return err
			}
		}
	}
	if d.Salt != "" {
		if err := tx.SetSalt(next.Game, revision, next.Number, d.Salt); err != nil {
			return err
		}
	}
	if given := d.Given[next.Phase.String()]; len(given) > 0 {
		return tx.SetRolls(next.Game, revision, next.Number, given)
	}
	return nil
}
