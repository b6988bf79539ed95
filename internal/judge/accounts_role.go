package judge

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// errStranger refuses somebody who has no part in a game.
var errStranger = &game.Error{Code: game.Forbidden, Message: "You are not part of this game. Join it or observe it first."}

// part is the role that somebody's parts in a game come to.
func part(parts []game.Member, account string) game.Role {
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

// roleOf is what an account may do at a table. A keeper of the judge is a master
// of every game in which he does not play: who plays must not see what masters
// see.
func (j *Judge) roleOf(tx game.Tx, g *opened, a *game.Account) (game.Role, error) {
	if a.Blocked {
		return game.Role{}, nil
	}
	all, err := tx.Members(g.ID)
	if err != nil {
		return game.Role{}, err
	}
	r := part(all, a.ID)
	if a.Keeper && !r.Player {
		r.Master, r.Account = true, a.ID
	}
	return r, nil
}

// knows tells whether somebody has learnt others' secrets in a game: as a master
// since he last began to play in it, or by copies of press among others.
func (j *Judge) knows(tx game.Tx, g *opened, all []game.Member, account string) (bool, error) {
	_, err := tx.Get(g.ID, readerItem, account)
	if err == nil || !errors.Is(err, game.ErrNoRecord) {
		return err == nil, err
	}
	m, p := find(all, account, game.Master), find(all, account, game.Player)
	return m != nil && (p == nil || p.Joined.Before(m.Left)), nil
}

// RoleOf is what an account may do at a table; the zero Role for a stranger.
func (j *Judge) RoleOf(ctx context.Context, gameID, account string) (game.Role, error) {
	var r game.Role
	err := j.read(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, gameID)
		if err != nil {
			return err
		}
		a, err := j.accounts.Account(tx, account)
		if err != nil {
			return err
		}
		r, err = j.roleOf(tx, g, a)
		return err
	})
	return r, err
}

// confirm is the role as it is now, in the transaction of a command: whoever was
// removed since the door looked can do nothing any more. Roles without an
// account, of the program's own tools, stay what they are.
func (j *Judge) confirm(tx game.Tx, g *opened, r game.Role) (game.Role, error) {
	if r.Account == "" {
		return r, nil
	}
	a, err := j.accounts.Account(tx, r.Account)
	if errors.Is(err, account.ErrNoAccount) {
		return game.Role{}, nil
	}
	if err != nil {
		return game.Role{}, err
	}
	now, err := j.roleOf(tx, g, a)
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

// GamesOf lists the games in which an account takes part, the one that it came
// to first being the first.
func (j *Judge) GamesOf(ctx context.Context, account string) ([]*game.Game, error) {
	var out []*game.Game
	err := j.read(ctx, func(tx game.Tx) error {
		out = nil
		parts, err := tx.MembersOf(account)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for i := range parts {
			if !parts[i].Present() || seen[parts[i].Game] {
				continue
			}
			seen[parts[i].Game] = true
			g, err := j.game(tx, parts[i].Game)
			if err != nil {
				return err
			}
			out = append(out, g.Game)
		}
		return nil
	})
	return out, err
}
