package clock

import (
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/bot"
)

// BotName is what everybody reads as the player of a seat that a computer
// player of that kind holds: "Hard (computer)".
func BotName(kind string) string { return bot.Title(kind) + " (computer)" }

// botsOwe reports whether a computer player has something to order in the phase
// and has not been asked yet.
func (c *State) botsOwe() bool {
	for i, s := range c.States {
		if s.Bot != "" && s.Acted != c.Revision && c.Seats[i].Owes {
			return true
		}
	}
	return false
}

// BotJob is the kind of the jobs that ask the computer players of a game for
// their orders. A game has one.
const BotJob = "bots"

// How long a process has that has taken such a job; after that another may.
const BotLease = time.Minute

// askBots has the computer players of a game asked for their orders from an
// instant on.
func (k *Clockwork) askBots(tx game.Tx, gameID string, at time.Time) error {
	k.WakeBots()
	return tx.Enqueue(game.Job{Kind: BotJob, Key: gameID, Game: gameID, Due: at})
}

// FinishJob ends a job, unless somebody else has it meanwhile.
func FinishJob(tx game.Tx, job game.Job) error {
	err := tx.FinishJob(job.ID)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	return err
}
