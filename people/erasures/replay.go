package erasures

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery     = sql.Get("people/list_erasures.sql")
	addQuery      = sql.Get("people/add_erasures.sql")
	accountsQuery = sql.Get("people/erased_accounts.sql")
	hasQuery      = sql.Get("people/has_erasures.sql")
)

// maxErasures is how many erasures a file may list.
const maxErasures = 1_000_000

// Erasure is an account that was erased.
type Erasure struct {
	Hash string    `db:"hash"` // SHA-256 of the account's id, in hexadecimal
	On   time.Time `db:"erased_on"`
}

// String is the line of a file.
func (e Erasure) String() string { return e.Hash + " " + e.On.Format(time.DateOnly) }

// List returns the erasures, the oldest first.
func List(ctx context.Context, db postgres.Reader) ([]Erasure, error) {
	all, err := postgres.All[Erasure](ctx, db, listQuery)
	if err != nil {
		return nil, fmt.Errorf("list the erasures: %w", err)
	}
	return all, nil
}

// Read reads the lines of a file.
func Read(in io.Reader) (all []Erasure, err error) {
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		hash, day, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		on, wrong := time.Parse(time.DateOnly, day)
		if b, err := hex.DecodeString(hash); err != nil || len(b) != 32 || wrong != nil {
			return nil, fmt.Errorf("line %d is no erasure: want 64 hexadecimal digits and a day", number)
		}
		if len(all) == maxErasures {
			return nil, fmt.Errorf("there are more than %d erasures", maxErasures)
		}
		all = append(all, Erasure{hash, on})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the erasures: %w", err)
	}
	return all, nil
}

// Apply keeps erasures and erases the accounts of all that the database knows, also the last administrator. It says how many went.
func Apply(ctx context.Context, db postgres.Beginner, all []Erasure) (erased int, err error) {
	hashes, days := make([]string, len(all)), make([]time.Time, len(all))
	for i, e := range all {
		hashes[i], days[i] = e.Hash, e.On
	}
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := postgres.Exec(ctx, tx, addQuery, pgx.StrictNamedArgs{"hashes": hashes, "days": days}); err != nil {
			return fmt.Errorf("keep the erasures: %w", err)
		}
		back, err := postgres.All[struct {
			ID uuid.UUID `db:"id"`
		}](ctx, tx, accountsQuery)
		if err != nil {
			return fmt.Errorf("look for accounts that were erased: %w", err)
		}
		for _, a := range back {
			if err := erase(ctx, tx, a.ID); err != nil {
				return err
			}
		}
		erased = len(back)
		return nil
	})
	return erased, err
}

// Database is one that Carry reads or changes.
type Database interface {
	postgres.Querier
	postgres.Beginner
}

// Carry brings the erasures that one database knows to another, which was restored from a backup, and says how many accounts went there.
func Carry(ctx context.Context, from, to Database) (erased int, err error) {
	var known bool
	if err := from.QueryRow(ctx, hasQuery.String()).Scan(&known); err != nil {
		return 0, fmt.Errorf("look for erasures: %w", err)
	}
	var all []Erasure
	if known {
		if all, err = List(ctx, from); err != nil {
			return 0, err
		}
	}
	return Apply(ctx, to, all)
}
