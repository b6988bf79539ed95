package users

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
	"podesta/view"
)

// The limits of lists of people and games.
const (
	maxFriends = 300 // friends and friend requests of an account
	maxAsked   = 20  // unanswered friend requests by one account
	maxFollows = 300
)

// Friend is a friend of an account, or a person with an open friend request in either
// direction.
type Friend struct {
	Account, Name string
	Agreed        bool // whether they are friends
	Asked         bool // if they are not friends, whether the account was asked and can answer
	Since         time.Time
}

// Befriend asks the person with the given name to be a friend of an account, and notifies them.
// If they have asked before, both become friends; agreed reports whether they are friends now.
// The error code is "not_found" for an unknown name, "conflict" for friends and for a repeated
// request, "forbidden" for a person whom the account has blocked, and "too_many" for too many
// unanswered requests.
func (u *Users) Befriend(ctx context.Context, accountID, name string) (agreed bool, err error) {
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		agreed = false
		a, err := u.base.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		other, err := account.Named(tx, name)
		if err != nil {
			return game.Refuse(game.NotFound, message.New("There is no player with the name {name}. Names are written as on the pages.", message.Name(name)))
		}
		switch {
		case other.ID == a.ID:
			return game.Refuse(game.Invalid, message.New("This is your own name. Write the name of the person who shall be your friend."))
		case a.Program || other.Program:
			return game.Refuse(game.Invalid, message.New("Programs have no friends. The person who answers for a program can."))
		}
		list, err := tx.Social.Friends(a.ID)
		if err != nil {
			return err
		}
		for _, f := range list {
			if f.With(a.ID) != other.ID {
				continue
			}
			agreed = f.Account == other.ID && f.Agreed.IsZero()
			if !agreed {
				return known(f, other)
			}
			f.Agreed = u.base.Now()
			return tx.Social.SaveFriend(f)
		}
		return u.askFriend(tx, a, other, list)
	})
	return agreed, err
}

// known returns the error for an existing friendship or a repeated request.
func known(f game.Friend, other *game.Account) error {
	if f.Agreed.IsZero() {
		return game.Refuse(game.Conflict, message.New("You have asked {name} already; they have not answered yet.", message.Name(other.Name)))
	}
	return game.Refuse(game.Conflict, message.New("You and {name} are friends already.", message.Name(other.Name)))
}

// askFriend stores a friend request of an account, and notifies the other person. A person who
// has blocked the account is not notified, and does not see the request; the account does not
// learn this.
func (u *Users) askFriend(tx *game.Tx, a, other *game.Account, list []game.Friend) error {
	open := 0
	for _, f := range list {
		if f.Account == a.ID && f.Agreed.IsZero() {
			open++
		}
	}
	switch {
	case open >= maxAsked:
		return game.Refuse(game.TooMany, message.New("You have asked {n} people who have not answered yet, which is as many as you may. Withdraw a question first.", message.Number(open)))
	case len(list) >= maxFriends:
		return game.Refuse(game.Conflict, message.New("You can have {n} friends. Remove one of them first.", message.Number(maxFriends)))
	}
	blocked, by, err := account.Blocking(tx, a.ID, []string{other.ID})
	if err != nil {
		return err
	}
	if len(blocked) > 0 {
		return game.Refuse(game.Forbidden, message.New("You have blocked {name}. To be friends, unblock them first.", message.Name(other.Name)))
	}
	if err := tx.Social.SaveFriend(game.Friend{Account: a.ID, Other: other.ID, Made: u.base.Now()}); err != nil || len(by) > 0 {
		return err
	}
	return u.base.Accounts.TellPerson(tx, other, account.PersonNews{
		Subject: message.New("{name} asks to be your friend", message.Name(a.Name)),
		Said: []message.Message{
			message.New("{name} asks to be your friend. Friends see each other's games that wait for players first, and can join games that are only for friends.", message.Name(a.Name)),
		},
		Answer: message.New("To agree, answer this e-mail with the line {friend}. To decline, answer with {unfriend}.",
			message.Order("FRIEND "+a.Name), message.Order("UNFRIEND "+a.Name)),
		Page: "/friends",
	})
}

// Unfriend ends the friendship of an account with another person, or withdraws or declines a
// friend request. who is the other person's account or name. Nobody is notified.
func (u *Users) Unfriend(ctx context.Context, accountID, who string) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Social.DropFriend(accountID, who)
		if errors.Is(err, game.ErrNoRecord) {
			if other, problem := account.Named(tx, who); problem == nil {
				err = tx.Social.DropFriend(accountID, other.ID)
			}
		}
		if errors.Is(err, game.ErrNoRecord) {
			return game.Refuse(game.NotFound, message.New("{name} is not your friend, and neither of you has asked.", message.Name(who)))
		}
		return err
	})
}

// Friends returns the friends of an account, sorted by name, and open friend requests in both
// directions. Requests from people whom the account has blocked are omitted.
func (u *Users) Friends(ctx context.Context, accountID string) ([]Friend, error) {
	var out []Friend
	err := u.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = friendsOf(tx, accountID)
		return err
	})
	return out, err
}

func friendsOf(tx *game.Tx, accountID string) ([]Friend, error) {
	list, err := tx.Social.Friends(accountID)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range list {
		ids = append(ids, f.With(accountID))
	}
	people, err := tx.Accounts.AccountsByID(ids)
	if err != nil {
		return nil, err
	}
	blocked, _, err := account.Blocking(tx, accountID, ids)
	if err != nil {
		return nil, err
	}
	var out []Friend
	for _, f := range list {
		id := f.With(accountID)
		i := slices.IndexFunc(people, func(a game.Account) bool { return a.ID == id })
		asked := f.Agreed.IsZero() && f.Other == accountID
		if i < 0 || asked && slices.Contains(blocked, id) {
			continue
		}
		x := Friend{Account: id, Name: people[i].Name, Agreed: !f.Agreed.IsZero(), Asked: asked, Since: f.Made}
		if x.Agreed {
			x.Since = f.Agreed
		}
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b Friend) int {
		return cmp.Or(cmp.Compare(account.Fold(a.Name), account.Fold(b.Name)), cmp.Compare(a.Account, b.Account))
	})
	return out, nil
}

// FriendGames returns the games that wait for players and in which friends of an account take
// part, as far as everyone may know that. Games in which the account itself takes part are
// omitted. The newest come first.
func (u *Users) FriendGames(ctx context.Context, accountID string) ([]*game.Game, error) {
	var out []*game.Game
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		list, err := tx.Social.Friends(accountID)
		if err != nil {
			return err
		}
		var ids []string
		friends := map[string]bool{}
		for _, f := range list {
			if f.Agreed.IsZero() {
				continue
			}
			friend := f.With(accountID)
			friends[friend] = true
			games, err := tx.Games.ListGames(game.GameQuery{Status: game.Forming, Account: friend, Mine: true})
			if err != nil {
				return err
			}
			ids = append(ids, games.IDs...)
		}
		slices.Sort(ids)
		games, err := u.base.LoadAll(tx, slices.Compact(ids))
		if err != nil {
			return err
		}
		for _, g := range games {
			if show, err := shownFriends(tx, g, accountID, friends); err != nil {
				return err
			} else if show {
				out = append(out, g.Game)
			}
		}
		slices.SortFunc(out, func(a, b *game.Game) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
		return nil
	})
	return out, err
}

// shownFriends reports whether everyone may know that one of an account's friends takes part in a
// public game. It returns false for a game in which the account itself takes part.
func shownFriends(tx *game.Tx, g *gamestate.State, accountID string, friends map[string]bool) (bool, error) {
	if !g.Hosting.Listed {
		return false, nil
	}
	parts, err := g.Members(tx)
	if err != nil {
		return false, err
	}
	if gamestate.Part(parts, accountID).Takes() {
		return false, nil
	}
	stranger := g.View(game.Role{})
	for i := range parts {
		m := &parts[i]
		if !friends[m.Account] || m.Kind == game.Observer {
			continue
		}
		if _, named := stranger.SeesMember(view.Member{Account: m.Account, Player: m.Kind == game.Player, Seat: m.Seat}); named {
			return true, nil
		}
	}
	return false, nil
}

// Followed is a game that an account follows.
type Followed struct {
	Game    *game.Game
	Notices bool // whether the account is notified of its phases
	Since   time.Time
}

// FollowGame adds a public game to the list of games that an account follows. notices says
// whether the account is notified of the game's phases. A second call changes that. The error
// code is "not_found" for a game that does not exist or is not public, and "conflict" for too
// many games.
func (u *Users) FollowGame(ctx context.Context, gameID, accountID string, notices bool) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		a, err := u.base.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		g, err := u.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		if !g.Hosting.Listed || g.Play {
			return game.Refuse(game.NotFound, message.New("Only public games can be followed. If you know the people who play this one, watch it instead."))
		}
		list, err := tx.Social.Follows(a.ID)
		if err != nil {
			return err
		}
		f := game.Follow{Account: a.ID, Game: g.ID, Notices: notices, Made: u.base.Now()}
		if i := slices.IndexFunc(list, func(x game.Follow) bool { return x.Game == g.ID }); i >= 0 {
			f.Made = list[i].Made
		} else if len(list) >= maxFollows {
			return game.Refuse(game.Conflict, message.New("You can follow {n} games. Remove one of them first.", message.Number(maxFollows)))
		}
		return tx.Social.SaveFollow(f)
	})
}

// UnfollowGame removes a game from the list of games that an account follows.
func (u *Users) UnfollowGame(ctx context.Context, gameID, accountID string) error {
	return u.base.Write(ctx, func(tx *game.Tx) error {
		err := tx.Social.DropFollow(accountID, gameID)
		if errors.Is(err, game.ErrNoRecord) {
			err = game.Refuse(game.NotFound, message.New("You do not follow this game."))
		}
		return err
	})
}

// Followed returns the games that an account follows, the latest first. Games that are no
// longer public are omitted.
func (u *Users) Followed(ctx context.Context, accountID string) ([]Followed, error) {
	var out []Followed
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		list, err := tx.Social.Follows(accountID)
		if err != nil {
			return err
		}
		var ids []string
		for _, f := range list {
			ids = append(ids, f.Game)
		}
		games, err := u.base.LoadAll(tx, ids)
		if err != nil {
			return err
		}
		for _, f := range list {
			for _, g := range games {
				if g.ID == f.Game && g.Hosting.Listed {
					out = append(out, Followed{g.Game, f.Notices, f.Made})
				}
			}
		}
		return nil
	})
	return out, err
}

// Follows reports whether an account follows a game, and whether it is notified of its phases.
func (u *Users) Follows(ctx context.Context, gameID, accountID string) (follows, notices bool, err error) {
	err = u.base.Read(ctx, func(tx *game.Tx) error {
		follows, notices = false, false
		list, err := tx.Social.Follows(accountID)
		for _, f := range list {
			if f.Game == gameID {
				follows, notices = true, f.Notices
			}
		}
		return err
	})
	return follows, notices, err
}

// Followers returns the accounts that follow a public game with notices of its phases, except
// those that take part in it.
func (u *Users) Followers(ctx context.Context, gameID string) ([]string, error) {
	var out []string
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		all, err := tx.Social.Followers(gameID)
		if err != nil || len(all) == 0 {
			return err
		}
		g, err := u.base.Load(tx, gameID)
		if err != nil || !g.Hosting.Listed {
			return err
		}
		parts, err := g.Members(tx)
		for _, id := range all {
			if !gamestate.Part(parts, id).Takes() {
				out = append(out, id)
			}
		}
		return err
	})
	return out, err
}
