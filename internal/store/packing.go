package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"podesta/internal/game"
	"podesta/internal/pack"
)

// closePhase stores the results of a phase, packed if every process can read packed phases. next is
// the next phase, or nil if the game is over.
func (x *tx) closePhase(done, next *game.PhaseRecord) error {
	if !x.packs || done.After == nil {
		return x.change("UPDATE phase SET after = ?, events = ?, throws = ?, engine = ?, done = ? WHERE game = ? AND number = ?",
			text(done.After), text(done.Events), encoded{done.Throws}, done.Engine, done.Done, done.Game, done.Number)
	}
	p := &pack.Phase{After: legibly(done.After), Events: legibly(done.Events), Orders: map[int]string{}}
	var err error
	if p.Throws, err = json.Marshal(done.Throws); err != nil {
		return err
	}
	if next != nil && bytes.Equal(p.After, legibly(next.Position)) {
		p.After = nil
	}
	// Read the position and the orders in one statement.
	found := false
	if _, err := all(x, func(row row) (struct{}, error) {
		var seat int
		var words string
		err := row(&seat, &words)
		if seat == noSeat {
			p.Position, found = []byte(words), true
		} else {
			p.Orders[seat] = words
		}
		return struct{}{}, err
	}, `SELECT -1, position FROM phase WHERE game = ? AND number = ? UNION ALL SELECT seat, text FROM orders WHERE game = ? AND number = ?`,
		done.Game, done.Number, done.Game, done.Number); err != nil {
		return err
	}
	if !found {
		return game.ErrNoRecord
	}
	if err := x.change("UPDATE phase SET packed = ?, position = '', after = NULL, events = NULL, throws = NULL, engine = ?, done = ? WHERE game = ? AND number = ?",
		p.Pack(), done.Engine, done.Done, done.Game, done.Number); err != nil {
		return err
	}
	_, err = x.exec("DELETE FROM orders WHERE game = ? AND number = ?", done.Game, done.Number)
	return err
}

// noSeat is the seat number that marks the row with the position among the rows with orders.
const noSeat = -1

// legibly returns a text in the form in which its column would store it.
func legibly(b []byte) []byte {
	if b == nil {
		return nil
	}
	return []byte(legible(string(b)))
}

// reopenPhase removes the results of a phase. Its orders stay.
func (x *tx) reopenPhase(gameID string, number int) error {
	parts, err := x.packedPhase(gameID, number)
	if err != nil {
		return err
	}
	if parts == nil {
		return x.change("UPDATE phase SET after = NULL, events = NULL, throws = NULL, engine = NULL, done = NULL WHERE game = ? AND number = ?", gameID, number)
	}
	for seat, words := range parts.Orders {
		if _, err := x.exec("INSERT INTO orders (game, number, seat, text) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", gameID, number, seat, words); err != nil {
			return err
		}
	}
	return x.change("UPDATE phase SET position = ?, packed = NULL, engine = NULL, done = NULL WHERE game = ? AND number = ?", orEmpty(parts.Position), gameID, number)
}

// packedPhase returns the parts of a packed phase, or nil for a phase that is
// not packed or does not exist.
func (x *tx) packedPhase(gameID string, number int) (*pack.Phase, error) {
	data, err := one(x, func(row row) (data []byte, err error) { return data, row(&data) },
		"SELECT packed FROM phase WHERE game = ? AND number = ?", gameID, number)
	if errors.Is(err, game.ErrNoRecord) || err == nil && data == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parts, err := pack.Unpack(data)
	if err != nil {
		return nil, damagedPhase(gameID, number, err)
	}
	return parts, nil
}

// amendPhase replaces the position with which a phase begins. The previous phase keeps the position
// with which it ended.
func (x *tx) amendPhase(gameID string, number int, position []byte) error {
	before, err := x.packedPhase(gameID, number-1)
	if err != nil {
		return err
	}
	if before != nil && before.After == nil {
		p, err := x.Phase(gameID, number-1)
		if err != nil {
			return err
		}
		if before.After = p.After; !bytes.Equal(p.After, position) {
			if err := x.repack(gameID, number-1, before); err != nil {
				return err
			}
		}
	}
	parts, err := x.packedPhase(gameID, number)
	if err != nil {
		return err
	}
	if parts != nil {
		parts.Position = position
		return x.repack(gameID, number, parts)
	}
	return x.change("UPDATE phase SET position = ? WHERE game = ? AND number = ?", text(position), gameID, number)
}

// repack writes the parts of a packed phase.
func (x *tx) repack(gameID string, number int, parts *pack.Phase) error {
	return x.change("UPDATE phase SET packed = ? WHERE game = ? AND number = ?", parts.Pack(), gameID, number)
}

// PackSome packs up to n phases that were stored by earlier versions, and returns the number of
// phases that it has examined: 0 if all are packed, or while there may still be processes that
// cannot read packed phases. Several processes can call it at the same time, and an interrupted
// call does no harm, because each phase is either packed or not.
func (s *Store) PackSome(ctx context.Context, n int) (packed int, err error) {
	err = s.Write(ctx, func(t *game.Tx) error {
		x := t.Games.(*tx)
		packed = 0
		if !x.packs {
			return nil
		}
		gameID, err := one(x, func(row row) (id string, err error) { return id, row(&id) },
			"SELECT game FROM phase WHERE packed IS NULL AND after IS NOT NULL ORDER BY game, number LIMIT 1")
		if errors.Is(err, game.ErrNoRecord) {
			return nil
		}
		if err != nil {
			return err
		}
		// Until the game is locked, another process may have packed its phases.
		if err := x.Lock(gameID); err != nil {
			return err
		}
		numbers, err := all(x, func(row row) (n int, err error) { return n, row(&n) },
			"SELECT number FROM phase WHERE packed IS NULL AND after IS NOT NULL AND game = ? ORDER BY number LIMIT ?", gameID, n)
		if err != nil {
			return err
		}
		for _, number := range numbers {
			if err := x.packStored(gameID, number); err != nil {
				return err
			}
		}
		packed = max(1, len(numbers))
		return nil
	})
	return packed, err
}

// packStored packs a resolved phase that is stored unpacked.
func (x *tx) packStored(gameID string, number int) error {
	p := &pack.Phase{}
	var throws sql.NullString
	var next, nextPacked []byte
	if _, err := one(x, func(row row) (struct{}, error) {
		return struct{}{}, row(&p.Position, &p.After, &p.Events, &throws, &next, &nextPacked)
	}, `SELECT p.position, p.after, p.events, p.throws, n.position, n.packed FROM phase p LEFT JOIN phase n ON n.game = p.game AND n.number = p.number + 1
		WHERE p.game = ? AND p.number = ?`, gameID, number); err != nil {
		return err
	}
	if throws.Valid {
		p.Throws = []byte(throws.String)
	}
	begin, err := begins(next, nextPacked)
	if err != nil {
		return damagedPhase(gameID, number+1, err)
	}
	if begin != nil && bytes.Equal(begin, p.After) {
		p.After = nil
	}
	if p.Orders, err = x.Orders(gameID, number); err != nil {
		return err
	}
	if err := x.change("UPDATE phase SET packed = ?, position = '', after = NULL, events = NULL, throws = NULL WHERE game = ? AND number = ?",
		p.Pack(), gameID, number); err != nil {
		return err
	}
	_, err = x.exec("DELETE FROM orders WHERE game = ? AND number = ?", gameID, number)
	return err
}
