package turn

// full is the game with money, without disasters.
const full = "njudge-classic famine=off"

// printed is the printed game with all its options, without disasters.
const printed = "battleline-1978-optional famine=off plague=off"

var inciteCases = []ledgerCase{
	{
		id:     "REB-01 a rebellion has a target and its spaces",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna; A Modena H",
		want: `
			Milan expense 1 succeeded
			Bologna province and city rises against Papacy, expense by Milan
			Bologna province and city rebels against Papacy
			treasury Milan: 0`,
	}, {
		id:     "REB-02 money causes it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Mantua
			Milan has 20 ducats
			Papacy owns Ferrara`,
		orders: "Milan: expense 1: 9 cause rebellion Ferrara",
		want:   "Ferrara province and city rebels against Papacy",
	}, {
		id:     "REB-02 so does the death of a ruler",
		preset: full,
		game: `spring 1454 orders
			Milan has 12 ducats
			Milan has chits against Austria
			roll assassination milan 1 = 1
			roll revolt austria Tyrolea = 1`,
		orders: "Milan: expense 1: 12 assassinate Austria",
		want: `
			Tyrolea province and city rises against Austria, assassination by Milan
			Tyrolea province and city rebels against Austria`,
	}, {
		id:     "REB-03 nobody's land does not rebel",
		preset: full,
		game: `spring 1454 orders
			Milan: A Mantua
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Ferrara",
		want: `
			Milan expense 1 wasted: not that kind of target
			treasury Milan: 0
			never Ferrara province`,
	}, {
		id:     "REB-03 one's own may, where players may pay for their own units too",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Romagna
			Papacy has 15 ducats`,
		orders: "Papacy: expense 1: 15 cause rebellion Bologna; A Romagna H",
		want:   "Bologna province and city rebels against Papacy",
	}, {
		id:     "REB-03 not in the printed game",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Romagna
			Papacy has 15 ducats`,
		orders: "Papacy: expense 1: 15 cause rebellion Bologna",
		want:   "never Bologna city rebels",
	}, {
		id:     "REB-04 a home province costs 15",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 12 ducats`,
		orders: "Milan: expense 1: 12 cause rebellion Bologna",
		want: `
			Milan expense 1 wasted: below the minimum
			treasury Milan: 0
			never Bologna province and city rebels`,
	}, {
		id:     "REB-04 so does one of a conquered country, but not one of a country lost",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena, A Pistoia
			Milan has 24 ducats
			Papacy owns Florence, Parma
			Papacy holds florence
			Papacy: G Florence, G Parma`,
		orders: "Milan: expense 1: 9 cause rebellion Florence; expense 2: 9 cause rebellion Parma",
		want: `
			Milan expense 1 wasted: below the minimum
			Milan expense 2 succeeded
			Parma province rebels against Papacy`,
	}, {
		id:     "REB-04 a line without a sum pays the price",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena, A Mantua
			Milan has 40 ducats
			Papacy owns Ferrara`,
		orders: "Milan: expense 1: cause rebellion Bologna; expense 2: cause rebellion Ferrara",
		want: `
			treasury Milan: 16
			Bologna province and city rebels against Papacy
			Ferrara province and city rebels against Papacy`,
	}, {
		id:     "REB-05 an unfortified city rebels with its province",
		preset: full,
		game: `spring 1454 orders
			Venice: A Bosnia
			Venice has 15 ducats`,
		orders: "Venice: expense 1: 15 cause rebellion Herzegovina; A Bosnia H",
		want:   "Herzegovina province rebels against Turks",
	}, {
		id:     "REB-05 in the printed game one marker stands in the city without a garrison",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want:   "Bologna city rebels against Papacy",
	}, {
		id:     "REB-05 else in the province",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: G Bologna
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want:   "Bologna province rises against Papacy, expense by Milan",
	}, {
		id:     "REB-06 a garrisoned city never rebels, not even when the garrison is gone",
		preset: full,
		game: `spring 1454 orders
			Florence: A Spoleto
			Papacy: G Perugia
			Florence has 15 ducats`,
		orders: `
			Florence: expense 1: 15 cause rebellion Perugia
			---
			Papacy: G Perugia C A`,
		want: `
			Papacy: A Perugia
			Perugia province rebels against Papacy`,
	}, {
		id:     "T-REB-5 province part only, and the city stays quiet",
		preset: full,
		game: `spring 1454 orders
			Florence: A Arezzo
			Papacy: G Perugia
			Florence has 15 ducats`,
		orders: `
			Florence: expense 1: 15 cause rebellion Perugia; A Arezzo H
			---
			Papacy: G Perugia C A`,
		want: "Perugia province rebels against Papacy",
	}, {
		id:     "T-REB-7 garrisons count as they were before the bribes",
		preset: full,
		game: `spring 1454 orders
			Venice: A Ferrara
			Papacy: G Bologna
			Venice has 27 ducats`,
		orders: "Venice: expense 1: 12 disband G Bologna; expense 2: 15 cause rebellion Bologna; A Ferrara H",
		want: `
			Papacy G Bologna gone: bribe
			Bologna province rebels against Papacy`,
	}, {
		id:     "REB-07 several causes, one rebellion",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Florence: A Florence
			Milan has 30 ducats
			Florence has 15 ducats`,
		orders: `
			Milan: expense 1: 15 cause rebellion Bologna; expense 2: 15 cause rebellion Bologna
			Florence: expense 1: 15 cause rebellion Bologna`,
		want: `
			Bologna province and city rises against Papacy, expense by Florence, Milan
			Florence expense 1 succeeded
			Milan expense 1 wasted: already done
			Milan expense 2 wasted: already done
			treasury Milan: 0
			treasury Florence: 0`,
	}, {
		id:     "REB-07 a new cause spreads it to the city that has lost its garrison",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 15 ducats
			Bologna province rebels against Papacy`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want: `
			Bologna city rises against Papacy, expense by Milan
			Bologna province and city rebels against Papacy`,
	}, {
		id:     "REB-07 and is wasted where all rebels already",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: G Ancona
			Milan has 15 ducats
			Bologna rebels against Papacy`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want:   "Milan expense 1 wasted: already done",
	}, {
		id:     "REB-07 a unit in the province is no obstacle",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want:   "Bologna province and city rebels against Papacy",
	}, {
		id:     "REB-08 the owner stays the owner",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Milan has 15 ducats`,
		orders: "Milan: expense 1: 15 cause rebellion Bologna",
		want: `
			province Bologna: Papacy
			city Bologna: Papacy`,
	}, {
		id:     "REB-22 who buys the target's unit has put an end to the rebellion, this campaign's too",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Florence: A Florence
			Milan has 18 ducats
			Florence has 15 ducats`,
		orders: `
			Milan: expense 1: 18 buy A Bologna
			Florence: expense 1: 15 cause rebellion Bologna`,
		want: `
			Papacy A Bologna bribed by Milan
			rebellion of Bologna province and city liberated
			province Bologna: Milan
			never Bologna province and city rebels`,
	}, {
		id:     "BUG-42 buying the target's garrison frees the province where its army stands too",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Bologna, G Bologna
			Florence has 18 ducats
			Bologna province rebels against Papacy`,
		orders: "Florence: expense 1: 18 buy G Bologna; A Florence H",
		want: `
			rebellion of Bologna province liberated
			province Bologna: Papacy
			city Bologna: Florence
			never Bologna province rebels`,
	}, {
		id:     "REB-22 a third power's unit is none of the target's",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Bologna
			Venice: G Bologna
			Florence has 18 ducats
			Bologna province rebels against Papacy`,
		orders: "Florence: expense 1: 18 buy G Bologna; A Florence H",
		want:   "Bologna province rebels against Papacy",
	}, {
		id:     "REB-24 pacification ends it in province and city",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Romagna
			Papacy has 12 ducats
			Bologna rebels against Papacy`,
		orders: "Papacy: expense 1: 12 pacify Bologna; A Romagna H",
		want: `
			rebellion of Bologna province and city pacified
			never Bologna province and city rebels`,
	}, {
		id:     "BUG-39 one caused in the same campaign stays, whoever comes first",
		preset: full,
		game: `spring 1454 orders
			Austria: A Vicenza
			Venice: A Friuli
			Austria has 15 ducats
			Venice has 12 ducats`,
		orders: `
			Austria: expense 1: 15 cause rebellion Treviso; A Vicenza H
			Venice: expense 1: 12 pacify Treviso; A Friuli H`,
		want: `
			Venice expense 1 wasted: no marker
			Treviso province and city rebels against Venice`,
	}, {
		id:     "BUG-39 whoever comes last",
		preset: full,
		game: `spring 1454 orders
			Venice: A Vicenza
			Austria: A Tyrolea
			Venice has 15 ducats
			Austria has 12 ducats`,
		orders: `
			Venice: expense 1: 15 cause rebellion Carinthia; A Vicenza - Carinthia
			Austria: expense 1: 12 pacify Carinthia; A Tyrolea - Carinthia`,
		want: `
			Austria expense 1 wasted: no marker
			rebellion of Carinthia province liberated
			province Carinthia: Venice`,
	}, {
		id:     "BUG-32 rebellions need a neighbour",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Rome
			Papacy has 15 ducats`,
		orders: "Papacy: expense 1: 15 cause rebellion Milan; A Rome H",
		want: `
			Papacy expense 1 wasted: not adjacent
			treasury Papacy: 0
			never Milan province and city rebels`,
	}, {
		id:     "BUG-31 the empty Venice can rebel",
		preset: full,
		game: `spring 1454 orders
			Austria: F Lagoon
			Austria has 15 ducats`,
		orders: "Austria: expense 1: 15 cause rebellion Venice; F Lagoon H",
		want: `
			Austria expense 1 succeeded
			Venice city rebels against Venice`,
	}, {
		id:     "VENICE-07 not while a unit is there",
		preset: full,
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice: A Venice
			Austria has 15 ducats`,
		orders: "Austria: expense 1: 15 cause rebellion Venice; F Lagoon H",
		want: `
			Austria expense 1 wasted: a unit is there
			treasury Austria: 0
			never Venice city rebels`,
	}, {
		id:     "VENICE-07 nor by the ruler's death",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Venice: G Venice
			Austria has 36 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 3
			roll revolt venice Venice = 1`,
		orders: "Austria: expense 1: 36 assassinate Venice",
		want: `
			Venice paralysed
			revolt Venice: 1 of 1, quiet
			never Venice city rebels`,
	}, {
		id:     "VENICE-08 one marker, in the city",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Austria has 36 ducats
			Austria has chits against Venice
			roll assassination austria 1 = 3
			roll revolt venice Venice = 2`,
		orders: "Austria: expense 1: 36 assassinate Venice",
		want:   "Venice city rebels against Venice",
	}, {
		id:     "VENICE-09 its own power can only pacify it",
		preset: full,
		game: `spring 1454 orders
			Venice: F Lagoon
			Venice city rebels against Venice`,
		orders: "Venice: F Lagoon - Venice",
		want: `
			Venice F Lagoon bounced
			Venice city rebels against Venice`,
	}, {
		id:     "VENICE-09 another's unit enters and liberates it",
		preset: full,
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice city rebels against Venice`,
		orders: "Austria: F Lagoon - Venice",
		want: `
			Austria: F Venice
			rebellion of Venice city liberated
			province Venice: Austria
			never Venice city rebels`,
	}, {
		id:     "BUG-08 rebelling Venice is no place to retreat to",
		preset: full,
		game: `spring 1454 orders
			Venice: F Lagoon
			Austria: F Upper Adriatic, F Friuli
			Venice city rebels against Venice`,
		orders: `
			Austria: F Upper Adriatic - Lagoon; F Friuli S F Upper Adriatic - Lagoon
			Venice: F Lagoon H`,
		want: `
			Venice F Lagoon dislodged by Austria F Upper Adriatic Sea
			Venice F Lagoon may go to Padua, Treviso`,
	}, {
		id:     "VENICE-12 a bribe of Venice's garrison is dear, of a fleet there is not",
		preset: full,
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice: G Venice
			Austria has 18 ducats`,
		orders: "Austria: expense 1: 18 disband G Venice; F Lagoon H",
		want: `
			Austria expense 1 wasted: below the minimum
			Venice: G Venice`,
	}, {
		id:     "VENICE-12 twelve are enough for a fleet",
		preset: full,
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice: F Venice
			Austria has 12 ducats`,
		orders: "Austria: expense 1: 12 disband F Venice; F Lagoon H",
		want:   "Venice F Venice gone: bribe",
	}, {
		id:     "GARR-05 a special garrison set free keeps its kind",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: G Bologna professional
			Florence has 18 ducats`,
		orders: "Florence: expense 1: 18 garrison to autonomous G Bologna; A Florence H",
		want: `
			autonomous: G Bologna professional
			city Bologna: nobody`,
	},
}
