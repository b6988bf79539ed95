package archive

import (
	"context"
	"encoding/hex"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/machiavelli/dice"
)

// DiceBook returns the record of a game's dice: the commitment to its seed,
// every roll so far, including those of phases that were rolled back, and the
// seed itself once the game is over (dice.Book describes how to check it).
func (z *Archive) DiceBook(ctx context.Context, id string) (*dice.Book, error) {
	var b *dice.Book
	err := z.base.Read(ctx, func(tx *game.Tx) error {
		g, err := z.base.Load(tx, id)
		if err != nil {
			return err
		}
		b = &dice.Book{Game: id, Commitment: g.Commitment, Phases: []dice.BookPhase{}}
		if g.Finished {
			b.Seed = hex.EncodeToString(g.Record.Seed)
		}
		if lobby.DealDetails(g) {
			d, err := lobby.ReadDeal(tx, id)
			if err != nil {
				return err
			}
			if d != nil && len(d.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{Phase: lobby.DealScope, Campaign: lobby.DealScope, Salt: d.Salt(), Throws: d.Throws})
			}
		}
		if len(g.Record.OpeningThrows) > 0 {
			b.Phases = append(b.Phases, dice.BookPhase{Phase: lobby.OpeningScope, Campaign: lobby.OpeningScope, Throws: g.Record.OpeningThrows})
		}
		for n := 1; n <= g.Number; n++ {
			p, err := tx.Phases.Phase(id, n)
			if err != nil {
				return err
			}
			if len(p.Throws) > 0 {
				b.Phases = append(b.Phases, dice.BookPhase{
					Phase: p.Phase.String(), Campaign: p.Phase.Campaign(), Salt: p.Salt, Throws: p.Throws,
				})
			}
		}
		back, err := admin.ReadUndone(tx, id)
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
