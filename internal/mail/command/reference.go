package command

import (
	"cmp"
	"slices"

	"podesta/internal/act"
)

// Entry describes a command in the reference of all commands.
type Entry struct {
	Section string
	Syntax  string   // the form of the command; [x] is optional, a|b is a choice
	Also    []string // synonyms
	Who     string   // who may use it
	When    string   // whether it is valid "before" or "after" SIGNON, or "both"
	Does    string   // its effect, in one or two sentences
	Example string   // an example that the parser accepts, with \n between lines
}

// The people who may use a command.
const (
	anyone   = "anyone"
	account  = "account" // registered people
	seat     = "seat"    // people who have signed on
	player   = "player"
	master   = "master"
	operator = "operator"
)

const (
	before = "before"
	after  = "after"
	both   = "both"
)

// Reference lists all commands, grouped by section.
func Reference() []Entry {
	var out []Entry
	for _, section := range []struct {
		title   string
		entries []Entry
	}{
		{"Sessions", sessions},
		{"Information", information},
		{"Your seat", seats},
		{string(act.People), nil},
		{string(act.Playing), nil},
		{"Orders", orderings},
		{"Messages to others", letterings},
		{string(act.Talking), nil},
		{string(act.Joining), nil},
		{string(act.Together), gatherings},
		{string(act.Safety), protections},
		{string(act.Ending), nil},
		{string(act.Mastery), masters},
		{"Setting the clock", entriesOf(clocks)},
		{"Hosting", entriesOf(slices.Concat(hostings, unlisted()))},
		{"Press", entriesOf(pressings)},
		{"Rules", entriesOf(rulings)},
		{"No longer used", entriesOf(olds)},
	} {
		given := entries(func(c *act.Command) bool { return string(c.Group) == section.title })
		for _, e := range slices.Concat(section.entries, given) {
			e.Section = section.title
			out = append(out, e)
		}
	}
	return out
}

// entriesOf returns the entries for settings of games, which only masters may use unless the rows
// say otherwise.
func entriesOf(rows []row) []Entry {
	var out []Entry
	for _, r := range rows {
		if r.Syntax != "" {
			r.Who, r.When = cmp.Or(r.Who, master), cmp.Or(r.When, after)
			out = append(out, r.Entry)
		}
	}
	return out
}

var sessions = []Entry{
	{
		Syntax: "SIGNON Xgame password", Also: []string{"SIGN ON", "LOGIN", "LOG IN", "HELLO"}, Who: player, When: before,
		Does:    "Begins a session for power X (its letter) in a game. M is the master, O an observer. A token from one of the judge's e-mails works as a password. If the judge can identify the sender otherwise, no password is needed.",
		Example: "SIGNON Vmedici three-grey-oxen",
	},
	{
		Syntax: "SIGNON ?game password [variant] [option...]", Who: account, When: before,
		Does:    "Takes a seat in a game that is forming, or the first open power of a running game. Without a name, it is the first game that is forming. A variant or options, if you write them, must be those of the game.",
		Example: "SIGNON ?medici three-grey-oxen machiavelli gunboat",
	},
	{Syntax: "SIGNON @game password", Who: operator, When: before, Does: "Begins a session as master of any game, for the operator of the judge.", Example: "SIGNON @medici three-grey-oxen"},
	{
		Syntax: "CREATE ?game password [variant] [option...]", Who: account, When: before,
		Does:    "Makes a game with you as its master. The following lines can set it up.",
		Example: "CREATE ?medici three-grey-oxen machiavelli",
	},
	{
		Syntax: "CREATE ?game password [variant] [option...] PLAY", Who: account, When: before,
		Does:    "Makes a game in which you play. It has no master. The following lines set how it is run, which cannot be changed later, and which powers you prefer.",
		Example: "CREATE ?medici three-grey-oxen machiavelli PLAY\nSET PREFERENCE L[IV]\nSET MOVES NEXT 71",
	},
	{Syntax: "OBSERVE game password", Also: []string{"WATCH"}, Who: anyone, When: before, Does: "Begins a session as observer. The first time, you become an observer of the game.", Example: "OBSERVE medici three-grey-oxen"},
	{
		Syntax: "SIGNOFF", Also: []string{"SIGN OFF", "LOG OUT", "LOG OFF"}, Who: anyone, When: both,
		Does:    "Ends the session. The judge ignores what follows up to the next SIGNON. One e-mail can have sessions for several games.",
		Example: "SIGNOFF",
	},
	{
		Syntax: "REGISTER ... END", Also: []string{"REGISTRATION", "END REGISTER"}, Who: anyone, When: both,
		Does:    "Registers you with the judge, or changes your data. The lines in between have the form \"Key: value\": Email (needed), Name, Timezone, Password, Language, Country, Consent.",
		Example: "REGISTER\nName: Marco\nEmail: marco@example.org\nTimezone: Europe/Rome\nConsent: yes\nEND",
	},
	{
		Syntax: "I AM ALSO address", Who: anyone, When: both,
		Does:    "Adds the address from which you write to the account that has the other address. An e-mail to the other address asks for confirmation first.",
		Example: "I AM ALSO marco@example.org",
	},
	{Syntax: "CONFIRM code", Who: anyone, When: both, Does: "Answers an e-mail in which the judge asked you to confirm an address.", Example: "CONFIRM 7KQF-93ZZ-2MMP"},
}

var information = []Entry{
	{Syntax: "HELP [topic]", Who: anyone, When: both, Does: "Sends an introduction, or help on a topic.", Example: "HELP"},
	{Syntax: "GET file", Also: []string{"SEND", "SEND ME"}, Who: anyone, When: both, Does: "Sends a help file; GET index lists them. GET rules sends the rulebook of the game to which you are signed on, GET rules.VARIANT that of an edition or variant with a name that CREATE accepts, GET house.rules the house rules.", Example: "GET syntax"},
	{Syntax: "VERSION", Who: anyone, When: both, Does: "Shows the version of the program and the number of games.", Example: "VERSION"},
	{
		Syntax: "LIST [game]", Who: anyone, When: both,
		Does:    "Shows a game: its settings, its players, the board. Without a name it shows the game to which you are signed on, or before SIGNON all public games in brief.",
		Example: "LIST medici",
	},
	{Syntax: "LIST FULL", Who: anyone, When: both, Does: "Shows all public games in full.", Example: "LIST FULL"},
	{Syntax: "SUMMARY [game]", Also: []string{"STATUS"}, Who: anyone, When: both, Does: "Shows the course of a game, year by year.", Example: "SUMMARY medici"},
	{
		Syntax: "HISTORY [game] [FROM date] [TO date] [LINES n]", Also: []string{"SINCE", "UNTIL", "FOR"}, Who: anyone, When: both,
		Does:    "Sends the announcements in a game, by default those of the last seven days.",
		Example: "HISTORY medici FROM Nov 20 TO Nov 27 LINES 500",
	},
	{Syntax: "HISTORY [game] EXCLSTART phase [EXCLEND phase] [BROAD]", Who: anyone, When: both, Does: "Sends the same without the turns from one phase to the other; BROAD keeps their notifications.", Example: "HISTORY medici EXCLSTART S1454M EXCLEND F1455M BROAD"},
	{Syntax: "INFO PLAYER [address]", Also: []string{"GET DEDICATION"}, Who: account, When: both, Does: "Shows your reliability; after SIGNON as master also that of anyone in the game.", Example: "INFO PLAYER"},
	{Syntax: "WHOIS [address]", Also: []string{"WHO", "WHO IS"}, Who: account, When: both, Does: "Shows what the judge stores about you. Other people's data are never shown.", Example: "WHOIS"},
	{Syntax: "MAP [game]", Who: anyone, When: both, Does: "Sends the current map of a game, as a picture with the answer.", Example: "MAP medici"},
}

var seats = []Entry{
	{Syntax: "SET PASSWORD word", Also: []string{"SET PW", "SET P"}, Who: seat, When: after, Does: "Changes your password.", Example: "SET PASSWORD seven-slow-mules"},
	{Syntax: "SET ADDRESS [address]", Also: []string{"SET AD"}, Who: seat, When: after, Does: "Changes your address; without an argument it becomes the one from which you write. An e-mail to a new address asks for confirmation first.", Example: "SET ADDRESS marco@example.com"},
	{Syntax: "DIARY [RECORD] ... ENDPRESS", Also: []string{"END DIARY"}, Who: player, When: after, Does: "Adds a note to your diary, which everyone can read when the game is over. The masters of the game get it at once, and keep it if you delete it. Masters first write BECOME and a power.", Example: "DIARY RECORD\nVenice lied again.\nENDPRESS"},
	{Syntax: "DIARY LIST", Who: player, When: after, Does: "Lists your notes.", Example: "DIARY LIST"},
	{Syntax: "DIARY READ n", Who: player, When: after, Does: "Shows a note.", Example: "DIARY READ 2"},
	{Syntax: "DIARY DELETE n", Who: player, When: after, Does: "Deletes a note.", Example: "DIARY DELETE 2"},
}

var gatherings = []Entry{
	{Syntax: "INVITATIONS", Who: account, When: both, Does: "Lists the invitations to the game that you are signed on to, if you may invite people, or else your own.", Example: "INVITATIONS"},
}

var protections = []Entry{
	{
		Syntax: "REPORT POWER power reason [note]", Who: "player, observer", When: after,
		Does:    "Reports the last message that you have from a power, or O for the observers, to the operators of the judge. The reason is harassment, hatred, cheating, spam or other.",
		Example: "REPORT POWER V harassment He insults me.",
	},
	{Syntax: "REPORT GREY reason [note]", Also: []string{"REPORT GRAY"}, Who: "player, observer", When: after, Does: "Reports the last message that you have from a hidden writer.", Example: "REPORT GREY hatred"},
	{Syntax: "REPORT NAME reason name[: note]", Who: account, When: both, Does: "Reports the name or the profile of a person.", Example: "REPORT NAME spam Marco Polo: he sells maps"},
	{Syntax: "REPORT GAME reason [note]", Who: account, When: after, Does: "Reports the name or the description of the game.", Example: "REPORT GAME hatred"},
	{Syntax: "REPORT PLAYERS letters reason [note]", Also: []string{"REPORT PLAYER"}, Who: "player, observer", When: after, Does: "Reports the players of these powers, for instance because you think that one person plays both.", Example: "REPORT PLAYERS VF cheating They answer each other's messages."},
	{Syntax: "APPEAL ... ENDPRESS", Who: account, When: both, Does: "Asks the operators to look again at the latest decision about you: the lines say why it is wrong. You can appeal once against each.", Example: "APPEAL\nIt was a quotation.\nENDPRESS"},
}

var orderings = []Entry{
	{
		Syntax: "any order", Who: player, When: after,
		Does:    "A line that is not a command is an order, or several orders separated by semicolons. Send only changes: the last good order for a unit counts, and a bad line does not spoil the others.",
		Example: "A Milan H; A Pavia - Montferrat",
	},
	{Syntax: "ORDERS", Who: player, When: after, Does: "Shows your current orders.", Example: "ORDERS"},
	{Syntax: "CLEAR ORDERS", Also: []string{"CLEAR ORDER"}, Who: player, When: after, Does: "Deletes your orders for the current phase.", Example: "CLEAR ORDERS"},
	{Syntax: "UNDO [n]", Who: player, When: after, Does: "Deletes the last line of orders that you sent, or the last n lines.", Example: "UNDO 2"},
	{
		Syntax: "PHASE season year step", Also: []string{"END PHASE"}, Who: player, When: after,
		Does:    "Keeps the following lines, up to the next PHASE, for that phase. PHASE CURRENT or ENDPHASE returns to the current phase. Codes (U1456M) work too.",
		Example: "PHASE WINTER 1456 ADJUSTMENTS\nR A Milan\nENDPHASE",
	},
	{Syntax: "CLEAR", Who: player, When: after, Does: "Deletes all orders that you stored with PHASE.", Example: "CLEAR"},
	{
		Syntax: "IF condition [THEN] ... [ELSE IF ...] [ELSE ...] ENDIF", Also: []string{"END IF"}, Who: player, When: after,
		Does:    "The orders count if the condition about units is true when the phase begins: [NOT] [power] [type] place, with AND, OR and parentheses.",
		Example: "IF Venetian army Padua AND NOT (A Ferrara OR F Ancona) THEN\nA Cremona - Mantua\nELSE\nA Cremona H\nENDIF",
	},
}

var letterings = []Entry{
	{
		Syntax: "PRESS TO letters ... ENDPRESS", Also: []string{"PRESS +letters", "END PRESS"}, Who: seat, When: after,
		Does:    "Sends the lines up to ENDPRESS to those powers; M means the masters, O the observers. Write the letters together (FV) or apart (F V).",
		Example: "PRESS TO FV\nShall we share Milan?\nENDPRESS",
	},
	{Syntax: "PRESS TO ALL BUT letters ... ENDPRESS", Also: []string{"PRESS -letters"}, Who: seat, When: after, Does: "Sends the lines to everyone else.", Example: "PRESS TO ALL BUT V\nVenice must not win.\nENDPRESS"},
	{Syntax: "BROADCAST ... ENDPRESS", Also: []string{"END BROADCAST"}, Who: seat, When: after, Does: "Sends the lines to everyone, including observers and masters.", Example: "BROADCAST\nPeace!\nENDBROADCAST"},
	{Syntax: "PRESS|BROADCAST ... WHITE", Also: []string{"UNANONYMOUS", "UNANONYMOUSLY"}, Who: seat, When: after, Does: "Shows the sender.", Example: "PRESS TO F WHITE\nIt is I.\nENDPRESS"},
	{Syntax: "PRESS|BROADCAST ... GREY", Also: []string{"GRAY", "ANONYMOUS", "ANONYMOUSLY"}, Who: seat, When: after, Does: "Hides the sender from everyone except the masters.", Example: "BROADCAST GREY\nThe Pope takes bribes.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE TO letters", Also: []string{"FAKE +letters", "FAKE PARTIAL TO"}, Who: seat, When: after, Does: "The head of the message names false recipients.", Example: "PRESS TO F FAKE TO FV\nVenice agrees with me.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE TO ALL BUT letters", Also: []string{"FAKE -letters", "FAKE PARTIAL TO ALL BUT"}, Who: seat, When: after, Does: "The same, with everyone else as the false recipients.", Example: "PRESS TO F FAKE TO ALL BUT V\nEverybody knows.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE [BROADCAST]", Who: seat, When: after, Does: "The head names everyone as recipient.", Example: "PRESS TO F FAKE BROADCAST\nI leave Italy.\nENDPRESS"},
	{Syntax: "PRESS ... NO FAKE [BROADCAST]", Who: seat, When: after, Does: "The head names the real recipients, if the game's default is to fake it.", Example: "PRESS TO F NO FAKE\nFor you alone.\nENDPRESS"},
	{Syntax: "POSTAL PRESS ... ENDPRESS", Also: []string{"END POSTAL", "END POSTAL PRESS"}, Who: seat, When: after, Does: "Sends the lines to everyone, with your name, when the phase has been resolved.", Example: "POSTAL PRESS\nGreetings from Genoa.\nENDPRESS"},
}
