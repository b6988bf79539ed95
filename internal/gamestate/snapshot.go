package gamestate

import (
	"context"
	"slices"

	"podesta/internal/game"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// snapshotTx is a read transaction that caches everything it reads.
type snapshotTx struct {
	game.GameTx
	game.PhaseTx
	game.MemberTx
	game.AccountTx
	game.ItemTx
	game.LogTx
	game.SafetyTx

	tx       *game.Tx // the transaction to which the embedded groups belong
	games    memo[string, game.GameRecord]
	seats    memo[string, []game.SeatRecord]
	phases   memo[phaseKey, game.PhaseRecord]
	lists    memo[string, []game.PhaseInfo]
	orders   memo[phaseKey, map[int]string]
	kinds    memo[string, []string]
	accounts memo[string, game.Account]
	members  memo[string, []game.Member]
	mutes    memo[string, []game.Mute]
	entries  memo[entriesKey, []game.Entry]
	opened   memo[string, *State]
	boards   memo[storedKey, *position.Position]
	events   memo[storedKey, []event.Event]
	seen     map[seenKey]map[int][]byte // how far messages were read, keyed by seat; see GatherSeen
}

// newSnapshot returns a snapshot of a transaction.
func newSnapshot(tx *game.Tx) *snapshotTx {
	x := &snapshotTx{
		GameTx: tx.Games, PhaseTx: tx.Phases, MemberTx: tx.Members, AccountTx: tx.Accounts, ItemTx: tx.Items, LogTx: tx.Log, SafetyTx: tx.Safety,
	}
	seen := *tx
	seen.Games, seen.Phases, seen.Members, seen.Accounts, seen.Items, seen.Log, seen.Safety = x, x, x, x, x, x, x
	x.tx = &seen
	return x
}

// seenKey identifies the record of how far a reader has read the messages of a game.
type seenKey struct{ game, account string }

// storedKey identifies a stored value of a game.
type storedKey struct{ game, text string }

type phaseKey struct {
	game   string
	number int
}

// entriesKey identifies entries of a log.
type entriesKey struct {
	game  string
	after int64
	limit int
}

// memo is a cache of read values.
type memo[K comparable, V any] map[K]V

// read returns the cached value, or reads it. Errors are not cached.
func (k *memo[K, V]) read(key K, from func() (V, error)) (V, error) {
	if v, ok := (*k)[key]; ok {
		return v, nil
	}
	v, err := from()
	if err == nil {
		if *k == nil {
			*k = memo[K, V]{}
		}
		(*k)[key] = v
	}
	return v, err
}

// GatherGames reads games with their seats in a few queries and caches them for the current
// Snapshot. Outside a Snapshot it does nothing.
func (b *Base) GatherGames(ctx context.Context, ids []string) error {
	look := b.snapshot(ctx)
	if look == nil {
		return nil
	}
	return outward(look.gather(ids))
}

// GatherSeen reads in one query how far an account has read the messages of games, and caches it
// for the current Snapshot. Outside a Snapshot it does nothing.
func (b *Base) GatherSeen(ctx context.Context, account string, ids []string) error {
	look := b.snapshot(ctx)
	if look == nil {
		return nil
	}
	all, err := look.SeenIn(account, ids)
	if err != nil {
		return outward(err)
	}
	if look.seen == nil {
		look.seen = map[seenKey]map[int][]byte{}
	}
	for _, id := range ids {
		look.seen[seenKey{id, account}] = map[int][]byte{}
	}
	for _, s := range all {
		look.seen[seenKey{s.Game, account}][s.Seat] = s.Data
	}
	return nil
}

// GatherAccounts reads accounts in one query and caches them for the current Snapshot. Outside a
// Snapshot it does nothing.
func (b *Base) GatherAccounts(ctx context.Context, ids []string) error {
	look := b.snapshot(ctx)
	if look == nil {
		return nil
	}
	all, err := look.AccountsByID(ids)
	if err != nil {
		return outward(err)
	}
	if look.accounts == nil {
		look.accounts = memo[string, game.Account]{}
	}
	for _, a := range all {
		look.accounts[a.ID] = a
	}
	return nil
}

// gather reads games and their seats in a few queries.
func (x *snapshotTx) gather(ids []string) error {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		_, known := x.games[id]
		return known
	})
	records, err := x.GamesByID(ids)
	if err != nil {
		return err
	}
	seats, err := x.SeatsByGame(ids)
	if err != nil {
		return err
	}
	if x.games == nil {
		x.games = memo[string, game.GameRecord]{}
	}
	if x.seats == nil {
		x.seats = memo[string, []game.SeatRecord]{}
	}
	for _, r := range records {
		x.games[r.ID], x.seats[r.ID] = r, seats[r.ID]
	}
	return nil
}

// Game reads a game.
func (x *snapshotTx) Game(id string) (game.GameRecord, error) {
	return x.games.read(id, func() (game.GameRecord, error) { return x.GameTx.Game(id) })
}

// Seats reads the seats of a game.
func (x *snapshotTx) Seats(gameID string) ([]game.SeatRecord, error) {
	v, err := x.seats.read(gameID, func() ([]game.SeatRecord, error) { return x.GameTx.Seats(gameID) })
	return slices.Clone(v), err
}

// Phase reads a phase.
func (x *snapshotTx) Phase(gameID string, number int) (game.PhaseRecord, error) {
	return x.phases.read(phaseKey{gameID, number}, func() (game.PhaseRecord, error) { return x.PhaseTx.Phase(gameID, number) })
}

// Phases lists the phases of a game.
func (x *snapshotTx) Phases(gameID string) ([]game.PhaseInfo, error) {
	v, err := x.lists.read(gameID, func() ([]game.PhaseInfo, error) { return x.PhaseTx.Phases(gameID) })
	return slices.Clone(v), err
}

// Orders reads the orders of a phase.
func (x *snapshotTx) Orders(game string, number int) (map[int]string, error) {
	v, err := x.orders.read(phaseKey{game, number}, func() (map[int]string, error) { return x.PhaseTx.Orders(game, number) })
	if v == nil {
		return nil, err
	}
	out := make(map[int]string, len(v))
	for seat, text := range v {
		out[seat] = text
	}
	return out, err
}

// Kinds lists the kinds of items that a game has.
func (x *snapshotTx) Kinds(game string) ([]string, error) {
	return x.kinds.read(game, func() ([]string, error) { return x.ItemTx.Kinds(game) })
}

// Account reads an account.
func (x *snapshotTx) Account(id string) (game.Account, error) {
	return x.accounts.read(id, func() (game.Account, error) { return x.AccountTx.Account(id) })
}

// Members lists the members of a game.
func (x *snapshotTx) Members(gameID string) ([]game.Member, error) {
	v, err := x.members.read(gameID, func() ([]game.Member, error) { return x.MemberTx.Members(gameID) })
	return slices.Clone(v), err
}

// Entries lists entries of a log.
func (x *snapshotTx) Entries(gameID string, after int64, limit int) ([]game.Entry, error) {
	v, err := x.entries.read(entriesKey{gameID, after, limit}, func() ([]game.Entry, error) { return x.LogTx.Entries(gameID, after, limit) })
	return slices.Clone(v), err
}

// Seen reads how far a reader has read the messages of a game.
func (x *snapshotTx) Seen(gameID, account string, seat int) ([]byte, error) {
	seats, ok := x.seen[seenKey{gameID, account}]
	if !ok {
		return x.LogTx.Seen(gameID, account, seat)
	}
	if data, ok := seats[seat]; ok {
		return data, nil
	}
	return nil, game.ErrNoRecord
}

// Mutes lists the people and seats that an account mutes.
func (x *snapshotTx) Mutes(account string) ([]game.Mute, error) {
	v, err := x.mutes.read(account, func() ([]game.Mute, error) { return x.SafetyTx.Mutes(account) })
	return slices.Clone(v), err
}

// openedBy opens the game of a record. Within Snapshot it is opened only once, and each caller gets
// a copy whose fields can be changed.
func (b *Base) openedBy(tx *game.Tx, r game.GameRecord) (*State, error) {
	look, ok := tx.Games.(*snapshotTx)
	if !ok {
		return b.Open(tx, r)
	}
	known, err := look.known(b, r)
	if err != nil {
		return nil, err
	}
	v := *known
	game := *v.Game
	v.Game, v.Seats = &game, slices.Clone(v.Seats)
	hosting := *game.Hosting
	v.Hosting = &hosting
	return &v, nil
}

// known returns the game of a record. Callers must not change it.
func (x *snapshotTx) known(b *Base, r game.GameRecord) (*State, error) {
	return x.opened.read(r.ID, func() (*State, error) { return b.Open(x.tx, r) })
}

// positionAt parses a stored position. Within Snapshot each text is parsed only once, so callers
// must not change the position.
func (g *State) positionAt(tx *game.Tx, stored []byte) (*position.Position, error) {
	look, ok := tx.Games.(*snapshotTx)
	if !ok {
		return g.Setup.codec.ReadPosition(stored)
	}
	c := lookCodec{look, g}
	return c.ReadPosition(stored)
}

// lookCodec decodes the stored phases of a game. It decodes each stored text only once, because
// each phase begins with the position at the end of the previous one.
type lookCodec struct {
	look *snapshotTx
	game *State
}

// ReadPosition reads a position.
func (c *lookCodec) ReadPosition(stored []byte) (*position.Position, error) {
	return c.look.boards.read(storedKey{c.game.ID, string(stored)}, func() (*position.Position, error) {
		return c.game.Setup.codec.ReadPosition(stored)
	})
}

// ReadEvents reads the events of a phase.
func (c *lookCodec) ReadEvents(stored []byte) ([]event.Event, error) {
	list, err := c.look.events.read(storedKey{c.game.ID, string(stored)}, func() ([]event.Event, error) {
		return c.game.Setup.codec.ReadEvents(stored)
	})
	return slices.Clone(list), err
}
