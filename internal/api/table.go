package api

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/view"
)

// GameInput identifies the game in the path of a request.
type GameInput struct {
	Game string `path:"game" minLength:"1" maxLength:"100" doc:"The game's ID, or a hosted game's name" example:"k2x4mqpa"`
}

// SeatInput adds a seat.
type SeatInput struct {
	GameInput
	Seat int `query:"seat" minimum:"0" doc:"The seat; by default the caller's own"`
}

// table is a game with the caller's role.
type table struct {
	*game.Game
	role game.Role
	view view.View
	to   message.Language // the language of the answer
}

// at reads a game for the caller of a request.
func (s *Server) at(ctx context.Context, name string) (*table, error) {
	g, err := s.judge.Base.FindGame(ctx, name)
	if err != nil {
		return nil, err
	}
	role, err := s.role(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	return seatAt(g, role, languageOf(ctx)), nil
}

func seatAt(g *game.Game, role game.Role, to message.Language) *table {
	return &table{Game: g, role: role, view: g.View(role), to: to}
}

// seat returns the seat that a command concerns: the given one, or the caller's own.
func (t *table) seat(named int) (int, error) {
	switch {
	case named > 0:
		return named, nil
	case t.role.Seat > 0:
		return t.role.Seat, nil
	case t.role.Master:
		return 0, invalid(message.New("You have no seat of your own: name the seat."))
	}
	return 0, problemOf(game.Forbidden, message.New("You do not have a seat in this game."))
}

// problemOf returns an error with one of the judge's codes.
func problemOf(code string, why message.Message) error { return game.Refuse(code, why) }

// speaks returns an error unless the caller may see the orders and possible orders of a seat.
// Its player may, and a master may for every seat.
func (t *table) speaks(seat int) error {
	switch {
	case seat > len(t.Setting.Seats) || seat < 1:
		return problemOf(game.NotFound, message.New("The game has no such seat."))
	case t.role.Seat == seat, t.role.Master:
		return nil
	}
	return problemOf(game.Forbidden, message.New("This is for the player of that seat."))
}

// begun returns an error if the game has no phase yet.
func (t *table) begun() error {
	if t.Number == 0 {
		return problemOf(game.Conflict, message.New("The game has not begun: it waits for players."))
	}
	return nil
}

// power returns a power by identifier, name or letter. If another power has taken it over, power
// returns the other power.
func (t *table) power(text string) (machiavelli.Power, error) {
	text = strings.TrimSpace(text)
	roster := t.Setting.Powers
	p, ok := roster.Find(strings.ToLower(text))
	if !ok && len(text) == 1 {
		p, ok = roster.ByLetter(text[0])
	}
	if !ok {
		p, ok = roster.Match(text)
	}
	if !ok || p == machiavelli.Nobody {
		var ids []string
		for _, x := range roster[1:] {
			ids = append(ids, x.ID)
		}
		return 0, invalid(message.New("There is no such power; the game has {powers}.", message.Order(strings.Join(ids, ", "))))
	}
	return t.Setting.Plays(p), nil
}

// seatOf returns the seat of a power, or 0.
func (t *table) seatOf(p machiavelli.Power) int {
	if t.Number == 0 {
		return 0
	}
	for i, powers := range t.Setting.Seats {
		for _, x := range powers {
			if x == p {
				return i + 1
			}
		}
	}
	return 0
}

// seatOrNone returns the given seat, the caller's own, or 0.
func (t *table) seatOrNone(named int) int {
	if named > 0 {
		return named
	}
	return t.role.Seat
}
