package passwords

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"
)

func TestWhichPasswordsMayBeChosen(t *testing.T) {
	t.Parallel()
	for password, good := range map[string]bool{
		"correct horse battery staple": true, "kwq8!zLp": true, "Ñandú del río": true, strings.Repeat("é", 256): true,
		"": false, "short 7": false, strings.Repeat("é", 257): false, "password": false, "Password1": false, "QWERTYUIOP": false, " 12345678 ": false,
		"ada.lovelace": false, "Ada Lovelace": false, "        x": false, "mosquito2024": false, "abcdefgh": false,
	} {
		if err := Check(password, "Ada.Lovelace", "ada lovelace", ""); (err == nil) != good {
			t.Errorf("%.30q: %v", password, err)
		}
	}
}

func TestHashes(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	one, err := h.Hash(t.Context(), "correct horse Åse")
	if err != nil || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatal(one, err)
	}
	if two, err := h.Hash(t.Context(), "correct horse Åse"); err != nil || two == one {
		t.Errorf("the same salt twice: %s, %v", two, err)
	}
	for password, want := range map[string]bool{"correct horse Åse": true, "correct horse A\u030ase": true, "correct horse Ase": false, "": false} {
		if same, stale, err := h.Verify(t.Context(), one, password); err != nil || same != want || stale {
			t.Errorf("%q: %v, %v, %v", password, same, stale, err)
		}
	}
	if same, _, err := h.Verify(t.Context(), "", ""); err != nil || same {
		t.Errorf("without a hash: %v, %v", same, err)
	}
	salt := []byte("0123456789abcdef")
	sum := argon2.IDKey([]byte("old"), salt, 1, 8192, 1, 32)
	old := "$argon2id$v=19$m=8192,t=1,p=1$" + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(sum)
	if same, stale, err := h.Verify(t.Context(), old, "old"); err != nil || !same || !stale {
		t.Errorf("old parameters: %v, %v, %v", same, stale, err)
	}
	for _, wrong := range []string{"x", "$2a$10$abc", strings.Replace(old, "m=8192", "m=99999999", 1), strings.Replace(old, "p=1", "p=0", 1), strings.Replace(old, "$v=19", "$v=16", 1),
		old[:60], old + "$", strings.Replace(old, "t=1", "t=-1", 1)} {
		if same, _, err := h.Verify(t.Context(), wrong, "old"); err == nil || same {
			t.Errorf("%s: %v", wrong, same)
		}
	}
}

// TestSignInsWait: no more than so many hashes are made at once.
func TestSignInsWait(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	for range parallel {
		h.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("a hash too many: %v", err)
	}
	<-h.slots
	if _, err := h.Hash(t.Context(), "x"); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY")
	f.Fuzz(func(t *testing.T, hash string) {
		if p, salt, sum, err := parse(hash); err == nil && (p.memory > most.memory || p.passes > most.passes || len(salt) == 0 || len(sum) == 0) {
			t.Errorf("%q is taken: %+v", hash, p)
		}
	})
}
