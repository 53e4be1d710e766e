// Package passwords says which passwords may be chosen, and hashes them. It knows no database and no HTTP, and imports nothing of the
// project.
package passwords

import (
	"errors"
	"fmt"
	"unicode/utf8"

	zxcvbn "github.com/ccojocar/zxcvbn-go"
	"golang.org/x/text/unicode/norm"
)

// Lengths of a password in characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9).
const (
	MinLength = 8
	MaxLength = 256
)

// examined is how many characters of a password are looked at for what it is made of: the time grows with their square.
const examined = 64

// Check says why a password may not be chosen. One that is common in public leaks (ASVS 6.2.4), a row of keys or letters, or made of own, is
// guessed within a million tries, as zxcvbn estimates. own are texts that everybody may guess of the person, such as the login.
func Check(password string, own ...string) error {
	password = normal(password)
	n := utf8.RuneCountInString(password)
	switch {
	case n < MinLength:
		return fmt.Errorf("a password has at least %d characters", MinLength)
	case n > MaxLength:
		return fmt.Errorf("a password has at most %d characters", MaxLength)
	}
	first := string([]rune(password)[:min(n, examined)])
	if zxcvbn.PasswordStrength(first, own).Score == 0 {
		return errors.New("this password is easy to guess: it is common, or made of the login, the name or a row of keys")
	}
	return nil
}

// normal returns the one form of a password that keyboards write in several (NIST SP 800-63B, section 3.1.1.2).
func normal(password string) string { return norm.NFKC.String(password) }
