// Package secret makes the random texts by which tokens, sessions, invitations and receipts are known, and what is stored of them. It imports nothing
// of the project.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// size is how many random bytes a secret has.
const size = 32

// New returns a secret of 256 random bits after a prefix.
func New(prefix string) string {
	random := make([]byte, size)
	_, _ = rand.Read(random) // never fails
	return prefix + base64.RawURLEncoding.EncodeToString(random)
}

// Hash returns the hash by which a secret is known. A secret is random and long, so a fast hash is enough.
func Hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
