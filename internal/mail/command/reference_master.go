package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"podesta/internal/hosting"
)

var masters = []Entry{
	{
		Syntax: "BECOME power", Also: []string{"BECOME MASTER"}, Who: master, When: after,
		Does:    "Acts as that power for the rest of the session; its player gets a copy of the answer. BECOME MASTER makes the only player of a new game its master.",
		Example: "BECOME MILAN",
	},
	{Syntax: "PREDICT", Who: master, When: after, Does: "Shows the results that the current orders would have.", Example: "PREDICT"},
	{Syntax: "EDIT statement [BECAUSE reason]", Who: master, When: after, Does: "Corrects the position: units, owners, treasuries and so on; GET master explains how. Consecutive EDIT lines are one correction, which is made as a whole or not at all. Everyone reads the reason after BECAUSE, which can be in any of the lines.", Example: "EDIT TREASURY MILAN 12\nEDIT UNIT REMOVE A Pavia BECAUSE the letter of Milan was lost"},
}

var clocks = []Entry{
	{
		Syntax: "SET MOVES|RETREATS|ADJUSTS item value ...", Also: []string{"SET MOVE", "SET RETREAT", "SET ADJUST", "SET BUILDS", "SET BUILD"}, Who: master, When: after,
		Does:    "Sets the timing of a kind of phase, beginning with the next one. Items: CLOCK (minutes after midnight, a time of day, or -1), MIN, NEXT, GRACE and DELAY (hours), DAYS (seven characters from Sunday on: a capital for yes, a small letter for the afternoon only, - for no).",
		Example: "SET MOVES CLOCK 1410 MIN 12 NEXT 71 GRACE 167 DELAY 0.5 DAYS -MTWTF-",
	},
	switched("NMR"),
	switched("STRICT GRACE"),
	switched("STRICT WAIT"),
	switched("LATE COUNT"),
	switched("MANUAL START"),
	switched("MANUAL PROCESS"),
}

var hostings = []Entry{
	switched("LIST"),
	{Syntax: "SET COMMENT text", Also: []string{"SET INFO", "SET INFORMATION"}, Who: master, When: after, Does: "Sets the comment in the listing, one line; without text it is deleted.", Example: "SET COMMENT A slow game for old friends"},
	{Syntax: "SET COMMENT BEGIN ... ENDCOMMENT", Also: []string{"END COMMENT", "COMMENT END"}, Who: master, When: after, Does: "Sets the house rules, in any number of lines.", Example: "SET COMMENT BEGIN\nNo press on Sundays.\nENDCOMMENT"},
	switched("MODERATED"),
	switched("GUNBOAT"),
	switched("QUIET"),
	switched("REVEAL"),
	switched("SECRET"),
	switched("RATED"),
	switched("RESUME"),
	switched("DIAS"),
	switched("CONCESSIONS"),
	switched("HIDE VOTES"),
	switched("APPROVAL"),
	switched("BOTS"),
	{Syntax: "SET PRFLIST|PRFBOTH|PRFRAND", Who: master, When: after, Does: "How powers are assigned: by the players' lists, by lists or chance as each player prefers, or by chance.", Example: "SET PRFLIST"},
	{Syntax: "SET PLAYERS n", Who: master, When: after, Does: "Chooses the variant of the scenario for that number of players, who may then have several powers each; before the start.", Example: "SET PLAYERS 5"},
	{Syntax: "SET POWERS n", Who: master, When: after, Does: "Chooses the variant with that number of powers; before the start.", Example: "SET POWERS 6"},
	{Syntax: "SET VARIANT name", Who: master, When: after, Does: "Chooses another scenario, variant or edition, by the names that CREATE accepts, or GUNBOAT; before the start. Changed options stay.", Example: "SET VARIANT mach_eos"},
	{Syntax: "SET NOT VARIANT option", Also: []string{"SET NO VARIANT"}, Who: master, When: after, Does: "Switches GUNBOAT off, before anyone has joined.", Example: "SET NOT VARIANT gunboat"},
	{Syntax: "SET ONTIMERAT x", Also: []string{"SET ON TIME RAT"}, Who: master, When: after, Does: "The least share of phases in which newcomers were on time, 0 to 1.", Example: "SET ONTIMERAT 0.9"},
	{Syntax: "SET ALLOW PLAYER [-]address", Also: []string{"SET PLAYER ALLOW"}, Who: master, When: after, Does: "Adds an address to the list of people who may join; once it has entries, others may not. With - it removes the address.", Example: "SET ALLOW PLAYER marco@example.org"},
	{Syntax: "SET DENY PLAYER [-]address", Also: []string{"SET PLAYER DENY"}, Who: master, When: after, Does: "Adds an address to the list of people who may not join. With - it removes the address.", Example: "SET DENY PLAYER -marco@example.org"},
}

var pressings = []Entry{
	{Syntax: "SET WHITE", Also: []string{"SET NO GREY", "SET NO GRAY"}, Who: master, When: after, Does: "Press shows its sender.", Example: "SET WHITE"},
	{Syntax: "SET GREY", Also: []string{"SET GRAY", "SET NO WHITE"}, Who: master, When: after, Does: "Press hides its sender.", Example: "SET GREY"},
	{Syntax: "SET WHITE/GREY", Also: []string{"SET WHITE/GRAY"}, Who: master, When: after, Does: "Press shows or hides its sender, as the sender chooses; by default it shows the sender.", Example: "SET WHITE/GREY"},
	{Syntax: "SET GREY/WHITE", Also: []string{"SET GRAY/WHITE"}, Who: master, When: after, Does: "Press shows or hides its sender, as the sender chooses; by default it hides the sender.", Example: "SET GREY/WHITE"},
	{Syntax: "SET NO PRESS", Also: []string{"SET NONE", "SET PRESS NONE"}, Who: master, When: after, Does: "No press, except with the master.", Example: "SET NO PRESS"},
	{Syntax: "SET [NO] PARTIAL", Also: []string{"SET PARTIAL PRESS", "SET NO PARTIAL PRESS"}, Who: master, When: after, Does: "Whether press may go to some only.", Example: "SET NO PARTIAL"},
	{Syntax: "SET NO FAKE", Also: []string{"SET NO FAKES", "SET NO FAKE PRESS"}, Who: master, When: after, Does: "Heads of press name the real recipients.", Example: "SET NO FAKE"},
	{Syntax: "SET PARTIAL MAY [BE FAKED]", Also: []string{"SET PARTIAL MAY FAKE", "SET PARTIAL MAY BE FAKED"}, Who: master, When: after, Does: "Heads may name false recipients.", Example: "SET PARTIAL MAY BE FAKED"},
	{Syntax: "SET PARTIAL FAKES [BROADCAST]", Also: []string{"SET PARTIAL FAKE", "SET PARTIAL FAKE BROADCAST", "SET PARTIAL FAKES BROADCAST"}, Who: master, When: after, Does: "All partial press looks like a broadcast.", Example: "SET PARTIAL FAKES BROADCAST"},
	{Syntax: "SET PARTIAL FAKES BROADCAST BY DEFAULT", Also: []string{"SET PARTIAL DEFAULT", "SET DEFAULT", "SET PARTIAL FAKE BROADCAST BY DEFAULT"}, Who: master, When: after, Does: "Partial press looks like a broadcast by default; the sender can choose otherwise.", Example: "SET PARTIAL DEFAULT"},
	{
		Syntax: "SET OBSERVER ANY|WHITE|NO", Also: []string{"SET OBSERVER ANY", "SET OBSERVER WHITE", "SET OBSERVER NO", "SET OBSERVERS ANY", "SET OBSERVERS WHITE", "SET OBSERVERS NO", "SET OBSERVERS NONE", "SET OBSERVER NONE", "SET OBSERVER ANY PRESS", "SET OBSERVER WHITE PRESS", "SET OBSERVER NO PRESS"},
		Who: master, When: after, Does: "Which press observers may send.", Example: "SET OBSERVER WHITE",
	},
	switched("LATE PRESS"),
	switched("GRACE PRESS"),
	switched("MINOR PRESS"),
	switched("BLANK PRESS"),
	switched("MUST ORDER"),
	switched("TOUCH PRESS"),
	switched("WATCH ALL PRESS"),
	switched("POSTAL PRESS"),
}

var rulings = []Entry{
	{Syntax: "SET OPTION name value", Who: master, When: after, Does: "Sets any option of the rules, by its name in the rules.", Example: "SET OPTION treasury-visibility hidden"},
	{Syntax: "SET BASIC|ADVANCED", Also: []string{"SET BASIC", "SET ADVANCED"}, Who: master, When: after, Does: "Chooses the Basic game (no money, no dice) or the Advanced game (both).", Example: "SET BASIC"},
	{Syntax: "SET [NO] MACH2", Also: []string{"SET MACHIAVELLI2", "SET MACHIAVELLI 2", "SET MACH 2"}, Who: master, When: after, Does: "Chooses the rules of the 1995 edition; SET NO MACH2 returns to those of the Classic judge. Only before the game begins. To play on the board of 1995 as well, send SET VARIANT machiavelli2.", Example: "SET MACH2"},
	{Syntax: "SET CITIES n", Also: []string{"SET CENTERS", "SET CENTRES"}, Who: master, When: after, Does: "The number of cities needed to win.", Example: "SET CITIES 15"},
	{Syntax: "SET VICTORY HOMES n", Who: master, When: after, Does: "The number of foreign home countries needed as well, 0 to 3.", Example: "SET VICTORY HOMES 2"},
	{Syntax: "SET [NO] SUMMER", Who: master, When: after, Does: "Whether there is a summer campaign.", Example: "SET NO SUMMER"},
	{Syntax: "SET [NO] MONEY", Who: master, When: after, Does: "Whether there is money. Without it there are no loans, assassins or special units.", Example: "SET NO MONEY"},
	{Syntax: "SET [NO] DICE", Who: master, When: after, Does: "Whether there are dice. Without them there are no famines, plagues, storms or assassins.", Example: "SET NO DICE"},
	{Syntax: "SET [NO] LOANS", Also: []string{"SET LOAN", "SET BANK", "SET BANKERS"}, Who: master, When: after, Does: "Whether the bank lends.", Example: "SET LOANS"},
	{Syntax: "SET [NO] FAMINE", Who: master, When: after, Does: "Whether there is famine.", Example: "SET FAMINE"},
	{Syntax: "SET [NO] PLAGUE", Who: master, When: after, Does: "Whether there is plague.", Example: "SET PLAGUE"},
	{Syntax: "SET [NO] STORMS", Also: []string{"SET STORM"}, Who: master, When: after, Does: "Whether there are storms.", Example: "SET STORMS"},
	{Syntax: "SET [NO] ASSASSINATIONS", Also: []string{"SET ASSASSINATION", "SET ASSASSINS", "SET ASSASSIN"}, Who: master, When: after, Does: "Whether there are assassins.", Example: "SET NO ASSASSINS"},
	{Syntax: "SET [NO] GARRISONS", Also: []string{"SET GARRISON"}, Who: master, When: after, Does: "Whether there are garrisons.", Example: "SET NO GARRISONS"},
	{Syntax: "SET [NO] SPECIAL", Also: []string{"SET SPECIALS", "SET SPECIAL UNITS"}, Who: master, When: after, Does: "Whether there are special units.", Example: "SET SPECIAL"},
	{Syntax: "SET [NO] FORTRESSES", Also: []string{"SET FORTRESS", "SET FORTS", "SET FORT"}, Who: master, When: after, Does: "Whether fortresses can be held.", Example: "SET FORTS"},
	{Syntax: "SET [NO] ADJACENCY", Also: []string{"SET ADJACENT", "SET ADJ"}, Who: master, When: after, Does: "Whether bribes need a unit next to their victim.", Example: "SET ADJACENCY"},
	{Syntax: "SET [NO] COASTAL CONVOYS", Also: []string{"SET COASTAL CONVOY"}, Who: master, When: after, Does: "Whether fleets in provinces can convoy.", Example: "SET COASTAL CONVOYS"},
	{Syntax: "SET [NO] DISBAND", Who: master, When: after, Does: "Whether units can be ordered to disband in a campaign.", Example: "SET DISBAND"},
	{Syntax: "SET [NO] HIDDEN TREASURY", Also: []string{"SET HIDDEN TREASURIES"}, Who: master, When: after, Does: "Whether players see only their own money.", Example: "SET HIDDEN TREASURY"},
	{Syntax: "SET ADJUST DEFAULT MAINTAIN|REMOVE", Also: []string{"SET ADJUST DEFAULT", "SET ADJUSTS DEFAULT"}, Who: master, When: after, Does: "What happens to units without an order in winter.", Example: "SET ADJUST DEFAULT MAINTAIN"},
}

var olds = []Entry{
	{Syntax: "WHOGAME game", Also: []string{"WHO GAME"}, Who: anyone, When: both, Does: "Answered with a remark: addresses of players are private.", Example: "WHOGAME medici"},
	{Syntax: "SET [NO] SHOW", Who: master, When: after, Does: "Answered with a remark: everyone is notified who changes a setting.", Example: "SET NO SHOW"},
	{Syntax: "SET RESRAT x", Also: []string{"SET RES RAT"}, Who: master, When: after, Does: "Answered with a remark: SET RELIABILITY replaces it.", Example: "SET RESRAT 0.1"},
	{Syntax: "SET [NO] AUTO DISBAND", Who: master, When: after, Does: "Answered with a remark: dislodged units may always retreat.", Example: "SET AUTO DISBAND"},
	{Syntax: "SET [NO] INCLUDE OWN HOME", Who: master, When: after, Does: "Answered with a remark: SET OPTION victory-all-own-home-cities replaces it.", Example: "SET INCLUDE OWN HOME"},
	{Syntax: "SET SEED number", Who: master, When: after, Does: "Answered with a remark: the judge draws the seed; SET ROLL sets a single roll.", Example: "SET SEED 1454"},
	{Syntax: "SET ALLOW|DENY MASTER [-]address", Also: []string{"SET ALLOW MASTER", "SET DENY MASTER", "SET MASTER ALLOW", "SET MASTER DENY"}, Who: operator, When: after, Does: "Answered with a remark: all registered people can make games.", Example: "SET DENY MASTER marco@example.org"},
	{Syntax: "SET ACCESS ...", Who: master, When: after, Does: "Answered with a remark: where players live is not recorded.", Example: "SET ACCESS ANY"},
	{Syntax: "SET LEVEL ...", Who: master, When: after, Does: "Answered with a remark: players have no levels.", Example: "SET LEVEL NOVICE"},
	{Syntax: "SET [NO] PROXY", Who: master, When: after, Does: "Answered with a remark: units cannot be lent.", Example: "SET PROXY"},
	{Syntax: "SET [NO] AUTO CREATE", Also: []string{"SET BN", "SET MN", "SET EP", "SET FLAGS", "SET XFLAGS"}, Who: master, When: after, Does: "Answered with a remark; nothing changes.", Example: "SET BN 12"},
	{Syntax: "settings of Diplomacy games", Also: diplomacyOnly, Who: master, When: after, Does: "Answered with a remark: they have no effect in Machiavelli games.", Example: "SET NO RAILWAYS"},
	{Syntax: "ADJUST, RECORD, FIX ID, NO CONTROL", Who: operator, When: after, Does: "Answered with a remark: the judge keeps its records itself.", Example: "FIX ID 12 Rome"},
}

// unlisted returns the entries of settings of a game that the reference does
// not list separately.
func unlisted() []Entry {
	listed := slices.Concat(clocks, hostings, pressings)
	var out []Entry
	add := func(e Entry) {
		if !slices.ContainsFunc(listed, func(x Entry) bool { return x.Syntax == e.Syntax }) {
			out = append(out, e)
		}
	}
	for _, s := range hosting.Switches {
		if s.Command != "" {
			add(switched(s.Command))
		}
	}
	for _, x := range hosting.Numbers {
		e := Entry{Syntax: "SET " + x.Command + " n", Who: master, When: after, Does: x.Does, Example: fmt.Sprintf("SET %s %d", x.Command, x.Example)}
		for _, word := range x.Also {
			e.Also = append(e.Also, "SET "+word)
		}
		add(e)
	}
	return out
}

// switched returns the entry of a setting of a game.
func switched(command string) Entry {
	s := hosting.ByCommand(command)
	e := Entry{
		Syntax: cmp.Or(s.Syntax, "SET [NO] "+command), Who: master, When: after,
		Does: s.Does, Example: cmp.Or(s.Example, "SET "+command),
	}
	named := strings.Split(strings.TrimPrefix(e.Syntax, "SET "), "|")
	for _, word := range slices.Concat(s.On, s.Off) {
		if !slices.Contains(named, word) {
			e.Also = append(e.Also, "SET "+word)
		}
	}
	return e
}
