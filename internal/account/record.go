package account

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// PlayerRecord is the content of an account's record: how the player has kept
// deadlines.
type PlayerRecord struct {
	Outcomes schedule.Record `json:"outcomes,omitempty"`
}

// ReadRecord decodes an account's record. A newcomer's is empty.
func ReadRecord(a *game.Account) (PlayerRecord, error) {
	return readRecord(a.Record)
}

func readRecord(record []byte) (PlayerRecord, error) {
	var k PlayerRecord
	if len(record) == 0 {
		return k, nil
	}
	return k, json.Unmarshal(record, &k)
}

// AddOutcomes adds the outcomes of a phase of a rated game to the records of
// accounts. It locks accounts in the same order everywhere, so that games
// processed in parallel cannot deadlock.
func AddOutcomes(tx game.Tx, outcomes map[string]schedule.Outcome) error {
	for _, id := range slices.Sorted(maps.Keys(outcomes)) {
		record, err := tx.Record(id)
		if errors.Is(err, game.ErrNoRecord) {
			continue
		}
		if err != nil {
			return err
		}
		k, err := readRecord(record)
		if err != nil {
			return err
		}
		k.Outcomes = k.Outcomes.Add(outcomes[id])
		if record, err = json.Marshal(k); err != nil {
			return err
		}
		if err := tx.SaveRecord(id, record); err != nil {
			return err
		}
	}
	return nil
}

// CheckReliability returns an error if a person demands a reliability of others
// that exceeds their own.
func CheckReliability(a *game.Account, percent int) error {
	if percent == 0 {
		return nil
	}
	k, err := ReadRecord(a)
	if err != nil {
		return err
	}
	if s := k.Outcomes.Score(); s.Percent < percent {
		return game.Refuse(game.Invalid, message.New("You cannot ask of others a reliability of {want}% while yours is {have}.", message.Number(percent), s.Say()))
	}
	return nil
}
