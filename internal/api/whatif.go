package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/internal/slow"
	"podesta/machiavelli"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// The limits of a question, and of the answer.
const (
	maxWorlds   = 512
	maxSamples  = 100
	mostRefused = 100
)

func (s *Server) whatifRoutes() {
	add(s, huma.Operation{
		OperationID: "whatIf", Method: http.MethodPost, Path: "/games/{game}/whatif", Tags: []string{tagPlay}, Security: anyone,
		Summary: "The possible results of a phase with supposed orders, while other orders and the dice are unknown",
		Description: "A sandbox: nothing is kept, and the game's own dice are never looked at. It starts from the position as the caller may see it; " +
			"who has a hidden treasury has no money in it. For powers of the caller that are left out the orders that were sent are taken.",
	}, s.whatIf)
	add(s, huma.Operation{
		OperationID: "predict", Method: http.MethodGet, Path: "/games/{game}/predict", Tags: []string{tagPlay},
		Summary:     "The results that the phase would have with the current orders: for masters with all of them, otherwise with the caller's own",
		Description: "Without a seat, masters get the results of all orders.",
	}, s.predict)
}

// Supposed holds lists of order lines, keyed by power.
type Supposed map[string][]string

// Question is a hypothetical situation.
type Question struct {
	Orders   Supposed       `json:"orders,omitempty" doc:"Power to its order lines"`
	Unknowns []Unknown      `json:"unknowns,omitempty" maxItems:"8" doc:"What may turn out in one way or another"`
	Rolls    map[string]int `json:"rolls,omitempty" doc:"Dice taken for granted, by name"`
	Phase    int            `json:"phase,omitempty" minimum:"0" doc:"Number of an earlier phase; by default the current one"`
	Limit    int            `json:"limit,omitempty" minimum:"1" maximum:"512" doc:"How many ways it may go are tried at most"`
	Samples  int            `json:"samples,omitempty" minimum:"1" maximum:"100" doc:"Where the dice have too many outcomes: how often they are thrown"`
}

// Unknown is something with several possible outcomes.
type Unknown struct {
	Name    string   `json:"name" maxLength:"80"`
	Choices []Choice `json:"choices" minItems:"1" maxItems:"20"`
}

// Choice is one possible outcome of an unknown.
type Choice struct {
	Label  string   `json:"label" maxLength:"80"`
	Orders Supposed `json:"orders,omitempty" doc:"Orders that are given in that case, besides the others"`
}

// Answer lists the possible results of a phase.
type Answer struct {
	Phase   string            `json:"phase"`
	Worlds  int               `json:"worlds" doc:"How many ways it may go were tried"`
	Exact   bool              `json:"exact" doc:"Chances of dice are counted, not sampled"`
	Always  []string          `json:"always" doc:"What happens in every case"`
	Cases   []AnswerCase      `json:"cases" doc:"What happens in some"`
	Refused []apijson.Verdict `json:"refused" doc:"Lines that were refused and count for nothing, the first 100"`
	Result  *Sandbox          `json:"result,omitempty" doc:"The phase in full, where it can go one way only"`
}

// AnswerCase holds the events that happen under some combinations of choices.
type AnswerCase struct {
	When  [][]string   `json:"when" doc:"Combinations of choices, by their labels; empty: the dice alone"`
	Facts []AnswerFact `json:"facts"`
}

// AnswerFact is an event with its chance.
type AnswerFact struct {
	Text   string  `json:"text"`
	Chance float64 `json:"chance" minimum:"0" maximum:"1"`
}

// Sandbox is the result of a phase with given orders.
type Sandbox struct {
	Orders []OrderRecord `json:"orders"`
	Events []EventRecord `json:"events"`
	After  Position      `json:"after"`
	Next   string        `json:"next"`
}

type whatIfInput struct {
	GameInput
	Body Question
}

type answerOutput struct{ Body Answer }

func (s *Server) whatIf(ctx context.Context, in *whatIfInput) (*answerOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, in.Body.Phase)
	if err != nil {
		return nil, err
	}
	if ph.After != nil && in.Body.Phase == 0 {
		return nil, problemOf(game.Conflict, message.New("The game is over; name an earlier phase."))
	}
	q := whatif.Question{
		Position: t.view.Position(ph.Before, false), Rules: &t.Rules, Rolls: in.Body.Rolls,
		Limit: maxWorlds, Samples: maxSamples,
	}
	if in.Body.Limit > 0 {
		q.Limit = in.Body.Limit
	}
	if in.Body.Samples > 0 {
		q.Samples = in.Body.Samples
	}
	out := &answerOutput{Answer{Phase: ph.Phase.String(), Always: []string{}, Cases: []AnswerCase{}, Refused: []apijson.Verdict{}}}
	a := asker{t: t, q: &q, out: &out.Body}
	if err := a.suppose(in.Body.Orders, &q.Lines); err != nil {
		return nil, err
	}
	if err := s.ownLines(ctx, t, ph, in.Body.Orders, &a); err != nil {
		return nil, err
	}
	for _, u := range in.Body.Unknowns {
		x := whatif.Unknown{Name: u.Name}
		for _, c := range u.Choices {
			y := whatif.Choice{Label: c.Label}
			if err := a.suppose(c.Orders, &y.Lines); err != nil {
				return nil, err
			}
			x.Choices = append(x.Choices, y)
		}
		q.Unknowns = append(q.Unknowns, x)
	}
	answer, err := s.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return out, a.tell(languageOf(ctx), &answer)
}

// ownLines adds the orders that the caller's own powers have sent, for powers that the question
// does not mention.
func (s *Server) ownLines(ctx context.Context, t *table, ph *game.Phase, named Supposed, a *asker) error {
	if t.role.Seat == 0 || ph.Number != t.Number || ph.After != nil {
		return nil
	}
	found, err := s.judge.Clock.StandingOrders(ctx, t.ID, t.role, t.role.Seat)
	if err != nil {
		return err
	}
	supposed := map[machiavelli.Power]bool{}
	for name := range named {
		if p, err := t.power(name); err == nil {
			supposed[p] = true
		}
	}
	for _, l := range found.Lines {
		if !supposed[l.Power] {
			a.q.Lines = append(a.q.Lines, l)
		}
	}
	return nil
}

// ask answers a question when a slot is free.
func (s *Server) ask(ctx context.Context, q whatif.Question) (whatif.Answer, error) {
	done, err := s.heavy(ctx)
	if err != nil {
		return whatif.Answer{}, err
	}
	defer done()
	a, err := whatif.Ask(q)
	switch {
	case errors.Is(err, whatif.ErrTooMany):
		err = problemOf(game.TooLarge, message.New("There are too many combinations of choices. Leave some out."))
	case errors.Is(err, turn.ErrGameOver):
		err = problemOf(game.Conflict, message.New("The game is over."))
	case err != nil:
		err = invalid(sentenceOf(err))
	}
	return a, err
}

// heavy waits until the caller may do slow work, and counts it accordingly.
func (s *Server) heavy(ctx context.Context) (done func(), err error) {
	if !slow.Waited(ctx) {
		if wait := s.limit.take(callerOf(ctx).bucket(), slow.Weight-1); wait > 0 {
			return nil, slowDown(wait)
		}
	}
	return slow.Enter(ctx)
}

// asker builds a question from a request.
type asker struct {
	t   *table
	q   *whatif.Question
	out *Answer
}

// suppose adds order lines to a list. Refused ones are reported and skipped.
func (a *asker) suppose(orders Supposed, into *[]turn.Line) error {
	names := make([]string, 0, len(orders))
	for name := range orders {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p, err := a.t.power(name)
		if err != nil {
			return err
		}
		lines, verdicts := ordertext.ReadLines(a.q.Position, a.q.Rules, []machiavelli.Power{p}, strings.Join(orders[name], "\n"))
		for i, l := range lines {
			if l.Err.IsZero() && !verdicts[i].Refused() {
				*into = append(*into, l)
				continue
			}
			if len(a.out.Refused) < mostRefused {
				a.out.Refused = append(a.out.Refused, verdictOf(a.t, verdicts[i]))
			}
		}
	}
	return nil
}

// tell formats the answer.
func (a *asker) tell(l message.Language, x *whatif.Answer) error {
	sum := x.Summary(a.q)
	a.out.Worlds, a.out.Exact = len(x.Worlds), x.Exact
	for _, m := range sum.Always {
		a.out.Always = append(a.out.Always, m.In(l))
	}
	for _, c := range sum.Cases {
		y := AnswerCase{When: [][]string{}, Facts: []AnswerFact{}}
		for _, choices := range c.When {
			labels := []string{}
			for i, k := range choices {
				labels = append(labels, a.q.Unknowns[i].Choices[k].Label)
			}
			y.When = append(y.When, labels)
		}
		for _, f := range c.Facts {
			y.Facts = append(y.Facts, AnswerFact{f.Message.In(l), min(1, math.Round(f.Chance*1e9)/1e9)})
		}
		a.out.Cases = append(a.out.Cases, y)
	}
	if len(x.Worlds) != 1 {
		return nil
	}
	res := x.Worlds[0].Result
	box := &Sandbox{After: positionJSON(res.Next, interchange.Hidden{}), Next: res.Next.Phase.String()}
	seen := a.t.view.Events(res.Events)
	var err error
	if box.Orders, err = orderRecords(a.q.Position, seen, false); err != nil {
		return err
	}
	box.Events, err = eventRecords(a.q.Position, seen, false)
	a.out.Result = box
	return err
}

type linesOutput struct {
	Body struct {
		Lines []string `json:"lines" doc:"Sentences, one to a line"`
	}
}

func (s *Server) predict(ctx context.Context, in *SeatInput) (*linesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	seat := in.Seat
	if seat == 0 && !t.role.Master {
		if seat, err = t.seat(0); err != nil {
			return nil, err
		}
	}
	done, err := s.heavy(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	lines, err := s.judge.Admin.Predict(ctx, t.ID, t.role, seat)
	out := &linesOutput{}
	out.Body.Lines = make([]string, len(lines))
	for i, m := range lines {
		out.Body.Lines[i] = m.In(languageOf(ctx))
	}
	return out, err
}
