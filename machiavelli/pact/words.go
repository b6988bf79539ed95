package pact

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// What describes what is proposed, but not until when: "peace", "support of the army in Pisa".
func (t Terms) What(s *position.Setting) message.Message {
	power := func(x machiavelli.Power) message.Power { return message.PowerOf(s.Powers, x) }
	switch t.Kind {
	case Peace:
		return message.New("peace")
	case Alliance:
		if t.Against == machiavelli.Nobody {
			return message.New("an alliance")
		}
		return message.New("an alliance against {power:name}", power(t.Against))
	case Demilitarisation:
		return message.New("no units of either power in {place:name}", placeOf(s.Board, t.Place))
	case Attack:
		if t.Place == 0 {
			return message.New("a joint attack on {power:name}", power(t.Against))
		}
		return message.New("a joint attack on {power:name} in {place:name}", power(t.Against), placeOf(s.Board, t.Place))
	case Support:
		unit := message.Unit{Owner: power(t.Other(t.Giver())), Type: message.KindOf(t.Unit.Type, machiavelli.Ordinary), At: placeOf(s.Board, t.Unit.At)}
		if t.Goal.At == 0 {
			return message.New("{power:name} supports {unit}", power(t.Giver()), unit)
		}
		return message.New("{power:name} supports {unit} into {goal:name}", power(t.Giver()), unit, placeOf(s.Board, t.Goal.At))
	case Payment:
		if t.For == NoKind {
			return message.New("{power:name} pays {ducats}", power(t.From), message.Ducats(t.Ducats))
		}
		return message.New("{power:name} pays {ducats} for this: {what}", power(t.From), message.Ducats(t.Ducats), t.Service().What(s))
	}
	return message.Message{}
}

// Say returns the proposal as a sentence, from a neutral point of view.
func (t Terms) Say(s *position.Setting) message.Message {
	return message.New("{From:name} proposes to {to:name}: {what}. Until the end of {campaign}.",
		message.PowerOf(s.Powers, t.From), message.PowerOf(s.Powers, t.To), t.What(s), t.Until)
}
