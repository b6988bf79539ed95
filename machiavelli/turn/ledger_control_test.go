package turn

import "testing"

var controlCases = []ledgerCase{
	{
		id:     "CTRL-21 units of two powers that go together leave the place to the one that had it before",
		preset: printed,
		game: `spring 1454 orders
			famine Padua
			Florence: A Padua
			Venice: G Padua
			Florence owns province Padua`,
		want: `
			province Padua: Venice
			city Padua: Venice`,
	},
	{
		id:     "CTRL-21 also if it had the unit outside, and its garrison was made autonomous",
		preset: printed,
		game: `spring 1454 orders
			famine Padua
			Venice: A Padua, G Padua
			Milan: A Ferrara
			Milan has 9 ducats`,
		orders: "Milan: e1: 9 g to a padua; A Ferrara H",
		want: `
			province Padua: Venice
			city Padua: Venice`,
	},
	{
		id:     "CTRL-21 from one campaign to the next",
		preset: printed,
		game: `fall 1454 orders
			famine Padua
			Venice: A Padua, G Padua
			Milan: A Ferrara
			Milan has 9 ducats`,
		orders: `Milan: e1: 9 g to a padua; A Ferrara H
			---
			Milan: maintain A Ferrara
			---
			Milan: A Ferrara H`,
		want: `
			province Padua: Venice
			city Padua: Venice`,
	},
	{
		id:     "CTRL-21 nobody has it if nobody had it alone",
		preset: printed,
		game: `spring 1454 orders
			famine Mantua
			autonomous: G Mantua
			Milan: A Mantua
			Milan owns province Mantua`,
		want: `
			province Mantua: nobody
			city Mantua: nobody`,
	},
	{
		id:     "CTRL-21 where each counts on its own, nothing changes",
		preset: full,
		game: `spring 1454 orders
			famine Padua
			Florence: A Padua
			Venice: G Padua
			Florence owns province Padua`,
		want: `
			province Padua: Florence
			city Padua: Venice`,
	},
	{
		id: "CTRL-01 province and city have owners of their own",
		game: `spring 1454 orders
			Venice: A Padua
			Milan: G Padua`,
		want: `
			province Padua: Venice
			city Padua: Milan`,
	},
	{
		id: "CTRL-02 a field unit owns the province at once",
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: A Milan - Bergamo",
		want: `
			province Bergamo: Milan
			Bergamo province passes from Venice to Milan
			next summer 1454 orders`,
	},
	{
		id: "CTRL-03 a garrison owns the city",
		game: `spring 1454 orders
			Milan: G Padua
			Venice: A Padua`,
		want: "Padua city passes from Venice to Milan",
	},
	{
		id: "CTRL-04 a field unit takes a city without garrison, fortified or not",
		game: `spring 1454 orders
			Milan: A Cremona
			Austria: A Tyrolea`,
		orders: `
			Milan: A Cremona - Mantua
			Austria: A Tyrolea - Swiss`,
		want: `
			province Mantua: Milan
			city Mantua: Milan
			city Swiss: Austria`,
	},
	{
		id: "CTRL-04 but not one with a garrison",
		game: `spring 1454 orders
			Milan: A Cremona
			autonomous: G Mantua`,
		orders: "Milan: A Cremona - Mantua",
		want: `
			province Mantua: Milan
			city Mantua: nobody`,
	},
	{
		id: "CTRL-05 a garrison takes the province that a field unit leaves",
		game: `spring 1454 orders
			Milan: A Padua
			Venice: G Padua
			Milan owns province Padua`,
		orders: "Milan: A Padua - Ferrara",
		want: `
			province Padua: Venice
			city Padua: Venice`,
	},
	{
		id: "CTRL-05 an autonomous garrison makes it nobody's",
		game: `spring 1454 orders
			Milan: A Mantua
			autonomous: G Mantua
			Milan owns province Mantua`,
		orders: "Milan: A Mantua - Modena",
		want:   "province Mantua: nobody",
	},
	{
		id: "CTRL-06 where nobody stands nothing changes",
		game: `spring 1454 orders
			Milan: A Mantua
			Milan owns Mantua
			Milan owns city Padua`,
		orders: "Milan: A Mantua - Modena",
		want: `
			province Mantua: Milan
			city Mantua: Milan
			province Padua: Venice
			city Padua: Milan`,
	},
	{
		id:     "CTRL-08 a unit that disbands leaves its space to the other",
		preset: free + " disband-orders=on",
		game: `spring 1454 orders
			Venice: G Padua
			Milan: A Padua`,
		orders: `
			Venice: G Padua disband
			Milan: A Padua - Ferrara`,
		want: `
			Venice G Padua gone: disbanded
			province Padua: Milan
			city Padua: Milan`,
	},
	{
		id: "CTRL-09 a unit that waits for its retreat is absent",
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: A Florence, A Pistoia`,
		orders: "Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna",
		want: `
			next spring 1454 retreats
			province Bologna: Florence
			city Bologna: Florence`,
	},
	{
		id: "CTRL-10 a march through three provinces keeps all three",
		game: `spring 1454 orders
			Milan: A Pavia`,
		orders: `Milan: A Pavia - Turin
			---
			Milan: A Turin - Saluzzo
			---
			Milan: A Saluzzo - Savoy`,
		want: `
			province Turin: Milan
			city Saluzzo: Milan
			city Savoy: Milan`,
	},
	{
		id: "CTRL-11 seas are never owned",
		game: `spring 1454 orders
			Naples: F Naples`,
		orders: "Naples: F Naples - Gulf of Naples",
		want:   "never Gulf of Naples province passes",
	},
	{
		id: "CTRL-12 rebellion, famine and siege leave control alone",
		game: `summer 1454 orders
			Bologna rebels against Papacy
			famine Perugia
			Milan: A Padua
			Venice: G Padua
			siege Padua`,
		orders: "Milan: A Padua besiege",
		want: `
			province Bologna: Papacy
			city Bologna: Papacy
			Bologna province and city rebels against Papacy
			province Perugia: Papacy
			famine in Perugia
			Milan A Padua completes the siege
			Venice G Padua gone: siege
			city Padua: Milan`,
	},
	{
		id: "CTRL-14 a city apart from its province",
		game: `spring 1454 orders
			Milan owns city Padua`,
		check: func(t *testing.T, g *game) {
			for _, c := range []struct {
				split        string
				milan, venet int
			}{{"separate", 4, 3}, {"income-only", 3, 3}, {"nobody", 3, 3}} {
				if err := g.rules.Apply("split-city-province", c.split); err != nil {
					t.Fatal(err)
				}
				for power, want := range map[string]int{"Milan": c.milan, "Venice": c.venet} {
					if got := Cities(g.pos, &g.rules, g.power(power)); got != want {
						t.Errorf("split-city-province=%s: %s has %d cities, want %d", c.split, power, got, want)
					}
				}
			}
		},
	},
	{
		id: "CTRL-12 rebellion-removes-control: rebelling cities do not count",
		game: `spring 1454 orders
			Bologna city rebels against Papacy
			Perugia province rebels against Papacy
			Albania province rebels against Turks`,
		check: func(t *testing.T, g *game) {
			for _, c := range []struct {
				value         string
				papacy, turks int
			}{{"no", 4, 3}, {"yes", 3, 2}} {
				if err := g.rules.Apply("rebellion-removes-control", c.value); err != nil {
					t.Fatal(err)
				}
				for power, want := range map[string]int{"Papacy": c.papacy, "Turks": c.turks} {
					if got := Cities(g.pos, &g.rules, g.power(power)); got != want {
						t.Errorf("rebellion-removes-control=%s: %s has %d cities, want %d", c.value, power, got, want)
					}
				}
			}
		},
	},
	{
		id:     "CTRL-15 control-timing fall: nothing changes in spring",
		preset: free + " control-timing=fall",
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: A Milan - Bergamo",
		want:   "province Bergamo: Venice",
	},
	{
		id:     "CTRL-15 but after fall",
		preset: free + " control-timing=fall",
		game: `fall 1454 orders
			Milan: A Cremona, A Pavia
			Venice: A Padua
			Austria: G Padua`,
		orders: "Milan: A Cremona - Mantua; A Pavia - Turin",
		want: `
			city Mantua: Milan
			province Turin: Milan
			province Padua: nobody
			city Padua: Austria`,
	},
	{
		id:     "CTRL-16 a fortress has no owner of its own, its garrison acts",
		preset: free + " fortresses=on",
		game: `spring 1454 orders
			Milan: A Bergamo
			Venice: G Bergamo
			Milan owns province Bergamo`,
		orders: "Milan: A Bergamo - Brescia",
		want: `
			province Bergamo: Venice
			never Bergamo city passes`,
	},
	{
		id: "CTRL-17 building needs province and city",
		game: `winter 1454 adjustments
			Milan owns city Padua
			Venice: A Treviso`,
		orders: "Venice: build A Padua; build A Treviso",
		want: `
			Venice refused "build A Padua"
			Venice: A Treviso`,
	},
	{
		id: "CTRL-18 rebels always oppose the owner of the province",
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: G Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna - Romagna",
		want: `
			province Bologna: Florence
			rebellion of Bologna province liberated
			never Bologna province rebels`,
	},
	{
		id: "CTRL-20 field unit and garrison of one province",
		game: `spring 1454 orders
			Milan: A Padua, G Treviso
			Austria: A Treviso
			Venice: A Vicenza, G Padua`,
		want: `
			province Padua: Milan
			city Padua: Venice
			province Treviso: Austria
			city Treviso: Milan
			province Vicenza: Venice`,
	},
	{
		id: "VENICE-10 whoever is in Venice owns both province and city",
		game: `spring 1454 orders
			Austria: F Venice`,
		want: `
			province Venice: Austria
			city Venice: Austria`,
	},
	{
		id: "BUG-17 a unit that retreats into its city keeps the city",
		game: `fall 1454 orders
			Naples: A Messina
			Turks: F Ionian, F Eastern Tyrrhenian Sea, A Palermo`,
		orders: `Turks: F ion - mes; F ets S F ion - mes; A pal H
			---
			Naples: A Messina C G`,
		want: `
			Naples A Messina retreat succeeded
			Naples: G Messina
			city Messina: Naples
			province Messina: Turks`,
	},
	{
		id: "BUG-18 ownership is looked at again after every change",
		game: `spring 1454 orders
			Milan: A Ferrara
			Milan owns province Ferrara`,
		orders: "Milan: A Ferrara - Bologna",
		want: `
			city Ferrara: Milan
			province Ferrara: Milan`,
	},
}
