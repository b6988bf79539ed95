package users

import (
	"context"
	"slices"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type nameArgs struct {
	Name string `arg:"name" least:"1" most:"80" doc:"The name of the person" ask:"the name of a person"`
}

type gameArgs struct {
	Game string `arg:"game" least:"1" most:"100" doc:"The game's ID or name" ask:"the name of a game"`
}

type followArgs struct {
	Game    string `arg:"game" least:"1" most:"100" doc:"The game's ID or name" ask:"the name of a game"`
	Notices bool   `arg:"notices,optional" word:"notify" doc:"Notify me of its results"`
}

// FriendState is a friend of the caller, or a friend request.
type FriendState struct {
	Name  string    `json:"name"`
	State string    `json:"state" enum:"friend,asked,asks" doc:"asked: you have asked; asks: you can agree"`
	Since time.Time `json:"since"`
}

// Befriended is the outcome of a friend request.
type Befriended struct {
	act.Done
	Friends bool `json:"friends" doc:"The person had asked before: you are friends now"`
}

// FollowedGame is a game that the caller follows.
type FollowedGame struct {
	Game    string      `json:"game" doc:"Its ID"`
	Name    string      `json:"name"`
	Status  game.Status `json:"status" enum:"forming,active,paused,over,terminated"`
	Notices bool        `json:"notices" doc:"You are notified of its results"`
	Since   time.Time   `json:"since"`
}

// Commands returns the commands about friends and the games of others. If u is nil, the commands
// can only be described, not run.
func (u *Users) Commands() []act.Command {
	type none struct{}
	return append(slices.Concat(u.ownerCommands(), u.settingCommands()), []act.Command{
		act.Of(act.Command{
			Name: "list friends", Who: act.Account, Reads: true, Group: act.Together, API: "GET /me/friends",
			Summary: "Your friends, and friend requests",
			Mail:    []act.Form{{Syntax: "FRIENDS", Before: true, Does: "Lists your friends, and the people who have asked you.", Example: "FRIENDS"}},
		}, u.friendList),
		act.Of(act.Command{
			Name: "befriend", Who: act.Account, Group: act.Together, API: "PUT /me/friends/{name}",
			Summary: "Ask a person to be your friend, or agree to it",
			Mail:    []act.Form{{Syntax: "FRIEND name", Before: true, Does: "Asks a person to be your friend. If they have asked you, it accepts.", Example: "FRIEND Marco Polo"}},
		}, func(ctx context.Context, by act.Caller, a nameArgs) (*Befriended, error) {
			agreed, err := u.Befriend(ctx, by.Account, a.Name)
			said := message.New("{name} is asked, and can agree or decline.", message.Name(a.Name))
			if agreed {
				said = message.New("You and {name} are friends now.", message.Name(a.Name))
			}
			return &Befriended{*act.Saying(said), agreed}, err
		}),
		act.Of(act.Command{
			Name: "unfriend", Who: act.Account, Group: act.Together, API: "DELETE /me/friends/{name}",
			Summary: "End a friendship, or withdraw or decline the question",
			Mail:    []act.Form{{Syntax: "UNFRIEND name", Also: []string{"NO FRIEND"}, Before: true, Does: "Ends a friendship, or declines a request.", Example: "UNFRIEND Marco Polo"}},
		}, func(ctx context.Context, by act.Caller, a nameArgs) (*act.Done, error) {
			said := message.New("{name} is not a friend of yours. They are not notified.", message.Name(a.Name))
			return act.Saying(said), u.Unfriend(ctx, by.Account, a.Name)
		}),
		act.Of(act.Command{
			Name: "list followed", Who: act.Account, Reads: true, Group: act.Together, API: "GET /me/followed",
			Summary: "The games that you follow",
			Mail:    []act.Form{{Syntax: "FOLLOWING", Before: true, Does: "Lists the games that you follow.", Example: "FOLLOWING"}},
		}, u.followedList),
		act.Of(act.Command{
			Name: "follow game", Who: act.Account, Group: act.Together, API: "PUT /me/followed/{game}",
			Summary: "Follow a public game", Does: "With `notices` you are notified of its results, in the ways that you have chosen.",
			Mail: []act.Form{{
				Syntax: "FOLLOW game [NOTIFY]", Before: true, Example: "FOLLOW medici NOTIFY",
				Does: "Puts a public game on the list of games that you follow. With NOTIFY you are notified of its results, in the ways that you have chosen.",
			}},
		}, func(ctx context.Context, by act.Caller, a followArgs) (*act.Done, error) {
			g, err := u.base.FindGame(ctx, a.Game)
			if err != nil {
				return nil, err
			}
			said := message.New("You follow {game}.", message.Name(g.Name))
			if a.Notices {
				said = message.New("You follow {game}, and will be notified of its results.", message.Name(g.Name))
			}
			return act.Saying(said), u.FollowGame(ctx, g.ID, by.Account, a.Notices)
		}),
		act.Of(act.Command{
			Name: "unfollow game", Who: act.Account, Group: act.Together, API: "DELETE /me/followed/{game}",
			Summary: "Follow a game no longer",
			Mail:    []act.Form{{Syntax: "UNFOLLOW game", Also: []string{"NO FOLLOW"}, Before: true, Does: "Ends it.", Example: "UNFOLLOW medici"}},
		}, func(ctx context.Context, by act.Caller, a gameArgs) (*act.Done, error) {
			g, err := u.base.FindGame(ctx, a.Game)
			if err != nil {
				return nil, err
			}
			said := message.New("You no longer follow {game}.", message.Name(g.Name))
			return act.Saying(said), u.UnfollowGame(ctx, g.ID, by.Account)
		}),
		act.Of(act.Command{
			Name: "get player", Who: act.Anyone, Reads: true, Group: act.People, API: "GET /players/{name}", Short: []act.Form{{Syntax: "PLAYER name"}},
			Summary: "The public profile of a player",
		}, u.player),
	}...)
}

// friendList returns the friends of the caller, also as text.
func (u *Users) friendList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[FriendState], error) {
	list, err := u.Friends(ctx, by.Account)
	return act.Whole(list, message.New("You have no friends here yet."), func(f *Friend) (FriendState, message.Message) {
		name := message.Name(f.Name)
		state, line := "asked", message.New("{name} has not answered you.", name)
		switch {
		case f.Agreed:
			state, line = "friend", message.New("{name}", name)
		case f.Asked:
			state, line = "asks", message.New("{name} asks to be your friend. If you ask, too, you are friends.", name)
		}
		return FriendState{f.Name, state, f.Since.UTC()}, line
	}), err
}

// followedList returns the games that the caller follows, also as text.
func (u *Users) followedList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[FollowedGame], error) {
	list, err := u.Followed(ctx, by.Account)
	return act.Whole(list, message.New("You follow no game."), func(f *Followed) (FollowedGame, message.Message) {
		line := message.New("{name}", message.Name(f.Game.Name))
		if f.Notices {
			line = message.New("{game} (you are notified)", message.Name(f.Game.Name))
		}
		return FollowedGame{f.Game.ID, f.Game.Name, f.Game.Status, f.Notices, f.Since.UTC()}, line
	}), err
}
