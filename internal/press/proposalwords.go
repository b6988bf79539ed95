package press

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
)

// Say describes the state of the proposal in a sentence.
func (p *Proposal) Say(s *position.Setting) message.Message {
	switch p.State {
	case pact.Waiting:
		return message.New("The proposal waits for an answer.")
	case pact.Refused:
		return message.New("The proposal was refused.")
	case pact.Withdrawn:
		return message.New("The proposal was withdrawn.")
	case pact.Expired:
		return message.New("Nobody answered in time.")
	case pact.StillHolds:
		return message.New("Agreed until the end of {campaign}.", p.Terms.Until)
	case pact.WasKept:
		return message.New("Agreed, and kept.")
	}
	var by []message.Power
	for x := range s.Powers {
		if p.By.Has(machiavelli.Power(x)) {
			by = append(by, message.PowerOf(s.Powers, machiavelli.Power(x)))
		}
	}
	return message.New("Agreed, and broken by {powers:name} in {campaign}.", message.ListOf(message.And, by), p.In)
}

// Lines returns the lines by which a reader of the proposal can answer it, or
// none.
func (p *Proposal) Lines() []string {
	n := proposalName(p.Number)
	switch {
	case p.Answers:
		return []string{"ACCEPT " + n, "REFUSE " + n}
	case p.Takes:
		return []string{"WITHDRAW " + n}
	}
	return nil
}
