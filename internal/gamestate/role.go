package gamestate

import (
	"context"
	"errors"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Part returns the role that an account has by its memberships in a game.
func Part(parts []game.Member, account string) game.Role {
	r := game.Role{Account: account}
	for i := range parts {
		m := &parts[i]
		if m.Account != account || !m.Present() {
			continue
		}
		switch m.Kind {
		case game.Player:
			r.Player, r.Seat = true, m.Seat
		case game.Observer:
			r.Observer = true
		case game.Master:
			r.Master = true
		}
	}
	if !r.Takes() {
		return game.Role{}
	}
	return r
}

// RoleIn returns the role of an account in a game. An operator is a master of every game in
// which they do not play: players must not see what masters see. Where masters must have a
// second factor, accounts without one do not count as masters.
func (b *Base) RoleIn(tx *game.Tx, g *State, a *game.Account) (game.Role, error) {
	if a.Blocked {
		return game.Role{}, nil
	}
	all, err := tx.Members.Members(g.ID)
	if err != nil {
		return game.Role{}, err
	}
	r := Part(all, a.ID)
	if a.Operator && !r.Player {
		r.Master, r.Account = true, a.ID
	}
	if !r.Master {
		return r, nil
	}
	withheld, err := b.Accounts.WithheldIn(tx, a)
	if err != nil {
		return game.Role{}, err
	}
	if r.Master = !withheld; !r.Takes() {
		return game.Role{}, nil
	}
	return r, nil
}

// KnowsSecrets reports whether an account has learnt others' secrets in a game:
// as a master since it last began to play in it, or from copies of messages
// between others.
func (b *Base) KnowsSecrets(tx *game.Tx, g *State, all []game.Member, account string) (bool, error) {
	_, err := tx.Items.Get(g.ID, ReaderItem, account)
	if err == nil || !errors.Is(err, game.ErrNoRecord) {
		return err == nil, err
	}
	m, p := FindMember(all, account, game.Master), FindMember(all, account, game.Player)
	return m != nil && (p == nil || p.Joined.Before(m.Left)), nil
}

// RoleOf returns the role of an account in a game, or the zero Role for a
// stranger.
func (b *Base) RoleOf(ctx context.Context, gameID, account string) (game.Role, error) {
	var r game.Role
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, gameID)
		if err != nil {
			return err
		}
		a, err := b.Accounts.AccountIn(tx, account)
		if err != nil {
			return err
		}
		r, err = b.RoleIn(tx, g, a)
		return err
	})
	return r, err
}

// Confirm returns the current role, read in the transaction of a command: an account that was
// removed after the caller's check loses its role. Roles without an account, which the
// program's own tools use, are returned unchanged.
func (b *Base) Confirm(tx *game.Tx, g *State, r game.Role) (game.Role, error) {
	if r.Account == "" {
		return r, nil
	}
	a, err := b.Accounts.AccountIn(tx, r.Account)
	if errors.Is(err, account.ErrNoAccount) {
		return game.Role{}, nil
	}
	if err != nil {
		return game.Role{}, err
	}
	now, err := b.RoleIn(tx, g, a)
	if err != nil {
		return game.Role{}, err
	}
	now.Master = now.Master && r.Master
	now.Observer = now.Observer && r.Observer
	if !r.Player && r.Seat == 0 {
		now.Player, now.Seat = false, 0
	}
	return now, nil
}

// GamesOf lists the games in which an account takes part and that can be read, in the order in
// which the account joined them.
func (b *Base) GamesOf(ctx context.Context, account string) ([]*game.Game, error) {
	var out []*game.Game
	err := b.Read(ctx, func(tx *game.Tx) error {
		out = nil
		parts, err := gamesOf(tx, account, false)
		if err != nil {
			return err
		}
		ids := make([]string, len(parts))
		for i := range parts {
			ids[i] = parts[i].Game
		}
		games, err := b.LoadAll(tx, ids)
		for _, g := range games {
			out = append(out, g.Game)
		}
		return err
	})
	return out, err
}

// RunningOf lists the games of PartsOf that have not ended.
func (b *Base) RunningOf(ctx context.Context, account string) ([]game.Part, error) {
	return b.partsOf(ctx, account, true)
}

// PartsOf lists the games of GamesOf, each once, without reading them.
func (b *Base) PartsOf(ctx context.Context, account string) ([]game.Part, error) {
	return b.partsOf(ctx, account, false)
}

func (b *Base) partsOf(ctx context.Context, account string, running bool) ([]game.Part, error) {
	var out []game.Part
	err := b.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = gamesOf(tx, account, running)
		return err
	})
	return out, err
}

// gamesOf lists one membership of an account in each of its games.
func gamesOf(tx *game.Tx, account string, running bool) ([]game.Part, error) {
	parts, err := tx.Members.PartsOf(account, running)
	seen := make(map[string]bool, len(parts))
	return slices.DeleteFunc(parts, func(p game.Part) bool {
		known := seen[p.Game]
		seen[p.Game] = true
		return known
	}), err
}
