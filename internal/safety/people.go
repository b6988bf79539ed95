package safety

import (
	"context"
	"errors"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Muted is a person, or a seat of a game, whose messages an account does not want to read.
type Muted struct {
	Game, Title string // for a single game, its ID and its name
	Seat        int    // for a seat in one game, its number; 0 for the observers
	Account     string // for a person who is muted in all games, their account
	Name        string // name of the account
	Block       bool
	Since       time.Time
}

// MutePerson hides from an account the messages of the person with the given name, in all games in
// which the account may know who has written them. If block is set, neither of the two can join new
// games of the other. A second call changes a mute into a block or vice versa. The other person is
// not notified.
func (s *Safety) MutePerson(ctx context.Context, accountID, name string, block bool) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		other, err := account.Named(tx, name)
		if err != nil {
			return errNobody(name)
		}
		if other.ID == accountID {
			return game.Refuse(game.Invalid, message.New("You cannot mute or block yourself."))
		}
		return account.SetMute(tx, game.Mute{Account: accountID, Other: other.ID, Block: block, Since: s.base.Now()}, true)
	})
}

// UnmutePerson reverses MutePerson. who is the name of the other person, or their account,
// because names can change.
func (s *Safety) UnmutePerson(ctx context.Context, accountID, who string) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		id := who
		list, err := tx.Safety.Mutes(accountID)
		if err != nil {
			return err
		}
		if a, err := account.Named(tx, who); err == nil {
			id = a.ID
		}
		for _, m := range list {
			if m.Game == "" && m.Other == id {
				return account.SetMute(tx, m, false)
			}
		}
		return game.Refuse(game.NotFound, message.New("You have neither muted nor blocked {name}.", message.Name(who)))
	})
}

// errNobody returns the error for a name that no account has.
func errNobody(name string) error {
	return game.Refuse(game.NotFound, message.New("There is no player with the name {name}. Names are written as on the pages.", message.Name(name)))
}

// Muted returns the people and seats that an account has muted or blocked, the oldest first.
func (s *Safety) Muted(ctx context.Context, accountID string) ([]Muted, error) {
	var out []Muted
	err := s.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = muted(tx, accountID)
		return err
	})
	return out, err
}

func muted(tx *game.Tx, accountID string) ([]Muted, error) {
	list, err := tx.Safety.Mutes(accountID)
	if err != nil {
		return nil, err
	}
	var out []Muted
	for _, m := range list {
		x := Muted{Game: m.Game, Seat: m.Seat, Account: m.Other, Block: m.Block, Since: m.Since}
		if m.Game != "" {
			if x.Title, err = title(tx, m.Game); err != nil {
				return nil, err
			}
		} else if x.Name, err = nameOf(tx, m.Other); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// title returns the name of a game, or "" if it no longer exists.
func title(tx *game.Tx, id string) (string, error) {
	g, err := tx.Games.Game(id)
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return g.Name, err
}

// nameOf returns the name of an account, or "" if there is none.
func nameOf(tx *game.Tx, id string) (string, error) {
	a, err := tx.Accounts.Account(id)
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return a.Name, err
}

// Related is what an account has declared about another person.
type Related struct {
	Account, Name string
	Shares        bool // whether they share a connection or a device
	Made          time.Time
}

// maxRelations is the maximum number of people that an account can make declarations about.
const maxRelations = 100

// DeclareRelation records that the owner of an account knows the person with the given name, or
// shares a connection with them. Only operators see it.
func (s *Safety) DeclareRelation(ctx context.Context, accountID, name string, shares bool) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		other, err := account.Named(tx, name)
		if err != nil {
			return errNobody(name)
		}
		if other.ID == accountID {
			return game.Refuse(game.Invalid, message.New("This is your own name. Write the name of the person whom you know."))
		}
		list, err := tx.Safety.Relations(accountID)
		if err != nil {
			return err
		}
		if len(list) >= maxRelations {
			return game.Refuse(game.Conflict, message.New("You can declare {n} people. Remove one of them first.", message.Number(maxRelations)))
		}
		return tx.Safety.SaveRelation(game.Relation{Account: accountID, Other: other.ID, Shares: shares, Made: s.base.Now()})
	})
}

// DropRelation removes what an account has declared about another.
func (s *Safety) DropRelation(ctx context.Context, accountID, other string) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Safety.DropRelation(accountID, other)
		if errors.Is(err, game.ErrNoRecord) {
			err = game.Refuse(game.NotFound, message.New("You have declared nothing about this person."))
		}
		return err
	})
}

// Relations returns what an account has declared about others.
func (s *Safety) Relations(ctx context.Context, accountID string) ([]Related, error) {
	var out []Related
	err := s.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = relations(tx, accountID)
		return err
	})
	return out, err
}

func relations(tx *game.Tx, accountID string) ([]Related, error) {
	list, err := tx.Safety.Relations(accountID)
	var out []Related
	for _, r := range list {
		name, err := nameOf(tx, r.Other)
		if err != nil {
			return nil, err
		}
		out = append(out, Related{r.Other, name, r.Shares, r.Made})
	}
	return out, err
}
