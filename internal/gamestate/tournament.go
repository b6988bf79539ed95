package gamestate

import (
	"time"

	"podesta/internal/game"
)

// TournamentJob is the kind of the jobs that continue tournaments. Their keys are
// the IDs of the tournaments.
const TournamentJob = "tournament"

// WakeTournament makes the tournament of a game check its games at once, because this game has
// ended. It does nothing for a game outside tournaments.
func WakeTournament(tx *game.Tx, g *State, now time.Time) error {
	if g.Hosting.Tournament == "" {
		return nil
	}
	return tx.Jobs.Enqueue(game.Job{Kind: TournamentJob, Key: g.Hosting.Tournament, Due: now})
}
