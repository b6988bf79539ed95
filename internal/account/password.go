package account

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"podesta/internal/game"
)

// The limits of new passwords: the minimum in characters, the maximum in bytes.
// Older passwords that are shorter stay valid.
const (
	shortestPassword = 12
	longestPassword  = 256
)

// Cost is the cost of trying a password with argon2id. The current cost is the lowest that
// OWASP recommends, 19 MiB and two passes: checking the password of an e-mail takes well under
// 50 ms on a small machine, and each guess costs an attacker as much.
type Cost struct {
	memory uint32 // in KiB
	passes uint32
	lanes  uint8
}

var currentCost = Cost{memory: 19 << 10, passes: 2, lanes: 1}

// SetPasswordCost changes the cost of all passwords until restore is called. It
// is for tests with many passwords, and must not be called while the judge is
// in use.
func SetPasswordCost(memory, passes uint32, lanes uint8) (restore func()) {
	cost, dummy := currentCost, nobody
	currentCost = Cost{memory: memory, passes: passes, lanes: lanes}
	nobody.cost = currentCost
	return func() { currentCost, nobody = cost, dummy }
}

const (
	saltBytes = 16
	hashBytes = 32
)

// Limits on the costs that a stored hash may require. They keep a damaged row from using up the
// machine's memory.
const (
	mostMemory = 1 << 20 // in KiB
	mostPasses = 16
)

var errHash = errors.New("a stored password is not an argon2id hash in PHC form")

// phc is an argon2id hash as it is stored:
//
//	$argon2id$v=19$m=19456,t=2,p=1,keyid=MQ$<salt>$<hash>
//
// with salt and hash in base64 without padding. keyid is present if the hash is keyed: the
// password was combined with the secret of the judge, so that a copy of the database alone is
// not enough to guess it. Older hashes are not keyed.
type phc struct {
	cost       Cost
	keyed      bool
	salt, hash []byte
}

// keyedBy is the parameter of keyed hashes. It names key 1, in base64.
const keyedBy = ",keyid=MQ"

func (p phc) String() string {
	b := base64.RawStdEncoding.EncodeToString
	key := ""
	if p.keyed {
		key = keyedBy
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d%s$%s$%s", argon2.Version, p.cost.memory, p.cost.passes, p.cost.lanes, key, b(p.salt), b(p.hash))
}

// parsePHC reads a stored hash.
func parsePHC(s string) (phc, error) {
	var p phc
	part := strings.Split(s, "$")
	if len(part) != 6 || part[0] != "" || part[1] != "argon2id" || part[2] != "v="+strconv.Itoa(argon2.Version) {
		return p, errHash
	}
	cost, keyed := strings.CutSuffix(part[3], keyedBy)
	p.keyed = keyed
	var rest string
	if n, _ := fmt.Sscanf(cost, "m=%d,t=%d,p=%d%s", &p.cost.memory, &p.cost.passes, &p.cost.lanes, &rest); n != 3 {
		return p, errHash // the costs are followed by other text
	}
	c := p.cost
	if c.memory > mostMemory || c.passes < 1 || c.passes > mostPasses || c.lanes < 1 {
		return p, errHash
	}
	var err1, err2 error
	p.salt, err1 = base64.RawStdEncoding.DecodeString(part[4])
	p.hash, err2 = base64.RawStdEncoding.DecodeString(part[5])
	if err1 != nil || err2 != nil || len(p.salt) < 8 || len(p.hash) < 16 || len(p.hash) > 64 {
		return p, errHash
	}
	return p, nil
}

// derive computes the hash of a password with the salt, and with the key if the hash
// is keyed.
func (p phc) derive(password string, key []byte) []byte {
	text := []byte(plainPassword(password))
	if p.keyed {
		mac := hmac.New(sha256.New, key)
		mac.Write(text)
		text = mac.Sum(nil)
	}
	n := cmp.Or(len(p.hash), hashBytes)
	return argon2.IDKey(text, p.salt, p.cost.passes, p.cost.memory, p.cost.lanes, uint32(n))
}

// plainPassword normalizes a password, so that the same characters become the same bytes on
// every keyboard. It trims spaces at the ends because e-mail loses them, too.
func plainPassword(s string) string { return norm.NFC.String(strings.TrimSpace(s)) }

// nobody is the hash with which passwords for unknown addresses are compared,
// so that they take the same time as others. It is random, so no password
// matches it.
var nobody = phc{cost: currentCost, keyed: true, salt: game.RandomBytes(saltBytes), hash: game.RandomBytes(hashBytes)}

// passwords computes hashes with a key that is derived from the secret of the judge. It limits the
// number computed at the same time, because each needs much memory.
type passwords struct {
	key  []byte
	room chan struct{}
}

func newPasswords(secret []byte, atOnce int) *passwords {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("podesta passwords"))
	return &passwords{mac.Sum(nil), make(chan struct{}, atOnce)}
}

func (p *passwords) enter(ctx context.Context) error {
	select {
	case p.room <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *passwords) leave() { <-p.room }

// hash returns the hash of a new password.
func (p *passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.enter(ctx); err != nil {
		return "", err
	}
	defer p.leave()
	h := phc{cost: currentCost, keyed: true, salt: game.RandomBytes(saltBytes)}
	h.hash = h.derive(password, p.key)
	return h.String(), nil
}

// matches reports whether a password matches a stored hash, in constant time;
// an empty hash takes the same time. weak reports whether the hash should be replaced:
// its cost differs from that of new ones, or it is not keyed.
func (p *passwords) matches(ctx context.Context, stored, password string) (ok, weak bool, err error) {
	if err := p.enter(ctx); err != nil {
		return false, false, err
	}
	defer p.leave()
	known := nobody
	if stored != "" {
		if known, err = parsePHC(stored); err != nil {
			return false, false, err
		}
	}
	password = plainPassword(password)
	long := len(password) > longestPassword // it is longer than any password that can be set
	if long {
		password = password[:longestPassword]
	}
	same := subtle.ConstantTimeCompare(known.derive(password, p.key), known.hash) == 1
	return same && !long && stored != "", known.cost != currentCost || !known.keyed, nil
}
