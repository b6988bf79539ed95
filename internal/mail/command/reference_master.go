package command

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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

var clocks = []row{
	{Entry: Entry{Syntax: "SET MOVES|RETREATS|ADJUSTS item value ...", Also: []string{"SET MOVE", "SET RETREAT", "SET ADJUST", "SET BUILDS", "SET BUILD"}, Does: "Sets the timing of a kind of phase, beginning with the next one. Items: CLOCK (minutes after midnight, a time of day, or -1), MIN, NEXT, GRACE and DELAY (hours), DAYS (seven characters from Sunday on: a capital for yes, a small letter for the afternoon only, - for no).", Example: "SET MOVES CLOCK 1410 MIN 12 NEXT 71 GRACE 167 DELAY 0.5 DAYS -MTWTF-"}},
	switched("NMR"),
	switched("STRICT GRACE"),
	switched("STRICT WAIT"),
	switched("LATE COUNT"),
	switched("MANUAL START"),
	switched("MANUAL PROCESS"),
}

var hostings = []row{
	switched("LIST"),
	{Entry: Entry{Syntax: "SET COMMENT text", Also: []string{"SET INFO", "SET INFORMATION"}, Does: "Sets the comment in the listing, one line; without text it is deleted.", Example: "SET COMMENT A slow game for old friends"}, parse: parseComment, change: func(to *Change, c Setting) { to.Hosting.Comment = c.Value }},
	{Entry: Entry{Syntax: "SET COMMENT BEGIN ... ENDCOMMENT", Also: []string{"END COMMENT", "COMMENT END"}, Does: "Sets the house rules, in any number of lines.", Example: "SET COMMENT BEGIN\nNo press on Sundays.\nENDCOMMENT"}},
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
	{Entry: Entry{Syntax: "SET PRFLIST|PRFBOTH|PRFRAND", Does: "How powers are assigned: by the players' lists, by lists or chance as each player prefers, or by chance.", Example: "SET PRFLIST"}, change: func(to *Change, c Setting) {
		to.Hosting.Preferences = map[string]string{"PRFLIST": hosting.PreferList, "PRFBOTH": hosting.PreferBoth, "PRFRAND": hosting.PreferRandom}[c.Words]
	}},
	{Entry: Entry{Syntax: "SET PLAYERS n", Does: "Chooses the variant of the scenario for that number of players, who may then have several powers each; before the start.", Example: "SET PLAYERS 5"}, read: number("PLAYERS", 1, 12), change: func(to *Change, c Setting) { to.Cast.Players, _ = strconv.Atoi(c.Value) }},
	{Entry: Entry{Syntax: "SET POWERS n", Does: "Chooses the variant with that number of powers; before the start.", Example: "SET POWERS 6"}, read: number("POWERS", 1, 12), change: func(to *Change, c Setting) { to.Cast.Powers, _ = strconv.Atoi(c.Value) }},
	{Entry: Entry{Syntax: "SET VARIANT name", Does: "Chooses another scenario, variant or edition, by the names that CREATE accepts, or GUNBOAT; before the start. Changed options stay.", Example: "SET VARIANT mach_eos"}, read: readVariant, change: setVariant},
	{Entry: Entry{Syntax: "SET NOT VARIANT option", Also: []string{"SET NO VARIANT"}, Does: "Switches GUNBOAT off, before anyone has joined.", Example: "SET NOT VARIANT gunboat"}, read: readVariant, change: setVariant},
	{Entry: Entry{Syntax: "SET ONTIMERAT x", Also: []string{"SET ON TIME RAT"}, Does: "The least share of phases in which newcomers were on time, 0 to 1.", Example: "SET ONTIMERAT 0.9"}, read: readOnTime, change: func(to *Change, c Setting) {
		share, _ := strconv.ParseFloat(c.Value, 64)
		to.Hosting.MinReliability = int(share*100 + 0.5)
	}},
	{Entry: Entry{Syntax: "SET ALLOW PLAYER [-]address", Also: []string{"SET PLAYER ALLOW"}, Does: "Adds an address to the list of people who may join; once it has entries, others may not. With - it removes the address.", Example: "SET ALLOW PLAYER marco@example.org"}, read: readAccess, change: func(to *Change, c Setting) { access(&to.Hosting.Allow, c.Value) }},
	{Entry: Entry{Syntax: "SET DENY PLAYER [-]address", Also: []string{"SET PLAYER DENY"}, Does: "Adds an address to the list of people who may not join. With - it removes the address.", Example: "SET DENY PLAYER -marco@example.org"}, read: readAccess, change: func(to *Change, c Setting) { access(&to.Hosting.Deny, c.Value) }},
}

var pressings = []row{
	{Entry: Entry{Syntax: "SET WHITE", Also: []string{"SET NO GREY", "SET NO GRAY"}, Does: "Press shows its sender.", Example: "SET WHITE"}, change: press(func(p *hosting.PressRules) { p.None, p.White, p.Grey, p.GreyFirst = false, true, false, false })},
	{Entry: Entry{Syntax: "SET GREY", Also: []string{"SET GRAY", "SET NO WHITE"}, Does: "Press hides its sender.", Example: "SET GREY"}, change: press(func(p *hosting.PressRules) { p.None, p.White, p.Grey, p.GreyFirst = false, false, true, true })},
	{Entry: Entry{Syntax: "SET WHITE/GREY", Also: []string{"SET WHITE/GRAY"}, Does: "Press shows or hides its sender, as the sender chooses; by default it shows the sender.", Example: "SET WHITE/GREY"}, change: press(func(p *hosting.PressRules) { p.None, p.White, p.Grey, p.GreyFirst = false, true, true, false })},
	{Entry: Entry{Syntax: "SET GREY/WHITE", Also: []string{"SET GRAY/WHITE"}, Does: "Press shows or hides its sender, as the sender chooses; by default it hides the sender.", Example: "SET GREY/WHITE"}, change: press(func(p *hosting.PressRules) { p.None, p.White, p.Grey, p.GreyFirst = false, true, true, true })},
	{Entry: Entry{Syntax: "SET NO PRESS", Also: []string{"SET NONE", "SET PRESS NONE"}, Does: "No press, except with the master.", Example: "SET NO PRESS"}, change: press(func(p *hosting.PressRules) { p.None, p.Observers = true, "none" })},
	{Entry: Entry{Syntax: "SET [NO] PARTIAL", Also: []string{"SET PARTIAL PRESS", "SET NO PARTIAL PRESS"}, Does: "Whether press may go to some only.", Example: "SET NO PARTIAL"}, words: []string{"PARTIAL", "PARTIAL PRESS"}, change: func(to *Change, c Setting) {
		p := &to.Hosting.Press
		if p.Partial = c.On; !c.On && p.Observers == "any" {
			p.Observers = "white"
		}
	}},
	{Entry: Entry{Syntax: "SET NO FAKE", Also: []string{"SET NO FAKES", "SET NO FAKE PRESS"}, Does: "Heads of press name the real recipients.", Example: "SET NO FAKE"}, change: fakes("")},
	{Entry: Entry{Syntax: "SET PARTIAL MAY [BE FAKED]", Also: []string{"SET PARTIAL MAY FAKE", "SET PARTIAL MAY BE FAKED"}, Does: "Heads may name false recipients.", Example: "SET PARTIAL MAY BE FAKED"}, words: []string{"PARTIAL MAY BE FAKED", "PARTIAL MAY", "PARTIAL MAY FAKE"}, change: fakes("may")},
	{Entry: Entry{Syntax: "SET PARTIAL FAKES [BROADCAST]", Also: []string{"SET PARTIAL FAKE", "SET PARTIAL FAKE BROADCAST", "SET PARTIAL FAKES BROADCAST"}, Does: "All partial press looks like a broadcast.", Example: "SET PARTIAL FAKES BROADCAST"}, words: []string{"PARTIAL FAKES BROADCAST", "PARTIAL FAKES", "PARTIAL FAKE", "PARTIAL FAKE BROADCAST"}, change: fakes("broadcast")},
	{Entry: Entry{Syntax: "SET PARTIAL FAKES BROADCAST BY DEFAULT", Also: []string{"SET PARTIAL DEFAULT", "SET DEFAULT", "SET PARTIAL FAKE BROADCAST BY DEFAULT"}, Does: "Partial press looks like a broadcast by default; the sender can choose otherwise.", Example: "SET PARTIAL DEFAULT"}, change: fakes("default")},
	{Entry: Entry{Syntax: "SET OBSERVER ANY|WHITE|NO", Also: []string{"SET OBSERVER ANY", "SET OBSERVER WHITE", "SET OBSERVER NO", "SET OBSERVERS ANY", "SET OBSERVERS WHITE", "SET OBSERVERS NO", "SET OBSERVERS NONE", "SET OBSERVER NONE", "SET OBSERVER ANY PRESS", "SET OBSERVER WHITE PRESS", "SET OBSERVER NO PRESS"}, Does: "Which press observers may send.", Example: "SET OBSERVER WHITE"}, words: []string{"OBSERVER ANY", "OBSERVERS ANY", "OBSERVER ANY PRESS"}, change: observers("any")},
	{words: []string{"OBSERVER WHITE", "OBSERVERS WHITE", "OBSERVER WHITE PRESS"}, change: observers("white")},
	{words: []string{"OBSERVER NO", "OBSERVERS NO", "OBSERVER NONE", "OBSERVERS NONE", "OBSERVER NO PRESS"}, change: observers("none")},
	switched("LATE PRESS"),
	switched("GRACE PRESS"),
	switched("MINOR PRESS"),
	switched("BLANK PRESS"),
	switched("MUST ORDER"),
	switched("TOUCH PRESS"),
	switched("WATCH ALL PRESS"),
	switched("POSTAL PRESS"),
}

var rulings = []row{
	{Entry: Entry{Syntax: "SET OPTION name value", Does: "Sets any option of the rules, by its name in the rules.", Example: "SET OPTION treasury-visibility hidden"}, read: readOption, change: func(to *Change, c Setting) {
		name, value, _ := strings.Cut(c.Value, " ")
		to.Rules[name] = value
	}},
	{Entry: Entry{Syntax: "SET BASIC|ADVANCED", Also: []string{"SET BASIC", "SET ADVANCED"}, Does: "Chooses the Basic game (no money, no dice) or the Advanced game (both).", Example: "SET BASIC"}, change: func(to *Change, c Setting) {
		on := pick(c.Words == "ADVANCED", "on", "off")
		to.Rules["money"], to.Rules["dice"] = on, on
	}},
	{Entry: Entry{Syntax: "SET [NO] MACH2", Also: []string{"SET MACHIAVELLI2", "SET MACHIAVELLI 2", "SET MACH 2"}, Does: "Chooses the rules of the 1995 edition; SET NO MACH2 returns to those of the Classic judge. Only before the game begins. To play on the board of 1995 as well, send SET VARIANT machiavelli2.", Example: "SET MACH2"}, change: func(to *Change, c Setting) { to.Cast.Preset = pick(c.On, "machiavelli-1995", "njudge-classic") }},
	{Entry: Entry{Syntax: "SET CITIES n", Also: []string{"SET CENTERS", "SET CENTRES"}, Does: "The number of cities needed to win.", Example: "SET CITIES 15"}, read: number("CITIES", 1, 99), change: func(to *Change, c Setting) { to.Rules["victory-cities"] = c.Value }},
	{Entry: Entry{Syntax: "SET VICTORY HOMES n", Does: "The number of foreign home countries needed as well, 0 to 3.", Example: "SET VICTORY HOMES 2"}, read: number("VICTORY HOMES", 0, 3), change: func(to *Change, c Setting) {
		to.Rules["victory-homes"] = pick(c.Value == "0", "none", "foreign-"+c.Value)
	}},
	{
		Entry:  Entry{Syntax: "SET [NO] SUMMER", Does: "Whether there is a summer campaign.", Example: "SET NO SUMMER"},
		change: ruleAs("3", "2", "seasons-per-year"),
	},
	{Entry: Entry{Syntax: "SET [NO] MONEY", Does: "Whether there is money. Without it there are no loans, assassins or special units.", Example: "SET NO MONEY"}, change: rule("money")},
	{Entry: Entry{Syntax: "SET [NO] DICE", Does: "Whether there are dice. Without them there are no famines, plagues, storms or assassins.", Example: "SET NO DICE"}, change: rule("dice")},
	{Entry: Entry{Syntax: "SET [NO] LOANS", Also: []string{"SET LOAN", "SET BANK", "SET BANKERS"}, Does: "Whether the bank lends.", Example: "SET LOANS"}, change: rule("bank-loans")},
	{
		Entry:  Entry{Syntax: "SET [NO] FAMINE", Does: "Whether there is famine.", Example: "SET FAMINE"},
		change: rule("famine"),
	},
	{
		Entry:  Entry{Syntax: "SET [NO] PLAGUE", Does: "Whether there is plague.", Example: "SET PLAGUE"},
		change: rule("plague"),
	},
	{Entry: Entry{Syntax: "SET [NO] STORMS", Also: []string{"SET STORM"}, Does: "Whether there are storms.", Example: "SET STORMS"}, change: rule("storms")},
	{Entry: Entry{Syntax: "SET [NO] ASSASSINATIONS", Also: []string{"SET ASSASSINATION", "SET ASSASSINS", "SET ASSASSIN"}, Does: "Whether there are assassins.", Example: "SET NO ASSASSINS"}, change: rule("assassinations")},
	{Entry: Entry{Syntax: "SET [NO] GARRISONS", Also: []string{"SET GARRISON"}, Does: "Whether there are garrisons.", Example: "SET NO GARRISONS"}, change: rule("garrisons")},
	{Entry: Entry{Syntax: "SET [NO] SPECIAL", Also: []string{"SET SPECIALS", "SET SPECIAL UNITS"}, Does: "Whether there are special units.", Example: "SET SPECIAL"}, change: rule("special-units")},
	{Entry: Entry{Syntax: "SET [NO] FORTRESSES", Also: []string{"SET FORTRESS", "SET FORTS", "SET FORT"}, Does: "Whether fortresses can be held.", Example: "SET FORTS"}, change: rule("fortresses")},
	{Entry: Entry{Syntax: "SET [NO] ADJACENCY", Also: []string{"SET ADJACENT", "SET ADJ"}, Does: "Whether bribes need a unit next to their victim.", Example: "SET ADJACENCY"}, change: func(to *Change, c Setting) {
		ruleAs("own-units", "off", "bribe-adjacency")(to, c)
		ruleAs("yes", "no", "counter-bribe-adjacency", "province-expense-adjacency")(to, c)
	}},
	{Entry: Entry{Syntax: "SET [NO] COASTAL CONVOYS", Also: []string{"SET COASTAL CONVOY"}, Does: "Whether fleets in provinces can convoy.", Example: "SET COASTAL CONVOYS"}, change: rule("coastal-convoys")},
	{Entry: Entry{Syntax: "SET [NO] DISBAND", Does: "Whether units can be ordered to disband in a campaign.", Example: "SET DISBAND"}, change: rule("disband-orders")},
	{Entry: Entry{Syntax: "SET [NO] HIDDEN TREASURY", Also: []string{"SET HIDDEN TREASURIES"}, Does: "Whether players see only their own money.", Example: "SET HIDDEN TREASURY"}, change: ruleAs("hidden", "open", "treasury-visibility")},
	{Entry: Entry{Syntax: "SET ADJUST DEFAULT MAINTAIN|REMOVE", Also: []string{"SET ADJUST DEFAULT", "SET ADJUSTS DEFAULT"}, Does: "What happens to units without an order in winter.", Example: "SET ADJUST DEFAULT MAINTAIN"}, words: []string{"ADJUST DEFAULT", "ADJUSTS DEFAULT"}, read: readWinter, change: func(to *Change, c Setting) {
		to.Rules["unordered-unit-in-winter"] = pick(c.Value == "REMOVE", "disband", "maintain")
	}},
}

var olds = []row{
	{Entry: Entry{Syntax: "WHOGAME game", Also: []string{"WHO GAME"}, Who: anyone, When: both, Does: "Answered with a remark: addresses of players are private.", Example: "WHOGAME medici"}},
	{Entry: Entry{Syntax: "SET [NO] SHOW", Does: "Answered with a remark: everyone is notified who changes a setting.", Example: "SET NO SHOW"}, answer: noShow},
	{Entry: Entry{Syntax: "SET RESRAT x", Also: []string{"SET RES RAT"}, Does: "Answered with a remark: SET RELIABILITY replaces it.", Example: "SET RESRAT 0.1"}, answer: noResRat, values: 1},
	{Entry: Entry{Syntax: "SET [NO] AUTO DISBAND", Does: "Answered with a remark: dislodged units may always retreat.", Example: "SET AUTO DISBAND"}, answer: noRefusal},
	{Entry: Entry{Syntax: "SET [NO] INCLUDE OWN HOME", Does: "Answered with a remark: SET OPTION victory-all-own-home-cities replaces it.", Example: "SET INCLUDE OWN HOME"}, answer: noOwnHome},
	{Entry: Entry{Syntax: "SET SEED number", Does: "Answered with a remark: the judge draws the seed; SET ROLL sets a single roll.", Example: "SET SEED 1454"}, answer: noSeed, values: 1},
	{Entry: Entry{Syntax: "SET ALLOW|DENY MASTER [-]address", Also: []string{"SET ALLOW MASTER", "SET DENY MASTER", "SET MASTER ALLOW", "SET MASTER DENY"}, Who: operator, Does: "Answered with a remark: all registered people can make games.", Example: "SET DENY MASTER marco@example.org"}, words: []string{"ALLOW MASTER", "DENY MASTER", "MASTER ALLOW", "MASTER DENY"}, answer: noMasters, values: 1},
	{Entry: Entry{Syntax: "SET ACCESS ...", Does: "Answered with a remark: where players live is not recorded.", Example: "SET ACCESS ANY"}, answer: noSites, values: 1},
	{Entry: Entry{Syntax: "SET LEVEL ...", Does: "Answered with a remark: players have no levels.", Example: "SET LEVEL NOVICE"}, answer: noLevels, values: 1},
	{Entry: Entry{Syntax: "SET [NO] PROXY", Does: "Answered with a remark: units cannot be lent.", Example: "SET PROXY"}, answer: noProxies},
	{Entry: Entry{Syntax: "SET [NO] AUTO CREATE", Also: []string{"SET BN", "SET MN", "SET EP", "SET FLAGS", "SET XFLAGS"}, Does: "Answered with a remark; nothing changes.", Example: "SET BN 12"}, words: []string{"AUTO CREATE"}, answer: noAutomatic},
	{words: []string{"BN", "MN", "EP", "FLAGS", "XFLAGS"}, answer: noLonger, values: 1},
	{Entry: Entry{Syntax: "settings of Diplomacy games", Also: diplomacyOnly, Does: "Answered with a remark: they have no effect in Machiavelli games.", Example: "SET NO RAILWAYS"}, words: diplomacyOnly, switches: true, answer: notHere},
	{Entry: Entry{Syntax: "ADJUST, RECORD, FIX ID, NO CONTROL", Who: operator, Does: "Answered with a remark: the judge keeps its records itself.", Example: "FIX ID 12 Rome"}},
}

// unlisted returns the settings of a game that none of clocks, hostings and pressings contains.
func unlisted() []row {
	listed := slices.Concat(clocks, hostings, pressings)
	var out []row
	add := func(r row) {
		if !slices.ContainsFunc(listed, func(x row) bool { return x.Syntax == r.Syntax }) {
			out = append(out, r)
		}
	}
	for _, s := range hosting.Switches {
		if s.Command != "" {
			add(switched(s.Command))
		}
	}
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		r := row{
			Entry: Entry{Syntax: "SET " + x.Command + " n", Does: x.Does, Example: fmt.Sprintf("SET %s %d", x.Command, x.Example)},
			words: append([]string{x.Command}, x.Also...), read: number(x.Command, x.Least, x.Most),
			change: func(to *Change, c Setting) {
				n, _ := strconv.Atoi(c.Value) // the parser has accepted only numbers
				x.Set(&to.Hosting, n)
			},
		}
		for _, word := range x.Also {
			r.Also = append(r.Also, "SET "+word)
		}
		add(r)
	}
	return out
}

// switched returns the row for a game setting that is on or off.
func switched(command string) row {
	s := hosting.ByCommand(command)
	r := row{
		Entry: Entry{Syntax: cmp.Or(s.Syntax, "SET [NO] "+command), Does: s.Does, Example: cmp.Or(s.Example, "SET "+command)},
		words: append([]string{command}, s.On...), off: s.Off, switches: true,
		change: func(to *Change, c Setting) { s.Order(&to.Hosting, c.On) },
	}
	named := strings.Split(strings.TrimPrefix(r.Syntax, "SET "), "|")
	for _, word := range slices.Concat(s.On, s.Off) {
		if !slices.Contains(named, word) {
			r.Also = append(r.Also, "SET "+word)
		}
	}
	return r
}
