package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	addTokenQuery    = sql.Get("people/add_token.sql")
	listTokensQuery  = sql.Get("people/list_tokens.sql")
	revokeTokenQuery = sql.Get("people/revoke_token.sql")
	findSourceQuery  = sql.Get("people/find_source.sql")
)

// secretPrefix begins every secret, so that scanners of source code find one that was committed.
const secretPrefix = "skeeter_"

// maxTokenName is the longest name of a token in characters.
const maxTokenName = 100

// Token lets a program write. The secret is shown once and not stored.
type Token struct {
	ID         uuid.UUID      `json:"id" db:"id"`
	Name       string         `json:"name" db:"name"`
	Scopes     []access.Right `json:"scopes" db:"scopes"`
	Source     *string        `json:"source" db:"data_source"` // id of the one data source it is for; null: all
	CreatedAt  time.Time      `json:"created_at" db:"created_at"`
	ExpiresAt  *time.Time     `json:"expires_at" db:"expires_at"`
	LastUsedAt *time.Time     `json:"last_used_at" db:"last_used_at"` // to a minute
	RevokedAt  *time.Time     `json:"revoked_at" db:"revoked_at"`
}

// NewToken describes a token that is to be made.
type NewToken struct {
	Name    string
	Scopes  []access.Right
	Source  string     // id or name of a data source; "": all
	Expires *time.Time // nil: never
}

// ErrNoToken is the error of a token that there is none of.
var ErrNoToken = errors.New("no such token")

// Database is a pool or a connection.
type Database interface {
	postgres.Querier
	postgres.Beginner
}

// AddToken stores a token and returns it with its secret. The error says what is wrong with it.
func AddToken(ctx context.Context, db Database, wanted NewToken, now time.Time) (t Token, text string, err error) {
	if err := wanted.Check(now); err != nil {
		return t, "", err
	}
	t = Token{Name: wanted.Name, Scopes: unique(wanted.Scopes), CreatedAt: now, ExpiresAt: wanted.Expires}
	if wanted.Source != "" {
		id, err := sourceID(ctx, db, wanted.Source)
		if err != nil {
			return t, "", err
		}
		t.Source = &id
	}
	if t.ID, err = uuid.NewV7(); err != nil {
		return t, "", fmt.Errorf("make an id: %w", err)
	}
	maker, err := access.Of(ctx)
	if err != nil {
		return t, "", err
	}
	text = secret.New(secretPrefix)
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err := postgres.Exec(ctx, tx, addTokenQuery, pgx.StrictNamedArgs{
			"id": t.ID, "name": t.Name, "hash": secret.Hash(text), "scopes": t.Scopes, "data_source": t.Source, "expires_at": t.ExpiresAt,
			"made_by": uuid.NullUUID{UUID: maker.Person(), Valid: maker.Person() != uuid.Nil},
		})
		if err != nil {
			return fmt.Errorf("store the token: %w", err)
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Token, ID: t.ID.String(), Action: history.Created,
			Is: map[string]any{"name": t.Name, "scopes": t.Scopes, "source": t.Source, "expires_at": t.ExpiresAt}})
	})
	return t, text, err
}

// unique returns scopes in their order, each once.
func unique(scopes []access.Right) (once []access.Right) {
	for _, s := range scopes {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}

// Check says what is wrong with a token that is to be made.
func (t NewToken) Check(now time.Time) error {
	if n := utf8.RuneCountInString(t.Name); strings.TrimSpace(t.Name) == "" || n > maxTokenName {
		return fmt.Errorf("a token needs a name of 1 to %d characters", maxTokenName)
	}
	if len(t.Scopes) == 0 {
		return fmt.Errorf("a token needs a scope: %s", access.Join(access.Scopes))
	}
	for _, scope := range t.Scopes {
		if !slices.Contains(access.Scopes, scope) {
			return fmt.Errorf("unknown scope %q; there are %s", scope, access.Join(access.Scopes))
		}
		if t.Source != "" && !slices.Contains(access.OfOneSource, scope) {
			return fmt.Errorf("the scope %s is not about one data source; these may be: %s", scope, access.Join(access.OfOneSource))
		}
	}
	if t.Expires != nil && !t.Expires.After(now) {
		return errors.New("a token must not expire in the past")
	}
	return nil
}

// sourceID returns the id of the data source with an id or a name, in any case. The id goes before a name, and the case as it is written
// before another.
func sourceID(ctx context.Context, db postgres.Querier, name string) (string, error) {
	found, err := postgres.All[struct {
		ID    string `db:"id"`
		Exact int    `db:"exact"`
	}](ctx, db, findSourceQuery, pgx.StrictNamedArgs{"name": name})
	switch {
	case err != nil:
		return "", fmt.Errorf("look for the data source: %w", err)
	case len(found) == 0:
		return "", accounts.UnknownLimitError{Limit: "sources", Name: name}
	case len(found) > 1 && found[0].Exact == found[1].Exact:
		return "", fmt.Errorf("several data sources are called %q: name one by its id; skeeter dataset list shows them", name)
	}
	return found[0].ID, nil
}

// ListTokens returns all tokens, the newest first.
func ListTokens(ctx context.Context, db postgres.Querier) ([]Token, error) {
	tokens, err := postgres.All[Token](ctx, db, listTokensQuery)
	if err != nil {
		return nil, fmt.Errorf("list the tokens: %w", err)
	}
	return tokens, nil
}

// RevokeToken makes a token worthless at once. The error is ErrNoToken when there is none with the id.
func RevokeToken(ctx context.Context, db Database, id uuid.UUID) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		n, err := postgres.Exec(ctx, tx, revokeTokenQuery, pgx.StrictNamedArgs{"id": id})
		if err != nil {
			return fmt.Errorf("revoke the token: %w", err)
		}
		if n == 0 {
			return ErrNoToken
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Token, ID: id.String(), Action: history.Revoked})
	})
}
