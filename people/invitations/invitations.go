// Package invitations keeps links by which a person makes an account, or chooses a new password for one. A link is used once. It imports
// internal packages, people/accounts and sql.
package invitations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// How many days a link waits to be used.
const (
	DefaultDays = 7
	MaxDays     = 30
)

var (
	addQuery      = sql.Get("people/add_invitation.sql")
	listQuery     = sql.Get("people/list_invitations.sql")
	findQuery     = sql.Get("people/find_invitation.sql")
	useQuery      = sql.Get("people/use_invitation.sql")
	withdrawQuery = sql.Get("people/withdraw_invitation.sql")
)

// Invitation is a link without its secret.
type Invitation struct {
	ID      uuid.UUID  `json:"id" db:"id"`
	Account *uuid.UUID `json:"account_id" db:"account_id"` // that gets a new password; null: a new one
	Name    string     `json:"name" db:"name"`
	accounts.Grant
	CreatedAt time.Time `json:"created_at" db:"created_at"`
	ExpiresAt time.Time `json:"expires_at" db:"expires_at"`
}

// Waiting is an invitation whose secret somebody has.
type Waiting struct {
	Invitation
	Login *string `db:"login"` // of the account that it is for
}

// ErrNone is the error of an invitation that there is none of, that was used, or that is over.
var ErrNone = errors.New("no such invitation")

// Add stores an invitation and returns it with its secret. For an account, name and grant are those of the account; a new account will have the
// id of its invitation, so that its history begins there.
func Add(ctx context.Context, db postgres.Beginner, account *uuid.UUID, name string, g accounts.Grant, expires time.Time) (i Invitation, text string, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return i, "", fmt.Errorf("make an id: %w", err)
	}
	text, g = secret.New(""), g.Whole()
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		i, err = postgres.One[Invitation](ctx, tx, addQuery, pgx.StrictNamedArgs{
			"id": id, "hash": secret.Hash(text), "account_id": account, "name": name,
			"roles": g.Roles, "taxa": g.Taxa, "countries": g.Countries, "sources": g.Sources, "expires_at": expires,
		})
		if err != nil {
			return fmt.Errorf("store the invitation: %w", err)
		}
		is := map[string]any{"expires_at": i.ExpiresAt}
		maps.Copy(is, invitation(i.ID, i.target()))
		if account == nil { // without the name, which nothing would redact if nobody accepts
			is["roles"], is["taxa"], is["countries"], is["sources"] = i.Roles, i.Taxa, i.Countries, i.Sources
		}
		return accounts.Note(ctx, tx, i.target(), history.Invited, is)
	})
	return i, text, err
}

// target is the id of the account that an invitation is for, also before there is one.
func (i Invitation) target() uuid.UUID {
	if i.Account != nil {
		return *i.Account
	}
	return i.ID
}

// Path returns the path of the page that takes a secret. It is in the fragment, which browsers send to no server and in no Referer.
func Path(text string) string { return "/invitation#" + text }

// List returns the invitations that wait, the newest first.
func List(ctx context.Context, db postgres.Querier) ([]Invitation, error) {
	found, err := postgres.All[Invitation](ctx, db, listQuery)
	if err != nil {
		return nil, fmt.Errorf("list the invitations: %w", err)
	}
	return found, nil
}

// Find returns the invitation with a secret. The error is ErrNone when none waits.
func Find(ctx context.Context, db postgres.Querier, text string) (Waiting, error) {
	found, err := postgres.One[Waiting](ctx, db, findQuery, pgx.StrictNamedArgs{"hash": secret.Hash(text)})
	if errors.Is(err, pgx.ErrNoRows) {
		return found, ErrNone
	}
	if err != nil {
		return found, fmt.Errorf("look for the invitation: %w", err)
	}
	return found, nil
}

// Withdraw removes an invitation that waits. The error is ErrNone when there is none with the id.
func Withdraw(ctx context.Context, db postgres.Beginner, id uuid.UUID) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		var account uuid.UUID
		err := tx.QueryRow(ctx, withdrawQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&account)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNone
		}
		if err != nil {
			return fmt.Errorf("withdraw the invitation: %w", err)
		}
		return accounts.Note(ctx, tx, account, history.Uninvited, invitation(id, account))
	})
}

// invitation names an invitation to an account; one that would make the account has its id.
func invitation(id, account uuid.UUID) map[string]any {
	if id == account {
		return nil
	}
	return map[string]any{"invitation": id}
}

// Answer is what a person chooses who accepts. An invitation to an account ignores login and name.
type Answer struct {
	Login, Name string
	Hash        string // of the password
}

// Accept uses an invitation: it makes the account, or gives the account its new password and ends its sessions. The errors are ErrNone and
// accounts.ErrLoginTaken.
func Accept(ctx context.Context, db postgres.Beginner, text string, answer Answer) (a accounts.Account, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		i, err := Find(ctx, tx, text) // locks it: of two who accept, one finds none
		if err != nil {
			return err
		}
		if i.Account != nil {
			a, err = accounts.Get(ctx, tx, *i.Account)
		} else {
			a, err = accounts.Add(ctx, tx, i.ID, answer.Name, &answer.Login, i.Grant, "invitation")
		}
		if err != nil {
			return err
		}
		if i.Account != nil {
			if err := accounts.Note(history.By(ctx, history.ByAccount(a.ID)), tx, a.ID, history.PasswordChanged, map[string]any{"invitation": i.ID}); err != nil {
				return err
			}
		}
		if err := accounts.SetPassword(ctx, tx, a.ID, answer.Hash); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, useQuery, pgx.StrictNamedArgs{"id": i.ID, "account_id": a.ID}); err != nil {
			return fmt.Errorf("mark the invitation as used: %w", err)
		}
		return nil
	})
	return a, err
}
