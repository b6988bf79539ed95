package admin

import (
	"context"
	"slices"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Agreement is the state of the players' agreement to a motion.
type Agreement struct {
	Motion     game.Motion
	Agreed, Of int                 // the number of players who agree, and the number who must
	Mine       bool                // whether the caller is among those who agree
	Asked      bool                // whether the caller may agree
	Who        []machiavelli.Power // the powers that agree, if the motion is open
}

// Motions returns the state of each motion that is possible at the moment, as a
// role sees it. A game with a master has open motions only.
func (u *Admin) Motions(ctx context.Context, gameID string, role game.Role) ([]Agreement, error) {
	var out []Agreement
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := u.base.Load(tx, gameID)
		if err != nil || g.Number == 0 || g.Finished {
			return err
		}
		has, err := gamestate.HasMaster(tx, g)
		if err != nil {
			return err
		}
		for _, m := range game.Motions {
			if has && m.Ask == nil {
				continue
			}
			if err := u.errMotion(tx, g, m.Motion); err != nil {
				if game.ErrorCode(err) != game.Conflict {
					return err
				}
				continue
			}
			a, err := u.agreement(tx, g, role, m.Motion)
			if err != nil {
				return err
			}
			out = append(out, a)
		}
		return nil
	})
	return out, err
}

// Agree records or withdraws a player's agreement to a motion. Agreements expire with the phase.
// The motion is executed as soon as the holders of all seats still in the game agree; computer
// players are not asked. Everyone is notified when that happens, and when the first player
// agrees. Motions that are not open exist only in games without a master.
func (u *Admin) Agree(ctx context.Context, gameID string, role game.Role, m game.Motion, agree bool) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := u.base.LoadRunning(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := tx.Games.Lock(g.ID); err != nil {
			return err
		}
		kind := game.MotionOf(m)
		if kind == nil {
			return noMotion(m)
		}
		if has, err := gamestate.HasMaster(tx, g); err != nil {
			return err
		} else if has && kind.Ask == nil {
			return game.Refuse(game.Forbidden, message.New("This game has a master, who decides this. Write to them."))
		}
		if err := u.errMotion(tx, g, m); err != nil {
			return err
		}
		was, err := u.agreement(tx, g, role, m)
		switch {
		case err != nil:
			return err
		case !was.Asked:
			return game.Refuse(game.Forbidden, message.New("This is for players of the game."))
		case was.Mine == agree:
			return nil
		case !agree:
			return tx.Votes.DropAgreement(g.ID, m, voter(role.Account, role.Seat))
		}
		if err := tx.Votes.SaveAgreement(g.ID, m, voter(role.Account, role.Seat)); err != nil {
			return err
		}
		if was.Agreed+1 == was.Of {
			return u.carry(tx, g, m)
		}
		return tellMotion(tx, g, role.Seat, m)
	})
}

// errMotion returns an error if a motion is not possible at the moment.
func (u *Admin) errMotion(tx *game.Tx, g *gamestate.State, m game.Motion) error {
	switch {
	case g.Status == game.Terminated:
		return gamestate.ErrStopped
	case m == game.MotionBack && g.Number == 1:
		return game.Refuse(game.Conflict, message.New("No phase has been resolved yet: there is nothing to roll back."))
	case g.Status == game.Paused && (m == game.MotionLater || m == game.MotionTime || m == game.MotionPause):
		return gamestate.ErrPaused
	case m == game.MotionLater, m == game.MotionTime:
		c, err := u.clock.Course(tx, g)
		if err == nil && c.Timing.Plan.Deadline.IsZero() {
			return game.Refuse(game.Conflict, message.New("This phase has no deadline."))
		}
		return err
	}
	return nil
}

// noMotion returns the error for a motion that does not exist.
func noMotion(m game.Motion) error {
	var all []message.Name
	for _, x := range game.Motions {
		all = append(all, message.Name(x.Motion))
	}
	return game.Refuse(game.Invalid, message.New("There is no motion {motion}; there are {motions}.", message.Name(m), message.ListOf(message.And, all)))
}

// agreement returns the state of the players' agreement to a motion.
func (u *Admin) agreement(tx *game.Tx, g *gamestate.State, role game.Role, m game.Motion) (Agreement, error) {
	a := Agreement{Motion: m}
	agreed, err := tx.Votes.Agreements(g.ID, m)
	if err != nil {
		return a, err
	}
	players, err := gamestate.Holders(tx, g)
	if err != nil {
		return a, err
	}
	if g.Hosting.Links {
		players = players[:0]
		for _, s := range g.Seats {
			state, err := g.SeatState(s.Number)
			if err != nil {
				return a, err
			}
			if state.Bot == "" {
				players = append(players, game.Member{Seat: s.Number})
			}
		}
	}
	t, err := u.base.Board(tx, g)
	if err != nil {
		return a, err
	}
	for _, p := range players {
		if t.Out(p.Seat) {
			continue
		}
		a.Of++
		yes := slices.Contains(agreed, voter(p.Account, p.Seat))
		if yes {
			a.Agreed++
		}
		if yes && game.MotionOf(m).Ask != nil {
			a.Who = append(a.Who, g.PowersAt(p.Seat)...)
		}
		if p.Account == role.Account && p.Seat == role.Seat {
			a.Asked, a.Mine = true, yes
		}
	}
	return a, nil
}

// voter returns the key of a player's agreement: the account, or the seat if a link holds it.
func voter(account string, seat int) string {
	if account == "" {
		return "seat " + gamestate.SeatKey(seat)
	}
	return account
}

// tellMotion notifies everyone of a new motion in this phase. Its mover stays secret unless the
// motion is open.
func tellMotion(tx *game.Tx, g *gamestate.State, seat int, m game.Motion) error {
	told, err := tx.Items.List(g.ID, clock.MotionToldItem)
	if err != nil {
		return err
	}
	if _, before := told[string(m)]; before {
		return nil
	}
	if err := tx.Items.Put(g.ID, clock.MotionToldItem, string(m), []byte("true")); err != nil {
		return err
	}
	n := journal.Notice{Topic: journal.TopicMotion}
	kind := game.MotionOf(m)
	if kind.Ask == nil {
		n.Said = kind.Proposal
		return gamestate.Notice(tx, g, journal.Everybody, n)
	}
	var powers []message.Power
	for _, p := range g.PowersAt(seat) {
		powers = append(powers, message.PowerOf(g.Setting.Powers, p))
	}
	n.Seats = []int{seat}
	n.Said = kind.Ask(message.ListOf(message.And, powers))
	return gamestate.Notice(tx, g, journal.Everybody, n)
}

// agreedBy is the published reason for acts that players have agreed on.
const agreedBy = "All players have agreed to it."

// carry executes a motion to which all players agree.
func (u *Admin) carry(tx *game.Tx, g *gamestate.State, m game.Motion) error {
	if err := clock.ClearMotions(tx, g.ID); err != nil {
		return err
	}
	switch m {
	case game.MotionBack:
		return u.takeBack(tx, g, game.Role{}, 0, false, agreedBy)
	case game.MotionEnd:
		return u.clock.TerminateGame(g, tx, message.New("The game is terminated: all players have agreed."))
	}
	c, err := u.clock.Course(tx, g)
	if err != nil {
		return err
	}
	if m == game.MotionPause {
		return c.Pause(message.New("The game is paused: all its players have agreed to it. Orders are still taken, but nothing is resolved and there are no deadlines until one of them resumes it."))
	}
	by := usualNotice
	if next := c.Timing.Timing.Next; next > 0 {
		by = min(by, next)
	}
	from := c.Timing.Plan.Deadline
	if g.At.After(from) {
		from = g.At
	}
	return u.clock.ChangeTimes(tx, g, from.Add(by), time.Time{}, time.Time{})
}

// MotionLetters is the motion to publish the messages of a finished game.
const MotionLetters game.Motion = "letters"
