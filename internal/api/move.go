package api

import (
	"context"
	"encoding/json"
	"net/http"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/archive"
	"podesta/internal/game"
)

func (s *Server) moveRoutes() {
	add(s, huma.Operation{
		OperationID: "exportGame", Method: http.MethodGet, Path: "/games/{game}/export", Tags: []string{tagMaster},
		Summary: "Export a whole game as one text, to move it to another judge", Description: "Only for its master: it contains secrets and the seed of the dice.",
		Responses: map[string]*huma.Response{"200": {
			Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}}},
		}},
	}, s.exportGame)
	add(s, huma.Operation{
		OperationID: "importGame", Method: http.MethodPost, Path: "/import", Tags: []string{tagMaster}, DefaultStatus: http.StatusCreated,
		Summary: "Import a game from such a text", Description: "The account that signs the request becomes its master. Unless it is an operator's, all seats wait for their players, and no account gets a seat from the file. A running game is paused until its master resumes it. This judge draws new dice for rolls that have not been thrown.", MaxBodyBytes: maxImport,
	}, s.importGame)
}

type exportOutput struct {
	ContentType string `header:"Content-Type"`
	Name        string `header:"Content-Disposition"`
	Body        []byte
}

func (s *Server) exportGame(ctx context.Context, in *GameInput) (*exportOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	data, err := s.judge.Archive.Export(ctx, t.ID, t.role)
	return &exportOutput{"application/json", `attachment; filename="` + t.ID + `.json"`, data}, err
}

type importInput struct {
	Running bool `query:"running" doc:"Do not pause a game that ran when its file was written"`
	Body    json.RawMessage
}

func (s *Server) importGame(ctx context.Context, in *importInput) (*createOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.newGame(ctx); err != nil {
		return nil, err
	}
	var how []archive.ImportOption
	if in.Running {
		how = append(how, archive.Running)
	}
	g, err := s.judge.Archive.Import(ctx, a.ID, in.Body, how...)
	if err != nil {
		return nil, err
	}
	t := seatAt(g, game.Role{Master: true, Account: a.ID}, languageOf(ctx))
	out, err := s.describe(ctx, t)
	return &createOutput{"/api/v1/games/" + g.ID, apijson.Created{Game: out}}, err
}
