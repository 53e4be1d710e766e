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
	findIdentityQuery = sql.Get("people/find_identity.sql")
	addIdentityQuery  = sql.Get("people/add_identity.sql")
)

// OfIdentity returns the account of a person as a provider of OpenID Connect knows them. The error is ErrNone when there is none.
func OfIdentity(ctx context.Context, db postgres.Querier, issuer, subject string) (Account, error) {
	return one[Account](ctx, db, findIdentityQuery, pgx.StrictNamedArgs{"issuer": issuer, "subject": subject})
}

// AddIdentity lets a person sign in to an account by a provider. Nothing changes where the person has an account already.
func AddIdentity(ctx context.Context, db postgres.Querier, account uuid.UUID, issuer, subject string) error {
	if _, err := postgres.Exec(ctx, db, addIdentityQuery, pgx.StrictNamedArgs{"issuer": issuer, "subject": subject, "account_id": account}); err != nil {
		return fmt.Errorf("store who the person is to the provider: %w", err)
	}
	return nil
}
