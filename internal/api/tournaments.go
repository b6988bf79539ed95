package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/tournament"
)

func (s *Server) tournamentRoutes() {
	one := "/tournaments/{tournament}"
	add(s, huma.Operation{
		OperationID: "createTournament", Method: http.MethodPost, Path: "/tournaments", Tags: []string{tagTournaments}, DefaultStatus: http.StatusCreated,
		Summary: "Create a tournament", Description: "It is a draft that only you see, until you announce it with actTournament.",
	}, s.createTournament)
	add(s, huma.Operation{
		OperationID: "changeTournament", Method: http.MethodPatch, Path: one, Tags: []string{tagTournaments},
		Summary: "Change the settings of a tournament", Description: "For organisers. What is left out stays. When the tables of a round have been formed, only `about` can be changed.",
	}, s.changeTournament)
}

// TournamentInput identifies a tournament.
type TournamentInput struct {
	Tournament string `path:"tournament" minLength:"1" maxLength:"20" doc:"Its ID" example:"k2x4mqpa"`
}

// accountOf returns the account of the caller, or "" for a visitor or the holder of a token for
// one game.
func accountOf(ctx context.Context) string {
	if c := callerOf(ctx); c.account != nil && c.token.Game == "" {
		return c.account.ID
	}
	return ""
}

type tournamentOutput struct{ Body *tournament.Cup }

// NewTournament describes a tournament to be created.
type NewTournament struct {
	Name     string            `json:"name" minLength:"1" maxLength:"80"`
	About    string            `json:"about,omitempty" maxLength:"20480" doc:"What players should know"`
	Scoring  string            `json:"scoring" enum:"places,squares,draws,points" doc:"The scoring system"`
	Best     int               `json:"best,omitempty" minimum:"0" maximum:"20" doc:"How many rounds count for each player; 0: all"`
	Smaller  bool              `json:"smaller,omitempty" doc:"Form smaller tables if numbers cannot be divided"`
	Scenario string            `json:"scenario,omitempty" maxLength:"80" doc:"ID or slug; may be left out with a file of one scenario" example:"B"`
	Variant  string            `json:"variant,omitempty" maxLength:"80" doc:"By default that with most players" example:"B-8"`
	Preset   string            `json:"preset,omitempty" maxLength:"80" doc:"The edition; by default njudge-classic"`
	Options  map[string]string `json:"options,omitempty" doc:"Options of the rules that differ from the edition"`
	Library  string            `json:"library,omitempty" maxLength:"100000" doc:"Text of your own scenario file"`
	Hosting  *Hosting          `json:"hosting,omitempty" doc:"How the games are run; what is left out is as usual"`
}

type createTournamentInput struct {
	Body    NewTournament
	RawBody []byte
}

type createTournamentOutput struct {
	Location string `header:"Location"`
	Body     *tournament.Cup
}

func (s *Server) createTournament(ctx context.Context, in *createTournamentInput) (*createTournamentOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.newGame(ctx); err != nil {
		return nil, err
	}
	b := &in.Body
	h := hosting.Default()
	h.Listed = true
	if h, err = HostingOf(h, in.RawBody, true); err != nil {
		return nil, err
	}
	id, err := s.judge.Tournaments.NewTournament(ctx, a.ID, tournament.Settings{
		Name: b.Name, About: b.About, Scoring: b.Scoring, Best: b.Best, Smaller: b.Smaller, Hosting: h,
		Games: lobby.NewGame{Library: b.Library, Scenario: b.Scenario, Variant: b.Variant, Preset: b.Preset, Options: b.Options},
	})
	if err != nil {
		return nil, err
	}
	v, err := s.tournament(ctx, id, a.ID)
	return &createTournamentOutput{"/api/v1/tournaments/" + id, v}, err
}

// tournament returns the current state of a tournament.
func (s *Server) tournament(ctx context.Context, id, account string) (*tournament.Cup, error) {
	v, err := s.judge.Tournaments.Cup(ctx, id, account)
	if err == nil {
		v.In(languageOf(ctx))
	}
	return v, err
}

// TournamentChange lists the values of a tournament to be changed.
type TournamentChange struct {
	Name     *string           `json:"name,omitempty" minLength:"1" maxLength:"80"`
	About    *string           `json:"about,omitempty" maxLength:"20480" doc:"What players should know"`
	Scoring  *string           `json:"scoring,omitempty" enum:"places,squares,draws,points" doc:"The scoring system"`
	Best     *int              `json:"best,omitempty" minimum:"0" maximum:"20" doc:"How many rounds count for each player; 0: all"`
	Smaller  *bool             `json:"smaller,omitempty" doc:"Form smaller tables if numbers cannot be divided"`
	Scenario *string           `json:"scenario,omitempty" maxLength:"80" doc:"ID or slug. Without a variant, that with most players"`
	Variant  *string           `json:"variant,omitempty" maxLength:"80"`
	Preset   *string           `json:"preset,omitempty" maxLength:"80" doc:"The edition. Options of the rules that differ from the old one no longer count, unless they are given again"`
	Options  map[string]string `json:"options,omitempty" doc:"Options of the rules that differ from the edition, instead of the present ones"`
	Hosting  *Hosting          `json:"hosting,omitempty" doc:"How the games are run; what is left out stays"`
}

type changeTournamentInput struct {
	TournamentInput
	Body    TournamentChange
	RawBody []byte
}

func (s *Server) changeTournament(ctx context.Context, in *changeTournamentInput) (*tournamentOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	now, err := s.judge.Tournaments.SettingsOf(ctx, in.Tournament, a.ID)
	if err != nil {
		return nil, err
	}
	b, games := &in.Body, &now.Games
	replace(&now.Name, b.Name)
	replace(&now.About, b.About)
	replace(&now.Scoring, b.Scoring)
	replace(&now.Best, b.Best)
	replace(&now.Smaller, b.Smaller)
	if b.Scenario != nil {
		games.Scenario, games.Variant, games.Library = *b.Scenario, "", ""
	}
	replace(&games.Variant, b.Variant)
	if b.Preset != nil && *b.Preset != games.Preset {
		games.Preset, games.Options = *b.Preset, nil
	}
	if b.Options != nil {
		games.Options = b.Options
	}
	if now.Hosting, err = HostingOf(now.Hosting, in.RawBody, true); err != nil {
		return nil, err
	}
	if err := s.judge.Tournaments.ChangeTournament(ctx, in.Tournament, a.ID, now); err != nil {
		return nil, err
	}
	v, err := s.tournament(ctx, in.Tournament, a.ID)
	return &tournamentOutput{v}, err
}

// replace sets *value to *by, unless by is nil.
func replace[T any](value, by *T) {
	if by != nil {
		*value = *by
	}
}
