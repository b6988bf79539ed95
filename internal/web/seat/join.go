package seat

import (
	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/machiavelli/message"
)

// join takes a seat in a forming game.
func (s *Pages) join(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "?done=joined", s.Judge.Lobby.Join(f.Request.Context(), f.Game.ID, a, f.Get("wishes"))
}

// setWishes changes the powers that a player prefers.
func (s *Pages) setWishes(f *gamepage.Form) (string, error) {
	return "?done=wishes", s.Judge.Lobby.SetPreferences(f.Request.Context(), f.Game.ID, f.Role, f.Get("wishes"))
}

// confirm records that a player is present, before the game begins.
func (s *Pages) confirm(f *gamepage.Form) (string, error) {
	return "?done=confirmed", s.Judge.Lobby.ConfirmSeat(f.Request.Context(), f.Game.ID, f.Role)
}

// unseat replaces a player who was asked to confirm by someone else.
func (s *Pages) unseat(f *gamepage.Form) (string, error) {
	return "?done=left", s.Judge.Lobby.DeclineSeat(f.Request.Context(), f.Game.ID, f.Role)
}

// watch adds the visitor as an observer.
func (s *Pages) watch(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "?done=watching", s.Judge.Lobby.Observe(f.Request.Context(), f.Game.ID, a)
}

// takeOver takes over a vacant seat, or asks for it if the master must approve.
func (s *Pages) takeOver(f *gamepage.Form) (string, error) {
	to := "?done=took"
	if f.Game.Hosting.Approval && f.Role.Seat == 0 {
		to = "?done=asked"
	}
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return to, s.Judge.Lobby.TakeOver(f.Request.Context(), f.Game.ID, a, f.Number("seat"))
}

// resign gives up the visitor's seat or role as a master, or stops observing.
func (s *Pages) resign(f *gamepage.Form) (string, error) {
	if f.Role.Seat > 0 && f.Game.Status != game.Forming && f.Get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to leave your seat. Others can then take it."))
	}
	return "?done=left", s.Judge.Lobby.Leave(f.Request.Context(), f.Game.ID, f.Role)
}
