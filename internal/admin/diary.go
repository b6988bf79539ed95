package admin

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// maxNotes is the maximum number of notes in a diary.
const maxNotes = 500

// diary calls f with the notes of a seat.
func (u *Admin) diary(tx *game.Tx, game string, role game.Role, seat int, f func(g *gamestate.State, role game.Role, notes []string) error) error {
	g, role, err := u.base.LoadPrivate(tx, game, role)
	if err != nil {
		return err
	}
	if err := g.CheckReader(seat, g.View(role).SeesDiary); err != nil {
		return err
	}
	notes, err := tx.Diaries.Notes(g.ID, seat)
	if err != nil {
		return err
	}
	return f(g, role, notes)
}

// Diary returns the notes of a seat's diary, the oldest first. Only the seat's
// player and masters see them before the end of the game, and everyone after
// it.
func (u *Admin) Diary(ctx context.Context, gameID string, role game.Role, seat int) ([]string, error) {
	var out []string
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		return u.diary(tx, gameID, role, seat, func(_ *gamestate.State, role game.Role, notes []string) error {
			out = notes
			return nil
		})
	})
	return out, err
}

// AddDiary adds a note to a seat's diary. Masters are notified.
func (u *Admin) AddDiary(ctx context.Context, gameID string, role game.Role, seat int, text string) error {
	text, err := gamestate.CleanText(text, message.New("the note"))
	if err != nil {
		return err
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		return u.diary(tx, gameID, role, seat, func(g *gamestate.State, role game.Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return game.ErrPlayer
			case g.Finished:
				return game.ErrOver
			case len(notes) >= maxNotes:
				return game.Refuse(game.TooMany, message.New("The diary is full. Delete notes that you no longer need."))
			}
			if err := tx.Diaries.AddNote(gameID, seat, text); err != nil {
				return err
			}
			return gamestate.Log(tx, g, game.NoticeEntry, journal.MastersOnly, seat, journal.Notice{Topic: journal.TopicDiary, Seats: []int{seat}, Said: journal.Quote(text)})
		})
	})
}

// DropDiary deletes note n of a seat's diary, counted from 1. Later notes are renumbered.
func (u *Admin) DropDiary(ctx context.Context, gameID string, role game.Role, seat, n int) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		return u.diary(tx, gameID, role, seat, func(_ *gamestate.State, role game.Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return game.ErrPlayer
			case n < 1 || n > len(notes):
				return game.Refuse(game.NotFound, message.New("The diary has no note of that number."))
			}
			return tx.Diaries.DropNote(gameID, seat, n)
		})
	})
}
