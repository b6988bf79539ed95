package store

import (
	"errors"
	"time"

	"podesta/internal/game"
)

const tournamentColumns = "id, name, status, made, data"

func scanTournament(row row) (t game.Tournament, err error) {
	return t, row(&t.ID, &t.Name, &t.Status, moment{&t.Made}, encoded{&t.TournamentData})
}

// Tournament reads a tournament.
func (x *tx) Tournament(id string) (game.Tournament, error) {
	return one(x, scanTournament, "SELECT "+tournamentColumns+" FROM tournament WHERE id = ?", id)
}

// LockTournament makes other writers of a tournament wait until the transaction ends. It may only
// be called in a Write.
func (x *tx) LockTournament(id string) error {
	if !x.writing {
		return errors.New("a tournament is locked only by who may write")
	}
	_, err := one(x, func(row row) (s string, err error) { return s, row(&s) }, "SELECT id FROM tournament WHERE id = ?"+x.d.lock, id)
	return err
}

// Tournaments returns tournaments that have been announced, newest first. If before is not zero,
// they were created before this time.
func (x *tx) Tournaments(before time.Time, limit int) ([]game.Tournament, error) {
	if before.IsZero() {
		return all(x, scanTournament, "SELECT "+tournamentColumns+" FROM tournament WHERE status <> ? ORDER BY made DESC, id LIMIT ?", game.TournamentDraft, atMost(limit))
	}
	return all(x, scanTournament, "SELECT "+tournamentColumns+" FROM tournament WHERE status <> ? AND made < ? ORDER BY made DESC, id LIMIT ?", game.TournamentDraft, before, atMost(limit))
}

// SaveTournament adds or replaces a tournament.
func (x *tx) SaveTournament(t game.Tournament) error {
	return x.upsert("tournament", "id", tournamentColumns, t.ID, t.Name, t.Status, t.Made, encoded{t.TournamentData})
}

// DropTournament removes a tournament with its entrants and rounds.
func (x *tx) DropTournament(id string) error {
	for _, query := range []string{"DELETE FROM entrant WHERE tournament = ?", "DELETE FROM round WHERE tournament = ?"} {
		if _, err := x.exec(query, id); err != nil {
			return err
		}
	}
	return x.change("DELETE FROM tournament WHERE id = ?", id)
}

const entrantColumns = "tournament, account, number, organiser, player, reserve, entered, gone"

func scanEntrant(row row) (e game.Entrant, err error) {
	return e, row(&e.Tournament, &e.Account, &e.Number, &e.Organiser, &e.Player, &e.Reserve, moment{&e.Entered}, moment{&e.Left})
}

// Entrants returns the entries of a tournament, in the order in which they were made.
func (x *tx) Entrants(tournament string) ([]game.Entrant, error) {
	return all(x, scanEntrant, "SELECT "+entrantColumns+" FROM entrant WHERE tournament = ? ORDER BY number, account", tournament)
}

// EntriesOf returns an account's entries in tournaments, the latest first.
func (x *tx) EntriesOf(account string) ([]game.Entrant, error) {
	return all(x, scanEntrant, "SELECT "+entrantColumns+" FROM entrant WHERE account = ? ORDER BY entered DESC, tournament", account)
}

// SaveEntrant adds or replaces an account's entry in a tournament.
func (x *tx) SaveEntrant(e game.Entrant) error {
	return x.upsert("entrant", "tournament, account", entrantColumns, e.Tournament, e.Account, e.Number, e.Organiser, e.Player, e.Reserve, e.Entered, e.Left)
}

// DropEntrant removes an account's entry in a tournament. It returns ErrNoRecord if there is
// none.
func (x *tx) DropEntrant(tournament, account string) error {
	return x.change("DELETE FROM entrant WHERE tournament = ? AND account = ?", tournament, account)
}

const roundColumns = "tournament, number, status, data"

func scanRound(row row) (r game.Round, err error) {
	return r, row(&r.Tournament, &r.Number, &r.Status, encoded{&r.RoundData})
}

// Rounds returns the rounds of a tournament in order.
func (x *tx) Rounds(tournament string) ([]game.Round, error) {
	return all(x, scanRound, "SELECT "+roundColumns+" FROM round WHERE tournament = ? ORDER BY number", tournament)
}

// SaveRound adds or replaces a round.
func (x *tx) SaveRound(r game.Round) error {
	return x.upsert("round", "tournament, number", roundColumns, r.Tournament, r.Number, r.Status, encoded{r.RoundData})
}

// DropRound removes a round. It returns ErrNoRecord if there is none.
func (x *tx) DropRound(tournament string, number int) error {
	return x.change("DELETE FROM round WHERE tournament = ? AND number = ?", tournament, number)
}
