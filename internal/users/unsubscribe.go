package users

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// Unsubscribed is the result of a request to stop e-mails about a game.
type Unsubscribed struct {
	Game string // ID of the game
	// Left means that no more e-mails will be sent: the account was an observer, and no longer is
	// one. Otherwise the account is a member, who still receives the necessary e-mails.
	Left bool
}

// UnsubscribeKey returns a secret that can only be used to stop an account's e-mails about a
// game. It is valid as long as the reply address in these e-mails.
func (u *Users) UnsubscribeKey(ctx context.Context, gameID, accountID string) (key string, err error) {
	err = u.base.Read(ctx, func(tx *game.Tx) error {
		revoked, err := tx.Items.Get(gameID, account.ReplyItem, accountID)
		if errors.Is(err, game.ErrNoRecord) {
			err = nil
		}
		key = u.unsubscribeKey(gameID, accountID, revoked)
		return err
	})
	return key, err
}

// unsubscribeKey implements UnsubscribeKey. revoked is the content of the account's
// account.ReplyItem in the game.
func (u *Users) unsubscribeKey(gameID, account string, revoked []byte) string {
	mac := hmac.New(sha256.New, u.base.Secret)
	mac.Write([]byte("unsubscribe\x00" + gameID + "\x00" + account))
	if len(revoked) > 0 {
		mac.Write([]byte("\x00" + string(revoked)))
	}
	return strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil)[:20]))
}

// Unsubscribe stops the e-mails about a game for the account to which a key belongs: an observer
// leaves the game; players and masters no longer receive unnecessary e-mails. It is idempotent.
func (u *Users) Unsubscribe(ctx context.Context, gameID, key string) (Unsubscribed, error) {
	var out Unsubscribed
	err := u.base.Write(ctx, func(tx *game.Tx) error {
		out = Unsubscribed{}
		g, err := u.base.Load(tx, gameID)
		if game.ErrorCode(err) == game.NotFound {
			return errNoLetters
		}
		if err != nil {
			return err
		}
		members, err := tx.Members.Members(gameID)
		if err != nil {
			return err
		}
		revoked, err := tx.Items.List(gameID, account.ReplyItem)
		if err != nil {
			return err
		}
		for _, m := range members {
			if !hmac.Equal([]byte(key), []byte(u.unsubscribeKey(gameID, m.Account, revoked[m.Account]))) {
				continue
			}
			out, err = u.unsubscribe(tx, g, members, m.Account)
			return err
		}
		return errNoLetters
	})
	return out, err
}

var errNoLetters = game.Refuse(game.NotFound, message.New("This link stops no e-mail: it is incomplete, or the game no longer exists. Take the whole link from a newer e-mail, or answer an e-mail with the subject UNSUBSCRIBE."))

// unsubscribe stops the e-mails of one account.
func (u *Users) unsubscribe(tx *game.Tx, g *gamestate.State, members []game.Member, account string) (Unsubscribed, error) {
	out := Unsubscribed{Game: g.Name, Left: true}
	var watching *game.Member
	for i := range members {
		m := &members[i]
		switch {
		case m.Account != account || !m.Left.IsZero():
		case m.Kind == game.Observer:
			watching = m
		default:
			out.Left = false
		}
	}
	if out.Left {
		if watching == nil {
			return out, nil
		}
		parts, err := g.Members(tx)
		if err != nil {
			return out, err
		}
		return out, u.lobby.Depart(tx, g, parts, watching, false)
	}
	return out, u.spare(tx, account)
}

// spare turns off all unnecessary e-mails to an account.
func (u *Users) spare(tx *game.Tx, accountID string) error {
	return u.base.Accounts.ChangeWishes(tx, accountID, func(w *account.Wishes) { w.NoReminders, w.NoWaiting, w.NoBroadcasts = true, true, true })
}
