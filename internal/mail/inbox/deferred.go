package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/machiavelli/message"
)

// deferOrders stores the orders and WAIT under PHASE until that phase. If there are none, it
// deletes the orders that were stored earlier for the phase. If PHASE names the current phase, the
// lines under it are run immediately.
func (s *session) deferOrders(ctx context.Context, c *command.Phase) (message.Message, error) {
	seat, err := s.seated()
	if err != nil {
		return message.Message{}, err
	}
	if s.game.Number == 0 {
		return message.Message{}, errNotBegun
	}
	if c.Phase == s.game.Phase {
		older := s.older // the phase is named, so no confirmation is needed
		s.older = message.Message{}
		defer func() { s.older = older }()
		for i := range c.Items {
			if err := s.item(ctx, &c.Items[i]); err != nil {
				return message.Message{}, err
			}
		}
		return message.New("This is the current phase."), nil
	}
	d := game.Deferred{Seat: seat, Phase: c.Phase}
	var lines []string
	for i := range c.Items {
		it := &c.Items[i]
		switch x := it.Command.(type) {
		case command.Order:
			lines = append(lines, strings.ReplaceAll(x.Text, "\n", " "))
		case command.Given: // this can only be SET WAIT
			d.Wait, _ = x.Switched("set wait", "wait")
		case *command.If:
			s.refuse(it, game.Refuse(game.Invalid, message.New("IF works only for the current phase.")))
		case nil:
			if it.Err != nil {
				s.errors++
				s.put(it).fail(misread(it.Err))
			}
		}
	}
	d.Text = strings.Join(lines, "\n")
	if err := s.o.judge.Clock.Defer(ctx, s.game.ID, s.player(), d); err != nil {
		return message.Message{}, err
	}
	if d.Text == "" && !d.Wait {
		return message.New("Your orders for {phase} are deleted.", message.Phase(c.Phase)), nil
	}
	return message.Plural(len(lines), "{n} order kept for {phase}, to be checked when that phase begins.", "{n} orders kept for {phase}, to be checked when that phase begins.", message.Phase(c.Phase)), nil
}

// clearDeferred deletes the orders for later phases.
func (s *session) clearDeferred(ctx context.Context) (message.Message, error) {
	seat, err := s.seated()
	if err != nil {
		return message.Message{}, err
	}
	err = s.o.judge.Clock.ClearDeferred(ctx, s.game.ID, s.player(), seat)
	return message.New("Your orders for later phases are deleted. {command} deletes those for the current one.", message.Order("CLEAR ORDERS")), err
}

// deferredReport lists orders for later phases.
func (s *session) deferredReport(ctx context.Context) ([]outbox.Block, error) {
	if s.seat == 0 {
		return nil, nil
	}
	all, err := s.o.judge.Clock.Deferred(ctx, s.game.ID, s.player(), s.seat)
	if err != nil {
		return nil, err
	}
	var out []outbox.Block
	for _, d := range all {
		text := strings.TrimRight(d.Text, "\n")
		if d.Wait {
			text = strings.TrimLeft(text+"\nSET WAIT", "\n")
		}
		out = append(out, outbox.Block{Paras: []string{s.say(message.New("Pending orders for {phase}:", message.Phase(d.Phase)))}, Code: text})
	}
	return out, nil
}
