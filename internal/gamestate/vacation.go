package gamestate

import (
	"podesta/internal/game"
	"podesta/internal/schedule"
)

// Vacations returns the current and future vacations of a game's players and masters, as absences
// of their seats. Games with links and games that have ended have none.
func (g *State) Vacations(tx *game.Tx) ([]schedule.Absence, error) {
	if g.Hosting.Links || g.Ended() {
		return nil, nil
	}
	present, err := g.Members(tx)
	if err != nil {
		return nil, err
	}
	var who []string
	for _, m := range present {
		if m.Kind != game.Observer {
			who = append(who, m.Account)
		}
	}
	list, err := tx.Absences.Vacations(who)
	var out []schedule.Absence
	for _, v := range list {
		out = append(out, g.VacationOf(present, v)...)
	}
	return schedule.Pending(out, g.At), err
}

// VacationOf returns the effect of a person's vacation on a game with these members: absences of
// the person's seats, no longer than the game allows, and of the master, if the person is the only
// master.
func (g *State) VacationOf(present []game.Member, v game.Vacation) []schedule.Absence {
	var out []schedule.Absence
	for _, m := range present {
		a := schedule.Absence{Seat: m.Seat, Start: v.Start, End: v.End}
		switch {
		case m.Account != v.Account:
		case m.Kind == game.Master && len(OfKind(present, game.Master)) == 1:
			a.Seat = schedule.Master
			out = append(out, a)
		case m.Kind == game.Player && m.Seat > 0 && g.BotAt(m.Seat) == "":
			if a.End = schedule.Shortened(a, g.Hosting.MaxAbsence); a.End.After(a.Start) {
				out = append(out, a)
			}
		}
	}
	return out
}
