package gather

// shapes are texts that are put together where nothing is known of languages:
// their parts stand in the sources of the game itself. Gaps have numbers.
var shapes = []string{
	// Orders as sentences.
	"holds", "advances to {1}", "advances to {1} by convoy", "advances to {1} by way of {2}",
	"supports {1}", "supports {1} into {2}", "supports {1} in coming out", "supports what the {1} forces do in {2}",
	"carries {1} to {2}", "converts to a {1}", "converts to an {1}", "besieges the city", "lifts the siege", "disbands",
	"retreats to {1}", "retreats into the city", "travels to {1}", "is removed", "is kept",
	"the unit in {1}", "the army in {1}", "the fleet in {1}", "the garrison in {1}", "no order", "{1}, no order",
	"builds an army in {1}", "builds a fleet in {1}", "builds a garrison in {1}", "gives up a build",
	"army", "fleet", "garrison", "cavalry", "Army {1}", "Fleet {1}", "Garrison {1}", "autonomous {1}",
	"Spring", "Summer", "Fall", "Winter", "province", "city",

	// Why an order cannot be given.
	"A garrison does not move: {1} holds, supports into its own province or converts.", "{1} has no {2}, so no garrison can be there.",
	"{1} has no {2} to besiege.", "fortified city", "fortified city or fortress", "{1} has no port, so a fleet cannot enter the city.",
	"There is nothing to besiege in {1}: the city has neither a garrison nor a rebellion.",
	"{1} has no port, so a fleet cannot besiege its city; an army could.", "{1} cannot convoy: here only fleets at sea do.",
	"As things stand the garrison in {1} is of the same power; the unit would only hold.",
	"As things stand a garrison is in the city of {1}; while it is there no other can enter.",
	"As things stand {1} is under siege since last campaign and cannot come out.",
	"No army is where it could be taken on board here and be landed elsewhere.",

	// What is owed.
	"{1} unit without an order", "{1} units without an order", "{1} unit must retreat or disband", "{1} units must retreat or disband",
	"may build {1} unit", "may build {1} units", "may build {1} more unit", "may build {1} more units", "must remove {1} unit", "must remove {1} units",
	"late: {1}", "You are late: {1}.", "late {1} time", "late {1} times", "{1}, late {2} times",
	"Orders are missing.", "Orders in.", "Orders in; you wait for the deadline.", "Nothing to do.", "Your last orders had errors.", "Given up: any orders bring you back.",
	"{1} ducat in {2}", "{1} ducats in {2}",

	// People and games.
	"You play {1}.", "{1} would like to play {2}", "you vote for a draw", "you would concede to {1}", "all seats are taken: start the game",
	"You vote for a draw among {1}.", "You vote to concede the game to {1}.", "({1} game) Inbox", "({1} games) Inbox", "(1 game) Inbox",
	"new player", "no phases yet", "a browser", "by letter, {1}", "All scenarios", "Master (you)", "1 ducat", "{1} ducats",
	"{1} city", "{1} cities",
	"The orders of {1} are saved.", "the master", "the observers", "all players and observers", "Everybody", "a player",
	"Passkeys work on this machine under the name localhost: open {1}.", "Passkeys work where the judge is reached by its own name: open {1}.",
	"As it stands this winter takes {1}.",
	"{1} has been resolved.", "The retreats of {1} have been resolved.", "{1}: results",

	// Dangers to a power, and orders without effect.
	"You hold no home city. Retake one this {1} or you are eliminated.",
	"You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the {1}.",
	"Your last home city, {1}, is undefended. If another power takes it this {2} you are eliminated.",
	"All your home cities are undefended: {1}. If others take them this {2} you are eliminated.",
	"The bank collects {1} now, and you have {2}. If you cannot repay on time you lose all your ducats and are assassinated.",
	"The bank collects {1} now, and you have {2}. If you cannot repay on time you are assassinated.",
	"You owe the bank {1} in {2} and will have {3}: {4} left now, {5} of income, {6} for your units. If you cannot repay on time you lose all your ducats and are assassinated.",
	"You owe the bank {1} in {2} and will have {3}: {4} left now, {5} of income, {6} for your units. If you cannot repay on time you are assassinated.",
	"Your units cost {1} this winter and you will have {2}: {3} left now, {4} of income. Units that you cannot pay for are lost.",
	"E{1} will buy nothing: it costs {2}, and there will be {3}.", "E{1} gets only {2} of {3}.",
	"The bank lends at most {1} ducats, and you have borrowed them all. Repay some, and it will lend to you again.",
	"You once failed to repay the bank, so it lends you nothing more.",
	"uses your one attempt token (chit) against {1}", "uses one of your {1} attempt tokens (chits) against {2}",

	"Waiting for {1}.", "Waiting for someone to take over {1}.", "No orders yet from {1}.", "Nobody plays {1}: no orders.", "{1} others", "Reason: {1}", "{1} Reason: {2}", "{1}: results",
	"A player proposes a draw of all who are left: {1} of {2} agree.", "A player proposes a draw among {1}: {2} of {3} agree.",
	"A player proposes to concede the game to {1}: {2} of {3} agree.",
	"{1}, or the most cities after the fall of {2}", "To win: {1} cities", "To win: hold {1} cities, including all your home cities", "To win: {1} cities and {2} home countries",
	"To win: {1} cities and 1 home country", "To win: {1} cities and 1 foreign home country", "To win: {1} cities and {2} foreign home countries",

	// Troubles on the board, and the results of a phase.
	"Famine", "Plague", "Rebellions", "Under siege", "{1}, province, against {2}", "{1}, city, against {2}", "{1}, province and city, against {2}",
	"The end of the game", "End", "Cities", "Provinces", "Units", "Ducats",
	"Orders", "Treasury", "Messages", "Results", "Powers", "Rules", "Master",

	"Victory and conquest", "Payments and loans", "Bribes and treachery", "Assassinations", "Famine, plague and storms", "Battles", "Dislodged units", "Sieges",
	"Units lost", "On the road", "Lands and cities", "Income", "Units and cities", "Assassins", "Relief", "A bribe", "A home country is conquered",
	"A home country is lost", "A power is out", "Victory", "The game ends", "A tie", "The orders", "How it stands", "A siege is over", "Retreats",
	"Who did what, and why", "Battle of {1}", "Siege of {1}",

	// Money.
	"Buy {1}", "Disband {1}", "Make {1} autonomous", "Buy an order of {1}", "Protect {1} from bribes", "Relieve the famine in {1}", "Pacify {1}",
	"Cause a rebellion in {1} against {2}", "Bring famine to {1}", "Bring plague to {1}", "Keep the plague from {1}", "Assassinate the ruler of {1}",
	"an order costs 6 or 9, by what is ordered", "every 3 ducats take as much off the largest bribe for the unit",
	"outside the home countries of its owner", "in a home country of its owner: 15 in place of 9", "usual price {1}", "garrison of a great city: doubled",
	"a die", "variable income", "it cannot be paid",
	"{1} earns {2} ducats: {3}; the treasury holds {4}.", "{1} from provinces, {2} from cities and {3} by the dice ({4})",

	"The last year is over: victory for {1} with the most cities, {2}.",

	// Unusual settings of a new game.
	"The scenario {1} is made for the rules of Diplomacy. Other editions expect a board with income and fortified cities.",
	"The rules of Diplomacy are made for a board of their own. In the scenario {1} they leave out money and garrisons.",
	"The master carries out every phase, but players can change the settings, and with them take that away from the master.",

	// How long phases last.
	"Campaigns: {1}", "Retreats: {1}", "Winters: {1}", "at least {1}", "deadlines fall at {1}", "deadlines fall from {1} to {2}", "deadlines fall on {1}",
	"from {1} to {2}", "on {1}", "not before noon on {1}", "grace of {1}", "nothing is carried out within the first {1}", "after the last orders {1} pass",
	"no deadline; a phase is carried out when all orders are in", "no deadline",
	"Times of day are those of {1}.", "Players can be absent for {1} without asking the master.", "Players can be absent for {1} at a time.",
	"Players need a reliability of at least {1}%. New players, who have none yet, may join.", "{1} day",
	"{1} hour", "{1} hours", "{1} minute", "{1} minutes", "{1} second", "{1} seconds", "{1} days", "{1} hour {2} minutes", "{1} hours {2} minutes",

	"{1} province", "{1} provinces", "provinces", "cities", "{1} dice", "{1} year", "{1} years",

	// Whose units, and where.
	"Austrian", "Florentine", "French", "Milanese", "Neapolitan", "Papal", "Turkish", "Venetian", "Genoese", "autonomous", "the Papacy", "the Turks",
	"the {1} army in {2}", "the {1} fleet in {2}", "the {1} garrison in {2}", "Now", "next phase", "the present", "failed",
}
