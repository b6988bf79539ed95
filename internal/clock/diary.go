package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// tellDiaries publishes the diaries of a finished game.
func tellDiaries(tx *game.Tx, g *gamestate.State) error {
	for _, s := range g.Seats {
		notes, err := tx.Diaries.Notes(g.ID, s.Number)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			continue
		}
		n := journal.Notice{Topic: journal.TopicDiary, Seats: []int{s.Number}, Said: message.New("The diary of {powers:name}.", g.Called(s.Number))}
		for _, note := range notes {
			n.Points = append(n.Points, journal.Quote(note))
		}
		if err := gamestate.Log(tx, g, game.NoticeEntry, journal.Everybody, s.Number, n); err != nil {
			return err
		}
	}
	return nil
}
