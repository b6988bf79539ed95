package rulebook

var conversionChapter = chapter{title: "Conversion: into the city and out", when: "@forts", paragraphs: []paragraph{
	{rules: "CONV-01", text: "An army or fleet in a province with a {@fortresses: fort (a fortified city, or a fortress in use) | fortified city} may " +
		"become its garrison, and a garrison may become an army or a fleet outside. A unit converts once a campaign, so an army becomes a fleet in " +
		"two."},
	{rules: "CONV-02", text: "A fleet converts only in a port. A garrison in a port must say whether it comes out as an army or as a fleet."},
	{rules: "CONV-03", when: "special-units=on", text: "Special units stay special."},
	{rules: "CONV-10", when: "special-unit-power-limits=table-1995 special-units=on", text: "A special unit converts only into a kind of unit that its " +
		"power may have as such."},
	{rules: "CONV-04", text: "Going **into** the city succeeds if the city is empty{money=on: and not in revolt}, whatever happens outside: even a unit " +
		"that would have been dislodged from the province gets in."},
	{rules: "CONV-05", text: "Coming **out** is an advance into the province. The garrison bounces with others who enter with equal or greater " +
		"strength, cannot get past a unit outside of equal or greater strength, and dislodges a weaker one. It may do so even if that unit " +
		"besieges it for the first time in this campaign."},
	{rules: "CONV-06", when: "besieged-conversion=never", text: "A garrison that was already under siege in the last campaign cannot come out, no " +
		"matter how strong it is or who supports it."},
	{rules: "CONV-06 SIEGE-17", when: "besieged-conversion=as-attack", text: "A garrison under siege may come out too, and if it is stronger it dislodges " +
		"the besieger."},
	{rules: "CONV-07", text: "A garrison never dislodges a unit of its own power, but may come out if that unit leaves."},
	{rules: "CONV-08", when: "conversion-model=separate-space", text: "City and province are two places: when a unit goes into the city the province is " +
		"free, and another may walk in unopposed."},
	{rules: "CONV-09", when: "conversion-model=convert-in-place", text: "Conversion happens on the spot. A unit that goes into the city still stands in " +
		"the way of attackers no stronger than itself: they bounce, and it converts. A garrison that comes out into an empty province is there " +
		"before others arrive: equals bounce off it, and a stronger unit forces it to retreat."},
	{rules: "CONV-11 OPT-16", when: "@two-coasts", text: "{multi-coast-conversion=any-coast: In a port of a province with two coasts a fleet may come " +
		"out to either coast; the order says which. | {multi-coast-conversion=anchored-coasts: In a province with two coasts fleets are built at, " +
		"and come out to, only those coasts that the map marks with an anchor. | In a province with two coasts fleets are built at, and come out " +
		"to, the one coast with an anchor.}}"},
	{rules: "CONV-12", when: "money=on", text: "A garrison that comes out into a province that is rebelling against another power liberates it."},
	{rules: "CONV-13", text: "Autonomous garrisons never convert, and no unit converts into another power's."},
}}

var siegeChapter = chapter{title: "Sieges", when: "@forts", paragraphs: []paragraph{
	{rules: "SIEGE-01", text: "An army or fleet may besiege the garrison of its province, if that is an enemy's or autonomous{money=on: , or the city, " +
		"if it is rebelling against the besieger}. A fleet besieges ports only. If there is nothing to besiege, or no longer, the unit holds."},
	{rules: "SIEGE-02 SIEGE-03", text: "A siege takes two orders in two campaigns, one after the other; the fall and the next spring count as such. " +
		"After the first the city is under siege. After the second the garrison is eliminated{money=on: or the revolt put down}, and the besieger, " +
		"still outside, has the city. In both campaigns the besieger must not be dislodged."},
	{rules: "SIEGE-04", text: "With the march it takes three campaigns: no unit besieges in the campaign in which it arrives."},
	{rules: "SIEGE-15", text: "The same unit must give both orders. Another unit of the same power starts from the beginning."},
	{rules: "SIEGE-05 SIEGE-06", text: "An attack does not end a siege, but being dislodged does. Only one unit can besiege a city, and being there " +
		"without the order is not a siege."},
	{rules: "SIEGE-07", when: "siege-locks-besieger=locked", text: "A unit in the middle of a siege is tied: it may besiege again or lift the siege. If " +
		"it is ordered to do anything else it holds, and the siege is over."},
	{rules: "SIEGE-07 SIEGE-17", when: "siege-locks-besieger=free", text: "A unit in the middle of a siege may do anything; if it does not besiege " +
		"again, the siege is over."},
	{rules: "SIEGE-08", when: "siege-locks-besieger=locked", text: "To lift a siege means to hold, without besieging.{money=on: It puts no rebellion " +
		"down.}"},
	{rules: "SIEGE-09", text: "If the garrison has disappeared before the units move, for whatever reason, the besieger is free to follow any " +
		"order.{money=on siege-locks-besieger=locked: If a bribe for it has failed, the besieger is not.}"},
	{rules: "SIEGE-10", text: "No power besieges its own garrison: such a unit holds.{money=on: If a bribe has made besieger and garrison friends, the " +
		"siege is lifted; the former besieger follows any other order, and the garrison may come out.}"},
	{rules: "SIEGE-11", when: "money=on", text: "If besieger or garrison change hands in any other way, the siege continues unchanged."},
	{rules: "SIEGE-12 SIEGE-17", text: "The besieged may support into their province all the time. {besieged-conversion=never: They may still come out " +
		"in the first campaign of the siege, but not in the second. | They may come out all the time, if they are strong enough.}"},
	{rules: "SIEGE-13 INC-03", when: "money=on", text: "{besieged-city-income=none: A city under siege pays nothing. | A city under siege pays its " +
		"owner as ever.}"},
	{rules: "SIEGE-14", text: "A siege ends when the besieger disappears{assassinations=on: or its ruler is assassinated}."},
	{rules: "SIEGE-16", text: "A siege changes nothing about who owns the city, until it succeeds."},
}}

var retreatChapter = chapter{title: "Retreats", paragraphs: []paragraph{
	{rules: "RETR-01 RETR-02", text: "A unit that has been dislodged retreats to a place next to it to which it could move, or it is disbanded. It " +
		"cannot go where a unit stands, to a contested place, or to where its attacker came from{@italy: ; nor off the board}{@straits: , nor " +
		"over a strait that is closed to it}."},
	{rules: "RETR-04", text: "Places that were left in this campaign are open."},
	{rules: "RETR-03", text: "{retreat-to-origin-of-convoyed-attacker=no: Of an attacker that came by convoy, the place it came from is the province in " +
		"which it embarked; that is closed too. | If the attacker came by convoy, the place in which it embarked is open.}"},
	{rules: "RETR-05 RETR-06", when: "@forts", text: "A unit may withdraw into the city of its province {retreat-into-city=last-resort: only if there " +
		"is no other place for it to retreat to | instead}; the city must be fortified and empty{money=on: and not in revolt}, a fleet needs a " +
		"port, and it must not have been a garrison of this city that dislodged the unit.{retreat-into-city=last-resort: Whether there is another " +
		"place is decided before any unit retreats.}"},
	{rules: "RETR-07 RETR-13", text: "All retreats happen at once, and every unit counts for one. If two units retreat to the same place, both are lost."},
	{rules: "RETR-11", text: "{unordered-retreat=disband: A unit without an order to retreat is disbanded. | For a unit without an order to retreat the " +
		"judge chooses: a place with a city first, then a place of the unit's own power, then the first on the map's list.}"},
	{rules: "RETR-12", when: "@forts", text: "Garrisons never retreat."},
	{rules: "RETR-12", when: "assassinations=on", text: "An assassinated player's units may retreat."},
	{rules: "RETR-08 RETR-09 RETR-10", when: "money=on", text: "A unit may retreat to a rebelling province, and liberates it unless the rebellion is " +
		"against its own power. Nobody retreats into a rebelling city{@venice: , nor into Venice while it rebels}. Rebels help nobody to retreat " +
		"and stop nobody from it."},
	{rules: "RETR-14", when: "@straits", text: "A retreat over a closed strait is not offered and not accepted."},
}}

var veniceChapter = chapter{title: "Venice", when: "@italy", paragraphs: []paragraph{
	{rules: "VENICE-01 VENICE-10", when: "@venice", text: "Venice is a single place: one unit of any kind stands there at a time, and its owner " +
		"owns both province and city.{money=on: A fleet in Venice is on land and earns nothing as a fleet at sea would.}"},
	{rules: "VENICE-11", when: "@venice", text: "As only the Lagoon touches Venice, there can only be one attacker, and nobody can support it. So " +
		"{garrisons=on: an army or fleet | a unit} in Venice falls only to an attacker that is stronger all by itself."},
	{rules: "VENICE-06", when: "@venice garrisons=on", text: "A garrison in Venice cannot be besieged, and while it is there no other unit ever gets in."},
	{rules: "VENICE-03", when: "@venice garrisons=on", text: "A unit that is dislodged in Venice is lost. It cannot withdraw into the city."},
	{rules: "VENICE-04", when: "@venice garrisons=on", text: "If an army or fleet is ordered to become Venice's garrison while it is attacked, the two " +
		"are compared as usual: a stronger attacker enters and the unit is lost; otherwise the unit converts."},
	{rules: "VENICE-05", when: "@venice garrisons=on", text: "A garrison cannot come out if any unit is ordered to advance into Venice, however strong " +
		"or weak, and then nobody gets in either."},
	{rules: "VENICE-02 BUILD-08", when: "@venice", text: "In winter no unit is built in Venice while another is there, even one that is being removed."},
	{rules: "VENICE-12", when: "@venice money=on garrisons=on", text: "For bribes, the garrison of Venice stands in a major city; an army or fleet " +
		"there does not."},
	{rules: "VENICE-07 VENICE-08", when: "@venice money=on", text: "Venice cannot rebel while a unit is there: the money for a rebellion is lost. If it " +
		"is empty it can, and there is one rebellion for province and city."},
	{rules: "VENICE-09", when: "@venice money=on", text: "The power against which Venice rebels cannot enter it; it can only pacify. Any other power's " +
		"unit walks in and liberates it."},
	{rules: "VENICE-13", when: "@venice-at-sea", text: "Venice is a city in the sea. No army ever goes there. A fleet may stand outside while a " +
		"garrison is in the city, and the two convert, retreat and support as elsewhere. Nobody owns the sea. The city belongs to its garrison's " +
		"power; if it has no garrison, it goes to the power of a fleet in the sea.{money=on: The city pays three ducats to its owner, and a fleet " +
		"in the sea earns one, like any fleet at sea. Only the city rebels, and only while it has no garrison.}{famine=on: Famine in Venice does " +
		"not harm a fleet in the sea.}{plague=on: Nor does plague.}"},
}}

var specialChapter = chapter{title: "Special units", when: "special-units=on", paragraphs: []paragraph{
	{rules: "SPEC-01", text: "Besides ordinary units there are three special kinds. Each can be an army, a fleet{garrisons=on: or a garrison}, and " +
		"everyone sees which it is.", table: specialTable},
	{rules: "SPEC-02 SPEC-03", text: "A power may have one special unit at a time. If a purchase would give it a second one the purchase fails, and the " +
		"money is lost. Purchases are looked at in the order of your expense lines, and a special unit lost in the same campaign still counts."},
	{rules: "SPEC-04", text: "In winter removals come before builds: you may dismiss your special unit and raise another somewhere else."},
	{rules: "SPEC-05", when: "special-unit-power-limits=table-1995", text: "Not every power may raise every kind: professionals are for Austria, the " +
		"Turks and Venice, militia for Florence, Milan, the Papacy and Venice, and mercenaries for all but the Turks. These limits are for raising " +
		"units; others that are bought may be kept."},
	{rules: "SPEC-05", when: "special-unit-power-limits=none", text: "Every power may raise every kind."},
	{rules: "SPEC-06", when: "@forts besieged-conversion=never", text: "Strength does not help a garrison in the second campaign of a siege: it cannot " +
		"come out."},
}}
