package store

import (
	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// Ballots returns the votes of a game by seat.
func (x *tx) Ballots(game string) (map[int]judge.Ballot, error) {
	out := map[int]judge.Ballot{}
	_, err := all(x, func(row row) (seat int, err error) {
		var b judge.Ballot
		var concede, among int64
		err = row(&seat, &b.Draw, &concede, &among)
		b.Concede, b.Among = machiavelli.Power(concede), machiavelli.PowerSet(among)
		out[seat] = b
		return seat, err
	}, "SELECT seat, draw, concede, among FROM ballot WHERE game = ?", game)
	return out, err
}

// SaveBallot makes or replaces the vote of a seat.
func (x *tx) SaveBallot(game string, seat int, b judge.Ballot) error {
	return x.upsert("ballot", "game, seat", "game, seat, draw, concede, among", game, seat, b.Draw, int64(b.Concede), int64(b.Among))
}

// DropBallot removes the vote of a seat, if it has one.
func (x *tx) DropBallot(game string, seat int) error {
	_, err := x.exec("DELETE FROM ballot WHERE game = ? AND seat = ?", game, seat)
	return err
}

// DropBallots removes all votes of a game.
func (x *tx) DropBallots(game string) error {
	_, err := x.exec("DELETE FROM ballot WHERE game = ?", game)
	return err
}

// Agreements returns the accounts that agree to a motion, sorted.
func (x *tx) Agreements(game string, m judge.Motion) ([]string, error) {
	return all(x, func(row row) (account string, err error) { return account, row(&account) },
		"SELECT account FROM agreement WHERE game = ? AND motion = ? ORDER BY account", game, m)
}

// SaveAgreement notes that an account agrees to a motion.
func (x *tx) SaveAgreement(game string, m judge.Motion, account string) error {
	_, err := x.exec(insertion("agreement", "game, motion, account")+" ON CONFLICT (game, motion, account) DO NOTHING", game, m, account)
	return err
}

// DropAgreement removes the agreement of an account, if there is one.
func (x *tx) DropAgreement(game string, m judge.Motion, account string) error {
	_, err := x.exec("DELETE FROM agreement WHERE game = ? AND motion = ? AND account = ?", game, m, account)
	return err
}

// DropAgreements removes all agreements to a motion.
func (x *tx) DropAgreements(game string, m judge.Motion) error {
	_, err := x.exec("DELETE FROM agreement WHERE game = ? AND motion = ?", game, m)
	return err
}

// Absences returns the absences of all seats of a game, sorted by seat and
// beginning.
func (x *tx) Absences(game string) ([]schedule.Absence, error) {
	return all(x, func(row row) (a schedule.Absence, err error) {
		return a, row(&a.Seat, moment{&a.Start}, moment{&a.End})
	}, "SELECT seat, began, ended FROM absence WHERE game = ? ORDER BY seat, began", game)
}

// SetAbsences replaces the absences of a seat.
func (x *tx) SetAbsences(game string, seat int, absences []schedule.Absence) error {
	if _, err := x.exec("DELETE FROM absence WHERE game = ? AND seat = ?", game, seat); err != nil {
		return err
	}
	for _, a := range absences {
		if err := x.insert("absence", "game, seat, began, ended", game, seat, a.Start, a.End); err != nil {
			return err
		}
	}
	return nil
}

// DropAbsences removes the absences of all seats of a game.
func (x *tx) DropAbsences(game string) error {
	_, err := x.exec("DELETE FROM absence WHERE game = ?", game)
	return err
}

// Deferred returns the orders of all seats for later phases, sorted by phase and
// seat.
func (x *tx) Deferred(game string) ([]judge.Deferred, error) {
	return all(x, func(row row) (d judge.Deferred, err error) {
		return d, row(&d.Seat, &d.Phase.Year, &d.Phase.Season, &d.Phase.Step, &d.Entered, &d.Wait, &d.Text)
	}, "SELECT seat, year, season, step, entered, wait, orders FROM deferred WHERE game = ? ORDER BY year, season, step, seat, entered", game)
}

// SaveDeferred makes or replaces what a seat has sent for a phase.
func (x *tx) SaveDeferred(game string, d judge.Deferred) error {
	return x.upsert("deferred", "game, seat, year, season, step, entered", "game, seat, year, season, step, entered, wait, orders",
		game, d.Seat, int64(d.Phase.Year), int64(d.Phase.Season), int64(d.Phase.Step), d.Entered, d.Wait, d.Text)
}

// DropDeferred removes what a seat has sent for a phase, if there is anything.
func (x *tx) DropDeferred(game string, d judge.Deferred) error {
	_, err := x.exec("DELETE FROM deferred WHERE game = ? AND seat = ? AND year = ? AND season = ? AND step = ? AND entered = ?",
		game, d.Seat, int64(d.Phase.Year), int64(d.Phase.Season), int64(d.Phase.Step), d.Entered)
	return err
}

// DropAllDeferred removes what all seats have sent for later phases.
func (x *tx) DropAllDeferred(game string) error {
	_, err := x.exec("DELETE FROM deferred WHERE game = ?", game)
	return err
}

// Notes returns the diary of a seat, oldest first.
func (x *tx) Notes(game string, seat int) ([]string, error) {
	return all(x, func(row row) (words string, err error) { return words, row(&words) },
		"SELECT words FROM note WHERE game = ? AND seat = ? ORDER BY number", game, seat)
}

// AddNote writes a note at the end of a diary.
func (x *tx) AddNote(game string, seat int, words string) error {
	_, err := x.exec("INSERT INTO note (game, seat, number, words) VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM note WHERE game = ? AND seat = ?), ?)",
		game, seat, game, seat, words)
	return err
}

// DropNote removes note n of a diary, counted from 1; ErrNoRecord if there is no
// such note.
func (x *tx) DropNote(game string, seat, n int) error {
	return x.change("DELETE FROM note WHERE game = ? AND seat = ? AND number = (SELECT number FROM note WHERE game = ? AND seat = ? ORDER BY number LIMIT 1 OFFSET ?)",
		game, seat, game, seat, n-1)
}

// DropNotes removes the diary of a seat; seat 0: the diaries of all seats.
func (x *tx) DropNotes(game string, seat int) error {
	query, args := "DELETE FROM note WHERE game = ?", []any{game}
	if seat != 0 {
		query, args = query+" AND seat = ?", append(args, seat)
	}
	_, err := x.exec(query, args...)
	return err
}
