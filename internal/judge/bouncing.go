package judge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Bounced notes that a letter to an address of an account was refused for good or
// came back. The masters of its games are told, once a week at most, and first is
// true where the address worked so far. Addresses that the account does not use
// any more are no matter.
func (j *Judge) Bounced(ctx context.Context, account, email, why string) (first bool, err error) {
	var games []string
	err = j.write(ctx, func(tx Tx) error {
		first, games = false, nil
		a, err := j.accounts.Account(tx, account)
		if errors.Is(err, ErrNoAccount) || err == nil && !strings.EqualFold(a.Email, email) {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := bouncing(tx, account)
		if err != nil {
			return err
		}
		now := j.now()
		if b == nil || b.Over(now) || !strings.EqualFold(b.Email, email) {
			b, first = &Bouncing{Email: email, Since: now}, true
		}
		b.Last, b.Why = now, why
		b.Count++
		text, err := json.Marshal(b)
		if err != nil {
			return err
		}
		if err := tx.Put("", bouncingItem, account, text); err != nil {
			return err
		}
		parts, err := tx.MembersOf(account)
		if err != nil {
			return err
		}
		for i := range parts {
			if parts[i].Present() && !slices.Contains(games, parts[i].Game) {
				games = append(games, parts[i].Game)
			}
		}
		return nil
	})
	for _, g := range games {
		err = errors.Join(err, j.Undelivered(ctx, g, account))
	}
	return first, err
}

// Arrives notes that somebody writes from an address, so that what was noted of
// it is over.
func (j *Judge) Arrives(ctx context.Context, account, email string) error {
	b, err := j.Bouncing(ctx, account)
	if err != nil || b == nil || !strings.EqualFold(b.Email, email) {
		return err
	}
	return j.write(ctx, func(tx Tx) error { return tx.Drop("", bouncingItem, account) })
}

// Bouncing tells whether letters to an account do not arrive; nil: nothing is
// known of that.
func (j *Judge) Bouncing(ctx context.Context, account string) (*Bouncing, error) {
	var out *Bouncing
	err := j.read(ctx, func(tx Tx) (err error) {
		out, err = j.accounts.Bouncing(tx, account)
		return err
	})
	return out, err
}

// AllBouncing lists the accounts to which letters do not arrive, the longest
// first; it is for whoever runs the judge.
func (j *Judge) AllBouncing(ctx context.Context) ([]Bouncing, error) {
	var out []Bouncing
	err := j.read(ctx, func(tx Tx) (err error) {
		out, err = j.accounts.AllBouncing(tx)
		return err
	})
	return out, err
}
