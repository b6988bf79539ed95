package turn

import (
	"testing"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
)

// campaign is a mid-game summer: all eight powers are at war and have money and
// debts.
const campaign = `summer 1455 orders
	Austria: A Austria, A Tyrolea, A Carinthia, A Hungary, G Trent, A Vicenza
	Florence: A Florence, F Pisa, A Arezzo, G Pistoia, A Lucca, G Siena
	France: A Avignon, F Marseilles, A Turin, F Savoy, A Swiss, G Genoa
	Milan: A Milan, A Pavia, A Cremona, G Mantua, A Fornova, A Modena
	Naples: A Naples, F Bari, F Palermo, A Aquila, F Gulf of Naples, G Messina
	Papacy: A Rome, A Bologna, A Perugia, F Ancona, A Ferrara, G Urbino
	Turks: F Albania, A Durazzo, F Tunis, F Ionian Sea, A Bosnia, A Dalmatia
	Venice: F Venice, A Padua, A Verona, F Upper Adriatic Sea, A Treviso, G Brescia
	autonomous: G Ragusa, G Montferrat
	Papacy owns Ferrara
	Milan owns Modena, Mantua
	France owns Turin, Savoy
	siege Siena
	Austria owes 10 + 2 in summer 1455
	Milan owes 10 + 5 in fall 1456
	Austria has 60 ducats
	Florence has 60 ducats
	France has 60 ducats
	Milan has 60 ducats
	Naples has 60 ducats
	Papacy has 60 ducats
	Turks has 60 ducats
	Venice has 60 ducats
	Austria has chits against Venice
	Turks has chits against Papacy`

const spending = `
	Austria: e1: 15 disband a padua; e2: 3 counter-bribe a tyrolea; e3: 15 cause rebellion treviso; e4: 12 assassinate Venice
	Florence: e1: 18 buy a bologna; e2: 15 cause rebellion perugia; e3: 6 counter-bribe a florence; e4: 12 pacify rebellion bologna
	France: e1: 9 buy g montferrat; e2: 12 disband a pavia; e3: 3 counter-bribe a turin; e4: 15 cause rebellion como
	Milan: e1: 18 buy a bologna; e2: 3 counter-bribe a pavia; e3: 9 cause rebellion ferrara; e4: 12 disband a turin
	Naples: e1: 18 buy f ion; e2: 12 disband a rome; e3: 3 famine relief capua; e4: 6 counter-bribe a aquila
	Papacy: e1: 9 counter-bribe a bologna; e2: 12 disband a florence; e3: 15 cause rebellion florence; e4: 9 counter-bribe a perugia
	Turks: e1: 9 buy g ragusa; e2: 18 buy f bari; e3: 12 assassinate Papacy; e4: 6 counter-bribe f ion
	Venice: e1: 12 disband a vicenza; e2: 3 counter-bribe a padua; e3: 18 buy a bosnia; e4: 15 cause rebellion carinthia
	Austria: pay 12 to bank; borrow 10 for 1 year
	Florence: pay 6 to Milan; borrow 5 for 2 years; a bologna - ferrara
	France: pay 6 to Naples; borrow 5 for 1 year; g montferrat c a
	Milan: pay 15 to bank; borrow 10 for 1 year; a bologna - ferrara
	Naples: pay 3 to France; borrow 5 for 1 year; f ion h
	Papacy: pay 3 to Venice; borrow 25 for 2 years
	Turks: pay 3 to Florence; borrow 8 for 1 year; f bari - lower adriatic
	Venice: pay 3 to Papacy; borrow 6 for 1 year; a bosnia - croatia`

// BenchmarkMoneyCampaign resolves a campaign in which all eight powers have
// four expenses, a payment, a loan and an order for every unit.
func BenchmarkMoneyCampaign(b *testing.B) {
	g := newGame(b, full, campaign)
	lines := g.lines(spending)
	for i := range g.pos.Units {
		if u := &g.pos.Units[i]; u.Owner != 0 {
			all := legal.OfUnit(g.pos, &g.rules, i, nil)
			lines = append(lines, Line{Power: u.Owner, Text: "order", Order: all[(i*7+3)%len(all)]})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Process(g.pos, lines, &g.rules, dice.New([]byte("bench"), "summer 1455", nil)); err != nil {
			b.Fatal(err)
		}
	}
}
