package gamestate

import (
	"errors"
	"slices"

	"podesta/internal/game"
)

// AccountName returns the name of an account, or "" for a role without one.
func AccountName(tx *game.Tx, account string) (string, error) {
	if account == "" {
		return "", nil
	}
	a, err := tx.Accounts.Account(account)
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return a.Name, err
}

// HasMaster reports whether a game has a master.
func HasMaster(tx *game.Tx, g *State) (bool, error) {
	if g.Hosting.Links { // the holder of the master's link
		return true, nil
	}
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return false, err
	}
	for _, m := range members {
		if m.Kind == game.Master && m.Left.IsZero() {
			return true, nil
		}
	}
	return false, nil
}

// Holders returns the people who hold the seats of a game.
func Holders(tx *game.Tx, g *State) ([]game.Member, error) {
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return nil, err
	}
	var out []game.Member
	for _, m := range members {
		if m.Kind == game.Player && m.Seat > 0 && m.Left.IsZero() {
			out = append(out, m)
		}
	}
	return out, nil
}

// Members returns the current members of a game, in the order in which they
// joined.
func (g *State) Members(tx *game.Tx) ([]game.Member, error) {
	all, err := tx.Members.Members(g.ID)
	return slices.DeleteFunc(all, func(m game.Member) bool { return !m.Present() }), err
}

// OfKind returns the members of a given kind.
func OfKind(parts []game.Member, kind game.MemberKind) []game.Member {
	var out []game.Member
	for _, m := range parts {
		if m.Kind == kind {
			out = append(out, m)
		}
	}
	return out
}

// FindMember returns the membership of a given kind that an account has, or nil if it has none.
func FindMember(parts []game.Member, account string, kind game.MemberKind) *game.Member {
	for i := range parts {
		if parts[i].Account == account && parts[i].Kind == kind {
			return &parts[i]
		}
	}
	return nil
}

// Joining returns the membership of an account that is joining the game.
func (g *State) Joining(tx *game.Tx, account string, kind game.MemberKind) (game.Member, error) {
	end, err := tx.Log.LogEnd(g.ID)
	return game.Member{Game: g.ID, Account: account, Kind: kind, Joined: g.At, Since: end}, err
}

// Leave ends a membership.
func (g *State) Leave(tx *game.Tx, m *game.Member) error {
	m.Left = g.At
	return tx.Members.SaveMember(*m)
}
