package judge

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

// bouncingItem is the kind of the items, of no game, that note to which accounts
// letters do not arrive.
const bouncingItem = "bouncing"

// bouncingTime is how long an address counts as one at which letters do not
// arrive, after the last that did not: others go out meanwhile.
const bouncingTime = 14 * 24 * time.Hour

// Bouncing tells that letters to somebody do not arrive.
type Bouncing struct {
	Account string    `json:"-"`
	Email   string    `json:"email"`
	Why     string    `json:"why,omitempty"` // what the mail server said last
	Since   time.Time `json:"since"`
	Last    time.Time `json:"last"`
	Count   int       `json:"count"` // of letters that did not
}

// over tells whether nothing has been heard of it for so long that the address
// works again.
func (b *Bouncing) over(now time.Time) bool { return now.Sub(b.Last) >= bouncingTime }

// Bounced notes that a letter to an address of an account was refused for good or
// came back. The masters of its games are told, once a week at most, and first is
// true where the address worked so far. Addresses that the account does not use
// any more are no matter.
func (j *Judge) Bounced(ctx context.Context, account, email, why string) (first bool, err error) {
	var games []string
	err = j.write(ctx, func(tx Tx) error {
		first, games = false, nil
		a, err := j.account(tx, account)
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
		if b == nil || b.over(now) || !strings.EqualFold(b.Email, email) {
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
	err := j.read(ctx, func(tx Tx) error {
		out = nil
		b, err := bouncing(tx, account)
		if err != nil || b == nil || b.over(j.now()) {
			return err
		}
		a, err := j.account(tx, account)
		if err == nil && strings.EqualFold(a.Email, b.Email) {
			out = b
		}
		return err
	})
	return out, err
}

// AllBouncing lists the accounts to which letters do not arrive, the longest
// first; it is for whoever runs the judge.
func (j *Judge) AllBouncing(ctx context.Context) ([]Bouncing, error) {
	var out []Bouncing
	err := j.read(ctx, func(tx Tx) error {
		out = nil
		items, err := tx.List("", bouncingItem)
		if err != nil {
			return err
		}
		for _, account := range slices.Sorted(maps.Keys(items)) {
			var b Bouncing
			if err := json.Unmarshal(items[account], &b); err != nil {
				return err
			}
			if b.Account = account; !b.over(j.now()) {
				out = append(out, b)
			}
		}
		slices.SortStableFunc(out, func(a, b Bouncing) int { return a.Since.Compare(b.Since) })
		return nil
	})
	return out, err
}

func bouncing(tx Tx, account string) (*Bouncing, error) {
	text, err := tx.Get("", bouncingItem, account)
	if errors.Is(err, ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b := &Bouncing{Account: account}
	return b, json.Unmarshal(text, b)
}
