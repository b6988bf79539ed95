package ratings

import (
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
)

// players returns the accounts that play the seats of a game, by seat.
func players(tx game.Tx, gameID string) (map[int]string, error) {
	members, err := tx.Members(gameID)
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

// RecordSeats adds the outcomes of a phase to the records of the players, if
// the game is rated.
func RecordSeats(tx game.Tx, g *gamestate.State, outcomes map[int]schedule.Outcome) error {
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
	return account.AddOutcomes(tx, byAccount)
}
