package users

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// AdoptProgram marks an account as that of a program, for which the account
// owner answers. secret is a key of the program's account: its holder
// controls the account. The error is "forbidden" for a secret that is not such a
// key, and "conflict" for an account that takes part in a game, or that cannot be
// a program.
func (u *Users) AdoptProgram(ctx context.Context, owner, secret string) (*game.Account, error) {
	if err := u.Accounts.CountStranger(ctx, "program "); err != nil {
		return nil, err
	}
	var out *game.Account
	err := u.Write(ctx, func(tx *game.Tx) error {
		t, err := u.Accounts.Live(tx, secret)
		switch {
		case game.ErrorCode(err) == game.Forbidden, err == nil && (t.Kind != game.APIToken || t.Game != ""):
			return game.Refuse(game.Forbidden, message.New("This is not a key of an account. Sign in to the program's account, make a key for all its games, and enter it here."))
		case err != nil:
			return err
		}
		out, err = u.Accounts.SetProgram(ctx, tx, t.Account, true, owner, owner)
		return err
	})
	if err != nil {
		return nil, err
	}
	u.Accounts.UndoStranger(ctx)
	return out, nil
}

// ReleaseProgram makes the account of a program that of a person again. Only the
// account that answers for it may do that; the program itself may not.
func (u *Users) ReleaseProgram(ctx context.Context, owner, program string) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		_, err := u.Accounts.SetProgram(ctx, tx, program, false, "", owner)
		return err
	})
}

// SetProgram is for the person who runs the judge: it makes an account that of a
// program, for which the account owner answers (empty: the operator), or a
// person's again.
func (u *Users) SetProgram(ctx context.Context, id string, program bool, owner string) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		_, err := u.Accounts.SetProgram(ctx, tx, id, program, owner, "")
		return err
	})
}

// Programs lists the programs for which an account answers, by name.
func (u *Users) Programs(ctx context.Context, owner string) ([]game.Account, error) {
	var out []game.Account
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = tx.Accounts.Programs(owner)
		return err
	})
	return out, err
}

// ProgramSwitches lists when an account was made that of a program or a
// person's, the earliest first.
func (u *Users) ProgramSwitches(ctx context.Context, id string) ([]account.ProgramSwitch, error) {
	var out []account.ProgramSwitch
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.ProgramSwitches(tx, id)
		return err
	})
	return out, err
}

// TooFast records that a program ignores that its requests are refused. The
// person who answers for it gets an e-mail, at most one a day.
func (u *Users) TooFast(ctx context.Context, program string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.TellTooFast(tx, program) })
}
