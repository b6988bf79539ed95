package inbox

import (
	"strconv"
	"strings"

	"podesta/internal/mail/outbox"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// sums adds to a block the effect of a power's orders on its treasury: the present money, the
// costs, the remaining money, and the expenses that cannot be paid. In retreats and in games
// without money it writes nothing.
func (s *session) sums(x *outbox.Block, p *position.Position, power machiavelli.Power, lines []turn.Line) {
	r := &s.game.Rules
	purse := tableview.PurseOf(s.reader(), p, r, power, lines)
	if purse == nil || !r.Money {
		return
	}
	write := func(m message.Message) { x.Items = append(x.Items, s.say(m)) }
	parts := []message.Message{message.New("Treasury {sum}", coins(purse.Treasury))}
	add := func(n int, m message.Message) {
		if n != 0 {
			parts = append(parts, m)
		}
	}
	add(purse.Lent, message.New("borrowed {sum}", coins(purse.Lent)))
	add(purse.Paid, message.New("payments {sum}", coins(purse.Paid)))
	add(purse.Due, message.New("the bank collects {sum}", coins(purse.Due)))
	add(purse.Costs, message.New("expenses {sum}", coins(purse.Costs)))
	add(purse.Keeps, message.New("units {sum}", coins(purse.Keeps)))
	add(purse.Builds, message.New("new units {sum}", coins(purse.Builds)))
	all := message.ListOf(message.Commas, parts)
	if purse.Left < 0 {
		write(message.New("{parts}; {sum} are missing.", all, coins(-purse.Left)))
	} else {
		write(message.New("{parts}; {sum} remain.", all, coins(purse.Left)))
	}
	for _, l := range purse.Lines {
		slot, asks, gets := message.Order("E"+strconv.Itoa(l.Slot)), coins(l.Asks), coins(l.Gets)
		switch {
		case l.Gets >= l.Asks:
		case l.Buys:
			write(message.New("{expense} costs {sum}, but only {left} will be left. This smaller sum is spent.", slot, asks, gets))
		default:
			write(message.New("{expense} costs {sum}, but only {left} will be left. The expense fails.", slot, asks, gets))
		}
	}
	if len(purse.Lost) > 0 {
		var lost []message.Name
		for _, u := range purse.Lost {
			lost = append(lost, message.Name(u))
		}
		write(message.New("Cannot be paid and will be disbanded: {units}.", message.ListOf(message.And, lost)))
	}
	for _, u := range purse.Unbuilt {
		write(message.New("No effect: {order}, since {why}.", message.Name(strings.TrimSuffix(u.Text, ".")), message.Name(strings.TrimSuffix(u.Why, "."))))
	}
}

// coins formats a sum of money as in orders: "18d".
func coins(n int) message.Order { return message.Order(strconv.Itoa(n) + "d") }
