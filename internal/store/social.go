package store

import (
	"time"

	"podesta/internal/game"
)

const invitationColumns = "game, account, host, state, made"

func scanInvitation(row row) (i game.Invitation, err error) {
	return i, row(&i.Game, &i.Account, &i.Host, &i.State, moment{&i.Made})
}

// Invitation reads the invitation of an account to a game.
func (x *tx) Invitation(gameID, account string) (game.Invitation, error) {
	return one(x, scanInvitation, "SELECT "+invitationColumns+" FROM invitation WHERE game = ? AND account = ?", gameID, account)
}

// Invitations returns the invitations to a game, oldest first.
func (x *tx) Invitations(gameID string) ([]game.Invitation, error) {
	return all(x, scanInvitation, "SELECT "+invitationColumns+" FROM invitation WHERE game = ? ORDER BY made, account", gameID)
}

// InvitationsOf returns the invitations of an account, the newest first.
func (x *tx) InvitationsOf(account string) ([]game.Invitation, error) {
	return all(x, scanInvitation, "SELECT "+invitationColumns+" FROM invitation WHERE account = ? ORDER BY made DESC, game", account)
}

// InvitationsBy returns the invitations that an account has made since a given time.
func (x *tx) InvitationsBy(host string, since time.Time) ([]game.Invitation, error) {
	return all(x, scanInvitation, "SELECT "+invitationColumns+" FROM invitation WHERE host = ? AND made >= ? ORDER BY made, game, account", host, since)
}

// SaveInvitation adds or replaces an invitation.
func (x *tx) SaveInvitation(i game.Invitation) error {
	return x.upsert("invitation", "game, account", invitationColumns, i.Game, i.Account, i.Host, i.State, i.Made)
}

const inviteLinkColumns = "id, game, host, uses, used, off, made, until"

func scanInviteLink(row row) (l game.InviteLink, err error) {
	return l, row(&l.ID, &l.Game, &l.Host, &l.Uses, &l.Used, &l.Off, moment{&l.Made}, moment{&l.Until})
}

// InviteLink reads an invitation by link.
func (x *tx) InviteLink(id string) (game.InviteLink, error) {
	return one(x, scanInviteLink, "SELECT "+inviteLinkColumns+" FROM invite_link WHERE id = ?", id)
}

// InviteLinks returns the invitations by link to a game, oldest first.
func (x *tx) InviteLinks(gameID string) ([]game.InviteLink, error) {
	return all(x, scanInviteLink, "SELECT "+inviteLinkColumns+" FROM invite_link WHERE game = ? ORDER BY made, id", gameID)
}

// InviteLinksBy returns the invitations by link that an account has made, oldest
// first.
func (x *tx) InviteLinksBy(host string) ([]game.InviteLink, error) {
	return all(x, scanInviteLink, "SELECT "+inviteLinkColumns+" FROM invite_link WHERE host = ? ORDER BY made, id", host)
}

// SaveInviteLink adds or replaces an invitation by link.
func (x *tx) SaveInviteLink(l game.InviteLink) error {
	return x.upsert("invite_link", "id", inviteLinkColumns, l.ID, l.Game, l.Host, l.Uses, l.Used, l.Off, l.Made, l.Until)
}

const friendColumns = "account, other, made, agreed"

// Friends returns the friends of an account, and its open friend requests in both directions,
// the oldest first.
func (x *tx) Friends(account string) ([]game.Friend, error) {
	return all(x, func(row row) (f game.Friend, err error) {
		return f, row(&f.Account, &f.Other, moment{&f.Made}, moment{&f.Agreed})
	}, "SELECT "+friendColumns+" FROM friend WHERE account = ? UNION ALL SELECT "+friendColumns+" FROM friend WHERE other = ? ORDER BY made, account, other", account, account)
}

// SaveFriend adds or replaces a friendship.
func (x *tx) SaveFriend(f game.Friend) error {
	return x.upsert("friend", "account, other", friendColumns, f.Account, f.Other, f.Made, f.Agreed)
}

// DropFriend ends a friendship, regardless of which side asked for it. It returns ErrNoRecord
// if there is none.
func (x *tx) DropFriend(account, other string) error {
	return x.change("DELETE FROM friend WHERE account = ? AND other = ? OR account = ? AND other = ?", account, other, other, account)
}

// Follows returns the games that an account follows, the newest first.
func (x *tx) Follows(account string) ([]game.Follow, error) {
	return all(x, func(row row) (f game.Follow, err error) {
		return f, row(&f.Account, &f.Game, &f.Notices, moment{&f.Made})
	}, "SELECT account, game, notices, made FROM follow WHERE account = ? ORDER BY made DESC, game", account)
}

// Followers returns the accounts that are notified of a game's phases.
func (x *tx) Followers(gameID string) ([]string, error) {
	return all(x, func(row row) (id string, err error) { return id, row(&id) },
		"SELECT account FROM follow WHERE game = ? AND notices = 1 ORDER BY account", gameID)
}

// SaveFollow records that an account follows a game.
func (x *tx) SaveFollow(f game.Follow) error {
	return x.upsert("follow", "account, game", "account, game, notices, made", f.Account, f.Game, f.Notices, f.Made)
}

// DropFollow records that an account no longer follows a game. It returns ErrNoRecord if the
// account did not follow it.
func (x *tx) DropFollow(account, gameID string) error {
	return x.change("DELETE FROM follow WHERE account = ? AND game = ?", account, gameID)
}

// DropSocial removes an account's friends, its followed games, the invitations that it has received
// or sent, and its invitation links.
func (x *tx) DropSocial(account string) error {
	for _, query := range []string{
		"DELETE FROM invitation WHERE account = ?", "DELETE FROM invitation WHERE host = ?", "DELETE FROM invite_link WHERE host = ?",
		"DELETE FROM friend WHERE account = ?", "DELETE FROM friend WHERE other = ?", "DELETE FROM follow WHERE account = ?",
	} {
		if _, err := x.exec(query, account); err != nil {
			return err
		}
	}
	return nil
}
