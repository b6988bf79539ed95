package judgetest

import (
	"fmt"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// Ending is a game that ends in one of the possible ways.
type Ending struct {
	Name    string
	Game    *game.Game
	Players []*game.Account // the players; the first one has Venice
	Result  report.Result
	Who     machiavelli.PowerSet // the victors, or the powers that share the draw
}

// EachEnding begins a game for each way in which games can end, calls begun, ends the game, and
// calls ended.
func (h *House) EachEnding(begun, ended func(e *Ending)) {
	h.T.Helper()
	ballots := func(e *Ending, of func(i int) game.Ballot) {
		for i, a := range e.Players {
			if r := h.RoleFor(e.Game, a); !of(i).None() {
				h.Must(h.Judge.Clock.Vote(ctx, e.Game.ID, r, r.Seat, of(i)))
			}
		}
	}
	played := func(e *Ending) { h.Finish(e.Game) } // three powers begin with four cities, the others with three
	ahead := func(e *Ending) {
		h.Must(h.Correct(e.Game, "control both Turin venice", "so that one is ahead"))
		h.Finish(e.Game)
	}
	for _, c := range []struct {
		name    string
		options map[string]string
		result  report.Result
		seats   int
		end     func(e *Ending)
	}{
		{"a victory", map[string]string{"victory-cities": "5", "victory-homes": "none", "victory-all-own-home-cities": "no"}, report.Victory, 1, ahead},
		{"a shared victory", map[string]string{"victory-cities": "4", "victory-homes": "none", "victory-all-own-home-cities": "no", "victory-tie": "shared"}, report.SharedVictory, 3, played},
		{"the last year", map[string]string{"last-year": "1454"}, report.Victory, 1, ahead},
		{"the last year of several", map[string]string{"last-year": "1454"}, report.SharedVictory, 3, played},
		{"a concession", nil, report.Victory, 1, func(e *Ending) {
			to := e.Game.Setting.Seats[h.RoleFor(e.Game, e.Players[0]).Seat-1][0]
			ballots(e, func(i int) game.Ballot {
				if i == 0 {
					return game.Ballot{}
				}
				return game.Ballot{Concede: to}
			})
		}},
		{"a draw", nil, report.Draw, 8, func(e *Ending) {
			ballots(e, func(int) game.Ballot { return game.Ballot{Draw: true} })
		}},
		{"time is up", nil, report.Draw, 8, func(e *Ending) {
			h.Must(h.Base.Write(ctx, func(tx *game.Tx) error {
				return h.Judge.Clock.CallTime(tx, e.Game.ID, message.Of(game.ErrOver))
			}))
		}},
		{"abandoned", nil, report.NoResult, 0, func(e *Ending) {
			h.Must(h.Lobby.Terminate(ctx, e.Game.ID, master))
		}},
	} {
		e := &Ending{Name: c.name, Result: c.result}
		lord := h.Person("Lord of " + c.name)
		for i := range 8 {
			e.Players = append(e.Players, h.Person(fmt.Sprintf("%c of %s", 'A'+i, c.name)))
		}
		e.Game = h.HostGame(lord, lobby.NewGame{Name: c.name, Preset: "battleline-1978-basic", Options: c.options}, func(how *hosting.Hosting) { how.Listed = true })
		h.JoinAll(e.Game, e.Players)
		e.Game = h.Reload(e.Game)
		begun(e)
		c.end(e)
		e.Game = h.Reload(e.Game)
		ph, err := h.Base.Current(ctx, e.Game.ID)
		h.Must(err)
		n := 0
		if ph.After != nil {
			e.Who = ph.After.Victors
		}
		for s := range e.Game.Setting.Seats {
			if e.Who&e.Game.Setting.Seat(e.Game.Setting.Seats[s][0]) != 0 {
				n++
			}
		}
		got := report.New(e.Game.Setting).EndOf(ph.After, ph.Events).Result
		if got != c.result || n != c.seats {
			h.T.Errorf("%s: ended with %q of %d, not %q of %d", c.name, got, n, c.result, c.seats)
		}
		ended(e)
	}
}
