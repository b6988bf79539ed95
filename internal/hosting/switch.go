package hosting

import (
	"slices"

	"podesta/machiavelli/message"
)

// Switch describes a setting that is on or off. Everything that shows or
// changes it is generated from its description: the forms of the pages, SET by
// mail, the API, listings, notices of changes, the help and the reference of
// commands.
type Switch struct {
	Name    string // name in the API and, in lower case, in forms
	Title   string // title in listings and notices of changes
	Inverse bool   // whether the title and the command mean the opposite of the value

	Command string   // the words after SET or SET NO; empty if it has no command of its own
	On, Off []string // synonyms of the command that switch it on and off
	Syntax  string   // syntax of the command in the reference; empty for SET [NO] with Command
	Does    string   // the effect of the command, in the reference
	Example string   // example of the command; empty for SET with Command

	Flag, NoFlag string // words for on and off in listings by mail; empty if nothing is listed

	Group string // group in the form; empty for the first group, which is always open
	Label string // label in the form
	Doc   string // explanation below the label
	// Said is a sentence for players that explains the switch when it is on; empty if there is
	// none. In a game without a master, SaidWithout replaces it, or it is omitted if SaidByMaster
	// is set.
	Said, SaidWithout string
	SaidByMaster      bool

	At func(*Hosting) *bool // returns the value in the settings of a game
}

// Get returns the value of the switch.
func (s *Switch) Get(h *Hosting) bool { return *s.At(h) }

// Set changes the value of the switch.
func (s *Switch) Set(h *Hosting, on bool) { *s.At(h) = on }

// Named reports whether the switch is on in the sense of its title and its command, which Inverse
// negates.
func (s *Switch) Named(h *Hosting) bool { return *s.At(h) != s.Inverse }

// Order turns the switch on or off in the sense of its command.
func (s *Switch) Order(h *Hosting, on bool) { *s.At(h) = on != s.Inverse }

// Sentence returns the sentence for players if the switch is on, in a game with
// or without a master; a zero message if there is none.
func (s *Switch) Sentence(masterless bool) message.Message {
	switch {
	case masterless && s.SaidByMaster:
		return message.Message{}
	case masterless && s.SaidWithout != "":
		return message.Message{ID: s.SaidWithout}
	}
	return message.Message{ID: s.Said}
}

// The groups of switches that also contain separate fields in forms.
const (
	Joining  = "Joining"
	Messages = "Messages"
)

// Groups lists the groups of switches in the order of forms.
var Groups = []string{"", Joining, "What players see", "During the game", "The end", Messages}

// ByCommand returns the switch of a command, or nil.
func ByCommand(command string) *Switch {
	i := slices.IndexFunc(Switches, func(s Switch) bool { return s.Command != "" && s.Command == command })
	if i < 0 {
		return nil
	}
	return &Switches[i]
}

// Switches lists all switches, in the order of listings.
var Switches = []Switch{
	{
		Name: "nmr", Title: "NMR", Command: "NMR", On: []string{"CD"}, Does: "Whether the game goes on without powers that are still late at the end of grace; otherwise it waits for a replacement.", Flag: "NMR", NoFlag: "NoNMR",
		Label: "Go on without players who are late", Doc: "At the end of grace the phase is resolved without their orders; otherwise it waits for someone to take over the seat.", Said: "At the end of grace a phase is resolved without the missing orders.",
		At: func(h *Hosting) *bool { return &h.NMR },
	},
	{
		Name: "listed", Title: "List", Command: "LIST", On: []string{"PUBLIC", "LISTED"}, Off: []string{"UNLIST", "UNLISTED", "PRIVATE"}, Does: "Whether the game is in the public listing.", NoFlag: "NoList",
		Label: "In the public list", Doc: "Otherwise players need its address or name to find it.",
		At: func(h *Hosting) *bool { return &h.Listed },
	},
	{
		Name: "gunboat", Title: "Gunboat", Command: "GUNBOAT", Does: "Whether players are hidden from each other.",
		Label: "Players are hidden (gunboat)", Doc: "Only masters know who plays which power.", Said: "Only masters know who plays which power.", SaidWithout: "Nobody knows who plays which power.",
		At: func(h *Hosting) *bool { return &h.Gunboat },
	},
	{
		Name: "quiet", Title: "Quiet", Command: "QUIET", Does: "Whether lateness and new players are not announced.", Flag: "Quiet",
		Group: "What players see", Label: "Do not announce lateness and takeovers", Said: "Lateness and takeovers are not announced.",
		At: func(h *Hosting) *bool { return &h.Quiet },
	},
	{
		Name: "reveal", Title: "Reveal", Command: "REVEAL", Does: "Whether players are named when the game is over.", NoFlag: "NoReveal",
		Group: "What players see", Label: "Name the players when the game is over", Doc: "In games whose players are hidden.",
		At: func(h *Hosting) *bool { return &h.Reveal },
	},
	{
		Name: "secret", Title: "Secret", Command: "SECRET", Does: "Whether the number of players who have joined is hidden.", Flag: "Secret",
		Group: Joining, Label: "Hide how many players have joined", Said: "Nobody sees how many players have joined.",
		At: func(h *Hosting) *bool { return &h.Secret },
	},
	{
		Name: "dias", Title: "Draws include all survivors (DIAS)", Command: "DIAS", Does: "Whether draws include all survivors.", Flag: "DIAS", NoFlag: "NoDIAS",
		Group: "The end", Label: "A draw includes all remaining players", Doc: "Otherwise a vote names the powers that share the draw.", Said: "A draw includes all remaining players.",
		At: func(h *Hosting) *bool { return &h.Dias },
	},
	{
		Name: "concessions", Title: "Concessions", Command: "CONCESSIONS", On: []string{"CONCESSION"}, Does: "Whether a game can be conceded.", Example: "SET NO CONCESSIONS", NoFlag: "NoConcessions",
		Group: "The end", Label: "The others can concede the game to one player", Said: "The other players can concede the game to one of them.",
		At: func(h *Hosting) *bool { return &h.Concessions },
	},
	{
		Name: "hideVotes", Title: "Hidden votes", Command: "HIDE VOTES", On: []string{"SECRET VOTES"}, Off: []string{"SHOW VOTES"}, Does: "Whether only masters see the votes for a draw or a concession.", Flag: "HideVotes",
		Group: "The end", Label: "Hide the state of votes", Doc: "Otherwise everyone sees how many have voted for a draw or a concession, but not who.", Said: "Only masters see the state of votes.", SaidWithout: "Nobody sees the state of votes.",
		At: func(h *Hosting) *bool { return &h.HideVotes },
	},
	{
		Name: "strictGrace", Title: "Strict grace", Command: "STRICT GRACE", Does: "Whether grace can end on a day without deadlines.", Flag: "StrictGrace",
		Group: "During the game", Label: "Grace may end on any day", Doc: "Otherwise it ends on a day on which deadlines can fall.", Said: "Grace may end on any day.",
		At: func(h *Hosting) *bool { return &h.StrictGrace },
	},
	{
		Name: "strictWait", Title: "Strict wait", Command: "STRICT WAIT", Does: "Whether only powers that owe orders, and masters, can make the game wait.", Flag: "StrictWait",
		Group: "During the game", Label: "Only players who owe orders, and masters, can hold a phase", Said: "Only players who owe orders, and masters, can hold a phase.", SaidWithout: "Only players who owe orders can hold a phase.",
		At: func(h *Hosting) *bool { return &h.StrictWait },
	},
	{
		Name: "lateCount", Title: "Late count", Command: "LATE COUNT", Does: "Whether the listing shows how often players were late.", Flag: "LateCount",
		Group: "What players see", Label: "Show how often each has been late", Said: "Everyone sees how often each player has been late.",
		At: func(h *Hosting) *bool { return &h.LateCount },
	},
	{
		Name: "manualStart", Title: "Manual start", Command: "MANUAL START", Off: []string{"AUTO START", "AUTOMATIC START"}, Syntax: "SET MANUAL START|AUTO START", Does: "Whether you start the game (START), or it starts when it is full.", Flag: "ManualStart",
		Group: Joining, Label: "I start the game myself", Doc: "Otherwise it begins when the last player joins.", Said: "The master starts the game.", SaidByMaster: true,
		At: func(h *Hosting) *bool { return &h.ManualStart },
	},
	{
		Name: "muster", Title: "Muster", Command: "MUSTER", Does: "Whether everyone must confirm that they are there before the game begins. People who do not are replaced.", Flag: "Muster",
		Group: Joining, Label: "Everyone confirms before the game begins", Doc: "When all seats are taken, players must say that they are there. If a player does not, their seat is free again.", Said: "Before the game begins, everyone confirms that they are there. If a player does not, their seat is free again.",
		At: func(h *Hosting) *bool { return &h.Muster },
	},
	{
		Name: "manualProcess", Title: "Manual process", Command: "MANUAL PROCESS", On: []string{"MAN PROC", "MAN PROCESS", "MANUAL PROC"}, Off: []string{"AUTO PROCESS", "AUTO PROC", "AUTOMATIC PROCESS"}, Syntax: "SET MANUAL PROCESS|AUTO PROCESS", Does: "Whether you resolve phases (PROCESS), or the clock does.", Flag: "ManualProcess",
		Group: "During the game", Label: "I resolve every phase myself", Said: "The master resolves every phase.", SaidByMaster: true,
		At: func(h *Hosting) *bool { return &h.ManualProcess },
	},
	{
		Name: "approval", Title: "Approval", Command: "APPROVAL", Does: "Whether newcomers need the master's approval before they may order.", Flag: "Approval",
		Group: Joining, Label: "Taking over a seat needs my approval", Said: "Taking over a seat needs the master's approval.", SaidByMaster: true,
		At: func(h *Hosting) *bool { return &h.Approval },
	},
	{
		Name: "bots", Title: "Computer players", Command: "BOTS", On: []string{"BOT"}, Does: "Whether the master may give empty seats to computer players.", Flag: "Bots",
		Label: "Empty seats can be given to computer players", Doc: "When the game begins, or later when a seat loses its player. Anyone can take over such a seat.", Said: "The master can give empty seats to computer players.", SaidWithout: "Computer players can take empty seats.",
		At: func(h *Hosting) *bool { return &h.Bots },
	},
	{
		Name: "botPress", Title: "Computer players talk", Command: "BOT PRESS", On: []string{"BOTS PRESS"}, Does: "Whether computer players make proposals to other powers, and answer theirs.",
		Group: Messages, Label: "Computer players make and answer proposals", Doc: "They propose peace and joint attacks, answer your proposals, and say why. They keep an agreement as long as it is worth more to them than breaking it.", Said: "Computer players make proposals, and answer yours.",
		At: func(h *Hosting) *bool { return &h.BotPress },
	},
	{
		Name: "noCoach", Title: "No coach", Command: "NO COACH", Off: []string{"COACH"}, Syntax: "SET NO COACH|COACH", Does: "Whether the board gives players no advice. Its advice says what everyone can see: a siege half done, a city that does not count.",
		Group: "During the game", Label: "The board gives no advice", Doc: "Otherwise it says what a result means and what can be done, from what everyone can see. Each player can turn it off.", Said: "The board gives players no advice.",
		At: func(h *Hosting) *bool { return &h.NoCoach },
	},
	{
		Name: "programs", Title: "Programs", Command: "PROGRAMS", On: []string{"PROGRAM"}, Does: "Whether accounts of programs may join, take over seats and watch. A game in which one plays does not count for people's ratings.", Flag: "Programs",
		Group: Joining, Label: "Programs can join", Doc: "Accounts that are marked as programs. A game in which one plays does not count for the ratings of people.", Said: "Accounts of programs can play and watch. If one plays, the game does not count for the ratings of people.",
		At: func(h *Hosting) *bool { return &h.Programs },
	},
	{
		Name: "invites", Title: "Players invite", Command: "INVITES", On: []string{"INVITATIONS"}, Does: "Whether every player may invite people. Otherwise only the master may, or in a game without a master the player who set it up.", Flag: "Invites",
		Group: Joining, Label: "Players can invite people", Doc: "Otherwise only you can.", Said: "Every player can invite people.",
		At: func(h *Hosting) *bool { return &h.Invites },
	},
	{
		Name: "invitedOnly", Title: "Only by invitation", Command: "INVITED ONLY", Does: "Whether only people who are invited can join, until the game begins.", Flag: "InvitedOnly",
		Group: Joining, Label: "Only people who are invited can join", Doc: "Until the game begins. Later, anyone can take over a seat that has become free.", Said: "Until the game begins, only people who are invited can join.",
		At: func(h *Hosting) *bool { return &h.InvitedOnly },
	},
	{
		Name: "friendsOnly", Title: "Only for friends", Command: "FRIENDS ONLY", Does: "Whether only friends of the person who runs the game, and people who are invited, can join, until the game begins.", Flag: "FriendsOnly",
		Group: Joining, Label: "Only your friends, and people who are invited, can join", Doc: "Until the game begins. Later, anyone can take over a seat that has become free.", Said: "Until the game begins, only friends of the person who runs it, and people who are invited, can join.",
		At: func(h *Hosting) *bool { return &h.FriendsOnly },
	},
	{
		Name: "unmoderated", Title: "Moderated", Inverse: true, Command: "MODERATED", On: []string{"MODERATE"}, Off: []string{"UNMODERATED", "UNMODERATE"}, Does: "Whether only masters can change settings.", Flag: "Unmoderated", NoFlag: "Moderated",
		Group: "During the game", Label: "Players can change these settings", Said: "Players can change how the game is run.",
		At: func(h *Hosting) *bool { return &h.Unmoderated },
	},
	{
		Name: "rated", Title: "Rated", Command: "RATED", Off: []string{"UNRATED"}, Does: "Whether the game counts for the players' reliability.", Flag: "Rated", NoFlag: "Unrated",
		Group: Joining, Label: "It counts for reliability", Doc: "Being late, resigning or abandoning the game goes on the player's record.", Said: "The game counts for reliability: being late, resigning or abandoning the game goes on the player's record.",
		At: func(h *Hosting) *bool { return &h.Rated },
	},
	{
		Name: "playersResume", Title: "Players may resume", Command: "RESUME", Does: "Whether players may resume a paused game.", Example: "SET NO RESUME", Flag: "Resume", NoFlag: "NoResume",
		Group: "During the game", Label: "Players can resume a paused game", Said: "Players can resume the game when it is paused.",
		At: func(h *Hosting) *bool { return &h.PlayersResume },
	},
	{
		Name: "partial", Title: "Partial press",
		Group: Messages, Label: "Messages to some players", Doc: "Otherwise every message goes to everyone.",
		At: func(h *Hosting) *bool { return &h.Press.Partial },
	},
	{
		Name: "noLate", Title: "Late press", Inverse: true, Command: "LATE PRESS", Does: "Whether late players can send press.", Example: "SET NO LATE PRESS",
		Group: Messages, Label: "Not for players who are late",
		At: func(h *Hosting) *bool { return &h.Press.NoLate },
	},
	{
		Name: "noGrace", Title: "Grace press", Inverse: true, Command: "GRACE PRESS", Does: "Whether players can send press while anyone is late.", Example: "SET NO GRACE PRESS",
		Group: Messages, Label: "Not while a player is late",
		At: func(h *Hosting) *bool { return &h.Press.NoGrace },
	},
	{
		Name: "noMinor", Title: "Minor press", Inverse: true, Command: "MINOR PRESS", Does: "Whether there is press in retreats and adjustments.", Example: "SET NO MINOR PRESS",
		Group: Messages, Label: "Not in retreats and adjustments",
		At: func(h *Hosting) *bool { return &h.Press.NoMinor },
	},
	{
		Name: "blank", Title: "Blank press", Command: "BLANK PRESS", Does: "Whether grey press has no head: its readers see neither the sender nor the recipients.",
		Group: Messages, Label: "Grey messages do not show their recipients",
		At: func(h *Hosting) *bool { return &h.Press.Blank },
	},
	{
		Name: "mustOrder", Title: "Must order", Command: "MUST ORDER", Does: "Whether press needs complete orders first.",
		Group: Messages, Label: "Only with complete orders",
		At: func(h *Hosting) *bool { return &h.Press.MustOrder },
	},
	{
		Name: "touch", Title: "Touch press", Command: "TOUCH PRESS", Does: "Whether partial press goes to neighbours only.",
		Group: Messages, Label: "Messages to neighbours only", Doc: "And one message to everyone per phase.",
		At: func(h *Hosting) *bool { return &h.Press.Touch },
	},
	{
		Name: "watchAll", Title: "Watch all press", Command: "WATCH ALL PRESS", Does: "Whether observers can get copies of partial press.",
		Group: Messages, Label: "Observers may ask for copies",
		At: func(h *Hosting) *bool { return &h.Press.WatchAll },
	},
	{
		Name: "postal", Title: "Postal press", Command: "POSTAL PRESS", Does: "Whether players can send press that arrives with the results.",
		Group: Messages, Label: "Postal messages, delivered when the phase is over",
		At: func(h *Hosting) *bool { return &h.Press.Postal },
	},
}
