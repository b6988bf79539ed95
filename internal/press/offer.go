package press

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/act"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
	"podesta/view"
)

type proposeArgs struct {
	Line string `arg:"line" least:"1" most:"400" ask:"what you propose and to whom" doc:"PEACE, ALLIANCE [AGAINST power], DEMILITARISATION OF place, ATTACK ON power [IN place] or SUPPORT OF MY|YOUR unit [- place], then TO power [UNTIL campaign]; or PAYMENT OF n DUCATS TO power [FOR PEACE|ATTACK ON power|SUPPORT OF MY unit] [UNTIL campaign]. PROPOSE may stand before it"`
	Note string `arg:"note,optional" most:"40000" doc:"What you write besides"`
}

type answerArgs struct {
	Proposal int    `arg:"proposal" least:"1" most:"1000000" doc:"Its number"`
	Act      string `arg:"act" of:"accept,refuse,withdraw" doc:"Accept or refuse a proposal to you, or withdraw one of yours"`
	Note     string `arg:"note,optional" most:"40000" doc:"What you write besides"`
}

// proposalCommands returns the commands about agreements between powers.
func (p *Press) proposalCommands() []act.Command {
	type none struct{}
	answer := func(word, does, example string, also ...string) act.Form {
		return act.Form{Syntax: word + " PROPOSAL proposal", Also: also, With: act.Values{"act": strings.ToLower(word)}, Does: does, Example: example}
	}
	return []act.Command{
		act.Of(act.Command{
			Name: "list proposals", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Talking, API: "GET /games/{game}/proposals", Part: message.New("Proposals"),
			Summary: "The proposals from and to your power, and whether they were accepted and kept", Does: "The newest 100, the newest first. Masters get those of all powers.",
			Mail:  []act.Form{{Syntax: "PROPOSALS", Does: "Lists the proposals from and to your power, and whether they were accepted and kept.", Example: "PROPOSALS"}},
			Short: []act.Form{{Syntax: "PROPOSALS"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Page[Offer], error) {
			list, err := p.Proposals(ctx, by.Game.ID, by.Role)
			out := offersOf(by.Game.Setting, list)
			if by.Role.Seat == 0 && !by.Role.Master {
				out.Message = betweenPowers
			}
			return out, err
		}),
		act.Of(act.Command{
			Name: "propose", Scope: act.Own, Who: act.Player, Told: true, Group: act.Talking, API: "POST /games/{game}/proposals",
			Summary: "Propose an agreement to another power",
			Does:    "A proposal is a message: all that holds for messages in the game holds for it. Its sender is always named. A computer player answers at once, if the game allows it. The judge shows both powers whether an agreement is kept, but the rules do not enforce it.",
			Short:   []act.Form{{Syntax: "PROPOSE line"}},
			Mail: []act.Form{{
				Syntax: "PROPOSE line", Example: "PROPOSE PEACE TO MILAN UNTIL FALL 1455",
				Does: "Proposes an agreement to another power: PEACE; ALLIANCE, or ALLIANCE AGAINST a power; DEMILITARISATION OF a province; ATTACK ON a power, or ATTACK ON a power IN a province; SUPPORT OF MY or YOUR unit, each with TO power [UNTIL campaign]; PAYMENT OF n DUCATS TO power, or that FOR PEACE, FOR ATTACK ON or FOR SUPPORT OF.",
			}},
		}, func(ctx context.Context, by act.Caller, a proposeArgs) (*Offer, error) {
			x, err := p.Propose(ctx, by.Game.ID, by.Role, by.Seat, NewProposal{Line: a.Line, Note: a.Note})
			if err != nil {
				return nil, err
			}
			return offerOf(by.Game.Setting, &x, message.New("Your proposal is number {number}: {line}. {state}", message.Number(x.Number), message.Order(x.Line), x.stand(by.Game.Setting))), nil
		}),
		act.Of(act.Command{
			Name: "answer proposal", Scope: act.Own, Who: act.Player, Told: true, Group: act.Talking, API: "PUT /games/{game}/proposals/{proposal}",
			Summary: "Accept or refuse a proposal to your power, or withdraw your own", Does: "The other power is notified. The rules do not enforce an agreement.",
			Short: []act.Form{{Syntax: "PROPOSAL proposal act"}},
			Mail: []act.Form{
				answer("ACCEPT", "Accepts a proposal to your power.", "ACCEPT PROPOSAL 3"),
				answer("REFUSE", "Refuses a proposal to your power.", "REFUSE PROPOSAL 3", "DECLINE PROPOSAL",
					"REJECT PROPOSAL"),
				answer("WITHDRAW", "Withdraws a proposal of your own that nobody has answered.", "WITHDRAW PROPOSAL 1"),
			},
		}, p.answerProposal),
	}
}

// answerProposal answers a proposal, and returns its new state.
func (p *Press) answerProposal(ctx context.Context, by act.Caller, a answerArgs) (*Offer, error) {
	if err := p.Answer(ctx, by.Game.ID, by.Role, by.Seat, a.Proposal, a.Act, a.Note); err != nil {
		return nil, err
	}
	list, err := p.Proposals(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(x Proposal) bool { return x.Number == a.Proposal })
	if i < 0 {
		return nil, NoProposal(a.Proposal)
	}
	said := message.New("You have withdrawn proposal {number}.", message.Number(a.Proposal))
	switch a.Act {
	case journal.ActAccept:
		said = message.New("You have accepted proposal {number}.", message.Number(a.Proposal))
	case journal.ActRefuse:
		said = message.New("You have refused proposal {number}.", message.Number(a.Proposal))
	}
	return offerOf(by.Game.Setting, &list[i], said), nil
}

// Terms are the contents of a proposal. Fields that do not belong to its kind are absent.
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

// Offer is a proposal with its answer, and whether it was kept, in the form that the interfaces
// return.
type Offer struct {
	act.Done
	Number int       `json:"number" doc:"In the game, from 1"`
	Terms  Terms     `json:"terms"`
	Line   string    `json:"line" doc:"As it is written" example:"PROPOSE PEACE TO Venice UNTIL fall 1455"`
	Text   string    `json:"text" doc:"In sentences, in the caller's language"`
	Reason string    `json:"reason,omitempty" doc:"Of a computer player for its answer, in the caller's language; or what a person wrote with theirs"`
	Phase  string    `json:"phase" doc:"In which it was made"`
	State  string    `json:"state" enum:"waiting,refused,withdrawn,expired,in force,kept,broken" doc:"Judged from what the caller may know"`
	By     []string  `json:"by,omitempty" doc:"The powers that broke it"`
	Broken *Campaign `json:"in,omitempty" doc:"When it was broken"`
	May    []string  `json:"may" doc:"What the caller can do with it: accept, refuse, withdraw" nullable:"false"`

	text, why message.Message
}

// In translates the answer.
func (o *Offer) In(l message.Language) {
	o.Done.In(l)
	o.Text = o.text.In(l)
	if !o.why.IsZero() {
		o.Reason = o.why.In(l)
	}
}

func campaignOf(c message.Campaign) *Campaign { return &Campaign{c.Season.String(), c.Year} }

// termsOf returns the terms of a proposal for programs.
func termsOf(s *position.Setting, x pact.Terms) Terms {
	id := func(p machiavelli.Power) string {
		if p == machiavelli.Nobody {
			return ""
		}
		return s.Powers[p].ID
	}
	out := Terms{
		Kind: x.Kind.String(), From: id(x.From), To: id(x.To), Against: id(x.Against),
		Ducats: int(x.Ducats), For: x.For.String(), Until: campaignOf(x.Until),
	}
	if x.Place != board.None {
		out.Place = s.Board.Areas[x.Place].Name
	}
	if x.Kind == pact.Support || x.For == pact.Support {
		out.Unit, out.Giver = order.FormatUnit(x.Unit, s.Board, s.Powers), id(x.Giver())
		if x.Goal.At != board.None {
			out.Goal = s.Board.Name(x.Goal)
		}
	}
	return out
}

// stand describes the state of the proposal, with the reason for its answer.
func (p *Proposal) stand(s *position.Setting) message.Message {
	why := p.Why
	if why.IsZero() && p.Note != "" {
		why = message.Quote(p.Note)
	}
	if why.IsZero() {
		return p.Say(s)
	}
	return message.New("{text} The reason: {why}", p.Say(s), why)
}

// offerOf returns a proposal for the interfaces, with a sentence about the outcome of a command.
func offerOf(s *position.Setting, p *Proposal, said message.Message) *Offer {
	out := Offer{
		Done: *act.Saying(said), Number: p.Number, Terms: termsOf(s,
			p.Terms), Line: p.Line, Reason: p.Note, Phase: p.Phase.String(), State: string(p.State), May: []string{},
		text: message.New("{proposal} {state}", p.Terms.Say(s), p.Say(s)), why: p.Why,
	}
	if p.Answers {
		out.May = append(out.May, journal.ActAccept, journal.ActRefuse)
	}
	if p.Takes {
		out.May = append(out.May, journal.ActWithdraw)
	}
	if p.State == pact.WasBroken {
		out.By, out.Broken = view.PowerIDs(s, p.By), campaignOf(p.In)
	}
	return &out
}

// offersOf returns a list of proposals for the interfaces.
func offersOf(s *position.Setting, list []Proposal) *act.Page[Offer] {
	out := act.Whole(list, message.New("There are no proposals."), func(p *Proposal) (Offer, message.Message) {
		line := message.New("{number}. {proposal} {state}", message.Number(p.Number), p.Terms.Say(s), p.stand(s))
		if ways := p.Lines(); len(ways) > 0 {
			line = message.New("{text} ({what})", line, message.Order(strings.Join(ways, ", ")))
		}
		return *offerOf(s, p, message.Message{}), line
	})
	out.Listed = len(list) > 0
	return out
}
