package store

import (
	"database/sql"

	"podesta/internal/game"
)

// Phase reads a phase of a game.
func (x *tx) Phase(gameID string, number int) (game.PhaseRecord, error) {
	return one(x, func(row row) (game.PhaseRecord, error) {
		p := game.PhaseRecord{Game: gameID, Number: number}
		var engine sql.NullString
		err := row(phase{&p.Phase}, &p.Position, &p.After, &p.Events, encoded{&p.Throws}, &p.Salt, encoded{&p.Given}, &engine, moment{&p.Done})
		p.Engine = engine.String
		return p, err
	}, "SELECT phase, position, after, events, throws, salt, given, engine, done FROM phase WHERE game = ? AND number = ?", gameID, number)
}

// Phases lists the phases of a game in order.
func (x *tx) Phases(gameID string) ([]game.PhaseInfo, error) {
	return all(x, func(row row) (p game.PhaseInfo, err error) {
		return p, row(&p.Number, phase{&p.Phase})
	}, "SELECT number, phase FROM phase WHERE game = ? ORDER BY number", gameID)
}

func (x *tx) addPhase(p *game.PhaseRecord) error {
	return x.insert("phase", "game, number, phase, position", p.Game, p.Number, p.Phase, orEmpty(p.Position))
}

// Orders returns the orders of a phase by seat.
func (x *tx) Orders(gameID string, number int) (map[int]string, error) {
	type order struct {
		seat int
		text string
	}
	list, err := all(x, func(row row) (o order, err error) {
		return o, row(&o.seat, &o.text)
	}, "SELECT seat, text FROM orders WHERE game = ? AND number = ?", gameID, number)
	out := map[int]string{}
	for _, o := range list {
		out[o.seat] = o.text
	}
	return out, err
}

// SaveOrders replaces the orders of a seat for a phase.
func (x *tx) SaveOrders(gameID string, revision, number, seat int, words string) error {
	if err := x.guard(gameID, revision); err != nil {
		return err
	}
	return x.upsert("orders", "game, number, seat", "game, number, seat, text", gameID, number, seat, words)
}

// SetRolls writes the rolls that the master has fixed for a phase.
func (x *tx) SetRolls(gameID string, revision, number int, given map[string]int) error {
	if err := x.guard(gameID, revision); err != nil {
		return err
	}
	return x.change("UPDATE phase SET given = ? WHERE game = ? AND number = ?", encoded{given}, gameID, number)
}
