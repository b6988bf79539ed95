package turn

var bankCases = []ledgerCase{
	{
		id:     "LOAN-01 T-LOAN-1",
		preset: full,
		game: `summer 1492 orders
			Milan: A Milan
			Venice: A Padua`,
		orders: "Milan: borrow 15 for 2 years",
		want: `
			Milan borrows 15 of 15
			Milan owes 15 + 8 in summer 1494
			treasury Milan: 15`,
	}, {
		id:     "LOAN-01 one order for each time, the last counts and 0 cancels",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan`,
		orders: "Milan: borrow 5 for 1 year; borrow 8 for 2 years; borrow 6 for 1 year; borrow 0 for 2 years",
		want: `
			Milan noted "borrow 5 for 1 year" replaced
			Milan owes 6 + 2 in spring 1455
			treasury Milan: 6
			never Milan borrows 8`,
	}, {
		id:     "LOAN-02 T-LOAN-8",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 20 + 10 in fall 1455`,
		orders: "Milan: borrow 10 for 1 year",
		want: `
			Milan borrows 5 of 10
			Milan owes 5 + 1 in spring 1455
			treasury Milan: 5`,
	}, {
		id:     "LOAN-02 interest does not count, and what is repaid first does not either",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 25 + 13 in fall 1455
			Milan has 20 ducats`,
		orders: "Milan: pay 20 to bank; borrow 25 for 2 years",
		want: `
			Milan pays the bank 20 of 20
			Milan owes 18 + 0 in fall 1455
			Milan borrows 7 of 25
			Milan owes 7 + 4 in spring 1456
			treasury Milan: 7`,
	}, {
		id:     "LOAN-03 T-LOAN-6",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Papacy: A Rome`,
		orders: `
			Milan: borrow 1 for 1 year; borrow 1 for 2 years
			Venice: borrow 5 for 1 year
			Papacy: borrow 6 for 1 year
			Turks: borrow 25 for 2 years`,
		want: `
			Milan owes 1 + 1 in spring 1455
			Milan owes 1 + 1 in spring 1456
			Venice owes 5 + 1 in spring 1455
			Papacy owes 6 + 2 in spring 1455
			Turks owes 25 + 13 in spring 1456`,
	}, {
		id:     "LOAN-03 paid early it costs no less",
		preset: full,
		game: `summer 1454 orders
			Milan: A Milan
			Milan owes 10 + 2 in spring 1455
			Milan has 12 ducats`,
		orders: "Milan: pay 12 to bank",
		want: `
			Milan pays the bank 12 of 12
			never Milan owes
			treasury Milan: 0`,
	}, {
		id:     "LOAN-04 T-LOAN-7 a year",
		preset: full,
		game: `summer 1387 orders
			Milan: A Milan`,
		orders: "Milan: borrow 10 for 1 year",
		want:   "Milan owes 10 + 2 in summer 1388",
	}, {
		id:     "LOAN-04 T-LOAN-7 two years",
		preset: full + " dice=off bank-loans=on",
		game: `fall 1388 orders
			Milan: A Milan`,
		orders: "Milan: borrow 10 for 2 years",
		want:   "Milan owes 10 + 5 in fall 1390",
	}, {
		id:     "LOAN-04 BUG-34 the season of the year named, with two seasons too",
		preset: full + " seasons-per-year=2",
		game: `spring 1500 orders
			Milan: A Milan`,
		orders: "Milan: borrow 10 for 1 year",
		want:   "Milan owes 10 + 2 in spring 1501",
	}, {
		id:     "LOAN-05 what is due at the same time is one loan",
		preset: full,
		game: `spring 1455 orders
			Milan: A Milan
			Milan owes 6 + 3 in spring 1456`,
		orders: "Milan: borrow 4 for 1 year",
		want: `
			Milan borrows 4 of 4
			Milan owes 10 + 4 in spring 1456`,
	}, {
		id:     "LOAN-06 T-LOAN-2",
		preset: full,
		game: `summer 1494 orders
			Milan: A Milan
			Milan owes 15 + 8 in summer 1494
			Milan has 13 ducats`,
		orders: "Milan: borrow 10 for 1 year",
		want: `
			Milan settles 23
			treasury Milan: 0
			Milan owes 10 + 2 in summer 1495
			never Milan owes 15`,
	}, {
		id:     "LOAN-06 borrowed money buys in the same campaign, and cannot be given away in it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna`,
		orders: "Milan: pay 6 to Venice; borrow 18 for 1 year; e1: 18 buy a bol",
		want: `
			Milan pays Venice 0 of 6: treasury empty
			Milan expense 1 succeeded
			treasury Venice: 0
			treasury Milan: 0`,
	}, {
		id:     "LOAN-07 the interest of the loan that is due first, its principal, then the next loan",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 10 + 5 in fall 1455
			Milan owes 5 + 1 in summer 1454
			Milan has 30 ducats`,
		orders: "Milan: pay 13 to bank",
		want: `
			Milan owes 8 + 0 in fall 1455
			never Milan owes 5
			treasury Milan: 17`,
	}, {
		id:     "LOAN-07 a part of the interest",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 10 + 5 in fall 1455
			Milan has 3 ducats`,
		orders: "Milan: pay 30 to the bank",
		want: `
			Milan pays the bank 3 of 30
			Milan owes 10 + 2 in fall 1455
			treasury Milan: 0`,
	}, {
		id:     "LOAN-07 Q-13 the bank takes no more than is owed, and nothing from those who owe nothing",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owes 5 + 1 in fall 1454
			Milan has 30 ducats
			Venice has 5 ducats`,
		orders: `
			Milan: pay 20 to bank
			Venice: pay 5 to bank`,
		want: `
			Milan pays the bank 6 of 20
			treasury Milan: 24
			treasury Venice: 5
			never Milan owes`,
	}, {
		id:     "LOAN-08 T-LOAN-9 whoever has paid all may give",
		preset: full,
		game: `spring 1454 orders
			Venice: A Padua
			Venice owes 5 + 1 in fall 1454
			Venice has 30 ducats`,
		orders: "Venice: pay 6 to bank; pay 10 to Milan",
		want: `
			Venice pays Milan 10 of 10
			treasury Milan: 10
			treasury Venice: 14`,
	}, {
		id:     "LOAN-08 T-LOAN-9 whoever owes may not",
		preset: full,
		game: `spring 1454 orders
			Venice: A Padua
			Venice owes 5 + 1 in fall 1454
			Venice has 30 ducats`,
		orders: "Venice: pay 5 to bank; pay 10 to Milan",
		want: `
			Venice pays Milan 0 of 10: in debt to the bank
			treasury Milan: 0
			treasury Venice: 25`,
	}, {
		id:     "LOAN-08 gifts-while-indebted allowed",
		preset: full + " gifts-while-indebted=allowed",
		game: `spring 1454 orders
			Venice: A Padua
			Venice owes 5 + 1 in fall 1454
			Venice has 30 ducats`,
		orders: "Venice: pay 10 to Milan",
		want: `
			Venice pays Milan 10 of 10
			treasury Venice: 20`,
	}, {
		id:     "LOAN-09 T-LOAN-3",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 25 + 13 in spring 1454
			Milan has 20 ducats`,
		orders: "Milan: borrow 18 for 1 year; a milan - como",
		want: `
			never Milan borrows 18 of
			Milan defaults on 38, 20 seized
			Milan paralysed
			treasury Milan: 0
			bankrupt: Milan
			Milan: A Milan
			never Milan owes`,
	}, {
		id:     "LOAN-09 T-LOAN-4",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owes 25 + 13 in spring 1454
			Milan has 20 ducats
			Venice has 11 ducats`,
		orders: `
			Milan: pay 20 to bank; borrow 7 for 1 year
			Venice: pay 11 to Milan`,
		want: `
			Milan settles 18
			treasury Milan: 0
			Milan owes 7 + 2 in spring 1455
			bankrupt: nobody
			never Milan paralysed`,
	}, {
		id:     "LOAN-09 T-LOAN-5",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 25 + 13 in spring 1454
			Milan has 26 ducats`,
		orders: "Milan: pay 26 to bank; borrow 13 for 1 year",
		want: `
			Milan settles 12
			treasury Milan: 1
			Milan owes 13 + 3 in spring 1455`,
	}, {
		id:     "LOAN-09 of several loans the bank takes what is due now, and a default cancels all",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owes 5 + 1 in spring 1454
			Milan owes 5 + 3 in spring 1455
			Venice owes 5 + 1 in spring 1454
			Venice owes 5 + 3 in spring 1455
			Milan has 10 ducats
			Venice has 5 ducats`,
		want: `
			Milan settles 6
			Milan owes 5 + 3 in spring 1455
			treasury Milan: 4
			Venice defaults on 6, 5 seized
			never Venice owes`,
	}, {
		id:     "LOAN-09 bankrupts get no credit any more",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan is bankrupt`,
		orders: "Milan: borrow 10 for 1 year",
		want: `
			treasury Milan: 0
			never Milan borrows 10 of
			never Milan owes`,
	}, {
		id:     "LOAN-09 bank-default-seizes-treasury no",
		preset: full + " bank-default-seizes-treasury=no",
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 25 + 13 in spring 1454
			Milan has 20 ducats`,
		orders: "Milan: pay 10 to bank; borrow 7 for 1 year; e1: 3 counter-bribe a milan",
		want: `
			Milan defaults on 28, 0 seized
			treasury Milan: 17
			bankrupt: Milan
			Milan expense 1 wasted: nothing to counter`,
	}, {
		id:     "LOAN-10 a bankrupt gives and takes as before",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan is bankrupt
			Milan has 9 ducats
			Venice has 5 ducats`,
		orders: `
			Milan: pay 9 to Venice
			Venice: pay 5 to Milan`,
		want: `
			treasury Milan: 5
			treasury Venice: 9`,
	}, {
		id:     "LOAN-11 what did not prevent the default has no effect",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: A Cremona
			Milan owes 20 + 20 in spring 1454
			Milan has 20 ducats`,
		orders: "Milan: pay 10 to bank; borrow 5 for 2 years; pay 5 to Venice; e1: 12 disband a cremona; a milan - como",
		want: `
			Milan borrows 5 of 5
			Milan defaults on 30, 15 seized
			Milan expense 1 void: bankrupt
			Milan: A Milan
			Papacy: A Cremona
			treasury Milan: 0
			treasury Venice: 0
			never Milan owes`,
	}, {
		id:     "LOAN-11 in 1978 the expenses stand, with what the bank leaves",
		preset: "battleline-1978-optional",
		game: `spring 1454 orders
			Milan: A Milan
			Papacy: A Cremona
			Milan owes 20 + 20 in spring 1454
			Milan has 12 ducats`,
		orders: "Milan: borrow 5 for 2 years; e1: 12 disband a cremona; a milan - como",
		want: `
			Milan borrows 5 of 5
			Milan defaults on 40, 5 seized
			Papacy A Cremona gone: bribe
			Milan: A Milan
			treasury Milan: 0
			never Milan owes`,
	}, {
		id:     "LOAN-12 without the bank nobody borrows, but debts are due",
		preset: full + " bank-loans=off",
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 5 + 1 in spring 1454
			Milan has 30 ducats`,
		orders: "Milan: borrow 10 for 1 year",
		want: `
			Milan refused "borrow 10 for 1 year"
			Milan settles 6
			treasury Milan: 24`,
	}, {
		id:     "GIFT-01 one amount for each receiver, the last counts and 0 cancels",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 30 ducats`,
		orders: "Milan: pay 9 to Venice; give 6 to Papacy; loan 4 ducats to Venice; pay 0 to Papacy",
		want: `
			Milan noted "pay 9 to Venice" replaced
			Milan pays Venice 4 of 4
			treasury Milan: 26
			treasury Venice: 4
			treasury Papacy: 0`,
	}, {
		id:     "GIFT-01 immediate gifts repay, are passed on and are spent",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Papacy: A Bologna
			Florence: A Pistoia
			Venice owes 10 + 2 in spring 1454
			Milan has 30 ducats`,
		orders: `
			Milan: pay 30 to Venice
			Venice: pay 12 to bank; pay 18 to Florence
			Florence: e1: 18 buy a bol`,
		want: `
			Venice pays Florence 18 of 18
			Venice pays the bank 12 of 12
			Florence expense 1 succeeded
			treasury Milan: 0
			treasury Venice: 0
			bankrupt: nobody`,
	}, {
		id:     "SEQ-06 GIFT-01 the bank lends first, so that borrowed money can be given",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Rome`,
		orders: "Papacy: borrow 10 for 1 year; pay 10 to Milan",
		want: `
			Papacy borrows 10 of 10
			Papacy pays Milan 10 of 10
			Papacy owes 10 + 2 in spring 1455
			treasury Milan: 10
			treasury Papacy: 0`,
	}, {
		id:     "SEQ-06 a gift repays, the bank lends again, and that is given too",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Rome
			Milan has 10 ducats
			Papacy owes 25 + 0 in spring 1455`,
		orders: `
			Milan: pay 10 to Papacy
			Papacy: pay 10 to bank; borrow 10 for 1 year; pay 10 to Florence`,
		want: `
			Papacy pays Florence 10 of 10`,
	}, {
		id:     "SEQ-06 GIFT-02 elsewhere payments come before the bank lends",
		preset: full,
		game: `spring 1454 orders
			Papacy: A Rome`,
		orders: "Papacy: borrow 10 for 1 year; pay 10 to Milan",
		want: `
			Papacy pays Milan 0 of 10: treasury empty
			treasury Papacy: 10`,
	}, {
		id:     "GIFT-01 immediate gifts wander until nobody can pay on",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 1 ducats`,
		orders: `
			Milan: pay 3 to Venice; pay 2 to Papacy
			Venice: pay 2 to Milan`,
		want: `
			Milan pays Venice 3 of 3
			Venice pays Milan 2 of 2
			Milan pays Papacy 0 of 2: treasury empty
			treasury Venice: 1
			treasury Milan: 0`,
	}, {
		id:     "GIFT-02 T-LOAN-10",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Austria has 10 ducats`,
		orders: `
			Austria: pay 10 to Florence
			Florence: pay 10 to Milan`,
		want: `
			Florence pays Milan 0 of 10: treasury empty
			treasury Austria: 0
			treasury Florence: 10
			treasury Milan: 0`,
	}, {
		id:     "GIFT-02 gifts are paid in the order given, as far as the money goes",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Austria has 10 ducats`,
		orders: "Austria: pay 6 to Venice; pay 6 to Florence; pay 6 to Milan",
		want: `
			Austria pays Venice 6 of 6
			Austria pays Florence 4 of 6
			Austria pays Milan 0 of 6: treasury empty
			treasury Florence: 4`,
	}, {
		id:     "GIFT-03 nobody has to give anything back",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Venice: A Padua
			Austria has 10 ducats`,
		orders: `
			Austria: loan 10 to Venice
			---
			Venice: a padua h`,
		want: `
			treasury Austria: 0
			treasury Venice: 10
			never Venice owes`,
	}, {
		id:     "GIFT-03 those who are out of the game get nothing",
		preset: full,
		game: `spring 1454 orders
			Austria: A Austria
			Austria has 10 ducats
			Milan is out`,
		orders: "Austria: pay 10 to Milan",
		want:   "treasury Austria: 10",
	}, {
		id:     "GIFT-04 chits can be given",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has chits against Turks, Turks
			Venice has chits against Turks`,
		orders: "Milan: give Turkey to Venice",
		want: `
			Milan gives Venice a chit against Turks
			chits Milan: Turks
			chits Venice: Turks, Turks`,
	}, {
		id:     "ASSN-02 a chit that is given can be used at once, but not passed on",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has chits against Turks
			Venice has 12 ducats
			Papacy has 12 ducats
			roll assassination venice 1 = 6`,
		orders: `
			Milan: give Turkey to Venice
			Venice: e1: 12 assassinate Turks`,
		want: `
			Milan gives Venice a chit against Turks
			Venice misses Turks with 6 of 1
			chits Milan: none
			chits Venice: none`,
	}, {
		id:     "ASSN-02 with one chit nobody makes two presents",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has chits against Turks`,
		orders: `
			Milan: give Turkey to Venice; give Turkey to Papacy
			Venice: give Turkey to Papacy`,
		want: `
			chits Venice: Turks
			chits Papacy: none
			chits Milan: none`,
	}, {
		id:     "DIST-03 a power without orders spends nothing, and its debts are due",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Venice: A Padua
			Milan owes 5 + 1 in spring 1454
			Venice owes 5 + 1 in spring 1454
			Milan has 9 ducats`,
		want: `
			Milan settles 6
			treasury Milan: 3
			Venice defaults on 6, 0 seized
			Venice paralysed`,
	}, {
		id:     "SEQ-04 the default is decided before the expenses, and strikes after them",
		preset: full,
		game: `spring 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			Milan owes 5 + 1 in spring 1454
			Papacy has 18 ducats`,
		orders: `
			Papacy: e1: 18 buy a mod; a mod - parma
			Milan: a mod - bol`,
		want: `
			Milan defaults on 6, 0 seized
			Papacy expense 1 succeeded
			Papacy: A Bologna, A Parma
			Milan paralysed`,
	},
}
