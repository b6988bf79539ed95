package account

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
)

// Bouncing returns what is known of letters to an account that do not arrive, and
// nil if they do.
func (s *Service) Bouncing(tx game.Tx, account string) (*Bouncing, error) {
	b, err := ReadBouncing(tx, account)
	if err != nil || b == nil || b.Over(s.now()) {
		return nil, err
	}
	a, err := s.Account(tx, account)
	if err != nil || !strings.EqualFold(a.Email, b.Email) {
		return nil, err
	}
	return b, nil
}

// AllBouncing lists the accounts to which letters do not arrive, the longest
// first. It is for operators.
func (s *Service) AllBouncing(tx game.Tx) ([]Bouncing, error) {
	items, err := tx.List("", BouncingItem)
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
}

// BouncingItem is the kind of the items, of no game, that note to which accounts
// letters do not arrive.
const BouncingItem = "bouncing"

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

// Over tells whether nothing has been heard of it for so long that the address
// works again.
func (b *Bouncing) Over(now time.Time) bool { return now.Sub(b.Last) >= bouncingTime }

// ReadBouncing returns what is known of an account whose e-mail comes back; nil if
// nothing is.
func ReadBouncing(tx game.Tx, account string) (*Bouncing, error) {
	text, err := tx.Get("", BouncingItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b := &Bouncing{Account: account}
	return b, json.Unmarshal(text, b)
}
