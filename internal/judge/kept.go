package judge

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"podesta/internal/schedule"
)

// Kept is what an account's record holds: how its player has kept to deadlines.
type Kept struct {
	Outcomes schedule.Record `json:"outcomes,omitempty"`
}

// ReadKept reads an account's record; that of a newcomer is empty.
func ReadKept(a *Account) (Kept, error) {
	return readKept(a.Record)
}

func readKept(record []byte) (Kept, error) {
	var k Kept
	if len(record) == 0 {
		return k, nil
	}
	return k, json.Unmarshal(record, &k)
}

// keepOutcomes adds to the records of accounts how their players kept a phase of
// a rated game. Accounts are taken in one order everywhere, so that games that
// are processed side by side do not wait for each other in a circle.
func keepOutcomes(tx Tx, outcomes map[string]schedule.Outcome) error {
	for _, id := range slices.Sorted(maps.Keys(outcomes)) {
		record, err := tx.Record(id)
		if errors.Is(err, ErrNoRecord) {
			continue
		}
		if err != nil {
			return err
		}
		k, err := readKept(record)
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

// players gives the accounts that play the seats of a game, by seat.
func players(tx Tx, game string) (map[int]string, error) {
	members, err := tx.Members(game)
	if err != nil {
		return nil, err
	}
	out := map[int]string{}
	for _, m := range members {
		if m.Kind == Player && m.Seat > 0 && m.Left.IsZero() {
			out[m.Seat] = m.Account
		}
	}
	return out, nil
}

// keepSeats adds how seats kept a phase to the records of their players, if the
// game is rated.
func keepSeats(tx Tx, g *opened, outcomes map[int]schedule.Outcome) error {
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
	return keepOutcomes(tx, byAccount)
}
