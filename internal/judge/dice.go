package judge

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"
	"unicode"

	"podesta/machiavelli/dice"
)

// SetRoll sets a roll of the current phase by hand, as a master does who wants
// to play on from elsewhere or to correct what went wrong; value 0 gives it back
// to the dice. Everybody sees it in the record. The name is that of the roll, as
// the documentation lists them; a value that no dice can show is found when the
// phase is processed.
func (j *Judge) SetRoll(ctx context.Context, id string, role Role, revision int, name string, value int) error {
	return j.SetRollFor(ctx, id, role, revision, name, value, "")
}

// SetRollFor is SetRoll with the reason, which everybody is told.
func (j *Judge) SetRollFor(ctx context.Context, id string, role Role, revision int, name string, value int, why string) error {
	why, err := cleanReason(why, false)
	if err != nil {
		return err
	}
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case !role.Master:
		return errMaster
	case name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return invalid("Name the roll, as in \"famine row\" or \"income milan 1\".")
	case value < 0 || value > 1000:
		return invalid("A roll has a value from 1 on; 0 gives it back to the dice.")
	}
	return j.write(ctx, func(tx Tx) error {
		g, err := j.mastered(tx, id, role)
		if err != nil {
			return err
		}
		if err := g.errAt(tx, revision); err != nil {
			return err
		}
		t, err := j.sit(tx, g)
		if err != nil {
			return err
		}
		given := maps.Clone(t.given)
		if given == nil {
			given = map[string]int{}
		}
		if given[name] = value; value == 0 {
			delete(given, name)
		}
		if maps.Equal(given, t.given) {
			return nil
		}
		if err := tx.SetRolls(id, revision, g.Number, given); err != nil {
			return err
		}
		act := keptAct{Act: Act{Topic: TopicRoll, Number: g.Number, Phase: g.Phase, Why: why}}
		act.Text = fmt.Sprintf("The roll \"%s\" of %s was set to %d by hand.", name, g.Phase.Title(), value)
		if value == 0 {
			act.Text = fmt.Sprintf("The roll \"%s\" of %s is left to the dice again.", name, g.Phase.Title())
		}
		return act.record(tx, g, role)
	})
}

// DiceBook is the record of a game's dice: the commitment to its seed, every
// throw so far, those of phases that were taken back too, and the seed itself
// once the game is over (dice.Book tells how to check it).
func (j *Judge) DiceBook(ctx context.Context, id string) (*dice.Book, error) {
	var b *dice.Book
	err := j.read(ctx, func(tx Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		b = &dice.Book{Game: id, Commitment: g.Commitment, Phases: []dice.BookPhase{}}
		if g.Finished {
			b.Seed = hex.EncodeToString(g.record.Seed)
		}
		if g.dealTold() {
			d, err := readDeal(tx, id)
			if err != nil {
				return err
			}
			if d != nil && len(d.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{Phase: dealScope, Campaign: dealScope, Salt: d.salt(), Throws: d.Throws})
			}
		}
		if len(g.record.OpeningThrows) > 0 {
			b.Phases = append(b.Phases, dice.BookPhase{Phase: openingScope, Campaign: openingScope, Throws: g.record.OpeningThrows})
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
