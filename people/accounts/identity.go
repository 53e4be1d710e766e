package accounts

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	findIdentityQuery = sql.Get("people/find_identity.sql")
	addIdentityQuery  = sql.Get("people/add_identity.sql")
	identitiesQuery   = sql.Get("people/list_identities.sql")
)

// OfIdentity returns the account of a person as a provider of OpenID Connect knows them. The error is ErrNone when there is none.
func OfIdentity(ctx context.Context, db postgres.Querier, issuer, subject string) (Account, error) {
	return one[Account](ctx, db, findIdentityQuery, pgx.StrictNamedArgs{"issuer": issuer, "subject": subject})
}

// AddIdentity lets a person sign in to an account by a provider, who asks for it. Nothing changes where the person has an account already.
func AddIdentity(ctx context.Context, tx pgx.Tx, account uuid.UUID, issuer, subject string) error {
	n, err := postgres.Exec(ctx, tx, addIdentityQuery, pgx.StrictNamedArgs{"issuer": issuer, "subject": subject, "account_id": account})
	if err != nil {
		return fmt.Errorf("store who the person is to the provider: %w", err)
	}
	if n == 0 {
		return nil
	}
	// Without the subject, who is the person: the entry stays when the account is erased.
	return Note(history.By(ctx, history.ByAccount(account)), tx, account, history.IdentityAdded, map[string]any{"issuer": issuer})
}

// Identity is who an account is to a provider.
type Identity struct {
	Issuer    string    `json:"issuer" db:"issuer"`
	Subject   string    `json:"subject" db:"subject"`
	CreatedAt time.Time `json:"created_at" db:"created_at"`
}

// Identities returns who an account is to providers, the oldest first.
func Identities(ctx context.Context, db postgres.Querier, account uuid.UUID) ([]Identity, error) {
	all, err := postgres.All[Identity](ctx, db, identitiesQuery, pgx.StrictNamedArgs{"account_id": account})
	if err != nil {
		return nil, fmt.Errorf("list who an account is to providers: %w", err)
	}
	return all, nil
}
