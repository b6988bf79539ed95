package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"podesta/internal/game"
)

// clockJob is the kind of the jobs that check games' clocks.
const clockJob = "clock"

// game returns the template as a Game of the crowd.
func (t *template) game() Game {
	g := Game{ID: t.id, Name: t.record.Name, Revision: t.record.Revision, Number: t.record.Number, Players: make([]Player, len(t.seats))}
	for _, m := range t.members {
		if m.Kind == game.Player {
			g.Players[m.Seat-1] = t.player(m.Seat, person{m.Account, t.email(m.Account)})
		}
	}
	return g
}

// player returns the player of a seat, in the game itself or in a copy.
func (t *template) player(seat int, p person) Player {
	return Player{p.id, p.email, t.letters[seat-1], t.orders[t.record.Number][seat]}
}

func (t *template) email(account string) string {
	for _, p := range t.players {
		if p.id == account {
			return p.email
		}
	}
	return t.master.email
}

// fallDue shifts the times of the game's phase so that it is due at the given time.
func (t *template) fallDue(ctx context.Context, s game.Store, due time.Time) error {
	var times struct{ Plan struct{ Process time.Time } }
	if err := json.Unmarshal(t.record.Plan, &times); err != nil {
		return err
	}
	if times.Plan.Process.IsZero() {
		return fmt.Errorf("in game %s nothing is due", t.id)
	}
	plan, err := shift(t.record.Plan, due.Sub(times.Plan.Process))
	if err != nil {
		return err
	}
	t.record.Plan = plan
	for i := range t.seats {
		if len(t.seats[i].State) == 0 {
			continue
		}
		if t.seats[i].State, err = shift(t.seats[i].State, due.Sub(times.Plan.Process)); err != nil {
			return err
		}
	}
	return s.Write(ctx, func(tx *game.Tx) error {
		for _, seat := range t.seats {
			if err := tx.Games.SaveSeat(t.id, seat); err != nil {
				return err
			}
		}
		if err := tx.Games.SaveGame(t.record); err != nil {
			return err
		}
		return tx.Jobs.Enqueue(game.Job{Kind: clockJob, Key: t.id, Game: t.id, Due: due})
	})
}

// shift shifts all instants in a JSON text by a duration.
func shift(data []byte, by time.Duration) ([]byte, error) {
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	return json.Marshal(shifted(tree, by))
}

func shifted(v any, by time.Duration) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = shifted(x, by)
		}
	case []any:
		for i, x := range v {
			v[i] = shifted(x, by)
		}
	case string:
		if at, err := time.Parse(time.RFC3339Nano, v); err == nil && !at.IsZero() {
			return at.Add(by).Format(time.RFC3339Nano)
		}
	}
	return v
}

// copy writes a copy of the game as game n.
func (t *template) copy(tx *game.Tx, n int, people []person) (Game, error) {
	g := t.record
	g.ID, g.Name = fmt.Sprintf("crowd%05d", n), name(n)
	out := Game{ID: g.ID, Name: g.Name, Revision: g.Revision, Number: g.Number, Players: make([]Player, len(t.seats))}
	players, master := sitting(people, n)
	first := g
	first.Number, first.Revision = g.Number-len(t.past), g.Revision-len(t.past)
	phases := append([]game.PhaseRecord{}, t.past...)
	phases = append(phases, t.current)
	for i := range phases {
		phases[i].Game = g.ID
	}
	first.Phase = phases[0].Phase
	if err := tx.Games.AddGame(first, t.seats, phases[0]); err != nil {
		return out, err
	}
	for i := range phases {
		now := first
		now.Number, now.Revision = first.Number+i, first.Revision+i
		for seat, text := range t.orders[phases[i].Number] {
			if err := tx.Phases.SaveOrders(g.ID, now.Revision, now.Number, seat, text); err != nil {
				return out, err
			}
		}
		if i == len(phases)-1 {
			break
		}
		next := now
		next.Number, next.Phase = now.Number+1, phases[i+1].Phase
		if err := tx.Phases.Advance(next, phases[i], &phases[i+1]); err != nil {
			return out, err
		}
	}
	for _, m := range t.members {
		m.Game, m.Since = g.ID, 0 // the copy contains only the end of the log
		if m.Kind == game.Master {
			m.Account = master.id
		} else {
			p := players[m.Seat-1]
			m.Account = p.id
			out.Players[m.Seat-1] = t.player(m.Seat, p)
		}
		if err := tx.Members.SaveMember(m); err != nil {
			return out, err
		}
	}
	for _, e := range t.log {
		e.Game = g.ID
		if _, err := tx.Log.Append(e); err != nil {
			return out, err
		}
	}
	key := strings.ToLower(strings.ReplaceAll(g.Name, " ", ""))
	if err := tx.Items.Put("", "name", key, []byte(g.ID)); err != nil {
		return out, err
	}
	var times struct{ Plan struct{ Process time.Time } }
	if err := json.Unmarshal(g.Plan, &times); err != nil {
		return out, err
	}
	return out, tx.Jobs.Enqueue(game.Job{Kind: clockJob, Key: g.ID, Game: g.ID, Due: times.Plan.Process})
}
