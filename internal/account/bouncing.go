package account

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
)

// Bouncing returns the address of an account to which e-mails do not arrive, or
// nil if no such address is known.
func (s *Service) Bouncing(ctx context.Context, account string) (*Bouncing, error) {
	return reading(ctx, s, func(tx *game.Tx) (*Bouncing, error) {
		b, err := ReadBouncing(tx, account)
		if err != nil || b == nil || b.Over(s.now()) {
			return nil, err
		}
		a, err := s.AccountIn(tx, account)
		if err != nil || !strings.EqualFold(a.Email, b.Email) {
			return nil, err
		}
		return b, nil
	})
}

// AllBouncing returns the accounts that e-mail does not reach, beginning with the oldest
// failure. It is for operators.
func (s *Service) AllBouncing(ctx context.Context) ([]Bouncing, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]Bouncing, error) {
		items, err := tx.Items.List("", BouncingItem)
		if err != nil {
			return nil, err
		}
		var out []Bouncing
		for _, account := range slices.Sorted(maps.Keys(items)) {
			var b Bouncing
			if err := json.Unmarshal(items[account], &b); err != nil {
				return nil, err
			}
			if b.Account = account; !b.Over(s.now()) {
				out = append(out, b)
			}
		}
		slices.SortStableFunc(out, func(a, b Bouncing) int { return a.Since.Compare(b.Since) })
		return out, nil
	})
}

// BouncingItem is the kind of the items that record accounts that e-mail does not reach. They
// belong to no game.
const BouncingItem = "bouncing"

// bouncingTime is how long an address counts as failing after the last returned e-mail. The
// judge still sends e-mail to it in the meantime.
const bouncingTime = 14 * 24 * time.Hour

// Bouncing records that e-mail to an account does not arrive.
type Bouncing struct {
	Account string    `json:"-"`
	Email   string    `json:"email"`
	Why     string    `json:"why,omitempty"` // the mail server's last answer
	Since   time.Time `json:"since"`
	Last    time.Time `json:"last"`
	Count   int       `json:"count"` // number of returned e-mails
}

// Over reports whether the last failure is so long ago that the address counts
// as working again.
func (b *Bouncing) Over(now time.Time) bool { return now.Sub(b.Last) >= bouncingTime }

// ReadBouncing returns the delivery failures of an account's e-mail, or nil if
// there are none.
func ReadBouncing(tx *game.Tx, account string) (*Bouncing, error) {
	text, err := tx.Items.Get("", BouncingItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b := &Bouncing{Account: account}
	return b, json.Unmarshal(text, b)
}

// Arrives records that an e-mail came from an address, which proves that it works, and removes
// its recorded failures.
func (s *Service) Arrives(ctx context.Context, account, email string) error {
	b, err := s.Bouncing(ctx, account)
	if err != nil || b == nil || !strings.EqualFold(b.Email, email) {
		return err
	}
	return s.store.Write(ctx, func(tx *game.Tx) error { return tx.Items.Drop("", BouncingItem, account) })
}
