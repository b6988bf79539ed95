package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/admin"
	"podesta/internal/apijson"
)

func (s *Server) masterRoutes() {
	add(s, huma.Operation{
		OperationID: "edit", Method: http.MethodPost, Path: "/games/{game}/edit", Tags: []string{tagMaster},
		Summary: "Correct the current position", Description: "In the statements of docs/masters.md. Everyone is notified of the changes and the reason. With `check` nothing is changed.",
	}, s.edit)
	add(s, huma.Operation{
		OperationID: "listActs", Method: http.MethodGet, Path: "/games/{game}/acts", Tags: []string{tagGames}, Security: anyone,
		Summary: "Masters' changes to the game itself: rollbacks, corrections, rolls set by hand",
	}, s.listActs)
	add(s, huma.Operation{
		OperationID: "listUndone", Method: http.MethodGet, Path: "/games/{game}/undone", Tags: []string{tagGames}, Security: anyone,
		Summary: "Phases that were rolled back",
	}, s.listUndone)
}

// ForRevision is a command that must not apply to a later revision of the game.
type ForRevision struct {
	Revision int `json:"revision" minimum:"1" doc:"Of the game, for which it is meant"`
}

type editInput struct {
	GameInput
	Body struct {
		ForRevision
		Changes []string `json:"changes" minItems:"1" maxItems:"200" doc:"One correction each" example:"[\"treasury venice 12\"]"`
		Why     string   `json:"why,omitempty" maxLength:"500" doc:"The reason, which everyone can read"`
		Check   bool     `json:"check,omitempty" doc:"Tell what would change, and keep nothing"`
	}
}

func (s *Server) edit(ctx context.Context, in *editInput) (*changesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	var changes []admin.Change
	for _, c := range in.Body.Changes {
		changes = append(changes, admin.Change{What: c})
	}
	lines, err := s.judge.Admin.CheckEdit(ctx, t.ID, t.role, in.Body.Revision, changes)
	if err != nil || in.Body.Check {
		return changed(ctx, lines), err
	}
	return changed(ctx, lines), s.judge.Admin.Edit(ctx, t.ID, t.role, in.Body.Revision, changes, in.Body.Why)
}

func (s *Server) listActs(ctx context.Context, in *GameInput) (*listOutput[apijson.Act], error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Admin.Acts(ctx, t.ID, t.role)
	out := &listOutput[apijson.Act]{}
	for _, a := range all {
		m, points, err := apijson.AllTyped(a.Said, a.Points)
		if err != nil {
			return nil, err
		}
		out.Body.Items = append(out.Body.Items, apijson.Act{
			Topic: string(a.Topic), Text: a.In(languageOf(ctx)), Message: m, Why: a.Why, Changes: a.ChangesIn(languageOf(ctx)), Points: points, Number: a.Number, Who: apijson.Called(languageOf(ctx), a.Who), At: apijson.Instant(a.At),
			Revision: a.Revision, Phase: apijson.PhaseName(a.Phase), From: apijson.PhaseName(a.From),
		})
	}
	return out, err
}

// UndonePhase is a phase that a rollback removed from the game.
type UndonePhase struct {
	Revision int        `json:"revision" doc:"Of the game before the rollback"`
	Number   int        `json:"number"`
	Phase    string     `json:"phase"`
	Done     *time.Time `json:"done,omitempty" doc:"When it had been carried out; absent for one that was not yet"`
	Engine   string     `json:"engine,omitempty"`
}

func (s *Server) listUndone(ctx context.Context, in *GameInput) (*listOutput[UndonePhase], error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Admin.Undone(ctx, t.ID)
	out := &listOutput[UndonePhase]{}
	for _, u := range all {
		out.Body.Items = append(out.Body.Items, UndonePhase{u.Revision, u.Number, u.Name, apijson.Instant(u.Done), u.Engine})
	}
	return out, err
}
