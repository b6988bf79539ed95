package command

import (
	"strconv"
	"strings"

	"podesta/machiavelli/message"
)

// Propose makes a proposal to another power. Line is what follows PROPOSE; it
// is read with the powers and places of the game.
type Propose struct{ Line string }

func (c Propose) String() string { return joined("PROPOSE", c.Line) }

// AnswerProposal accepts, refuses or withdraws a proposal. Act is "ACCEPT",
// "REFUSE" or "WITHDRAW".
type AnswerProposal struct {
	Act    string
	Number int
}

func (c AnswerProposal) String() string { return c.Act + " PROPOSAL " + strconv.Itoa(c.Number) }

// Proposals lists the proposals from and to the writer's power.
type Proposals struct{}

func (c Proposals) String() string { return "PROPOSALS" }

const proposalExample = message.Order("PROPOSE PEACE TO VENICE UNTIL FALL 1455")

func parsePropose(s *scanner) (Command, *Error) {
	line := strings.TrimSpace(s.rest())
	if line == "" {
		return nil, s.missing(message.New("what you propose and to whom"), proposalExample)
	}
	return Propose{line}, nil
}

// parseAnswerProposal returns the parser of an answer to a proposal. Without a
// number, ACCEPT and DECLINE are about an invitation to a game of that name.
func parseAnswerProposal(act string) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		if act != "WITHDRAW" && s.done() {
			return patternOf(act + " game").parse(&scanner{s: "proposal"})
		}
		n, err := s.number(message.Order(AnswerProposal{act, 3}.String()), 1, 1000000)
		if err != nil {
			return nil, err
		}
		return AnswerProposal{act, n}, s.endAfter(message.New("the number"))
	}
}

func parseProposals(s *scanner) (Command, *Error) { return Proposals{}, s.end("PROPOSALS") }
