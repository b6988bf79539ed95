package gamestate

import (
	"time"

	"podesta/internal/game"
)

// TournamentJob is the kind of the jobs that continue tournaments. Their keys are
// the IDs of the tournaments.
const TournamentJob = "tournament"

// WakeTournament makes the tournament of a game, if it belongs to one, look at its
// games at once: this one has ended.
func WakeTournament(tx *game.Tx, g *State, now time.Time) error {
	if g.Hosting.Tournament == "" {
		return nil
	}
	return tx.Jobs.Enqueue(game.Job{Kind: TournamentJob, Key: g.Hosting.Tournament, Due: now})
}
