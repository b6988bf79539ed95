package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/machiavelli/message"
)

func (s *Server) seatRoutes() {
	add(s, huma.Operation{
		OperationID: "startGame", Method: http.MethodPost, Path: "/games/{game}/start", Tags: []string{tagMaster},
		Summary: "Start a game that is forming",
	}, s.startGame)
	add(s, huma.Operation{
		OperationID: "promote", Method: http.MethodPost, Path: "/games/{game}/promote", Tags: []string{tagMaster},
		Summary: "Make an observer a master",
	}, s.promote)
	add(s, huma.Operation{
		OperationID: "eject", Method: http.MethodPost, Path: "/games/{game}/eject", Tags: []string{tagMaster},
		Summary: "Remove a player from their seat, or remove an observer or a master",
	}, s.eject)
	add(s, huma.Operation{
		OperationID: "approve", Method: http.MethodPost, Path: "/games/{game}/approve", Tags: []string{tagMaster},
		Summary: "Approve a newcomer, or withdraw the approval",
	}, s.approve)
	add(s, huma.Operation{
		OperationID: "setBot", Method: http.MethodPost, Path: "/games/{game}/bot", Tags: []string{tagMaster},
		Summary:     "Give an open seat to a computer player, or remove one",
		Description: "If the game allows computer players. Anyone can take over the seat from it.",
	}, s.setBot)
	add(s, huma.Operation{
		OperationID: "unstart", Method: http.MethodPost, Path: "/games/{game}/unstart", Tags: []string{tagMaster},
		Summary:     "Undo the start of a game, before a phase has been resolved",
		Description: "The game forms again with its present players; the powers are assigned again at the next start.",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.Unstart(ctx, t.ID, t.role) })
	})
	add(s, huma.Operation{
		OperationID: "terminate", Method: http.MethodPost, Path: "/games/{game}/terminate", Tags: []string{tagMaster},
		Summary: "Terminate a game",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.Terminate(ctx, t.ID, t.role) })
	})
	add(s, huma.Operation{
		OperationID: "pause", Method: http.MethodPost, Path: "/games/{game}/pause", Tags: []string{tagMaster},
		Summary: "Pause a game: nothing is resolved until it is resumed",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.Pause(ctx, t.ID, t.role) })
	})
	add(s, huma.Operation{
		OperationID: "resume", Method: http.MethodPost, Path: "/games/{game}/resume", Tags: []string{tagMaster},
		Summary: "Resume a paused or terminated game",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.Resume(ctx, t.ID, t.role) })
	})
}

type startInput struct {
	GameInput
	Body *struct {
		Force bool   `json:"force,omitempty" doc:"Even if seats are empty; they are open to others then"`
		Bots  string `json:"bots,omitempty" enum:"principe,hard,even,easy,random,condottiere" doc:"Begin even if seats are empty: computer players of this strength take them, if the game allows it (condottiere is the old name of hard)"`
	} `required:"false"`
}

func (s *Server) startGame(ctx context.Context, in *startInput) (*gameOutput, error) {
	force := in.Body != nil && in.Body.Force
	if in.Body != nil && in.Body.Bots != "" {
		return s.doing(ctx, &in.GameInput, func(t *table) error { return s.judge.StartWithBots(ctx, t.ID, t.role, in.Body.Bots) })
	}
	return s.doing(ctx, &in.GameInput, func(t *table) error { return s.judge.Start(ctx, t.ID, t.role, force) })
}

type accountInput struct {
	GameInput
	Body struct {
		Account string `json:"account" minLength:"1" maxLength:"40" doc:"As the list of members has it"`
	}
}

func (s *Server) promote(ctx context.Context, in *accountInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error { return s.judge.Promote(ctx, t.ID, t.role, in.Body.Account) })
}

type ejectInput struct {
	GameInput
	Body struct {
		Seat    int    `json:"seat,omitempty" minimum:"0"`
		Account string `json:"account,omitempty" maxLength:"40" doc:"Of an observer or a master, instead of a seat"`
	}
}

func (s *Server) eject(ctx context.Context, in *ejectInput) (*gameOutput, error) {
	if (in.Body.Seat == 0) == (in.Body.Account == "") {
		return nil, invalid(message.New("Name a seat or an account."))
	}
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		return s.judge.Eject(ctx, t.ID, t.role, in.Body.Seat, in.Body.Account)
	})
}

type approveInput struct {
	GameInput
	Body struct {
		Seat    int  `json:"seat" minimum:"1"`
		Approve bool `json:"approve"`
	}
}

func (s *Server) approve(ctx context.Context, in *approveInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		return s.judge.Approve(ctx, t.ID, t.role, in.Body.Seat, in.Body.Approve)
	})
}

type botInput struct {
	GameInput
	Body struct {
		Seat int    `json:"seat" minimum:"1"`
		Bot  string `json:"bot" enum:"principe,hard,even,easy,random,condottiere,none" doc:"How strong the computer player is (condottiere is the old name of hard); none takes the computer player away"`
	}
}

func (s *Server) setBot(ctx context.Context, in *botInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		return s.judge.SetBot(ctx, t.ID, t.role, in.Body.Seat, in.Body.Bot)
	})
}
