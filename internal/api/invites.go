package api

import (
	"context"
	"net/http"
	"time"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"
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
}

func (s *Server) listInvitations(ctx context.Context, _ *struct{}) (*listOutput[apijson.OfferedGame], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Lobby.InvitedTo(ctx, a.ID)
	out := &listOutput[apijson.OfferedGame]{}
	for _, o := range list {
		out.Body.Items = append(out.Body.Items, apijson.OfferedGame{Game: o.Game.ID, Name: o.Game.Name, Host: o.Host, Made: o.Made.UTC()})
	}
	return out, err
}

// OpenedLink describes an invitation to the person who opens its link.
type OpenedLink struct {
	Game  string     `json:"game" doc:"Its ID"`
	Name  string     `json:"name"`
	Host  string     `json:"host,omitempty" doc:"The name of the person who invites you; absent if they play and the game hides its players"`
	Until *time.Time `json:"until,omitempty"`
	In    bool       `json:"in" doc:"You take part in the game already"`
	Why   string     `json:"why,omitempty" doc:"Why nobody can join by it any more"`
}

// KeyInput identifies an invitation by link.
type KeyInput struct {
	Key string `path:"key" maxLength:"80" doc:"The secret of the invitation"`
}

type openedOutput struct{ Body OpenedLink }

func (s *Server) openLink(ctx context.Context, in *KeyInput) (*openedOutput, error) {
	id := ""
	if a, err := person(ctx); err == nil {
		id = a.ID
	}
	o, err := s.judge.Lobby.OpenLink(ctx, in.Key, id)
	if err != nil {
		return nil, err
	}
	out := &openedOutput{OpenedLink{Game: o.Game.ID, Name: o.Game.Name, Host: o.Host, Until: apijson.Instant(o.Link.Until), In: o.In}}
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
	id, err := s.judge.Lobby.JoinByLink(ctx, in.Key, a.ID, wish)
	if err != nil {
		return nil, err
	}
	return s.getGame(ctx, &GameInput{Game: id})
}
