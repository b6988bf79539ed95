package judge

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strconv"
	"strings"
	"time"
)

// NewToken gives out a secret of a kind for the account in t; ttl 0: until it is
// dropped. Game and Seat bind it to one game, or one seat of it, in which the
// account must take part. The errors are "not_found", "forbidden" and "invalid".
func (j *Judge) NewToken(ctx context.Context, t Token, ttl time.Duration) (string, error) {
	switch t.Kind {
	case SessionToken, APIToken, ReplyToken:
	default:
		return "", invalid("Tokens that can be made are for a session, the API or replies.")
	}
	if ttl < 0 {
		return "", invalid("The time for which a token can be used must not be negative.")
	}
	if t.Label != "" {
		label, err := cleanName(t.Label, "of the token")
		if err != nil {
			return "", err
		}
		if strings.HasPrefix(fold(label), "by letter") {
			return "", invalid("The name of a key or session must not begin with \"by letter\": it would look like one that a letter has opened.")
		}
		t.Label = label
	}
	var secret string
	err := j.write(ctx, func(tx Tx) error {
		a, err := j.accounts.Able(tx, t.Account)
		if err != nil {
			return err
		}
		have, err := tx.Tokens(t.Account)
		if err != nil {
			return err
		}
		if len(have) >= maxTokens && t.Kind != SessionToken {
			return &Error{Code: Conflict, Message: "There are " + strconv.Itoa(len(have)) + " tokens of this account. Remove some that are not used any more."}
		}
		if len(have) >= maxTokens {
			if err := dropOldest(tx, have); err != nil {
				return err
			}
		}
		if t.Game == "" && t.Seat != 0 {
			return invalid("A seat belongs to a game: name the game too.")
		}
		if t.Game != "" {
			g, err := j.game(tx, t.Game)
			if err != nil {
				return err
			}
			role, err := j.roleOf(tx, g, a)
			if err != nil {
				return err
			}
			switch {
			case !role.Takes():
				return errStranger
			case t.Seat != 0 && role.Seat != t.Seat:
				return errPlayer
			}
		}
		if secret, err = j.accounts.Issue(tx, t, ttl); err != nil || t.Kind != APIToken {
			return err
		}
		to, err := ownersOf(tx, t.Account)
		if err != nil {
			return err
		}
		return j.accounts.TellOwner(ctx, tx, a, to, "A key for a program was created%s. Anyone who has it can play in your name.", called(t.Label))
	})
	return secret, err
}

// ReplySecret is the secret in the address to which a member's answers about a
// game go. It is derived from the judge's own secret, so that every letter about
// the game can show the same one, and works until its token is dropped; the
// next one is another then. Only its hash is stored, as of any other.
func (j *Judge) ReplySecret(ctx context.Context, account, game string, seat int) (string, error) {
	var secret string
	known := errors.New("stored already")
	find := func(tx Tx) error {
		n, err := tx.Get(game, replyItem, account)
		if err != nil && !errors.Is(err, ErrNoRecord) {
			return err
		}
		mac := hmac.New(sha256.New, j.secret)
		mac.Write([]byte(strings.Join([]string{"reply", account, game, strconv.Itoa(seat), string(n)}, "\x00")))
		secret = strings.ToLower(plain.EncodeToString(mac.Sum(nil))[:26])
		if _, err = tx.Token(hashSecret(secret)); err == nil {
			return known
		} else if !errors.Is(err, ErrNoRecord) {
			return err
		}
		return nil
	}
	err := j.read(ctx, find)
	if err == nil {
		err = j.write(ctx, func(tx Tx) error {
			if err := find(tx); err != nil {
				return err
			}
			if _, err := j.accounts.Account(tx, account); err != nil {
				return err
			}
			return j.accounts.KeepToken(tx, Token{Kind: ReplyToken, Account: account, Game: game, Seat: seat}, secret, 0)
		})
	}
	if err != nil && !errors.Is(err, known) {
		return "", err
	}
	return secret, nil
}

// Authenticate is the account and the token of a secret of a session, a program
// or a reply. The error is "forbidden" for any other, one that has expired or
// was dropped, and a closed account.
func (j *Judge) Authenticate(ctx context.Context, secret string) (*Account, Token, error) {
	var a *Account
	var t Token
	err := j.read(ctx, func(tx Tx) error {
		var err error
		if t, err = j.accounts.Live(tx, secret); err != nil {
			return err
		}
		if t.Kind == VerifyToken || t.Kind == LoginToken {
			return errToken
		}
		a, err = j.accounts.Account(tx, t.Account)
		if err == nil && a.Blocked {
			err = errBlocked
		}
		return err
	})
	if err != nil {
		return nil, Token{}, err
	}
	if now := j.now(); now.Sub(t.Used) >= touchEvery {
		t.Used = now
		err := j.write(ctx, func(tx Tx) error {
			err := tx.TouchToken(t.Hash, now)
			if errors.Is(err, ErrNoRecord) {
				err = errToken
			}
			return err
		})
		// On a full disk people can still read; how long a token was not used is no
		// reason to refuse it.
		if err != nil && ErrorCode(err) != Unavailable {
			return nil, Token{}, err
		}
	}
	return a, t, nil
}

// Tokens lists the tokens of an account, oldest first: its sessions and programs
// and the addresses for its answers.
func (j *Judge) Tokens(ctx context.Context, account string) ([]Token, error) {
	var out []Token
	err := j.read(ctx, func(tx Tx) (err error) {
		out, err = j.accounts.Tokens(tx, account)
		return err
	})
	return out, err
}

// DropToken takes back a token of an account, by its hash.
func (j *Judge) DropToken(ctx context.Context, account, hash string) error {
	return j.write(ctx, func(tx Tx) error { return j.accounts.DropToken(tx, account, hash) })
}
