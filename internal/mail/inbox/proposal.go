package inbox

import (
	"context"
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/command"
	"podesta/internal/press"
	"podesta/machiavelli/message"
)

// propose makes a proposal. It refuses one that contains a password.
func (s *session) propose(ctx context.Context, c command.Propose) (message.Message, error) {
	if command.Holds(c.Line, s.secrets) {
		return message.Message{}, errHolds
	}
	p, err := s.o.judge.Press.Propose(ctx, s.game.ID, s.role, s.seat, press.NewProposal{Line: c.Line})
	if err != nil {
		return message.Message{}, err
	}
	return message.New("Your proposal is number {number}: {line}. {state}", message.Number(p.Number), message.Order(p.Line), p.Say(s.game.Setting)), nil
}

// answerProposal accepts, refuses or withdraws a proposal.
func (s *session) answerProposal(ctx context.Context, c command.AnswerProposal) (message.Message, error) {
	act, said := journal.ActWithdraw, message.New("You have withdrawn proposal {number}.", message.Number(c.Number))
	switch c.Act {
	case "ACCEPT":
		act, said = journal.ActAccept, message.New("You have accepted proposal {number}.", message.Number(c.Number))
	case "REFUSE":
		act, said = journal.ActRefuse, message.New("You have refused proposal {number}.", message.Number(c.Number))
	}
	return said, s.o.judge.Press.Answer(ctx, s.game.ID, s.role, s.seat, c.Number, act, "")
}

// proposals lists the proposals that the writer may see.
func (s *session) proposals(ctx context.Context) (message.Message, error) {
	if s.role.Seat == 0 && !s.role.Master {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("Proposals are made between powers, by those who play them."))
	}
	list, err := s.o.judge.Press.Proposals(ctx, s.game.ID, s.role)
	if err != nil {
		return message.Message{}, err
	}
	if len(list) == 0 {
		return message.New("There are no proposals."), nil
	}
	var b strings.Builder
	for i := range list {
		p := &list[i]
		fmt.Fprintf(&b, "%3d  %s %s\n", p.Number, s.say(p.Terms.Say(s.game.Setting)), s.say(p.Say(s.game.Setting)))
		if lines := p.Lines(); len(lines) > 0 {
			fmt.Fprintf(&b, "     %s\n", strings.Join(lines, ", "))
		}
	}
	s.add(message.New("Proposals"), b.String())
	return message.New("See below."), nil
}
