package game

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
)

// Store stores games. Read and Write run f in one transaction; if f returns an error, nothing is
// stored. Writes to the same game do not overlap.
type Store interface {
	Read(ctx context.Context, f func(*Tx) error) error
	Write(ctx context.Context, f func(*Tx) error) error
}

// Errors of a store.
var (
	ErrNoRecord = errors.New("no such record")
	ErrRevision = errors.New("the game has another revision")
)

// GameRecord is a game as it is stored.
type GameRecord struct {
	ID, Name, Scenario, Variant string
	Rules                       []byte // JSON of the rules
	Seed                        []byte
	Solitaire, Showcase         bool
	Phase                       machiavelli.Phase
	Number, Revision            int
	Finished                    bool
	Created                     time.Time
	Opening                     []byte       // JSON of the events of the opening
	OpeningThrows               []dice.Throw // rolls of the opening
	Library                     string       // text of the scenario file; empty for the built-in scenarios
	Status                      Status
	Hosting                     []byte // JSON of Hosting
	Plan                        []byte // JSON of the times of the current phase
	Play                        bool   // whether one visitor plays against computer players
	Broken                      string // names the unreadable part of the row; such a game is in no list
}

// SeatRecord is a seat as it is stored.
type SeatRecord struct {
	Number int
	Player string
	Powers []string // ids of the powers
	State  []byte   // JSON of SeatState
}

// PhaseRecord is a phase as it is stored; Events, Throws, Engine and Done are empty for the current
// one. Salt and Given record the master's changes to its dice: Salt makes new dice, and Given sets
// rolls.
type PhaseRecord struct {
	Game     string
	Number   int
	Phase    machiavelli.Phase
	Position []byte // position at its beginning
	After    []byte // position after it was resolved; nil for the current phase
	Events   []byte
	Throws   []dice.Throw
	Salt     string
	Given    map[string]int
	Engine   string
	Done     time.Time
}

// Tx is a transaction; its methods are grouped by kind of data. Reads return ErrNoRecord for
// missing records. Writes for a revision return ErrRevision if the game has another revision.
type Tx struct {
	Games       GameTx
	Phases      PhaseTx
	Members     MemberTx
	Votes       VoteTx
	Absences    AbsenceTx
	Deferred    DeferredTx
	Diaries     DiaryTx
	Hooks       HookTx
	Items       ItemTx
	Log         LogTx
	Jobs        JobTx
	Accounts    AccountTx
	Tokens      TokenTx
	Passkeys    PasskeyTx
	Identities  IdentityTx
	Awards      AwardTx
	Skills      SkillTx
	Safety      SafetyTx
	Tournaments TournamentTx
	Social      SocialTx
	Queue       QueueTx
}

// SeenRecord says how far an account has read the messages of a game in a seat (0 if it has no
// seat). Data is JSON.
type SeenRecord struct {
	Game string
	Seat int
	Data []byte
}

// GameTx reads and writes games and their seats.
type GameTx interface {
	Games() ([]GameRecord, error)
	Game(id string) (GameRecord, error)
	// Stamps returns a text for each existing game, keyed by its ID. The text changes whenever any
	// stored data of the game or of its members' accounts change, so it can be part of a cache key.
	// Secrets of accounts, jobs, webhooks, and how far people have read do not affect it.
	Stamps(games []string) (map[string]string, error)
	// GamesByID reads games, in any order. It leaves out those that do not exist.
	GamesByID(ids []string) ([]GameRecord, error)
	Titles(ids []string) ([]GameTitle, error) // like GamesByID, but only the titles
	// ListGames returns a part of a list of games, without reading the games
	// themselves. The time that it needs does not depend on the number of games.
	ListGames(q GameQuery) (GameList, error)
	AddGame(g GameRecord, seats []SeatRecord, first PhaseRecord) error
	// SaveGame writes the columns that change while a game is played or formed
	// (Name, Status, Hosting, Plan, Phase, Number, Finished) for a revision,
	// without raising it.
	SaveGame(g GameRecord) error
	// Remake writes the rules and the opening of a game (Rules, Opening, OpeningThrows) for a
	// revision, without raising it. It is called when the game begins and when its rules are
	// changed.
	Remake(g GameRecord) error
	// Recast writes the settings of a game that has not begun (Scenario,
	// Variant, Rules) for a revision, without raising it, and replaces its
	// seats.
	Recast(g GameRecord, seats []SeatRecord) error
	// Lock makes other writers of a game wait until the transaction ends.
	Lock(game string) error
	// DropGame removes a game with everything that belongs to it.
	DropGame(game string) error

	Seats(game string) ([]SeatRecord, error)
	SeatsByGame(games []string) (map[string][]SeatRecord, error)
	// PlayersByGame returns the numbers of players, keyed by game ID. It leaves out games without
	// players.
	PlayersByGame(games []string) (map[string]int, error)
	AddSeat(game string, s SeatRecord) error
	SaveSeat(game string, s SeatRecord) error
	NameSeat(game string, seat int, player string) error
}

// PhaseTx reads and writes the phases of games and the orders for them.
type PhaseTx interface {
	Phase(game string, number int) (PhaseRecord, error)
	Phases(game string) ([]PhaseInfo, error)
	Orders(game string, number int) (map[int]string, error)
	SaveOrders(game string, revision, number, seat int, text string) error
	SetRolls(game string, revision, number int, given map[string]int) error
	// SetSalt sets the salt of a phase's dice, for a revision.
	SetSalt(game string, revision, number int, salt string) error
	// Advance closes the current phase and replaces it with the next (none if
	// next is nil), with the game's new values. The revision rises by one.
	Advance(g GameRecord, done PhaseRecord, next *PhaseRecord) error
	// Revert returns a game to the beginning of phase number: later phases and
	// their orders are removed (the log stays), and the revision rises. Number
	// 0 means before the first phase.
	Revert(g GameRecord, number int) error
	// Amend replaces the position of the current phase. The revision rises.
	Amend(g GameRecord, position []byte) error
}

// AccountTx reads and writes accounts and their addresses.
type AccountTx interface {
	Account(id string) (Account, error)
	// LockAccount makes other writers of an account wait until the transaction ends.
	LockAccount(id string) error
	AccountByEmail(email string) (Account, error) // finds an account by any of its verified addresses
	Accounts(prefix string, limit int) ([]Account, error)
	// returns the IDs of all accounts, sorted: up to limit IDs after a given ID
	AccountIDs(after string, limit int) ([]string, error)
	AccountsByID(ids []string) ([]Account, error) // accounts in any order, without those that do not exist
	Operators() ([]Account, error)                // operators of the judge with open accounts, by ascending ID
	AccountsNamed(name string) ([]Account, error) // verified accounts with that name, ignoring case
	Newcomers(email string) ([]Account, error)    // unverified accounts that have signed up with an address
	// Records returns the public accounts of people with data of a reliability score, in the order
	// of their IDs: up to limit accounts after a given ID.
	Records(after string, limit int) ([]AccountRecord, error)
	SaveAccount(a Account) error              // adds or replaces it
	Programs(owner string) ([]Account, error) // programs of an account, sorted by name
	// DropNewcomers removes accounts created before the given time that never verified an address
	// and take part in no game.
	DropNewcomers(before time.Time) error
	// Record returns the data of an account's reliability score, and in a Write
	// locks the account. SaveRecord replaces the data.
	Record(id string) ([]byte, error)
	SaveRecord(id string, record []byte) error
	Addresses(account string) ([]Address, error)
	SaveAddress(a Address) error // adds or replaces it
	DropAddress(email string) error
}

// TokenTx reads and writes the secrets that sign people in.
type TokenTx interface {
	AddToken(t Token) error
	AddTokens(tokens []Token) error
	Token(hash string) (Token, error)
	TokensByHash(hashes []string) ([]Token, error) // tokens in any order, without those that do not exist
	TouchToken(hash string, used time.Time) error
	Tokens(account string) ([]Token, error)
	DropToken(hash string) error
	DropTokens(before time.Time) error // removes tokens that expired before the given time
}

// MemberTx reads and writes the members of games.
type MemberTx interface {
	Members(game string) ([]Member, error)
	MembersOf(account string) ([]Member, error)
	// PartsOf lists the current roles of an account, in the order of MembersOf; If running is true,
	// it leaves out games that have ended.
	PartsOf(account string, running bool) ([]Part, error)
	SaveMember(m Member) error // replaces the member with the same game, account and kind, or adds one
}

// VoteTx reads and writes the votes and agreements of players.
type VoteTx interface {
	Ballots(game string) (map[int]Ballot, error) // ballots keyed by seat
	SaveBallot(game string, seat int, b Ballot) error
	DropBallot(game string, seat int) error
	DropBallots(game string) error

	// Agreements returns the accounts that agree to a motion.
	Agreements(game string, m Motion) ([]string, error)
	SaveAgreement(game string, m Motion, account string) error
	DropAgreement(game string, m Motion, account string) error
	DropAgreements(game string, m Motion) error
}

// AbsenceTx reads and writes the times when players are away.
type AbsenceTx interface {
	// Absences returns the absences of all seats, sorted by seat and start.
	Absences(game string) ([]schedule.Absence, error)
	// SetAbsences replaces the absences of a seat.
	SetAbsences(game string, seat int, absences []schedule.Absence) error
	DropAbsences(game string) error

	// Vacations returns the vacations of those accounts that have one.
	Vacations(accounts []string) ([]Vacation, error)
	SaveVacation(v Vacation) error // adds or replaces it
	DropVacation(account string) error
	// DropVacations removes the vacations that ended before the given time.
	DropVacations(before time.Time) error
}

// Vacation is a time, from Start to before End, in which a person is away from all
// their games.
type Vacation struct {
	Account    string
	Start, End time.Time
}

// DeferredTx reads and writes orders that were sent in advance.
type DeferredTx interface {
	// Deferred returns the orders of all seats, sorted by phase and seat.
	Deferred(game string) ([]Deferred, error)
	// SaveDeferred adds or replaces a seat's orders for a later phase. Orders
	// that wait for their phase and orders that were entered are stored
	// separately.
	SaveDeferred(game string, d Deferred) error
	DropDeferred(game string, d Deferred) error
	DropAllDeferred(game string) error
}

// DiaryTx reads and writes the diaries of seats.
type DiaryTx interface {
	Notes(game string, seat int) ([]string, error) // oldest first
	AddNote(game string, seat int, text string) error
	// DropNote removes note n, counted from 1.
	DropNote(game string, seat, n int) error
	DropNotes(game string, seat int) error // drops the notes of a seat; seat 0 means all seats
}

// HookTx reads and writes webhooks.
type HookTx interface {
	HasHooks() (bool, error)
	Hooks(account string) ([]Hook, error) // oldest first
	Hook(id string) (Hook, error)
	SaveHook(h Hook) error
	DropHook(id string) error
	// HookSeen returns the number of the last entry of a game's log for which a
	// hook was called, or 0.
	HookSeen(game, hook string) (int64, error)
	SaveHookSeen(game, hook string, seq int64) error

	// SaveHeld stores a notification until it is due. If it is stored already, it
	// keeps its time.
	SaveHeld(h Held) error
	// Held returns the notifications of an account for a channel that are due, sorted by game and
	// entry.
	Held(account, way string, now time.Time) ([]Held, error)
	// DropHeld removes a notification, if it is stored.
	DropHeld(h Held) error
	// DropHeldOf removes the notifications of an account for a channel.
	DropHeldOf(account, way string) error
}

// ItemTx reads and writes items: small values of a game, identified by kind and key. Get returns
// ErrNoRecord if the item does not exist.
type ItemTx interface {
	Put(game, kind, key string, data []byte) error
	PutAll(game, kind string, items map[string][]byte) error // adds or replaces items; the map is keyed by item key
	Get(game, kind, key string) ([]byte, error)
	List(game, kind string) (map[string][]byte, error)
	Drop(game, kind, key string) error
	// DropSome removes up to n items of a kind and returns their number.
	DropSome(game, kind string, n int) (int, error)
	Kinds(game string) ([]string, error) // the kinds of the items that the game has
}

// LogTx reads and writes the logs of games.
type LogTx interface {
	// Append adds an entry to the log and returns its number.
	Append(e Entry) (int64, error)
	// LogEnd returns the number of the log's last entry, or 0 if the log is empty.
	LogEnd(game string) (int64, error)
	Entries(game string, after int64, limit int) ([]Entry, error)
	// Reword replaces the data of an entry.
	Reword(game string, seq int64, data []byte) error
	// Letters returns the last press entries before an entry (0 for the end of the log), the
	// oldest first.
	Letters(game string, before int64, limit int) ([]Entry, error)
	// Seen returns, as JSON, how far an account has read the messages of a game in a seat (0 if it
	// has no seat). SaveSeen stores it.
	Seen(game, account string, seat int) ([]byte, error)
	SaveSeen(game, account string, seat int, data []byte) error
	// SeenIn is Seen for all seats of an account in several games. The order of the records is
	// undefined.
	SeenIn(account string, games []string) ([]SeenRecord, error)
}

// JobTx reads and writes jobs, and notifies other processes.
type JobTx interface {
	Enqueue(j Job) error // adds a job, replacing the one with the same kind and key
	// EnqueueAll adds jobs as Enqueue does. If several have the same kind and key, only the last is
	// added.
	EnqueueAll(jobs []Job) error
	// Claim claims and returns up to n jobs of a kind that are due and
	// unclaimed. A worker that does not finish a job before the lease ends
	// loses it.
	Claim(kind string, now time.Time, lease time.Duration, n int) ([]Job, error)
	// ClaimInTurn claims jobs as Claim does, but limits the jobs of each game to the number each.
	// It begins with the game that follows the ID after, and last is the game at which it stopped.
	// Jobs that belong to no game are not claimed.
	ClaimInTurn(kind, after string, now time.Time, lease time.Duration, n, each int) (jobs []Job, last string, err error)
	// HoldJob extends the claim on a job. It returns ErrNoRecord if the claim
	// was lost.
	HoldJob(id int64, until time.Time) error
	FinishJob(id int64) error
	// FinishJobs removes finished jobs, except those whose claims were lost.
	FinishJobs(ids []int64) error
	RetryJob(id int64, at time.Time, failed string) error
	Jobs(kind string, failedOnly bool, limit int) ([]Job, error)
	NextDue(kind string) (time.Time, error) // zero if there is none
	// DropGivenUp removes up to n jobs of a kind that have failed, have no time, and were
	// queued before a given day, and returns their number. It must be called every day with the
	// current time: a job counts as queued on the day of the first call after it was queued.
	DropGivenUp(kind string, now, before time.Time, n int) (int, error)
	Notify(topic string) error // notifies all processes, after the commit
}

// Listed reports whether the game is public.
func (r *GameRecord) Listed() bool {
	var h struct {
		Listed bool `json:"listed"`
	}
	return json.Unmarshal(r.Hosting, &h) == nil && h.Listed
}
