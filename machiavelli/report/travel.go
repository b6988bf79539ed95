package report

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// travel describes an event of the optional movement rules or an
// excommunication in a sentence.
func (t Teller) travel(e event.Event) string {
	switch e := e.(type) {
	case event.FellBack:
		if e.To == e.Unit.At {
			return capital(t.Unit(e.Unit)) + " is not let in and rides home."
		}
		return capital(t.Unit(e.Unit)) + " is not let in and falls back to " + t.place(board.Place{At: e.To}) + "."
	case event.Transferred:
		if e.Verdict != event.Succeeded {
			return capital(t.Unit(e.Unit)) + " does not travel to " + t.place(e.To) + colon(t.failed(e.Failure, e.Unit.Owner)) + "."
		}
		return capital(t.Unit(e.Unit)) + " travels to " + t.place(e.To) + "."
	case event.Excommunicated:
		if e.Silenced == e.Pope {
			return capital(t.does(e.Pope, "would silence", "would silence")) + " " + t.who(e.Victim) + ", but all others overrule it: " + t.who(e.Pope) + " is silenced instead."
		}
		return capital(t.does(e.Pope, "excommunicates ", "excommunicate ")) + t.who(e.Victim) + ", who must not speak to anybody until the next campaign is over."
	}
	return ""
}
