package account

import (
	"cmp"
	"context"
	"crypto/rand"
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

// The bounds of new passwords: at least so many characters, at most so many bytes.
// Shorter ones from before go on working.
const (
	shortestPassword = 12
	longestPassword  = 256
)

// Cost is how hard it is to try a password with argon2id. The cost in use
// is the lowest that OWASP recommends: 19 MiB and two passes keep a letter with
// a password well under 50 ms on a small machine, and a guess costs as much.
type Cost struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

var currentCost = Cost{memory: 19 << 10, passes: 2, lanes: 1}

// SetPasswordCost changes the cost of all passwords until restore is called. It is
// for tests that try many, and must not be called while the judge is in use.
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

// The bounds of costs that a stored hash may ask for, so that a damaged row
// cannot take the machine's memory.
const (
	mostMemory = 1 << 20 // KiB
	mostPasses = 16
)

var errHash = errors.New("a stored password is not an argon2id hash in PHC form")

// phc is an argon2id hash as it is stored:
//
//	$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>
//
// with salt and hash in base64 without padding.
type phc struct {
	cost       Cost
	salt, hash []byte
}

func (p phc) String() string {
	b := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.memory, p.cost.passes, p.cost.lanes, b(p.salt), b(p.hash))
}

// parsePHC reads a stored hash.
func parsePHC(s string) (phc, error) {
	var p phc
	part := strings.Split(s, "$")
	if len(part) != 6 || part[0] != "" || part[1] != "argon2id" || part[2] != "v="+strconv.Itoa(argon2.Version) {
		return p, errHash
	}
	if n, err := fmt.Sscanf(part[3], "m=%d,t=%d,p=%d", &p.cost.memory, &p.cost.passes, &p.cost.lanes); err != nil || n != 3 {
		return p, errHash
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

// derive works a password out under the salt.
func (p phc) derive(password string) []byte {
	n := cmp.Or(len(p.hash), hashBytes)
	return argon2.IDKey([]byte(plainPassword(password)), p.salt, p.cost.passes, p.cost.memory, p.cost.lanes, uint32(n))
}

// plainPassword is a password in one spelling: the same characters, typed on
// whatever keyboard, are the same bytes. Blanks at the ends are left off, as
// letters lose them too.
func plainPassword(s string) string { return norm.NFC.String(strings.TrimSpace(s)) }

// hashPassword makes the hash of a new password.
func hashPassword(password string) string {
	p := phc{cost: currentCost, salt: make([]byte, saltBytes)}
	rand.Read(p.salt)
	p.hash = p.derive(password)
	return p.String()
}

// nobody is the hash against which passwords for unknown addresses are tried,
// so that they take as long as others. No password has it: it is random.
var nobody = phc{cost: currentCost, salt: game.RandomBytes(saltBytes), hash: game.RandomBytes(hashBytes)}

// passwords does the hashing, of which each takes much memory: few at a time.
type passwords struct{ room chan struct{} }

func newPasswords(atOnce int) *passwords { return &passwords{make(chan struct{}, atOnce)} }

func (p *passwords) enter(ctx context.Context) error {
	select {
	case p.room <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *passwords) leave() { <-p.room }

// hash makes the hash of a new password.
func (p *passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.enter(ctx); err != nil {
		return "", err
	}
	defer p.leave()
	return hashPassword(password), nil
}

// matches tells whether a password is the one of a stored hash, in constant
// time; no hash takes as long as any. weak reports that the hash costs less, or
// more, than new ones do.
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
	long := len(password) > longestPassword // than any that can be set
	if long {
		password = password[:longestPassword]
	}
	same := subtle.ConstantTimeCompare(known.derive(password), known.hash) == 1
	return same && !long && stored != "", known.cost != currentCost, nil
}
