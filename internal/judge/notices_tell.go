package judge

import (
	"podesta/internal/game"
	"podesta/internal/journal"
)

// tell appends something to a game's log, queues the mail that goes with it and
// notifies those who follow the game. from is the seat that it comes from, 0 for
// the judge and masters; data is a Notice, Result, PressData or ActData. Nobody is
// written to about a game whose seats are held by links.
func tell(tx game.Tx, g *opened, kind game.EntryKind, audience game.Audience, from int, data any) error {
	e := game.Entry{Game: g.ID, At: g.at, Kind: kind, Phase: g.Phase, Number: g.Number, From: from, Audience: audience}
	if err := journal.Append(tx, e, data, !g.Hosting.Links); err != nil {
		return err
	}
	return wake(tx, g)
}

// notice is tell for a Notice.
func notice(tx game.Tx, g *opened, audience game.Audience, n journal.Notice) error {
	return tell(tx, g, game.NoticeEntry, audience, 0, n)
}

// followed precedes the ID of a game in the topics of a store.
const followed = "game "

// wake notifies all processes, once in a transaction, that there is news of a
// game, and has webhooks called for it.
func wake(tx game.Tx, g *opened) error {
	if g.woken {
		return nil
	}
	g.woken = true
	if err := tx.Notify(followed + g.ID); err != nil {
		return err
	}
	return stirHooks(tx, g)
}
