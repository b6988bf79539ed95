package lobby

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// linkKey returns the secret in the address of an invitation by link. Like the
// keys of seats, it is derived from the server's secret, so that it need not be
// stored to be shown again.
func (l *Lobby) linkKey(id string) string {
	mac := hmac.New(sha256.New, l.base.Secret)
	mac.Write([]byte("invitation\x00" + id))
	return id + strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil)[:15]))
}

// findLink returns the invitation with a secret.
func (l *Lobby) findLink(tx *game.Tx, key string) (game.InviteLink, error) {
	if len(key) <= linkSum || !hmac.Equal([]byte(l.linkKey(key[:len(key)-linkSum])), []byte(key)) {
		return game.InviteLink{}, errNoLink
	}
	link, err := tx.Social.InviteLink(key[:len(key)-linkSum])
	if errors.Is(err, game.ErrNoRecord) {
		err = errNoLink
	}
	return link, err
}

// errLink returns why nobody can join by a link any more, or nil.
func errLink(link *game.InviteLink, now time.Time) error {
	switch {
	case link.Off:
		return errLinkOff
	case link.Uses > 0 && link.Used >= link.Uses:
		return errLinkUsed
	case !link.Until.IsZero() && !now.Before(link.Until):
		return errLinkOver
	}
	return nil
}

// AddInviteLink makes an invitation by link to a forming game. It can be used a number of times (0
// means any number) and for a limited time (0 means until the game begins).
func (l *Lobby) AddInviteLink(ctx context.Context, gameID string, role game.Role, uses int, lasts time.Duration) (Link, error) {
	var out Link
	if uses < 0 || uses > maxLinkUses {
		return out, game.Refuse(game.Invalid, message.New("An invitation can be for 1 to {n} people, or for any number.", message.Number(maxLinkUses)))
	}
	if lasts < 0 || lasts > maxLinkTime {
		return out, game.Refuse(game.Invalid, message.New("An invitation can last up to a year, or until the game begins."))
	}
	err := l.base.Write(ctx, func(tx *game.Tx) error {
		g, parts, host, err := l.inviting(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := mayAddInvite(tx, g, parts, host); err != nil {
			return err
		}
		all, err := tx.Social.InviteLinks(g.ID)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(x game.InviteLink) bool { return errLink(&x, g.At) != nil })
		if len(all) >= maxLinks {
			return game.Refuse(game.Conflict, message.New("A game can have {n} links at once. Withdraw one first.", message.Number(maxLinks)))
		}
		link := game.InviteLink{ID: game.NewID(), Game: g.ID, Host: host.ID, Uses: uses, Made: g.At}
		if lasts > 0 {
			link.Until = g.At.Add(lasts)
		}
		out = Link{InviteLink: link, Key: l.linkKey(link.ID), By: host.Name, Works: true}
		return tx.Social.SaveInviteLink(link)
	})
	return out, err
}

// DropInviteLink withdraws an invitation by link.
func (l *Lobby) DropInviteLink(ctx context.Context, gameID string, role game.Role, id string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, _, err := l.inviting(tx, gameID, role)
		if err != nil {
			return err
		}
		link, err := tx.Social.InviteLink(id)
		if errors.Is(err, game.ErrNoRecord) || err == nil && link.Game != g.ID {
			return game.Refuse(game.NotFound, message.New("This game has no such invitation."))
		}
		if err != nil {
			return err
		}
		link.Off = true
		return tx.Social.SaveInviteLink(link)
	})
}

// Opened is an invitation by link as the person who opens it sees it.
type Opened struct {
	Game *game.Game
	Link game.InviteLink
	Host string          // name of the person who has created it; empty in the same cases as in Offer
	Why  message.Message // why nobody can join by it; zero if the reader can, as far as is known
	In   bool            // whether the reader takes part in the game
}

// OpenLink returns the invitation with a secret. accountID is the reader's account, or empty for a
// stranger. The error code is "not_found" if there is no such invitation.
func (l *Lobby) OpenLink(ctx context.Context, key, accountID string) (*Opened, error) {
	out := &Opened{}
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		link, err := l.findLink(tx, key)
		if err != nil {
			return err
		}
		g, err := l.base.Load(tx, link.Game)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		out.Game, out.Link = g.Game, link
		if out.Host, err = hostName(tx, g, link.Host); err != nil {
			return err
		}
		role := gamestate.Part(parts, accountID)
		out.In = accountID != "" && (role.Player || role.Master)
		if out.In {
			return nil
		}
		err = l.errEnter(tx, g, parts, accountID)
		if err == nil {
			err = errLink(&link, g.At)
		}
		out.Why, err = said(err)
		return err
	})
	return out, err
}

// JoinByLink joins the game of an invitation by link and returns the ID of the game. The error code
// is "not_found" without an invitation, "conflict" if it was withdrawn, used up or has expired, and
// otherwise the same as for Join.
func (l *Lobby) JoinByLink(ctx context.Context, key, accountID, preferences string) (string, error) {
	var id string
	err := l.base.Write(ctx, func(tx *game.Tx) error {
		link, err := l.findLink(tx, key)
		if err != nil {
			return err
		}
		id = link.Game
		g, a, err := l.newcomer(tx, link.Game, accountID)
		if err != nil {
			return err
		}
		if err := tx.Games.Lock(g.ID); err != nil { // if two people come for the last use, one waits
			return err
		}
		if link, err = tx.Social.InviteLink(link.ID); err != nil {
			return err
		}
		if err := l.errJoin(tx, g, a.ID); err != nil {
			return err
		}
		i, err := tx.Social.Invitation(g.ID, a.ID)
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
		if err == nil && i.State == game.InviteAccepted { // the person has left and comes back
			return l.join(tx, g.ID, a.ID, preferences)
		}
		if err := errLink(&link, g.At); err != nil {
			return err
		}
		all, err := tx.Members.Members(g.ID)
		if err != nil {
			return err
		}
		if out, err := ejected(all, a.ID); err != nil || out {
			if err == nil {
				err = errEjected
			}
			return err
		}
		link.Used++
		if err := tx.Social.SaveInviteLink(link); err != nil {
			return err
		}
		i = game.Invitation{Game: g.ID, Account: a.ID, Host: link.Host, State: game.InviteOpen, Made: g.At}
		if err := tx.Social.SaveInvitation(i); err != nil {
			return err
		}
		return l.join(tx, g.ID, a.ID, preferences)
	})
	return id, err
}
