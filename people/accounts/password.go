package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	setPasswordQuery = sql.Get("people/set_password.sql")
	rehashQuery      = sql.Get("people/rehash_password.sql")
)

// ChangePassword stores the hash of a new password, ends all sessions of the account and says so in the history.
func ChangePassword(ctx context.Context, db postgres.Beginner, account uuid.UUID, hash string) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := SetPassword(ctx, tx, account, hash); err != nil {
			return err
		}
		return Note(ctx, tx, account, history.PasswordChanged, nil)
	})
}

// SetPassword stores the hash of a new password and ends all sessions of the account.
func SetPassword(ctx context.Context, tx pgx.Tx, account uuid.UUID, hash string) error {
	if _, err := postgres.Exec(ctx, tx, setPasswordQuery, pgx.StrictNamedArgs{"account_id": account, "hash": hash}); err != nil {
		return fmt.Errorf("store the password: %w", err)
	}
	return EndSessions(ctx, tx, account, nil)
}

// Rehash replaces the hash of the same password, unless another one was set meanwhile.
func Rehash(ctx context.Context, db postgres.Querier, account uuid.UUID, old, hash string) error {
	if _, err := postgres.Exec(ctx, db, rehashQuery, pgx.StrictNamedArgs{"account_id": account, "old": old, "hash": hash}); err != nil {
		return fmt.Errorf("store the hash of the password: %w", err)
	}
	return nil
}
