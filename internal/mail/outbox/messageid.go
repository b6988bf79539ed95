package outbox

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"regexp"
)

// messageName is the Message-ID of a letter about a game: of which phase its
// readers think when they answer, and a name that nobody else can guess.
func (o *Outbox) messageName(game string, number int, name string) string {
	return fmt.Sprintf("%s.p%d.%s@%s", game, number, name, o.c.Domain())
}

// Nonce returns a name that nobody can guess. It is part of a job, so that every try
// at a letter has the same Message-ID.
func Nonce() string {
	b := make([]byte, 12)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// MessageForm is what messageName makes, without the domain.
var MessageForm = regexp.MustCompile(`^([a-z0-9]+)\.p(\d+)\.[0-9a-f]{24}$`)
