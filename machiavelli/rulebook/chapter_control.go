package rulebook

var controlChapter = chapter{title: "Control", paragraphs: []paragraph{
	{rules: "CTRL-01 CTRL-11", text: "Every province belongs to a power or to nobody{garrisons=on: , and so does every city, which may have another " +
		"owner than its province}. Seas belong to nobody."},
	{rules: "CTRL-02 CTRL-20", text: "{control-timing=constant: An army or fleet gives its power the province in which it stands, at once. | After the " +
		"fall, an army or fleet gives its power the province in which it stands.}"},
	{rules: "CTRL-03 CTRL-04 CTRL-05", when: "@forts", text: "A garrison gives its power the city. An army or fleet in a province without a garrison " +
		"takes the city too, fortified or not; a garrison without a unit outside takes the province too. (If it is autonomous, city and " +
		"province belong to nobody.)"},
	{rules: "CTRL-04", when: "garrisons=off", text: "The city goes with its province."},
	{rules: "CTRL-15", when: "control-timing=fall @forts", text: "If the unit outside and the garrison belong to different powers, the province " +
		"belongs to nobody."},
	{rules: "CTRL-06", text: "Where no unit stands nothing changes: what you have left behind stays yours until another power comes."},
	{rules: "CTRL-21", when: "@forts control-timing=constant split-city-province=nobody/income-only", text: "If the unit outside and the garrison " +
		"belong to different powers and both go at the same moment, the last power that had the place to itself has it again, city and " +
		"province. If no power had, nobody has it."},
	{rules: "CTRL-10", when: "control-timing=constant", text: "So a unit that marches through three provinces in a year gains all three, if nobody " +
		"comes after it."},
	{rules: "CTRL-10", when: "control-timing=fall", text: "Where a unit has been in the meantime does not matter: only the end of the fall counts."},
	{rules: "CTRL-08", when: "@forts", text: "If one of the two units of a province goes, in whatever way, the other inherits its place{control-timing=fall:  " +
		"after the fall}."},
	{rules: "CTRL-09", when: "control-timing=constant", text: "A dislodged unit counts as absent.{@forts: If it withdraws into its city it has, or " +
		"keeps, the city.}"},
	{rules: "CTRL-07", when: "money=on control-timing=constant", text: "A unit that you buy gives you its province or city before it moves on."},
	{rules: "CTRL-12", when: "money=on", text: "{rebellion-removes-control=no: Rebellions, famine, sieges and bounces do not change who owns a place. | " +
		"For victory and for conquests, a place in rebellion belongs to nobody until the rebellion has been pacified or put down. For builds " +
		"elsewhere in the province, for prices and for eliminations it is its former owner's all the time. Famine, sieges and bounces change " +
		"nothing.}"},
	{rules: "CTRL-18", when: "money=on", text: "{rebellion-removes-control=no: A rebellion is always against the owner of the province: when the " +
		"province passes to another power, the rebellion ends. | When a power other than its former owner gains a rebelling province, the rebellion ends.}"},
	{rules: "CTRL-14", when: "@forts", text: "If province and city have different owners, {split-city-province=separate: each counts for its own: the " +
		"province for the one, the city for the other. | {split-city-province=income-only: each pays its own, but the city counts as a city for " +
		"nobody. | neither counts for anyone.}}"},
	{rules: "CTRL-16", when: "@fortresses", text: "A fortress has no owner that counts, but a garrison in it holds the province when nobody stands " +
		"outside."},
	{rules: "CTRL-13", text: "At the start every power owns what the scenario gives it, and nobody owns the rest."},
	{rules: "CTRL-17", when: "garrisons=on", text: "To build in a place you need the province as well as the city."},
}}

var homeChapter = chapter{title: "Home countries", paragraphs: []paragraph{
	{rules: "HOME-01", text: "A home country is the set of provinces with which the scenario starts a power. {homes-fixed=no: It is held or lost as a " +
		"whole. | It stays the power's for good and decides where it builds; home countries are never lost or conquered.}"},
	{rules: "HOME-03 HOME-04", when: "homes-fixed=no", text: "A power that owns every province and every city of another home country conquers it, " +
		"{control-timing=constant: at the end of that campaign | at the end of the fall}. From then on it is a home of the conqueror, with all " +
		"that goes with it: units may be built there{money=on: and its variable income comes in}. To lose parts of it does not matter."},
	{rules: "HOME-05", when: "homes-fixed=no home-country-loss=all-lost", text: "A conquered country is lost when its holder has not a single one of " +
		"its provinces and cities left. It passes straight to a power that owns all of it."},
	{rules: "HOME-05", when: "homes-fixed=no home-country-loss=only-by-conquest", text: "A conquered country is lost only when another power conquers " +
		"it."},
	{rules: "HOME-06", when: "homes-fixed=no", text: "A power that holds a conquered country may lose its first home {home-country-loss=all-lost: in " +
		"the same way and live on | to a conqueror and live on}: any country that it holds can be its home."},
	{rules: "HOME-07", when: "homes-fixed=no", text: "A conquered country can be conquered from its conqueror as from its first owner."},
	{rules: "HOME-02 HOME-08 HOME-11", when: "homes-fixed=no", text: "A country that its power has lost and nobody has conquered is no one's home: " +
		"nobody builds there{money=on: , and its variable income is paid to nobody}. The same goes for all countries of a power that is " +
		"eliminated. Any power may conquer such a country, even the one that lost it."},
	{rules: "SEAT-01", when: "several-powers=one-power", text: "Where a player has several powers, these are one power. The first of them has the " +
		"units, the land, the home countries{money=on: , the incomes and the treasury} of all of them from the start, and units are built in each of " +
		"these countries. {assassinations=on: It has one set of assassination chits, against the powers of the other players. }It is eliminated like " +
		"any power that holds several home countries. Orders may be headed with the name of any of them."},
	{rules: "SEAT-02", when: "several-powers=separate", text: "Where a player has several powers, each stays a power of its own, with its own units" +
		"{money=on:  and treasury}.{money=on:  They do not bribe each other's units and do not cause rebellions against each other.}" +
		"{assassinations=on:  They do not assassinate each other, and have no chits against each other.}"},
	{rules: "HOME-09 HOME-10", when: "homes-fixed=no", text: "Provinces that a scenario gives a power outside its home are part of no home country and " +
		"need not be conquered with one. The home countries of powers that do not play do not exist{@italy: , unless the scenario says otherwise}."},
}}

var eliminationChapter = chapter{title: "Elimination", paragraphs: []paragraph{
	{rules: "ELIM-01 ELIM-02", when: "elimination-needs=no-home-city", text: "A power that has no city left in its home country is eliminated. If it " +
		"holds several home countries{elimination-multi-home=no-provinces: , or one that it has conquered}, it is eliminated only when it has no " +
		"city {elimination-multi-home=no-provinces: and no province }left in any of them."},
	{rules: "ELIM-01", when: "elimination-needs=nothing-left", text: "A power without a city and without a unit is out of the game."},
	{rules: "ELIM-03 ELIM-10", text: "{elimination-timing=end-of-campaign: This is checked when a campaign is over, after all retreats{@disasters: and " +
		"disasters}, and never before. | This is checked only after the fall, when retreats are done.}"},
	{rules: "ELIM-04", when: "elimination-needs=no-home-city", text: "{split-city-province!=separate control-timing=constant: A city counts for you only if " +
		"its province is yours too: your garrison does not save you while another power's unit is outside. | What counts is who owns the cities; " +
		"who owns the provinces around them does not{elimination-multi-home=no-provinces: , for a power that holds its own home country " +
		"alone}.}{money=on: Rebellions change nothing here.}"},
	{rules: "ELIM-05", when: "homes-fixed=no", text: "{simultaneous-loss-and-conquest=eliminated: A power that loses its last home in the very " +
		"campaign in which it conquers another one is eliminated. | A power that loses its last home in the very campaign in which it conquers " +
		"another one continues there.}"},
	{rules: "ELIM-06 ELIM-07 ELIM-08", text: "{elimination-needs=no-home-city: All units of an eliminated power leave the board; its | An eliminated " +
		"power has no units left; its} provinces and cities belong to nobody, unless " +
		"another power's unit stands there.{money=on: Its treasury, debts and chits are gone, chits against it are worth nothing, and " +
		"rebellions against it end.}{@forts: Sieges by and against its units end.} Several powers may be eliminated at once{homes-fixed=no: , " +
		"and what they leave may complete a conquest}."},
	{rules: "ELIM-09", text: "An eliminated player gives no more orders{money=on: , and can neither pay, be paid, nor be assassinated}."},
}}

var victoryChapter = chapter{title: "Victory", paragraphs: []paragraph{
	{rules: "WIN-01 WIN-02 WIN-07", text: "To win you need {=victory-cities} cities{@few-differ: ({=victory-cities-few-players} if no more than four " +
		"play)}{victory-homes!=none: and the home countries below}. This is checked when every {control-timing=fall: fall | " +
		"campaign} is over.{@forts: A city counts for you as the chapter on control says.}"},
	{rules: "WIN-03", when: "victory-homes=formula", text: "The number of home countries follows from the number of cities needed: none up to six, one " +
		"from seven, two from fifteen, three from twenty-three, four from thirty-one. Any home country that you hold counts, your own too, even " +
		"if you have only one of its cities left; your own need not be among them."},
	{rules: "WIN-05 WIN-06", when: "victory-homes=foreign-1/foreign-2/foreign-3", text: "You also need {victory-homes=foreign-1: one conquered home " +
		"country | {victory-homes=foreign-2: two conquered home countries | three conquered home countries}}: home countries of other powers " +
		"that you hold. You need not hold your own."},
	{rules: "WIN-04", when: "victory-all-own-home-cities=yes", text: "Among your cities must be every city of your own home country and at least six " +
		"others."},
	{rules: "WIN-08", text: "If two qualify, the one with more cities wins. If they have the same number, {victory-tie=raise-threshold: one more than " +
		"that is needed from now on, and play continues. | {victory-tie=gm: the master of the game decides. | they win together.}}"},
	{rules: "WIN-06 WIN-09", text: "You can agree on other numbers before the game begins.{homes-fixed=no: For a long game, play to twenty-three cities and two " +
		"{victory-homes=formula: or three }home countries.} The judge determines who has won."},
	{rules: "WIN-09", when: "last-year!=unlimited", text: "The game lasts until the fall of {=last-year} at most. The power with the most cities then wins, whatever is needed " +
		"otherwise; powers with equally many win together."},
	{rules: "WIN-10", text: "The game also ends when the players agree on a draw, or all others concede it to one of them."},
	{rules: "WIN-11", text: "{several-powers=separate: If a player has several powers, their cities and home countries add up. | A player with several " +
		"powers wins with them as one.} The home countries of your own powers are not foreign ones, even if such a power is out of the game."},
}}
