package account

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// PlayerRecord is the content of an account's record: how the player has kept
// deadlines.
type PlayerRecord struct {
	Outcomes schedule.Record `json:"outcomes,omitempty"`
	Later    []LaterOutcomes `json:"later,omitempty"`
}

// LaterOutcomes are outcomes that do not count before a given time.
type LaterOutcomes struct {
	From     time.Time       `json:"from"`
	Outcomes schedule.Record `json:"outcomes"`
}

// ReadRecord decodes an account's record as it counts at a given time. A new player's record is
// empty.
func ReadRecord(a *game.Account, now time.Time) (PlayerRecord, error) {
	return readRecord(a.Record, now)
}

func readRecord(record []byte, now time.Time) (PlayerRecord, error) {
	var k PlayerRecord
	if len(record) == 0 {
		return k, nil
	}
	err := json.Unmarshal(record, &k)
	for len(k.Later) > 0 && !k.Later[0].From.After(now) {
		k.Outcomes, k.Later = k.Outcomes.Append(k.Later[0].Outcomes), k.Later[1:]
	}
	return k, err
}

// AddOutcomes adds outcomes of a rated game to the records of accounts.
func AddOutcomes(tx *game.Tx, now time.Time, outcomes map[string]schedule.Record) error {
	return changeRecords(tx, now, slices.Sorted(maps.Keys(outcomes)), func(id string, k *PlayerRecord) {
		k.Outcomes = k.Outcomes.Append(outcomes[id])
	})
}

// AddLaterOutcomes adds outcomes of a rated game to the record of an account. They do not count
// before the time that later contains.
func AddLaterOutcomes(tx *game.Tx, now time.Time, id string, later LaterOutcomes) error {
	return changeRecords(tx, now, []string{id}, func(_ string, k *PlayerRecord) {
		k.Later = append(k.Later, later)
		slices.SortStableFunc(k.Later, func(a, b LaterOutcomes) int { return a.From.Compare(b.From) })
	})
}

// changeRecords changes the records of accounts, which must be sorted: accounts are locked in the
// same order everywhere, so that phases resolved in parallel cannot deadlock.
func changeRecords(tx *game.Tx, now time.Time, ids []string, f func(id string, k *PlayerRecord)) error {
	for _, id := range ids {
		record, err := tx.Accounts.Record(id)
		if errors.Is(err, game.ErrNoRecord) {
			continue
		}
		if err != nil {
			return err
		}
		k, err := readRecord(record, now)
		if err != nil {
			return err
		}
		f(id, &k)
		if record, err = json.Marshal(k); err != nil {
			return err
		}
		if err := tx.Accounts.SaveRecord(id, record); err != nil {
			return err
		}
	}
	return nil
}

// CheckReliability returns an error if a person demands more reliability of others than they
// have themselves.
func CheckReliability(a *game.Account, now time.Time, percent int) error {
	if percent == 0 {
		return nil
	}
	k, err := ReadRecord(a, now)
	if err != nil {
		return err
	}
	if s := k.Outcomes.Score(); s.Percent < percent {
		return game.Refuse(game.Invalid, message.New("You cannot ask of others a reliability of {want}% while yours is {have}.", message.Number(percent), s.Say()))
	}
	return nil
}
