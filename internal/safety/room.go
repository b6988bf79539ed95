package safety

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/press"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// Safety implements the commands that protect people from each other.
type Safety struct {
	base  *gamestate.Base
	press *press.Press
	users *users.Users
}

// New returns the commands that protect people from each other.
func New(b *gamestate.Base, p *press.Press, u *users.Users) *Safety {
	return &Safety{base: b, press: p, users: u}
}

// errOperator is returned to everyone but operators.
var errOperator = game.Refuse(game.Forbidden, message.New("This is for the operators of the judge."))

// operator returns an operator of the judge, or errOperator for anyone else. If operators must
// have a second factor, accounts without one do not count as operators.
func (s *Safety) operator(tx *game.Tx, id string) (*game.Account, error) {
	a, err := s.base.Accounts.AccountIn(tx, id)
	if err != nil {
		return nil, err
	}
	if !a.Operator || a.Blocked {
		return nil, errOperator
	}
	withheld, err := s.base.Accounts.WithheldIn(tx, a)
	if err == nil && withheld {
		err = game.Refuse(game.Forbidden, message.New("This judge demands a second factor of operators. Set one up on your account's page first."))
	}
	return a, err
}

// digest returns the keyed digest of a value of some kind. The key is derived from the judge's
// secret, so that a copy of the database is not enough to test guesses.
func (s *Safety) digest(kind, value string) string {
	mac := hmac.New(sha256.New, s.base.Secret)
	mac.Write([]byte("mark\x00" + kind + "\x00" + value))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
