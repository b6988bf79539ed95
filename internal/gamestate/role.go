package gamestate

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Part returns the role of an account that follows from its memberships in a game.
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

// RoleIn returns the role of an account in a game. An operator is a master of
// every game in which they do not play: players must not see what masters see.
// Where masters must have a second factor, accounts without one are none.
func (b *Base) RoleIn(tx game.Tx, g *State, a *game.Account) (game.Role, error) {
	if a.Blocked {
		return game.Role{}, nil
	}
	all, err := tx.Members(g.ID)
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
	withheld, err := b.Accounts.Withheld(tx, a)
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
func (b *Base) KnowsSecrets(tx game.Tx, g *State, all []game.Member, account string) (bool, error) {
	_, err := tx.Get(g.ID, ReaderItem, account)
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
	err := b.Read(ctx, func(tx game.Tx) error {
		g, err := b.Load(tx, gameID)
		if err != nil {
			return err
		}
		a, err := b.Accounts.Account(tx, account)
		if err != nil {
			return err
		}
		r, err = b.RoleIn(tx, g, a)
		return err
	})
	return r, err
}

// Confirm returns the current role, read in the transaction of a command: an
// account that was removed after the caller's check loses its role. Roles
// without an account, of the program's own tools, are returned unchanged.
func (b *Base) Confirm(tx game.Tx, g *State, r game.Role) (game.Role, error) {
	if r.Account == "" {
		return r, nil
	}
	a, err := b.Accounts.Account(tx, r.Account)
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

// GamesOf lists the games in which an account takes part, in the order in which it
// joined them.
func (b *Base) GamesOf(ctx context.Context, account string) ([]*game.Game, error) {
	var out []*game.Game
	err := b.Read(ctx, func(tx game.Tx) error {
		out = nil
		ids, err := gamesOf(tx, account)
		if err != nil {
			return err
		}
		games, err := b.LoadAll(tx, ids)
		for _, g := range games {
			out = append(out, g.Game)
		}
		return err
	})
	return out, err
}

// RunningOf returns which games of GamesOf have not ended, without reading them.
func (b *Base) RunningOf(ctx context.Context, account string) (map[string]bool, error) {
	out := map[string]bool{}
	err := b.Read(ctx, func(tx game.Tx) error {
		clear(out)
		list, err := tx.ListGames(game.GameQuery{Account: account, Mine: true, Running: true})
		for _, id := range list.IDs {
			out[id] = true
		}
		return err
	})
	return out, err
}

// GameIDsOf lists the IDs of the games of GamesOf.
func (b *Base) GameIDsOf(ctx context.Context, account string) ([]string, error) {
	var out []string
	err := b.Read(ctx, func(tx game.Tx) (err error) {
		out, err = gamesOf(tx, account)
		return err
	})
	return out, err
}

func gamesOf(tx game.Tx, account string) ([]string, error) {
	parts, err := tx.MembersOf(account)
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	for i := range parts {
		if id := parts[i].Game; parts[i].Present() && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out, nil
}
