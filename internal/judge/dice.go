package judge

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/turn"
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
	return j.write(ctx, func(tx game.Tx) error {
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
		name, err := t.roll(name, value)
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
		act := keptAct{Act: Act{Topic: journal.TopicRoll, Number: g.Number, Phase: g.Phase, Why: why}}
		act.Text = fmt.Sprintf("The roll \"%s\" of %s was set to %d by hand.", name, g.Phase.Title(), value)
		if value == 0 {
			act.Text = fmt.Sprintf("The roll \"%s\" of %s is left to the dice again.", name, g.Phase.Title())
		}
		return act.record(tx, g, role)
	})
}

// roll is the name of a roll that the current phase can throw, as the record
// spells it. The error says which there are, or what its dice can show; 0 stands
// for the dice. What was set already can be given back in any case.
func (t *table) roll(name string, value int) (string, error) {
	all := turn.Rolls(t.pos, &t.Rules)
	i := slices.IndexFunc(all, func(r turn.Roll) bool { return strings.EqualFold(r.Name, name) })
	if i < 0 {
		for known := range t.given {
			if value == 0 && strings.EqualFold(known, name) {
				return known, nil
			}
		}
		return "", t.errRoll(name, all)
	}
	r := all[i]
	switch most := r.Dice * r.Faces; {
	case value == 0 || value >= r.Dice && (r.Faces == 0 || value <= most):
		return r.Name, nil
	case r.Dice == 1:
		return "", game.Invalidf("The roll %s is one die: it shows 1 to %d. 0 leaves it to the dice.", r.Name, most)
	default:
		return "", game.Invalidf("The roll %s is the sum of %d dice: it comes to %d to %d. 0 leaves it to the dice.", r.Name, r.Dice, r.Dice, most)
	}
}

// mostRolls is how many rolls of one kind an error names by themselves.
const mostRolls = 24

// errRoll says that a phase has no such roll, and which ones it has: those of the
// kind that was meant, or of every kind.
func (t *table) errRoll(name string, all []turn.Roll) error {
	what := fmt.Sprintf("%s has no roll \"%s\".", t.Phase.Title(), name)
	if len(all) == 0 {
		return game.Invalidf("%s Nothing is thrown in this phase.", what)
	}
	var kinds []string
	of := map[string][]string{}
	for _, r := range all {
		kind := rollKind(r.Name)
		if of[kind] == nil {
			kinds = append(kinds, kind)
		}
		of[kind] = append(of[kind], r.Name)
	}
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	if meant := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return !strings.HasPrefix(kind, first) }); len(meant) > 0 {
		kinds = meant
	}
	var parts []string
	for _, kind := range kinds {
		meant := strings.HasPrefix(kind, first)
		switch names := of[kind]; {
		case meant, len(names) <= 6:
			if more := len(names) - mostRolls; more > 0 {
				names = append(slices.Clone(names[:mostRolls]), fmt.Sprintf("%d more", more))
			}
			parts = append(parts, strings.Join(names, ", "))
		default:
			parts = append(parts, fmt.Sprintf("%d of the kind \"%s\"", len(names), names[0]))
		}
	}
	return game.Invalidf("%s It can throw: %s.", what, strings.Join(parts, "; "))
}

// rollKind is what a roll is for: "famine", "bribe tie".
func rollKind(name string) string {
	for _, two := range []string{"bribe tie", "autonomous retreat", "plague spread"} {
		if strings.HasPrefix(name, two+" ") {
			return two
		}
	}
	kind, _, _ := strings.Cut(name, " ")
	return kind
}

// DiceBook is the record of a game's dice: the commitment to its seed, every
// throw so far, those of phases that were taken back too, and the seed itself
// once the game is over (dice.Book tells how to check it).
func (j *Judge) DiceBook(ctx context.Context, id string) (*dice.Book, error) {
	var b *dice.Book
	err := j.read(ctx, func(tx game.Tx) error {
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
