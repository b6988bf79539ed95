package tournament

import (
	"slices"

	"podesta/internal/game"
	"podesta/internal/seating"
)

// company holds the facts that determine which people can sit at the same table.
type company struct {
	people map[string]*game.Account // the accounts that can play, keyed by ID
	block  map[[2]string]bool       // whether the first has blocked the second
	shares map[[2]string]bool       // whether the first has declared that they share a connection with the second
}

// company reads these facts for some accounts.
func (x *loaded) company(accounts []string) (*company, error) {
	c := &company{people: map[string]*game.Account{}, block: map[[2]string]bool{}, shares: map[[2]string]bool{}}
	list, err := x.tx.Accounts.AccountsByID(accounts)
	if err != nil {
		return nil, err
	}
	var all []string
	for i := range list {
		a := &list[i]
		if x.t.canPlay(x.tx, x, a) {
			c.people[a.ID] = a
		}
		all = append(all, a.ID)
		if a.Owner != "" { // the person who answers for a program is considered, too
			all = append(all, a.Owner)
		}
	}
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		mutes, err := x.tx.Safety.Mutes(id)
		if err != nil {
			return nil, err
		}
		for _, m := range mutes {
			if m.Game == "" && m.Block {
				c.block[[2]string{id, m.Other}] = true
			}
		}
		relations, err := x.tx.Safety.Relations(id)
		if err != nil {
			return nil, err
		}
		for _, r := range relations {
			if r.Shares {
				c.shares[[2]string{id, r.Other}] = true
			}
		}
	}
	return c, nil
}

// canPlay reports whether an account can be seated.
func (t *Tournaments) canPlay(tx *game.Tx, x *loaded, a *game.Account) bool {
	if _, err := t.base.Accounts.Able(tx, a.ID); err != nil {
		return false
	}
	return t.lobby.Suits(tx, &x.how, a, x.at) == nil
}

// able reports whether an account can be seated.
func (c *company) able(id string) bool { return c.people[id] != nil }

// persons returns an account and, if it is a program's, the account that answers for it.
func (c *company) persons(id string) []string {
	if a := c.people[id]; a != nil && a.Owner != "" {
		return []string{id, a.Owner}
	}
	return []string{id}
}

// between reports whether a map contains a pair that consists of a person of account a and a person
// of account b.
func (c *company) between(m map[[2]string]bool, a, b string) bool {
	for _, p := range c.persons(a) {
		for _, q := range c.persons(b) {
			if m[[2]string{p, q}] {
				return true
			}
		}
	}
	return false
}

// blocks reports whether an account has blocked another.
func (c *company) blocks(a, b string) bool { return c.between(c.block, a, b) }

// distance returns how important it is to keep two accounts apart. They never meet if one has
// blocked the other; if they belong to the same household or person, they meet only if that is
// unavoidable.
func (c *company) distance(a, b string) seating.Distance {
	switch {
	case c.blocks(a, b) || c.blocks(b, a):
		return seating.Never
	case c.between(c.shares, a, b) || c.between(c.shares, b, a):
		return seating.Avoid
	}
	for _, p := range c.persons(a) {
		if slices.Contains(c.persons(b), p) {
			return seating.Avoid
		}
	}
	return 0
}

// yields returns which of two accounts that must not meet gives way: the one that has blocked
// the other, or the second if both have.
func (c *company) yields(a, b string) string {
	if c.blocks(a, b) && !c.blocks(b, a) {
		return a
	}
	return b
}
