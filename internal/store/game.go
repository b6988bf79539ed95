package store

import (
	"errors"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
)

const gameColumns = "id, name, scenario, variant, rules, seed, solitaire, showcase, phase, number, revision, finished, created, " +
	"opening, opening_throws, library, status, hosting, plan, play"

func scanGame(row row) (g game.GameRecord, err error) {
	return g, row(&g.ID, &g.Name, &g.Scenario, &g.Variant, common{&g.Rules}, &g.Seed, &g.Solitaire, &g.Showcase, lenient{phase{&g.Phase}, &g.Broken}, &g.Number, &g.Revision,
		&g.Finished, moment{&g.Created}, &g.Opening, lenient{encoded{&g.OpeningThrows}, &g.Broken}, &g.Library, &g.Status, common{&g.Hosting}, &g.Plan, &g.Play)
}

// Games lists the games, oldest first. Games with the same creation time are in the order in which
// they were added.
func (x *tx) Games() ([]game.GameRecord, error) {
	return all(x, scanGame, "SELECT "+gameColumns+" FROM game ORDER BY created, place, id")
}

// Game reads a game. In a Write it also locks the game, so that nobody else can change it before
// the transaction ends.
func (x *tx) Game(id string) (game.GameRecord, error) {
	lock := ""
	if x.writing {
		lock = x.d.lock
	}
	g, err := one(x, scanGame, "SELECT "+gameColumns+" FROM game WHERE id = ?"+lock, id)
	if err == nil {
		x.note(id)
	}
	return g, err
}

// note records in a Write that the game is locked.
func (x *tx) note(gameID string) {
	if !x.writing {
		return
	}
	if x.locked == nil {
		x.locked = map[string]bool{}
	}
	x.locked[gameID] = true
}

// Lock makes other writers of a game wait until the transaction ends. It may only be called in a
// Write.
func (x *tx) Lock(gameID string) error {
	if !x.writing {
		return errors.New("a game is locked only by who may write")
	}
	if x.locked[gameID] {
		return nil
	}
	_, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT 1 FROM game WHERE id = ?"+x.d.lock, gameID)
	if err == nil {
		x.note(gameID)
	}
	return err
}

// guard locks a game and returns an error unless it has the given revision.
func (x *tx) guard(gameID string, revision int) error {
	have, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT revision FROM game WHERE id = ?"+x.d.lock, gameID)
	if err != nil {
		return err
	}
	x.note(gameID)
	if have != revision {
		return game.ErrRevision
	}
	return nil
}

// AddGame adds a game with its seats and its first phase. A game that is still
// forming may have no phase (number 0).
func (x *tx) AddGame(g game.GameRecord, seats []game.SeatRecord, first game.PhaseRecord) error {
	place, err := one(x, func(row row) (n int64, err error) { return n, row(&n) }, "SELECT coalesce(max(place), 0) + 1 FROM game")
	if err != nil {
		return err
	}
	err = x.insert("game", gameColumns+", place, listed, facets",
		g.ID, g.Name, g.Scenario, g.Variant, orEmpty(g.Rules), g.Seed, g.Solitaire, g.Showcase, g.Phase, g.Number, g.Revision,
		g.Finished, g.Created, orEmpty(g.Opening), encoded{g.OpeningThrows}, g.Library, g.Status, text(g.Hosting), text(g.Plan), g.Play, place, g.Listed(), facetsOf(&g))
	if err != nil {
		return err
	}
	for _, s := range seats {
		if err := x.AddSeat(g.ID, s); err != nil {
			return err
		}
	}
	if first.Number == 0 {
		return nil
	}
	return x.addPhase(&first)
}

// SaveGame writes the values of a game that can change while it forms or is
// played.
func (x *tx) SaveGame(g game.GameRecord) error { return x.saveGame(g, "") }

// saveGame writes a game's row if its revision is still g.Revision. more is appended to the
// assignments of the UPDATE.
func (x *tx) saveGame(g game.GameRecord, more string) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	return x.change("UPDATE game SET name = ?, status = ?, hosting = ?, plan = ?, phase = ?, number = ?, finished = ?, listed = ?, facets = ?"+more+" WHERE id = ?",
		g.Name, g.Status, text(g.Hosting), text(g.Plan), g.Phase, g.Number, g.Finished, g.Listed(), facetsOf(&g), g.ID)
}

// Advance closes the current phase, unless done has the number 0, and opens the next one, unless
// next is nil.
func (x *tx) Advance(g game.GameRecord, done game.PhaseRecord, next *game.PhaseRecord) error {
	if err := x.raise(g); err != nil {
		return err
	}
	if done.Number != 0 {
		if err := x.closePhase(&done, next); err != nil {
			return err
		}
	}
	if next == nil {
		return nil
	}
	return x.addPhase(next)
}

// raise writes a game's new values and increments its revision.
func (x *tx) raise(g game.GameRecord) error { return x.saveGame(g, ", revision = revision + 1") }

// Revert returns a game to the beginning of a phase; 0 means before the first. It removes the
// results of that phase and all later phases. The orders of the phase and the master's changes to
// its dice stay.
func (x *tx) Revert(g game.GameRecord, number int) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	g.Number, g.Phase = number, machiavelli.Phase{}
	if number > 0 {
		p, err := x.Phase(g.ID, number)
		if err != nil {
			return err
		}
		g.Phase = p.Phase
	}
	if err := x.raise(g); err != nil {
		return err
	}
	for _, q := range []string{
		"DELETE FROM orders WHERE game = ? AND number > ?",
		"DELETE FROM phase WHERE game = ? AND number > ?",
	} {
		if _, err := x.exec(q, g.ID, number); err != nil {
			return err
		}
	}
	if number == 0 {
		return nil
	}
	return x.reopenPhase(g.ID, number)
}

// Amend replaces the position of the current phase.
func (x *tx) Amend(g game.GameRecord, position []byte) error {
	if err := x.raise(g); err != nil {
		return err
	}
	return x.amendPhase(g.ID, g.Number, legibly(position))
}

const seatColumns = "game, number, player, powers, state"

func scanSeat(row row) (s game.SeatRecord, err error) {
	var powers string
	err = row(&s.Number, &s.Player, &powers, &s.State)
	s.Powers = strings.Fields(powers)
	return s, err
}

// Seats lists the seats of a game, sorted by number.
func (x *tx) Seats(gameID string) ([]game.SeatRecord, error) {
	return all(x, scanSeat, "SELECT number, player, powers, state FROM seat WHERE game = ? ORDER BY number", gameID)
}

// AddSeat adds a seat.
func (x *tx) AddSeat(gameID string, s game.SeatRecord) error {
	return x.insert("seat", seatColumns, gameID, s.Number, s.Player, strings.Join(s.Powers, " "), text(s.State))
}

// SaveSeat writes an existing seat.
func (x *tx) SaveSeat(gameID string, s game.SeatRecord) error {
	return x.change("UPDATE seat SET player = ?, powers = ?, state = ? WHERE game = ? AND number = ?",
		s.Player, strings.Join(s.Powers, " "), text(s.State), gameID, s.Number)
}

// NameSeat changes the name of the player at a seat.
func (x *tx) NameSeat(gameID string, seat int, player string) error {
	return x.change("UPDATE seat SET player = ? WHERE game = ? AND number = ?", player, gameID, seat)
}

// tablesOfGames are the tables whose rows are removed with their game.
var tablesOfGames = []string{
	"orders", "phase", "seat", "member", "item", "entry", "job", "token", "seen", "ballot", "agreement", "absence", "deferred",
	"note", "hook_seen", "held", "mute", "award", "contest", "invitation", "invite_link", "follow",
}

// DropGame removes a game with everything that belongs to it. It returns
// ErrNoRecord if there is none.
func (x *tx) DropGame(gameID string) error {
	if err := x.Lock(gameID); err != nil {
		return err
	}
	for _, table := range tablesOfGames {
		if _, err := x.exec("DELETE FROM "+table+" WHERE game = ?", gameID); err != nil {
			return err
		}
	}
	return x.change("DELETE FROM game WHERE id = ?", gameID)
}
