package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/schedule"
	"podesta/machiavelli"
)

func (s *Server) timeRoutes() {
	add(s, huma.Operation{
		OperationID: "setWait", Method: http.MethodPut, Path: "/games/{game}/wait", Tags: []string{tagPlay},
		Summary: "Hold the phase of a hosted game until its deadline, or release it", Description: "Masters and observers without a seat hold it in their own name.",
	}, s.setWait)
	add(s, huma.Operation{
		OperationID: "setPass", Method: http.MethodPut, Path: "/games/{game}/pass", Tags: []string{tagPlay},
		Summary: "Do not let the game wait for your seat while it has money but no units",
	}, s.setPass)
	add(s, huma.Operation{
		OperationID: "listVotes", Method: http.MethodGet, Path: "/games/{game}/votes", Tags: []string{tagPlay}, Security: anyone,
		Summary: "The votes about the end of the game", Description: "How many players vote for what in the current phase, but not who. Empty if the game hides votes, except for masters.",
	}, s.listVotes)
	add(s, huma.Operation{
		OperationID: "listAbsences", Method: http.MethodGet, Path: "/games/{game}/absences", Tags: []string{tagPlay},
		Summary: "The absences of a seat", Description: "Masters without a seat get their own.",
	}, s.listAbsences)
	add(s, huma.Operation{
		OperationID: "addAbsence", Method: http.MethodPost, Path: "/games/{game}/absences", Tags: []string{tagPlay}, DefaultStatus: http.StatusCreated,
		Summary: "Announce an absence of a seat", Description: "Deadlines that are set from then on avoid that time.",
	}, s.addAbsence)
	add(s, huma.Operation{
		OperationID: "dropAbsence", Method: http.MethodDelete, Path: "/games/{game}/absences/{at}", Tags: []string{tagPlay},
		Summary: "Cancel an absence of a seat",
	}, s.dropAbsence)
}

type waitInput struct {
	SeatInput
	Body struct {
		Wait bool `json:"wait"`
	}
}

func (s *Server) setWait(ctx context.Context, in *waitInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		return s.judge.SetWait(ctx, t.ID, t.role, t.seatOrNone(in.Seat), in.Body.Wait)
	})
}

// seatOrNone returns the named seat, or the caller's own, or 0.
func (t *table) seatOrNone(named int) int {
	if named > 0 {
		return named
	}
	return t.role.Seat
}

type passInput struct {
	SeatInput
	Body struct {
		Pass bool `json:"pass"`
	}
}

func (s *Server) setPass(ctx context.Context, in *passInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		seat, err := t.seat(in.Seat)
		if err != nil {
			return err
		}
		return s.judge.SetPass(ctx, t.ID, t.role, seat, in.Body.Pass)
	})
}

// VoteCount is the count of a vote to end the game.
type VoteCount struct {
	Draw    bool     `json:"draw,omitempty" doc:"It is for a draw"`
	Among   []string `json:"among,omitempty" doc:"The powers that would share the draw; none: all who are left"`
	Concede string   `json:"concede,omitempty" doc:"The power to which the game would be conceded"`
	For     int      `json:"for" doc:"So many seats are for it"`
	Of      int      `json:"of" doc:"The seats that must agree. Computer players agree to a draw when all people do, and are not counted."`
}

// VoteList lists the counts of all votes.
type VoteList struct {
	Hidden bool        `json:"hidden,omitempty" doc:"Only masters of this game see how votes stand"`
	Votes  []VoteCount `json:"votes"`
}

type voteListOutput struct{ Body VoteList }

func (s *Server) listVotes(ctx context.Context, in *GameInput) (*voteListOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Votes(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	out := &voteListOutput{VoteList{Hidden: !t.View(t.role).SeesVotes(), Votes: []VoteCount{}}}
	for _, x := range all {
		v := VoteCount{Draw: x.Draw, Among: setIDs(t.Setting, x.Among), For: x.For, Of: x.Of}
		if x.Concede != machiavelli.Nobody {
			v.Concede = t.Setting.Powers[x.Concede].ID
		}
		out.Body.Votes = append(out.Body.Votes, v)
	}
	return out, nil
}

// Absence is a time in which a player is away.
type Absence struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// AbsenceList lists the absences of a seat that are not over.
type AbsenceList struct {
	Seat     int       `json:"seat" doc:"0 stands for the masters"`
	Absences []Absence `json:"absences"`
}

type absencesOutput struct{ Body AbsenceList }

func (s *Server) listAbsences(ctx context.Context, in *SeatInput) (*absencesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	return s.absences(ctx, t, t.seatOrNone(in.Seat))
}

func (s *Server) absences(ctx context.Context, t *table, seat int) (*absencesOutput, error) {
	all, err := s.judge.Absences(ctx, t.ID, t.role, seat)
	out := &absencesOutput{AbsenceList{Seat: seat, Absences: []Absence{}}}
	for _, a := range all {
		out.Body.Absences = append(out.Body.Absences, Absence{a.Start.UTC(), a.End.UTC()})
	}
	return out, err
}

type addAbsenceInput struct {
	SeatInput
	Body Absence
}

func (s *Server) addAbsence(ctx context.Context, in *addAbsenceInput) (*absencesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	seat := t.seatOrNone(in.Seat)
	a := schedule.Absence{Seat: seat, Start: in.Body.Start.UTC(), End: in.Body.End.UTC()}
	if err := s.judge.SetAbsence(ctx, t.ID, t.role, seat, a); err != nil {
		return nil, err
	}
	return s.absences(ctx, t, seat)
}

type dropAbsenceInput struct {
	SeatInput
	At time.Time `path:"at" doc:"An instant within it"`
}

func (s *Server) dropAbsence(ctx context.Context, in *dropAbsenceInput) (*absencesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	seat := t.seatOrNone(in.Seat)
	if err := s.judge.DropAbsence(ctx, t.ID, t.role, seat, in.At.UTC()); err != nil {
		return nil, err
	}
	return s.absences(ctx, t, seat)
}
