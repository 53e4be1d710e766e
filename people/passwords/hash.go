package passwords

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
)

// parameters of Argon2id (RFC 9106).
type parameters struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// current are the parameters of new hashes, as OWASP recommends them.
var current = parameters{memory: 19 * 1024, passes: 2, threads: 1}

// Sizes of a hash in bytes.
const (
	saltSize = 16
	hashSize = 32
)

// Bounds of what hashes take: 76 MB at a time.
const (
	parallel = 4               // hashes at once; others wait
	patience = 5 * time.Second // how long they wait
)

// most are the largest parameters that a stored hash may have.
var most = parameters{memory: 256 * 1024, passes: 16, threads: 8}

// ErrBusy means that too many passwords are hashed at a time.
var ErrBusy = errors.New("too many passwords are hashed at a time")

// Hasher hashes a bounded number of passwords at once, so that sign-ins cannot take the memory. It is safe for concurrent use.
type Hasher struct {
	slots chan struct{}
	work  atomic.Int64
}

// NewHasher returns a Hasher.
func NewHasher() *Hasher { return &Hasher{slots: make(chan struct{}, parallel)} }

// Work is what all hashes took so far: the KiB of memory that each goes over, by its passes. Two logins that take the same cannot be told apart by the time
// of an answer.
func (h *Hasher) Work() int64 { return h.work.Load() }

// Hash returns the hash of a password in PHC string format. The error is ErrBusy or that of ctx.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt, current, hashSize)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, current.memory, current.passes, current.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), nil
}

// Verify reports whether a password is the one of a hash, and whether the hash has old parameters. Without a hash it works as long and says
// no, so that the time of an answer does not tell whether there is an account. The error is ErrBusy, that of ctx, or says that the hash is
// malformed.
func (h *Hasher) Verify(ctx context.Context, hash, password string) (same, stale bool, err error) {
	if hash == "" {
		_, err := h.sum(ctx, password, make([]byte, saltSize), current, hashSize)
		return false, false, err
	}
	p, salt, want, err := parse(hash)
	if err != nil {
		return false, false, err
	}
	got, err := h.sum(ctx, password, salt, p, uint32(len(want)))
	if err != nil {
		return false, false, err
	}
	same = subtle.ConstantTimeCompare(got, want) == 1
	return same, same && (p != current || len(want) != hashSize), nil
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte, p parameters, size uint32) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, ErrBusy)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
		h.work.Add(int64(p.memory) * int64(p.passes))
		return argon2.IDKey([]byte(normal(password)), salt, p.passes, p.memory, p.threads, size), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// parse reads a hash in PHC string format.
func parse(hash string) (p parameters, salt, sum []byte, err error) {
	malformed := errors.New("a stored hash of a password is malformed")
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, nil, nil, malformed
	}
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.threads); n != 3 || err != nil {
		return p, nil, nil, malformed
	}
	if p.memory == 0 || p.passes == 0 || p.threads == 0 || p.memory > most.memory || p.passes > most.passes || p.threads > most.threads {
		return p, nil, nil, malformed
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < saltSize/2 || len(sum) < hashSize/2 || len(sum) > 2*hashSize {
		return p, nil, nil, malformed
	}
	return p, salt, sum, nil
}
