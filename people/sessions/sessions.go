// Package sessions knows the browsers in which people are signed in, each by the random value of a cookie. It imports internal packages,
// people/accounts and sql.
package sessions

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// How long somebody stays signed in.
const (
	Idle = 7 * 24 * time.Hour  // without a request
	Life = 30 * 24 * time.Hour // in any case
)

// maxOfAccount is how many browsers one person may be signed in with; the one that was idle longest goes first.
const maxOfAccount = 20

// maxAgent is how many bytes are kept of what a browser calls itself.
const maxAgent = 200

// Methods by which a person signs in.
const (
	ByPassword   = "password"
	ByPasskey    = "passkey"
	ByProvider   = "oidc"
	ByInvitation = "invitation"
)

var (
	startQuery = sql.Get("people/start_session.sql")
	findQuery  = sql.Get("people/find_session.sql")
	useQuery   = sql.Get("people/use_session.sql")
	endQuery   = sql.Get("people/end_session.sql")
	listQuery  = sql.Get("people/list_sessions.sql")
)

// Session is a browser in which somebody is signed in.
type Session struct {
	ID        uuid.UUID `json:"id" db:"id"`
	Method    string    `json:"method" db:"method"`
	Agent     string    `json:"agent" db:"agent"`
	CreatedAt time.Time `json:"created_at" db:"created_at"`
	SeenAt    time.Time `json:"seen_at" db:"seen_at"` // to a minute
}

// Found is the account of a session.
type Found struct {
	accounts.Account
	Session    uuid.UUID `db:"session_id"`
	SignedInAt time.Time `db:"signed_in_at"`
	Stale      bool      `db:"stale"` // its use was not noted for a minute
}

// ErrNone is the error of a session that there is none of, or that is over.
var ErrNone = errors.New("no such session")

// Start starts a session and returns its secret. before is the secret of the browser's session until now, which ends; "" is none.
func Start(ctx context.Context, db postgres.Querier, account uuid.UUID, method, agent, before string) (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	text := secret.New("")
	agent = strings.ToValidUTF8(strings.ReplaceAll(agent[:min(len(agent), maxAgent)], "\x00", ""), "")
	_, err = postgres.Exec(ctx, db, startQuery, pgx.StrictNamedArgs{
		"id": id, "account_id": account, "hash": secret.Hash(text), "method": method, "agent": agent, "before": secret.Hash(before),
		"life": Life, "idle": Idle, "others": maxOfAccount - 1,
	})
	if err != nil {
		return "", fmt.Errorf("start a session: %w", err)
	}
	return text, nil
}

// Find returns the session with a secret and its account. The error is ErrNone when there is none.
func Find(ctx context.Context, db postgres.Querier, text string) (Found, error) {
	found, err := postgres.One[Found](ctx, db, findQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text), "life": Life, "idle": Idle})
	if errors.Is(err, pgx.ErrNoRows) {
		return found, ErrNone
	}
	if err != nil {
		return found, fmt.Errorf("look for the session: %w", err)
	}
	return found, nil
}

// Use notes that a session is used.
func Use(ctx context.Context, db postgres.Querier, id uuid.UUID) error {
	if _, err := postgres.Exec(ctx, db, useQuery, pgx.StrictNamedArgs{"id": id}); err != nil {
		return fmt.Errorf("note the use of a session: %w", err)
	}
	return nil
}

// End ends the session with a secret, if there is one.
func End(ctx context.Context, db postgres.Querier, text string) error {
	if _, err := postgres.Exec(ctx, db, endQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text)}); err != nil {
		return fmt.Errorf("end the session: %w", err)
	}
	return nil
}

// List returns the sessions of an account, the newest first.
func List(ctx context.Context, db postgres.Querier, account uuid.UUID) ([]Session, error) {
	found, err := postgres.All[Session](ctx, db, listQuery, pgx.StrictNamedArgs{"account_id": account, "life": Life, "idle": Idle})
	if err != nil {
		return nil, fmt.Errorf("list the sessions: %w", err)
	}
	return found, nil
}
