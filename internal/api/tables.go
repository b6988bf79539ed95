package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

func (s *Server) tableRoutes() {
	add(s, huma.Operation{
		OperationID: "createGame", Method: http.MethodPost, Path: "/games", Tags: []string{tagTables}, Security: anyone, DefaultStatus: http.StatusCreated,
		Summary: "Make a game",
		Description: "With the token of an account and `hosting` the game is hosted: it forms until its seats are filled, and the account is its master. " +
			"Without `hosting` it is a game that is played by links: it begins at once, and the keys of its links are in the answer, once.",
	}, s.createGame)
}

// NewGame describes a game to be created.
type NewGame struct {
	Name      string            `json:"name" minLength:"1" maxLength:"80"`
	Scenario  string            `json:"scenario,omitempty" maxLength:"80" doc:"ID or slug; may be left out with a file of one scenario" example:"B"`
	Variant   string            `json:"variant,omitempty" maxLength:"80" doc:"By default that with most players" example:"B-8"`
	Preset    string            `json:"preset,omitempty" maxLength:"80" doc:"The edition; by default njudge-classic"`
	Options   map[string]string `json:"options,omitempty" doc:"Options of the rules that differ from the edition"`
	Library   string            `json:"library,omitempty" maxLength:"100000" doc:"Text of your own scenario file"`
	Position  json.RawMessage   `json:"position,omitempty" doc:"A position to begin with, in the form of the interchange; what it leaves out is as in the scenario"`
	Phase     string            `json:"phase,omitempty" maxLength:"40" doc:"The phase in which the game begins" example:"fall 1456 retreats"`
	Hosting   *Hosting          `json:"hosting,omitempty" doc:"How a hosted game is run; what is left out is as usual"`
	Solitaire bool              `json:"solitaire,omitempty" doc:"Of a game played by links: one person plays all powers"`
	Plays     bool              `json:"plays,omitempty" doc:"Of a hosted game: who makes it plays in it, and it has no master"`
	Wishes    string            `json:"wishes,omitempty" doc:"With plays: the powers that you would like, as in joining"`
	Pace      int               `json:"pace,omitempty" minimum:"0" maximum:"31622400" doc:"Of a game played by links: seconds for a phase; 0: no deadlines"`
	Players   []string          `json:"players,omitempty" maxItems:"20" doc:"Of a game played by links: names at the seats"`
}

type createInput struct {
	Body    NewGame
	RawBody []byte
}

type createOutput struct {
	Location string `header:"Location"`
	Body     apijson.Created
}

func (s *Server) createGame(ctx context.Context, in *createInput) (*createOutput, error) {
	if err := s.newGame(ctx); err != nil {
		return nil, err
	}
	b := &in.Body
	n := lobby.NewGame{
		Name: b.Name, Library: b.Library, Scenario: b.Scenario, Variant: b.Variant, Preset: b.Preset, Options: b.Options,
		Solitaire: b.Solitaire, Pace: time.Duration(b.Pace) * time.Second, Players: b.Players,
		Position: string(b.Position), Phase: b.Phase, Plays: b.Plays, Wishes: b.Wishes,
	}
	var t *table
	var keys *apijson.Keys
	if b.Hosting != nil {
		a, err := person(ctx)
		if err != nil {
			return nil, err
		}
		h, err := HostingOf(hosting.Default(), in.RawBody, true)
		if err != nil {
			return nil, err
		}
		g, err := s.judge.Lobby.Host(ctx, a.ID, n, h)
		if err != nil {
			return nil, err
		}
		t = seatAt(g, game.Role{Master: !n.Plays, Player: n.Plays, Account: a.ID}, languageOf(ctx))
	} else {
		g, k, err := s.judge.Lobby.Create(ctx, n)
		if err != nil {
			return nil, err
		}
		t = seatAt(g, game.Role{Master: true}, languageOf(ctx))
		keys = &apijson.Keys{Master: k.Master, Seats: k.Seats}
	}
	g, err := s.describe(ctx, t)
	return &createOutput{"/api/v1/games/" + t.ID, apijson.Created{Game: g, Keys: keys}}, err
}
