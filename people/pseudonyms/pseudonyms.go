// Package pseudonyms gives users other ids, by which others can tell their records apart and nobody can find who they are. It imports
// internal/postgres and sql.
package pseudonyms

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var keyQuery = sql.Get("people/pseudonym_key.sql")

// Pseudonyms makes pseudonyms with the key of a database.
type Pseudonyms struct {
	db  *pgxpool.Pool
	key atomic.Pointer[[]byte]
}

// New returns Pseudonyms. The key is read when it is first needed.
func New(db *pgxpool.Pool) *Pseudonyms { return &Pseudonyms{db: db} }

// Key returns the key of the database, for other hashes of what nobody may guess. Each begins with a text that is no user's id, such as "etag\x00".
func (p *Pseudonyms) Key(ctx context.Context) ([]byte, error) {
	key := p.key.Load()
	if key == nil {
		key = new([]byte)
		if err := p.db.QueryRow(ctx, keyQuery.String()).Scan(key); err != nil {
			return nil, fmt.Errorf("read the key of pseudonyms: %w", err)
		}
		p.key.Store(key)
	}
	return *key, nil
}

// Of returns what makes a pseudonym of a user's id: a UUID of version 8 (RFC 9562) from its HMAC-SHA256, the same for the same id.
func (p *Pseudonyms) Of(ctx context.Context) (func(userID string) string, error) {
	key, err := p.Key(ctx)
	if err != nil {
		return nil, err
	}
	return func(userID string) string {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(userID))
		var id uuid.UUID
		copy(id[:], mac.Sum(nil))
		id[6] = id[6]&0x0f | 0x80 // version 8
		id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
		return id.String()
	}, nil
}
