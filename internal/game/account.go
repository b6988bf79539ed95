package game

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// Account is the account of a person, or of a program for which a person answers. It may have several e-mail addresses, which
// only its owner and the operator see.
type Account struct {
	ID string // short and random; used in URLs and in the log
	// the name shown in games whose players are not hidden; the name of a program ends with
	// message.ProgramMark
	Name     string
	Email    string // the address that receives its e-mail
	Zone     string // time zone, such as "Europe/Rome"; empty means UTC
	Hash     string // hash of the password (argon2id in PHC form); empty if none is set
	Verified bool   // whether Email is confirmed
	Operator bool   // whether it is an operator of the whole judge
	Blocked  bool
	Private  bool // whether it is left out of lists of players and its profile is empty
	Created  time.Time
	Wishes   []byte // JSON of the owner's settings for e-mail (ReadWishes)
	Record   []byte // JSON of the data for the reliability score
	Program  bool   // whether the account belongs to a program
	Owner    string // for a program: the account that answers for it; empty if the operator does
}

// ProgramName returns name with message.ProgramMark, the mark of a program, at its end.
func ProgramName(name string) string {
	name, _ = PlainName(name)
	return name + message.ProgramMark
}

// PlainName returns a name without the mark of a program, and reports whether it
// had one.
func PlainName(name string) (plain string, program bool) {
	return strings.CutSuffix(name, message.ProgramMark)
}

// IsName reports whether text is the given name. Case and repeated spaces do not matter, and
// the mark of a program can be missing.
func IsName(name, text string) bool {
	plain, _ := PlainName(name)
	spaced := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.EqualFold(plain, text) || strings.EqualFold(spaced(name), spaced(text))
}

// AccountRecord is the data of an account for the table of reliability.
type AccountRecord struct {
	ID, Name string
	Record   []byte // JSON of the data for the reliability score
}

// Address is an e-mail address of an account.
type Address struct {
	Email    string // the address in lower case
	Account  string
	Verified bool
}

// TokenKind is the purpose of a token.
type TokenKind string

// The kinds of tokens.
const (
	SessionToken TokenKind = "session" // for a browser
	APIToken     TokenKind = "api"     // for a program: all games of an account, or one seat
	ReplyToken   TokenKind = "reply"   // for the reply address of a game's e-mail
	VerifyToken  TokenKind = "verify"  // for the confirmation of an e-mail address
	LoginToken   TokenKind = "login"   // for a link in an e-mail that signs in

	CalendarToken TokenKind = "calendar" // for the address of the calendar of an account's deadlines
)

// Token is an issued secret, of which only the hash is stored.
type Token struct {
	Hash    string // SHA-256 of the secret, in hexadecimal
	Kind    TokenKind
	Account string
	Game    string // the game that it is for; empty for all games of the account
	Seat    int
	Email   string // address that a VerifyToken or LoginToken, or a session opened by e-mail, is for
	Label   string // the name that its owner chose
	Created time.Time
	Expires time.Time // zero if it never expires
	Used    time.Time
	// Opened names what opened a session, such as "passkey ID". It is empty if that was the
	// password or a link in an e-mail. The session ends when that passkey or identity is removed.
	Opened string
}

// MemberKind is the kind of an account's role in a game.
type MemberKind string

// The kinds of members.
const (
	Player   MemberKind = "player"
	Observer MemberKind = "observer"
	Master   MemberKind = "master"
)

// Member is an account's role in a game. The player of a seat is the member whose Seat has the same
// number; former players keep their row with Left set.
type Member struct {
	Game    string
	Account string
	Kind    MemberKind
	Seat    int // the seat of a player; 0 while powers are not assigned
	Joined  time.Time
	Left    time.Time // zero if the member has not left
	// Since is the number of the log's last entry when the member joined. If it is
	// SinceUnknown, times are compared instead.
	Since int64
	Data  []byte // JSON of MemberData
}

// Part is a role that an account has in a game, for lists of the account's games.
type Part struct {
	Game   string
	Kind   MemberKind
	Seat   int    // the seat of a player; 0 while powers are not assigned
	Status Status // status of the game
}

// Ended reports whether the game is over or terminated.
func (p *Part) Ended() bool { return p.Status == Over || p.Status == Terminated }

// Within returns the role r in a game, limited to what the token grants. A token for another game
// grants nothing, and a token for a seat grants only that seat.
func (t Token) Within(game string, r Role) Role {
	switch {
	case t.Game != "" && t.Game != game, t.Seat != 0 && t.Seat != r.Seat:
		return Role{}
	case t.Seat != 0:
		return Role{Seat: r.Seat, Player: r.Player, Account: r.Account}
	}
	return r
}

// SinceUnknown is the Member.Since of members stored by an older version, and of members of
// imported games.
const SinceUnknown = -1

// Precedes reports whether an entry of the game's log was written before the member joined. It
// compares times only if Since is unknown, because they are wrong after the clock was set back.
func (m *Member) Precedes(e *Entry) bool {
	if m.Since == SinceUnknown {
		return e.At.Before(m.Joined)
	}
	return e.Seq <= m.Since
}

// Present reports whether the member has not left.
func (m *Member) Present() bool { return m.Left.IsZero() }

// MemberData is the content of Member.Data.
type MemberData struct {
	Preferences string `json:"preferences,omitempty"` // preferences of a player, as written by preference.write
	Wants       int    `json:"wants,omitempty"`       // the seat for which a newcomer awaits approval
	Played      int    `json:"played,omitempty"`      // the seat that a newcomer who awaits approval had before
	Ejected     bool   `json:"ejected,omitempty"`     // whether a master has removed the member
	Program     bool   `json:"program,omitempty"`     // whether the account was a program when it joined
	Later       bool   `json:"later,omitempty"`       // whether the member took over the seat from its first player
	Successor   string `json:"successor,omitempty"`   // the account that may take over the seat
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

// Author returns the account that wrote a message without having a seat, or "" for any other
// entry.
func (e *Entry) Author() string {
	var p struct {
		Account string `json:"account"`
	}
	if e.Kind != PressEntry || e.From != 0 || json.Unmarshal(e.Data, &p) != nil {
		return ""
	}
	return p.Account
}
