package people

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	findTokenQuery = sql.Get("people/find_token.sql")
	useTokenQuery  = sql.Get("people/use_token.sql")
	anyKnownQuery  = sql.Get("people/any_known.sql")
)

type store struct{ db *pgxpool.Pool }

// presented is a stored token whose secret a request presents.
type presented struct {
	Token
	MadeBy  *uuid.UUID `db:"made_by"` // account; nil: the command line, or one that was erased
	Stale   bool       `db:"stale"`   // its use was not noted for a minute
	Expired bool       `db:"expired"`
}

// token returns the token with a secret. The error is ErrNoToken when there is none.
func (s store) token(ctx context.Context, text string) (presented, error) {
	t, err := postgres.One[presented](ctx, s.db, findTokenQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text)})
	if errors.Is(err, pgx.ErrNoRows) {
		return t, ErrNoToken
	}
	if err != nil {
		return t, fmt.Errorf("look for the token: %w", err)
	}
	return t, nil
}

// use notes that a token is used.
func (s store) use(ctx context.Context, id uuid.UUID) error {
	if _, err := postgres.Exec(ctx, s.db, useTokenQuery, pgx.StrictNamedArgs{"id": id}); err != nil {
		return fmt.Errorf("note the use of a token: %w", err)
	}
	return nil
}

// anyKnown says whether a token or an account was ever made.
func (s store) anyKnown(ctx context.Context) (known bool, err error) {
	if err := s.db.QueryRow(ctx, anyKnownQuery.String()).Scan(&known); err != nil {
		return false, fmt.Errorf("look for tokens and accounts: %w", err)
	}
	return known, nil
}
