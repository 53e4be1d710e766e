package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	addQuery    = sql.Get("people/add_account.sql")
	getQuery    = sql.Get("people/get_account.sql")
	findQuery   = sql.Get("people/find_account.sql")
	listQuery   = sql.Get("people/list_accounts.sql")
	changeQuery = sql.Get("people/change_account.sql")
	lockQuery   = sql.Get("people/lock_administrators.sql")
	endQuery    = sql.Get("people/end_sessions.sql")
)

// uniqueViolation is PostgreSQL's code of a key that is taken.
const uniqueViolation = "23505"

// ErrLoginTaken means that another account has the login.
var ErrLoginTaken = errors.New("this login is taken: choose another")

// Add stores a new account, which makes itself. The login is one that ParseLogin returned, or nil; by is how the person came here.
func Add(ctx context.Context, tx pgx.Tx, id uuid.UUID, name string, login *string, g Grant, by string) (Account, error) {
	g = g.Whole()
	a, err := postgres.One[Account](ctx, tx, addQuery, pgx.StrictNamedArgs{
		"id": id, "name": name, "login": login, "roles": g.Roles, "taxa": g.Taxa, "countries": g.Countries, "sources": g.Sources,
	})
	if taken := new(pgconn.PgError); errors.As(err, &taken) && taken.Code == uniqueViolation {
		return a, ErrLoginTaken
	}
	if err != nil {
		return a, fmt.Errorf("store the account: %w", err)
	}
	return a, history.Add(history.By(ctx, history.ByAccount(id)), tx, history.Entry{Entity: history.Account, ID: id.String(), Action: history.Created,
		Is: struct {
			noted
			By string `json:"by"`
		}{a.noted(), by}})
}

// Get returns an account. The error is ErrNone when there is none with the id.
func Get(ctx context.Context, db postgres.Querier, id uuid.UUID) (Account, error) {
	return one[Account](ctx, db, getQuery, pgx.StrictNamedArgs{"id": id})
}

// Known is an account with the hash of its password; "" is none.
type Known struct {
	Account
	Hash string `db:"hash"`
}

// Find returns the account with a login, in any case. The error is ErrNone when there is none.
func Find(ctx context.Context, db postgres.Querier, login string) (Known, error) {
	return one[Known](ctx, db, findQuery, pgx.StrictNamedArgs{"login": strings.ToLower(strings.TrimSpace(login))})
}

// Named returns the account with an id or a login. The error is ErrNone when there is none.
func Named(ctx context.Context, db postgres.Querier, text string) (Account, error) {
	if id, err := uuid.Parse(text); err == nil {
		return Get(ctx, db, id)
	}
	found, err := Find(ctx, db, text)
	return found.Account, err
}

func one[T any](ctx context.Context, db postgres.Querier, query sql.Query, args pgx.StrictNamedArgs) (T, error) {
	found, err := postgres.One[T](ctx, db, query, args)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, ErrNone
	}
	if err != nil {
		return found, fmt.Errorf("look for the account: %w", err)
	}
	return found, nil
}

// Listed is an account with the ways in which the person signs in.
type Listed struct {
	Account
	Password   bool       `json:"password" db:"password"`
	Passkeys   int        `json:"passkeys" db:"passkeys"`
	Identities int        `json:"identities" db:"identities"` // at providers of OpenID Connect
	SeenAt     *time.Time `json:"seen_at" db:"seen_at"`       // of a session that has not ended, to a minute
}

// List returns all accounts by name.
func List(ctx context.Context, db postgres.Querier) ([]Listed, error) {
	found, err := postgres.All[Listed](ctx, db, listQuery, pgx.StrictNamedArgs{"id": nil})
	if err != nil {
		return nil, fmt.Errorf("list the accounts: %w", err)
	}
	return found, nil
}

// Show returns an account as List does. The error is ErrNone when there is none with the id.
func Show(ctx context.Context, db postgres.Querier, id uuid.UUID) (Listed, error) {
	return one[Listed](ctx, db, listQuery, pgx.StrictNamedArgs{"id": id})
}

// Change changes an account as edit does, and ends its sessions where that disables it. The errors are ErrNone, ErrLast where no administrator
// would be left, and what edit returns.
func Change(ctx context.Context, db postgres.Beginner, id uuid.UUID, edit func(*Account) error) (a Account, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		administrators, err := LockAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		if a, err = Get(ctx, tx, id); err != nil {
			return err
		}
		before := a
		if err := edit(&a); err != nil {
			return err
		}
		if slices.Equal(administrators, []uuid.UUID{id}) && (!a.isAdministrator() || a.DisabledAt != nil) {
			return ErrLast
		}
		a.Grant = a.Whole()
		args := pgx.StrictNamedArgs{"id": id, "name": a.Name, "roles": a.Roles, "taxa": a.Taxa, "countries": a.Countries, "sources": a.Sources, "disabled_at": a.DisabledAt}
		if _, err := postgres.Exec(ctx, tx, changeQuery, args); err != nil {
			return fmt.Errorf("change the account: %w", err)
		}
		if err := noteChange(ctx, tx, before, a); err != nil {
			return err
		}
		if a.DisabledAt != nil {
			return EndSessions(ctx, tx, id, nil)
		}
		return nil
	})
	return a, err
}

// LockAdministrators returns the administrators who may sign in, and locks them until the transaction ends: two who disable or erase each other
// wait for one another.
func LockAdministrators(ctx context.Context, tx pgx.Tx) ([]uuid.UUID, error) {
	found, err := tx.Query(ctx, lockQuery.String())
	if err != nil {
		return nil, fmt.Errorf("lock the administrators: %w", err)
	}
	ids, err := pgx.CollectRows(found, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("lock the administrators: %w", err)
	}
	return ids, nil
}

// EndSessions signs an account out everywhere but in the browser of the session to keep, if there is one.
func EndSessions(ctx context.Context, db postgres.Querier, account uuid.UUID, keep *uuid.UUID) error {
	if _, err := postgres.Exec(ctx, db, endQuery, pgx.StrictNamedArgs{"account_id": account, "keep": keep}); err != nil {
		return fmt.Errorf("end the sessions: %w", err)
	}
	return nil
}

// SignOut signs an account out everywhere, for somebody else. The error is ErrNone when there is none with the id.
func SignOut(ctx context.Context, db postgres.Beginner, id uuid.UUID) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := Get(ctx, tx, id); err != nil {
			return err
		}
		if err := EndSessions(ctx, tx, id, nil); err != nil {
			return err
		}
		return Note(ctx, tx, id, history.SignedOut, nil)
	})
}
