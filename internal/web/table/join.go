package table

import (
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// join takes a seat in a game that forms.
func (s *Pages) join(f *tableForm) (string, error) {
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return "?done=joined", s.judge.Join(f.r.Context(), f.g.ID, a, f.get("wishes"))
}

// setWishes changes the powers that a player prefers.
func (s *Pages) setWishes(f *tableForm) (string, error) {
	return "?done=wishes", s.judge.SetPreferences(f.r.Context(), f.g.ID, f.role, f.get("wishes"))
}

// watch adds the visitor as an observer.
func (s *Pages) watch(f *tableForm) (string, error) {
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return "?done=watching", s.judge.Observe(f.r.Context(), f.g.ID, a)
}

// takeOver takes over a vacant seat, or asks for it.
func (s *Pages) takeOver(f *tableForm) (string, error) {
	to := "?done=took"
	if f.g.Hosting.Approval && f.role.Seat == 0 {
		to = "?done=asked"
	}
	a, err := f.player()
	if err != nil {
		return "", err
	}
	return to, s.judge.TakeOver(f.r.Context(), f.g.ID, a, f.number("seat"))
}

// resign gives up a seat, observing, or the role of a master.
func (s *Pages) resign(f *tableForm) (string, error) {
	if f.role.Seat > 0 && f.g.Status != game.Forming && f.get("sure") == "" {
		return "", game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to leave your seat. Others can then take it."))
	}
	return "?done=left", s.judge.Leave(f.r.Context(), f.g.ID, f.role)
}
