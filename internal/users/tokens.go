package users

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// NewToken returns a secret of the given kind for the account in t. It is valid for ttl or, if
// ttl is 0, until it is revoked. Game and Seat restrict it to one game, or one seat of a game, in
// which the account must take part. The error code is "not_found", "forbidden" or "invalid".
func (u *Users) NewToken(ctx context.Context, t game.Token, ttl time.Duration) (string, error) {
	switch t.Kind {
	case game.SessionToken, game.APIToken, game.ReplyToken:
	default:
		return "", game.Refuse(game.Invalid, message.New("Tokens that can be made are for a session, the API or replies."))
	}
	if ttl < 0 {
		return "", game.Refuse(game.Invalid, message.New("The time for which a token can be used must not be negative."))
	}
	if t.Label != "" {
		label, err := game.CleanName(t.Label, message.New("of the token"))
		if err != nil {
			return "", err
		}
		if strings.HasPrefix(account.Fold(label), "by letter") {
			return "", game.Refuse(game.Invalid, message.New("The name of a key or session must not begin with {words}: it would look like one that an e-mail has opened.", message.Order(`"by letter"`)))
		}
		t.Label = label
	}
	var secret string
	err := u.base.Write(ctx, func(tx *game.Tx) error {
		a, err := u.base.Accounts.Able(tx, t.Account)
		if err != nil {
			return err
		}
		have, err := tx.Tokens.Tokens(t.Account)
		if err != nil {
			return err
		}
		if len(have) >= account.MaxTokens && t.Kind != game.SessionToken {
			return game.Refuse(game.Conflict, message.New("There are {n} tokens of this account. Remove some that are not used any more.", message.Number(len(have))))
		}
		if len(have) >= account.MaxTokens {
			if err := account.DropOldest(tx, have); err != nil {
				return err
			}
		}
		if t.Game == "" && t.Seat != 0 {
			return game.Refuse(game.Invalid, message.New("A seat belongs to a game: name the game too."))
		}
		if t.Game != "" {
			g, err := u.base.Load(tx, t.Game)
			if err != nil {
				return err
			}
			role, err := u.base.RoleIn(tx, g, a)
			if err != nil {
				return err
			}
			switch {
			case !role.Takes():
				return gamestate.ErrStranger
			case t.Seat != 0 && role.Seat != t.Seat:
				return game.ErrPlayer
			}
		}
		if err := u.base.Accounts.StillOpens(tx, t); err != nil {
			return err
		}
		if secret, err = u.base.Accounts.Issue(tx, t, ttl); err != nil || t.Kind != game.APIToken {
			return err
		}
		what := message.New("A key for a program was created. Anyone who has it can play in your name.")
		if t.Label != "" {
			what = message.New("A key for a program was created: {name}. Anyone who has it can play in your name.", message.Name(t.Label))
		}
		return u.base.Accounts.TellNow(ctx, tx, a, what)
	})
	return secret, err
}

// ReplySecret returns the secret in a member's reply address for a game. It is derived from the
// judge's own secret, so that every e-mail about the game can contain the same one. It is valid
// until its token is revoked; after that, another secret is derived. Only its hash is stored, as
// for any other secret.
func (u *Users) ReplySecret(ctx context.Context, accountID, gameID string, seat int) (string, error) {
	secrets, err := u.ReplySecrets(ctx, gameID, []ReplyTo{{Account: accountID, Seat: seat}})
	if err != nil {
		return "", err
	}
	return secrets[0], nil
}

// ReplyTo is a member of a game to whom a reply address belongs: an account with its seat.
type ReplyTo struct {
	Account string
	Seat    int
}

// ReplySecrets returns the secrets in the reply addresses of members of a game; see ReplySecret.
// If a secret is new and its account no longer exists, it returns ErrNoAccount.
func (u *Users) ReplySecrets(ctx context.Context, gameID string, to []ReplyTo) ([]string, error) {
	var secrets []string
	var missing []game.Token
	find := func(tx *game.Tx) (err error) {
		secrets, missing, err = u.replySecrets(tx, gameID, to)
		return err
	}
	if err := u.base.Read(ctx, find); err != nil || len(missing) == 0 {
		return secrets, err
	}
	err := u.base.Write(ctx, func(tx *game.Tx) error {
		if err := find(tx); err != nil || len(missing) == 0 {
			return err
		}
		people := map[string]bool{}
		for i := range missing {
			people[missing[i].Account] = true
		}
		found, err := tx.Accounts.AccountsByID(slices.Sorted(maps.Keys(people)))
		if err == nil && len(found) < len(people) {
			err = account.ErrNoAccount
		}
		if err == nil {
			err = u.base.Accounts.KeepTokens(tx, missing)
		}
		return err
	})
	return secrets, err
}

// replySecrets returns the secrets in the reply addresses of members of a game, and the tokens
// that are not stored yet.
func (u *Users) replySecrets(tx *game.Tx, gameID string, to []ReplyTo) (secrets []string, missing []game.Token, err error) {
	revoked, err := tx.Items.List(gameID, account.ReplyItem)
	if err != nil {
		return nil, nil, err
	}
	restored, err := epoch(tx)
	if err != nil {
		return nil, nil, err
	}
	var hashes []string
	for _, r := range to {
		mac := hmac.New(sha256.New, u.base.Secret)
		mac.Write([]byte(strings.Join([]string{"reply", r.Account, gameID, strconv.Itoa(r.Seat), string(revoked[r.Account]) + restored}, "\x00")))
		secret := strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil))[:26])
		secrets, hashes = append(secrets, secret), append(hashes, account.HashSecret(secret))
	}
	stored, err := tx.Tokens.TokensByHash(hashes)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	for i := range stored {
		known[stored[i].Hash] = true
	}
	for i, r := range to {
		if !known[hashes[i]] {
			known[hashes[i]] = true
			missing = append(missing, game.Token{Hash: hashes[i], Kind: game.ReplyToken, Account: r.Account, Game: gameID, Seat: r.Seat})
		}
	}
	return secrets, missing, nil
}
