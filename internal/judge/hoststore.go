package judge

import "time"

// GameQuery chooses games from all that a store has.
type GameQuery struct {
	Status   Status   // empty: any
	Showcase bool     // those only that the judge has made to be looked at
	Play     bool     // those only at which a visitor plays against computer players
	Hidden   bool     // those too that are not listed
	Also     []string // games that count as listed, by ID
	Among    []string // no others than these; nil: all
	Name     string   // part of the name, in either case; empty: any
	Skip     int
	Limit    int // 0: all
}

// HostTx is what a transaction does beyond the games themselves: accounts,
// members, the log, items of games, and jobs. Reads of what is not there give
// ErrNoRecord.
type HostTx interface {
	// Games, continued. SaveGame writes the columns that change while a game is
	// played or formed (Name, Status, Hosting, Plan, Phase, Number, Finished) for a
	// revision, without raising it.
	SaveGame(g GameRecord) error
	// Remake writes what a game is played by (Rules, Opening, OpeningThrows) for a
	// revision, without raising it: when the game begins, and when its rules are
	// changed.
	Remake(g GameRecord) error
	// Recast writes what a game that has not begun is made from (Scenario, Variant,
	// Rules) for a revision, without raising it, and its seats in the place of those
	// it had.
	Recast(g GameRecord, seats []SeatRecord) error
	// ListGames gives the IDs of games, the newest first, and how many there are
	// apart from Skip and Limit, without reading the games themselves.
	ListGames(q GameQuery) (ids []string, total int, err error)
	// Lock keeps other writers off a game until the transaction ends.
	Lock(game string) error
	// DropGame removes a game with everything that belongs to it.
	DropGame(game string) error
	AddSeat(game string, s SeatRecord) error
	SaveSeat(game string, s SeatRecord) error
	// Revert takes a game back to the beginning of phase number: later phases and
	// their orders are removed (the log keeps what was told), the revision rises.
	// Number 0 stands for before the first phase.
	Revert(g GameRecord, number int) error
	// Amend replaces the position of the current phase; the revision rises.
	Amend(g GameRecord, position []byte) error
	// SetSalt sets the salt of a phase's dice, for a revision.
	SetSalt(game string, revision, number int, salt string) error

	Account(id string) (Account, error)
	// LockAccount keeps other writers off an account until the transaction ends.
	LockAccount(id string) error
	AccountByEmail(email string) (Account, error) // by any verified address
	Accounts(prefix string, limit int) ([]Account, error)
	SaveAccount(a Account) error // makes or replaces it
	// Record reads what counts for an account's reliability, and in a Write locks
	// the account; SaveRecord writes it.
	Record(id string) ([]byte, error)
	SaveRecord(id string, record []byte) error
	Addresses(account string) ([]Address, error)
	SaveAddress(a Address) error // makes or replaces it
	DropAddress(email string) error

	AddToken(t Token) error
	Token(hash string) (Token, error)
	TouchToken(hash string, used time.Time) error
	Tokens(account string) ([]Token, error)
	DropToken(hash string) error
	DropTokens(before time.Time) error // those that have expired
	// DropNewcomers removes accounts made before then that have never proved an
	// address and take part in no game.
	DropNewcomers(before time.Time) error

	PasskeyTx
	AwardTx

	Members(game string) ([]Member, error)
	MembersOf(account string) ([]Member, error)
	SaveMember(m Member) error // by game, account and kind

	// Items are small values of a game by kind and key: votes, absences, diaries,
	// deferred orders. Get gives ErrNoRecord.
	Put(game, kind, key string, data []byte) error
	Get(game, kind, key string) ([]byte, error)
	List(game, kind string) (map[string][]byte, error)
	Drop(game, kind, key string) error
	Kinds(game string) ([]string, error) // of the items that the game has

	// Append writes an entry to the log and gives its number.
	Append(e Entry) (int64, error)
	Entries(game string, after int64, limit int) ([]Entry, error)
	// Reword replaces the data of an entry.
	Reword(game string, seq int64, data []byte) error
	// Letters lists the last press entries before a number (0: of all), oldest
	// first.
	Letters(game string, before int64, limit int) ([]Entry, error)
	// Seen is how far an account has read the letters of a game in a seat (0:
	// none), as JSON; SaveSeen keeps it.
	Seen(game, account string, seat int) ([]byte, error)
	SaveSeen(game, account string, seat int, data []byte) error

	Enqueue(j Job) error // replaces one of its kind and key
	// Claim gives up to n jobs of a kind that are due and that nobody has, and
	// keeps them for a while: who does not finish a job in that time loses it.
	Claim(kind string, now time.Time, lease time.Duration, n int) ([]Job, error)
	// HoldJob keeps a job that was claimed until later; ErrNoRecord if it was lost.
	HoldJob(id int64, until time.Time) error
	FinishJob(id int64) error
	RetryJob(id int64, at time.Time, failed string) error
	Jobs(kind string, failedOnly bool, limit int) ([]Job, error)
	NextDue(kind string) (time.Time, error) // zero: none waits
	Notify(topic string) error              // to all processes, when the transaction is done
}
