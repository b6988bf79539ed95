package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// EndAccess ends access of an account. letters says whether the judge can send a link that
// signs in; if not, the last way to sign in cannot be removed. The error code is "not_found"
// for access that the account does not have, and "conflict" for access that cannot be ended.
func (s *Service) EndAccess(ctx context.Context, account string, kind AccessKind, id string, letters bool) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Accounts.LockAccount(account); err != nil {
			return err
		}
		all, err := s.AccessIn(tx, account)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(x Access) bool { return x.Kind == kind && x.ID == id })
		switch {
		case i < 0:
			return errNoAccess
		case all[i].Stays:
			return errMainMail
		case kind == AccessPasskey || kind == AccessProvider:
			if err := s.leavesWay(tx, account, all, all[i:i+1], letters); err != nil {
				return err
			}
		}
		return all[i].end(ctx, tx)
	})
}

// leavesWay returns an error if removing some access of an account would leave no way to sign
// in.
func (s *Service) leavesWay(tx *game.Tx, account string, all, without []Access, letters bool) error {
	a, err := s.AccountIn(tx, account)
	if err != nil || letters || a.Hash != "" {
		return err
	}
	signs := func(list []Access) (n int) {
		for _, x := range list {
			if x.Kind == AccessPasskey || x.Kind == AccessProvider {
				n++
			}
		}
		return n
	}
	if n := signs(without); n > 0 && n == signs(all) {
		return errLastWay
	}
	return nil
}

// endAll ends all access to an account except one session, given by its hash, and the address
// that receives its e-mail. It also cancels unfinished requests for access. The password and
// the second factor stay. The owner gets one e-mail about it, which begins with a message if
// one is given. letters is as for EndAccess.
func (s *Service) endAll(ctx context.Context, tx *game.Tx, account, except string, letters bool, before ...message.Message) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return err
	}
	to, err := OwnersOf(tx, account)
	if err != nil {
		return err
	}
	all, err := s.stored(tx, account)
	if err != nil {
		return err
	}
	if err := s.leavesWay(tx, account, all, all, letters); err != nil {
		return err
	}
	if err := s.endEach(ctx, tx, account, except, all); err != nil {
		return err
	}
	said := append(slices.Clone(before), message.New("All access to your account was ended: browsers, keys of programs, passkeys, accounts elsewhere, other addresses, chats, webhooks, notifications, the calendar, addresses for replies, and links that invite to your games. Your password stays, and e-mail goes to {address}.", message.Name(a.Email)))
	return s.tellOwner(ctx, tx, a, to, message.New("{text}", message.ListOf(message.Sentences, said)))
}

// EndAllAccess ends all access to an account except one session, given by its hash. The caller
// has checked that the owner asks for it.
func (s *Service) EndAllAccess(ctx context.Context, account, except string, letters bool) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.endAll(ctx, tx, account, except, letters) })
}

// endEach ends each item of access without an e-mail of its own.
func (s *Service) endEach(ctx context.Context, tx *game.Tx, account, except string, all []Access) error {
	to, err := OwnersOf(tx, account)
	if err != nil {
		return err
	}
	silent := with(ctx, func(r *request) { r.answered, r.kept = to, except })
	for _, x := range all {
		if x.Stays || x.Kind == AccessSession && x.ID == except {
			continue
		}
		// A session may already have ended with the passkey that opened it.
		if err := x.end(silent, tx); err != nil && game.ErrorCode(err) != game.NotFound && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
	}
	return tx.Passkeys.DropCeremoniesOf(account)
}

// Revoke ends all access to an account without an e-mail, except the address that receives its
// e-mail.
func (s *Service) Revoke(ctx context.Context, tx *game.Tx, account string) error {
	all, err := s.stored(tx, account)
	if err != nil {
		return err
	}
	return s.endEach(ctx, tx, account, "", all)
}

// Restored ends all access to an account after the database was replaced by a copy from an
// earlier time, and notifies the owner. It reports whether there was any access. letters is as for
// EndAccess: without it, nobody loses the last way to sign in.
func (s *Service) Restored(ctx context.Context, tx *game.Tx, account string, copied time.Time, letters bool) (bool, error) {
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return false, err
	}
	all, err := s.stored(tx, account)
	if err != nil {
		return false, err
	}
	stranded := s.leavesWay(tx, account, all, all, letters) != nil
	all = slices.DeleteFunc(all, func(x Access) bool {
		return x.Kind == AccessAddress || stranded && (x.Kind == AccessPasskey || x.Kind == AccessProvider)
	})
	if len(all) == 0 {
		return false, nil
	}
	if err := s.endEach(ctx, tx, account, "", all); err != nil || a.Blocked || !a.Verified {
		return true, err
	}
	to, err := OwnersOf(tx, account)
	f := s.owners.Load()
	if err != nil || f == nil || len(to) == 0 {
		return true, err
	}
	return true, (*f)(tx, OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), To: to, Person: &PersonNews{
		Subject: message.New("restored from a copy"), Page: "/me#access", Due: s.now(),
		Said: []message.Message{
			message.New("The judge was restored from a copy of {time}. What was revoked since would be valid again, so all access to your account was ended: browsers, keys of programs, passkeys, accounts elsewhere, chats, webhooks, notifications, the calendar, and addresses for replies in earlier e-mail.", message.Moment(copied.Unix())),
			message.New("Your password, your addresses and your second factor are as they were then: check them, and set up again what you need."),
		},
	}})
}
