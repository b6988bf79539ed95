package store

import (
	"errors"
	"strings"

	"podesta/internal/judge"
	"podesta/machiavelli"
)

const gameColumns = "id, name, scenario, variant, rules, seed, solitaire, showcase, phase, number, revision, finished, created, " +
	"opening, opening_throws, library, status, hosting, plan, play"

func scanGame(row row) (g judge.GameRecord, err error) {
	return g, row(&g.ID, &g.Name, &g.Scenario, &g.Variant, &g.Rules, &g.Seed, &g.Solitaire, &g.Showcase, phase{&g.Phase}, &g.Number, &g.Revision,
		&g.Finished, moment{&g.Created}, &g.Opening, encoded{&g.OpeningThrows}, &g.Library, &g.Status, &g.Hosting, &g.Plan, &g.Play)
}

// Games lists the games, oldest first; those of one moment in the order in which
// they were made.
func (x *tx) Games() ([]judge.GameRecord, error) {
	return all(x, scanGame, "SELECT "+gameColumns+" FROM game ORDER BY created, place, id")
}

// Game reads a game. In a Write it locks the game too, so that what was read
// stays true until the transaction ends.
func (x *tx) Game(id string) (judge.GameRecord, error) {
	lock := ""
	if x.writing {
		lock = x.d.lock
	}
	g, err := one(x, scanGame, "SELECT "+gameColumns+" FROM game WHERE id = ?"+lock, id)
	if err == nil && x.writing {
		x.hold(id)
	}
	return g, err
}

// hold notes that a game is locked.
func (x *tx) hold(game string) {
	if x.locked == nil {
		x.locked = map[string]bool{}
	}
	x.locked[game] = true
}

// Lock keeps other writers off a game until the transaction ends, which must be
// a Write.
func (x *tx) Lock(game string) error {
	if !x.writing {
		return errors.New("a game is locked only by who may write")
	}
	if x.locked[game] {
		return nil
	}
	_, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT revision FROM game WHERE id = ?"+x.d.lock, game)
	if err == nil {
		x.hold(game)
	}
	return err
}

// guard locks a game and fails unless it has that revision.
func (x *tx) guard(game string, revision int) error {
	have, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, "SELECT revision FROM game WHERE id = ?"+x.d.lock, game)
	if err != nil {
		return err
	}
	x.hold(game)
	if have != revision {
		return judge.ErrRevision
	}
	return nil
}

// AddGame writes a new game with its seats and its first phase; a game that is
// still forming may have none (number 0).
func (x *tx) AddGame(g judge.GameRecord, seats []judge.SeatRecord, first judge.PhaseRecord) error {
	place, err := one(x, func(row row) (n int64, err error) { return n, row(&n) }, "SELECT coalesce(max(place), 0) + 1 FROM game")
	if err != nil {
		return err
	}
	err = x.insert("game", gameColumns+", place, listed",
		g.ID, g.Name, g.Scenario, g.Variant, orEmpty(g.Rules), g.Seed, g.Solitaire, g.Showcase, g.Phase, g.Number, g.Revision,
		g.Finished, g.Created, orEmpty(g.Opening), encoded{g.OpeningThrows}, g.Library, g.Status, text(g.Hosting), text(g.Plan), g.Play, place, g.Listed())
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

// SaveGame writes what changes of a game while it is formed or played.
func (x *tx) SaveGame(g judge.GameRecord) error { return x.saveGame(g, "") }

// saveGame writes a game's row for its revision, with more to set.
func (x *tx) saveGame(g judge.GameRecord, more string) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	return x.change("UPDATE game SET name = ?, status = ?, hosting = ?, plan = ?, phase = ?, number = ?, finished = ?, listed = ?"+more+" WHERE id = ?",
		g.Name, g.Status, text(g.Hosting), text(g.Plan), g.Phase, g.Number, g.Finished, g.Listed(), g.ID)
}

// Advance closes the current phase (none where done has the number 0) and opens
// the next.
func (x *tx) Advance(g judge.GameRecord, done judge.PhaseRecord, next *judge.PhaseRecord) error {
	if err := x.raise(g); err != nil {
		return err
	}
	if done.Number != 0 {
		err := x.change("UPDATE phase SET after = ?, events = ?, throws = ?, engine = ?, done = ? WHERE game = ? AND number = ?",
			text(done.After), text(done.Events), encoded{done.Throws}, done.Engine, done.Done, done.Game, done.Number)
		if err != nil {
			return err
		}
	}
	if next == nil {
		return nil
	}
	return x.addPhase(next)
}

// raise writes a game's new values; its revision rises.
func (x *tx) raise(g judge.GameRecord) error { return x.saveGame(g, ", revision = revision + 1") }

// Revert takes a game back to the beginning of a phase, 0 standing for before
// the first. Its orders stay; what
// came of them goes, and so do all later phases. What the master has done to
// the dice of the phase stays as well.
func (x *tx) Revert(g judge.GameRecord, number int) error {
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
		"UPDATE phase SET after = NULL, events = NULL, throws = NULL, engine = NULL, done = NULL WHERE game = ? AND number = ?",
	} {
		if _, err := x.exec(q, g.ID, number); err != nil {
			return err
		}
	}
	return nil
}

// Amend replaces the position of the current phase.
func (x *tx) Amend(g judge.GameRecord, position []byte) error {
	if err := x.raise(g); err != nil {
		return err
	}
	return x.change("UPDATE phase SET position = ? WHERE game = ? AND number = ?", text(position), g.ID, g.Number)
}

const seatColumns = "game, number, player, powers, state"

func scanSeat(row row) (s judge.SeatRecord, err error) {
	var powers string
	err = row(&s.Number, &s.Player, &powers, &s.State)
	s.Powers = strings.Fields(powers)
	return s, err
}

// Seats lists the seats of a game by number.
func (x *tx) Seats(game string) ([]judge.SeatRecord, error) {
	return all(x, scanSeat, "SELECT number, player, powers, state FROM seat WHERE game = ? ORDER BY number", game)
}

// AddSeat writes a new seat.
func (x *tx) AddSeat(game string, s judge.SeatRecord) error {
	return x.insert("seat", seatColumns, game, s.Number, s.Player, strings.Join(s.Powers, " "), text(s.State))
}

// SaveSeat writes a seat that there is.
func (x *tx) SaveSeat(game string, s judge.SeatRecord) error {
	return x.change("UPDATE seat SET player = ?, powers = ?, state = ? WHERE game = ? AND number = ?",
		s.Player, strings.Join(s.Powers, " "), text(s.State), game, s.Number)
}

// NameSeat writes the player's name at a seat.
func (x *tx) NameSeat(game string, seat int, player string) error {
	return x.change("UPDATE seat SET player = ? WHERE game = ? AND number = ?", player, game, seat)
}

// DropGame removes a game with everything that belongs to it. ErrNoRecord where
// there is none.
func (x *tx) DropGame(game string) error {
	if err := x.Lock(game); err != nil {
		return err
	}
	for _, table := range []string{"orders", "phase", "seat", "member", "item", "entry", "job", "token", "seen", "ballot", "agreement", "absence", "deferred", "note", "hook_seen"} {
		if _, err := x.exec("DELETE FROM "+table+" WHERE game = ?", game); err != nil {
			return err
		}
	}
	return x.change("DELETE FROM game WHERE id = ?", game)
}
