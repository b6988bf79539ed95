package game

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
)

// Base32 is the encoding of IDs and secrets.
var Base32 = base32.StdEncoding.WithPadding(base32.NoPadding)

// RandomBytes returns n cryptographically random bytes.
func RandomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// IDBytes is the number of random bytes in an ID.
const IDBytes = 5

// NewID returns a short random ID.
func NewID() string { return EncodeID(RandomBytes(IDBytes)) }

// EncodeID encodes bytes as an ID.
func EncodeID(b []byte) string { return strings.ToLower(Base32.EncodeToString(b)) }
