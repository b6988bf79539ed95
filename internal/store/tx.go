package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/machiavelli"
)

// tx is a transaction of the store.
type tx struct {
	ctx context.Context
	t   *sql.Tx
}

func (x *tx) exec(query string, args ...any) (int64, error) {
	res, err := x.t.ExecContext(x.ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// each runs scan for every row of a query.
func (x *tx) each(scan func(row func(...any) error) error, query string, args ...any) error {
	rows, err := x.t.QueryContext(x.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

func moment(m sql.NullInt64) time.Time {
	if !m.Valid {
		return time.Time{}
	}
	return time.UnixMicro(m.Int64).UTC()
}

func noRecord(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return judge.ErrNoRecord
	}
	return err
}

const gameColumns = "id, name, scenario, variant, rules, seed, solitaire, showcase, pace, phase, number, revision, deadline, finished, created, opening, opening_throws, library"

func scanGame(row func(...any) error) (judge.GameRecord, error) {
	var g judge.GameRecord
	var pace, created int64
	var deadline sql.NullInt64
	var phase string
	var throws []byte
	err := row(&g.ID, &g.Name, &g.Scenario, &g.Variant, &g.Rules, &g.Seed, &g.Solitaire, &g.Showcase, &pace, &phase, &g.Number, &g.Revision,
		&deadline, &g.Finished, &created, &g.Opening, &throws, &g.Library)
	if err != nil {
		return g, err
	}
	if err := json.Unmarshal(throws, &g.OpeningThrows); err != nil {
		return g, err
	}
	g.Pace = time.Duration(pace) * time.Microsecond
	g.Deadline, g.Created = moment(deadline), time.UnixMicro(created).UTC()
	g.Phase, err = machiavelli.ParsePhase(phase)
	return g, err
}

func (x *tx) games(where string, args ...any) ([]judge.GameRecord, error) {
	var out []judge.GameRecord
	err := x.each(func(row func(...any) error) error {
		g, err := scanGame(row)
		out = append(out, g)
		return err
	}, "SELECT "+gameColumns+" FROM game "+where, args...)
	return out, err
}

func (x *tx) Games() ([]judge.GameRecord, error) { return x.games("ORDER BY created, rowid") }

func (x *tx) Due(now time.Time) ([]judge.GameRecord, error) {
	return x.games("WHERE deadline <= ? AND NOT finished ORDER BY deadline", now.UnixMicro())
}

func (x *tx) Game(id string) (judge.GameRecord, error) {
	g, err := scanGame(x.t.QueryRowContext(x.ctx, "SELECT "+gameColumns+" FROM game WHERE id = ?", id).Scan)
	return g, noRecord(err)
}

func (x *tx) Seats(game string) ([]judge.SeatRecord, error) {
	var out []judge.SeatRecord
	err := x.each(func(row func(...any) error) error {
		var s judge.SeatRecord
		var powers string
		err := row(&s.Number, &s.Player, &powers, &s.Ready)
		s.Powers = strings.Fields(powers)
		out = append(out, s)
		return err
	}, "SELECT number, player, powers, ready FROM seat WHERE game = ? ORDER BY number", game)
	return out, err
}

func (x *tx) Phase(game string, number int) (judge.PhaseRecord, error) {
	p := judge.PhaseRecord{Game: game, Number: number}
	var phase string
	var throws, given []byte
	var engine sql.NullString
	var done sql.NullInt64
	err := x.t.QueryRowContext(x.ctx, "SELECT phase, position, after, events, throws, salt, given, engine, done FROM phase WHERE game = ? AND number = ?", game, number).
		Scan(&phase, &p.Position, &p.After, &p.Events, &throws, &p.Salt, &given, &engine, &done)
	if err != nil {
		return p, noRecord(err)
	}
	p.Engine, p.Done = engine.String, moment(done)
	for _, x := range []struct {
		text []byte
		into any
	}{{throws, &p.Throws}, {given, &p.Given}} {
		if x.text != nil {
			if err := json.Unmarshal(x.text, x.into); err != nil {
				return p, err
			}
		}
	}
	p.Phase, err = machiavelli.ParsePhase(phase)
	return p, err
}

func (x *tx) Phases(game string) ([]judge.PhaseInfo, error) {
	var out []judge.PhaseInfo
	err := x.each(func(row func(...any) error) error {
		var p judge.PhaseInfo
		var phase string
		err := row(&p.Number, &phase)
		if err == nil {
			p.Phase, err = machiavelli.ParsePhase(phase)
		}
		out = append(out, p)
		return err
	}, "SELECT number, phase FROM phase WHERE game = ? ORDER BY number", game)
	return out, err
}

func (x *tx) Orders(game string, number int) (map[int]string, error) {
	out := map[int]string{}
	err := x.each(func(row func(...any) error) error {
		var seat int
		var text string
		err := row(&seat, &text)
		out[seat] = text
		return err
	}, "SELECT seat, text FROM orders WHERE game = ? AND number = ?", game, number)
	return out, err
}

func (x *tx) AddGame(g judge.GameRecord, seats []judge.SeatRecord, first judge.PhaseRecord) error {
	throws, err := json.Marshal(g.OpeningThrows)
	if err != nil {
		return err
	}
	_, err = x.exec("INSERT INTO game ("+gameColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		g.ID, g.Name, g.Scenario, g.Variant, string(g.Rules), g.Seed, g.Solitaire, g.Showcase, g.Pace.Microseconds(), g.Phase.String(), g.Number,
		g.Revision, micros(g.Deadline), g.Finished, g.Created.UnixMicro(), string(g.Opening), string(throws), g.Library)
	if err != nil {
		return err
	}
	for _, s := range seats {
		if _, err := x.exec("INSERT INTO seat (game, number, player, powers, ready) VALUES (?, ?, ?, ?, ?)",
			g.ID, s.Number, s.Player, strings.Join(s.Powers, " "), s.Ready); err != nil {
			return err
		}
	}
	return x.addPhase(&first)
}

func (x *tx) addPhase(p *judge.PhaseRecord) error {
	_, err := x.exec("INSERT INTO phase (game, number, phase, position) VALUES (?, ?, ?, ?)", p.Game, p.Number, p.Phase.String(), string(p.Position))
	return err
}

func (x *tx) NameSeat(game string, seat int, player string) error {
	n, err := x.exec("UPDATE seat SET player = ? WHERE game = ? AND number = ?", player, game, seat)
	if err == nil && n == 0 {
		err = judge.ErrNoRecord
	}
	return err
}

// guard fails unless the game has that revision.
func (x *tx) guard(game string, revision int) error {
	var have int
	err := x.t.QueryRowContext(x.ctx, "SELECT revision FROM game WHERE id = ?", game).Scan(&have)
	if err == nil && have != revision {
		err = judge.ErrRevision
	}
	return noRecord(err)
}

func (x *tx) SaveOrders(game string, revision, number, seat int, text string) error {
	if err := x.guard(game, revision); err != nil {
		return err
	}
	_, err := x.exec("INSERT INTO orders (game, number, seat, text) VALUES (?, ?, ?, ?) ON CONFLICT (game, number, seat) DO UPDATE SET text = excluded.text",
		game, number, seat, text)
	return err
}

func (x *tx) SetReady(game string, revision, seat int, ready bool) error {
	if err := x.guard(game, revision); err != nil {
		return err
	}
	_, err := x.exec("UPDATE seat SET ready = ? WHERE game = ? AND number = ?", ready, game, seat)
	return err
}

func (x *tx) SetDeadline(game string, revision int, at time.Time) error {
	if err := x.guard(game, revision); err != nil {
		return err
	}
	_, err := x.exec("UPDATE game SET deadline = ? WHERE id = ?", micros(at), game)
	return err
}

func (x *tx) SetRolls(game string, revision, number int, given map[string]int) error {
	if err := x.guard(game, revision); err != nil {
		return err
	}
	text, err := json.Marshal(given)
	if err != nil {
		return err
	}
	_, err = x.exec("UPDATE phase SET given = ? WHERE game = ? AND number = ?", string(text), game, number)
	return err
}

func (x *tx) Advance(g judge.GameRecord, done judge.PhaseRecord, next *judge.PhaseRecord) error {
	n, err := x.exec("UPDATE game SET phase = ?, number = ?, revision = revision + 1, deadline = ?, finished = ? WHERE id = ? AND revision = ?",
		g.Phase.String(), g.Number, micros(g.Deadline), g.Finished, g.ID, g.Revision)
	if err != nil {
		return err
	}
	if n == 0 {
		return judge.ErrRevision
	}
	throws, err := json.Marshal(done.Throws)
	if err != nil {
		return err
	}
	if _, err := x.exec("UPDATE phase SET after = ?, events = ?, throws = ?, engine = ?, done = ? WHERE game = ? AND number = ?",
		string(done.After), string(done.Events), string(throws), done.Engine, done.Done.UnixMicro(), done.Game, done.Number); err != nil {
		return err
	}
	if _, err := x.exec("UPDATE seat SET ready = 0 WHERE game = ?", g.ID); err != nil {
		return err
	}
	if next == nil {
		return nil
	}
	return x.addPhase(next)
}
