package turn

var rebellionCases = []ledgerCase{
	{
		id: "REB-17 the target's unit that holds quells the province, not the city",
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna rebels against Papacy`,
		orders: "Papacy: A Bologna H",
		want: `
			rebellion of Bologna province quelled
			Bologna city rebels against Papacy`,
	}, {
		id: "REB-17 so does a besieger's that holds instead, for the order was to hold",
		game: `spring 1454 orders
			Papacy: A Bologna
			autonomous: G Bologna
			siege Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna H",
		want: `
			never Bologna is besieged
			rebellion of Bologna province quelled`,
	}, {
		id: "REB-17 but not when it is dislodged",
		game: `spring 1454 orders
			Bologna province rebels against Papacy
			Papacy: A Bologna
			Papacy owns Ferrara
			Milan: A Ferrara, A Modena`,
		orders: `
			Papacy: A Bologna H
			Milan: A Ferrara - Bologna; A Modena S A Ferrara - Bologna`,
		want: `
			Papacy A Bologna dislodged by Milan A Ferrara
			rebellion of Bologna province liberated
			never rebellion of Bologna province quelled`,
	}, {
		id: "REB-18 a hold by default does not quell",
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna province rebels against Papacy`,
		want: "Bologna province rebels against Papacy",
	}, {
		id:     "REB-18 hold-quells any-hold",
		preset: free + " hold-quells=any-hold",
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna province rebels against Papacy`,
		want: "never Bologna province rebels",
	}, {
		id:     "REB-18 so it is in the printed game, with a refused order too",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna - Milan",
		want:   "rebellion of Bologna province quelled",
	}, {
		id:     "REB-18 and with one that cannot be followed",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna besiege",
		want:   "rebellion of Bologna province quelled",
	}, {
		id:     "REB-18 or of a besieger tied by its siege",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Bologna
			autonomous: G Bologna
			siege Bologna
			Bologna province rebels against Papacy
			Papacy owns province Bologna`,
		orders: "Papacy: A Bologna - Modena",
		want:   "rebellion of Bologna province quelled",
	}, {
		id:     "REB-18 but not with one that others prevented",
		preset: printed,
		game: `spring 1454 orders
			Papacy: A Bologna
			Florence: A Modena
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna - Modena",
		want:   "Bologna province rebels against Papacy",
	}, {
		id: "REB-18 nor a support, nor a unit of another",
		game: `spring 1454 orders
			Papacy: A Bologna, A Romagna
			Bologna province rebels against Papacy`,
		orders: "Papacy: A Bologna S A Romagna; A Romagna H",
		want:   "Bologna province rebels against Papacy",
	}, {
		id: "REB-19 two besiege orders put a rebellion in the city down, the province with it",
		game: `spring 1454 orders
			Papacy: A Bologna
			Bologna rebels against Papacy`,
		orders: `Papacy: A Bologna besiege
			---
			Papacy: A Bologna besiege`,
		want: `
			Papacy A Bologna completes the siege
			rebellion of Bologna province and city put down
			never Bologna province and city rebels
			never Bologna city rebels
			never Bologna is besieged`,
	}, {
		id: "REB-20 a garrison's hold does not quell",
		game: `spring 1454 orders
			Papacy: G Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: G Bologna H",
		want:   "Bologna province rebels against Papacy",
	}, {
		id:     "REB-20 but does in the printed game",
		preset: free + " garrison-hold-quells=yes",
		game: `spring 1454 orders
			Papacy: G Bologna
			Bologna province rebels against Papacy`,
		orders: "Papacy: G Bologna H",
		want:   "rebellion of Bologna province quelled",
	}, {
		id: "REB-21 entry liberates province and city",
		game: `spring 1454 orders
			Florence: A Florence
			Bologna rebels against Papacy`,
		orders: "Florence: A Florence - Bologna",
		want: `
			rebellion of Bologna province and city liberated
			province Bologna: Florence
			never Bologna province and city rebels`,
	}, {
		id: "REB-21 so does a garrison coming out",
		game: `spring 1454 orders
			Florence: G Bologna
			Bologna province rebels against Papacy`,
		orders: "Florence: G Bologna C A",
		want: `
			Florence: A Bologna
			rebellion of Bologna province liberated`,
	}, {
		id: "REB-21 but not the entry of the power that it is against",
		game: `spring 1454 orders
			Papacy: A Romagna
			Bologna rebels against Papacy`,
		orders: "Papacy: A Romagna - Bologna",
		want: `
			Papacy: A Bologna
			Bologna province and city rebels against Papacy`,
	}, {
		id: "REB-23 the rebels' support counts before they are gone",
		game: `spring 1454 orders
			Austria: A Carinthia
			Venice: A Verona
			Vicenza province rebels against Venice`,
		orders: `
			Austria: A Carinthia - Vicenza
			Venice: A Verona - Vicenza`,
		want: `
			Austria A Carinthia succeeded
			Venice A Verona bounced
			province Vicenza: Austria
			never Vicenza province rebels`,
	}, {
		id: "REB-13 two claimants, no support",
		game: `spring 1454 orders
			Austria: A Carinthia
			Milan: A Trent
			Venice: A Verona
			Vicenza province rebels against Venice`,
		orders: `
			Austria: A Carinthia - Vicenza
			Milan: A Trent - Vicenza
			Venice: A Verona - Vicenza`,
		want: `
			Austria A Carinthia bounced
			Vicenza province rebels against Venice`,
	}, {
		id: "REB-25 the end of the target ends its rebellions",
		game: `spring 1454 orders
			Milan: A Milan
			Milan owns city Austria
			Milan owns city Tyrolea
			Milan owns Hungary
			Carinthia province rebels against Austria`,
		want: `
			Austria eliminated
			rebellion of Carinthia province owner gone
			never Carinthia province rebels`,
	},
}
