package clock

import (
	"context"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Vacation is a time in which a person is away from all their games.
type Vacation struct {
	Start, End time.Time
	Games      []VacationIn // the running and forming games in which the person plays or is a master
}

// VacationIn is the effect of a vacation on a game.
type VacationIn struct {
	Game, Name string
	Absences   []schedule.Absence // none if it has no effect
	Says       message.Message    // the effect in a sentence
}

var errNoVacation = game.Refuse(game.NotFound, message.New("You have set no vacation."))

// SetVacation records when a person is away from all their games, and returns the effect on
// each of them. New deadlines avoid the vacation as far as the game allows its players
// absences. This includes games that the person joins later. It replaces an earlier vacation.
// The masters of the games are notified.
func (k *Clockwork) SetVacation(ctx context.Context, accountID string, start, end time.Time) (*Vacation, error) {
	var out *Vacation
	err := k.base.Write(ctx, func(tx *game.Tx) error {
		a, err := k.base.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		whole, err := schedule.AddAbsence(nil, schedule.Absence{Start: start, End: end}, k.base.Now(), 0, true)
		if err != nil {
			return calendarError(err)
		}
		v := game.Vacation{Account: a.ID, Start: whole[0].Start, End: whole[0].End}
		if err := k.saveVacation(tx, a.ID, func() error { return tx.Absences.SaveVacation(v) }); err != nil {
			return err
		}
		out, err = k.vacation(tx, v)
		if err != nil {
			return err
		}
		return k.tellVacation(tx, out, true)
	})
	return out, err
}

// DropVacation removes the vacation of an account. The masters of its games are
// notified. The error code is "not_found" if there is none.
func (k *Clockwork) DropVacation(ctx context.Context, accountID string) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		v, err := k.readVacation(tx, accountID)
		if err != nil {
			return err
		}
		if v == nil {
			return errNoVacation
		}
		if err := k.saveVacation(tx, accountID, func() error { return tx.Absences.DropVacation(accountID) }); err != nil {
			return err
		}
		return k.tellVacation(tx, v, false)
	})
}

// Vacation returns an account's current or future vacation with its effect on each of its
// games, or nil if there is none.
func (k *Clockwork) Vacation(ctx context.Context, accountID string) (*Vacation, error) {
	var out *Vacation
	err := k.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = k.readVacation(tx, accountID)
		return err
	})
	return out, err
}

func (k *Clockwork) readVacation(tx *game.Tx, accountID string) (*Vacation, error) {
	list, err := tx.Absences.Vacations([]string{accountID})
	if err != nil || len(list) == 0 || !list[0].End.After(k.base.Now()) {
		return nil, err
	}
	return k.vacation(tx, list[0])
}

// saveVacation changes a vacation by calling save. It also saves the account, so that cached
// pages of its games are rendered again.
func (k *Clockwork) saveVacation(tx *game.Tx, accountID string, save func() error) error {
	if err := tx.Accounts.LockAccount(accountID); err != nil {
		return err
	}
	if err := save(); err != nil {
		return err
	}
	return k.base.Accounts.Mark(tx, accountID, func(*game.Account) {})
}

// vacation returns the effect of a vacation on each game of its account.
func (k *Clockwork) vacation(tx *game.Tx, v game.Vacation) (*Vacation, error) {
	out := &Vacation{Start: v.Start, End: v.End}
	list, err := tx.Games.ListGames(game.GameQuery{Account: v.Account, Mine: true, Running: true})
	if err != nil {
		return nil, err
	}
	games, err := k.base.LoadAll(tx, list.IDs)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		x, err := k.vacationIn(tx, g, v)
		if err != nil {
			return nil, err
		}
		if x != nil {
			out.Games = append(out.Games, *x)
		}
	}
	return out, nil
}

// vacationIn returns the effect of a vacation on a game, or nil if the account neither plays in the
// game nor is its master, or if the game has ended or is played by links.
func (k *Clockwork) vacationIn(tx *game.Tx, g *gamestate.State, v game.Vacation) (*VacationIn, error) {
	if g.Hosting.Links || g.Ended() || g.Finished {
		return nil, nil
	}
	present, err := g.Members(tx)
	if err != nil {
		return nil, err
	}
	plays, runs := gamestate.FindMember(present, v.Account, game.Player), gamestate.FindMember(present, v.Account, game.Master)
	if plays == nil && runs == nil {
		return nil, nil
	}
	out := &VacationIn{Game: g.ID, Name: g.Name}
	if g.Number == 0 {
		out.Says = message.New("The vacation counts from the beginning of the game on, as far as the game allows absences.")
		return out, nil
	}
	if plays != nil && plays.Seat > 0 {
		t, err := k.base.Board(tx, g)
		if err != nil {
			return nil, err
		}
		if t.Out(plays.Seat) {
			out.Says = message.New("Nobody waits for you there: you are out of the game.")
			return out, nil
		}
	}
	out.Absences = g.VacationOf(present, v)
	most := message.Number(g.Hosting.MaxAbsence)
	switch {
	case len(out.Absences) == 0 && plays == nil:
		out.Says = message.New("The deadlines do not change: the game has another master.")
	case len(out.Absences) == 0:
		out.Says = message.New("The deadlines do not change: the players of this game cannot set absences.")
	case out.Absences[0].End.Before(v.End):
		out.Says = message.New("New deadlines avoid it for {n} days, until {until}: the game allows no longer absence. A master can set one.", most, message.Moment(out.Absences[0].End.Unix()))
	default:
		out.Says = message.New("New deadlines avoid it; the current one stays.")
	}
	return out, nil
}

// tellVacation notifies the masters of the games in which a player's vacation counts that it
// was set or cancelled.
func (k *Clockwork) tellVacation(tx *game.Tx, v *Vacation, on bool) error {
	for _, x := range v.Games {
		for _, a := range x.Absences {
			if a.Seat == schedule.Master {
				continue
			}
			g, err := k.base.Load(tx, x.Game)
			if k.base.LeaveOut(x.Game, err) {
				continue
			}
			if err != nil {
				return err
			}
			n := journal.Notice{Topic: journal.TopicAbsenceOff, Seats: []int{a.Seat}, From: a.Start, Until: a.End}
			n.Said = notAway(g.Called(a.Seat))
			if on {
				n.Topic, n.Said = journal.TopicAbsence, awayUntil(g.Called(a.Seat))
			}
			if err := gamestate.Log(tx, g, game.NoticeEntry, journal.MastersOnly, a.Seat, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// SeatVacations returns the vacations of a game's members as absences of their seats: a master
// gets all of them, a player only their own.
func (k *Clockwork) SeatVacations(ctx context.Context, gameID string, role game.Role) ([]schedule.Absence, error) {
	var out []schedule.Absence
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := k.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		all, err := g.Vacations(tx)
		for _, a := range all {
			if g.CheckAway(role, a.Seat) == nil {
				out = append(out, a)
			}
		}
		return err
	})
	return out, err
}
