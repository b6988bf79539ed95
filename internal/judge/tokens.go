package judge

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// How long secrets that are mailed can be used.
const (
	verifyTime = 3 * 24 * time.Hour
	loginTime  = time.Hour
)

// touchEvery is how often the use of a token is written down.
const touchEvery = time.Hour

// maxTokens bounds the tokens of an account.
const maxTokens = 200

var (
	errToken   = &Error{Code: Forbidden, Message: "This link or key is not valid, or no longer. Ask for a new one, or sign on."}
	errBlocked = &Error{Code: Forbidden, Message: "This account is closed. Write to whoever runs the judge."}
)

// newSecret is a secret of 130 random bits. It is in small letters and digits,
// so that it can stand in a mail address.
func newSecret() string { return strings.ToLower(rand.Text()) }

// hashSecret is what is stored of a secret. Capitals do not matter: mail
// programs change them in addresses.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(secret))))
	return hex.EncodeToString(sum[:])
}

// issue writes a new token of an account and gives its secret.
func (j *Judge) issue(tx Tx, t Token, ttl time.Duration) (string, error) {
	secret := newSecret()
	return secret, j.keepToken(tx, t, secret, ttl)
}

func (j *Judge) keepToken(tx Tx, t Token, secret string, ttl time.Duration) error {
	now := j.now()
	t.Hash, t.Created, t.Used, t.Expires = hashSecret(secret), now, time.Time{}, time.Time{}
	if ttl > 0 {
		t.Expires = now.Add(ttl)
	}
	if err := tx.DropTokens(now); err != nil {
		return err
	}
	return tx.AddToken(t)
}

// live reads a token that can be used at this time; errToken for any other.
func (j *Judge) live(tx Tx, secret string) (Token, error) {
	t, err := tx.Token(hashSecret(secret))
	switch {
	case errors.Is(err, ErrNoRecord):
		return Token{}, errToken
	case err != nil:
		return Token{}, err
	case j.ended(t):
		return Token{}, errToken
	}
	return t, nil
}

// The usual bounds of sessions.
const (
	UsualIdle    = 14 * 24 * time.Hour
	UsualSession = 30 * 24 * time.Hour
)

// SetSessions sets after how long without use a session ends, and how long it
// lasts at most. The judge looks at both whenever it is used, so that they hold
// for sessions that have begun before.
func (j *Judge) SetSessions(idle, whole time.Duration) { j.idle, j.whole = idle, whole }

// SessionTime returns how long a session lasts at most.
func (j *Judge) SessionTime() time.Duration { return j.whole }

// ended reports whether a token cannot be used any more.
func (j *Judge) ended(t Token) bool {
	now := j.now()
	if !t.Expires.IsZero() && !now.Before(t.Expires) {
		return true
	}
	if t.Kind != SessionToken {
		return false
	}
	last := t.Created
	if t.Used.After(last) {
		last = t.Used
	}
	return now.Sub(last) >= j.idle || now.Sub(t.Created) >= j.whole
}

// spend uses up a token of a kind: nobody can use it again.
func (j *Judge) spend(tx Tx, secret string, kind TokenKind) (Token, error) {
	t, err := j.live(tx, secret)
	if err != nil {
		return t, err
	}
	if t.Kind != kind {
		return Token{}, errToken
	}
	err = tx.DropToken(t.Hash)
	if errors.Is(err, ErrNoRecord) {
		err = errToken
	}
	return t, err
}

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
		a, err := j.able(tx, t.Account)
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
		if secret, err = j.issue(tx, t, ttl); err != nil || t.Kind != APIToken {
			return err
		}
		to, err := ownersOf(tx, t.Account)
		if err != nil {
			return err
		}
		return j.tellOwner(ctx, tx, a, to, "A key for a program was created%s. Anyone who has it can play in your name.", called(t.Label))
	})
	return secret, err
}

// called is how something is called, behind it.
func called(label string) string {
	if label == "" {
		return ""
	}
	return ": " + label
}

// dropOldest makes room for a session: the oldest one ends.
func dropOldest(tx Tx, have []Token) error {
	for _, t := range have {
		if t.Kind == SessionToken {
			return tx.DropToken(t.Hash)
		}
	}
	return nil
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
			if _, err := j.account(tx, account); err != nil {
				return err
			}
			return j.keepToken(tx, Token{Kind: ReplyToken, Account: account, Game: game, Seat: seat}, secret, 0)
		})
	}
	if err != nil && !errors.Is(err, known) {
		return "", err
	}
	return secret, nil
}

// replyItem is the kind of item that counts how often the reply tokens of an
// account for a game were dropped.
const replyItem = "reply"

// Authenticate is the account and the token of a secret of a session, a program
// or a reply. The error is "forbidden" for any other, one that has expired or
// was dropped, and a closed account.
func (j *Judge) Authenticate(ctx context.Context, secret string) (*Account, Token, error) {
	var a *Account
	var t Token
	err := j.read(ctx, func(tx Tx) error {
		var err error
		if t, err = j.live(tx, secret); err != nil {
			return err
		}
		if t.Kind == VerifyToken || t.Kind == LoginToken {
			return errToken
		}
		a, err = j.account(tx, t.Account)
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
	err := j.read(ctx, func(tx Tx) error {
		all, err := tx.Tokens(account)
		if err != nil {
			return err
		}
		out = nil
		for _, t := range all {
			if !j.ended(t) {
				out = append(out, t)
			}
		}
		return nil
	})
	return out, err
}

// DropToken takes back a token of an account, by its hash.
func (j *Judge) DropToken(ctx context.Context, account, hash string) error {
	return j.write(ctx, func(tx Tx) error {
		t, err := tx.Token(hash)
		if errors.Is(err, ErrNoRecord) || err == nil && t.Account != account {
			return &Error{Code: NotFound, Message: "The account has no such token."}
		}
		if err != nil {
			return err
		}
		if t.Kind == ReplyToken {
			if err := tx.Put(t.Game, replyItem, account, []byte(newID())); err != nil {
				return err
			}
		}
		return tx.DropToken(hash)
	})
}
