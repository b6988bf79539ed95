package judge

import (
	"context"
	"time"

	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// Desk is the judge as the doors see it: the commands that mail, web, API and
// command line share, with the same checks of permission. Every change is one
// transaction, appends what is to be told to the game's log, and queues the mail
// that goes with it. Errors are *Error values with a code and a sentence for the
// person who asked; ErrStale and its like are among them.
//
// A Role says who asks: see Judge.Role for keys and Judge.RoleOf for accounts.
type Desk interface {
	Accounts
	Tables
	Clockwork
	Voices
	Masters
}

// Accounts is who people are (accounts.go).
type Accounts interface {
	// Register makes an account, not yet verified, and returns the secret that is
	// mailed to the address. An address that is known already gives no error and
	// no secret: its owner is told by mail, nobody else learns of it.
	Register(ctx context.Context, name, email, zone string) (a *Account, verify SecretMail, err error)
	// Verify proves an address by the secret that was mailed to it.
	Verify(ctx context.Context, secret string) (*Account, error)
	// SignIn checks a password; wrong ones are slowed down by address and account.
	SignIn(ctx context.Context, email, password string) (*Account, error)
	SetPassword(ctx context.Context, account, password string, also ...PasswordOption) error
	// CheckPassword says what is wrong with a password that somebody wants to have.
	CheckPassword(password string, avoid ...string) error
	// ConfirmOwner and ConfirmPasswordChange report by a nil error that whoever uses
	// a token may change what opens the account.
	ConfirmOwner(ctx context.Context, a *Account, t Token, password string) error
	ConfirmPasswordChange(ctx context.Context, a *Account, t Token, current string) error
	// SessionTime returns how long a session lasts at most.
	SessionTime() time.Duration
	// BrowserMark returns a mark for a browser in which the account has signed in.
	BrowserMark(account string) string
	// LoginLink returns a secret for a link that signs on once within an hour;
	// none for an unknown address, which is not told.
	LoginLink(ctx context.Context, email string) (SecretMail, error)
	// UseLink signs on with such a secret, once.
	UseLink(ctx context.Context, secret string) (*Account, error)
	AddAddress(ctx context.Context, account, email string) (SecretMail, error)
	// NewToken gives out a secret of a kind; ttl 0: until it is dropped.
	NewToken(ctx context.Context, t Token, ttl time.Duration) (secret string, err error)
	// Authenticate is the account and the token of a secret.
	Authenticate(ctx context.Context, secret string) (*Account, Token, error)
	Tokens(ctx context.Context, account string) ([]Token, error)
	DropToken(ctx context.Context, account, hash string) error
	Account(ctx context.Context, id string) (*Account, error)
	AccountByEmail(ctx context.Context, email string) (*Account, error)
	SaveProfile(ctx context.Context, account, name, zone string) error
	// SaveWishes changes which letters the account wants.
	SaveWishes(ctx context.Context, account string, w Wishes) error
	// RoleOf is what an account may do at a table; the zero Role for a stranger.
	RoleOf(ctx context.Context, game, account string) (Role, error)
	// GamesOf lists the games in which an account takes part.
	GamesOf(ctx context.Context, account string) ([]*Game, error)
}

// Tables is how games are formed, joined and left (tables.go).
type Tables interface {
	// Host makes a game with its master, who is the account: it forms until its
	// seats are filled.
	Host(ctx context.Context, account string, n NewGame, h Hosting) (*Game, error)
	Hosting(ctx context.Context, game string) (Hosting, error)
	// SetHosting replaces how a game is run, and says in words what changed.
	SetHosting(ctx context.Context, game string, role Role, h Hosting) (changes []string, err error)
	// SetRules changes options of the rules; before the start freely, afterwards
	// the game is marked irregular.
	SetRules(ctx context.Context, game string, role Role, options map[string]string) (changes []string, err error)
	// Join takes a seat in a forming game; preferences are powers by letter, best
	// first, equal ones in brackets (judge-commands 2.3). The last seat starts it.
	Join(ctx context.Context, game, account, preferences string) error
	SetPreferences(ctx context.Context, game string, role Role, preferences string) error
	Observe(ctx context.Context, game, account string) error
	// Leave resigns a seat or gives up observing; of a forming game it frees the seat.
	Leave(ctx context.Context, game string, role Role) error
	// TakeOver takes an abandoned seat; 0: the first one.
	TakeOver(ctx context.Context, game, account string, seat int) error
	Start(ctx context.Context, game string, role Role, force bool) error
	// StartWithBots starts with computer players of a kind in the empty seats.
	StartWithBots(ctx context.Context, game string, role Role, kind string) error
	// SetBot gives a vacant seat to a computer player of a kind, or takes it from
	// one with NoBot.
	SetBot(ctx context.Context, game string, role Role, seat int, kind string) error
	// Unstart takes a start back before any phase was carried out.
	Unstart(ctx context.Context, game string, role Role) error
	Members(ctx context.Context, game string) ([]Member, error)
	Promote(ctx context.Context, game string, role Role, account string) error
	// Eject resigns a seat, or removes an observer or a master by account.
	Eject(ctx context.Context, game string, role Role, seat int, account string) error
	Approve(ctx context.Context, game string, role Role, seat int, approve bool) error
	Terminate(ctx context.Context, game string, role Role) error
	// Reliability is the account's one score, in percent, and how it came about.
	Reliability(ctx context.Context, account string) (percent int, words string, err error)
}

// Clockwork is time and what players say about it (clock.go).
type Clockwork interface {
	Plan(ctx context.Context, game string) (schedule.Plan, error)
	SetWait(ctx context.Context, game string, role Role, seat int, wait bool) error
	SetAbsence(ctx context.Context, game string, role Role, seat int, a schedule.Absence) error
	DropAbsence(ctx context.Context, game string, role Role, seat int, at time.Time) error
	Absences(ctx context.Context, game string, role Role, seat int) ([]schedule.Absence, error)
	// SetTimes sets deadline, grace and start of the current phase; zero times
	// stay as they are.
	SetTimes(ctx context.Context, game string, role Role, deadline, grace, start time.Time) error
	Pause(ctx context.Context, game string, role Role) error
	Resume(ctx context.Context, game string, role Role) error
	// Vote is for a draw or a concession, or takes a vote back; it ends the game
	// when all are for the same.
	Vote(ctx context.Context, game string, role Role, seat int, v Ballot) error
	// Work does what is due: the clocks of games, each in a transaction of its
	// own; it gives how many jobs it did.
	Work(ctx context.Context) (int, error)
}

// Ballot is a vote about the end of a game.
type Ballot struct {
	Draw    bool              `json:"draw,omitempty"`
	Concede machiavelli.Power `json:"concede,omitempty"` // Nobody and not Draw: no vote
	// Among are the powers that may share a draw, in a game whose draws need not
	// include all survivors.
	Among machiavelli.PowerSet `json:"among,omitempty"`
}

// Message is a piece of press.
type Message struct {
	To       Audience `json:"to"`
	Grey     bool     `json:"grey,omitempty"`
	FakeTo   string   `json:"fakeTo,omitempty"` // what the header claims: "all", or letters
	NoFake   bool     `json:"noFake,omitempty"` // the header is true even where the game fakes it by default
	Postal   bool     `json:"postal,omitempty"`
	ToMaster bool     `json:"toMaster,omitempty"` // for the master alone
	Text     string   `json:"text"`

	whom string // the name of somebody without a seat, to whom alone it goes
}

// Voices is what people say and are told (press.go, log.go).
type Voices interface {
	Say(ctx context.Context, game string, role Role, seat int, m Message) error
	// Log gives the entries that the role may see after a number, oldest first;
	// what it must not know of an entry (the writer of grey press) is taken out.
	Log(ctx context.Context, game string, role Role, after int64, limit int) ([]Entry, error)
	// Letters lists the press that the role may see before a number (0: all),
	// oldest first, among the last limit pieces; older is the number before which
	// there is more (0: nothing).
	Letters(ctx context.Context, game string, role Role, before int64, limit int) (list []Letter, older int64, err error)
	// Unread is how many letters that concern somebody he has not read; MarkRead
	// notes that he has read a conversation up to a number (the empty key: all).
	Unread(ctx context.Context, game string, role Role) (int, error)
	MarkRead(ctx context.Context, game string, role Role, key string, upTo int64) error
	Diary(ctx context.Context, game string, role Role, seat int) ([]string, error)
	AddDiary(ctx context.Context, game string, role Role, seat int, text string) error
	DropDiary(ctx context.Context, game string, role Role, seat, n int) error
	// Follow gives the IDs of games about which something new can be told.
	Follow(ctx context.Context) (<-chan string, error)
}

// Change is one correction of a position, in the words of docs/masters.md: what
// (unit, treasury, control ...), of whom or where, and the new value. Only the
// words count, not how they are shared out: "treasury", "venice", "12" is the
// same as "treasury venice 12" in What.
type Change struct {
	What, Where, Value string
}

// Masters is what a master can do besides (master.go).
type Masters interface {
	// Rollback takes a game back to the beginning of a phase; its orders come
	// back. Rolls stay what they were unless fresh ones are asked for, by a salt
	// that the record shows.
	Rollback(ctx context.Context, game string, role Role, number int, fresh bool) error
	// RollbackFor is Rollback with the reason, which everybody is told. Number 0
	// stands for the phase that was processed last.
	RollbackFor(ctx context.Context, game string, role Role, number int, fresh bool, why string) error
	// Edit corrects the current position; everybody is told what and why.
	Edit(ctx context.Context, game string, role Role, revision int, changes []Change, why string) error
	// CheckEdit tells what Edit would change, and keeps nothing.
	CheckEdit(ctx context.Context, game string, role Role, revision int, changes []Change) ([]string, error)
	// SetRollFor is SetRoll with the reason, which everybody is told.
	SetRollFor(ctx context.Context, game string, role Role, revision int, name string, value int, why string) error
	// Acts lists what masters did to the game, oldest first, as the role may know.
	Acts(ctx context.Context, game string, role Role) ([]Act, error)
	// Undone lists the phases that rollbacks took out of the game, as they were.
	Undone(ctx context.Context, game string) ([]Undone, error)
	// Predict tells what the phase would come to with the orders that are in; its
	// dice are not the game's. A player sees it with his own orders only.
	Predict(ctx context.Context, game string, role Role, seat int) ([]string, error)
	// Export writes a whole game in one text, with its secrets, for a master who
	// moves it elsewhere; Import makes a game of such a text, with the account as
	// its master. Pack and Unpack are for the keeper's own tools.
	Export(ctx context.Context, game string, role Role) ([]byte, error)
	Import(ctx context.Context, account string, data []byte, how ...ImportOption) (*Game, error)
}

var _ Desk = (*Judge)(nil)
