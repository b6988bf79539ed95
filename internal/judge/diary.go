package judge

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// maxNotes is how many notes a diary holds.
const maxNotes = 500

// diary runs f on the notes of a seat.
func (j *Judge) diary(tx game.Tx, game string, role game.Role, seat int, f func(g *gamestate.State, role game.Role, notes []string) error) error {
	g, role, err := j.LoadPrivate(tx, game, role)
	if err != nil {
		return err
	}
	if err := g.CheckReader(seat, g.View(role).SeesDiary); err != nil {
		return err
	}
	notes, err := tx.Notes(g.ID, seat)
	if err != nil {
		return err
	}
	return f(g, role, notes)
}

// Diary lists the notes of a seat's diary, the oldest first. Only the seat's
// player and masters see them before the end of the game; then all get them.
func (j *Judge) Diary(ctx context.Context, gameID string, role game.Role, seat int) ([]string, error) {
	var out []string
	err := j.Read(ctx, func(tx game.Tx) error {
		return j.diary(tx, gameID, role, seat, func(_ *gamestate.State, role game.Role, notes []string) error {
			out = notes
			return nil
		})
	})
	return out, err
}

// AddDiary writes a note into a seat's diary; masters are told.
func (j *Judge) AddDiary(ctx context.Context, gameID string, role game.Role, seat int, text string) error {
	text, err := gamestate.CleanText(text, "The note")
	if err != nil {
		return err
	}
	return j.Write(ctx, func(tx game.Tx) error {
		return j.diary(tx, gameID, role, seat, func(g *gamestate.State, role game.Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return game.ErrPlayer
			case g.Finished:
				return game.ErrOver
			case len(notes) >= maxNotes:
				return &game.Error{Code: game.TooMany, Message: "The diary is full. Delete notes that you no longer need."}
			}
			if err := tx.AddNote(gameID, seat, text); err != nil {
				return err
			}
			return gamestate.Log(tx, g, game.NoticeEntry, journal.MastersOnly, seat, journal.Notice{Topic: journal.TopicDiary, Seats: []int{seat}, Text: text})
		})
	})
}

// DropDiary takes note n, counted from 1, out of a seat's diary; later ones move
// up.
func (j *Judge) DropDiary(ctx context.Context, gameID string, role game.Role, seat, n int) error {
	return j.Write(ctx, func(tx game.Tx) error {
		return j.diary(tx, gameID, role, seat, func(_ *gamestate.State, role game.Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return game.ErrPlayer
			case n < 1 || n > len(notes):
				return &game.Error{Code: game.NotFound, Message: "The diary has no note of that number."}
			}
			return tx.DropNote(gameID, seat, n)
		})
	})
}

// tellDiaries gives everybody the diaries of a game that is over.
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
