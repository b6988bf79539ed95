package outbox

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"regexp"
)

// messageName returns the Message-ID of an e-mail about a game. It contains the number of the phase
// for which replies count, and a name that no one can guess.
func (o *Outbox) messageName(game string, number int, name string) string {
	return fmt.Sprintf("%s.p%d.%s@%s", game, number, name, o.c.Domain())
}

// Nonce returns a name that no one can guess. It is part of a job, so that
// every attempt has the same Message-ID.
func Nonce() string {
	b := make([]byte, 12)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// MessageForm matches the results of messageName, without the domain.
var MessageForm = regexp.MustCompile(`^([a-z0-9]+)\.p(\d+)\.[0-9a-f]{24}$`)
