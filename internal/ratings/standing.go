package ratings

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/record"
	"podesta/machiavelli/turn"
)

// Standing is the place of a seat in a finished game.
type Standing struct {
	Seat int
	// Place is counted from 1: seats that have won or share a draw come first, then the others by
	// their cities. Tied seats share the best of their places.
	Place  int
	Tied   int // number of seats that share the place; 1 if it is not shared
	Cities int
	Won    bool // whether it has won, alone or with others, or shares a draw
	Fell   bool // whether a power of the seat was eliminated

	// The following fields are set for a game that counts for its players.

	Counts        bool
	Rated         bool  // whether it earned points
	Points        int64 // in units of 1/game.PointParts of a point
	Before, After int   // rating; both are 0 if it is unchanged or not public
}

// Standings returns the places of all seats of a finished game, in the order of the seats. A person
// whose profile is private is the only one who sees that rating. The parameter viewer is the
// account of the reader, or empty.
func (r *Ratings) Standings(ctx context.Context, gameID, viewer string) ([]Standing, error) {
	var out []Standing
	err := r.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := r.base.Load(tx, gameID)
		switch {
		case err != nil:
			return err
		case !g.Finished:
			return game.ErrNotOver
		}
		p, err := tx.Phases.Phase(gameID, g.Number)
		if err != nil {
			return err
		}
		end, err := gamestate.ReadPhase(record.New(g.Setting), &p)
		if err != nil {
			return err
		}
		for i := range g.Seats {
			s := Standing{Seat: i + 1, Place: 1, Won: wins(g, end.After, i+1), Fell: fell(g, end.After, i+1)}
			for _, power := range g.PowersAt(i + 1) {
				s.Cities += turn.Cities(end.After, &g.Rules, power)
			}
			out = append(out, s)
		}
		for i := range out {
			out[i].Place, out[i].Tied = placed(len(out), i, func(seat int) standing { return standing{out[seat].Won, out[seat].Cities} })
		}
		return r.addWorth(tx, g, out, viewer)
	})
	return out, err
}

// addWorth adds what a finished game is worth to its players.
func (r *Ratings) addWorth(tx *game.Tx, g *gamestate.State, list []Standing, viewer string) error {
	awards, err := tx.Awards.Awards(g.ID)
	if err != nil || len(awards) == 0 {
		return err
	}
	contests, err := tx.Skills.Contests(g.ID)
	if err != nil {
		return err
	}
	who, err := players(tx, g.ID)
	if err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		for _, a := range awards {
			if a.Account == who[s.Seat] {
				s.Counts, s.Rated, s.Points = true, a.Rated, a.Points
			}
		}
		for _, c := range contests {
			if c.Account != who[s.Seat] || c.Before == c.After {
				continue
			}
			a, err := r.base.Accounts.AccountIn(tx, c.Account)
			if err != nil {
				return err
			}
			if !a.Private && !a.Blocked || a.ID == viewer {
				s.Before, s.After = c.Before, c.After
			}
		}
	}
	return nil
}

// standing determines a place: seats that have won or share a draw come first and share the
// place; the others follow by their cities.
type standing struct {
	victor bool
	cities int
}

// above reports whether a standing comes before another.
func (s standing) above(o standing) bool {
	if s.victor || o.victor {
		return s.victor && !o.victor
	}
	return s.cities > o.cities
}

// placed returns the place of one of n seats, counted from 1, and the number of seats that share
// it.
func placed(n, seat int, at func(seat int) standing) (place, tied int) {
	place = 1
	for other := range n {
		switch {
		case at(other).above(at(seat)):
			place++
		case !at(seat).above(at(other)):
			tied++
		}
	}
	return place, tied
}
