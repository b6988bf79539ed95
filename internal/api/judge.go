package api

import (
	"context"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
)

// Judge is what the API needs of the judge; *judge.Judge is one.
type Judge interface {
	Look(ctx context.Context, f func(context.Context) error) error
	Together(ctx context.Context) (context.Context, func())
	accounts
	tables
	play
	talk
	masters
	hooks
}

type accounts interface {
	Register(ctx context.Context, name, email, zone string) (a *judge.Account, verify judge.SecretMail, err error)
	Verify(ctx context.Context, secret string) (*judge.Account, error)
	SignIn(ctx context.Context, email, password string) (*judge.Account, error)
	LoginLink(ctx context.Context, email string) (judge.SecretMail, error)
	UseLink(ctx context.Context, secret string) (*judge.Account, error)
	SetPassword(ctx context.Context, account, password string, also ...judge.PasswordOption) error
	ConfirmOwner(ctx context.Context, a *judge.Account, t judge.Token, password string) error
	ConfirmPasswordChange(ctx context.Context, a *judge.Account, t judge.Token, current string) error
	SessionTime() time.Duration
	AddAddress(ctx context.Context, account, email string) (judge.SecretMail, error)
	Addresses(ctx context.Context, account string) ([]judge.Address, error)
	SetEmail(ctx context.Context, account, email string) error
	RemoveAddress(ctx context.Context, account, email string) error
	NewToken(ctx context.Context, t judge.Token, ttl time.Duration) (secret string, err error)
	Authenticate(ctx context.Context, secret string) (*judge.Account, judge.Token, error)
	Tokens(ctx context.Context, account string) ([]judge.Token, error)
	DropToken(ctx context.Context, account, hash string) error
	Account(ctx context.Context, id string) (*judge.Account, error)
	SaveProfile(ctx context.Context, account, name, zone string) error
	SaveWishes(ctx context.Context, account string, w judge.Wishes) error
	RoleOf(ctx context.Context, game, account string) (judge.Role, error)
	Role(ctx context.Context, id, key string) (judge.Role, error)
	GamesOf(ctx context.Context, account string) ([]*judge.Game, error)
	Reliability(ctx context.Context, account string) (percent int, words string, err error)
}

type tables interface {
	List(ctx context.Context, f judge.Filter) (judge.Page, error)
	FindGame(ctx context.Context, name string) (*judge.Game, error)
	Create(ctx context.Context, n judge.NewGame) (*judge.Game, judge.Keys, error)
	Host(ctx context.Context, account string, n judge.NewGame, h judge.Hosting) (*judge.Game, error)
	SetHosting(ctx context.Context, game string, role judge.Role, h judge.Hosting) (changes []string, err error)
	SetRules(ctx context.Context, game string, role judge.Role, options map[string]string) (changes []string, err error)
	Join(ctx context.Context, game, account, preferences string) error
	SetPreferences(ctx context.Context, game string, role judge.Role, preferences string) error
	Observe(ctx context.Context, game, account string) error
	Leave(ctx context.Context, game string, role judge.Role) error
	TakeOver(ctx context.Context, game, account string, seat int) error
	Start(ctx context.Context, game string, role judge.Role, force bool) error
	StartWithBots(ctx context.Context, game string, role judge.Role, kind string) error
	SetBot(ctx context.Context, game string, role judge.Role, seat int, kind string) error
	Unstart(ctx context.Context, game string, role judge.Role) error
	Roster(ctx context.Context, game string, role judge.Role) ([]judge.Person, error)
	Places(ctx context.Context, game string, role judge.Role) (judge.Places, error)
	Promote(ctx context.Context, game string, role judge.Role, account string) error
	Eject(ctx context.Context, game string, role judge.Role, seat int, account string) error
	Approve(ctx context.Context, game string, role judge.Role, seat int, approve bool) error
	Terminate(ctx context.Context, game string, role judge.Role) error
	TakeSeat(ctx context.Context, id string, role judge.Role, name string) error
}

type play interface {
	Seats(ctx context.Context, id string) ([]judge.Seat, error)
	States(ctx context.Context, game string, role judge.Role) ([]judge.SeatState, error)
	Opening(ctx context.Context, id string) ([]event.Event, error)
	Phase(ctx context.Context, id string, number int) (*judge.Phase, error)
	Phases(ctx context.Context, id string) ([]judge.PhaseInfo, error)
	DiceBook(ctx context.Context, id string) (*dice.Book, error)
	Orders(ctx context.Context, id string, role judge.Role, seat int) (string, error)
	Check(ctx context.Context, id string, role judge.Role, seat int, text string) ([]judge.Verdict, error)
	Submit(ctx context.Context, id string, role judge.Role, seat, revision int, text string) ([]judge.Verdict, error)
	Ready(ctx context.Context, id string, role judge.Role, seat, revision int, ready bool) error
	Predict(ctx context.Context, game string, role judge.Role, seat int) ([]string, error)
	Plan(ctx context.Context, game string) (schedule.Plan, error)
	SetWait(ctx context.Context, game string, role judge.Role, seat int, wait bool) error
	SetPass(ctx context.Context, game string, role judge.Role, seat int, pass bool) error
	SetAbsence(ctx context.Context, game string, role judge.Role, seat int, a schedule.Absence) error
	DropAbsence(ctx context.Context, game string, role judge.Role, seat int, at time.Time) error
	Absences(ctx context.Context, game string, role judge.Role, seat int) ([]schedule.Absence, error)
	Vote(ctx context.Context, game string, role judge.Role, seat int, v judge.Ballot) error
	Votes(ctx context.Context, game string, role judge.Role) ([]judge.VoteCount, error)
	Ballot(ctx context.Context, game string, role judge.Role, seat int) (judge.Ballot, error)
}

type talk interface {
	Say(ctx context.Context, game string, role judge.Role, seat int, m judge.Message) error
	Log(ctx context.Context, game string, role judge.Role, after int64, limit int) ([]judge.Entry, error)
	SetCopies(ctx context.Context, game string, role judge.Role, on bool) error
	OpenLetters(ctx context.Context, game string, role judge.Role, agree bool) error
	Openness(ctx context.Context, game string, role judge.Role) (judge.Openness, error)
	Motions(ctx context.Context, game string, role judge.Role) ([]judge.Agreement, error)
	Agree(ctx context.Context, game string, role judge.Role, m judge.Motion, agree bool) error
	Diary(ctx context.Context, game string, role judge.Role, seat int) ([]string, error)
	AddDiary(ctx context.Context, game string, role judge.Role, seat int, text string) error
	DropDiary(ctx context.Context, game string, role judge.Role, seat, n int) error
	Told(ctx context.Context, game string) (int64, error)
	Follow(ctx context.Context) (<-chan string, error)
}

type masters interface {
	Process(ctx context.Context, id string, role judge.Role, revision int) (*judge.Phase, error)
	SetDeadline(ctx context.Context, id string, role judge.Role, at time.Time) error
	SetTimes(ctx context.Context, game string, role judge.Role, deadline, grace, start time.Time) error
	Pause(ctx context.Context, game string, role judge.Role) error
	Resume(ctx context.Context, game string, role judge.Role) error
	RollbackFor(ctx context.Context, game string, role judge.Role, number int, fresh bool, why string) error
	Edit(ctx context.Context, game string, role judge.Role, revision int, changes []judge.Change, why string) error
	CheckEdit(ctx context.Context, game string, role judge.Role, revision int, changes []judge.Change) ([]string, error)
	SetRollFor(ctx context.Context, game string, role judge.Role, revision int, name string, value int, why string) error
	Acts(ctx context.Context, game string, role judge.Role) ([]judge.Act, error)
	Undone(ctx context.Context, game string) ([]judge.Undone, error)
	Export(ctx context.Context, game string, role judge.Role) ([]byte, error)
	Import(ctx context.Context, account string, data []byte, how ...judge.ImportOption) (*judge.Game, error)
}

type hooks interface {
	AddHook(ctx context.Context, h judge.Hook) (judge.Hook, error)
	Hooks(ctx context.Context, account string) ([]judge.Hook, error)
	DropHook(ctx context.Context, account, id string) error
}

var _ Judge = (*judge.Judge)(nil)
