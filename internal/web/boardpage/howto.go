package boardpage

import (
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// HowTo determines which sections on writing orders are shown.
type HowTo struct{ Money, Murders, Loans, Exchanges bool }

// NewHowTo returns the sections on orders that a game with these rules needs.
func NewHowTo(r *rules.Set) HowTo { return HowTo{r.Money, r.Assassinations, r.BankLoans, r.Exchanges} }

// Idle describes what a unit without an order does in the current phase and, in a winter
// without money, what happens to the removals and builds that are still missing.
func Idle(g *game.Game, boxes []OrderForm) message.Message {
	switch {
	case g.Phase.Step == machiavelli.Retreats && g.Rules.UnorderedRetreat == rules.JudgePicks:
		return message.New("The judge chooses a retreat for a unit without an order.")
	case g.Phase.Step == machiavelli.Retreats:
		return message.New("A unit without an order is disbanded.")
	case g.Phase.Step == machiavelli.Orders:
		return message.New("A unit without an order holds.")
	case g.Rules.Money && g.Rules.UnorderedUnitInWinter == rules.WinterDisband:
		return message.New("A unit without an order is disbanded.")
	case g.Rules.Money:
		return message.New("A unit without an order is kept while the money lasts.")
	}
	var removals, builds bool
	for i := range boxes {
		if w := boxes[i].Winter; w != nil {
			removals, builds = removals || w.Removals > 0, builds || w.Builds > 0
		}
	}
	switch {
	case removals && builds:
		return message.New("Without orders, units that your cities cannot support are removed, the oldest first, and builds are given up.")
	case removals:
		return message.New("Units that your cities cannot support are removed, the oldest first.")
	case builds:
		return message.New("A build without an order is given up.")
	}
	return message.Message{}
}
