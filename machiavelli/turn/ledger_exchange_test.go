package turn

// deals is an edition with money in which exchanges are possible.
const deals = full + " exchanges=on"

var exchangeCases = []ledgerCase{
	{
		id:     "OPT-19 both write the same from their own side, in any sequence",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats
			Milan has chits against Papacy
			Venice owns Ferrara`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: give Papal chit; exchange with Venice: get province Ferrara; exchange with Venice: get A Padua H
			Venice: exchange with Milan: give A Padua H; exchange with Milan: give Ferrara; exchange with Milan: get Papal chit; exchange with Milan: get 12d`,
		want: `
			exchange Milan, Venice succeeded
			treasury Milan: 0
			treasury Venice: 12
			chits Milan: none
			chits Venice: Papacy
			province Ferrara: Milan
			city Ferrara: Milan
			Venice A Padua succeeded`,
	}, {
		id:     "OPT-19 without the other party's lines nothing happens",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats`,
		orders: "Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua H",
		want: `
			exchange Milan, Venice void: not lodged by both
			treasury Milan: 12
			never exchange Venice, Milan`,
	}, {
		id:     "OPT-19 one line more on one side and the whole exchange does not count",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats
			Venice owns Ferrara`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: get Ferrara; exchange with Venice: get A Padua H
			Venice: exchange with Milan: get 12 ducats; exchange with Milan: give Ferrara`,
		want: `
			exchange Milan, Venice void: not lodged by both
			exchange Venice, Milan void: not lodged by both
			treasury Milan: 12
			province Ferrara: Venice`,
	}, {
		id:     "OPT-19 later lines replace earlier ones for the same thing, and none calls it off",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Florence
			Milan has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 3 ducats; exchange with Venice: give 5 ducats; exchange with Venice: get A Padua - Treviso; exchange with Venice: get A Padua H
			Venice: exchange with Milan: get 5 ducats; exchange with Milan: give A Padua H
			Milan: exchange with Florence: give 2 ducats; exchange with Florence: none; exchange with Florence: get A Florence H
			Florence: exchange with Milan: get 2 ducats; exchange with Milan: give A Florence H`,
		want: `
			Milan noted "exchange with Venice: give 3 ducats" replaced
			Milan noted "exchange with Venice: get A Padua - Treviso" replaced
			exchange Milan, Venice succeeded
			treasury Milan: 7
			treasury Venice: 5
			exchange Florence, Milan void: not lodged by both`,
	}, {
		id:     "OPT-19 a gift is no exchange",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 12 ducats
			Venice: exchange with Milan: get 12 ducats`,
		want: `
			exchange Milan, Venice void: nothing in return
			treasury Milan: 12`,
	}, {
		id:     "OPT-19 nobody makes one with a power that is out of the game",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 12 ducats
			Venice is out`,
		orders: "Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua H",
		want: `
			Milan refused "exchange with Venice: give 12 ducats"
			Milan refused "exchange with Venice: get A Padua H"
			treasury Milan: 12`,
	}, {
		id:     "OPT-19 only if the game is played with it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua H
			Venice: exchange with Milan: get 12 ducats; exchange with Milan: give A Padua H`,
		want: `
			Milan refused "exchange with Venice: give 12 ducats"
			treasury Milan: 12`,
	}, {
		id:     "OPT-20 what is set aside pays for nothing else, and arrives after the expenses",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan, A Cremona
			Venice: A Padua, A Mantua
			Milan has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua H; e1: 12 disband A Mantua
			Venice: exchange with Milan: get 12 ducats; exchange with Milan: give A Padua H; e1: 12 disband A Cremona`,
		want: `
			exchange Milan, Venice succeeded
			treasury Milan: 0
			treasury Venice: 12
			Milan: A Milan, A Cremona
			Venice: A Padua, A Mantua`,
	}, {
		id:     "OPT-20 a chit that is set aside cannot be given away as well, nor used",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats
			Milan has chits against Papacy`,
		orders: `
			Milan: exchange with Venice: give Papal chit; exchange with Venice: get A Padua H; give Papal chit to Florence; e1: 12 assassinate Papacy
			Venice: exchange with Milan: get Papal chit; exchange with Milan: give A Padua H`,
		want: `
			exchange Milan, Venice succeeded
			chits Venice: Papacy
			chits Florence: none
			never Milan E1 attempts`,
	}, {
		id:     "OPT-20 more than there is: none of the exchanges with it, but those with other things",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Florence
			Papacy: A Rome
			Milan has 12 ducats
			Milan has chits against Papacy`,
		orders: `
			Milan: exchange with Venice: give 7 ducats; exchange with Venice: get A Padua H
			Milan: exchange with Florence: give 6 ducats; exchange with Florence: get A Florence H
			Milan: exchange with Papacy: give Papal chit; exchange with Papacy: get A Rome H
			Venice: exchange with Milan: get 7 ducats; exchange with Milan: give A Padua H
			Florence: exchange with Milan: get 6 ducats; exchange with Milan: give A Florence H
			Papacy: exchange with Milan: get Papal chit; exchange with Milan: give A Rome H`,
		want: `
			exchange Milan, Venice void: promised too much
			exchange Florence, Milan void: promised too much
			exchange Milan, Papacy succeeded
			treasury Milan: 12`,
	}, {
		id:     "OPT-20 one unit is promised once",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Florence
			Milan has 12 ducats
			Florence has 12 ducats`,
		orders: `
			Venice: exchange with Milan: give A Padua H; exchange with Milan: get 5 ducats
			Venice: exchange with Florence: give A Padua H; exchange with Florence: get 5 ducats
			Milan: exchange with Venice: get A Padua H; exchange with Venice: give 5 ducats
			Florence: exchange with Venice: get A Padua H; exchange with Venice: give 5 ducats`,
		want: `
			exchange Milan, Venice void: promised too much
			exchange Florence, Venice void: promised too much
			treasury Venice: 0`,
	}, {
		id:     "OPT-20 LOAN-08 a debtor of the bank exchanges no ducats",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 30 ducats
			Milan owes 10 + 2 in fall 1454`,
		orders: `
			Milan: pay 12 to bank; exchange with Venice: give 3 ducats; exchange with Venice: get A Padua H
			Venice: exchange with Milan: get 3 ducats; exchange with Milan: give A Padua H`,
		want: `
			exchange Milan, Venice void: in debt to the bank
			treasury Milan: 18`,
	}, {
		id:     "OPT-20 what is received arrives too late for a debt that is due",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Venice has 12 ducats
			Milan owes 10 + 2 in spring 1454`,
		orders: `
			Milan: exchange with Venice: get 12 ducats; exchange with Venice: give A Milan H
			Venice: exchange with Milan: give 12 ducats; exchange with Milan: get A Milan H`,
		want: `
			Milan defaults on 12, 0 seized
			exchange Milan, Venice void: unit cannot obey
			treasury Milan: 0
			treasury Venice: 12`,
	}, {
		id:     "OPT-21 the promised order counts instead of the owner's",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua - Verona
			Venice: A Padua - Treviso; exchange with Milan: get 12 ducats; exchange with Milan: give A Padua - Verona`,
		want: `
			exchange Milan, Venice succeeded
			Venice noted "A Padua - Treviso" replaced
			Venice: A Verona
			treasury Venice: 12`,
	}, {
		id:     "OPT-21 if the exchange is not carried out the owner's order counts",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 11 ducats`,
		orders: `
			Milan: exchange with Venice: give 12 ducats; exchange with Venice: get A Padua - Verona
			Venice: A Padua - Treviso; exchange with Milan: get 12 ducats; exchange with Milan: give A Padua - Verona`,
		want: `
			exchange Milan, Venice void: promised too much
			Venice: A Treviso
			treasury Milan: 11`,
	}, {
		id:     "OPT-21 a unit that is bribed obeys no exchange, and all goes back",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua, A Treviso
			Florence: A Bologna, A Ferrara
			Milan has 5 ducats
			Milan has chits against Papacy
			Florence has 18 ducats
			Venice owns Carinthia`,
		orders: `
			Milan: exchange with Venice: give 5 ducats; exchange with Venice: give Papal chit; exchange with Venice: get A Padua - Verona; exchange with Venice: get A Treviso - Friuli; exchange with Venice: get Carinthia
			Venice: exchange with Milan: get 5 ducats; exchange with Milan: get Papal chit; exchange with Milan: give A Padua - Verona; exchange with Milan: give A Treviso - Friuli; exchange with Milan: give Carinthia
			Florence: e1: 18 buy A Padua`,
		want: `
			exchange Milan, Venice void: unit cannot obey
			treasury Milan: 5
			treasury Venice: 0
			chits Milan: Papacy
			province Carinthia: Venice
			Venice: A Treviso
			Florence: A Bologna, A Ferrara, A Padua`,
	}, {
		id:     "OPT-21 a unit that money disbands obeys no exchange",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Ferrara
			Milan has 5 ducats
			Florence has 12 ducats`,
		orders: `
			Milan: exchange with Venice: give 5 ducats; exchange with Venice: get A Padua - Verona
			Venice: exchange with Milan: get 5 ducats; exchange with Milan: give A Padua - Verona
			Florence: e1: 12 disband A Padua`,
		want: `
			exchange Milan, Venice void: unit cannot obey
			treasury Milan: 5`,
	}, {
		id:     "OPT-21 a rebelling province is not handed over",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Bologna
			Milan has 5 ducats
			Florence has 15 ducats
			Venice owns Ferrara`,
		orders: `
			Milan: exchange with Venice: give 5 ducats; exchange with Venice: get Ferrara
			Venice: exchange with Milan: get 5 ducats; exchange with Milan: give Ferrara
			Florence: e1: 15 cause rebellion Ferrara`,
		want: `
			exchange Milan, Venice void: province cannot be handed over
			treasury Milan: 5
			province Ferrara: Venice
			Ferrara province and city rebels against Venice`,
	}, {
		id:     "OPT-21 nor one with a unit that would take it back",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Ferrara
			Venice owns Ferrara
			Milan has 5 ducats`,
		orders: `
			Milan: exchange with Venice: give 5 ducats; exchange with Venice: get Ferrara
			Venice: A Ferrara - Mantua; exchange with Milan: get 5 ducats; exchange with Milan: give Ferrara`,
		want: `
			exchange Milan, Venice void: province cannot be handed over
			treasury Milan: 5
			province Ferrara: Venice
			Venice: A Mantua`,
	}, {
		id:     "OPT-21 nor one that its owner gives away at the same time",
		preset: deals + " province-trading=on",
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan has 5 ducats
			Venice owns Ferrara`,
		orders: `
			Milan: exchange with Venice: give 5 ducats; exchange with Venice: get Ferrara
			Venice: give province Ferrara to Florence; exchange with Milan: get 5 ducats; exchange with Milan: give Ferrara`,
		want: `
			exchange Milan, Venice void: province cannot be handed over
			treasury Milan: 5
			province Ferrara: Florence`,
	}, {
		id:     "OPT-21 a province for a province, and what happens there afterwards is war",
		preset: deals,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Florence: A Bologna
			Milan owns Lucca
			Venice owns Ferrara`,
		orders: `
			Milan: exchange with Venice: give Lucca; exchange with Venice: get Ferrara
			Venice: exchange with Milan: get Lucca; exchange with Milan: give Ferrara
			Florence: A Bologna - Ferrara`,
		want: `
			exchange Milan, Venice succeeded
			province Lucca: Venice
			province Ferrara: Florence`,
	}, {
		id:     "OPT-21 a retreat for ducats",
		preset: deals,
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: A Florence, A Pistoia
			Florence has 6 ducats`,
		orders: `
			Florence: A Florence - Bologna; A Pistoia S A Florence - Bologna
			---
			Papacy: A Bologna - Ferrara; exchange with Florence: give A Bologna - Modena; exchange with Florence: get 6 ducats
			Florence: exchange with Papacy: get A Bologna - Modena; exchange with Papacy: give 6 ducats`,
		want: `
			exchange Florence, Papacy succeeded
			Papacy noted "A Bologna - Ferrara" replaced
			Papacy: A Modena
			treasury Florence: 0
			treasury Papacy: 6`,
	},
}
