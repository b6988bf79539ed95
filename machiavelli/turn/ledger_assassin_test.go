package turn

import "testing"

// rolls checks how many rolls of a phase have names that begin with prefix.
func rolls(orders, prefix string, want int) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		n := 0
		for name := range g.play(orders).Rolls {
			if len(name) >= len(prefix) && name[:len(prefix)] == prefix {
				n++
			}
		}
		if n != want {
			t.Errorf("%d rolls %q, want %d", n, prefix, want)
		}
	}
}

var assassinCases = []ledgerCase{
	{
		id:     "ASSN-03 an attempt without a chit is money lost",
		preset: full,
		game: `spring 1454 orders
			Milan has 12 ducats
			Milan has chits against Venice`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			Milan expense 1 wasted: no chit
			treasury Milan: 0
			chits Milan: Venice
			never Papacy paralysed`,
	}, {
		id:     "ASSN-03 below twelve ducats there is no attempt and the chit stays",
		preset: full,
		game: `spring 1454 orders
			Milan has 9 ducats
			Milan has chits against Papacy`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			Milan expense 1 wasted: below the minimum
			treasury Milan: 0
			chits Milan: Papacy`,
	}, {
		id:     "T-ASSN-1 two faces hit with a two",
		preset: full,
		game: `spring 1454 orders
			Milan has 24 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 2`,
		orders: "Milan: expense 1: 24 assassinate Papacy",
		want: `
			Milan expense 1 succeeded
			Milan hits Papacy with 2 of 2
			Papacy paralysed
			chits Milan: none`,
	}, {
		id:     "T-ASSN-1 and miss with a three; the chit is gone all the same",
		preset: full,
		game: `spring 1454 orders
			Milan has 24 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 3`,
		orders: "Milan: expense 1: 24 assassinate Papacy",
		want: `
			Milan expense 1 wasted: missed
			Milan misses Papacy with 3 of 2
			chits Milan: none
			never Papacy paralysed`,
	}, {
		id:     "T-ASSN-2 thirty ducats are two faces",
		preset: full,
		game: `spring 1454 orders
			Milan has 30 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 3`,
		orders: "Milan: expense 1: 36 assassinate Papacy",
		want: `
			Milan misses Papacy with 3 of 2
			treasury Milan: 0`,
	}, {
		id:     "ASSN-04 no more than 36 ducats count",
		preset: full,
		game: `spring 1454 orders
			Milan has 72 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 4`,
		orders: "Milan: expense 1: 72 assassinate Papacy",
		want:   "Milan misses Papacy with 4 of 3",
	}, {
		id:     "ASSN-04 unless spending is unlimited: then 72 are certain",
		preset: full + " assassination-max-spend=unlimited",
		game: `spring 1454 orders
			Milan has 90 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 6`,
		orders: "Milan: expense 1: 90 assassinate Papacy",
		want:   "Milan hits Papacy with 6 of 6",
	}, {
		id:     "ASSN-05 each attempt uses up a chit, the second finds none",
		preset: full,
		game: `spring 1454 orders
			Milan has 24 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 6`,
		orders: "Milan: expense 1: 12 assassinate Papacy; expense 2: 12 assassinate Papacy",
		want: `
			Milan expense 1 wasted: missed
			Milan expense 2 wasted: no chit
			chits Milan: none
			treasury Milan: 0`,
	}, {
		id:     "ASSN-05 unlimited chits",
		preset: full + " assassination-chits=unlimited",
		game: `spring 1454 orders
			Milan has 24 ducats
			roll assassination milan 1 = 6
			roll assassination milan 2 = 1`,
		orders: "Milan: expense 1: 12 assassinate Papacy; expense 2: 12 assassinate Papacy",
		want: `
			Milan expense 1 wasted: missed
			Milan expense 2 succeeded
			Papacy paralysed`,
	}, {
		id:     "ASSN-06 several hits on one ruler count once",
		preset: full,
		game: `spring 1454 orders
			Milan has 12 ducats
			Venice has 12 ducats
			Milan has chits against Austria
			Venice has chits against Austria
			roll assassination milan 1 = 1
			roll assassination venice 1 = 1
			roll revolt austria Austria = 1`,
		check: rolls(`
			Milan: expense 1: 12 assassinate Austria
			Venice: expense 1: 12 assassinate Austria`, "revolt ", 4),
	}, {
		id:     "T-ASSN-6 two who hit each other are both dead for the campaign",
		preset: full,
		game: `spring 1454 orders
			Naples: A Naples
			Papacy: A Rome
			Naples has 12 ducats
			Papacy has 12 ducats
			Naples has chits against Papacy
			Papacy has chits against Naples
			roll assassination naples 1 = 1
			roll assassination papacy 1 = 1`,
		orders: `
			Naples: expense 1: 12 assassinate Papacy; A Naples - Capua
			Papacy: expense 1: 12 assassinate Naples; A Rome - Spoleto`,
		want: `
			Naples paralysed
			Papacy paralysed
			treasury Naples: 0
			treasury Papacy: 0
			chits Naples: none
			chits Papacy: none
			Naples: A Naples
			Papacy: A Rome`,
	}, {
		id:     "BUG-30 both attempts roll and both cost",
		preset: full,
		game: `spring 1454 orders
			Naples has 36 ducats
			Papacy has 36 ducats
			Naples has chits against Papacy
			Papacy has chits against Naples
			roll assassination naples 1 = 3
			roll assassination papacy 1 = 3`,
		orders: `
			Naples: expense 1: 36 assassinate Papacy
			Papacy: expense 1: 36 assassinate Naples`,
		want: `
			Naples hits Papacy with 3 of 3
			Papacy hits Naples with 3 of 3
			Naples paralysed
			Papacy paralysed
			treasury Naples: 0
			treasury Papacy: 0`,
	}, {
		id:     "ASSN-07 the victim's units hold, and others may support them",
		preset: full + " disband-orders=on",
		game: `spring 1454 orders
			Austria: A Austria
			Papacy: A Rome, G Bologna, A Perugia
			Naples: A Capua
			Florence: A Spoleto
			Austria has 12 ducats
			Austria has chits against Papacy
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Papacy
			Papacy: A Rome - Patrimony; G Bologna C A; A Perugia disband
			Florence: A Spoleto S A Rome
			Naples: A Capua H`,
		want: `
			Papacy: A Rome, G Bologna, A Perugia
			Papacy A Rome succeeded
			Florence A Spoleto succeeded`,
	}, {
		id:     "ASSN-07 and quell no rebellion",
		preset: full + " hold-quells=any-hold",
		game: `spring 1454 orders
			Austria: A Austria
			Papacy: A Bologna
			Bologna province rebels against Papacy
			Austria has 12 ducats
			Austria has chits against Papacy
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Papacy
			Papacy: A Bologna H`,
		want: "Bologna province rebels against Papacy",
	}, {
		id:     "ASSN-07 nor do units that the victim has just bought do anything",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Papacy: A Tivoli
			Naples: A Capua
			Papacy has 18 ducats
			Austria has 12 ducats
			Austria has chits against Papacy
			roll assassination austria 1 = 1
			roll revolt papacy Capua = 6`,
		orders: `
			Austria: expense 1: 12 assassinate Papacy
			Papacy: expense 1: 18 buy A Capua; A Capua - Naples`,
		want: `
			Papacy: A Tivoli, A Capua
			Papacy expense 1 succeeded`,
	}, {
		id:     "ASSN-07 while a unit that somebody bought from the victim obeys",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Papacy: A Tivoli
			Naples: A Capua
			Papacy has 18 ducats
			Austria has 12 ducats
			Austria has chits against Naples
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Naples
			Papacy: expense 1: 18 buy A Capua; A Capua - Naples`,
		want: "Papacy: A Tivoli, A Naples",
	}, {
		id:     "ASSN-08 the victim's sieges are over",
		preset: full,
		game: `summer 1454 orders
			Austria: A Austria
			Milan: A Trent
			Venice: G Trent
			siege Trent
			Austria has 12 ducats
			Austria has chits against Milan
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Milan
			Milan: A Trent besiege`,
		want: `
			siege of Trent lifted
			Venice: G Trent
			never Trent is besieged`,
	}, {
		id:     "T-ASSN-3 a garrison besieged since last campaign dies, even if its besieger leaves",
		preset: full,
		game: `summer 1454 orders
			Austria: A Austria
			Milan: A Padua
			Venice: G Padua
			siege Padua
			Austria has 12 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Venice
			Milan: A Padua - Vicenza`,
		want: `
			Venice G Padua gone: assassination
			Milan: A Vicenza
			city Padua: Milan
			never Padua is besieged`,
	}, {
		id:     "T-ASSN-4 one first besieged this campaign lives",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Milan: A Padua
			Venice: G Padua
			Austria has 12 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Venice
			Milan: A Padua besiege`,
		want: `
			Venice: G Padua
			Padua is besieged`,
	}, {
		id:     "T-ASSN-5 and where both rulers die the garrison lives and the siege is broken",
		preset: full,
		game: `summer 1454 orders
			Austria: A Austria
			Milan: A Padua
			Venice: G Padua
			siege Padua
			Austria has 24 ducats
			Austria has chits against Venice, Milan
			roll assassination austria 1 = 1
			roll assassination austria 2 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Venice; expense 2: 12 assassinate Milan
			Milan: A Padua besiege`,
		want: `
			Venice: G Padua
			siege of Padua lifted
			never Padua is besieged`,
	}, {
		id:     "BUG-29 whichever of the two powers comes first",
		preset: full,
		game: `summer 1454 orders
			Austria: A Austria
			Venice: A Bergamo
			Milan: G Bergamo
			siege Bergamo
			Austria has 24 ducats
			Austria has chits against Venice, Milan
			roll assassination austria 1 = 1
			roll assassination austria 2 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Venice; expense 2: 12 assassinate Milan
			Venice: A Bergamo besiege`,
		want: `
			Milan: G Bergamo
			siege of Bergamo lifted
			never Bergamo is besieged`,
	}, {
		id:     "ASSN-09 a siege whose besieger was bribed away kills nobody",
		preset: full,
		game: `summer 1454 orders
			Austria: A Vicenza
			Milan: A Padua
			Venice: G Padua
			siege Padua
			Austria has 24 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 1`,
		orders: `
			Austria: expense 1: 12 assassinate Venice; expense 2: 12 disband A Padua; A Vicenza H`,
		want: `
			Milan A Padua gone: bribe
			Venice: G Padua
			never Padua is besieged`,
	}, {
		id:     "ASSN-10 if the attempt fails the besieger that was ordered elsewhere holds, and the siege is lost",
		preset: full,
		game: `summer 1454 orders
			Austria: A Austria
			Milan: A Padua
			Venice: G Padua
			siege Padua
			Austria has 12 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 2`,
		orders: `
			Austria: expense 1: 12 assassinate Venice
			Milan: A Padua - Vicenza`,
		want: `
			Milan: A Padua
			Milan A Padua void
			Venice: G Padua
			never Padua is besieged`,
	}, {
		id:     "T-ASSN-7 a home province with a garrison rises with a one, the province alone",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: G Bologna
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Bologna = 1
			roll revolt papacy Rome = 2
			roll revolt papacy Ancona = 3`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			revolt Bologna: 1 of 1, rises
			Bologna province rebels against Papacy
			revolt Rome: 2 of 2, rises
			Rome province and city rebels against Papacy
			revolt Ancona: 3 of 2, quiet`,
	}, {
		id:     "T-ASSN-7 and is quiet with a two",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: G Bologna
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Bologna = 2`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			revolt Bologna: 2 of 1, quiet
			never Bologna province rebels`,
	}, {
		id:     "ASSN-11 conquered provinces rise with up to three or five",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: A Ferrara
			Papacy owns Ferrara, Modena, Mantua
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Ferrara = 3
			roll revolt papacy Modena = 5
			roll revolt papacy Mantua = 6`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			revolt Ferrara: 3 of 3, rises
			revolt Modena: 5 of 5, rises
			revolt Mantua: 6 of 5, quiet`,
	}, {
		id:     "ASSN-11 provinces of a conquered country count as home",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy owns Pisa
			Papacy holds florence
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Pisa = 3`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want:   "revolt Pisa: 3 of 2, quiet",
	}, {
		id:     "ASSN-12 a city without its province is spared, a province that rebels already is rolled in vain",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan, A Ferrara
			Papacy: G Ferrara
			Milan owns province Ferrara
			Bologna province rebels against Papacy
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1
			roll revolt papacy Bologna = 1`,
		orders: "Milan: expense 1: 12 assassinate Papacy",
		want: `
			never revolt Ferrara
			revolt Bologna: 1 of 2, quiet
			Bologna province rebels against Papacy`,
	}, {
		id:     "ASSN-13 what the victim paid for is done",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: A Romagna
			Florence: A Florence
			Papacy has 12 ducats
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1`,
		orders: `
			Milan: expense 1: 12 assassinate Papacy
			Papacy: expense 1: 12 disband A Florence; A Romagna H`,
		want: "Florence A Florence gone: bribe",
	}, {
		id:     "ASSN-13 but not what a victim of the bank would have paid for",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Romagna
			Florence: A Florence
			Papacy has 12 ducats
			Papacy owes 12 + 3 in spring 1454`,
		orders: "Papacy: expense 1: 12 disband A Florence; A Romagna - Bologna",
		want: `
			Papacy paralysed
			Papacy: A Romagna
			Florence: A Florence
			treasury Papacy: 0`,
	}, {
		id:     "ASSN-13 unless the bank leaves it its treasury",
		preset: "battleline-1978-optional",
		game: `spring 1454 orders
			Papacy: A Romagna
			Florence: A Florence
			Papacy has 12 ducats
			Papacy owes 12 + 3 in spring 1454`,
		orders: "Papacy: expense 1: 12 disband A Florence; A Romagna - Bologna",
		want: `
			Papacy paralysed
			Papacy: A Romagna
			Florence A Florence gone: bribe
			treasury Papacy: 0`,
	}, {
		id:     "ASSN-14 the victim's unit may retreat",
		preset: full,
		game: `spring 1454 orders
			Milan: A Mantua, A Modena
			Papacy: A Bologna
			Milan has 12 ducats
			Milan has chits against Papacy
			roll assassination milan 1 = 1`,
		orders: `Milan: expense 1: 12 assassinate Papacy; A Modena - Bologna; A Mantua S A Modena - Bologna
			---
			Papacy: A Bologna - Romagna`,
		want: "Papacy: A Romagna",
	}, {
		id:     "ASSN-15 without assassinations the bank still kills",
		preset: full + " assassinations=off",
		game: `spring 1454 orders
			Papacy: A Rome
			Papacy owes 12 + 3 in spring 1454`,
		orders: "Papacy: A Rome - Spoleto",
		want: `
			Papacy paralysed
			Papacy: A Rome`,
	}, {
		id:     "SEQ-04 the bank decides before the expenses and kills after the assassins",
		preset: full,
		game: `summer 1454 orders
			Milan: A Padua
			Venice: G Padua
			siege Padua
			Papacy has 12 ducats
			Papacy has chits against Milan
			Venice owes 12 + 3 in summer 1454
			roll assassination papacy 1 = 1`,
		orders: `
			Papacy: expense 1: 12 assassinate Milan
			Milan: A Padua besiege`,
		want: `
			Milan paralysed
			Venice paralysed
			Venice: G Padua
			never Padua is besieged`,
	}, {
		id:     "ASSN-16 nobody kills himself or the dead",
		preset: full,
		game: `spring 1454 orders
			Austria is out
			Milan has 24 ducats
			Milan has chits against Austria, Milan
			roll assassination milan 1 = 1
			roll assassination milan 2 = 1`,
		orders: "Milan: expense 1: 12 assassinate Austria; expense 2: 12 assassinate Milan",
		want: `
			never Milan hits
			never Milan paralysed
			never Austria paralysed
			chits Milan: Austria, Milan`,
	},
}
