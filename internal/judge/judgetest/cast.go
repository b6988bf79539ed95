package judgetest

import (
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// Cast is a set of games with people in every role, for tests of permissions.
type Cast struct {
	Played  *game.Game // a game of which a phase has been resolved
	Fresh   *game.Game // a game that has begun, with no phase resolved
	Forming *game.Game // a game that waits for players, whom its master approves
	Own     *game.Game // a game with one player and no master
	Links   *game.Game // a game played by secret links
	Keys    game.Keys  // the secret links of the game Links

	// Elsewhere is a game in which only Player and Stranger take part.
	Elsewhere *game.Game

	Master    *game.Account // master of Played, Fresh and Forming
	Player    *game.Account // plays Milan in Played and Fresh, plays Own alone, and has joined Forming
	Rival     *game.Account // plays Venice
	Former    *game.Account // has left the seat of Florence in Played
	Ejected   *game.Account // was removed from the seat of Naples in Played
	Observer  *game.Account
	ExMaster  *game.Account // was a master of Played and Fresh
	Operator  *game.Account // an operator of the whole judge who takes part in no game
	Outsider  *game.Account // takes part in no game
	Blocked   *game.Account // was an observer of Played
	Seat      int           // seat of Player in Played
	RivalSeat int
}

// Finished returns a game that ended in a draw. Player, Rival and two others played it, and Master
// was its master.
func (h *House) Finished(c *Cast) *game.Game {
	h.T.Helper()
	ctx := h.context()
	g := h.HostGame(c.Master, lobby.NewGame{Name: "Finished", Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(s *hosting.Hosting) { s.Listed = true })
	players := []*game.Account{c.Player, c.Rival, h.Person("Terza"), h.Person("Quarta")}
	h.JoinAll(g, players)
	for _, a := range players {
		r := h.RoleFor(g, a)
		h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}))
	}
	return h.At(g.ID)
}

// Cast plays the games of a Cast. The house must be empty.
func (h *House) Cast() *Cast {
	h.T.Helper()
	ctx := h.context()
	c := &Cast{
		Master: h.Person("Cosimo"), Player: h.Person("Milano"), Rival: h.Person("Veneto"), Former: h.Person("Firenze"), Ejected: h.Person("Napoli"),
		Observer: h.Person("Osservante"), ExMaster: h.Person("Lorenzo"), Operator: h.Person("Podestaria"), Outsider: h.Person("Straniera"), Blocked: h.Person("Bandita"),
	}
	h.Must(h.Users.SetOperator(ctx, c.Operator.ID, true))
	four := func(name string) *game.Game {
		g := h.HostGame(c.Master, lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(s *hosting.Hosting) {
			s.Listed, s.Bots, s.ManualProcess = true, true, true
		})
		for power, a := range map[string]*game.Account{"I": c.Player, "V": c.Rival, "L": c.Former, "N": c.Ejected} {
			h.Must(h.Lobby.Join(ctx, g.ID, a.ID, power))
		}
		for _, a := range []*game.Account{c.Observer, c.ExMaster, c.Blocked} {
			h.Must(h.Lobby.Observe(ctx, g.ID, a.ID))
		}
		h.Must(h.Lobby.Promote(ctx, g.ID, h.RoleFor(g, c.Master), c.ExMaster.ID))
		return h.Reload(g)
	}
	c.Fresh, c.Played = four("Fresh"), four("Played")
	master := h.RoleFor(c.Played, c.Master)
	h.Must(h.Lobby.Eject(ctx, c.Played.ID, master, 0, c.ExMaster.ID))
	h.Must(h.Lobby.Eject(ctx, c.Fresh.ID, h.RoleFor(c.Fresh, c.Master), 0, c.ExMaster.ID))
	if _, err := h.Judge.Clock.Process(ctx, c.Played.ID, master, c.Played.Revision); err != nil {
		h.T.Fatal(err)
	}
	h.Must(h.Lobby.Leave(ctx, c.Played.ID, h.RoleFor(c.Played, c.Former)))
	h.Must(h.Lobby.Eject(ctx, c.Played.ID, master, h.RoleFor(c.Played, c.Ejected).Seat, ""))
	h.Must(h.Users.Block(ctx, c.Blocked.ID, true))
	c.Played = h.Reload(c.Played)
	c.Seat, c.RivalSeat = h.RoleFor(c.Played, c.Player).Seat, h.RoleFor(c.Played, c.Rival).Seat

	c.Forming = h.HostGame(c.Master, lobby.NewGame{Name: "Forming", Scenario: "A", Variant: "A-4"}, func(s *hosting.Hosting) { s.Approval, s.Bots, s.Press.WatchAll = true, true, true })
	h.Must(h.Lobby.Observe(ctx, c.Forming.ID, c.Observer.ID))
	h.Must(h.Lobby.Join(ctx, c.Forming.ID, c.Player.ID, ""))
	var err error
	alone := hosting.Default()
	c.Own, err = h.Lobby.Host(ctx, c.Player.ID, lobby.NewGame{Name: "Own", Scenario: "A", Variant: "A-4", Plays: true}, alone)
	h.Must(err)
	h.Must(h.Lobby.Start(ctx, c.Own.ID, h.RoleFor(c.Own, c.Player), true))
	c.Own = h.Reload(c.Own)
	c.Elsewhere = h.HostGame(h.Person("Altra"), lobby.NewGame{Name: "Elsewhere", Scenario: "A", Variant: "A-4"}, nil)
	h.Must(h.Lobby.Join(ctx, c.Elsewhere.ID, c.Player.ID, ""))
	c.Links, c.Keys = h.MakeGame(lobby.NewGame{Name: "Links", Scenario: "A", Variant: "A-4", Pace: time.Hour})
	return c
}

// Mustered returns a game of the cast's master whose players must still confirm that they are
// present. Cast.Games does not list it.
func (h *House) Mustered(c *Cast) *game.Game {
	h.T.Helper()
	g := h.HostGame(c.Master, lobby.NewGame{Name: "Mustered", Scenario: "A", Variant: "A-4"}, func(s *hosting.Hosting) { s.Muster = true })
	for _, a := range []*game.Account{c.Player, c.Rival, c.Former, c.Outsider} {
		h.Must(h.Lobby.Join(h.context(), g.ID, a.ID, ""))
	}
	return g
}

// Games returns the games of the cast, keyed by the names that tests use for them.
func (c *Cast) Games() map[string]*game.Game {
	return map[string]*game.Game{"played": c.Played, "fresh": c.Fresh, "forming": c.Forming, "own": c.Own, "links": c.Links, "elsewhere": c.Elsewhere}
}
