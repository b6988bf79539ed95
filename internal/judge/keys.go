package judge

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strconv"
	"strings"
)

var plain = base32.StdEncoding.WithPadding(base32.NoPadding)

// randomBytes are n bytes that nobody can guess.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// idBytes is how much chance is in an ID.
const idBytes = 5

// newID is a short random id.
func newID() string { return idOf(randomBytes(idBytes)) }

// idOf writes bytes as an ID.
func idOf(b []byte) string { return strings.ToLower(plain.EncodeToString(b)) }

// key is the secret link of a seat of a game, of the master for seat 0. It is
// derived from the server's secret, so that it can be shown again and need not
// be stored.
func (j *Judge) key(game string, seat int) string {
	mac := hmac.New(sha256.New, j.secret)
	mac.Write([]byte("seat\x00" + game + "\x00" + strconv.Itoa(seat)))
	return strings.ToLower(plain.EncodeToString(mac.Sum(nil)[:15]))
}

func (j *Judge) keys(game string, seats int) Keys {
	k := Keys{Master: j.key(game, 0)}
	for s := range seats {
		k.Seats = append(k.Seats, j.key(game, s+1))
	}
	return k
}

// errKeyless refuses links to a game that is played by accounts.
var errKeyless = &Error{Forbidden, "This game has no secret links: its players and masters sign on by their accounts."}

// Keys are the links of a game. The door must show them to the master only. A
// hosted game has none: nobody may act there in another's name unseen.
func (j *Judge) Keys(ctx context.Context, id string) (Keys, error) {
	var k Keys
	err := j.read(ctx, func(tx Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if g.hosted() {
			return errKeyless
		}
		k = j.keys(id, len(g.seats))
		return nil
	})
	return k, err
}

// Role is whose key that is; ErrKey if it is none of the game's.
func (j *Judge) Role(ctx context.Context, id, key string) (Role, error) {
	k, err := j.Keys(ctx, id)
	if errors.Is(err, errKeyless) {
		err = ErrKey
	}
	if err != nil {
		return Role{}, err
	}
	role, known := Role{}, false
	if hmac.Equal([]byte(key), []byte(k.Master)) {
		role, known = Role{Master: true}, true
	}
	for i, s := range k.Seats {
		if hmac.Equal([]byte(key), []byte(s)) {
			role, known = Role{Seat: i + 1}, true
		}
	}
	if !known {
		return Role{}, ErrKey
	}
	return role, nil
}
