package rulebook

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rating"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// capital returns the text with its first letter in upper case.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func ducats(n machiavelli.Ducats) string { return strconv.Itoa(int(n)) }

var qualityTitles = map[machiavelli.Quality]message.Message{
	machiavelli.Militia:      message.New("Citizens' militia"),
	machiavelli.Mercenary:    message.New("Elite mercenaries"),
	machiavelli.Professional: message.New("Elite professionals"),
}

// specialTable returns the special units with their prices.
func specialTable(g *game) *Table {
	t := &Table{Head: g.says(message.New("Kind of unit"), message.New("Ducats a year"), message.New("Strength"), message.New("To bribe"))}
	at := g.sample(g.board.Land.Minus(g.board.Major))
	plain := g.bribePrice(order.DisbandUnit, position.Unit{Owner: 1, Type: machiavelli.Army, At: at})
	for q := machiavelli.Militia; q <= machiavelli.Professional; q++ {
		u := position.Unit{Owner: 1, Type: machiavelli.Army, Quality: q, At: at}
		dear := message.New("as usual")
		if g.bribePrice(order.DisbandUnit, u).sum == 2*plain.sum {
			dear = message.New("twice as dear")
		}
		t.Rows = append(t.Rows, []string{g.say(qualityTitles[q]), ducats(u.Price()), strconv.Itoa(u.Strength()), g.say(dear)})
	}
	return t
}

// sample returns the first province of a set, or of the board if the set is
// empty.
func (g *game) sample(s board.Set) board.ID {
	if at := s.Next(board.None); at != board.None {
		return at
	}
	return g.board.Land.Next(board.None)
}

// price is the price of an expense, with the letter of the expense.
type price struct {
	sum    machiavelli.Ducats
	letter string
}

// bribePrice returns the price of a bribe on unit u.
func (g *game) bribePrice(kind order.ExpenseKind, u position.Unit) price {
	p := position.Position{Setting: g.setting, Units: []position.Unit{u}}
	o := order.Order{Kind: order.Expense, Expense: kind, Target: order.Unit{Type: u.Type, At: u.At}}
	sum, letter := legal.Price(&p, g.rules, 2, &o)
	return price{sum, letter}
}

// placePrice returns the price of an expense for a province, or of an
// assassination.
func (g *game) placePrice(kind order.ExpenseKind, home bool) price {
	p := position.Position{Setting: g.setting, Holder: [position.MaxCountries]machiavelli.Power{}}
	at := g.sample(g.board.Land)
	if home && len(g.setting.Countries) > 0 {
		at = g.sample(g.setting.Countries[0].Provinces)
		p.Holder[0] = 1
	}
	p.Province[at] = 1
	sum, letter := legal.Price(&p, g.rules, 2, &order.Order{Kind: order.Expense, Expense: kind, To: board.Place{At: at}, Power: 1})
	return price{sum, letter}
}

// costTable returns the expenses of the game with four prices each. These are
// the basic price, the price for the garrison of a major city, the price for a
// loyal unit, and the price for a unit that is both.
func costTable(g *game) *Table {
	r := g.rules
	t := &Table{Head: append([]string{""}, g.says(message.New("Expense"), message.New("Ducats"))...)}
	major, loyal := g.holds("@forts"), r.SpecialUnits
	if major {
		t.Head = append(t.Head, g.say(message.New("Major city")))
	}
	if loyal {
		t.Head = append(t.Head, g.say(message.New("Militia, professionals")))
	}
	if major && loyal {
		t.Head = append(t.Head, g.say(message.New("Both")))
	}
	add := func(what message.Message, p price, more ...string) {
		row := []string{p.letter, g.say(what), ducats(p.sum)}
		for len(more) < len(t.Head)-3 {
			more = append(more, "")
		}
		t.Rows = append(t.Rows, append(row, more...))
	}
	place := func(what message.Message, kind order.ExpenseKind, home bool) { add(what, g.placePrice(kind, home)) }
	bribe := func(what message.Message, kind order.ExpenseKind, owner machiavelli.Power, unit machiavelli.UnitType) {
		minor, big := g.sample(g.board.Fortified.Minus(g.board.Major)), g.sample(g.board.Fortified.Intersect(g.board.Major))
		u := position.Unit{Owner: owner, Type: unit, At: minor}
		p := g.bribePrice(kind, u)
		of := func(at board.ID, q machiavelli.Quality) string {
			if unit != machiavelli.Garrison && at == big {
				return ""
			}
			u.At, u.Quality = at, q
			return ducats(g.bribePrice(kind, u).sum)
		}
		var more []string
		if major {
			more = append(more, of(big, machiavelli.Ordinary))
		}
		if loyal {
			more = append(more, of(minor, machiavelli.Militia))
		}
		if major && loyal {
			more = append(more, of(big, machiavelli.Militia))
		}
		add(what, p, more...)
	}
	const army, garrison, nobody = machiavelli.Army, machiavelli.Garrison, machiavelli.Nobody
	if g.holds("@famine-somehow") {
		place(message.New("Relieve famine in a province"), order.FamineRelief, false)
	}
	place(message.New("Pacify a rebelling province"), order.Pacify, false)
	counter := g.bribePrice(order.CounterBribe, position.Unit{Owner: 1, Type: army, At: g.sample(g.board.Land)})
	t.Rows = append(t.Rows, pad([]string{counter.letter, g.say(message.New("Counter-bribe for a unit")), fmt.Sprintf("%d, %d, %d …", counter.sum, 2*counter.sum, 3*counter.sum)}, len(t.Head)))
	if major {
		bribe(message.New("Disband an autonomous garrison"), order.DisbandUnit, nobody, garrison)
		bribe(message.New("Buy an autonomous garrison"), order.BuyUnit, nobody, garrison)
		bribe(message.New("Make a player's garrison autonomous"), order.ToAutonomous, 1, garrison)
		bribe(message.New("Disband a player's garrison"), order.DisbandUnit, 1, garrison)
	}
	bribe(message.New("Disband an army or fleet"), order.DisbandUnit, 1, army)
	bribe(message.New("Buy an army or fleet"), order.BuyUnit, 1, army)
	if major && r.BuyCommittedGarrison {
		bribe(message.New("Buy a player's garrison"), order.BuyUnit, 1, garrison)
	}
	place(message.New("Cause a rebellion, outside the owner's home countries"), order.Rebellion, false)
	place(message.New("Cause a rebellion, in a home country of the owner"), order.Rebellion, true)
	if r.Assassinations {
		place(message.New("Assassinate a ruler, for each face of the die"), order.Assassinate, false)
	}
	if r.CauseFamine != rules.NoCausedFamine {
		place(message.New("Bring famine to a province"), order.CauseFamine, false)
	}
	if r.CausePlague {
		place(message.New("Bring the plague to a province"), order.CausePlague, false)
		place(message.New("Keep the plague from a province"), order.RelievePlague, false)
	}
	if r.Ransom {
		place(message.New("Ransom a besieged garrison"), order.Ransom, false)
	}
	if r.AutonomousFieldUnits {
		bribe(message.New("Disband an autonomous army or fleet"), order.DisbandUnit, nobody, army)
		bribe(message.New("Buy an autonomous army or fleet"), order.BuyUnit, nobody, army)
		bribe(message.New("Make a player's army or fleet autonomous"), order.ToAutonomous, 1, army)
	}
	if r.AutonomousOrders {
		g.orderPrices(t)
	}
	return t
}

// orderPrices adds the prices of orders for autonomous units.
func (g *game) orderPrices(t *Table) {
	inCity := g.holds("@forts")
	field := position.Unit{Type: machiavelli.Army, At: g.sample(g.board.Land.Minus(g.board.Major))}
	garrison := position.Unit{Type: machiavelli.Garrison, At: g.sample(g.board.Fortified.Minus(g.board.Major))}
	for _, x := range []struct {
		what message.Message
		kind order.Kind
		unit *position.Unit
	}{
		{message.New("Have an autonomous unit advance"), order.Advance, &field},
		{message.New("Have an autonomous fleet convoy"), order.Convoy, &field},
		{message.New("Have an autonomous garrison come out"), order.Convert, &garrison},
		{message.New("Have an autonomous unit support"), order.Support, &field},
		{message.New("Have an autonomous unit besiege"), order.Besiege, &field},
		{message.New("Have an autonomous unit go into the city"), order.Convert, &field},
	} {
		o := order.Order{Kind: x.kind}
		if n := legal.OrderPrice(g.board, x.unit, &o); n > 0 && (inCity || x.kind != order.Convert && x.kind != order.Besiege) {
			t.Rows = append(t.Rows, pad([]string{"", g.say(x.what), ducats(n)}, len(t.Head)))
		}
	}
}

// pad returns a row of n cells, in which the cells after those of the given row
// are empty.
func pad(row []string, n int) []string {
	for len(row) < n {
		row = append(row, "")
	}
	return row
}

// interestTable returns the cost of loans.
func interestTable(g *game) *Table {
	t := &Table{Head: g.says(message.New("Loan"), message.New("Due after one year"), message.New("Due after two years"))}
	for _, n := range []machiavelli.Ducats{1, 5, 6, 10, 15, 25} {
		t.Rows = append(t.Rows, []string{ducats(n), ducats(n + legal.Interest(n, 1)), ducats(n + legal.Interest(n, 2))})
	}
	return t
}

// uprisingTable returns the rolls on which provinces rebel after an
// assassination.
func uprisingTable(g *game) *Table {
	t := &Table{Head: g.says(message.New("Province"), message.New("With a unit"), message.New("Without a unit"))}
	for _, home := range []bool{true, false} {
		name := message.New("Conquered")
		if home {
			name = message.New("Of a home country")
		}
		row := []string{g.say(name)}
		for _, manned := range []bool{true, false} {
			row = append(row, upTo(turn.RevoltLimit(home, manned)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func upTo(n int) string {
	if n == 1 {
		return "1"
	}
	return "1–" + strconv.Itoa(n)
}

// ratingTable returns the points that the rules award.
func ratingTable(g *game) *Table {
	t := &Table{Head: g.says(message.New("Players"), message.New("1st"), message.New("2nd"), message.New("3rd"), message.New("4th"), message.New("5th"))}
	points := rating.Handed()
	for n := rating.MinPlayers; n < rating.MinPlayers+2; n++ {
		row := []string{strconv.Itoa(n)}
		for _, p := range points[n] {
			row = append(row, strconv.Itoa(int(p)))
		}
		for len(row) <= n {
			row = append(row, "?")
		}
		t.Rows = append(t.Rows, pad(row, len(t.Head)))
	}
	return t
}
