package game

import (
	"podesta/machiavelli"
	"podesta/view"
)

// View returns the view that decides what a role may see of the game.
func (g *Game) View(role Role) view.View {
	h := g.Hosting
	return view.New(view.Secrets{
		Rules: &g.Rules, Forming: g.Status == Forming, Over: g.Status == Over,
		Gunboat: h.Gunboat, Reveal: h.Reveal, Quiet: h.Quiet, Joining: h.Secret, LateCount: h.LateCount, Ready: h.OnReady, HideVotes: h.HideVotes,
	}, view.Reader{Master: role.Master, Observer: role.Observer, Seat: role.Seat, Powers: g.PlayedAt(role.Seat), Account: role.Account})
}

// PlayedAt returns the powers of a seat, or none before they are dealt.
func (g *Game) PlayedAt(seat int) []machiavelli.Power {
	if g.Number == 0 || seat < 1 || seat > len(g.Setting.Seats) {
		return nil
	}
	return g.Setting.Seats[seat-1]
}
