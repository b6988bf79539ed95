package game

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
)

// Base32 is how IDs and secrets are written.
var Base32 = base32.StdEncoding.WithPadding(base32.NoPadding)

// RandomBytes are n bytes that nobody can guess.
func RandomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// IDBytes is how much chance is in an ID.
const IDBytes = 5

// NewID is a short random id.
func NewID() string { return EncodeID(RandomBytes(IDBytes)) }

// EncodeID writes bytes as an ID.
func EncodeID(b []byte) string { return strings.ToLower(Base32.EncodeToString(b)) }
