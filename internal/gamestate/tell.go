package gamestate

import (
	"podesta/internal/game"
	"podesta/internal/journal"
)

// Log appends something to a game's log, queues the mail that goes with it and
// notifies those who follow the game. from is the seat that it comes from, 0 for
// the judge and masters; data is a Notice, Result, PressData or ActData. Nobody is
// written to about a game whose seats are held by links.
func Log(tx game.Tx, g *State, kind game.EntryKind, audience game.Audience, from int, data any) error {
	e := game.Entry{Game: g.ID, At: g.At, Kind: kind, Phase: g.Phase, Number: g.Number, From: from, Audience: audience}
	if err := journal.Append(tx, e, data, !g.Hosting.Links); err != nil {
		return err
	}
	return Wake(tx, g)
}

// Notice is Log for a Notice.
func Notice(tx game.Tx, g *State, audience game.Audience, n journal.Notice) error {
	return Log(tx, g, game.NoticeEntry, audience, 0, n)
}

// Topic precedes the ID of a game in the topics of a store.
const Topic = "game "

// Wake notifies all processes, once in a transaction, that there is news of a
// game, and has webhooks called for it.
func Wake(tx game.Tx, g *State) error {
	if g.Woken {
		return nil
	}
	g.Woken = true
	if err := tx.Notify(Topic + g.ID); err != nil {
		return err
	}
	return stirHooks(tx, g)
}
