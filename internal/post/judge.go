package post

import (
	"context"
	"time"

	"podesta/internal/judge"
	"podesta/machiavelli/dice"
)

// Judge is what the mail room needs of the judge.
type Judge interface {
	judge.Desk

	FindGame(ctx context.Context, name string) (*judge.Game, error)
	Game(ctx context.Context, id string) (*judge.Game, error)
	List(ctx context.Context, f judge.Filter) (judge.Page, error)
	Seats(ctx context.Context, game string) ([]judge.Seat, error)
	States(ctx context.Context, game string, role judge.Role) ([]judge.SeatState, error)
	Roster(ctx context.Context, game string, role judge.Role) ([]judge.Person, error)
	Places(ctx context.Context, game string, role judge.Role) (judge.Places, error)
	Current(ctx context.Context, game string) (*judge.Phase, error)
	Phase(ctx context.Context, game string, number int) (*judge.Phase, error)
	Phases(ctx context.Context, game string) ([]judge.PhaseInfo, error)

	Orders(ctx context.Context, game string, role judge.Role, seat int) (string, error)
	Check(ctx context.Context, game string, role judge.Role, seat int, text string) ([]judge.Verdict, error)
	Submit(ctx context.Context, game string, role judge.Role, seat, revision int, text string) ([]judge.Verdict, error)
	Defer(ctx context.Context, game string, role judge.Role, d judge.Deferred) error
	Deferred(ctx context.Context, game string, role judge.Role, seat int) ([]judge.Deferred, error)
	ClearDeferred(ctx context.Context, game string, role judge.Role, seat int) error
	Recast(ctx context.Context, game string, role judge.Role, c judge.Recasting) ([]string, error)
	SetNormal(ctx context.Context, game string, role judge.Role) error
	Process(ctx context.Context, game string, role judge.Role, revision int) (*judge.Phase, error)
	DiceBook(ctx context.Context, game string) (*dice.Book, error)
	Worth(ctx context.Context, game, account string) (judge.Worth, error)
	Ballot(ctx context.Context, game string, role judge.Role, seat int) (judge.Ballot, error)
	Bounced(ctx context.Context, account, email, why string) (first bool, err error)
	Arrives(ctx context.Context, account, email string) error
	AllBouncing(ctx context.Context) ([]judge.Bouncing, error)
	SetCopies(ctx context.Context, game string, role judge.Role, on bool) error
	OpenLetters(ctx context.Context, game string, role judge.Role, agree bool) error
	Openness(ctx context.Context, game string, role judge.Role) (judge.Openness, error)
	Motions(ctx context.Context, game string, role judge.Role) ([]judge.Agreement, error)
	Agree(ctx context.Context, game string, role judge.Role, m judge.Motion, agree bool) error

	Entry(ctx context.Context, game string, seq int64) (judge.Entry, error)
	Censor(ctx context.Context, role judge.Role, e judge.Entry) (judge.Entry, bool, error)
	Whose(ctx context.Context, secret string) (account string, err error)
	UnsubscribeKey(game, account string) string
	Unsubscribe(ctx context.Context, game, key string) (judge.Unsubscribed, error)
	Release(ctx context.Context, c *judge.Collection) error
	ReplySecret(ctx context.Context, account, game string, seat int) (string, error)

	Addresses(ctx context.Context, account string) ([]judge.Address, error)
	SetEmail(ctx context.Context, account, email string) error

	TellOwners(f func(judge.Tx, judge.OwnerNews) error)
	ReserveAddresses(ours func(email string) bool)
}

// Clock tells the time.
type Clock interface{ Now() time.Time }
