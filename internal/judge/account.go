package judge

import "time"

// Account is a person. One account may have several mail addresses; nobody but
// its owner and the keeper sees them.
type Account struct {
	ID       string // short and random; stands in addresses and in the log
	Name     string // shown at tables where players are not hidden
	Email    string // where its mail goes
	Zone     string // time zone, as "Europe/Rome"; empty: UTC
	Hash     string // of the password (argon2id in PHC form); empty: none set
	Verified bool   // Email answered
	Keeper   bool   // keeps the whole judge
	Blocked  bool
	Private  bool // in no list of players; the profile tells nothing
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
	APIToken     TokenKind = "api"     // a program: an account's games, or one seat's
	ReplyToken   TokenKind = "reply"   // the address that answers to a game's mail go to
	VerifyToken  TokenKind = "verify"  // proves a mail address
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

// MemberKind is in which part somebody takes part in a game.
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
