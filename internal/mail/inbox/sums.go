package inbox

import (
	"strconv"
	"strings"

	"podesta/internal/mail/phrase"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// sums writes the effect of a power's orders on its treasury: the present money, the costs, the
// remaining money, and the expenses that cannot be paid. In retreats and in games without money it
// writes nothing.
func (s *session) sums(b *strings.Builder, p *position.Position, power machiavelli.Power, lines []turn.Line) {
	r := &s.game.Rules
	x := tableview.PurseOf(s.reader(), p, r, power, lines)
	if x == nil || !r.Money {
		return
	}
	name := s.powerName(power) + ": "
	write := func(m message.Message) {
		b.WriteString(phrase.Wrap(s.say(m), name, hanging, phrase.AnswerWidth) + "\n")
	}
	parts := []message.Message{message.New("Treasury {sum}", coins(x.Treasury))}
	add := func(n int, m message.Message) {
		if n != 0 {
			parts = append(parts, m)
		}
	}
	add(x.Lent, message.New("borrowed {sum}", coins(x.Lent)))
	add(x.Paid, message.New("payments {sum}", coins(x.Paid)))
	add(x.Due, message.New("the bank collects {sum}", coins(x.Due)))
	add(x.Costs, message.New("expenses {sum}", coins(x.Costs)))
	add(x.Keeps, message.New("units {sum}", coins(x.Keeps)))
	add(x.Builds, message.New("new units {sum}", coins(x.Builds)))
	all := message.ListOf(message.Commas, parts)
	b.WriteString("\n")
	if x.Left < 0 {
		write(message.New("{parts}; {sum} are missing.", all, coins(-x.Left)))
	} else {
		write(message.New("{parts}; {sum} remain.", all, coins(x.Left)))
	}
	for _, l := range x.Lines {
		slot, asks, gets := message.Order("E"+strconv.Itoa(l.Slot)), coins(l.Asks), coins(l.Gets)
		switch {
		case l.Gets >= l.Asks:
		case l.Buys:
			write(message.New("{expense} costs {sum}, but only {left} will be left. This smaller sum is spent.", slot, asks, gets))
		default:
			write(message.New("{expense} costs {sum}, but only {left} will be left. The expense fails.", slot, asks, gets))
		}
	}
	if len(x.Lost) > 0 {
		var lost []message.Name
		for _, u := range x.Lost {
			lost = append(lost, message.Name(u))
		}
		write(message.New("Cannot be paid and will be disbanded: {units}.", message.ListOf(message.And, lost)))
	}
	for _, u := range x.Unbuilt {
		write(message.New("No effect: {order}, since {why}.", message.Name(strings.TrimSuffix(u.Text, ".")), message.Name(strings.TrimSuffix(u.Why, "."))))
	}
}

// coins formats a sum of money as in orders: "18d".
func coins(n int) message.Order { return message.Order(strconv.Itoa(n) + "d") }
