package clock

import (
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/bot"
)

// BotName returns the public name of a seat with a computer player of the given kind: "Hard
// (computer)".
func BotName(kind string) string { return bot.Title(kind) + " (computer)" }

// botsOwe reports whether a computer player has orders to give in the phase and
// has not been asked yet.
func (c *Course) botsOwe() bool {
	for i, s := range c.States {
		if s.Bot != "" && s.Acted != c.Revision && c.Seats[i].Owes {
			return true
		}
	}
	return false
}

// BotJob is the kind of the jobs that ask the computer players of a game for
// their orders. A game has at most one.
const BotJob = "bots"

// BotLease is the time that a process has for such a job. After it, another
// process may take the job.
const BotLease = time.Minute

// askBots queues a request for orders to the computer players of a game, which is not executed
// before the time at.
func (k *Clockwork) askBots(tx *game.Tx, gameID string, at time.Time) error {
	k.base.WakeBots()
	return tx.Jobs.Enqueue(game.Job{Kind: BotJob, Key: gameID, Game: gameID, Due: at})
}

// Rethink asks the computer player of a seat for its orders again, because it has since made an
// agreement. The caller must then call Save.
func (c *Course) Rethink(seat int) {
	c.States[seat-1].Acted = 0
	c.JudgeSeat(seat)
	c.AskAgain()
}

// AskAgain makes the judge ask once more the computer players that have not ordered. The caller
// must then call Save.
func (c *Course) AskAgain() { c.Timing.Bots = 0 }

// FinishJob finishes a job, unless another process has taken it meanwhile.
func FinishJob(tx *game.Tx, job game.Job) error {
	err := tx.Jobs.FinishJob(job.ID)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	return err
}
