package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
)

func (s *Server) inviteRoutes() {
	add(s, huma.Operation{
		OperationID: "listInvitations", Method: http.MethodGet, Path: "/me/invitations", Tags: []string{tagPeople},
		Summary: "Your invitations to games", Description: "Those that you have not answered and can still accept.",
	}, s.listInvitations)
	add(s, huma.Operation{
		OperationID: "openLink", Method: http.MethodGet, Path: "/invitations/{key}", Tags: []string{tagTables}, Security: anyone,
		Summary: "What an invitation by link is for", Description: "`why` says why nobody can join by it any more.",
	}, s.openLink)
	add(s, huma.Operation{
		OperationID: "joinByLink", Method: http.MethodPost, Path: "/invitations/{key}", Tags: []string{tagTables},
		Summary: "Join a game by an invitation by link",
	}, s.joinByLink)
	add(s, huma.Operation{
		OperationID: "rematch", Method: http.MethodPost, Path: "/games/{game}/rematch", Tags: []string{tagTables}, DefaultStatus: http.StatusCreated,
		Summary: "Propose a rematch", Description: "Makes a new game with the rules and settings of one that is over, and invites the others who played it to the end.",
	}, s.rematch)
	add(s, huma.Operation{
		OperationID: "listFriends", Method: http.MethodGet, Path: "/me/friends", Tags: []string{tagPeople},
		Summary: "Your friends, and friend requests",
	}, s.listFriends)
	add(s, huma.Operation{
		OperationID: "befriend", Method: http.MethodPut, Path: "/me/friends/{name}", Tags: []string{tagPeople},
		Summary: "Ask a person to be your friend, or agree to it",
	}, s.befriend)
	add(s, huma.Operation{
		OperationID: "unfriend", Method: http.MethodDelete, Path: "/me/friends/{name}", Tags: []string{tagPeople}, DefaultStatus: http.StatusNoContent,
		Summary: "End a friendship, or withdraw or decline the question",
	}, s.unfriend)
	add(s, huma.Operation{
		OperationID: "listFollowed", Method: http.MethodGet, Path: "/me/followed", Tags: []string{tagPeople},
		Summary: "The games that you follow",
	}, s.listFollowed)
	add(s, huma.Operation{
		OperationID: "followGame", Method: http.MethodPut, Path: "/me/followed/{game}", Tags: []string{tagPeople}, DefaultStatus: http.StatusNoContent,
		Summary: "Follow a public game", Description: "With `notices` you are notified of its results, in the ways that you have chosen.",
	}, s.followGame)
	add(s, huma.Operation{
		OperationID: "unfollowGame", Method: http.MethodDelete, Path: "/me/followed/{game}", Tags: []string{tagPeople}, DefaultStatus: http.StatusNoContent,
		Summary: "Follow a game no longer",
	}, s.unfollowGame)
}

// OfferedGame is an invitation of the caller.
type OfferedGame struct {
	Game string    `json:"game" doc:"Its ID"`
	Name string    `json:"name"`
	Host string    `json:"host" doc:"The name of the person who invites you; empty if they play and the game hides its players"`
	Made time.Time `json:"made"`
}

// OfferedGames lists the invitations of the caller.
type OfferedGames struct {
	Invitations []OfferedGame `json:"invitations"`
}

type offersOutput struct{ Body OfferedGames }

func (s *Server) listInvitations(ctx context.Context, _ *struct{}) (*offersOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.InvitedTo(ctx, a.ID)
	out := &offersOutput{OfferedGames{[]OfferedGame{}}}
	for _, o := range list {
		out.Body.Invitations = append(out.Body.Invitations, OfferedGame{o.Game.ID, o.Game.Name, o.Host, o.Made.UTC()})
	}
	return out, err
}

// OpenedLink is an invitation by link, for the person who has it.
type OpenedLink struct {
	Game  string     `json:"game" doc:"Its ID"`
	Name  string     `json:"name"`
	Host  string     `json:"host,omitempty" doc:"The name of the person who invites you; absent if they play and the game hides its players"`
	Until *time.Time `json:"until,omitempty"`
	In    bool       `json:"in" doc:"You take part in the game already"`
	Why   string     `json:"why,omitempty" doc:"Why nobody can join by it any more"`
}

// KeyInput names an invitation by link.
type KeyInput struct {
	Key string `path:"key" maxLength:"80" doc:"The secret of the invitation"`
}

type openedOutput struct{ Body OpenedLink }

func (s *Server) openLink(ctx context.Context, in *KeyInput) (*openedOutput, error) {
	id := ""
	if a, err := person(ctx); err == nil {
		id = a.ID
	}
	o, err := s.judge.OpenLink(ctx, in.Key, id)
	if err != nil {
		return nil, err
	}
	out := &openedOutput{OpenedLink{Game: o.Game.ID, Name: o.Game.Name, Host: o.Host, Until: known(o.Link.Until), In: o.In}}
	if !o.Why.IsZero() {
		out.Body.Why = o.Why.In(languageOf(ctx))
	}
	return out, nil
}

type joinLinkInput struct {
	KeyInput
	Body *struct {
		Preferences string `json:"preferences,omitempty" maxLength:"100" doc:"Powers by their letters, the best first"`
	} `required:"false"`
}

func (s *Server) joinByLink(ctx context.Context, in *joinLinkInput) (*gameOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	wish := ""
	if in.Body != nil {
		wish = in.Body.Preferences
	}
	id, err := s.judge.JoinByLink(ctx, in.Key, a.ID, wish)
	if err != nil {
		return nil, err
	}
	return s.getGame(ctx, &GameInput{Game: id})
}

func (s *Server) rematch(ctx context.Context, in *GameInput) (*gameOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	g, err := s.judge.Rematch(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	return s.getGame(ctx, &GameInput{Game: g.ID})
}

// FriendOf is a friend of the caller, or a friend request.
type FriendOf struct {
	Name  string    `json:"name"`
	State string    `json:"state" enum:"friend,asked,asks" doc:"asked: you have asked; asks: you can agree"`
	Since time.Time `json:"since"`
}

// FriendsOf lists the friends of the caller.
type FriendsOf struct {
	Friends []FriendOf `json:"friends"`
}

type friendsOutput struct{ Body FriendsOf }

func (s *Server) listFriends(ctx context.Context, _ *struct{}) (*friendsOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Friends(ctx, a.ID)
	out := &friendsOutput{FriendsOf{[]FriendOf{}}}
	for _, f := range list {
		state := "asked"
		switch {
		case f.Agreed:
			state = "friend"
		case f.Asked:
			state = "asks"
		}
		out.Body.Friends = append(out.Body.Friends, FriendOf{f.Name, state, f.Since.UTC()})
	}
	return out, err
}

type befriendOutput struct {
	Body struct {
		Friends bool `json:"friends" doc:"The person had asked before: you are friends now"`
	}
}

func (s *Server) befriend(ctx context.Context, in *NamedInput) (*befriendOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	out := &befriendOutput{}
	out.Body.Friends, err = s.judge.Befriend(ctx, a.ID, in.Name)
	return out, err
}

func (s *Server) unfriend(ctx context.Context, in *NamedInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Unfriend(ctx, a.ID, in.Name)
}

// FollowedGame is a game that the caller follows.
type FollowedGame struct {
	Game    string      `json:"game" doc:"Its ID"`
	Name    string      `json:"name"`
	Status  game.Status `json:"status" enum:"forming,active,paused,over,terminated"`
	Notices bool        `json:"notices" doc:"You are notified of its results"`
	Since   time.Time   `json:"since"`
}

// FollowedGames lists the games that the caller follows.
type FollowedGames struct {
	Games []FollowedGame `json:"games"`
}

type followedOutput struct{ Body FollowedGames }

func (s *Server) listFollowed(ctx context.Context, _ *struct{}) (*followedOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Followed(ctx, a.ID)
	out := &followedOutput{FollowedGames{[]FollowedGame{}}}
	for _, f := range list {
		out.Body.Games = append(out.Body.Games, FollowedGame{f.Game.ID, f.Game.Name, f.Game.Status, f.Notices, f.Since.UTC()})
	}
	return out, err
}

type followInput struct {
	GameInput
	Body *struct {
		Notices bool `json:"notices,omitempty" doc:"Notify me of its results"`
	} `required:"false"`
}

func (s *Server) followGame(ctx context.Context, in *followInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.FollowGame(ctx, in.Game, a.ID, in.Body != nil && in.Body.Notices)
}

func (s *Server) unfollowGame(ctx context.Context, in *GameInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.UnfollowGame(ctx, in.Game, a.ID)
}
