package ratings

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
)

// HeldItem is the kind of a game's items, keyed by account, with outcomes that are not yet in the
// players' records.
const HeldItem = "outcomes"

// Outcomes of games that never reveal their players count from a Monday between one week and
// laterWeeks weeks after the end. The Monday differs between players, so that the records of
// people who have played together do not change at the same time.
const (
	week       = 7 * 24 * time.Hour
	laterWeeks = 6
)

// players returns the accounts that play the seats of a game, keyed by seat.
func players(tx *game.Tx, gameID string) (map[int]string, error) {
	members, err := tx.Members.Members(gameID)
	if err != nil {
		return nil, err
	}
	out := map[int]string{}
	for _, m := range members {
		if m.Kind == game.Player && m.Seat > 0 && m.Left.IsZero() {
			out[m.Seat] = m.Account
		}
	}
	return out, nil
}

// RecordSeats adds the outcomes of a phase to the records of the players, as
// Record does.
func RecordSeats(tx *game.Tx, g *gamestate.State, outcomes map[int]schedule.Outcome) error {
	if !g.Hosting.Rated || len(outcomes) == 0 {
		return nil
	}
	who, err := players(tx, g.ID)
	if err != nil {
		return err
	}
	byAccount := map[string]schedule.Outcome{}
	for seat, o := range outcomes {
		if account := who[seat]; account != "" {
			byAccount[account] = o
		}
	}
	return Record(tx, g, byAccount)
}

// Record adds outcomes to the records of accounts, if the game is rated. Everyone can read
// these records. If a game hides who plays in it, or who is late, the outcomes are therefore
// held with the game until Publish.
func Record(tx *game.Tx, g *gamestate.State, outcomes map[string]schedule.Outcome) error {
	if !g.Hosting.Rated {
		return nil
	}
	if g.View(game.Role{}).SeesOutcomes() {
		list := map[string]schedule.Record{}
		for id, o := range outcomes {
			list[id] = schedule.Record(o)
		}
		return account.AddOutcomes(tx, g.At, list)
	}
	for _, id := range slices.Sorted(maps.Keys(outcomes)) {
		held, err := tx.Items.Get(g.ID, HeldItem, id)
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
		if err := tx.Items.Put(g.ID, HeldItem, id, []byte(schedule.Record(held).Add(outcomes[id]))); err != nil {
			return err
		}
	}
	return nil
}

// Publish adds the held outcomes of a game that has ended or was terminated to the records of its
// players. If the game now reveals its players, they count at once; otherwise they count so much
// later that nobody can tell which game they come from.
func (r *Ratings) Publish(tx *game.Tx, g *gamestate.State) error {
	held, err := tx.Items.List(g.ID, HeldItem)
	if err != nil || len(held) == 0 {
		return err
	}
	if g.View(game.Role{}).SeesOutcomes() {
		list := map[string]schedule.Record{}
		for id, outcomes := range held {
			list[id] = schedule.Record(outcomes)
		}
		err = account.AddOutcomes(tx, g.At, list)
	} else {
		for _, id := range slices.Sorted(maps.Keys(held)) {
			later := account.LaterOutcomes{From: r.Later(g.ID, id, g.At), Outcomes: schedule.Record(held[id]).Concealed()}
			if err = account.AddLaterOutcomes(tx, g.At, id, later); err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	return game.DropItems(tx, g.ID, HeldItem)
}

// Later returns the time from which the concealed outcomes of an account count, for a game that
// ended at a given time. It depends on the judge's secret, so that nobody else can compute it.
func (r *Ratings) Later(gameID, account string, ended time.Time) time.Time {
	mac := hmac.New(sha256.New, r.base.Secret)
	mac.Write([]byte("outcomes\x00" + gameID + "\x00" + account))
	weeks := 1 + binary.BigEndian.Uint64(mac.Sum(nil))%(laterWeeks-1)
	// Truncate counts weeks from the zero time, which is a Monday.
	return ended.Add(time.Duration(weeks) * week).Truncate(week).Add(week)
}
