package press

import (
	"net/http"
	"slices"

	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// muteChoice is a seat of a game, with the text of its button or line. Seat 0 stands for the
// observers.
type muteChoice struct {
	Value int
	Label message.Message
}

// addMuted adds the seats and observers that the visitor has muted in a game.
func (s *Pages) addMuted(r *http.Request, pg *lettersView, g *game.Game, role game.Role) error {
	pg.Account = role.Account != ""
	if !pg.Account || role.Master || g.Number == 0 {
		return nil
	}
	seats, err := s.Judge.Press.MutedSeats(r.Context(), g.ID, role)
	for _, n := range seats {
		pg.Muted = append(pg.Muted, muteChoice{n, page.SeatName(g, n)})
	}
	return err
}

// mutable returns what the visitor can mute in a conversation: the only other seat, or the
// observers. It returns nil if there is nobody to mute, or if they are already muted.
func (pg *lettersView) mutable(g *game.Game, role game.Role, t press.Talk) *muteChoice {
	if !pg.Account || role.Master || g.Number == 0 || t.All || t.Hidden || t.Account != "" {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(t.Seats), func(n int) bool { return n == role.Seat })
	n := 0
	switch {
	case len(others) == 1 && !t.Observers:
		n = others[0]
	case len(others) > 0 || !t.Observers || role.Seat == 0:
		return nil
	}
	if slices.ContainsFunc(pg.Muted, func(x muteChoice) bool { return x.Value == n }) {
		return nil
	}
	return &muteChoice{n, message.New("Mute {who}", page.SeatName(g, n))}
}

// mute mutes or unmutes a seat or the observers.
func (s *Pages) mute(f *gamepage.Form) (string, error) {
	on := f.Get("on") != ""
	to := "/letters?done=unmuted"
	if on {
		to = "/letters?done=muted"
	}
	err := s.Judge.Press.MuteSeat(f.Request.Context(), f.Game.ID, f.Role, f.Number("seat"), on)
	if err == nil {
		s.ForgetUnread(f.Role.Account)
	}
	return to, err
}
