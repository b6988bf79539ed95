package rulebook

var boardChapter = chapter{title: "The board and the units", paragraphs: []paragraph{
	{rules: "BOARD-01", text: "The board has {=@provinces} provinces and {=@seas} seas. Every power begins with some of the provinces, its home " +
		"country, and tries to win more."},
	{rules: "BOARD-02 GARR-04", text: "There are {garrisons=on: three | two} kinds of units: armies on land{garrisons=on: ,| and} " +
		"fleets at sea and along the shore{garrisons=on: , and garrisons inside cities}. A province or a sea has room for one army or " +
		"fleet{garrisons=on: , and a city for one garrison. An army or fleet outside and a garrison inside do not disturb each other, even if they " +
		"belong to enemies: armies and fleets come and go past a garrison as if it were not there}."},
	{rules: "BOARD-03 BOARD-05", text: "A province may hold a city.{@forts: Some cities are fortified: only these have room for a garrison. The others " +
		"are unfortified and simply belong to the power that has the province.} {money=on: Most cities pay one ducat a year; major cities pay two or " +
		"three, as the map says. | Cities are what counts: they decide how many units you have, and who wins.}"},
	{rules: "BOARD-06 BOARD-07", when: "@fortresses fortresses=scenario", text: "Some provinces hold a fortress instead of a city. Whether fortresses " +
		"are used depends on the scenario (the Expansion of States uses them); where they are not used, ignore them. A fortress in use can be " +
		"garrisoned{money=on: , besieged and stirred to revolt | and besieged} like a fortified city, but it is no city: it {fortress-income=0: " +
		"pays nothing, }does not count towards victory, and no unit can be built in it or because of it.{fortress-income=1: It pays its owner " +
		"one ducat.}"},
	{rules: "BOARD-06 BOARD-07", when: "@fortresses fortresses=on", text: "Some provinces hold a fortress instead of a city. A fortress can be " +
		"garrisoned{money=on: , besieged and stirred to revolt | and besieged} like a fortified city, but it is no city: it {fortress-income=0: " +
		"pays nothing, }does not count towards victory, and no unit can be built in it or because of it.{fortress-income=1: It pays its owner " +
		"one ducat.}"},
	{rules: "BOARD-06", when: "@old garrisons=on fortresses=off", text: "The fortresses on the map are not used. Ignore them."},
	{rules: "BOARD-04", text: "Some cities{@fortresses: and fortresses} are ports{@italy: {=@ports}}. Fleets are built only there{@forts: , and only " +
		"there does a garrison become a fleet or a fleet a garrison}."},
	{rules: "BOARD-08 BOARD-09", text: "Armies go from a province to a province next to it. Fleets go from sea to sea, between a sea and a province on " +
		"its shore, and from one coastal province to the next along a shore that both share; two coastal provinces that meet only inland are not " +
		"neighbours for a fleet. A fleet in a province lies on its coast, and a fleet on an island can leave to any side."},
	{rules: "BOARD-10 BOARD-11", when: "@two-coasts", text: "{=@coasts} have two coasts each. A fleet that arrives at one coast can leave only from " +
		"there. If it could arrive at either, the order must say at which; if only one is within reach, it need not."},
	{rules: "BOARD-12 BOARD-13", when: "@old", text: "{istria-dalmatia-land-bridge=yes: Armies pass between Istria and Dalmatia. | No army passes " +
		"between Istria and Dalmatia: for armies they do not touch.} Some other borders look doubtful on the map: Capua does not touch the Eastern " +
		"Tyrrhenian Sea, Tivoli does touch the Gulf of Naples, the Bay of Tunis touches the Ionian Sea, and Messina and Otranto do not touch."},
	{rules: "BOARD-12 BOARD-13", when: "@venice-at-sea", text: "{istria-dalmatia-land-bridge=yes: Armies pass between Istria and Dalmatia. | No army " +
		"passes between Istria and Dalmatia.} Armies and fleets also cross between Messina and Otranto, and between Corsica and Sardinia."},
	{rules: "BOARD-14", when: "@venice", text: "The Lagoon around Venice is a sea like any other. Venice borders only on the Lagoon, so an army " +
		"gets in or out only by convoy. Padua and Treviso have no port."},
	{rules: "BOARD-15", when: "@italy", text: "If a power does not take part, its country may be off the board. Nothing happens in such provinces: " +
		"nobody enters them, retreats there{money=on: , sails past their shores or spends money on them | or sails past their shores}."},
	{rules: "BOARD-16", when: "@old", text: "Places are spelt as on the printed board, which has \"Piancenza\" for Piacenza. Orders may use the modern " +
		"names too."},
	{rules: "BOARD-16", text: "In orders, the first letters of a place's name are enough, if no other place begins with them. The usual abbreviations " +
		"work too."},
	{rules: "BOARD-17", text: "No army is ever at sea{garrisons=on: , no fleet inland, and no garrison where there is no room for one | and no fleet " +
		"inland}; a set-up that says so is not accepted."},
	{rules: "GARR-03", when: "@forts", text: "Autonomous garrisons belong to no player. They hold their city, support nobody and never come out; they " +
		"cost nothing and earn nothing."},
	{rules: "GARR-06", when: "@forts", text: "A city with an autonomous garrison belongs to nobody, and so does its province{control-timing=constant: " +
		"while no army or fleet stands there}."},
	{rules: "GARR-07", when: "@forts garrison-every-free-fort=on", text: "The game begins with an autonomous garrison in every fort that nobody owns " +
		"and that the scenario leaves empty."},
}}

var yearChapter = chapter{title: "A year", paragraphs: []paragraph{
	{rules: "TIME-01 TIME-02", text: "A year has {seasons-per-year=3: three campaigns, in spring, summer and fall, | two campaigns, in spring and " +
		"fall,} and then a winter. In every campaign all powers give their orders in secret, and all orders are resolved at once; units that " +
		"have been dislodged then retreat. In winter units are {unit-count=money: paid, raised and dismissed | built and removed}."},
	{rules: "TIME-03", text: "Play begins with the spring of the scenario's first year: the set-up replaces the winter before it."},
	{rules: "SEQ-01 SEQ-03", text: "What happens in a campaign happens in a fixed order. Within one step everything is simultaneous, and no player " +
		"comes before another.{money=off: First unit orders are resolved, then come retreats{control-timing=fall: ; after the fall control " +
		"is updated, and then eliminations and victory are checked | . Control is updated after each of these steps, and at the end " +
		"eliminations and victory are checked}.}"},
	{rules: "SEQ-01 SEQ-04", when: "money=on", text: "The steps of a campaign are these:"},
	{rules: "SEQ-01", when: "money=on", item: true, text: "{bank-loans=on: {gift-timing=immediate: The bank lends; then players pay each other; then " +
		"the bank is repaid; then it | The bank is repaid; then players pay each other; then the bank lends; then it} collects what is due. A ruler who cannot pay dies with the victims of assassins, below, and the ruler's expenses are void. | Players pay each " +
		"other.}"},
	{rules: "SEQ-01", when: "money=on", item: true, text: "Expenses are paid for. They take effect in this order: {@famine-somehow: famine relief; " +
		"}pacification of rebellions; new rebellions; bribes. {control-timing=constant: Control is updated.}"},
	{rules: "SEQ-01", when: "assassinations=on", item: true, text: "Assassins strike, and the victims' provinces may rise."},
	{rules: "SEQ-01", when: "money=on", item: true, text: "The orders of units are resolved. Rebellions are put down or joined.{control-timing=constant: " +
		"Control is updated again, with dislodged units counted as absent.}"},
	{rules: "SEQ-01", when: "money=on", item: true, text: "Dislodged units retreat.{control-timing=constant: Control is updated.} Rebellions in cities " +
		"end that were put down or liberated."},
	{rules: "SEQ-01", when: "@disasters", item: true, text: "{famine=on: After the spring, units starve in provinces with famine, and the famine ends. " +
		"}{plague=on: {seasons-per-year=3: Then the plague strikes. }}{storms=on: {storm-timing=after-fall: After the fall storms strike. " +
		"}}{famine=on: After the fall the next famine is rolled for.}"},
	{rules: "SEQ-01", when: "money=on", item: true, text: "{elimination-timing=fall: After the fall home | Home} countries are lost or conquered, " +
		"powers are eliminated, and victory is checked. {elimination-timing=fall: Then | After the fall} income is paid, and winter begins."},
	{rules: "SEQ-07", when: "control-timing=fall garrisons=on", text: "Ownership of provinces and cities changes once a year only, after the fall; " +
		"where units stand in spring{seasons-per-year=3: and summer} changes nothing."},
	{rules: "SEQ-06", when: "money=on gift-timing=immediate", text: "The printed game of 1978 pays income and adjusts units at the start of the " +
		"spring, after the famine; that is the same moment as the winter in these rules."},
	{rules: "SEQ-02", when: "dice=on", text: "Every roll has a name, such as the second die of Venice's income in a certain winter, and a hidden number " +
		"of the game decides what it shows. So a phase that is played again with the same orders has the same rolls, and no roll depends on how " +
		"many came before it."},
	{rules: "SEQ-05", text: "A game can be rolled back to an earlier phase and played again with other orders.{dice=on: Rolls of the same name stay as " +
		"they were, unless new ones are requested.}"},
}}

var ordersChapter = chapter{title: "Orders", paragraphs: []paragraph{
	{rules: "ORD-01", text: "In a campaign, every army and every fleet can do one of these:"},
	{rules: "ORD-01", item: true, text: "**hold**: stay where it is"},
	{rules: "ORD-01", item: true, text: "**advance** to a place next to it; an army also farther, by convoy"},
	{rules: "ORD-01", item: true, text: "**support** another unit"},
	{rules: "ORD-01", item: true, text: "**convoy** an army (fleets only)"},
	{rules: "ORD-01 SIEGE-17", when: "@forts", item: true, text: "**besiege** the city of its province{siege-locks-besieger=locked: , or **lift** its " +
		"siege}"},
	{rules: "ORD-01", when: "@forts", item: true, text: "**convert** into a garrison: go into the city"},
	{rules: "ORD-01 ORD-06", when: "disband-orders=on", item: true, text: "**disband**: leave the board"},
	{rules: "GARR-01", when: "@forts", text: "A garrison can hold, support into its own province, or convert into an army (in a port, a fleet) and so " +
		"come out.{disband-orders=on: It can disband too.} It neither advances nor retreats."},
	{rules: "ORD-02", text: "Each unit follows one order a campaign, given by its owner. Of several orders for a unit the last valid one " +
		"counts.{money=on: You may also order a unit that you hope to buy this very campaign.}"},
	{rules: "ORD-03 ORD-09", text: "An order names the unit, by kind and place, and what it does: {support-target=unit-action: {@italy: \"A Pavia - " +
		"Milan\", \"A Como S A Pavia - Milan\" | \"A Paris - Burgundy\", \"A Munich S A Paris - Burgundy\"} | \"A1 A-Milan\", \"A2 S-Milan\", or " +
		"\"A Pavia - Milan\"}. Another power's unit, in supports and convoys, is named in the same way{support-target=unit-action: {money=on: . " +
		"What counts is the unit and not its owner, so the order stays good if the unit is bought in the meantime} | , with the power's name or " +
		"initial}.{support-target=power-in-space: In the notation of 1978 units have numbers, T is for transporting and 0 for disbanding.}"},
	{rules: "ORD-04", text: "A unit without an order holds. So does a unit with an impossible order: {garrisons=on: no such neighbour, no " +
		"port, nothing to besiege | a fleet that should go inland, a place that is too far away}. It can be supported as a unit that holds."},
	{rules: "ORD-05", text: "Being attacked does not stop a unit from convoying{garrisons=on: {siege-locks-besieger=locked: , besieging or lifting a " +
		"siege | or besieging}}; being dislodged does."},
	{rules: "ORD-06", when: "disband-orders=on", text: "A unit ordered to disband is gone before anything moves: it stands in nobody's way and supports " +
		"nobody, and what it leaves is judged as if it had been bribed away. A besieged garrison can disband."},
	{rules: "ORD-06", when: "disband-orders=off", text: "A unit cannot be ordered to disband in a campaign."},
	{rules: "ORD-07", text: "A dislodged unit can always be disbanded, and in winter {unit-count=cities: you may remove units down to the number of " +
		"your cities | so can any unit}."},
	{rules: "ORD-08", when: "@straits", text: "You may **ally** with other powers, which lets their fleets through the straits that you control. The " +
		"alliance lasts for one campaign with its retreats, and you can withdraw it until the orders are resolved."},
	{rules: "GARR-02", when: "@forts", text: "No attack dislodges a garrison. It is lost by siege, if its owner {unit-count=money: does not pay for it " +
		"or }disbands it, {money=on: by bribes, }{assassinations=on: if its ruler is assassinated while it is besieged, }{@disasters: by a " +
		"disaster, }or when its owner is eliminated."},
	{rules: "GARR-05", when: "@forts special-units=on", text: "A special garrison that is made autonomous stays special."},
}}
