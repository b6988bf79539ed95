package judgetest

import (
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Masked is a game that keeps something about its players secret, with its players and other
// people.
type Masked struct {
	*House
	Game    *game.Game
	Master  *game.Account
	Players []*game.Account // players in the order in which they joined
	Others  []*game.Account // people who do not take part
}

// Maskers lists settings of games that keep a secret about people.
var Maskers = []struct {
	Name   string
	Never  bool // whether the players are never shown
	Change func(*hosting.Hosting)
}{
	{"gunboat", false, func(h *hosting.Hosting) { h.Gunboat, h.Reveal, h.Quiet = true, true, true }},
	{"gunboat-loud", false, func(h *hosting.Hosting) { h.Gunboat, h.Reveal = true, true }},
	{"never", true, func(h *hosting.Hosting) { h.Gunboat, h.Reveal, h.Quiet, h.HideVotes = true, false, true, true }},
	{"unlisted", true, func(h *hosting.Hosting) { h.Gunboat, h.Reveal, h.Quiet, h.Listed = true, false, true, false }},
	{"quiet", false, func(h *hosting.Hosting) { h.Quiet = true }},
}

// Mask hosts a rated game for four players, who have not joined it. change may be
// nil.
func (h *House) Mask(change func(*hosting.Hosting)) *Masked {
	h.T.Helper()
	m := &Masked{House: h, Master: h.Person("Maestro")}
	for _, name := range []string{"Ada", "Bea", "Dea", "Eva"} {
		m.Players = append(m.Players, h.Person(name))
	}
	for _, name := range []string{"Cia", "Fia", "Gia"} {
		m.Others = append(m.Others, h.Person(name))
	}
	m.Game = h.HostGame(m.Master, lobby.NewGame{Name: "Masked", Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(s *hosting.Hosting) {
		s.Listed, s.Rated, s.NMR, s.ManualProcess = true, true, true, false
		for i := range s.Timing {
			s.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: 72 * time.Hour, Grace: 48 * time.Hour, Days: "SMTWTFS"}
		}
		if change != nil {
			change(s)
		}
	})
	return m
}

// Begin lets all players join, so that the game begins.
func (m *Masked) Begin() {
	m.T.Helper()
	m.JoinAll(m.Game, m.Players)
	m.Game = m.Reload(m.Game)
}

// Role returns the role of an account.
func (m *Masked) Role(a *game.Account) game.Role {
	m.T.Helper()
	return m.RoleFor(m.Game, a)
}

// send sends complete orders for a player.
func (m *Masked) send(a *game.Account) {
	m.T.Helper()
	r := m.Role(a)
	m.Game = m.Reload(m.Game)
	text := (&Story{House: m.House, TheGame: m.Game}).Holding(r.Seat)
	_, err := m.Submit(ctx, m.Game.ID, r, r.Seat, m.Game.Revision, text)
	m.Must(err)
}

// Course plays the game: a player is late, one abandons their seat, one resigns, one takes over a
// seat, and the others end the game. After each of these acts it calls the function after; the last
// act is "end".
func (m *Masked) Course(after func(act string)) {
	m.T.Helper()
	for _, a := range m.Players {
		m.Clock.Advance(time.Minute)
		m.Must(m.Lobby.Join(ctx, m.Game.ID, a.ID, ""))
		after(a.Name + " joins")
	}
	m.Game = m.Reload(m.Game)
	bea, dea, eva := m.Players[1], m.Players[2], m.Players[3]
	phase := func(late ...*game.Account) {
		m.Game = m.Reload(m.Game)
		for _, a := range m.Players {
			if r := m.Role(a); r.Seat > 0 && !slices.Contains(late, a) {
				m.send(a)
			}
		}
	}
	for range 6 { // enough to compute the others' reliability
		phase(dea)
		m.Forward(m.Clock.Now().Add(73 * time.Hour))
		after("the deadline passes")
		if m.Role(dea).Seat > 0 {
			m.send(dea)
		}
		after("Dea sends orders, late")
		m.Forward(m.Clock.Now().Add(time.Hour))
		after("the phase is resolved")
	}
	phase(eva)
	m.Forward(m.Clock.Now().Add(73 * time.Hour))
	after("the deadline passes again")
	m.Forward(m.Clock.Now().Add(49 * time.Hour))
	after("Eva has sent nothing until the end")
	m.Must(m.Lobby.Leave(ctx, m.Game.ID, m.Role(bea)))
	after("Bea resigns")
	m.Must(m.Lobby.TakeOver(ctx, m.Game.ID, m.Others[0].ID, 0))
	after("Cia takes a seat over")
	m.Must(m.Base.Write(ctx, func(tx *game.Tx) error { return m.Judge.Clock.CallTime(tx, m.Game.ID, message.Of(game.ErrOver)) }))
	m.Game = m.Reload(m.Game)
	after("end")
}
