package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// tellDiaries publishes the diaries of a finished game.
func tellDiaries(tx game.Tx, g *gamestate.State) error {
	for _, s := range g.Seats {
		notes, err := tx.Notes(g.ID, s.Number)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			continue
		}
		n := journal.Notice{Topic: journal.TopicDiary, Seats: []int{s.Number}, Text: "The diary of " + g.PowerNames(s.Number) + ".", Lines: notes}
		if err := gamestate.Log(tx, g, game.NoticeEntry, journal.Everybody, s.Number, n); err != nil {
			return err
		}
	}
	return nil
}
