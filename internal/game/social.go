package game

import "time"

// InviteState is the state of an invitation.
type InviteState string

// The states of invitations.
const (
	InviteOpen      InviteState = "open"
	InviteAccepted  InviteState = "accepted"
	InviteDeclined  InviteState = "declined"
	InviteWithdrawn InviteState = "withdrawn"
)

// Invitation is an invitation of an account to a game.
type Invitation struct {
	Game    string
	Account string // the account that is invited
	Host    string // the account that invites
	State   InviteState
	Made    time.Time
}

// InviteLink is a link by which anyone who has it can join a game.
type InviteLink struct {
	ID    string
	Game  string
	Host  string // the account that invites
	Uses  int    // number of people who may join by it; 0 for any number
	Used  int    // number of people who have joined by it
	Off   bool   // whether it was withdrawn
	Made  time.Time
	Until time.Time // when it ends; zero if it does not end
}

// Friend is a friendship of two accounts, or a request for one.
type Friend struct {
	Account string // the account that has asked
	Other   string
	Made    time.Time
	Agreed  time.Time // zero if Other has not answered
}

// With returns the other account of the two.
func (f *Friend) With(account string) string {
	if f.Account == account {
		return f.Other
	}
	return f.Account
}

// Follow records that an account follows a game.
type Follow struct {
	Account string
	Game    string
	Notices bool // whether it is notified of the game's phases
	Made    time.Time
}

// SocialTx reads and writes invitations, friends and followed games.
type SocialTx interface {
	Invitation(game, account string) (Invitation, error)
	Invitations(game string) ([]Invitation, error)      // oldest first
	InvitationsOf(account string) ([]Invitation, error) // invitations to the account, the newest first
	// InvitationsBy returns the invitations that an account has made since the given time, oldest
	// first.
	InvitationsBy(host string, since time.Time) ([]Invitation, error)
	SaveInvitation(i Invitation) error // adds or replaces it
	InviteLink(id string) (InviteLink, error)
	InviteLinks(game string) ([]InviteLink, error)   // oldest first
	InviteLinksBy(host string) ([]InviteLink, error) // oldest first
	SaveInviteLink(l InviteLink) error               // adds or replaces it

	// Friends returns the friends of an account, and the requests by it and to it, the oldest
	// first.
	Friends(account string) ([]Friend, error)
	SaveFriend(f Friend) error                // adds or replaces it
	DropFriend(account, other string) error   // removes it for both; ErrNoRecord if there is none
	Follows(account string) ([]Follow, error) // newest first
	// Followers returns the accounts that are notified of a game's phases.
	Followers(game string) ([]string, error)
	SaveFollow(f Follow) error             // adds or replaces it
	DropFollow(account, game string) error // ErrNoRecord if there is none
	// DropSocial removes the invitations, friends and followed games of an account.
	DropSocial(account string) error
}
