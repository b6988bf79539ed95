package admin

import (
	"context"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// FreshenDice changes the future dice of all unfinished games, because people may have seen the
// original ones before the judge was restored from an earlier copy. Rolls that masters have set
// stay. It returns the number of games changed; games that cannot be read are skipped.
func (t *Admin) FreshenDice(ctx context.Context) (n int, err error) {
	for _, status := range []game.Status{game.Forming, game.Active, game.Paused} {
		var list game.GameList
		err := t.base.Read(ctx, func(tx *game.Tx) (err error) {
			list, err = tx.Games.ListGames(game.GameQuery{Status: status, Hidden: true})
			return err
		})
		if err != nil {
			return n, err
		}
		for _, id := range list.IDs {
			err := t.base.Write(ctx, func(tx *game.Tx) error { return freshen(tx, t.base, id) })
			if t.base.LeaveOut(id, err) {
				continue
			}
			if err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// freshen implements FreshenDice for one game.
func freshen(tx *game.Tx, b *gamestate.Base, id string) error {
	g, err := b.Load(tx, id)
	if err != nil {
		return err
	}
	if err := tx.Items.Put(g.ID, clock.RevivedItem, gamestate.OnlyKey, []byte("true")); err != nil || g.Number == 0 {
		return err
	}
	d, err := clock.DiceOf(tx, g.ID, g.Phase.Campaign())
	if err != nil {
		return err
	}
	d.Salt, d.Known = clock.NewSalt(), false
	if err := d.Save(tx, g.ID, g.Phase.Campaign()); err != nil {
		return err
	}
	return tx.Phases.SetSalt(g.ID, g.Revision, g.Number, d.Salt)
}
