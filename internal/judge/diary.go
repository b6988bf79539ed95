package judge

import "context"

// maxNotes is how many notes a diary holds.
const maxNotes = 500

// diary runs f on the notes of a seat.
func (j *Judge) diary(tx Tx, game string, role Role, seat int, f func(g *opened, role Role, notes []string) error) error {
	g, role, err := j.hostedFor(tx, game, role)
	if err != nil {
		return err
	}
	if err := g.errSeat(role, seat); err != nil {
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
func (j *Judge) Diary(ctx context.Context, game string, role Role, seat int) ([]string, error) {
	var out []string
	err := j.read(ctx, func(tx Tx) error {
		return j.diary(tx, game, role, seat, func(_ *opened, role Role, notes []string) error {
			out = notes
			return nil
		})
	})
	return out, err
}

// AddDiary writes a note into a seat's diary; masters are told.
func (j *Judge) AddDiary(ctx context.Context, game string, role Role, seat int, text string) error {
	text, err := cleanText(text, "The note")
	if err != nil {
		return err
	}
	return j.write(ctx, func(tx Tx) error {
		return j.diary(tx, game, role, seat, func(g *opened, role Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return errPlayer
			case g.Finished:
				return errOver
			case len(notes) >= maxNotes:
				return &Error{Code: TooMany, Message: "The diary is full. Delete notes that you no longer need."}
			}
			if err := tx.AddNote(game, seat, text); err != nil {
				return err
			}
			return tell(tx, g, NoticeEntry, MastersOnly, seat, Notice{Topic: TopicDiary, Seats: []int{seat}, Text: text})
		})
	})
}

// DropDiary takes note n, counted from 1, out of a seat's diary; later ones move
// up.
func (j *Judge) DropDiary(ctx context.Context, game string, role Role, seat, n int) error {
	return j.write(ctx, func(tx Tx) error {
		return j.diary(tx, game, role, seat, func(_ *opened, role Role, notes []string) error {
			switch {
			case role.Seat != seat:
				return errPlayer
			case n < 1 || n > len(notes):
				return &Error{Code: NotFound, Message: "The diary has no note of that number."}
			}
			return tx.DropNote(game, seat, n)
		})
	})
}

// tellDiaries gives everybody the diaries of a game that is over.
func tellDiaries(tx Tx, g *opened) error {
	for _, s := range g.seats {
		notes, err := tx.Notes(g.ID, s.Number)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			continue
		}
		n := Notice{Topic: TopicDiary, Seats: []int{s.Number}, Text: "The diary of " + g.names(s.Number) + ".", Lines: notes}
		if err := tell(tx, g, NoticeEntry, Everybody, s.Number, n); err != nil {
			return err
		}
	}
	return nil
}
