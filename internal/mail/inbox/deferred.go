package inbox

import (
	"context"
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// deferOrders stores the lines after PHASE until that phase. Those for the
// current phase are sent at once.
func (s *session) deferOrders(ctx context.Context, c *command.Phase) (string, error) {
	seat, err := s.seated()
	if err != nil {
		return "", err
	}
	if s.game.Number == 0 {
		return "", errNotBegun
	}
	if c.Phase == s.game.Phase {
		older := s.older // the phase is named, so no confirmation is needed
		s.older = message.Message{}
		defer func() { s.older = older }()
		for i := range c.Items {
			if err := s.item(ctx, &c.Items[i]); err != nil {
				return "", err
			}
		}
		return "This is the current phase.", nil
	}
	d := game.Deferred{Seat: seat, Phase: c.Phase}
	var lines []string
	for i := range c.Items {
		it := &c.Items[i]
		switch x := it.Command.(type) {
		case command.Order:
			lines = append(lines, strings.ReplaceAll(x.Text, "\n", " "))
		case command.Wait:
			d.Wait = x.On
		case *command.If:
			s.refuse(it, game.Refuse(game.Invalid, message.New("IF works only for the current phase.")))
		case nil:
			if it.Err != nil {
				s.errors++
				s.put(it).fail(misread(it.Err)...)
			}
		}
	}
	d.Text = strings.Join(lines, "\n")
	if err := s.o.judge.Defer(ctx, s.game.ID, s.player(), d); err != nil {
		return "", err
	}
	if d.Text == "" && !d.Wait {
		return "Your orders for " + c.Phase.Title() + " are deleted.", nil
	}
	return fmt.Sprintf("%s kept for %s, to be checked when that phase begins.", phrase.Count(len(lines), "order"), c.Phase.Title()), nil
}

// clearDeferred deletes the orders for later phases.
func (s *session) clearDeferred(ctx context.Context) (string, error) {
	seat, err := s.seated()
	if err != nil {
		return "", err
	}
	err = s.o.judge.ClearDeferred(ctx, s.game.ID, s.player(), seat)
	return "Your orders for later phases are deleted. CLEAR ORDERS deletes those for the current one.", err
}

// deferredReport lists orders for later phases.
func (s *session) deferredReport(ctx context.Context, b *strings.Builder) error {
	if s.seat == 0 {
		return nil
	}
	all, err := s.o.judge.Deferred(ctx, s.game.ID, s.player(), s.seat)
	if err != nil {
		return err
	}
	for _, d := range all {
		fmt.Fprintf(b, "\n----- Pending orders for %s:\n", d.Phase.Title())
		for line := range strings.Lines(d.Text) {
			b.WriteString("  " + strings.TrimRight(line, "\n") + "\n")
		}
		if d.Wait {
			b.WriteString("  SET WAIT\n")
		}
	}
	return nil
}
