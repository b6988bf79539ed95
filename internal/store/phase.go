package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"podesta/internal/game"
	"podesta/internal/pack"
)

// Phase reads a phase of a game.
func (x *tx) Phase(gameID string, number int) (game.PhaseRecord, error) {
	return one(x, func(row row) (game.PhaseRecord, error) {
		p := game.PhaseRecord{Game: gameID, Number: number}
		var engine sql.NullString
		var packed, next, nextPacked []byte
		err := row(phase{&p.Phase}, &p.Position, &p.After, &p.Events, encoded{&p.Throws}, &p.Salt, encoded{&p.Given}, &engine, moment{&p.Done},
			&packed, &next, &nextPacked)
		p.Engine = engine.String
		if err == nil && packed != nil {
			err = unpackInto(&p, packed, next, nextPacked)
		}
		return p, err
	}, `SELECT p.phase, p.position, p.after, p.events, p.throws, p.salt, p.given, p.engine, p.done, p.packed, n.position, n.packed
		FROM phase p LEFT JOIN phase n ON n.game = p.game AND n.number = p.number + 1 AND p.packed IS NOT NULL
		WHERE p.game = ? AND p.number = ?`, gameID, number)
}

// unpackInto adds the parts of a packed phase to its record. next and nextPacked are columns of the
// next phase, from which the position after this phase is read, unless it is stored with this
// phase.
func unpackInto(p *game.PhaseRecord, packed, next, nextPacked []byte) error {
	parts, err := pack.Unpack(packed)
	if err != nil {
		return damagedPhase(p.Game, p.Number, err)
	}
	p.Position, p.After, p.Events = parts.Position, parts.After, parts.Events
	if parts.Throws != nil {
		if err := json.Unmarshal(parts.Throws, &p.Throws); err != nil {
			return damagedPhase(p.Game, p.Number, err)
		}
	}
	if p.After != nil {
		return nil
	}
	if p.After, err = begins(next, nextPacked); err == nil && p.After == nil {
		err = errors.New("the next phase is missing, which begins with the position after it")
	}
	if err != nil {
		return damagedPhase(p.Game, p.Number, err)
	}
	return nil
}

// begins returns the position with which a phase begins, given its columns.
func begins(position, packed []byte) ([]byte, error) {
	if packed == nil {
		return position, nil
	}
	parts, err := pack.Unpack(packed)
	if err != nil {
		return nil, err
	}
	return parts.Position, nil
}

// damagedPhase adds the game and phase to an error about a packed phase.
func damagedPhase(gameID string, number int, err error) error {
	return fmt.Errorf("game %s, phase %d: %w", gameID, number, err)
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

// Orders returns the orders of a phase, keyed by seat.
func (x *tx) Orders(gameID string, number int) (map[int]string, error) {
	out := map[int]string{}
	var packed []byte
	_, err := all(x, func(row row) (struct{}, error) {
		var seat sql.NullInt64
		var text sql.NullString
		err := row(&seat, &text, &packed)
		if seat.Valid {
			out[int(seat.Int64)] = text.String
		}
		return struct{}{}, err
	}, `SELECT o.seat, o.text, p.packed FROM phase p LEFT JOIN orders o ON o.game = p.game AND o.number = p.number
		WHERE p.game = ? AND p.number = ?`, gameID, number)
	if err != nil || packed == nil {
		return out, err
	}
	parts, err := pack.Unpack(packed)
	if err != nil {
		return out, damagedPhase(gameID, number, err)
	}
	for seat, text := range parts.Orders {
		if _, newer := out[seat]; !newer {
			out[seat] = text
		}
	}
	return out, nil
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
