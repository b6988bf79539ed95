package tableview

import (
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Needed says what is needed to win, for example "To win: 15 cities and 2 home countries".
func Needed(p *position.Position, r *rules.Set) message.Message {
	n := turn.CitiesNeeded(p, r)
	cities := message.Plural(n, "{n} city", "{n} cities")
	m := message.New("To win: {cities}", cities)
	switch homes := turn.HomesNeeded(r, n); {
	case r.VictoryAllOwnHomeCities:
		m = message.New("To win: hold {cities}, including all your home cities", cities)
	case homes > 0 && turn.ForeignHomes(r):
		m = message.New("To win: {cities} and {homes}", cities, message.Plural(homes, "{n} foreign home country", "{n} foreign home countries"))
	case homes > 0:
		m = message.New("To win: {cities} and {homes}", cities, message.Plural(homes, "{n} home country", "{n} home countries"))
	}
	if r.LastYear > 0 {
		m = message.New("{goal}, or the most cities after the fall of {year}", m, message.Number(r.LastYear))
	}
	return m
}
