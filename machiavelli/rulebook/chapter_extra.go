package rulebook

var extraChapter = chapter{title: "Optional rules", when: "@extras", paragraphs: []paragraph{
	{rules: "OPT-01 OPT-03", when: "cavalry=on", text: "**Cavalry** is a kind of special unit that costs nine ducats and is twice as dear to bribe. It " +
		"moves over two provinces, or lands from a convoy in one. Only its destination decides whether it gets there; nothing in the province " +
		"between stops it, and it gains no control there. If it cannot enter, it falls back to the province between, or else home; if even that " +
		"is taken, it retreats. {armoured-cavalry=on: Armoured cavalry counts for two. | It counts for one.}"},
	{rules: "OPT-03 OPT-01", when: "cavalry=off armoured-cavalry=on", text: "**Armoured cavalry** is a kind of special unit that counts for two, costs " +
		"nine ducats and is twice as dear to bribe. It moves over two provinces, or lands from a convoy in one. Only its destination decides " +
		"whether it gets there; nothing in the province between stops it, and it gains no control there. If it cannot enter, it falls back to " +
		"the province between, or else home; if even that is taken, it retreats."},
	{rules: "OPT-04", when: "autonomous-field-units=on", text: "**Autonomous armies and fleets**: armies and fleets too can be made autonomous " +
		"(*E1: 12 ducats army to autonomous Mantua*). They " +
		"hold until they are dislodged, and then retreat when all others have, to a province without a city if there is one. They can be " +
		"bought, disbanded, or made to go into a city or come out of it; the table of expenses has the prices."},
	{rules: "OPT-05", when: "autonomous-orders=on", text: "**Orders for autonomous units**: an expense buys you the right to order an autonomous unit " +
		"in that campaign (*E1: 9 ducats order A Mantua*), and the order itself is written like any other (*A Mantua - Modena*). How much it costs " +
		"depends on the order, as the table of expenses shows."},
	{rules: "OPT-06 GIFT-04", when: "province-trading=on", text: "**Trading provinces**: you may give another player a province that is wholly yours, " +
		"city and all, and not in a home country of yours: one in a campaign (*give province Ferrara to Venice*)."},
	{rules: "OPT-07", when: "forced-taxation!=off", text: "**Forced taxation**: {forced-taxation=fall-only: in a fall | in any campaign} you may take " +
		"twice its income from a province that you own, and from its city if you own that; both then rebel. A rebelling place cannot be taxed so, " +
		"and none twice in a year.{forced-taxation=lasting: The place then earns nothing and nothing is built there for a year, and it is spared " +
		"until the second year.}"},
	{rules: "OPT-08", when: "cause-famine!=off", text: "**Causing famine**: three ducats bring famine to a province in any campaign (*E1: 3 ducats cause famine Mantua*). " +
		"{cause-famine=one-season: It ends with that campaign, and takes the units that are there then. | It stays until someone relieves it.}"},
	{rules: "OPT-09", when: "cause-plague=on", text: "**Causing plague**: fifteen ducats bring the plague to a province (*E1: 15 ducats cause plague " +
		"Mantua*), and twelve keep it away (*E1: 12 ducats relieve plague Mantua*)."},
	{rules: "OPT-23", when: "ransom=on", text: "**Ransom**: nine ducats free a garrison from a siege that began in an earlier campaign (*E1: 9 ducats ransom " +
		"Mantua*). The garrison may come out at once. If the unit outside besieges the city again, the siege starts over."},
	{rules: "OPT-12", when: "province-income=on", text: "**Income of places**: provinces and seas pay what the board says for each, not one ducat."},
	{rules: "OPT-14", when: "excommunication=on", text: "**Excommunication**: the player of the Papacy may silence another player for one round of " +
		"negotiation. If all others overrule the Pope, the Pope is silent instead."},
	{rules: "OPT-15", when: "strategic-movement=on", text: "**Strategic movement**: after the movement of a campaign, up to two armies or fleets of " +
		"each power may travel through empty provinces of their own, one next to the other, to another province of their own; fleets also along " +
		"their own coasts and over the seas next to them. A unit that is to travel holds in the meantime. The power with the most cities goes " +
		"first. Garrisons and units in a siege do not travel."},
	{rules: "OPT-19", when: "exchanges=on", text: "**Exchanges that cannot be broken**: two powers can lodge an exchange in a campaign or during retreats. " +
		"Each writes among its orders what it gives the other and what it gets. If both write the same, and each gives something, the exchange is " +
		"lodged; otherwise nothing happens. What two powers write for each other in one phase is one exchange. Ducats, assassination chits, the " +
		"order of a unit or its retreat can be exchanged, and provinces that are wholly the giver's and not in a home country of the giver's; " +
		"strategic movements cannot."},
	{rules: "OPT-20", when: "exchanges=on", text: "Before anything else happens in the phase, the ducats and chits of an exchange are set aside. Nothing else " +
		"can use them, and the receiver has them for the next phase. A power that promises more ducats or chits than there are, or one province or unit in two " +
		"exchanges, makes none of the exchanges in which they were promised. {gifts-while-indebted=forbidden: Debtors of the bank exchange no ducats.}"},
	{rules: "OPT-21", when: "exchanges=on", text: "After all money has taken effect and before units move, the exchange takes place in full or not at all. It does " +
		"not if the giver no longer owns a province with its city, if the province rebels, or if a unit of anyone but the receiver is there; nor if a " +
		"unit was bribed or is gone, or its ruler is dead. Then ducats and chits go back, and units obey their own power. Otherwise provinces change hands, and the " +
		"orders exchanged count instead of those that the owners wrote. What happens to them in the movement is nobody's fault."},
	{rules: "OPT-22", when: "exchanges=on", text: "Only the two parties know of an exchange; others see what everyone can see: provinces change hands and units move."},
	{rules: "OPT-02", when: "cavalry=on", text: "The other cavalry that has been proposed, which shares its place with other units, is not played: " +
		"nobody has written down how."},
}}
