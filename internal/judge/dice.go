package judge

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/dice"
)

// SetRoll sets a roll of the current phase by hand, as a master does who wants
// to play on from elsewhere or to correct what went wrong; value 0 gives it back
// to the dice. Everybody sees it in the record. The name is that of a roll that
// the phase can throw, in any case of letters, and the value one that its dice can
// show.
func (j *Judge) SetRoll(ctx context.Context, id string, role game.Role, revision int, name string, value int) error {
	return j.SetRollFor(ctx, id, role, revision, name, value, "")
}

// SetRollFor is SetRoll with the reason, which everybody is told.
func (j *Judge) SetRollFor(ctx context.Context, id string, role game.Role, revision int, name string, value int, why string) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case !role.Master:
		return game.ErrMaster
	case name == "" || len(name) > game.MaxName || strings.ContainsFunc(name, game.Hidden):
		return game.Invalidf("Name the roll, for instance \"famine row\" or \"income milan 1\".")
	case value < 0 || value > 1000:
		return game.Invalidf("A roll has a value from 1 on; 0 gives it back to the dice.")
	}
	return j.Write(ctx, func(tx game.Tx) error {
		g, err := j.LoadForMaster(tx, id, role)
		if err != nil {
			return err
		}
		if err := g.CheckRevision(tx, revision); err != nil {
			return err
		}
		t, err := j.Table(tx, g)
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
		if err := tx.SetRolls(id, revision, g.Number, given); err != nil {
			return err
		}
		act := gamestate.ActRecord{Act: gamestate.Act{Topic: journal.TopicRoll, Number: g.Number, Phase: g.Phase, Why: why}}
		act.Text = fmt.Sprintf("The roll \"%s\" of %s was set to %d by hand.", name, g.Phase.Title(), value)
		if value == 0 {
			act.Text = fmt.Sprintf("The roll \"%s\" of %s is left to the dice again.", name, g.Phase.Title())
		}
		return act.Record(tx, g, role)
	})
}

// DiceBook is the record of a game's dice: the commitment to its seed, every
// throw so far, those of phases that were taken back too, and the seed itself
// once the game is over (dice.Book tells how to check it).
func (j *Judge) DiceBook(ctx context.Context, id string) (*dice.Book, error) {
	var b *dice.Book
	err := j.Read(ctx, func(tx game.Tx) error {
		g, err := j.Load(tx, id)
		if err != nil {
			return err
		}
		b = &dice.Book{Game: id, Commitment: g.Commitment, Phases: []dice.BookPhase{}}
		if g.Finished {
			b.Seed = hex.EncodeToString(g.Record.Seed)
		}
		if dealDetails(g) {
			d, err := readDeal(tx, id)
			if err != nil {
				return err
			}
			if d != nil && len(d.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{Phase: dealScope, Campaign: dealScope, Salt: d.salt(), Throws: d.Throws})
			}
		}
		if len(g.Record.OpeningThrows) > 0 {
			b.Phases = append(b.Phases, dice.BookPhase{Phase: openingScope, Campaign: openingScope, Throws: g.Record.OpeningThrows})
		}
		for n := 1; n <= g.Number; n++ {
			p, err := tx.Phase(id, n)
			if err != nil {
				return err
			}
			if len(p.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{
					Phase: p.Phase.String(), Campaign: p.Phase.Campaign(), Salt: p.Salt, Throws: p.Throws,
				})
			}
		}
		back, err := undone(tx, id)
		for _, u := range back {
			if len(u.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{
					Phase: u.Name + ", taken back", Campaign: u.Phase.Campaign(), Salt: u.Salt, Throws: u.Throws,
				})
			}
		}
		return err
	})
	return b, err
}
