// Package erasures takes people from the database while their records stay, and keeps what a restored backup has to erase anew. It imports
// internal packages, people/accounts and sql.
package erasures

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var noteQuery = sql.Get("people/note_erasure.sql")

// Steps erase an account, in this order: later ones remove what earlier ones look for. recordSteps take it from the records of a set, public or private.
var (
	redactSteps = []sql.Query{sql.Get("people/redact.sql")}
	recordSteps = []sql.Query{
		sql.Get("people/erase_comments.sql"), sql.Get("people/erase_requests.sql"), sql.Get("people/erase_observations.sql"),
		sql.Get("people/erase_held.sql"),
	}
	accountSteps = []sql.Query{sql.Get("people/erase_challenges.sql"), sql.Get("people/erase_account.sql")}
)

// Erase removes an account and takes the person from its records and from the history, all or nothing. The errors are accounts.ErrNone, and
// accounts.ErrLast where no administrator would be left.
func Erase(ctx context.Context, db postgres.Beginner, id uuid.UUID) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		administrators, err := accounts.LockAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		if slices.Equal(administrators, []uuid.UUID{id}) {
			return accounts.ErrLast
		}
		if _, err := accounts.Get(ctx, tx, id); err != nil {
			return err
		}
		return erase(ctx, tx, id)
	})
}

func runSteps(ctx context.Context, tx pgx.Tx, steps []sql.Query, id uuid.UUID) error {
	for _, step := range steps {
		if _, err := postgres.Exec(ctx, tx, step, pgx.StrictNamedArgs{"account": id}); err != nil {
			return fmt.Errorf("erase an account: %w", err)
		}
	}
	return nil
}

func erase(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil { // a part of the records would be worse than a wait
		return fmt.Errorf("prepare the transaction: %w", err)
	}
	if err := runSteps(ctx, tx, redactSteps, id); err != nil {
		return err
	}
	if err := postgres.EachSet(ctx, tx, func() error { return runSteps(ctx, tx, recordSteps, id) }); err != nil {
		return err
	}
	if err := runSteps(ctx, tx, accountSteps, id); err != nil {
		return err
	}
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return err
	}
	if actor.Name == id.String() {
		actor.Name = "" // the entry would say who went
	}
	args := actor.Args()
	args["account"] = id
	if _, err := postgres.Exec(ctx, tx, noteQuery, args); err != nil {
		return fmt.Errorf("note the erasure: %w", err)
	}
	return nil
}
