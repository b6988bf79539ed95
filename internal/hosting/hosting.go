// Package hosting describes how a game is run, as opposed to its rules: its
// deadlines, its press, who may join and what is announced. Every switch is
// described once, as package rules describes the options of the rules.
package hosting

import (
	"time"

	"podesta/internal/schedule"
)

// The ways in which powers are dealt to the players of a new game.
const (
	PreferList   = "list"   // players list the powers they would like
	PreferBoth   = "both"   // or * for a power at random
	PreferRandom = "random" // all powers are dealt at random
)

// PressRules determine which press a game allows.
type PressRules struct {
	None      bool   `json:"none,omitempty"`
	White     bool   `json:"white"`
	Grey      bool   `json:"grey,omitempty"`
	GreyFirst bool   `json:"greyFirst,omitempty"` // press without a stated colour is grey
	Partial   bool   `json:"partial"`
	Fakes     string `json:"fakes,omitempty"`     // "", "may", "broadcast", "default"
	Observers string `json:"observers"`           // "any", "white", "none"
	NoLate    bool   `json:"noLate,omitempty"`    // not after the deadline with orders missing
	NoGrace   bool   `json:"noGrace,omitempty"`   // not while anyone is late
	NoMinor   bool   `json:"noMinor,omitempty"`   // not in retreats and adjustments
	Blank     bool   `json:"blank,omitempty"`     // grey press has no header: it does not name its recipients
	MustOrder bool   `json:"mustOrder,omitempty"` // only with complete orders
	Touch     bool   `json:"touch,omitempty"`     // partial press only to neighbours, one broadcast per phase
	WatchAll  bool   `json:"watchAll,omitempty"`  // observers may request copies of partial press
	Postal    bool   `json:"postal,omitempty"`    // press that is delivered after the phase
}

// Hosting holds everything that a master sets about how a game is run, as
// opposed to its rules. It is a plain value.
type Hosting struct {
	Timing [3]schedule.Timing `json:"timing"` // the timing of each schedule.Class
	Zone   string             `json:"zone"`   // time zone of the deadlines

	NMR           bool `json:"nmr,omitempty"` // continue without a late power after grace
	StrictGrace   bool `json:"strictGrace,omitempty"`
	StrictWait    bool `json:"strictWait,omitempty"`
	LateCount     bool `json:"lateCount,omitempty"`
	MaxAbsence    int  `json:"maxAbsence"`          // days
	Extension     int  `json:"extension,omitempty"` // hours by which a phase with missing orders is extended once; 0: not
	ManualStart   bool `json:"manualStart,omitempty"`
	Muster        bool `json:"muster,omitempty"`     // before the game begins, everyone confirms that they are there
	MusterTime    int  `json:"musterTime,omitempty"` // minutes that each has for it; 0: as suits the pace
	ManualProcess bool `json:"manualProcess,omitempty"`
	Approval      bool `json:"approval,omitempty"`
	Bots          bool `json:"bots,omitempty"`        // the master may give empty seats to computer players
	BotPress      bool `json:"botPress,omitempty"`    // computer players may make and answer proposals
	NoCoach       bool `json:"noCoach,omitempty"`     // the page gives players no advice
	Programs      bool `json:"programs,omitempty"`    // accounts of programs may play and watch
	Invites       bool `json:"invites,omitempty"`     // every player may invite people
	InvitedOnly   bool `json:"invitedOnly,omitempty"` // until the game begins, only people who are invited may join
	FriendsOnly   bool `json:"friendsOnly,omitempty"` // likewise, and friends of its masters or of the player who set it up

	Listed      bool   `json:"listed,omitempty"`
	Comment     string `json:"comment,omitempty"` // one line
	HouseRules  string `json:"houseRules,omitempty"`
	Gunboat     bool   `json:"gunboat,omitempty"`
	Quiet       bool   `json:"quiet,omitempty"`  // takeovers and lateness are not announced
	Reveal      bool   `json:"reveal,omitempty"` // players are named when the game is over
	Secret      bool   `json:"secret,omitempty"` // the number of players who have joined is hidden
	Preferences string `json:"preferences"`      // "list", "both", "random"

	MinReliability int      `json:"minReliability,omitempty"` // percent, to join
	Allow          []string `json:"allow,omitempty"`          // accounts or addresses; if there are any, no one else may join
	Deny           []string `json:"deny,omitempty"`
	Rated          bool     `json:"rated,omitempty"`
	PlayersResume  bool     `json:"playersResume,omitempty"`
	Dias           bool     `json:"dias"` // draws include all survivors
	Concessions    bool     `json:"concessions"`
	HideVotes      bool     `json:"hideVotes,omitempty"` // only masters see how players vote
	Unmoderated    bool     `json:"unmoderated,omitempty"`
	Irregular      bool     `json:"irregular,omitempty"` // the rules were changed during the game; set by the judge

	Press PressRules `json:"press"`

	// Tournament is the ID of the tournament to which the game belongs; set by
	// the judge.
	Tournament string `json:"tournament,omitempty"`

	// Links and OnReady are set when the game is created and do not change.
	Links   bool `json:"links,omitempty"`   // seats and master are held by secret links, not by accounts
	OnReady bool `json:"onReady,omitempty"` // a phase waits until everyone is ready, not for complete orders
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
