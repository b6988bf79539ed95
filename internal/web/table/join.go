package table

import (
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// join takes a seat in a game that forms.
func (s *seatPages) join(f *tableForm) (string, error) {
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return "?done=joined", s.Judge.Join(f.r.Context(), f.g.ID, a, f.get("wishes"))
}

// setWishes changes the powers that a player prefers.
func (s *seatPages) setWishes(f *tableForm) (string, error) {
	return "?done=wishes", s.Judge.SetPreferences(f.r.Context(), f.g.ID, f.role, f.get("wishes"))
}

// watch adds the visitor as an observer.
func (s *seatPages) watch(f *tableForm) (string, error) {
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return "?done=watching", s.Judge.Observe(f.r.Context(), f.g.ID, a)
}

// takeOver takes over a vacant seat, or asks for it.
func (s *seatPages) takeOver(f *tableForm) (string, error) {
	to := "?done=took"
	if f.g.Hosting.Approval && f.role.Seat == 0 {
		to = "?done=asked"
	}
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return to, s.Judge.TakeOver(f.r.Context(), f.g.ID, a, f.number("seat"))
}

// resign gives up a seat, observing, or the role of a master.
func (s *seatPages) resign(f *tableForm) (string, error) {
	if f.role.Seat > 0 && f.g.Status != game.Forming && f.get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to leave your seat. Others can then take it."))
	}
	return "?done=left", s.Judge.Leave(f.r.Context(), f.g.ID, f.role)
}
