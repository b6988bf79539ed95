package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/report"
)

func (s *Server) opinionRoutes() {
	add(s, huma.Operation{
		OperationID: "getHint", Method: http.MethodGet, Path: "/games/{game}/hint", Tags: []string{tagPlay},
		Summary:     "What the strongest computer player would order in the caller's place",
		Description: "Only in games in which computer players hold all other seats. It is an opinion, made of what the caller may see. The answer does not change the orders of the seat; send the lines with putOrders to take them over.",
	}, s.getHint)
	add(s, huma.Operation{
		OperationID: "getAnalysis", Method: http.MethodGet, Path: "/games/{game}/analysis", Tags: []string{tagGames}, Security: anyone,
		Summary:     "A computer player's opinion on a game that is over: expected shares of the victory, turning points, the caller's costliest orders",
		Description: "A running game has none. The estimate uses what everyone may know; the costliest orders of the caller's seat use what the seat may know.",
	}, s.getAnalysis)
}

// HintAnswer is what a computer player would order.
type HintAnswer struct {
	Game     string              `json:"game"`
	Revision int                 `json:"revision" doc:"Of the game; orders name it"`
	Number   int                 `json:"number" doc:"Of the phase"`
	Player   string              `json:"player" example:"hard" doc:"The computer player whose opinion it is"`
	Orders   map[string][]string `json:"orders" doc:"Power to its order lines"`
}

type hintOutput struct{ Body HintAnswer }

func (s *Server) getHint(ctx context.Context, in *GameInput) (*hintOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if t.role.Seat == 0 {
		return nil, game.ErrPlayer
	}
	done, err := s.heavy(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	h, err := s.judge.BotGames.Hint(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	out := &hintOutput{HintAnswer{Game: t.ID, Revision: h.Revision, Number: h.Number, Player: h.Kind, Orders: map[string][]string{}}}
	for _, x := range h.Powers {
		lines := []string{}
		for _, l := range x.Lines {
			lines = append(lines, l.Text)
		}
		out.Body.Orders[t.Setting.Powers[x.Power].ID] = lines
	}
	return out, nil
}

// GameAnalysis is a computer player's opinion on a game that is over.
type GameAnalysis struct {
	Game      string         `json:"game"`
	Player    string         `json:"player" example:"principe" doc:"The computer player whose opinion it is"`
	Course    []CoursePoint  `json:"course" doc:"The phases without retreats, and the end"`
	Turns     []TurningPoint `json:"turns" doc:"The phases that changed most"`
	Costliest []CostlyOrder  `json:"costliest" doc:"The orders of the caller's seat that cost most; empty for callers without one"`
}

// CoursePoint holds the expected shares of the victory at one point of the game.
type CoursePoint struct {
	Number int                `json:"number" doc:"Of the phase that begins; one more than the last for the end"`
	Phase  string             `json:"phase,omitempty" example:"spring 1454 orders" doc:"Absent for the end"`
	Shares map[string]float64 `json:"shares" doc:"Power to its share of the victory; together 1"`
}

// TurningPoint is a phase that changed the expected shares of the victory.
type TurningPoint struct {
	Number int          `json:"number" doc:"Of the phase"`
	Phase  string       `json:"phase" example:"spring 1454 orders"`
	Swings []ShareSwing `json:"swings" doc:"The powers whose share changed most"`
	Causes []string     `json:"causes" doc:"What happened, in sentences"`
}

// ShareSwing is the change of a power's expected share of the victory.
type ShareSwing struct {
	Power string  `json:"power"`
	From  float64 `json:"from" minimum:"0" maximum:"1"`
	To    float64 `json:"to" minimum:"0" maximum:"1"`
}

// CostlyOrder is an order together with a better alternative.
type CostlyOrder struct {
	Number int     `json:"number" doc:"Of the phase"`
	Phase  string  `json:"phase" example:"spring 1454 orders"`
	Given  string  `json:"given" doc:"What was ordered, in words"`
	Better string  `json:"better" doc:"What would have been better, in words"`
	Was    float64 `json:"was" minimum:"0" maximum:"1" doc:"The seat's expected share of the victory after the campaign"`
	Could  float64 `json:"could" minimum:"0" maximum:"1" doc:"The same with the better order"`
}

type analysisOutput struct{ Body GameAnalysis }

func (s *Server) getAnalysis(ctx context.Context, in *GameInput) (*analysisOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	done, err := s.heavy(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	a, err := s.judge.BotGames.Analysis(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	out := &analysisOutput{GameAnalysis{Game: t.ID, Player: opinion.Name, Costliest: []CostlyOrder{}}}
	out.Body.Course, out.Body.Turns = t.course(a), t.turns(a)
	if t.role.Seat == 0 {
		return out, nil
	}
	costly, err := s.judge.BotGames.Costly(ctx, t.ID, t.role)
	tell := report.New(t.Setting)
	for i := range costly {
		c := &costly[i]
		out.Body.Costliest = append(out.Body.Costliest, CostlyOrder{
			Number: c.Phase + 1, Phase: c.When.String(), Given: c.Ordered(tell).In(t.to), Better: c.Instead(tell).In(t.to), Was: rounded(c.Was), Could: rounded(c.Could),
		})
	}
	return out, err
}

// course returns how the expected shares of the victory changed during a game.
func (t *table) course(a *botgames.Analysis) []CoursePoint {
	out := []CoursePoint{}
	for i := range a.Course {
		at := &a.Course[i]
		x := CoursePoint{Number: at.Phase + 1, Shares: map[string]float64{}}
		if i < len(a.Course)-1 {
			x.Phase = at.When.String()
		}
		for p := machiavelli.Power(1); int(p) < len(t.Setting.Powers); p++ {
			if !t.Setting.Absent.Has(p) {
				x.Shares[t.Setting.Powers[p].ID] = rounded(at.Shares[p])
			}
		}
		out = append(out, x)
	}
	return out
}

// turns returns the turning points of a game.
func (t *table) turns(a *botgames.Analysis) []TurningPoint {
	out, tell := []TurningPoint{}, report.New(t.Setting)
	for i := range a.Turns {
		at := &a.Turns[i]
		x := TurningPoint{Number: at.Phase + 1, Phase: at.When.String()}
		for _, w := range at.Swings {
			x.Swings = append(x.Swings, ShareSwing{t.Setting.Powers[w.Power].ID, rounded(w.From), rounded(w.To)})
		}
		for _, m := range at.Story(tell) {
			x.Causes = append(x.Causes, m.In(t.to))
		}
		out = append(out, x)
	}
	return out
}

// rounded returns a share with four decimals.
func rounded(share float64) float64 { return math.Round(share*1e4) / 1e4 }
