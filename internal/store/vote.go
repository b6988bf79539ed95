package store

import (
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// Ballots returns the votes in a game, keyed by seat.
func (x *tx) Ballots(gameID string) (map[int]game.Ballot, error) {
	out := map[int]game.Ballot{}
	_, err := all(x, func(row row) (seat int, err error) {
		var b game.Ballot
		var concede, among int64
		err = row(&seat, &b.Draw, &concede, &among)
		b.Concede, b.Among = machiavelli.Power(concede), machiavelli.PowerSet(among)
		out[seat] = b
		return seat, err
	}, "SELECT seat, draw, concede, among FROM ballot WHERE game = ?", gameID)
	return out, err
}

// SaveBallot adds or replaces the vote of a seat.
func (x *tx) SaveBallot(gameID string, seat int, b game.Ballot) error {
	return x.upsert("ballot", "game, seat", "game, seat, draw, concede, among", gameID, seat, b.Draw, int64(b.Concede), int64(b.Among))
}

// DropBallot removes the vote of a seat, if it has one.
func (x *tx) DropBallot(gameID string, seat int) error {
	_, err := x.exec("DELETE FROM ballot WHERE game = ? AND seat = ?", gameID, seat)
	return err
}

// DropBallots removes all votes of a game.
func (x *tx) DropBallots(gameID string) error {
	_, err := x.exec("DELETE FROM ballot WHERE game = ?", gameID)
	return err
}

// Agreements returns the accounts that agree to a motion, sorted.
func (x *tx) Agreements(gameID string, m game.Motion) ([]string, error) {
	return all(x, func(row row) (account string, err error) { return account, row(&account) },
		"SELECT account FROM agreement WHERE game = ? AND motion = ? ORDER BY account", gameID, m)
}

// SaveAgreement records that an account agrees to a motion.
func (x *tx) SaveAgreement(gameID string, m game.Motion, account string) error {
	_, err := x.exec(insertion("agreement", "game, motion, account")+" ON CONFLICT (game, motion, account) DO NOTHING", gameID, m, account)
	return err
}

// DropAgreement removes the agreement of an account, if there is one.
func (x *tx) DropAgreement(gameID string, m game.Motion, account string) error {
	_, err := x.exec("DELETE FROM agreement WHERE game = ? AND motion = ? AND account = ?", gameID, m, account)
	return err
}

// DropAgreements removes all agreements to a motion.
func (x *tx) DropAgreements(gameID string, m game.Motion) error {
	_, err := x.exec("DELETE FROM agreement WHERE game = ? AND motion = ?", gameID, m)
	return err
}

// Absences returns the absences of all seats of a game, sorted by seat and
// start.
func (x *tx) Absences(gameID string) ([]schedule.Absence, error) {
	return all(x, func(row row) (a schedule.Absence, err error) {
		return a, row(&a.Seat, moment{&a.Start}, moment{&a.End})
	}, "SELECT seat, began, ended FROM absence WHERE game = ? ORDER BY seat, began", gameID)
}

// SetAbsences replaces the absences of a seat.
func (x *tx) SetAbsences(gameID string, seat int, absences []schedule.Absence) error {
	if _, err := x.exec("DELETE FROM absence WHERE game = ? AND seat = ?", gameID, seat); err != nil {
		return err
	}
	for _, a := range absences {
		if err := x.insert("absence", "game, seat, began, ended", gameID, seat, a.Start, a.End); err != nil {
			return err
		}
	}
	return nil
}

// DropAbsences removes the absences of all seats of a game.
func (x *tx) DropAbsences(gameID string) error {
	_, err := x.exec("DELETE FROM absence WHERE game = ?", gameID)
	return err
}

// Vacations returns the vacations of the given accounts, at most one for each.
func (x *tx) Vacations(accounts []string) (out []game.Vacation, err error) {
	err = inChunks("account", accounts, func(where string, args []any) error {
		part, err := all(x, func(row row) (v game.Vacation, err error) {
			return v, row(&v.Account, moment{&v.Start}, moment{&v.End})
		}, "SELECT account, since, until FROM vacation"+where+" ORDER BY account", args...)
		out = append(out, part...)
		return err
	})
	return out, err
}

// SaveVacation adds or replaces a vacation.
func (x *tx) SaveVacation(v game.Vacation) error {
	return x.upsert("vacation", "account", "account, since, until", v.Account, v.Start, v.End)
}

// DropVacation removes the vacation of an account, if there is one.
func (x *tx) DropVacation(account string) error {
	_, err := x.exec("DELETE FROM vacation WHERE account = ?", account)
	return err
}

// DropVacations removes the vacations that ended before a given time.
func (x *tx) DropVacations(before time.Time) error {
	_, err := x.exec("DELETE FROM vacation WHERE until < ?", before)
	return err
}

// Deferred returns the orders of all seats for later phases, sorted by phase and
// seat.
func (x *tx) Deferred(gameID string) ([]game.Deferred, error) {
	return all(x, func(row row) (d game.Deferred, err error) {
		return d, row(&d.Seat, &d.Phase.Year, &d.Phase.Season, &d.Phase.Step, &d.Entered, &d.Wait, &d.Text)
	}, "SELECT seat, year, season, step, entered, wait, orders FROM deferred WHERE game = ? ORDER BY year, season, step, seat, entered", gameID)
}

// SaveDeferred adds or replaces a seat's orders for a later phase.
func (x *tx) SaveDeferred(gameID string, d game.Deferred) error {
	return x.upsert("deferred", "game, seat, year, season, step, entered", "game, seat, year, season, step, entered, wait, orders",
		gameID, d.Seat, int64(d.Phase.Year), int64(d.Phase.Season), int64(d.Phase.Step), d.Entered, d.Wait, d.Text)
}

// DropDeferred removes a seat's orders for a later phase, if it has any.
func (x *tx) DropDeferred(gameID string, d game.Deferred) error {
	_, err := x.exec("DELETE FROM deferred WHERE game = ? AND seat = ? AND year = ? AND season = ? AND step = ? AND entered = ?",
		gameID, d.Seat, int64(d.Phase.Year), int64(d.Phase.Season), int64(d.Phase.Step), d.Entered)
	return err
}

// DropAllDeferred removes the orders of all seats for later phases.
func (x *tx) DropAllDeferred(gameID string) error {
	_, err := x.exec("DELETE FROM deferred WHERE game = ?", gameID)
	return err
}

// Notes returns the diary of a seat, oldest first.
func (x *tx) Notes(gameID string, seat int) ([]string, error) {
	return all(x, func(row row) (words string, err error) { return words, row(&words) },
		"SELECT words FROM note WHERE game = ? AND seat = ? ORDER BY number", gameID, seat)
}

// AddNote adds a note to the end of a diary.
func (x *tx) AddNote(gameID string, seat int, words string) error {
	_, err := x.exec("INSERT INTO note (game, seat, number, words) VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM note WHERE game = ? AND seat = ?), ?)",
		gameID, seat, gameID, seat, words)
	return err
}

// DropNote removes note n of a diary, counted from 1. It returns ErrNoRecord if
// there is none.
func (x *tx) DropNote(gameID string, seat, n int) error {
	return x.change("DELETE FROM note WHERE game = ? AND seat = ? AND number = (SELECT number FROM note WHERE game = ? AND seat = ? ORDER BY number LIMIT 1 OFFSET ?)",
		gameID, seat, gameID, seat, n-1)
}

// DropNotes removes the diary of a seat, or for seat 0 the diaries of all
// seats.
func (x *tx) DropNotes(gameID string, seat int) error {
	query, args := "DELETE FROM note WHERE game = ?", []any{gameID}
	if seat != 0 {
		query, args = query+" AND seat = ?", append(args, seat)
	}
	_, err := x.exec(query, args...)
	return err
}
