package command

// Entry describes a command for the reference of all commands.
type Entry struct {
	Section string
	Syntax  string   // how it is written; [x] may be left out, a|b is a choice
	Also    []string // other words for it
	Who     string   // who may use it
	When    string   // "before" or "after" SIGNON, or "both"
	Does    string   // one or two sentences
	Example string   // an example that the parser accepts, \n between lines
}

// Who may use a command.
const (
	anyone  = "anyone"
	account = "account" // whoever is registered
	seat    = "seat"    // whoever is signed on
	player  = "player"
	watcher = "observer, master"
	master  = "master"
	keeper  = "keeper"
)

const (
	before = "before"
	after  = "after"
	both   = "both"
)

// Reference lists all commands, section by section.
func Reference() []Entry {
	var out []Entry
	for _, section := range []struct {
		title   string
		entries []Entry
	}{
		{"Sessions", sessions},
		{"Information", information},
		{"Your seat", seats},
		{"Orders", orderings},
		{"Letters to others", letterings},
		{"The end of a game", endings},
		{"Game masters", masters},
		{"Setting the clock", clocks},
		{"Hosting", hostings},
		{"Press", pressings},
		{"Rules", rulings},
		{"No longer used", olds},
	} {
		for _, e := range section.entries {
			e.Section = section.title
			out = append(out, e)
		}
	}
	return out
}

var sessions = []Entry{
	{
		Syntax: "SIGNON Xgame password", Also: []string{"SIGN ON", "LOGIN", "LOG IN", "HELLO"}, Who: player, When: before,
		Does:    "Begins a session for power X (its letter) in a game. M is the master, O an observer. A token from a letter of the judge does as password, and where the judge knows the sender by other means none is needed.",
		Example: "SIGNON Vmedici three-grey-oxen",
	},
	{
		Syntax: "SIGNON ?game password [variant] [option...]", Who: account, When: before,
		Does:    "Takes a seat in a game that forms, or the first abandoned power of one that is played. Without a name: the first game that forms. Variant and options, if given, must be the game's.",
		Example: "SIGNON ?medici three-grey-oxen machiavelli gunboat",
	},
	{Syntax: "SIGNON @game password", Who: keeper, When: before, Does: "Begins a session as master of any game, for the keeper of the judge.", Example: "SIGNON @medici three-grey-oxen"},
	{
		Syntax: "CREATE ?game password [variant] [option...]", Who: account, When: before,
		Does:    "Makes a game; you are its master. What follows in the letter can set it up.",
		Example: "CREATE ?medici three-grey-oxen machiavelli",
	},
	{
		Syntax: "CREATE ?game password [variant] [option...] PLAY", Who: account, When: before,
		Does:    "Makes a game in which you play. It has no master; what follows in the letter says for good how it is run, and which powers you would like.",
		Example: "CREATE ?medici three-grey-oxen machiavelli PLAY\nSET PREFERENCE L[IV]\nSET MOVES NEXT 71",
	},
	{Syntax: "OBSERVE game password", Also: []string{"WATCH"}, Who: anyone, When: before, Does: "Begins a session as observer; the first time makes you one.", Example: "OBSERVE medici three-grey-oxen"},
	{
		Syntax: "SIGNOFF", Also: []string{"SIGN OFF", "LOG OUT", "LOG OFF"}, Who: anyone, When: both,
		Does:    "Ends the session. What follows is not read, up to another SIGNON; a letter can have sessions for several games.",
		Example: "SIGNOFF",
	},
	{
		Syntax: "REGISTER ... END", Also: []string{"REGISTRATION", "END REGISTER"}, Who: anyone, When: both,
		Does:    "Makes you known to the judge, or changes what it knows. Between the two lines stand lines of the form \"Key: value\": Email (needed), Name, Timezone, Password, Language, Country, Consent.",
		Example: "REGISTER\nName: Marco\nEmail: marco@example.org\nTimezone: Europe/Rome\nConsent: yes\nEND",
	},
	{
		Syntax: "I AM ALSO address", Who: anyone, When: both,
		Does:    "Links the address you write from to the account that has the other one. A letter to that one asks for confirmation first.",
		Example: "I AM ALSO marco@example.org",
	},
	{Syntax: "CONFIRM code", Who: anyone, When: both, Does: "Answers a letter in which the judge asked for proof of an address.", Example: "CONFIRM 7KQF-93ZZ-2MMP"},
}

var information = []Entry{
	{Syntax: "HELP [topic]", Who: anyone, When: both, Does: "Sends an introduction, or help on a topic.", Example: "HELP"},
	{Syntax: "GET file", Also: []string{"SEND", "SEND ME"}, Who: anyone, When: both, Does: "Sends a help file; GET index lists them. GET rules sends the rulebook of the game that you are signed on to, GET rules.VARIANT that of an edition or a variant by a name that CREATE takes, GET house.rules the house rules.", Example: "GET syntax"},
	{Syntax: "VERSION", Who: anyone, When: both, Does: "Tells the version of the program and how much is played here.", Example: "VERSION"},
	{
		Syntax: "LIST [game]", Who: anyone, When: both,
		Does:    "Shows a game: its settings, its players, the board. Without a name it is the game that you are signed on to, or before SIGNON all public games in brief.",
		Example: "LIST medici",
	},
	{Syntax: "LIST FULL", Who: anyone, When: both, Does: "Shows all public games in full.", Example: "LIST FULL"},
	{Syntax: "SUMMARY [game]", Also: []string{"STATUS"}, Who: anyone, When: both, Does: "Shows how a game has gone year by year.", Example: "SUMMARY medici"},
	{
		Syntax: "HISTORY [game] [FROM date] [TO date] [LINES n]", Also: []string{"SINCE", "UNTIL", "FOR"}, Who: anyone, When: both,
		Does:    "Sends what was announced in a game, of the last seven days if nothing else is said.",
		Example: "HISTORY medici FROM Nov 20 TO Nov 27 LINES 500",
	},
	{Syntax: "HISTORY [game] EXCLSTART phase [EXCLEND phase] [BROAD]", Who: anyone, When: both, Does: "The same without the turns from one phase to the other; BROAD keeps their notices.", Example: "HISTORY medici EXCLSTART S1454M EXCLEND F1455M BROAD"},
	{Syntax: "INFO PLAYER [address]", Also: []string{"GET DEDICATION"}, Who: account, When: both, Does: "Tells how reliable you are; after SIGNON as master also how reliable somebody in the game is.", Example: "INFO PLAYER"},
	{Syntax: "WHOIS [address]", Also: []string{"WHO", "WHO IS"}, Who: account, When: both, Does: "Shows what the judge keeps about you. It tells nobody about others.", Example: "WHOIS"},
	{Syntax: "MAP [game]", Who: anyone, When: both, Does: "Sends the map of a game as it stands, as a picture with the answer.", Example: "MAP medici"},
}

var seats = []Entry{
	{Syntax: "SET PASSWORD word", Also: []string{"SET PW", "SET P"}, Who: seat, When: after, Does: "Changes your password.", Example: "SET PASSWORD seven-slow-mules"},
	{Syntax: "SET ADDRESS [address]", Also: []string{"SET AD"}, Who: seat, When: after, Does: "Changes where your mail goes; without an address it is the one you write from. A letter to a new address asks for confirmation first.", Example: "SET ADDRESS marco@example.com"},
	{Syntax: "SET ZONE zone", Also: []string{"SET TIME ZONE"}, Who: seat, When: after, Does: "Sets your time zone: dates that you write are read in it, and times are shown in it.", Example: "SET ZONE Europe/Rome"},
	{
		Syntax: "SET PREFERENCE letters", Also: []string{"SET PREFERENCES", "SET PREF"}, Who: player, When: after,
		Does:    "Says which powers you would like, best first, equal ones in brackets; * leaves it to chance, nothing takes the list back. Only while the game forms.",
		Example: "SET PREFERENCE V L [FI] A",
	},
	{Syntax: "SET WAIT", Also: []string{"SET W"}, Who: seat, When: after, Does: "Asks that the phase be not processed before its deadline. Under PHASE it is kept for that phase.", Example: "SET WAIT"},
	{Syntax: "SET NO WAIT", Also: []string{"SET NOW", "READY", "SET READY"}, Who: seat, When: after, Does: "Takes that back: you are ready.", Example: "READY"},
	{
		Syntax: "SET ABSENCE start [TO end]", Also: []string{"SET HOLIDAY", "SET HOLIDAYS", "SET VACATION", "SET VACATIONS"}, Who: "player, master", When: after,
		Does:    "Announces that you are away: coming deadlines move to the end of it. Without an end it is a day.",
		Example: "SET ABSENCE Dec 24 TO Dec 27",
	},
	{Syntax: "SET NO ABSENCE date", Also: []string{"SET NO HOLIDAY", "SET NO HOLIDAYS", "SET NO VACATION", "SET NO VACATIONS"}, Who: "player, master", When: after, Does: "Takes back the absence that holds the date.", Example: "SET NO ABSENCE Dec 24"},
	{Syntax: "RESIGN", Also: []string{"WITHDRAW", "QUIT"}, Who: "player, observer", When: after, Does: "Gives up your seat, which somebody else can then take over.", Example: "RESIGN"},
	{Syntax: "DIARY [RECORD] ... ENDPRESS", Also: []string{"END DIARY"}, Who: player, When: after, Does: "Adds a note to your diary, which everybody may read when the game is over. A master writes BECOME and a power before it.", Example: "DIARY RECORD\nVenice lied again.\nENDPRESS"},
	{Syntax: "DIARY LIST", Who: player, When: after, Does: "Lists your notes.", Example: "DIARY LIST"},
	{Syntax: "DIARY READ n", Who: player, When: after, Does: "Shows a note.", Example: "DIARY READ 2"},
	{Syntax: "DIARY DELETE n", Who: player, When: after, Does: "Deletes a note.", Example: "DIARY DELETE 2"},
}

var orderings = []Entry{
	{
		Syntax: "any order", Who: player, When: after,
		Does:    "A line that is no command is an order, or several with semicolons between them. Send changes only: the last good order for a unit holds, and a bad line harms no other.",
		Example: "A Milan H; A Pavia - Montferrat",
	},
	{Syntax: "ORDERS", Who: player, When: after, Does: "Shows your orders as they stand.", Example: "ORDERS"},
	{Syntax: "CLEAR ORDERS", Also: []string{"CLEAR ORDER"}, Who: player, When: after, Does: "Deletes your orders for the current phase.", Example: "CLEAR ORDERS"},
	{Syntax: "UNDO [n]", Who: player, When: after, Does: "Takes back the last line of orders that you sent, or the last n.", Example: "UNDO 2"},
	{
		Syntax: "PHASE season year step", Also: []string{"END PHASE"}, Who: player, When: after,
		Does:    "What follows is kept for that phase, up to the next PHASE. PHASE CURRENT or ENDPHASE goes back to the current one. Codes (U1456M) do as well.",
		Example: "PHASE WINTER 1456 ADJUSTMENTS\nR A Milan\nENDPHASE",
	},
	{Syntax: "CLEAR", Who: player, When: after, Does: "Deletes all orders that you have stored by PHASE.", Example: "CLEAR"},
	{
		Syntax: "IF condition [THEN] ... [ELSE IF ...] [ELSE ...] ENDIF", Also: []string{"END IF"}, Who: player, When: after,
		Does:    "The orders hold if units stand as the condition says when the phase begins: [NOT] [power] [type] place, with AND, OR and parentheses.",
		Example: "IF Venetian army Padua AND NOT (A Ferrara OR F Ancona) THEN\nA Cremona - Mantua\nELSE\nA Cremona H\nENDIF",
	},
}

var letterings = []Entry{
	{
		Syntax: "PRESS TO letters ... ENDPRESS", Also: []string{"PRESS +letters", "END PRESS"}, Who: seat, When: after,
		Does:    "Sends the lines up to ENDPRESS to those powers; M are the masters, O the observers. Letters stand in one word (FV) or apart (F V).",
		Example: "PRESS TO FV\nShall we share Milan?\nENDPRESS",
	},
	{Syntax: "PRESS TO ALL BUT letters ... ENDPRESS", Also: []string{"PRESS -letters"}, Who: seat, When: after, Does: "The same to everybody else.", Example: "PRESS TO ALL BUT V\nVenice must not win.\nENDPRESS"},
	{Syntax: "BROADCAST ... ENDPRESS", Also: []string{"END BROADCAST"}, Who: seat, When: after, Does: "Sends the lines to everybody, observers and masters too.", Example: "BROADCAST\nPeace!\nENDBROADCAST"},
	{Syntax: "PRESS|BROADCAST ... WHITE", Also: []string{"UNANONYMOUS", "UNANONYMOUSLY"}, Who: seat, When: after, Does: "Shows who sends it.", Example: "PRESS TO F WHITE\nIt is I.\nENDPRESS"},
	{Syntax: "PRESS|BROADCAST ... GREY", Also: []string{"GRAY", "ANONYMOUS", "ANONYMOUSLY"}, Who: seat, When: after, Does: "Hides who sends it from all but the masters.", Example: "BROADCAST GREY\nThe Pope takes bribes.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE TO letters", Also: []string{"FAKE +letters", "FAKE PARTIAL TO"}, Who: seat, When: after, Does: "The head of the letter names other readers than it has.", Example: "PRESS TO F FAKE TO FV\nVenice agrees with me.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE TO ALL BUT letters", Also: []string{"FAKE -letters", "FAKE PARTIAL TO ALL BUT"}, Who: seat, When: after, Does: "The same, with everybody else as readers.", Example: "PRESS TO F FAKE TO ALL BUT V\nEverybody knows.\nENDPRESS"},
	{Syntax: "PRESS ... FAKE [BROADCAST]", Who: seat, When: after, Does: "The head says that everybody has got it.", Example: "PRESS TO F FAKE BROADCAST\nI leave Italy.\nENDPRESS"},
	{Syntax: "PRESS ... NO FAKE [BROADCAST]", Who: seat, When: after, Does: "The head tells the truth, where the game is set to fake otherwise.", Example: "PRESS TO F NO FAKE\nFor you alone.\nENDPRESS"},
	{Syntax: "POSTAL PRESS ... ENDPRESS", Also: []string{"END POSTAL", "END POSTAL PRESS"}, Who: seat, When: after, Does: "Everybody gets the lines, with your name, when the phase has been processed.", Example: "POSTAL PRESS\nGreetings from Genoa.\nENDPRESS"},
	{Syntax: "SET ALL PRESS", Who: watcher, When: after, Does: "Copies of press among players come to you: observers where the game has SET WATCH ALL PRESS, masters unless they have said otherwise.", Example: "SET ALL PRESS"},
	{Syntax: "SET NORMAL PRESS", Who: watcher, When: after, Does: "They no longer do. Masters still find it in the log of the game.", Example: "SET NORMAL PRESS"},
	{Syntax: "SET [NO] BROADCAST [PRESS]", Also: []string{"SET NORMAL BROADCAST", "SET BROADCAST PRESS", "SET NO BROADCAST PRESS"}, Who: watcher, When: after, Does: "Whether broadcasts come to you from games in which you do not play.", Example: "SET NO BROADCAST"},
	{Syntax: "SET [NO] REMINDERS", Also: []string{"SET REMINDER", "SET NO REMINDER"}, Who: anyone, When: after, Does: "Whether letters remind you before deadlines, in all your games.", Example: "SET NO REMINDERS"},
	{Syntax: "SET [NO] IDLE NOTICES", Also: []string{"SET IDLE NOTICE", "SET NO IDLE NOTICE"}, Who: anyone, When: after, Does: "Whether letters tell you now and then that a game waits still: for players, for a new player, for its master, for the end of a pause.", Example: "SET NO IDLE NOTICES"},
	{Syntax: "SET PLAIN LETTERS", Also: []string{"SET NO FULL LETTERS"}, Who: anyone, When: after, Does: "Letters are text alone, without HTML, map and appointment.", Example: "SET PLAIN LETTERS"},
	{Syntax: "SET FULL LETTERS", Also: []string{"SET NO PLAIN LETTERS"}, Who: anyone, When: after, Does: "They have them again.", Example: "SET FULL LETTERS"},
}

var endings = []Entry{
	{Syntax: "SET DRAW", Who: player, When: after, Does: "Votes for a draw of all survivors in this phase; when all have voted the game is over.", Example: "SET DRAW"},
	{Syntax: "SET DRAW letters", Who: player, When: after, Does: "Votes for any draw among these powers, where the game allows draws that leave survivors out (NO DIAS).", Example: "SET DRAW FLV"},
	{Syntax: "SET NO DRAW", Who: player, When: after, Does: "Takes the vote back.", Example: "SET NO DRAW"},
	{Syntax: "SET CONCEDE power", Also: []string{"SET CONC"}, Who: player, When: after, Does: "Votes to let that power win; all others must agree.", Example: "SET CONCEDE V"},
	{Syntax: "SET NO CONCEDE", Also: []string{"SET NO CONC"}, Who: player, When: after, Does: "Takes the vote back.", Example: "SET NO CONCEDE"},
	{Syntax: "SET [NO] AGREE BACK", Who: player, When: after, Does: "In a game without a master: agrees to take back the phase that was carried out last. It is done when all players agree, in the same phase.", Example: "SET AGREE BACK"},
	{Syntax: "SET [NO] AGREE LATER", Who: player, When: after, Does: "The same for a deadline a day later, or a whole phase where phases are shorter.", Example: "SET AGREE LATER"},
	{Syntax: "SET [NO] AGREE PAUSE", Who: player, When: after, Does: "The same for a pause, until one of the players sends RESUME.", Example: "SET AGREE PAUSE"},
	{Syntax: "SET [NO] AGREE END", Who: player, When: after, Does: "The same for giving the game up, without a winner and for good.", Example: "SET AGREE END"},
	{Syntax: "SET [NO] OPEN PRESS", Who: player, When: after, Does: "When the game is over: agrees that everybody may read the press among players, grey press with its senders. It is opened when all agree.", Example: "SET OPEN PRESS"},
}
