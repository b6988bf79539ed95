package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/internal/safety"
)

func (s *Server) safetyRoutes() {
	add(s, huma.Operation{
		OperationID: "addReport", Method: http.MethodPost, Path: "/reports", Tags: []string{tagSafety}, DefaultStatus: http.StatusNoContent,
		Summary: "Report a message, a comment, a name, a game or its players to the operators", Description: "A message can be reported by everyone who can read it. A game is reported for its name or its description; what players do, such as cheating, is reported as `player`. Ten reports a day are taken, and each player counts as one.",
	}, s.addReport)
	add(s, huma.Operation{
		OperationID: "listReports", Method: http.MethodGet, Path: "/me/reports", Tags: []string{tagSafety},
		Summary: "Your reports, and what was decided",
	}, s.listReports)
	add(s, huma.Operation{
		OperationID: "listSanctions", Method: http.MethodGet, Path: "/me/sanctions", Tags: []string{tagSafety},
		Summary: "What operators have decided about you",
	}, s.listSanctions)
	add(s, huma.Operation{
		OperationID: "appeal", Method: http.MethodPost, Path: "/me/sanctions/{sanction}/appeal", Tags: []string{tagSafety}, DefaultStatus: http.StatusNoContent,
		Summary: "Appeal against a decision about you", Description: "Operators look at it again: another one, if there is one. You can appeal once against each decision, which stays until then.",
	}, s.appeal)
	add(s, huma.Operation{
		OperationID: "getMyData", Method: http.MethodGet, Path: "/me/data", Tags: []string{tagSafety}, Security: owners,
		Summary: "Everything that the judge stores about you", Description: "Your account, settings, orders, messages, reports and mutes. Nothing that others have written is in it.",
	}, s.getMyData)
}

type accusationInput struct {
	Body struct {
		Kind    string `json:"kind" enum:"letter,comment,name,game,player"`
		Game    string `json:"game,omitempty" maxLength:"80" doc:"Of a message, a comment, a game or players: its ID"`
		Seats   []int  `json:"seats,omitempty" minItems:"1" maxItems:"20" doc:"Of players: their seats"`
		Letter  int64  `json:"letter,omitempty" minimum:"1" doc:"Of a message: its number in the log"`
		Comment int64  `json:"comment,omitempty" minimum:"1" doc:"Of a comment on a phase: its ID"`
		Name    string `json:"name,omitempty" maxLength:"80" doc:"Of a person"`
		Reason  string `json:"reason" enum:"harassment,hatred,cheating,spam,other"`
		Note    string `json:"note,omitempty" maxLength:"2000"`
	}
}

func (s *Server) addReport(ctx context.Context, in *accusationInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	b := &in.Body
	return nil, s.judge.Safety.Report(ctx, a.ID, safety.NewReport{
		Kind: game.ReportKind(b.Kind), Game: b.Game, Letter: s.judge.Press.EntrySeq(b.Game, b.Letter), Comment: b.Comment, Seats: b.Seats, Name: b.Name, Reason: game.ReportReason(b.Reason), Note: b.Note,
	})
}

// ReportMade is a report of the caller.
type ReportMade struct {
	ID      string     `json:"id"`
	Kind    string     `json:"kind" enum:"letter,comment,name,game,player"`
	Game    string     `json:"game,omitempty"`
	Seat    int        `json:"seat,omitempty" doc:"Of a player"`
	Shown   string     `json:"shown,omitempty" doc:"The name that was reported, or that of the game"`
	Reason  string     `json:"reason" enum:"harassment,hatred,cheating,spam,other"`
	Note    string     `json:"note,omitempty"`
	Made    time.Time  `json:"made"`
	Decided *time.Time `json:"decided,omitempty"`
	Verdict string     `json:"verdict,omitempty" enum:"dismiss,warn,suspend,rename"`
	Outcome string     `json:"outcome" doc:"The same, in words"`
}

func (s *Server) listReports(ctx context.Context, _ *struct{}) (*listOutput[ReportMade], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Safety.MyReports(ctx, a.ID)
	out := &listOutput[ReportMade]{}
	for i := range list {
		o := &list[i]
		out.Body.Items = append(out.Body.Items, ReportMade{
			ID: o.ID, Kind: string(o.Kind), Game: o.Game, Seat: o.Seat, Shown: o.Shown, Reason: string(o.Reason), Note: o.Note,
			Made: o.Made.UTC(), Decided: known(o.Decided), Verdict: o.Verdict, Outcome: o.Say().In(languageOf(ctx)),
		})
	}
	return out, err
}

// known returns a moment, or nil for the zero time.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// SanctionOf is what operators have decided about the caller.
type SanctionOf struct {
	ID           string     `json:"id"`
	Kind         string     `json:"kind" enum:"warn,suspend,rename"`
	About        string     `json:"about" doc:"What was reported, in words"`
	Quote        string     `json:"quote,omitempty" doc:"The message or the comment that was reported"`
	Why          string     `json:"why,omitempty"`
	Made         time.Time  `json:"made"`
	Until        *time.Time `json:"until,omitempty" doc:"Of a suspension, which then ends by itself"`
	Acknowledged *time.Time `json:"acknowledged,omitempty"`
	Lifted       *time.Time `json:"lifted,omitempty" doc:"It no longer counts since then"`
	Appealed     *time.Time `json:"appealed,omitempty" doc:"When you have appealed"`
	Answered     *time.Time `json:"answered,omitempty" doc:"When your appeal was decided"`
	Answer       string     `json:"answer,omitempty" doc:"What the operator added then"`
	MayAppeal    bool       `json:"mayAppeal"`
	Text         string     `json:"text" doc:"The same, in words"`
}

func (s *Server) listSanctions(ctx context.Context, _ *struct{}) (*listOutput[SanctionOf], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	list, _, err := s.judge.Safety.Sanctions(ctx, a.ID)
	out := &listOutput[SanctionOf]{}
	for _, x := range list {
		out.Body.Items = append(out.Body.Items, SanctionOf{
			ID: x.ID, Kind: x.Kind, About: x.What.In(languageOf(ctx)), Quote: x.Quote, Why: x.Why, Made: x.Made.UTC(), Until: known(x.Until), Acknowledged: known(x.Seen),
			Lifted: known(x.Lifted), Appealed: known(x.Appealed), Answered: known(x.Answered), Answer: x.Answer, MayAppeal: x.MayAppeal,
			Text: safety.SaySanction(x.Kind, x.Until).In(languageOf(ctx)),
		})
	}
	return out, err
}

type appealInput struct {
	Sanction string `path:"sanction" maxLength:"40" doc:"The ID of the decision"`
	Body     struct {
		Text string `json:"text" minLength:"1" maxLength:"2000" doc:"Why it is wrong"`
	}
}

func (s *Server) appeal(ctx context.Context, in *appealInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Safety.Appeal(ctx, a.ID, in.Sanction, in.Body.Text)
}

type dataOutput struct{ Body *safety.OwnData }

func (s *Server) getMyData(ctx context.Context, _ *struct{}) (*dataOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	data, err := s.judge.Safety.OwnData(ctx, a.ID)
	return &dataOutput{data}, err
}
