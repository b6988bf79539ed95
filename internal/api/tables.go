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
	add(s, huma.Operation{
		OperationID: "listMembers", Method: http.MethodGet, Path: "/games/{game}/members", Tags: []string{tagTables}, Security: anyone,
		Summary: "Who takes part in a hosted game, as the caller may know it",
	}, s.listMembers)
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

// Created is a new game.
type Created struct {
	Game
	Keys *Keys `json:"keys,omitempty" doc:"Of a game played by links: who has a key plays the seat. They are not shown again"`
}

// Keys are the secret links of a game.
type Keys struct {
	Master string   `json:"master" doc:"For Authorization: Bearer key:GAME:KEY"`
	Seats  []string `json:"seats" doc:"By seat"`
}

type createInput struct {
	Body    NewGame
	RawBody []byte
}

type createOutput struct {
	Location string `header:"Location"`
	Body     Created
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
	var keys *Keys
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
		keys = &Keys{Master: k.Master, Seats: k.Seats}
	}
	g, err := s.describe(ctx, t)
	return &createOutput{"/api/v1/games/" + t.ID, Created{g, keys}}, err
}

// Member is a participant of a game: a player, an observer or a master.
type Member struct {
	Kind        string   `json:"kind" enum:"master,player,observer"`
	Name        string   `json:"name,omitempty" doc:"Absent where players are hidden"`
	Program     bool     `json:"program,omitempty" doc:"The account of a program; absent where players are hidden"`
	Seat        int      `json:"seat,omitempty"`
	Powers      []string `json:"powers,omitempty"`
	Former      bool     `json:"former,omitempty" doc:"Has left"`
	Waits       int      `json:"waits,omitempty" doc:"The seat for which the player waits to be approved"`
	Preferences string   `json:"preferences,omitempty" doc:"Your own; masters see everyone's"`
	Account     string   `json:"account,omitempty" doc:"Your own; masters see everyone's"`
}

func (s *Server) listMembers(ctx context.Context, in *GameInput) (*listOutput[Member], error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	people, err := s.judge.Lobby.Roster(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	out := &listOutput[Member]{}
	for _, p := range people {
		m := Member{
			Kind: string(p.Kind), Seat: p.Seat, Former: p.Former, Waits: p.Waits, Preferences: p.Preferences, Account: p.Account,
		}
		m.Name, m.Program = game.PlainName(p.Name)
		if t.Number > 0 {
			m.Powers = apijson.PowerIDs(t.Setting, p.Powers)
		}
		out.Body.Items = append(out.Body.Items, m)
	}
	return out, nil
}
