package api

import (
	"context"
	"slices"

	"podesta/internal/apijson"
	"podesta/internal/press"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
)

// Terms is what a proposal says. Fields that do not belong to its kind are
// absent.
type Terms struct {
	Kind    string    `json:"kind" enum:"peace,alliance,demilitarisation,attack,support,payment"`
	From    string    `json:"from" doc:"The power that proposes"`
	To      string    `json:"to" doc:"The power to which it proposes"`
	Against string    `json:"against,omitempty" doc:"The third power of an alliance or an attack"`
	Place   string    `json:"place,omitempty" doc:"The province without units, or of the attack"`
	Unit    string    `json:"unit,omitempty" doc:"The unit to be supported" example:"A Padua"`
	Goal    string    `json:"goal,omitempty" doc:"Where that unit goes; absent if it stays"`
	Giver   string    `json:"giver,omitempty" doc:"The power that supports it"`
	Ducats  int       `json:"ducats,omitempty" doc:"That from pays to to"`
	For     string    `json:"for,omitempty" enum:"peace,attack,support" doc:"What the payment is for"`
	Until   *Campaign `json:"until" doc:"The last campaign for which it holds"`
}

// Campaign is a season of a year.
type Campaign struct {
	Season string `json:"season" enum:"spring,summer,fall"`
	Year   int    `json:"year"`
}

// Proposal is a proposal with its answer, and whether it was kept.
type Proposal struct {
	Number int       `json:"number" doc:"In the game, from 1"`
	Terms  Terms     `json:"terms"`
	Line   string    `json:"line" doc:"As it is written" example:"PROPOSE PEACE TO Venice UNTIL fall 1455"`
	Text   string    `json:"text" doc:"In sentences, in the caller's language"`
	Reason string    `json:"reason,omitempty" doc:"Of a computer player for its answer, in the caller's language; or what a person wrote with theirs"`
	Phase  string    `json:"phase" doc:"In which it was made"`
	State  string    `json:"state" enum:"waiting,refused,withdrawn,expired,in force,kept,broken" doc:"Judged from what the caller may know"`
	By     []string  `json:"by,omitempty" doc:"The powers that broke it"`
	In     *Campaign `json:"in,omitempty" doc:"When it was broken"`
	May    []string  `json:"may" doc:"What the caller can do with it: accept, refuse, withdraw" nullable:"false"`
}

func campaignOf(c message.Campaign) *Campaign { return &Campaign{c.Season.String(), c.Year} }

// powerID returns the identifier of a power, or "".
func (t *table) powerID(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return ""
	}
	return t.Setting.Powers[p].ID
}

// terms returns the terms of a proposal for programs.
func (t *table) terms(x pact.Terms) Terms {
	b := t.Setting.Board
	out := Terms{Kind: x.Kind.String(), From: t.powerID(x.From), To: t.powerID(x.To), Against: t.powerID(x.Against), Ducats: int(x.Ducats), For: x.For.String(), Until: campaignOf(x.Until)}
	if x.Place != board.None {
		out.Place = b.Areas[x.Place].Name
	}
	if x.Kind == pact.Support || x.For == pact.Support {
		out.Unit, out.Giver = order.FormatUnit(x.Unit, b, t.Setting.Powers), t.powerID(x.Giver())
		if x.Goal.At != board.None {
			out.Goal = b.Name(x.Goal)
		}
	}
	return out
}

// proposal returns a proposal for the caller.
func (t *table) proposal(p *press.Proposal) Proposal {
	out := Proposal{
		Number: p.Number, Terms: t.terms(p.Terms), Line: p.Line, Text: p.Terms.Say(t.Setting).In(t.to) + " " + p.Say(t.Setting).In(t.to),
		Reason: p.Note, Phase: apijson.PhaseName(p.Phase), State: string(p.State), May: []string{},
	}
	if !p.Why.IsZero() {
		out.Reason = p.Why.In(t.to)
	}
	if p.Answers {
		out.May = append(out.May, "accept", "refuse")
	}
	if p.Takes {
		out.May = append(out.May, "withdraw")
	}
	if p.State == pact.WasBroken {
		out.By = setIDs(t.Setting, p.By)
		out.In = campaignOf(p.In)
	}
	return out
}

func (s *Server) listProposals(ctx context.Context, in *GameInput) (*listOutput[Proposal], error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Press.Proposals(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	out := &listOutput[Proposal]{}
	for i := range list {
		out.Body.Items = append(out.Body.Items, t.proposal(&list[i]))
	}
	return out, nil
}

type proposalOutput struct{ Body Proposal }

// proposalOf returns one of the proposals that the caller may see.
func (s *Server) proposalOf(ctx context.Context, t *table, number int) (*proposalOutput, error) {
	list, err := s.judge.Press.Proposals(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(p press.Proposal) bool { return p.Number == number })
	if i < 0 {
		return nil, press.NoProposal(number)
	}
	return &proposalOutput{t.proposal(&list[i])}, nil
}

type proposeInput struct {
	SeatInput
	Body struct {
		Line string `json:"line" minLength:"1" maxLength:"400" doc:"PROPOSE PEACE, ALLIANCE [AGAINST power], DEMILITARISATION OF place, ATTACK ON power [IN place] or SUPPORT OF MY|YOUR unit [- place], then TO power [UNTIL campaign]; or PROPOSE PAYMENT OF n DUCATS TO power [FOR PEACE|ATTACK ON power|SUPPORT OF MY unit] [UNTIL campaign]. PROPOSE may be left out" example:"PROPOSE PEACE TO Venice UNTIL fall 1455"`
		Note string `json:"note,omitempty" maxLength:"40000" doc:"What you write besides"`
	}
}

func (s *Server) propose(ctx context.Context, in *proposeInput) (*proposalOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	p, err := s.judge.Press.Propose(ctx, t.ID, t.role, t.seatOrNone(in.Seat), press.NewProposal{Line: in.Body.Line, Note: in.Body.Note})
	if err != nil {
		return nil, err
	}
	return &proposalOutput{t.proposal(&p)}, nil
}

type answerProposalInput struct {
	SeatInput
	Proposal int `path:"proposal" minimum:"1" doc:"Its number"`
	Body     struct {
		Act  string `json:"act" enum:"accept,refuse,withdraw"`
		Note string `json:"note,omitempty" maxLength:"40000" doc:"What you write besides"`
	}
}

func (s *Server) answerProposal(ctx context.Context, in *answerProposalInput) (*proposalOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := s.judge.Press.Answer(ctx, t.ID, t.role, t.seatOrNone(in.Seat), in.Proposal, in.Body.Act, in.Body.Note); err != nil {
		return nil, err
	}
	return s.proposalOf(ctx, t, in.Proposal)
}
