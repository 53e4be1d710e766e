package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	setPasswordQuery = sql.Get("people/set_password.sql")
	rehashQuery      = sql.Get("people/rehash_password.sql")
)

// SetPassword stores the hash of a new password and ends all sessions of the account.
func SetPassword(ctx context.Context, db postgres.Querier, account uuid.UUID, hash string) error {
	if _, err := postgres.Exec(ctx, db, setPasswordQuery, pgx.StrictNamedArgs{"account_id": account, "hash": hash}); err != nil {
		return fmt.Errorf("store the password: %w", err)
	}
	return EndSessions(ctx, db, account, nil)
}

// Rehash replaces the hash of the same password, unless another one was set meanwhile.
func Rehash(ctx context.Context, db postgres.Querier, account uuid.UUID, old, hash string) error {
	if _, err := postgres.Exec(ctx, db, rehashQuery, pgx.StrictNamedArgs{"account_id": account, "old": old, "hash": hash}); err != nil {
		return fmt.Errorf("store the hash of the password: %w", err)
	}
	return nil
}
