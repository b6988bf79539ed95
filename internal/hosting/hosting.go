// Package hosting describes how a game is run, as opposed to its rules: its
// deadlines, its press, who may join and what is announced. Every switch is
// described once, as package rules describes the options of the rules.
package hosting

import (
	"time"

	"podesta/internal/schedule"
)

// The ways in which powers are assigned to the players of a new game.
const (
	PreferList   = "list"   // players list the powers they would like
	PreferBoth   = "both"   // like list, but * stands for a random power
	PreferRandom = "random" // all powers are assigned at random
)

// PressRules determine which press a game allows.
type PressRules struct {
	None      bool   `json:"none,omitempty"`
	White     bool   `json:"white"`
	Grey      bool   `json:"grey,omitempty"`
	GreyFirst bool   `json:"greyFirst,omitempty"` // whether press is grey by default
	Partial   bool   `json:"partial"`
	Fakes     string `json:"fakes,omitempty"`   // one of "", "may", "broadcast" and "default"
	Observers string `json:"observers"`         // one of "any", "white" and "none"
	NoLate    bool   `json:"noLate,omitempty"`  // no press after the deadline for those who owe orders
	NoGrace   bool   `json:"noGrace,omitempty"` // no press while anyone is late
	NoMinor   bool   `json:"noMinor,omitempty"` // no press in retreats and adjustments
	// Blank is set if grey press has no header, so that it does not name its recipients.
	Blank     bool `json:"blank,omitempty"`
	MustOrder bool `json:"mustOrder,omitempty"` // press only from players with complete orders
	Touch     bool `json:"touch,omitempty"`     // partial press only to neighbours, and one broadcast per phase
	WatchAll  bool `json:"watchAll,omitempty"`  // whether observers may request copies of partial press
	Postal    bool `json:"postal,omitempty"`    // whether press is delivered after the phase
}

// Hosting holds everything that a master sets about how a game is run, as
// opposed to its rules. It is a plain value.
type Hosting struct {
	Timing [3]schedule.Timing `json:"timing"` // indexed by schedule.Class
	Zone   string             `json:"zone"`   // time zone of the deadlines

	NMR         bool `json:"nmr,omitempty"` // whether the game continues without a late power after the grace period
	StrictGrace bool `json:"strictGrace,omitempty"`
	StrictWait  bool `json:"strictWait,omitempty"`
	LateCount   bool `json:"lateCount,omitempty"`
	MaxAbsence  int  `json:"maxAbsence"` // in days
	// Extension is how many hours a phase with missing orders is extended, once; 0 means not at
	// all.
	Extension   int  `json:"extension,omitempty"`
	ManualStart bool `json:"manualStart,omitempty"`
	// Muster is set if everyone must confirm their presence before the game begins.
	Muster bool `json:"muster,omitempty"`
	// MusterTime is how many minutes each player has to confirm; 0 means a time that suits the
	// pace.
	MusterTime    int  `json:"musterTime,omitempty"`
	ManualProcess bool `json:"manualProcess,omitempty"`
	Approval      bool `json:"approval,omitempty"`
	Bots          bool `json:"bots,omitempty"`        // whether the master may give empty seats to computer players
	BotPress      bool `json:"botPress,omitempty"`    // whether computer players may make and answer proposals
	NoCoach       bool `json:"noCoach,omitempty"`     // whether the page does not give players advice
	Programs      bool `json:"programs,omitempty"`    // whether accounts of programs may play and watch
	Invites       bool `json:"invites,omitempty"`     // whether every player may invite people
	InvitedOnly   bool `json:"invitedOnly,omitempty"` // whether only invited people may join before the game begins
	// FriendsOnly is like InvitedOnly, but friends of the masters or of the player who created the
	// game may also join.
	FriendsOnly bool `json:"friendsOnly,omitempty"`

	Listed      bool   `json:"listed,omitempty"`
	Comment     string `json:"comment,omitempty"` // a single line
	HouseRules  string `json:"houseRules,omitempty"`
	Gunboat     bool   `json:"gunboat,omitempty"`
	Quiet       bool   `json:"quiet,omitempty"`  // whether takeovers and lateness are not announced
	Reveal      bool   `json:"reveal,omitempty"` // whether players are named when the game is over
	Secret      bool   `json:"secret,omitempty"` // whether the number of players who have joined is hidden
	Preferences string `json:"preferences"`      // one of "list", "both" and "random"

	MinReliability int `json:"minReliability,omitempty"` // percentage required to join
	// Allow lists accounts or addresses; if it is not empty, nobody else may join.
	Allow         []string `json:"allow,omitempty"`
	Deny          []string `json:"deny,omitempty"`
	Rated         bool     `json:"rated,omitempty"`
	PlayersResume bool     `json:"playersResume,omitempty"`
	Dias          bool     `json:"dias"` // whether draws include all survivors
	Concessions   bool     `json:"concessions"`
	HideVotes     bool     `json:"hideVotes,omitempty"` // whether only masters see how players vote
	Unmoderated   bool     `json:"unmoderated,omitempty"`
	// Irregular is set by the judge if the rules were changed during the game.
	Irregular bool `json:"irregular,omitempty"`

	Press PressRules `json:"press"`

	// Tournament is the ID of the tournament to which the game belongs; set by
	// the judge.
	Tournament string `json:"tournament,omitempty"`

	// Links and OnReady are set when the game is created and do not change. With Links, the seats
	// and the master's role are held by secret links, not by accounts.
	Links   bool `json:"links,omitempty"`
	OnReady bool `json:"onReady,omitempty"` // whether a phase waits until everyone is ready
}

// Linked returns the settings of a game whose seats are held by secret links.
// Each phase lasts pace; a pace of 0 means no deadline. At the deadline the
// phase is resolved with the orders sent so far, and no seat is abandoned for
// missing orders.
func Linked(pace time.Duration) Hosting {
	h := Default()
	for i := range h.Timing {
		h.Timing[i] = schedule.Untimed()
		h.Timing[i].Next = pace
	}
	h.Links, h.OnReady, h.NMR, h.StrictGrace, h.Rated, h.Bots, h.Listed = true, true, true, true, false, true, true
	return h
}

// Default returns the settings of a new game.
func Default() Hosting {
	h := Hosting{
		Zone: "UTC", MaxAbsence: schedule.DefaultMaxAbsence, Reveal: true, Preferences: PreferList, Rated: true,
		Dias: true, Concessions: true, Press: PressRules{White: true, Partial: true, Observers: "any"},
	}
	for _, c := range schedule.Classes() {
		h.Timing[c] = schedule.DefaultTiming(c)
	}
	return h
}

// Calendar returns the settings on which deadlines depend.
func (h *Hosting) Calendar() schedule.Settings {
	return schedule.Settings{
		NMR: h.NMR, StrictGrace: h.StrictGrace, StrictWait: h.StrictWait, Quiet: h.Quiet,
		Press: h.Press.Any(), Manual: h.ManualProcess, Keep: h.Links,
		Extension: time.Duration(h.Extension) * time.Hour,
	}
}
