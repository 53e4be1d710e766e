// Package passwords says which passwords may be chosen, and hashes them. It knows no database and no HTTP, and imports nothing of the
// project.
package passwords

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Lengths of a password in characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9).
const (
	MinLength = 8
	MaxLength = 256
)

// commonList holds the 3,000 most common passwords of 8 characters or more (ASVS 6.2.4), in lower case, from the frequency lists of
// Dropbox's zxcvbn (MIT licence), which counted them in public leaks.
//
//go:embed common.txt
var commonList string

var common = commonSet()

func commonSet() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonList) {
		set[strings.TrimSpace(line)] = true
	}
	return set
}

// Check says why a password may not be chosen. own are texts that everybody may guess of the person, such as the login.
func Check(password string, own ...string) error {
	password = normal(password)
	switch n := utf8.RuneCountInString(password); {
	case n < MinLength:
		return fmt.Errorf("a password has at least %d characters", MinLength)
	case n > MaxLength:
		return fmt.Errorf("a password has at most %d characters", MaxLength)
	}
	plain := strings.ToLower(strings.TrimSpace(password))
	if common[plain] {
		return errors.New("this password is one of the most common: choose another")
	}
	for _, text := range own {
		if text != "" && plain == strings.ToLower(strings.TrimSpace(text)) {
			return errors.New("the password must not be the login or the name")
		}
	}
	return nil
}

// normal returns the one form of a password that keyboards write in several (NIST SP 800-63B, section 3.1.1.2).
func normal(password string) string { return norm.NFKC.String(password) }
