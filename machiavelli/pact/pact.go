// Package pact contains the proposals that one power can make to another, and the resulting
// agreements: their language, their terms in words, and how they were kept or broken. The rules
// do not enforce an agreement.
package pact

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Kind is what a proposal is about.
type Kind uint8

// The kinds of proposal.
const (
	NoKind           Kind = iota
	Peace                 // neither attacks the other
	Alliance              // neither attacks the other, perhaps to fight a third power
	Demilitarisation      // neither has a unit in a province
	Attack                // both attack a third power
	Support               // one supports a unit of the other
	Payment               // the proposer pays the other, perhaps for something
)

var kindNames = [...]string{"", "peace", "alliance", "demilitarisation", "attack", "support", "payment"}

// String returns the name of the kind, in lower case.
func (k Kind) String() string { return kindNames[k] }

// Terms is what a proposal says. Fields that the kind does not use are zero. It
// is a plain value: equal terms are equal with ==.
type Terms struct {
	Kind    Kind
	From    machiavelli.Power  // the power that proposes
	To      machiavelli.Power  // the power that receives the proposal
	Against machiavelli.Power  // Alliance: the common enemy, or Nobody; Attack: the enemy
	Place   board.ID           // Demilitarisation: the province; Attack: the place, or None for any place
	Yours   bool               // Support: whether the unit belongs to To, and From supports it
	Unit    order.Unit         // Support: the unit
	Goal    board.Place        // Support: where the unit goes; zero if it stays
	Ducats  machiavelli.Ducats // Payment: the sum
	// Payment: what To does for it: Peace, Attack or Support, with the fields of that kind;
	// NoKind if nothing is agreed
	For   Kind
	Until message.Campaign // the last campaign in which it holds
}

// Service returns the terms of what a payment is for, as terms of their own. It is zero if
// nothing is agreed.
func (t Terms) Service() Terms {
	if t.Kind != Payment || t.For == NoKind {
		return Terms{}
	}
	t.Kind, t.For, t.Ducats = t.For, NoKind, 0
	return t
}

// Other returns the other party.
func (t Terms) Other(power machiavelli.Power) machiavelli.Power {
	if power == t.From {
		return t.To
	}
	return t.From
}

// Giver returns the power that has promised a support.
func (t Terms) Giver() machiavelli.Power {
	if t.Yours {
		return t.From
	}
	return t.To
}

// Peaceful reports whether neither party may attack the other.
func (t Terms) Peaceful() bool {
	return t.Kind == Peace || t.Kind == Alliance || t.Kind == Payment && t.For == Peace
}

// Next returns the first campaign whose orders are not resolved yet in a phase.
func Next(p machiavelli.Phase) message.Campaign {
	switch {
	case p.Step == machiavelli.Orders:
		return message.Campaign{Season: p.Season, Year: p.Year}
	case p.Season >= machiavelli.Fall:
		return message.Campaign{Season: machiavelli.Spring, Year: p.Year + 1}
	}
	return message.Campaign{Season: p.Season + 1, Year: p.Year}
}

// Before reports whether a campaign is earlier than another.
func Before(a, b message.Campaign) bool {
	return a.Year < b.Year || a.Year == b.Year && a.Season < b.Season
}

// usual returns the last campaign of terms that do not name one: the next campaign for a single
// act, otherwise the last campaign of its year or, in the fall, of the next year.
func (t Terms) usual(p machiavelli.Phase) message.Campaign {
	next := Next(p)
	switch {
	case t.Kind == Attack || t.Kind == Support || t.Kind == Payment && t.For != Peace:
		return next
	case next.Season >= machiavelli.Fall:
		return message.Campaign{Season: machiavelli.Fall, Year: next.Year + 1}
	}
	return message.Campaign{Season: machiavelli.Fall, Year: next.Year}
}

// longest is the greatest number of years for which powers can agree.
const longest = 3

// Check returns why a proposal cannot be made in a position, or a zero message if it can. money
// reports whether the game has ducats.
func (t Terms) Check(p *position.Position, money bool) message.Message {
	powers := p.Setting.Powers
	next := Next(p.Phase)
	switch {
	case t.From == t.To:
		return message.New("A proposal goes to another power.")
	case p.Eliminated.Has(t.To):
		return message.New("{Power:name} is out of the game.", message.PowerOf(powers, t.To))
	case p.Eliminated.Has(t.From):
		return message.New("{Power:name} is out of the game.", message.PowerOf(powers, t.From))
	case Before(t.Until, next):
		return message.New("{Campaign} is over. A proposal is for {next} or later.", t.Until, next)
	case t.Until.Year > next.Year+longest:
		return message.New("That is too long: a proposal ends in {year} at the latest.", message.Number(next.Year+longest))
	}
	kind := t.Kind
	if kind == Payment {
		if !money {
			return message.New("This game is played without money, so nobody can pay.")
		}
		if kind = t.For; kind == Support && t.Yours {
			return message.New("You pay for the support of a unit of your own: write MY.")
		}
	}
	switch kind {
	case Alliance, Attack:
		if t.Against == t.From || t.Against == t.To {
			return message.New("An attack is on a third power.")
		}
		if t.Against != machiavelli.Nobody && p.Eliminated.Has(t.Against) {
			return message.New("{Power:name} is out of the game.", message.PowerOf(powers, t.Against))
		}
	case Support:
		return t.checkUnit(p)
	}
	if t.Place != board.None && (!p.Setting.Board.Land.Has(t.Place) && !p.Setting.Board.Seas.Has(t.Place) || p.Setting.OffBoard.Has(t.Place)) {
		return message.New("{Place:name} is not in play.", placeOf(p.Setting.Board, t.Place))
	}
	return message.Message{}
}

// checkUnit checks the unit of a support.
func (t Terms) checkUnit(p *position.Position) message.Message {
	owner := t.Other(t.Giver())
	i := unitAt(p, t.Unit)
	switch {
	case i < 0:
		return message.New("There is no such unit in {place:name}.", placeOf(p.Setting.Board, t.Unit.At))
	case p.Units[i].Owner == owner:
		return message.Message{}
	case p.Units[i].Owner == t.Other(owner):
		return message.New("The unit in {place:name} belongs to {power:name}: write MY for a unit of your own and YOUR for one of theirs.", placeOf(p.Setting.Board, t.Unit.At), message.PowerOf(p.Setting.Powers, p.Units[i].Owner))
	}
	return message.New("The unit in {place:name} belongs to neither of you.", placeOf(p.Setting.Board, t.Unit.At))
}

// unitAt returns the index of a unit in a position, or -1.
func unitAt(p *position.Position, u order.Unit) int {
	if u.Type == machiavelli.Garrison {
		return p.Garrison(u.At)
	}
	i := p.Field(u.At)
	if i >= 0 && u.Type != machiavelli.NoType && p.Units[i].Type != u.Type {
		return -1
	}
	return i
}

// placeOf returns an area as an argument of messages.
func placeOf(b *board.Board, at board.ID) message.Place {
	return message.Place{Name: b.Areas[at].Name, Sea: b.Seas.Has(at)}
}
