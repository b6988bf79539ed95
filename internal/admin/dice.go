package admin

import (
	"context"
	"maps"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// SetRoll sets a roll of the current phase by hand, for a master who wants to continue a game
// from elsewhere or to correct a mistake. The value 0 leaves the roll to the dice again. Everyone
// sees the roll in the record. The name must be one of the phase's possible rolls, in upper or
// lower case, and the value one that its dice can show.
func (u *Admin) SetRoll(ctx context.Context, id string, role game.Role, revision int, name string, value int) error {
	return u.SetRollFor(ctx, id, role, revision, name, value, "")
}

// SetRollFor is SetRoll with a reason, which everyone sees.
func (u *Admin) SetRollFor(ctx context.Context, id string, role game.Role, revision int, name string,
	value int, why string,
) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case !role.Master:
		return game.ErrMaster
	case name == "" || len(name) > game.MaxName || strings.ContainsFunc(name, game.Hidden):
		return game.Refuse(game.Invalid, message.New("Name the roll, for instance {first} or {second}.", message.Order(`"famine row"`), message.Order(`"income milan 1"`)))
	case value < 0 || value > 1000:
		return game.Refuse(game.Invalid, message.New("A roll has a value from 1 on; 0 gives it back to the dice."))
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, err := u.base.LoadForMaster(tx, id, role)
		if err != nil {
			return err
		}
		if err := g.CheckRevision(tx, revision); err != nil {
			return err
		}
		t, err := u.base.Board(tx, g)
		if err != nil {
			return err
		}
		name, err := t.Roll(name, value)
		if err != nil {
			return err
		}
		given := maps.Clone(t.Given)
		if given == nil {
			given = map[string]int{}
		}
		if given[name] = value; value == 0 {
			delete(given, name)
		}
		if maps.Equal(given, t.Given) {
			return nil
		}
		if err := tx.Phases.SetRolls(id, revision, g.Number, given); err != nil {
			return err
		}
		act := gamestate.ActRecord{Act: gamestate.Act{Topic: journal.TopicRoll, Number: g.Number, Phase: g.Phase, Why: why}}
		act.Said = message.New("The roll \"{roll}\" of {phase} was set to {n} by hand.", message.Order(name), message.Phase(g.Phase), message.Number(value))
		if value == 0 {
			act.Said = message.New("The roll \"{roll}\" of {phase} is left to the dice again.", message.Order(name), message.Phase(g.Phase))
		}
		return act.Record(tx, g, role)
	})
}
