package inbox

import (
	"context"

	"podesta/internal/mail/command"
	"podesta/machiavelli/message"
)

// queue runs QUEUE: it joins the queue, changes what the writer wants, or says how
// they wait.
func (s *session) queue(ctx context.Context, c command.Queue) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	said := message.New("You are in the queue.")
	if !c.Ask {
		joined, err := s.o.judge.Enqueue(ctx, a.ID, c.Wants)
		if err != nil {
			return message.Message{}, err
		}
		if !joined {
			said = message.New("What you want has changed. You keep your place in the queue.")
		}
	}
	st, err := s.o.judge.QueueStanding(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	if !st.Waits {
		return message.New("You are not in the queue. {command} joins it, whatever the game; {help} explains how to say what you want.", message.Order("QUEUE ANY"), message.Order("GET syntax")), nil
	}
	said = message.New("{said} Your place is {n} of {all}, and it is kept until {when}.", said, message.Number(st.Place), message.Number(st.Length), message.Moment(st.Ends.Unix()))
	if st.Near == nil {
		return said, nil
	}
	return message.New("{said} {likely}", said, st.Near.Say()), nil
}
