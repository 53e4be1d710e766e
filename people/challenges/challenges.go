// Package challenges keeps what a sign-in that began has to answer, for the browser that began it, which has a cookie for it. Each is answered
// once. It imports internal packages and sql.
package challenges

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Life is how long an answer may take.
const Life = 10 * time.Minute

// most is how many challenges wait at once; strangers can begin to sign in.
const most = 10_000

// Errors of a challenge.
var (
	ErrNone = errors.New("there is no such challenge")
	ErrFull = errors.New("too many sign-ins wait for an answer")
)

var (
	addQuery  = sql.Get("people/add_challenge.sql")
	takeQuery = sql.Get("people/take_challenge.sql")
)

// stored is a challenge with what it is for: an answer of another kind is none.
type stored struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// Add stores a challenge and returns its secret. The error is ErrFull when too many wait.
func Add(ctx context.Context, db postgres.Querier, kind string, data any) (string, error) {
	inner, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("write a challenge: %w", err)
	}
	text := secret.New("")
	n, err := postgres.Exec(ctx, db, addQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text), "data": stored{kind, inner}, "life": Life, "most": most})
	if err != nil {
		return "", fmt.Errorf("store a challenge: %w", err)
	}
	if n == 0 {
		return "", ErrFull
	}
	return text, nil
}

// Take removes the challenge with a secret and reads it. The error is ErrNone when there is none of the kind.
func Take(ctx context.Context, db postgres.Querier, kind, text string, data any) error {
	found, err := postgres.One[struct {
		Data stored `db:"data"`
	}](ctx, db, takeQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text)})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && found.Data.Kind != kind {
		return ErrNone
	}
	if err != nil {
		return fmt.Errorf("look for a challenge: %w", err)
	}
	if err := json.Unmarshal(found.Data.Data, data); err != nil {
		return fmt.Errorf("read a challenge: %w", err)
	}
	return nil
}
