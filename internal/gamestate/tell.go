package gamestate

import (
	"podesta/internal/game"
	"podesta/internal/journal"
)

// Log appends an entry to a game's log, queues the e-mail for it and notifies those who follow the
// game. from is the seat that caused it, or 0 for the judge and masters. data is a Notice, Result,
// PressData or ActData. No e-mail is sent for games whose seats are held by links.
func Log(tx *game.Tx, g *State, kind game.EntryKind, audience game.Audience, from int, data any) error {
	e := game.Entry{Game: g.ID, At: g.At, Kind: kind, Phase: g.Phase, Number: g.Number, From: from, Audience: audience}
	if err := journal.Append(tx, e, data, !g.Hosting.Links); err != nil {
		return err
	}
	return Wake(tx, g)
}

// Notice calls Log with a Notice.
func Notice(tx *game.Tx, g *State, audience game.Audience, n journal.Notice) error {
	return Log(tx, g, game.NoticeEntry, audience, 0, n)
}

// Topic is the prefix of a game's ID in the topics of a store.
const Topic = "game "

// Wake notifies all processes of news in a game, once per transaction, and
// queues the calls of webhooks for it.
func Wake(tx *game.Tx, g *State) error {
	if g.Woken {
		return nil
	}
	g.Woken = true
	if err := tx.Jobs.Notify(Topic + g.ID); err != nil {
		return err
	}
	return stirHooks(tx, g)
}
