package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// End is how a game has ended, in the words that all pages, e-mails and programs use. A player
// who shares a victory or a draw is not said to have won.
type End struct {
	Result Result
	Powers machiavelli.PowerSet // the winners, or the powers that share a victory or draw
	How    event.Ending
	t      Teller
	cities int
}

// Result is what the Powers of an End have achieved.
type Result string

// The results. A game that is not over, or ended without victors, has none.
const (
	NoResult      Result = ""
	Victory       Result = "victory" // a seat, which may have several powers, has won
	SharedVictory Result = "shared"
	Draw          Result = "draw"
)

// EndOf returns how a game ended, given the position p after its last phase and the events of
// that phase.
func (t Teller) EndOf(p *position.Position, events []event.Event) End {
	if p == nil || p.Victors == 0 {
		return End{t: t}
	}
	v := event.Victory{Powers: p.Victors}
	for _, e := range events {
		if x, ok := e.(event.Victory); ok {
			v = x
		}
	}
	return t.End(v)
}

// End returns how a game ended with a victory.
func (t Teller) End(v event.Victory) End {
	o := End{Result: Victory, Powers: v.Powers, How: v.How, t: t, cities: v.Cities}
	left := v.Powers
	for p := machiavelli.Power(1); int(p) < len(t.s.Powers); p++ {
		if v.Powers.Has(p) {
			left &^= t.s.Seat(p)
			break
		}
	}
	switch {
	case left == 0:
	case v.How == event.ByDraw, v.How == event.ByCall:
		o.Result = Draw
	default:
		o.Result = SharedVictory
	}
	return o
}

// Mark returns the mark shown next to a power that has won or shares the end of the game. It is
// a noun, which suits every power in every language.
func (r Result) Mark() message.Message {
	switch r {
	case Victory:
		return message.New("victory")
	case SharedVictory:
		return message.New("shared victory")
	case Draw:
		return message.New("draw")
	}
	return message.Message{}
}

// Brief returns the end in a few words, for a list or an e-mail's subject.
func (o End) Brief() message.Message {
	who := o.t.set(o.Powers)
	n := len(who.Of)
	switch {
	case o.Result == NoResult:
		return message.New("nobody wins")
	case o.Result == Victory:
		return message.New("{powers} {powers?pl:win|wins}", who)
	case o.Result == SharedVictory && n > 3:
		return message.New("{n} powers share the victory", message.Number(n))
	case o.Result == SharedVictory:
		return message.New("{powers} share the victory", who)
	case n == 2:
		return message.New("a draw between {powers}", who)
	case n == 3:
		return message.New("a draw among {powers}", who)
	}
	return message.New("a draw among {n} powers", message.Number(n))
}

// Sentence returns the end as a sentence. It is empty without victors.
func (o End) Sentence() message.Message {
	who, n := o.t.set(o.Powers), message.Number(o.cities)
	switch {
	case o.Result == NoResult:
		return message.Message{}
	case o.How == event.ByDraw && o.Result == Draw:
		return message.New("The game ends in a draw between {powers}, by agreement.", who)
	case o.How == event.ByCall && o.Result == Draw:
		return message.New("The game ends with the current position, in a draw between {powers}.", who)
	case o.How == event.ByDraw, o.How == event.ByCall:
		return message.New("The game ends with a victory for {powers}: nobody else is left.", who)
	case o.How == event.ByConcession:
		return message.New("The others concede the game to {powers}.", who)
	case o.How == event.ByTime && o.Result == SharedVictory:
		return message.New("The last year is over: {powers} have the most cities, {n}, and share the victory.", who, n)
	case o.How == event.ByTime:
		return message.New("The last year is over: victory for {powers} with the most cities, {n}.", who, n)
	case o.cities == 0: // the last phase is unknown
		return message.New("Victory for {powers}.", who)
	case o.Result == SharedVictory:
		return message.New("{Powers} share the victory with {n} cities.", who, n)
	}
	return message.New("Victory for {powers} with {n} cities.", who, n)
}

// ToPlayer returns the end as a sentence to a player, who may be among those who
// have won or share it.
func (o End) ToPlayer(among bool) message.Message {
	switch {
	case among && o.Result == Victory:
		return message.New("You have won.")
	case among && o.Result == SharedVictory:
		return message.New("You share the victory with others.")
	case among && o.Result == Draw:
		return message.New("You share a draw with others.")
	case o.Result == Draw:
		return message.New("The game has ended in a draw of others.")
	}
	return message.New("You have not won this time.")
}
