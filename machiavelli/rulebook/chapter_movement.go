package rulebook

var movementChapter = chapter{title: "Movement", paragraphs: []paragraph{
	{rules: "MOVE-01", text: "Where these rules say nothing, those of Diplomacy hold: all units move at once, every unit counts for " +
		"one{special-units=on: (elite units for two)}, and the stronger side prevails."},
	{rules: "MOVE-02 MOVE-12", text: "An advance has the strength of its unit and one more for every good support. It succeeds if that is more than the " +
		"strength of the unit that defends the place, and more than that of every other unit that is going there. Equals bounce: all stay where they " +
		"were. Two attackers who hold each other off leave the defender alone, even if each of them could have beaten it."},
	{rules: "MOVE-02", text: "A unit that stays defends with its own strength and the supports to hold. A unit that tried to leave and failed defends " +
		"with its own strength only. A place whose unit leaves is not defended at all."},
	{rules: "MOVE-03", when: "special-units=on", text: "Elite units count for two whatever they do, also when their own advance fails."},
	{rules: "MOVE-04 MOVE-02", text: "Two units cannot change places. If they advance against each other, the stronger enters and drives the weaker " +
		"out; equals stay. Here the supports of both advances count. An opponent whose advance never started, because of {@straits: {@forts " +
		"siege-locks-besieger=locked: a closed strait, a broken convoy or a siege | a closed strait or a broken convoy} | {@forts " +
		"siege-locks-besieger=locked: a broken convoy or a siege | a broken convoy}}, only defends its place with its own strength."},
	{rules: "MOVE-05", text: "{swap-by-convoy=either-convoyed: Two units can change places if one of them goes by convoy. | " +
		"{swap-by-convoy=both-convoyed: Two units can change places only if both go by convoy, on different ways. | Not even by convoy can two " +
		"units change places.}}"},
	{rules: "MOVE-10", text: "A unit may enter a place that another leaves. Three or more units may move in a ring."},
	{rules: "MOVE-11", text: "A unit that fails to get where it was going still keeps units of no greater strength out of its own place."},
	{rules: "MOVE-07", text: "A unit that is dislodged has no effect on the place its attacker came from. It still cuts support and bounces elsewhere."},
	{rules: "MOVE-08", text: "No power dislodges its own units, and its supports do not help others to do so."},
	{rules: "MOVE-09", text: "Two units of one power that advance to the same place bounce if they are equally strong. If they are not, the stronger " +
		"enters{special-units=on: : a lone elite unit goes in, a lone ordinary one stays back}."},
	{rules: "MOVE-06", when: "@forts", text: "A garrison and the unit outside cannot change places. While a garrison is in the city, nothing converts " +
		"into it: a unit that is ordered to holds instead."},
	{rules: "MOVE-13", text: "A place that a bounce has left empty is contested: no unit retreats there this campaign.{@forts: The same is true of " +
		"a province out of whose city a garrison tried in vain to come.} Advances that could not start contest nothing, and neither does a unit " +
		"dislodged head-on by the one it advanced against."},
	{rules: "MOVE-15", when: "@forts", text: "A unit that besieges defends itself like any other."},
	{rules: "MOVE-16", when: "money=on", text: "Rebels do not stop, defend or attack units."},
	{rules: "MOVE-14", when: "special-units=on", text: "In retreats all units count for one."},
}}

var supportChapter = chapter{title: "Supports", paragraphs: []paragraph{
	{rules: "SUPP-01", text: "An army or a fleet may support into any place where it could itself go, but not by convoy: no army supports at sea, no " +
		"fleet inland."},
	{rules: "SUPP-02", when: "@forts", text: "A garrison may support into its own province only: a unit that holds or besieges there or comes in, of " +
		"any power."},
	{rules: "SUPP-16", text: "You may support units of other powers, whether they like it or not."},
	{rules: "SUPP-03", when: "support-target=unit-action", text: "A support names a unit and what it does: {@forts: hold, advance to a certain place, " +
		"or come out of its city | hold, or advance to a certain place}. If the unit is ordered to do anything else, the support is void. What " +
		"counts is the order as it was written: a unit that is then stopped on its way has still been ordered to go."},
	{rules: "SUPP-04", when: "support-target=power-in-space", text: "A support names a place and a power, your own if you name none. It helps that " +
		"power's unit that is going there, and its unit that is there already, whatever that was ordered to do, for as long as it stays. If " +
		"several are going there, it helps none of these."},
	{rules: "SUPP-12", when: "support-target=unit-action", text: "A unit can be supported to hold if it holds, supports, convoys{@forts: , besieges{siege-locks-besieger=locked: , lifts a " +
		"siege}} or has an impossible order; not if it was ordered to advance{@forts: or convert}."},
	{rules: "SUPP-05 SUPP-07", text: "Support is cut if the supporter is attacked from anywhere but the place into which it supports, whether the " +
		"attack succeeds or not. Units of its own power cut nothing."},
	{rules: "SUPP-06", text: "A supporter that is dislodged gives no support, wherever the attack came from."},
	{rules: "SUPP-08", when: "special-units=on", text: "{elite-support-cut=whole: The support of an elite unit counts two, and any attack cuts it " +
		"altogether. | The support of an elite unit counts two; an attack takes away only as much as the attacker is strong, so that an ordinary " +
		"unit leaves one.}"},
	{rules: "SUPP-11", text: "An attacker that could not start, because of {@straits: {@forts siege-locks-besieger=locked: a closed strait, a broken " +
		"convoy or a siege | a closed strait or a broken convoy} | {@forts siege-locks-besieger=locked: a broken convoy or a siege | a broken " +
		"convoy}}, cuts nothing."},
	{rules: "SUPP-09", when: "@forts", text: "A garrison that comes out cuts the support that an enemy outside its walls gives " +
		"elsewhere.{besieged-conversion=never: A garrison that was already besieged in the last campaign cannot come out and cuts nothing.}"},
	{rules: "SUPP-10", when: "@forts", text: "Nothing cuts the support of a garrison, not even a siege."},
	{rules: "SUPP-13", when: "@forts", text: "Going into a city needs no support and gets none. Coming out can be supported by units in neighbouring " +
		"places{money=on: , and by rebels}."},
	{rules: "SUPP-14", when: "@two-coasts", text: "{support-coast=same-coast: A fleet that supports another fleet into a province of two coasts must be " +
		"able to reach that very coast. | A fleet may support into a province of two coasts if it could reach either of them.}"},
	{rules: "SUPP-15", when: "@straits", text: "No fleet supports across a strait that is closed to it."},
}}

var convoyChapter = chapter{title: "Convoys", paragraphs: []paragraph{
	{rules: "CVOY-01", text: "A fleet may carry one army a campaign, and does nothing else in that campaign. Only armies are carried."},
	{rules: "CVOY-02 CVOY-09", text: "A convoy starts in a coastal province and ends in one: no march before or after, and no supporting{@forts: or " +
		"besieging} in the same campaign."},
	{rules: "CVOY-03", text: "{coastal-convoys=on: Fleets in coastal provinces can convoy as well as fleets at sea. | Only fleets at sea convoy, not " +
		"those in coastal provinces.}"},
	{rules: "CVOY-04", text: "From the start to the end each step of the way must be one that a fleet could go; {@two-coasts: a chain cannot jump from " +
		"one coast of a province to the other, and} the army lands only where the last fleet itself could go."},
	{rules: "CVOY-05", text: "{convoy-route=explicit: The army's order lists the place of every fleet in turn, and no other way is tried. A fleet's " +
		"order names the army and where it lands in the end, or the next place on its way. | The army's order names its destination. Any unbroken " +
		"chain of fleets that are ordered to carry it there serves.}"},
	{rules: "CVOY-06 CVOY-12", text: "{convoy-route=explicit: If one of the fleets is dislodged, the convoy is broken: | If fleets are dislodged and no " +
		"chain is left, the convoy is broken:} the army stays where it is, has no effect on its destination, and defends itself with its own " +
		"strength. A fleet counts as dislodged only if it really is: an attack that would outweigh it but bounces with another one breaks nothing."},
	{rules: "CVOY-07", when: "@straits", text: "A convoy is broken at a closed strait if the strait is closed to one of the fleets at either end of " +
		"that step. It does not matter whose army it is."},
	{rules: "CVOY-08", when: "money=on", text: "Rebels do not hinder a convoy."},
	{rules: "CVOY-10", text: "{convoyed-attack-cuts-support=only-if-dislodges: An army that attacks by convoy cuts a support only if it dislodges the " +
		"supporter. | An army that attacks by convoy cuts support like any other.} {convoyed-attack-cuts-support=judge-staged: Where a convoy " +
		"would thereby decide its own fate, supports are cut in stages: first by everything that goes without convoy, then by armies whose fleets " +
		"are in no danger, and last by those whose convoys have stood up to that. | {convoyed-attack-cuts-support=szykman: Armies in a true " +
		"paradox, whose convoy would decide its own fate, stay where they are and have no effect.}}"},
	{rules: "CVOY-11", text: "In any case a convoyed army does not cut support that is given to an attack on a fleet of its own convoy."},
	{rules: "CVOY-13", when: "@venice-at-sea", text: "No fleet in Venice convoys, and no army lands there."},
}}

var straitChapter = chapter{title: "Straits", when: "@straits", paragraphs: []paragraph{
	{rules: "STRAIT-01 STRAIT-17", text: "{@piombino: Two straits | One strait} can be closed: {=@straits}. The power whose fleet is there at the " +
		"start of the movement controls the strait. Armies and garrisons never do."},
	{rules: "STRAIT-02", text: "Fleets of others cannot move, support or convoy over a strait while it is closed to them. Such an order has no effect " +
		"whatever: it cuts no support, bounces with nobody and contests nothing."},
	{rules: "STRAIT-12", text: "Only an ally order opens a strait to others, and only for the fleets of the powers it names. Your own fleets always " +
		"pass."},
	{rules: "STRAIT-03", text: "Who owns the province or its city does not matter; an enemy garrison there does not open the strait."},
	{rules: "STRAIT-10", text: "A fleet closes a strait whatever else it does: supporting, convoying{@forts: , besieging}."},
	{rules: "STRAIT-04 STRAIT-05", text: "{strait-entering-fleet-blocks=yes: If no fleet stood there, one that gets in during the campaign, by " +
		"advance{@forts: or out of the city}, closes the strait as if it had been there from the start. | A fleet that gets in during the campaign " +
		"closes the strait only from the next campaign on.}"},
	{rules: "STRAIT-07 STRAIT-08", text: "{strait-departing-fleet-blocks=yes: A fleet that leaves still closes the strait for this campaign. | A fleet " +
		"that leaves no longer closes the strait in this campaign.} One that tries to leave and fails closes it in any case."},
	{rules: "STRAIT-06", when: "@forts", text: "{strait-garrisoning-fleet-blocks=yes: A fleet that goes into the city still closes the strait for this " +
		"campaign. | A fleet that goes into the city no longer closes the strait in this campaign.}"},
	{rules: "STRAIT-14", text: "Only one power controls a strait in a campaign. If a fleet stood there at the start, it is that fleet's owner, even if " +
		"the fleet leaves or is dislodged and another comes in."},
	{rules: "STRAIT-13", when: "money=on", text: "\"At the start\" means after bribes: a fleet that you buy lets your own fleets pass at once and stops " +
		"everyone else's."},
	{rules: "STRAIT-13", text: "An enemy's attempt on the province does not close the strait to the fleets of its controller."},
	{rules: "STRAIT-09", text: "For retreats the positions after movement count: a fleet cannot retreat over a strait in whose province a hostile fleet " +
		"stands undislodged. Fleets that retreat there close nothing, and neither do those that were dislodged or withdrew into the city."},
	{rules: "STRAIT-15", when: "@piombino", text: "A fleet dislodged from Piombino retreats like any other: the closed way leads past that province, not " +
		"out of it."},
	{rules: "STRAIT-16", when: "strait-entering-fleet-blocks=yes", text: "It can happen that a fleet gets into the province only if it stops the very " +
		"fleet that would prevent it. Then the orders that use the strait count as stopped, and the rest is judged as usual."},
	{rules: "STRAIT-11", when: "money=on", text: "Money crosses closed straits."},
}}
