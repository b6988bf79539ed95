package game

import (
	"encoding/json"
	"fmt"
	"time"
)

// Account is a person. An account may have several mail addresses, which only
// its owner and the operator see.
type Account struct {
	ID       string // short and random; stands in addresses and in the log
	Name     string // shown at tables where players are not hidden
	Email    string // where its mail goes
	Zone     string // time zone, as "Europe/Rome"; empty: UTC
	Hash     string // of the password (argon2id in PHC form); empty: none set
	Verified bool   // Email is confirmed
	Keeper   bool   // an operator of the whole judge
	Blocked  bool
	Private  bool // in no list of players; the profile is empty
	Created  time.Time
	Wishes   []byte // JSON: which letters the person wants (ReadWishes)
	Record   []byte // JSON: what counts for reliability
}

// Address is a mail address of an account.
type Address struct {
	Email    string // in lower case
	Account  string
	Verified bool
}

// TokenKind is what a token opens.
type TokenKind string

// The kinds of tokens.
const (
	SessionToken TokenKind = "session" // a browser
	APIToken     TokenKind = "api"     // a program: all games of an account, or one seat
	ReplyToken   TokenKind = "reply"   // the address for answers to a game's mail
	VerifyToken  TokenKind = "verify"  // confirms a mail address
	LoginToken   TokenKind = "login"   // a link in a mail that signs on
)

// Token is a secret that was given out; only its hash is stored.
type Token struct {
	Hash    string // SHA-256 of the secret, in hexadecimal
	Kind    TokenKind
	Account string
	Game    string // empty: all games of the account
	Seat    int
	Email   string // of a VerifyToken or LoginToken; of a session that a letter has opened
	Label   string // what its owner calls it
	Created time.Time
	Expires time.Time // zero: never
	Used    time.Time
}

// MemberKind is the part that an account has in a game.
type MemberKind string

// The parts.
const (
	Player   MemberKind = "player"
	Observer MemberKind = "observer"
	Master   MemberKind = "master"
)

// Member is an account's part in a game. A seat's player is the member with its
// number; former players keep their row with Left set.
type Member struct {
	Game    string
	Account string
	Kind    MemberKind
	Seat    int // of a player; 0 while powers are not assigned
	Joined  time.Time
	Left    time.Time // zero: still there
	Data    []byte    // JSON: preferences, approval, what the kind needs
}

// Within returns what the token leaves of a role at a game: a token for another
// game opens nothing, one for a seat nothing but the seat.
func (t Token) Within(game string, r Role) Role {
	switch {
	case t.Game != "" && t.Game != game, t.Seat != 0 && t.Seat != r.Seat:
		return Role{}
	case t.Seat != 0:
		return Role{Seat: r.Seat, Player: r.Player, Account: r.Account}
	}
	return r
}

// Present reports whether the member has not left.
func (m *Member) Present() bool { return m.Left.IsZero() }

// MemberData is the content of Member.Data.
type MemberData struct {
	Preferences string `json:"preferences,omitempty"` // of a player, as written by preference.write
	Wants       int    `json:"wants,omitempty"`       // the seat for which a newcomer waits to be approved
}

// ReadData decodes Data.
func (m *Member) ReadData() (MemberData, error) {
	var d MemberData
	if len(m.Data) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(m.Data, &d); err != nil {
		return d, fmt.Errorf("game %s: member %s: %w", m.Game, m.Account, err)
	}
	return d, nil
}

// SetData encodes d into Data.
func (m *Member) SetData(d MemberData) error {
	var err error
	m.Data, err = json.Marshal(d)
	return err
}

// Author returns the account of the writer of press who has no seat, and the
// empty string for any other entry.
func (e *Entry) Author() string {
	var p struct {
		Account string `json:"account"`
	}
	if e.Kind != PressEntry || e.From != 0 || json.Unmarshal(e.Data, &p) != nil {
		return ""
	}
	return p.Account
}
