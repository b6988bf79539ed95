package account

import (
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// MarkTime is how long the marks of browsers that have signed in are valid.
const MarkTime = 30 * 24 * time.Hour

// maxMutes is the maximum number of people and seats that an account mutes.
const maxMutes = 500

// SetMute adds a mute, or removes it; removing one that does not exist does nothing. It also saves
// the account, which invalidates its owner's cached pages.
func SetMute(tx *game.Tx, m game.Mute, on bool) error {
	if err := tx.Accounts.LockAccount(m.Account); err != nil {
		return err
	}
	list, err := tx.Safety.Mutes(m.Account)
	if err != nil {
		return err
	}
	same := slices.IndexFunc(list, func(x game.Mute) bool { return x.Game == m.Game && x.Seat == m.Seat && x.Other == m.Other })
	switch {
	case !on && same < 0:
		return nil
	case !on:
		err = tx.Safety.DropMute(m)
	case same < 0 && len(list) >= maxMutes:
		return game.Refuse(game.Conflict, message.New("You can mute {n} people. Unmute one of them first.", message.Number(maxMutes)))
	default:
		err = tx.Safety.SaveMute(m)
	}
	if err != nil {
		return err
	}
	a, err := tx.Accounts.Account(m.Account)
	if err != nil {
		return err
	}
	return tx.Accounts.SaveAccount(a)
}

// Blocking returns which of the others an account has blocked, and which of them have blocked it.
func Blocking(tx *game.Tx, account string, others []string) (blocked, by []string, err error) {
	mine, err := tx.Safety.Mutes(account)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range mine {
		if m.Block && slices.Contains(others, m.Other) {
			blocked = append(blocked, m.Other)
		}
	}
	theirs, err := tx.Safety.MutesOf(account)
	for _, m := range theirs {
		if m.Block && slices.Contains(others, m.Account) {
			by = append(by, m.Account)
		}
	}
	return blocked, by, err
}

// Standing holds the sanctions that operators have imposed on an account.
type Standing struct {
	Warnings  []game.Sanction // warnings that its owner has not acknowledged
	Suspended time.Time       // until when the account is suspended; zero if it is not
	Why       string          // reason for the suspension
}

// StandingOf returns the sanctions that operators have imposed on an account, as of now. A
// suspension ends by itself.
func StandingOf(tx *game.Tx, account string, now time.Time) (Standing, error) {
	var s Standing
	all, err := tx.Safety.Sanctions(account)
	for _, x := range all {
		switch {
		case !x.InForce(now):
		case x.Kind == game.Suspended && x.Until.After(s.Suspended):
			s.Suspended, s.Why = x.Until, x.Why
		case x.Kind == game.Warned:
			s.Warnings = append(s.Warnings, x)
		}
	}
	return s, err
}

// ErrWarned is returned for actions that people may only take after they have acknowledged a
// warning.
var ErrWarned = game.Refuse(game.Forbidden, message.New("An operator of this judge has warned you. Read the warning on your account's page and acknowledge it, or send the line {command} by e-mail. Until then you can neither join or host games nor write to other players. Your orders are taken as always.", message.Order("ACKNOWLEDGE")))

// MayTakePart returns an error if an account is suspended now, or has a warning that its owner has
// not acknowledged. Such an account cannot join or host games, or send messages except to masters.
func MayTakePart(tx *game.Tx, account string, now time.Time) error {
	s, err := StandingOf(tx, account, now)
	switch {
	case err != nil:
		return err
	case !s.Suspended.IsZero():
		return game.Refuse(game.Forbidden, message.New("Your account is suspended until {when}. Until then you can neither join or host games nor write to other players. Your running games go on: your orders are taken as always, and you can write to the masters.", message.Moment(s.Suspended.Unix())))
	case len(s.Warnings) > 0:
		return ErrWarned
	}
	return nil
}

// notRemoved returns an error for a name that an operator has removed from an account, unless it is
// the current name or the removal was lifted.
func notRemoved(tx *game.Tx, a *game.Account, name string) error {
	if Fold(name) == Fold(a.Name) {
		return nil
	}
	all, err := tx.Safety.Sanctions(a.ID)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.Kind != game.Renamed || !x.Lifted.IsZero() {
			continue
		}
		r, err := tx.Safety.Report(x.Report)
		if err != nil {
			return err
		}
		if r.Kind != game.GameReport && Fold(r.Shown) == Fold(name) {
			return game.Refuse(game.Forbidden, message.New("An operator has removed this name from your account. Choose another one."))
		}
	}
	return nil
}
