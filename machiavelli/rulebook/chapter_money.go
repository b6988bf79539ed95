package rulebook

var incomeChapter = chapter{title: "Income", when: "money=on", paragraphs: []paragraph{
	{rules: "INC-08 INC-09", text: "Once a year, when the fall is over, every power is paid its income. The money goes into its treasury, which has no " +
		"limit. Powers that have been eliminated earn nothing, and neither do autonomous units. {treasury-visibility=open: Everyone sees every " +
		"treasury. | Each player sees only their own treasury.}"},
	{rules: "INC-02 REB-12", text: "{province-income=off: Every province that you own pays one ducat, | Every province that you own pays what the board " +
		"says for it, from nothing to nine ducats,} whether a unit stands there or not; not if there is famine or the province rebels."},
	{rules: "INC-01 OPT-12", text: "Every sea in which you have a fleet pays {province-income=off: one ducat | what the board says for it}."},
	{rules: "INC-03 BOARD-05 REB-12 FAM-05", text: "Every city that you own pays: {=@cities}. A fortified city does not pay while it " +
		"rebels{besieged-city-income=none: , while it is besieged}{@famine-somehow: , or while there is famine and it has no garrison}" +
		"{rebellion-removes-control=yes: , or while its province rebels and it has no garrison}. A garrison that is not besieged keeps its " +
		"city paying, whatever happens outside. An unfortified city pays only if its province does."},
	{rules: "INC-10", when: "@fortresses", text: "{fortress-income=0: Fortresses pay nothing. | A fortress pays its owner one ducat, on the same terms " +
		"as a fortified city.}"},
	{rules: "INC-03 INC-02 INC-10", text: "So the places that you own pay:", table: incomeTable},
	{rules: "INC-04 INC-07 TIME-04 OPT-18", when: "@variable", text: "Some countries and cities also have a variable income, shown in the table below " +
		"with the dice of this scenario. {dice=on: For each die look up in its row how many ducats it brings. | No dice are thrown: each counts " +
		"as a four if the coming spring is in an even year, and as a three if in an odd one.}", table: diceTable},
	{rules: "INC-05 HOME-04", when: "@variable homes-fixed=no", text: "The variable income of a country goes to the power that holds it as a home, even with " +
		"its capital lost, besieged or in revolt. If nobody holds it, nobody is paid."},
	{rules: "INC-05", when: "@variable homes-fixed=yes", text: "The variable income of a country goes to its power."},
	{rules: "INC-06", when: "@variable", text: "The variable income of a city goes to the power that owns {city-variable-income-needs=city: the city, " +
		"whichever power has the province, | both the city and its province,} {city-die-while-unpaid=yes: even in sieges, revolts and famines | " +
		"but not while the city itself pays nothing: in a siege, a revolt or a famine}. If it belongs to nobody or is autonomous, nobody is paid."},
}}

var bankChapter = chapter{title: "Payments and the bank", when: "money=on", paragraphs: []paragraph{
	{rules: "GIFT-01 GIFT-03", text: "You may pay any sum to any player. It is ordered with the other orders of a campaign, one sum for each player: a " +
		"later order replaces an earlier one, and a sum of 0 cancels it.{gift-timing=immediate:  What you receive can be passed on in the same " +
		"campaign.} {treasury-visibility=open: Nobody else knows about it before the campaign is over. | Only you and the player you pay know " +
		"about it.} The game enforces no promise of repayment."},
	{rules: "GIFT-02", when: "gift-timing=borrowing-phase", text: "Payments are made at the start of the campaign, in the order in which you gave them, " +
		"as far as your money goes. What you receive cannot be passed on in the same campaign."},
	{rules: "GIFT-04", text: "Assassination chits can be given away as well{province-trading=off: ; units and provinces cannot | ; units cannot, but " +
		"provinces can, see below}."},
	{rules: "LOAN-12", when: "bank-loans=off", text: "There is no bank."},
	{rules: "LOAN-01 LOAN-02", when: "bank-loans=on", text: "In every campaign you may borrow from the bank, for one year or for two. What you have " +
		"borrowed and not repaid may never exceed twenty-five ducats, interest not counted; if you ask for more, you get no more than that."},
	{rules: "LOAN-03", when: "bank-loans=on", text: "The interest is a fifth of the loan for one year and half of it for two, rounded up, and it is due " +
		"in full even if you repay early. For example:", table: interestTable},
	{rules: "LOAN-04 LOAN-05", when: "bank-loans=on", text: "A loan is due in the same season one or two years later.{seasons-per-year=2: The years " +
		"count, not the campaigns.} Loans from the same season that fall due together count as one."},
	{rules: "LOAN-06 SEQ-06", when: "bank-loans=on", text: "Borrowed money can be spent, or used for a debt that falls due, in the same campaign. " +
		"{gift-timing=immediate: It can also be given away at once. | It cannot be given away in that campaign, because gifts are paid before the bank lends.}"},
	{rules: "LOAN-07", when: "bank-loans=on", text: "Whatever you repay goes to the loan that falls due first, its interest before the rest, then to " +
		"the next. The bank takes no more than you owe."},
	{rules: "LOAN-08", when: "bank-loans=on", text: "{gifts-while-indebted=forbidden: As long as you owe the bank anything you cannot give money to " +
		"other players. What you repay in the same campaign counts. | Owing money to the bank does not stop you from giving money to other " +
		"players.}"},
	{rules: "LOAN-09 LOAN-10", when: "bank-loans=on", text: "On the due date the bank takes what you owe. If you cannot pay in full, " +
		"{bank-default-seizes-treasury=yes: the bank takes all you have, | you keep your money,} your debts are cancelled, and the bank has you " +
		"assassinated, without a roll and with all that follows. You never get another loan. You may still give and receive money."},
	{rules: "LOAN-11 SEQ-04", when: "bank-loans=on", text: "{bank-default-seizes-treasury=yes: Your expenses of that campaign are void, and " +
		"your units hold. | Your units hold; your expenses of that campaign stand, from the money that you keep.}"},
	{rules: "ASSN-15 LOAN-09", when: "bank-loans=on assassinations=off", text: "The bank sends its own assassins even in games without others."},
}}

var expenseChapter = chapter{title: "Expenses", when: "money=on", paragraphs: []paragraph{
	{rules: "EXP-01 EXP-10", text: "In every campaign you may give orders for up to four expenses, numbered one to four. A later order of the same " +
		"number replaces the earlier one, and \"none\" cancels it. Until the deadline nobody sees them; after it nothing can be changed."},
	{rules: "EXP-02 EXP-03 EXP-04", text: "Expenses are paid in the order of their numbers, from what is in the treasury after payments{bank-loans=on: " +
		"and loans}. They are paid in full even if they fail or turn out needless. Only what could never be bought, such as a unit that is not " +
		"there, is refused when you order it, and costs nothing."},
	{rules: "EXP-05", text: "If your money runs out, the expense gets what is left and is judged on that; those after it get nothing."},
	{rules: "EXP-06", text: "Money works in threes. What is left over when a sum is divided by three is wasted; that goes for counter-bribes too."},
	{rules: "EXP-07", text: "Effects are simultaneous. Neither the numbers nor the order of the players decides what comes first, but the steps of the " +
		"campaign do: {@famine-somehow: relief, }pacification, rebellions, bribes{assassinations=on: , and then assassinations}."},
	{rules: "EXP-08", text: "If you leave the sum out, the least that the expense can cost is meant, doublings included: three for a " +
		"counter-bribe{assassinations=on: , twelve for an assassination}."},
	{rules: "EXP-09", text: "Treasuries and sums may be as large as you like."},
	{rules: "EXP-01 BRIBE-02 BRIBE-03 REB-04", text: "These are the expenses, with their letters and the least that they cost in ducats:", table: costTable},
	{rules: "EXP-20", when: "bribe-adjacency!=off", text: "To bribe a unit you must be near it: a unit of yours, of any kind, must stand in the same " +
		"place or in one that borders on it. What kind of unit it is, coasts and closed straits do not matter: a fleet is near to an army in the " +
		"next province, and an army on the shore is near to a fleet at sea."},
	{rules: "EXP-26", when: "bribe-adjacency=units-or-control", text: "It is also enough to own a province that borders on the place."},
	{rules: "EXP-25 OPT-17", when: "bribe-adjacency=own-or-permitted", text: "Another player's unit is enough if that player permits that bribe in the " +
		"same campaign. If they do not, the money is lost."},
	{rules: "EXP-26 OPT-17", when: "bribe-adjacency=off", text: "You may bribe units anywhere."},
	{rules: "EXP-20 EXP-23", when: "bribe-adjacency!=off", text: "{counter-bribe-adjacency=yes: Counter-bribes need the same nearness; your own units " +
		"are always near enough. | Counter-bribes work at any distance.} {province-expense-adjacency=yes: {@famine-somehow: Famine relief, " +
		"pacification | Pacification} and rebellions need it too, to the province or to its city. | {@famine-somehow: Famine relief, pacification " +
		"| Pacification} and rebellions can be paid for anywhere.} {assassinations=on: An assassin strikes at any distance.}"},
	{rules: "EXP-21 EXP-22", when: "@forts bribe-adjacency!=off", text: "A city borders on its own province and on everything around that. " +
		"{bribe-city-to-city=yes: The garrisons of two neighbouring provinces are near each other. | The garrisons of two neighbouring provinces " +
		"are not near each other.}"},
	{rules: "EXP-24 EXP-27", when: "bribe-adjacency!=off", text: "Nearness is checked when expenses begin to take effect, before any bribe. An expense " +
		"from too far away is lost, and does not compete with others."},
	{rules: "RELIEF-01", when: "@famine-somehow", text: "**Famine relief** takes the famine from one province. {cause-famine=off: It works in " +
		"spring, before the famine kills. | It works before the famine kills.} You may relieve any province."},
	{rules: "RELIEF-02 REB-24", text: "**Pacification** ends the rebellion in a province and in its city. You may pacify any province, no matter who " +
		"owns it.{rebellion-removes-control=yes: It is then its former owner's again.}"},
	{rules: "RELIEF-03 RELIEF-04", text: "A rebellion that begins in the same campaign is not pacified. Money spent where there is nothing to " +
		"{@famine-somehow: relieve or }pacify is lost, and so is a second payment for the same place."},
}}

var bribeChapter = chapter{title: "Bribes", when: "money=on", paragraphs: []paragraph{
	{rules: "BRIBE-01", text: "A bribe is aimed at one unit and has one purpose: to disband it, to make it yours{garrisons=on: , or to make a garrison " +
		"autonomous}. The unit must be there before any bribe takes effect."},
	{rules: "BRIBE-15", when: "@forts", text: "{buy-committed-garrison=yes: A garrison can be bought whether it is autonomous or another player's. | A " +
		"garrison that belongs to a player cannot be bought. It must first be made autonomous, and can be bought in a later campaign.}"},
	{rules: "BRIBE-02 BRIBE-03 VENICE-12", text: "{garrisons=on: For a garrison in a major city (one that pays two or more) the price " +
		"doubles.}{special-units=on: For militia and professionals it doubles as well, and both doublings may come together.}"},
	{rules: "BRIBE-04", text: "You may pay more than the price, in steps of three, to be safe. If what is left of it is too little for what you " +
		"ordered, nothing happens, even if it would have been enough for something cheaper."},
	{rules: "BRIBE-05 BRIBE-06", text: "Of several bribes for a unit only the largest counts, before counter-bribes and whether it is enough or not; " +
		"all others are lost. {bribe-tie=all-fail: If two are equally large, all fail, even two of the same power. | If the largest are equal, a " +
		"die chooses one of them.}"},
	{rules: "BRIBE-07 BRIBE-08", text: "**Counter-bribes** protect any unit. All counter-bribes for it, from any power, are deducted from " +
		"the largest bribe; if the rest still reaches the price, the bribe succeeds. They are no help against rebellions{assassinations=on: , " +
		"assassins} or anything else."},
	{rules: "BRIBE-09", text: "A unit that is **disbanded** is gone before anything moves."},
	{rules: "BRIBE-10", when: "@forts", text: "A garrison made **autonomous** holds whatever it was ordered to do, and belongs to nobody; the same goes " +
		"for its city, and for the province if no unit stands outside."},
	{rules: "BRIBE-11 BRIBE-12", text: "A unit that is **bought** stays what it is and is yours at once{control-timing=constant: , with the place in " +
		"which it stands}. It follows your order for it if you gave one, and holds if you did not; what its old owner ordered is void."},
	{rules: "BRIBE-13", text: "{self-bribes=forbidden: You cannot bribe your own units. | You may disband your own units by bribe, or make your " +
		"{autonomous-field-units=off: garrisons | units }autonomous; if another power bribes the same unit with as much, both fail. Buying your own unit makes no sense and is refused.}"},
	{rules: "BRIBE-14", when: "special-units=on", text: "If you have a special unit already, you cannot buy another: the money is lost, and the bribe " +
		"competes with nobody."},
	{rules: "BRIBE-16", when: "@italy", text: "Units off the board cannot be bribed."},
	{rules: "BRIBE-17", text: "What a unit is doing{garrisons=on: , such as besieging,} does not stop a bribe. {garrisons=on: A siege goes on unless " +
		"besieger and besieged now belong to the same power.}"},
}}

var rebellionChapter = chapter{title: "Rebellions", when: "money=on", paragraphs: []paragraph{
	{rules: "REB-01 REB-02", text: "A rebellion is against the power that owns the province when it begins. It can be paid for{assassinations=on: , and " +
		"it can follow an assassination}."},
	{rules: "REB-03 REB-04", text: "You may cause one in any province that {self-rebellion=yes: a player owns, your own too | another player owns}. It " +
		"costs more in a province that belongs to a home country, first or conquered, of its owner. To pay more than the price is useless."},
	{rules: "REB-05 REB-06", text: "{rebellion-extent=province-and-city: The province rebels, and with it the city{garrisons=on: if that is fortified " +
		"and has no garrison}. | {garrisons=on: If the province has a fort without a garrison, that rebels; otherwise the province does. | The " +
		"province rebels.}}{garrisons=on: A city with a garrison never rebels, and does not start to if the garrison leaves later. Unfortified " +
		"cities go with their province.}"},
	{rules: "REB-07", text: "Units in the province do not prevent a rebellion{@venice: , except in Venice}. Several rebellions caused in one place make " +
		"one.{garrisons=on: {rebellion-extent=province-and-city: If only the province rebels and the garrison is gone by now, a new one takes in " +
		"the city.}}"},
	{rules: "REB-08", text: "A rebellion stays where it is.{plague=on: The plague does not touch it.}{rebellion-removes-control=no: It does not change " +
		"who owns the place.}"},
	{rules: "REB-12", text: "A rebelling province pays nothing, and a rebelling city neither.{rebellion-removes-control=yes garrisons=on: Nor does a city " +
		"without a garrison in a rebelling province.}"},
	{rules: "REB-11", text: "Nothing is built in a place that rebels.{garrisons=on: If only the province does, a garrison may still be built in its " +
		"quiet city.}"},
	{rules: "REB-09 REB-10", text: "All powers may move, retreat{garrisons=on: , convoy or come out of a city | or convoy} into and through rebelling " +
		"provinces. {garrisons=on: But the power against which a city rebels can neither convert nor retreat into it, even if the rebellion ends " +
		"in that very campaign.}"},
	{rules: "REB-13 REB-14", text: "Rebels support a power that enters, unless they rebel against it: they add one to its strength, without an " +
		"order, and nothing cuts it. {rebel-support=one-power-only: If two or more powers try to enter, they support nobody. If one power has " +
		"several units going there, they support the strongest, and none if that is not clear. | If several powers try to enter, they support each " +
		"of them.}"},
	{rules: "REB-15 REB-16 REB-23", text: "Only a legal advance that nothing stops on its way can claim them. Rebels do not help a unit to hold, to " +
		"retreat{garrisons=on: or to besiege}. Their support counts even though the rebellion ends when the unit gets in."},
	{rules: "REB-21", text: "A unit of any other power that enters the province, by advance or retreat{garrisons=on: or out of the city}, **liberates** " +
		"it: the rebellion ends in province and city."},
	{rules: "REB-22", text: "If another power buys a unit of the power that is rebelled against, anywhere in the province, that liberates it too, even from " +
		"a rebellion that began in the same campaign."},
	{rules: "REB-17 REB-18", text: "The power itself **quells** the rebellion of a province with an army or fleet that holds there for a whole " +
		"campaign, undisturbed by dislodgement{assassinations=on: or assassins}. {hold-quells=explicit: The order must say hold; standing still " +
		"without an order is not enough, | Standing still without an order, or with one that cannot be followed from the start, is enough,} and a unit that {garrisons=on: supports, convoys, besieges or " +
		"lifts a siege | supports or convoys} does not quell.{garrisons=on: The city goes on rebelling.}"},
	{rules: "REB-20 REB-17", when: "@forts garrison-hold-quells=yes", text: "A garrison that holds inside a rebelling province quells it too."},
	{rules: "REB-19", when: "@forts", text: "A rebelling city is put down by a siege, two orders long. That ends the rebellion of the province as well."},
	{rules: "REB-25", text: "A rebellion against a power that is eliminated, or that no longer owns the province, ends."},
}}

var assassinationChapter = chapter{title: "Assassination", when: "money=on assassinations=on", paragraphs: []paragraph{
	{rules: "ASSN-01", when: "assassination-chits=one-per-rival", text: "Every power begins with one assassination chit against each of the others."},
	{rules: "ASSN-01", when: "assassination-chits=random-draw", text: "Every power puts as many chits of its own into a heap as it has rivals; the " +
		"chits are shuffled and drawn in turn. Nobody else sees what you draw; a chit against yourself is worthless."},
	{rules: "ASSN-01", when: "assassination-chits=unlimited", text: "No chit is needed for an assassination."},
	{rules: "ASSN-02", when: "assassination-chits!=unlimited", text: "You may give a chit to another player with the orders of any campaign. They can " +
		"use it in that very campaign, you cannot take it back once it is given, and nobody else sees it. You may have several against the same " +
		"power."},
	{rules: "ASSN-03 ASSN-05", text: "{assassination-chits=unlimited: An attempt needs twelve ducats at least; if there is less left for it the money " +
		"is lost. | An attempt needs a chit against the victim, which is used up whether the attempt succeeds or not, and twelve ducats at least. " +
		"Without the chit the money is lost; with less than twelve ducats too, but the chit is kept.}"},
	{rules: "ASSN-04 OPT-11", text: "Each twelve ducats buy one face of a die: with twelve you succeed on a one, with twenty-four on a one or a two, " +
		"with thirty-six on one to three. {assassination-max-spend=36: More than that does not help. | {assassination-max-spend=unlimited: And so " +
		"on: seventy-two make it certain. | More than {=assassination-max-spend} ducats do not help.}}"},
	{rules: "ASSN-06", text: "Every attempt is rolled for, even if the ruler who pays for it is hit too. Being hit several times is no worse than " +
		"once."},
	{rules: "ASSN-16", text: "You cannot have yourself assassinated, nor a power that is out of the game."},
	{rules: "ASSN-07 ASSN-13", text: "All units of the victim hold in this campaign, whatever they were ordered; others may support them. They quell no " +
		"rebellion. The victim's expenses stand."},
	{rules: "ASSN-08 ASSN-09 ASSN-10", when: "@forts", text: "The victim's sieges are broken. The victim's garrisons that were under siege already in the last " +
		"campaign die at once, and their besieger may then do anything; a garrison first besieged in this campaign survives. If the besieger's " +
		"ruler is assassinated too, the garrison survives."},
	{rules: "ASSN-11 ASSN-12", text: "Then a die is rolled for each province that the victim owns; those of which it has the city only are left out. " +
		"The province rebels on the numbers below, where a unit means any unit in the province or its city. A province that rebels already is " +
		"rolled for without effect.", table: uprisingTable},
	{rules: "ASSN-14", text: "In the next campaign the victim's successor plays on as if nothing had happened. The successor already orders the retreats."},
}}
