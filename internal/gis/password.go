package gis

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Limits of a password's length. CheckPassword allows printable ASCII alone, because clients normalize other characters differently.
const (
	MinPassword = 12
	MaxPassword = 128
)

// scramIterations and saltBytes are PostgreSQL's defaults.
const (
	scramIterations = 4096
	saltBytes       = 16
)

// CheckPassword fails for a password that is too short, too long or not printable ASCII. The error does not repeat the password.
func CheckPassword(password string) error {
	if len(password) < MinPassword || len(password) > MaxPassword {
		return fmt.Errorf("the password has %d characters: want %d to %d", len(password), MinPassword, MaxPassword)
	}
	for _, c := range []byte(password) {
		if c < ' ' || c > '~' {
			return fmt.Errorf("the password has a character that is not printable ASCII")
		}
	}
	return nil
}

// verifier returns the form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5802 and 7677), so that the password itself
// reaches neither the server nor its log.
func verifier(password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	salted, err := pbkdf2.Key(sha256.New, password, salt, scramIterations, sha256.Size)
	if err != nil {
		return "", fmt.Errorf("derive the key of the password: %w", err)
	}
	stored := sha256.Sum256(sign(salted, "Client Key"))
	text := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", scramIterations, text(salt), text(stored[:]), text(sign(salted, "Server Key"))), nil
}

func sign(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
