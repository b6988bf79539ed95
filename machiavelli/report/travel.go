package report

import (
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// travel describes an event of the optional movement rules or an
// excommunication as a clause.
func (t Teller) travel(e event.Event) message.Message {
	switch e := e.(type) {
	case event.FellBack:
		if e.To == e.Unit.At {
			return message.New("{unit} is not let in and rides home", t.UnitOf(e.Unit))
		}
		return message.New("{unit} is not let in and falls back to {place}", t.UnitOf(e.Unit), t.AreaOf(e.To))
	case event.Transferred:
		switch why := t.failed(e.Failure, e.Unit.Owner); {
		case e.Verdict == event.Succeeded:
			return message.New("{unit} travels to {place}", t.UnitOf(e.Unit), t.PlaceOf(e.To))
		case why.IsZero():
			return message.New("{unit} does not travel to {place}", t.UnitOf(e.Unit), t.PlaceOf(e.To))
		default:
			return message.New("{unit} does not travel to {place}: {why}", t.UnitOf(e.Unit), t.PlaceOf(e.To), why)
		}
	case event.Excommunicated:
		if e.Silenced == e.Pope {
			return message.New("{pope} would silence {victim}, but all others overrule it: {pope} is silenced instead", t.PowerOf(e.Pope), t.PowerOf(e.Victim))
		}
		return message.New("{pope} {pope?pl:excommunicate|excommunicates} {victim}, who must not speak to anyone until the end of the next campaign", t.PowerOf(e.Pope), t.PowerOf(e.Victim))
	}
	return message.Message{}
}
