package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

func (s *Server) vacationRoutes() {
	add(s, huma.Operation{
		OperationID: "getVacation", Method: http.MethodGet, Path: "/me/vacation", Tags: []string{tagAccount},
		Summary: "Your vacation from all your games, with what it does in each",
	}, s.getVacation)
	add(s, huma.Operation{
		OperationID: "setVacation", Method: http.MethodPut, Path: "/me/vacation", Tags: []string{tagAccount},
		Summary: "Be away from all your games", Description: "New deadlines avoid the time, as far as each game allows its players absences. So do games that you join later. It replaces an earlier vacation. The masters of your games are notified.",
	}, s.setVacation)
	add(s, huma.Operation{
		OperationID: "dropVacation", Method: http.MethodDelete, Path: "/me/vacation", Tags: []string{tagAccount}, DefaultStatus: http.StatusNoContent,
		Summary: "Cancel your vacation",
	}, s.dropVacation)
}

// Vacation is a time in which the caller is away from all their games.
type Vacation struct {
	Start time.Time        `json:"start"`
	End   time.Time        `json:"end"`
	Games []VacationInGame `json:"games" doc:"The games that run or form, in which you play or are a master"`
}

// VacationInGame is what a vacation does in a game.
type VacationInGame struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Absences []Absence `json:"absences" doc:"The time that new deadlines avoid; none: the vacation does nothing"`
	Text     string    `json:"text" doc:"What it does, in a sentence"`
}

type vacationOutput struct{ Body *Vacation }

func vacationOf(ctx context.Context, v *clock.Vacation) *vacationOutput {
	if v == nil {
		return &vacationOutput{}
	}
	out := &Vacation{Start: v.Start.UTC(), End: v.End.UTC(), Games: []VacationInGame{}}
	for _, g := range v.Games {
		x := VacationInGame{ID: g.Game, Name: g.Name, Absences: []Absence{}, Text: g.Says.In(languageOf(ctx))}
		for _, a := range g.Absences {
			x.Absences = append(x.Absences, Absence{a.Start.UTC(), a.End.UTC()})
		}
		out.Games = append(out.Games, x)
	}
	return &vacationOutput{out}
}

func (s *Server) getVacation(ctx context.Context, _ *struct{}) (*vacationOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.judge.Vacation(ctx, a.ID)
	if err == nil && v == nil {
		err = game.Refuse(game.NotFound, message.New("You have set no vacation."))
	}
	if err != nil {
		return nil, err
	}
	return vacationOf(ctx, v), nil
}

type setVacationInput struct{ Body Absence }

func (s *Server) setVacation(ctx context.Context, in *setVacationInput) (*vacationOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.judge.SetVacation(ctx, a.ID, in.Body.Start.UTC(), in.Body.End.UTC())
	if err != nil {
		return nil, err
	}
	return vacationOf(ctx, v), nil
}

func (s *Server) dropVacation(ctx context.Context, _ *struct{}) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.DropVacation(ctx, a.ID)
}
