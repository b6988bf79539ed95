package tournament

import (
	"errors"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/scoring"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// collect stores the results of the games of a round that have ended.
func (x *loaded) collect(r *game.Round) error {
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Game == "" || t.Over {
			continue
		}
		g, err := x.t.base.Load(x.tx, t.Game)
		if errors.Is(err, game.ErrNoGame) { // the game was deleted, so nobody has a result
			t.Over = true
			continue
		}
		if err != nil {
			return err
		}
		if !g.Ended() {
			continue
		}
		if err := x.score(t, g); err != nil {
			return err
		}
	}
	return nil
}

// score stores the result of a game that has ended.
func (x *loaded) score(t *game.RoundTable, g *gamestate.State) error {
	p, err := x.tx.Phases.Phase(g.ID, g.Number)
	if err != nil {
		return err
	}
	phase, err := gamestate.ReadPhase(record.New(g.Setting), &p)
	if err != nil {
		return g.WrapError(err)
	}
	end := phase.After
	if end == nil { // the game was terminated, so its current position counts
		end = phase.Before
	}
	seats := ended(g, end, phase.Events)
	score := x.system.Score
	if x.Even {
		score = x.system.Even
		if err := x.begun(g, seats); err != nil {
			return err
		}
	}
	points, err := score(seats, x.t.ratings.PointsTable())
	if err != nil {
		return g.WrapError(err)
	}
	if err := x.hold(t, g); err != nil {
		return err
	}
	places := scoring.Place(seats)
	first := 0
	for _, n := range places {
		if n == 1 {
			first++
		}
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Cities, s.Place, s.Points, s.First = seats[i].Cities, places[i], int64(points[i]), places[i] == 1 && first == 1
	}
	t.Over = true
	return nil
}

// hold records who holds the seats of a game.
func (x *loaded) hold(t *game.RoundTable, g *gamestate.State) error {
	holders, err := gamestate.Holders(x.tx, g)
	if err != nil {
		return err
	}
	for i := range t.Seats {
		t.Seats[i].Holder = ""
		if k := slices.IndexFunc(holders, func(m game.Member) bool { return m.Seat == i+1 }); k >= 0 && !abandoned(g, i+1) {
			t.Seats[i].Holder = holders[k].Account
		}
	}
	return nil
}

// present records who currently holds the seats of a table, for display. At the end of a game,
// the stored holders are final. Before a game begins, the holders are the players to whom the
// seats were dealt.
func (x *loaded) present(t *game.RoundTable) error {
	if t.Over {
		return nil
	}
	if t.Game != "" {
		g, err := x.t.base.Load(x.tx, t.Game)
		if err == nil {
			return x.hold(t, g)
		}
		if !errors.Is(err, game.ErrNoGame) { // it was deleted, which the next check will notice
			return err
		}
	}
	for i := range t.Seats {
		t.Seats[i].Holder = t.Seats[i].Account
	}
	return nil
}

// begun adds the initial numbers of cities to the seats of a game.
func (x *loaded) begun(g *gamestate.State, seats []scoring.Seat) error {
	p, err := x.tx.Phases.Phase(g.ID, 1)
	if err != nil {
		return err
	}
	start, err := record.New(g.Setting).ReadPosition(p.Position)
	if err != nil {
		return g.WrapError(err)
	}
	for i := range seats {
		for _, power := range g.PowersAt(i + 1) {
			seats[i].Start += turn.Cities(start, &g.Rules, power)
		}
	}
	return nil
}

// abandoned reports whether a seat has lost its player, who may still be stored as its holder.
func abandoned(g *gamestate.State, seat int) bool {
	s, err := g.SeatState(seat)
	return err == nil && s.Abandoned
}

// ended returns the final state of a game's seats.
func ended(g *gamestate.State, end *position.Position, events []event.Event) []scoring.Seat {
	drawn := report.New(g.Setting).EndOf(end, events).Result == report.Draw
	alive := turn.Voters(end, turn.Proposal{Draw: true})
	out := make([]scoring.Seat, len(g.Seats))
	for i := range g.Seats {
		powers := g.PowersAt(i + 1)
		for _, p := range powers {
			out[i].Cities += turn.Cities(end, &g.Rules, p)
		}
		has := func(set machiavelli.PowerSet) bool { return slices.ContainsFunc(powers, set.Has) }
		out[i].Survives = has(alive)
		out[i].Wins, out[i].Draws = has(end.Victors) && !drawn, has(end.Victors) && drawn
	}
	return out
}

// players returns the accounts of all current and former players, in the order in which they
// entered.
func (x *loaded) players() []string {
	var out []string
	for i := range x.entrants {
		if x.entrants[i].Player {
			out = append(out, x.entrants[i].Account)
		}
	}
	return out
}

// bye returns the value of sitting out a round for players without any other result.
func (x *loaded) bye() scoring.Points {
	if x.Even {
		return scoring.Expected
	}
	return 0
}

// standings returns the standings, and the accounts of their players.
func (x *loaded) standings() ([]scoring.Row, []string) {
	players := x.players()
	at := map[string]int{}
	for i, id := range players {
		at[id] = i
	}
	s := scoring.Tournament{Best: x.Best, Bye: x.bye()}
	for i := range x.rounds {
		r := &x.rounds[i]
		if r.Status != game.RoundPlaying && r.Status != game.RoundOver {
			continue
		}
		cells := cellsOf(r, at)
		if r.Top {
			s.Top = cells
		} else {
			s.Rounds = append(s.Rounds, cells)
		}
	}
	return scoring.Standings(&s, len(players)), players
}

// cellsOf returns the results of a round, indexed by player. A result counts for the player to
// whom the seat was dealt, if they hold it at the end. Otherwise they have missed the round, and
// the result counts for the current holder, if that is a player who was not seated in this round.
// Players who sit out or are absent get a result when the round is over.
func cellsOf(r *game.Round, at map[string]int) []scoring.Cell {
	out := make([]scoring.Cell, len(at))
	put := func(id string, c scoring.Cell) {
		if p, ok := at[id]; ok {
			out[p] = c
		}
	}
	if r.Status == game.RoundOver {
		for _, id := range r.Byes {
			put(id, scoring.Cell{Kind: scoring.Bye})
		}
		for _, id := range r.Missed {
			put(id, scoring.Cell{Kind: scoring.Missed})
		}
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if !t.Over {
			continue
		}
		for k := range t.Seats {
			s := &t.Seats[k]
			c := scoring.Cell{Kind: scoring.Played, Table: i + 1, Points: scoring.Points(s.Points), Won: s.First}
			if s.Holder == s.Account {
				put(s.Account, c)
				continue
			}
			put(s.Account, scoring.Cell{Kind: scoring.Missed, Table: i + 1})
			if _, _, seated := find(r, s.Holder); s.Holder != "" && !seated {
				put(s.Holder, c)
			}
		}
	}
	return out
}
