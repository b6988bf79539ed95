package gamestate

import (
	"context"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
)

// Stamp returns a text that identifies the state of a game, with the accounts of
// its members, at the moment of the snapshot; see game.GameTx.
func (b *Base) Stamp(ctx context.Context, id string) (string, error) {
	var out string
	err := b.Read(ctx, func(tx game.Tx) (err error) {
		out, err = tx.Stamp(id)
		return err
	})
	return out, err
}

// Covered runs f within Snapshot and reports whether the stamp of a game covers
// all that f has read: only the game and the accounts of its members.
// Only then can the result be kept under the stamp. f may also read how far the
// reader, an account, has read the messages of the game.
func (b *Base) Covered(ctx context.Context, gameID, reader string, f func()) bool {
	look, ok := ctx.Value(snapshotKey{}).(*snapshotTx)
	if !ok {
		f()
		return false
	}
	look.cover = &cover{game: gameID, reader: reader}
	defer func() { look.cover = nil }()
	f()
	return !look.cover.left
}

// cover watches what is read of a store.
type cover struct {
	game, reader string
	left         bool // something else was read
}

// leave records that something is read that a stamp does not cover.
func (x *snapshotTx) leave() {
	if x.cover != nil {
		x.cover.left = true
	}
}

// of records that something of a game is read.
func (x *snapshotTx) of(gameID string) {
	if x.cover != nil && x.cover.game != gameID {
		x.cover.left = true
	}
}

// person records that an account is read.
func (x *snapshotTx) person(id string) {
	if x.cover == nil || x.cover.left {
		return
	}
	members, err := x.members.read(x.cover.game, func() ([]game.Member, error) { return x.Tx.Members(x.cover.game) })
	if err != nil || !slices.ContainsFunc(members, func(m game.Member) bool { return m.Account == id }) {
		x.cover.left = true
	}
}

// The following belong to a game, so that its stamp covers them.

func (x *snapshotTx) Ballots(gameID string) (map[int]game.Ballot, error) {
	x.of(gameID)
	return x.Tx.Ballots(gameID)
}

func (x *snapshotTx) Agreements(gameID string, m game.Motion) ([]string, error) {
	x.of(gameID)
	return x.Tx.Agreements(gameID, m)
}

func (x *snapshotTx) Absences(gameID string) ([]schedule.Absence, error) {
	x.of(gameID)
	return x.Tx.Absences(gameID)
}

func (x *snapshotTx) Deferred(gameID string) ([]game.Deferred, error) {
	x.of(gameID)
	return x.Tx.Deferred(gameID)
}

func (x *snapshotTx) Notes(gameID string, seat int) ([]string, error) {
	x.of(gameID)
	return x.Tx.Notes(gameID, seat)
}

func (x *snapshotTx) Get(gameID, kind, key string) ([]byte, error) {
	x.of(gameID)
	return x.Tx.Get(gameID, kind, key)
}

func (x *snapshotTx) List(gameID, kind string) (map[string][]byte, error) {
	x.of(gameID)
	return x.Tx.List(gameID, kind)
}

func (x *snapshotTx) Entries(gameID string, after int64, limit int) ([]game.Entry, error) {
	x.of(gameID)
	v, err := x.entries.read(entriesKey{gameID, after, limit}, func() ([]game.Entry, error) { return x.Tx.Entries(gameID, after, limit) })
	return slices.Clone(v), err
}

func (x *snapshotTx) LogEnd(gameID string) (int64, error) {
	x.of(gameID)
	return x.Tx.LogEnd(gameID)
}

func (x *snapshotTx) Letters(gameID string, before int64, limit int) ([]game.Entry, error) {
	x.of(gameID)
	return x.Tx.Letters(gameID, before, limit)
}

func (x *snapshotTx) Awards(gameID string) ([]game.Award, error) {
	x.of(gameID)
	return x.Tx.Awards(gameID)
}

func (x *snapshotTx) Stamp(gameID string) (string, error) {
	x.of(gameID)
	return x.stamps.read(gameID, func() (string, error) { return x.Tx.Stamp(gameID) })
}

func (x *snapshotTx) Stamps(ids []string) (map[string]string, error) {
	x.leave()
	return x.Tx.Stamps(ids)
}

// Seen is covered for the reader: it is a part of what their page is kept under.
func (x *snapshotTx) Seen(gameID, account string, seat int) ([]byte, error) {
	if x.of(gameID); x.cover != nil && account != x.cover.reader {
		x.leave()
	}
	if seats, ok := x.seen[seenKey{gameID, account}]; ok {
		if data, ok := seats[seat]; ok {
			return data, nil
		}
		return nil, game.ErrNoRecord
	}
	return x.Tx.Seen(gameID, account, seat)
}

func (x *snapshotTx) SeenIn(account string, games []string) ([]game.SeenRecord, error) {
	x.leave()
	return x.Tx.SeenIn(account, games)
}

// Mutes is covered for a member: who changes them saves the account, too.
func (x *snapshotTx) Mutes(account string) ([]game.Mute, error) {
	x.person(account)
	return x.Tx.Mutes(account)
}

// Vacations are covered for members: who changes theirs saves the account, too.
func (x *snapshotTx) Vacations(accounts []string) ([]game.Vacation, error) {
	for _, id := range accounts {
		x.person(id)
	}
	return x.Tx.Vacations(accounts)
}

// Record is the part of an account that lists of people show.
func (x *snapshotTx) Record(id string) ([]byte, error) {
	x.person(id)
	return x.Tx.Record(id)
}

// No stamp covers the following.

func (x *snapshotTx) Games() ([]game.GameRecord, error) {
	x.leave()
	return x.Tx.Games()
}

func (x *snapshotTx) ListGames(q game.GameQuery) (game.GameList, error) {
	x.leave()
	return x.Tx.ListGames(q)
}

func (x *snapshotTx) GamesByID(ids []string) ([]game.GameRecord, error) {
	x.leave()
	return x.Tx.GamesByID(ids)
}

func (x *snapshotTx) Titles(ids []string) ([]game.GameTitle, error) {
	x.leave()
	return x.Tx.Titles(ids)
}

func (x *snapshotTx) SeatsByGame(ids []string) (map[string][]game.SeatRecord, error) {
	x.leave()
	return x.Tx.SeatsByGame(ids)
}

func (x *snapshotTx) PlayersByGame(ids []string) (map[string]int, error) {
	x.leave()
	return x.Tx.PlayersByGame(ids)
}

func (x *snapshotTx) AccountByEmail(email string) (game.Account, error) {
	x.leave()
	return x.Tx.AccountByEmail(email)
}

func (x *snapshotTx) Accounts(prefix string, limit int) ([]game.Account, error) {
	x.leave()
	return x.Tx.Accounts(prefix, limit)
}

func (x *snapshotTx) AccountIDs(after string, limit int) ([]string, error) {
	x.leave()
	return x.Tx.AccountIDs(after, limit)
}

func (x *snapshotTx) AccountsByID(ids []string) ([]game.Account, error) {
	x.leave()
	return x.Tx.AccountsByID(ids)
}

func (x *snapshotTx) Operators() ([]game.Account, error) {
	x.leave()
	return x.Tx.Operators()
}

func (x *snapshotTx) AccountsNamed(name string) ([]game.Account, error) {
	x.leave()
	return x.Tx.AccountsNamed(name)
}

func (x *snapshotTx) Newcomers(email string) ([]game.Account, error) {
	x.leave()
	return x.Tx.Newcomers(email)
}

func (x *snapshotTx) Records(after string, limit int) ([]game.AccountRecord, error) {
	x.leave()
	return x.Tx.Records(after, limit)
}

func (x *snapshotTx) Addresses(account string) ([]game.Address, error) {
	x.leave()
	return x.Tx.Addresses(account)
}

func (x *snapshotTx) Token(hash string) (game.Token, error) {
	x.leave()
	return x.Tx.Token(hash)
}

func (x *snapshotTx) TokensByHash(hashes []string) ([]game.Token, error) {
	x.leave()
	return x.Tx.TokensByHash(hashes)
}

func (x *snapshotTx) Tokens(account string) ([]game.Token, error) {
	x.leave()
	return x.Tx.Tokens(account)
}

func (x *snapshotTx) MembersOf(account string) ([]game.Member, error) {
	x.leave()
	return x.Tx.MembersOf(account)
}

func (x *snapshotTx) PartsOf(account string, running bool) ([]game.Part, error) {
	x.leave()
	return x.Tx.PartsOf(account, running)
}

func (x *snapshotTx) HasHooks() (bool, error) {
	x.leave()
	return x.Tx.HasHooks()
}

func (x *snapshotTx) Hooks(account string) ([]game.Hook, error) {
	x.leave()
	return x.Tx.Hooks(account)
}

func (x *snapshotTx) Hook(id string) (game.Hook, error) {
	x.leave()
	return x.Tx.Hook(id)
}

func (x *snapshotTx) Held(account, way string, now time.Time) ([]game.Held, error) {
	x.leave()
	return x.Tx.Held(account, way, now)
}

func (x *snapshotTx) HookSeen(gameID, hook string) (int64, error) {
	x.leave()
	return x.Tx.HookSeen(gameID, hook)
}

func (x *snapshotTx) Jobs(kind string, failedOnly bool, limit int) ([]game.Job, error) {
	x.leave()
	return x.Tx.Jobs(kind, failedOnly, limit)
}

func (x *snapshotTx) NextDue(kind string) (time.Time, error) {
	x.leave()
	return x.Tx.NextDue(kind)
}

func (x *snapshotTx) Passkeys(account string) ([]game.Passkey, error) {
	x.leave()
	return x.Tx.Passkeys(account)
}

func (x *snapshotTx) Passkey(id string) (game.Passkey, error) {
	x.leave()
	return x.Tx.Passkey(id)
}

func (x *snapshotTx) Identities(account string) ([]game.Identity, error) {
	x.leave()
	return x.Tx.Identities(account)
}

func (x *snapshotTx) Identity(issuer, subject string) (game.Identity, error) {
	x.leave()
	return x.Tx.Identity(issuer, subject)
}

func (x *snapshotTx) AwardsOf(account string) ([]game.Award, error) {
	x.leave()
	return x.Tx.AwardsOf(account)
}

func (x *snapshotTx) Rankings(q game.RankingQuery) ([]game.Ranking, int, error) {
	x.leave()
	return x.Tx.Rankings(q)
}

func (x *snapshotTx) AwardKinds() ([]string, error) {
	x.leave()
	return x.Tx.AwardKinds()
}

func (x *snapshotTx) Contests(gameID string) ([]game.Contest, error) {
	x.leave()
	return x.Tx.Contests(gameID)
}

func (x *snapshotTx) AllContests() ([]game.Contest, error) {
	x.leave()
	return x.Tx.AllContests()
}

func (x *snapshotTx) Skills(account string) ([]game.Skill, error) {
	x.leave()
	return x.Tx.Skills(account)
}

func (x *snapshotTx) AllSkills() ([]game.Skill, error) {
	x.leave()
	return x.Tx.AllSkills()
}

func (x *snapshotTx) Ladder(q game.LadderQuery) ([]game.LadderRow, error) {
	x.leave()
	return x.Tx.Ladder(q)
}

func (x *snapshotTx) SkillEditions() ([]string, error) {
	x.leave()
	return x.Tx.SkillEditions()
}

func (x *snapshotTx) Programs(owner string) ([]game.Account, error) {
	x.leave()
	return x.Tx.Programs(owner)
}

func (x *snapshotTx) MutesOf(other string) ([]game.Mute, error) {
	x.leave()
	return x.Tx.MutesOf(other)
}

func (x *snapshotTx) Report(id string) (game.Report, error) {
	x.leave()
	return x.Tx.Report(id)
}

func (x *snapshotTx) OpenReports(limit int) ([]game.Report, error) {
	x.leave()
	return x.Tx.OpenReports(limit)
}

func (x *snapshotTx) DecidedReports(limit int) ([]game.Report, error) {
	x.leave()
	return x.Tx.DecidedReports(limit)
}

func (x *snapshotTx) ReportsBy(account string, since time.Time) ([]game.Report, error) {
	x.leave()
	return x.Tx.ReportsBy(account, since)
}

func (x *snapshotTx) ReportsAbout(account string) ([]game.Report, error) {
	x.leave()
	return x.Tx.ReportsAbout(account)
}

func (x *snapshotTx) Sanctions(account string) ([]game.Sanction, error) {
	x.leave()
	return x.Tx.Sanctions(account)
}

func (x *snapshotTx) Looks(before int64, limit int) ([]game.Look, error) {
	x.leave()
	return x.Tx.Looks(before, limit)
}

func (x *snapshotTx) Marks(account string) ([]game.Mark, error) {
	x.leave()
	return x.Tx.Marks(account)
}

func (x *snapshotTx) Relations(account string) ([]game.Relation, error) {
	x.leave()
	return x.Tx.Relations(account)
}

func (x *snapshotTx) Tournament(id string) (game.Tournament, error) {
	x.leave()
	return x.Tx.Tournament(id)
}

func (x *snapshotTx) Tournaments(before time.Time, limit int) ([]game.Tournament, error) {
	x.leave()
	return x.Tx.Tournaments(before, limit)
}

func (x *snapshotTx) Entrants(tournament string) ([]game.Entrant, error) {
	x.leave()
	return x.Tx.Entrants(tournament)
}

func (x *snapshotTx) EntriesOf(account string) ([]game.Entrant, error) {
	x.leave()
	return x.Tx.EntriesOf(account)
}

func (x *snapshotTx) Rounds(tournament string) ([]game.Round, error) {
	x.leave()
	return x.Tx.Rounds(tournament)
}

func (x *snapshotTx) Invitation(gameID, account string) (game.Invitation, error) {
	x.leave()
	return x.Tx.Invitation(gameID, account)
}

func (x *snapshotTx) Invitations(gameID string) ([]game.Invitation, error) {
	x.leave()
	return x.Tx.Invitations(gameID)
}

func (x *snapshotTx) InvitationsOf(account string) ([]game.Invitation, error) {
	x.leave()
	return x.Tx.InvitationsOf(account)
}

func (x *snapshotTx) InvitationsBy(host string, since time.Time) ([]game.Invitation, error) {
	x.leave()
	return x.Tx.InvitationsBy(host, since)
}

func (x *snapshotTx) InviteLink(id string) (game.InviteLink, error) {
	x.leave()
	return x.Tx.InviteLink(id)
}

func (x *snapshotTx) InviteLinks(gameID string) ([]game.InviteLink, error) {
	x.leave()
	return x.Tx.InviteLinks(gameID)
}

func (x *snapshotTx) InviteLinksBy(host string) ([]game.InviteLink, error) {
	x.leave()
	return x.Tx.InviteLinksBy(host)
}

func (x *snapshotTx) Friends(account string) ([]game.Friend, error) {
	x.leave()
	return x.Tx.Friends(account)
}

func (x *snapshotTx) Follows(account string) ([]game.Follow, error) {
	x.leave()
	return x.Tx.Follows(account)
}

func (x *snapshotTx) Followers(gameID string) ([]string, error) {
	x.leave()
	return x.Tx.Followers(gameID)
}

func (x *snapshotTx) Queue() ([]game.Waiting, error) {
	x.leave()
	return x.Tx.Queue()
}

func (x *snapshotTx) QueueLength(since time.Time) (length, before int, err error) {
	x.leave()
	return x.Tx.QueueLength(since)
}

func (x *snapshotTx) Waiting(account string) (game.Waiting, error) {
	x.leave()
	return x.Tx.Waiting(account)
}

func (x *snapshotTx) Blocks() ([]game.Mute, error) {
	x.leave()
	return x.Tx.Blocks()
}
