package rulebook

var disasterChapter = chapter{title: "Famine, plague and storms", when: "@disasters", paragraphs: []paragraph{
	{rules: "FAM-02 FAM-03", text: "Disasters are rolled for in the same way: first {disaster-severity=d6-1995: one die | two dice} for the severity, " +
		"which says whether a row of the table below is struck, a column, or both; then two dice for the row and two for the column, as far as " +
		"they are called for.", table: severityTable},
	{rules: "FAM-04", text: "All places named in the row and the column are struck, each once. Empty cells strike nothing."},
	{rules: "FAM-01", when: "famine=on", text: "**Famine** is rolled for after the fall, before the income is paid. It lasts through the winter and the " +
		"spring that follows."},
	{rules: "FAM-08", when: "famine=on", text: "{first-spring-famine=no: The first spring of the game has none. | It is rolled for before the first " +
		"spring of the game too.}"},
	{rules: "FAM-05", when: "famine=on", text: "A province with famine pays nothing, nor does its city, unless that has a garrison that is not " +
		"besieged. Nothing is built there."},
	{rules: "FAM-06 FAM-07", when: "famine=on", text: "When the spring's retreats are over, every unit in a province with famine dies, inside and " +
		"outside the city, whatever power it belongs to and however recently it came. Units that have left in time are safe, and so are all " +
		"units where the famine has been relieved. Then the famine is over everywhere. It does not change who owns a place."},
	{rules: "FAM-09", when: "famine=on", text: "This is the table of famine.{disaster-tables=completed: It is complete: the cells that the old table " +
		"lacks are filled. | {=@no-famine}}", table: famineTable},
	{rules: "PLAGUE-01 PLAGUE-03", when: "plague=on seasons-per-year=3", text: "**Plague** is rolled for between spring and summer, after units have " +
		"starved. All units in the places struck, inside and outside the cities, die at once. Rebellions go on, and the plague does not stay."},
	{rules: "PLAGUE-01", when: "plague=on seasons-per-year=2", text: "**Plague** needs a summer: with two campaigns a year there is none."},
	{rules: "OPT-10", when: "plague=on seasons-per-year=3 plague-model=expands", text: "Afterwards it spreads. After the summer and after the fall " +
		"each province next to one that it struck last is struck on a roll of one to three, and the places where it was before are spared until " +
		"next year."},
	{rules: "OPT-10", when: "plague=on seasons-per-year=3 plague-model=stays", text: "It stays where it is, and each year it also strikes the " +
		"provinces next to those that it struck the year before."},
	{rules: "OPT-10", when: "plague=on seasons-per-year=3 plague-model=seed", text: "Instead of rolling on the table, one province is drawn by lot, and " +
		"a die says how many borders away the plague reaches from there."},
	{rules: "OPT-10", when: "plague=on seasons-per-year=3 plague-model=radius", text: "A further die says how many borders away the plague reaches from " +
		"every place struck."},
	{rules: "PLAGUE-02", when: "plague=on seasons-per-year=3 plague-model!=seed", text: "This is the table of plague. It strikes in whatever year the " +
		"game is set.{disaster-tables=completed: It is complete: the cells that the old table lacks are filled. | {=@no-plague}}", table: plagueTable},
	{rules: "STORM-01 OPT-13", when: "storms=on", text: "**Storms** are rolled for {storm-timing=after-fall: after the fall's retreats | after the " +
		"winter}. Every fleet at sea in a place struck goes down; fleets in provinces are safe{@venice: , and so are those in the Lagoon}.", table: stormTable},
}}

var winterChapter = chapter{title: "Winter", paragraphs: []paragraph{
	{rules: "BUILD-01", when: "unit-count=money money=on", text: "In winter you pay for your units, out of what you have after the income: three ducats " +
		"for an ordinary unit{special-units=on: , more for a special one}, whether it is kept or new. With that it is paid for a year."},
	{rules: "BUILD-17", when: "unit-count=cities", text: "You may have as many units as you own cities{garrisons=on: together with their provinces}. " +
		"With fewer units you may build the difference; with more you must remove those that are too many, of your own choice."},
	{rules: "BUILD-17", when: "unit-count=cities", text: "{unpaid-unit-removal=by-distance: If you order too many, the first count. | If you order too " +
		"many, the latest count.} A build that you do not use is lost."},
	{rules: "BUILD-02 BUILD-10", when: "unit-count=money money=on", text: "Every unit is to be maintained or disbanded, and you may build new ones. " +
		"Later orders replace earlier ones for the same place, and you may change your mind as often as you like."},
	{rules: "BUILD-03", text: "You may build in a province with a city, in your home country {homes-fixed=no: or one that you have conquered, " +
		"}{garrisons=on: if you own both the province and the city | if you own it}."},
	{rules: "BUILD-04", text: "Armies and fleets are built in the province, fleets in ports only{garrisons=on: ; garrisons in the city, if it is " +
		"fortified{@fortresses: and no fortress}}."},
	{rules: "BUILD-05", text: "Only one unit is built in a province in a winter, and its place must be free.{garrisons=on: A unit that was there " +
		"before, on the other side of the wall, is no obstacle. {two-builds-in-province=first: If you order one inside and one outside the " +
		"city, the first counts; withdraw it to build the other. | If you order one inside and one outside the city, the later counts.}}"},
	{rules: "BUILD-06", when: "garrisons=on", text: "{trade-in-province=city-province-pair: No unit is built in the very place from which another is " +
		"removed in the same winter; but you may remove a garrison and build outside, or the other way round. | Where you remove a unit in a " +
		"winter you build none in that province, neither inside nor outside its city.}"},
	{rules: "BUILD-06", when: "garrisons=off", text: "No unit is built in the very place from which another is removed in the same winter."},
	{rules: "BUILD-07 FAM-05 REB-11", when: "money=on", text: "Nothing is built {@famine-somehow: where there is famine, nor }in a place that rebels."},
	{rules: "BUILD-19", when: "@forts", text: "Units do not convert in winter."},
	{rules: "BUILD-09", text: "{unit-limit=none: There is no limit to the number of {special-units=on: ordinary }units{unit-count=money: that you can " +
		"pay for}. | A power can have no more units of a kind than there are counters: {counters-armies=unlimited: any number of armies | " +
		"{=counters-armies} armies}, {counters-fleets=unlimited: any number of fleets | {=counters-fleets} fleets}{garrisons=on: , " +
		"{counters-garrisons=unlimited: any number of garrisons | {=counters-garrisons} garrisons}}. (The numbers in the box of 1978 are not " +
		"known; the master sets them.)}"},
	{rules: "BUILD-11", when: "unit-count=money money=on", text: "{unordered-unit-in-winter=maintain: A unit without an order is maintained while the " +
		"money lasts. | A unit without an order is disbanded.}"},
	{rules: "BUILD-12 BUILD-13", when: "unit-count=money money=on", text: "Units that you keep are paid first, then new ones in the order in which you " +
		"gave them; a new unit that cannot be paid is not built. If you cannot pay for all that you keep, units are disbanded until you can: " +
		"{unpaid-unit-removal=oldest-outside-cities: first the oldest outside provinces with a city, then the oldest of the rest | those " +
		"farthest from home first}."},
	{rules: "BUILD-18", when: "unit-count=cities", text: "If you do not say which of your units go, {unpaid-unit-removal=by-distance: those farthest " +
		"from your centres go first, fleets before armies, and then by the names of their places | the oldest go}."},
	{rules: "BUILD-14", when: "@forts", text: "Autonomous garrisons stay without being paid."},
	{rules: "BUILD-15 BUILD-16", when: "@forts", text: "If a besieger is removed, or the besieged garrison, the siege is over.{control-timing=constant: " +
		"A unit that remains alone inherits city or province.}"},
	{rules: "BUILD-20 TIME-03", when: "unit-count=money money=on initial-die-minimum!=fixed", text: "Before the first campaign every power gets an " +
		"income, dice included, and pays for the units of its set-up. It builds nothing then."},
	{rules: "BUILD-21", when: "unit-count=money money=on initial-die-minimum!=fixed", text: "{initial-shortfall=owner-removes: A power that has too " +
		"little for that chooses, in a winter before the first spring, which units to give up. | If it is not enough, the units are kept all " +
		"the same, and the treasury is empty.}"},
	{rules: "BUILD-22", when: "unit-count=money money=on initial-die-minimum=2", text: "In this first income the first die of each row counts as two at " +
		"least."},
	{rules: "BUILD-23", when: "unit-count=money money=on initial-die-minimum=fixed", text: "Before the first campaign every power gets an " +
		"income, for which no dice are thrown: the last column of the table of variable incomes stands for them. Out of it the units of the set-up are " +
		"paid for, and nothing is built."},
}}

var absenceChapter = chapter{title: "The judge, and absent players", paragraphs: []paragraph{
	{rules: "DIST-01 DIST-02", text: "The judge is neutral: it {dice=on: throws all dice, }resolves all orders and reports the results{@disasters: " +
		"; players learn of disasters and incomes before the phase in which these matter}. The length of a phase is part of the game's " +
		"settings."},
	{rules: "DIST-03", text: "If you give no orders by the deadline, all your units hold{money=on: , and you spend nothing and give no money away}." +
		"{garrisons=on: {siege-locks-besieger=locked: Holding ends your sieges in progress.}}{bank-loans=on: Your debts are still collected.}"},
	{rules: "DIST-04", text: "Units are numbered by kind, in the order in which the scenario lists them; a new one takes the next free number."},
	{rules: "QUIT-01", when: "player-quits=autonomous-garrisons", text: "When a player leaves for good and is not replaced, their units are taken off the " +
		"board. {garrisons=on: An autonomous garrison is put into each {@fortresses: fort | fortified city} that they owned; their }{garrisons=off: " +
		"Their }provinces belong to nobody{money=on: , and their money and chits are gone}."},
	{rules: "QUIT-02", when: "player-quits=civil-disorder", text: "When a player leaves and is not replaced, their power stays in the game as one that " +
		"gives no orders, until someone takes it over."},
}}

var ratingChapter = chapter{title: "Ratings points", when: "ratings=on", paragraphs: []paragraph{
	{rules: "RATE-01 RATE-02", text: "A finished game of four or more players earns each of them points, by place. Places follow from the number of " +
		"cities at the end. Only this part of the table of 1978 has survived; for games of other sizes the players agree on a table of their " +
		"own.", table: ratingTable},
	{rules: "RATE-03", text: "Tied players share the points of the places that they take up: three players who are second in a game of five get a " +
		"third of what the second, third and fourth place earn together."},
	{rules: "RATE-04", text: "A player's skill is the average over all games. It is quoted after the number of games: 32-5.7 means thirty-two games with " +
		"5.7 points each."},
	{rules: "RATE-05", text: "If a player plays several powers each on its own, each is rated, and the points are added up. In such a game the largest " +
		"sum wins."},
}}
