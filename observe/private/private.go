// Package private keeps data sources from the public: for good, or until a day. Their records lie in a schema of their own (migration 45), which
// sessions with postgres.PoolOptions.Schema read instead of the public tables. It imports internal packages and sql.
package private

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery  = sql.Get("private/list.sql")
	getQuery   = sql.Get("private/get.sql")
	mayQuery   = sql.Get("private/may_move.sql")
	setQuery   = sql.Get("private/set.sql")
	dueQuery   = sql.Get("private/due.sql")
	renewQuery = sql.Get("private/renew.sql")
)

// MaxTime is how long the records of a data source may move: a hundred thousand take about ten seconds.
const MaxTime = 6 * time.Hour

// MaxSources is how many data sources may be private: a server keeps a copy of each in memory, and connections.
const MaxSources = 20

// ErrTooMany: MaxSources are private.
var ErrTooMany = fmt.Errorf("at most %d data sources may be private", MaxSources)

// ErrNoSource: there is no such data source.
var ErrNoSource = errors.New("no such data source")

// ErrNotOwner: the role may not make or drop the schema of a data source, as a server's that does not own the database (deploy/roles.sql).
var ErrNotOwner = errors.New("this role may not make or drop the schema of a private data source; let the owner of the database run skeeter private")

// Source is a private data source.
type Source struct {
	Key        int32      `db:"key"`
	ID         string     `db:"id"`
	Name       string     `db:"name"`
	PublicFrom *time.Time `db:"public_from"` // day (UTC); nil: until somebody says so
}

// Schema is the schema that holds its records.
func (s Source) Schema() string { return fmt.Sprint("private_", s.Key) }

// List returns the private data sources, by id.
func List(ctx context.Context, db postgres.Querier) ([]Source, error) {
	all, err := postgres.All[Source](ctx, db, listQuery, pgx.StrictNamedArgs{})
	if err != nil {
		return nil, fmt.Errorf("list the private data sources: %w", err)
	}
	return all, nil
}

// state is what the history keeps.
type state struct {
	Private    bool    `json:"private"`
	PublicFrom *string `json:"public_from"`
}

func newState(private bool, from *time.Time) state {
	s := state{Private: private}
	if from != nil {
		s.PublicFrom = new(from.Format(time.DateOnly))
	}
	return s
}

// MayMove returns ErrNotOwner where this role may not make a data source private, or public again, that is not so yet.
func MayMove(ctx context.Context, db postgres.Querier, id string, private bool) error {
	may := true
	err := db.QueryRow(ctx, mayQuery.String(), pgx.StrictNamedArgs{"id": id, "private": private}).Scan(&may)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("ask whether the records of %s may be moved: %w", id, err)
	}
	if !may {
		return ErrNotOwner
	}
	return nil
}

// Set makes a data source private, until a day where from is not nil, or public again. Its records move within one transaction, and writers wait
// meanwhile.
func Set(ctx context.Context, db *pgxpool.Pool, id string, private bool, from *time.Time) error {
	return postgres.Write(ctx, db, func(tx pgx.Tx) error { return SetIn(ctx, tx, id, private, from) })
}

// SetIn is Set within a transaction, by postgres.Write.
func SetIn(ctx context.Context, tx pgx.Tx, id string, private bool, from *time.Time) error {
	if err := postgres.LimitStatements(ctx, tx, MaxTime); err != nil {
		return err
	}
	var key int32
	var was bool
	var until *time.Time
	err := tx.QueryRow(ctx, getQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&key, &was, &until)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoSource
	}
	if err != nil {
		return fmt.Errorf("read data source %s: %w", id, err)
	}
	if was == private && (until == nil) == (from == nil) && (until == nil || until.Equal(*from)) {
		return nil
	}
	// Before the records move: PostgreSQL would refuse only after minutes, while writers wait.
	if err := MayMove(ctx, tx, id, private); err != nil {
		return err
	}
	if all, err := List(ctx, tx); err != nil {
		return err
	} else if private && !was && len(all) >= MaxSources {
		return ErrTooMany
	}
	if _, err := postgres.Exec(ctx, tx, setQuery, pgx.StrictNamedArgs{"key": key, "private": private, "from": from}); postgres.Forbidden(err) {
		return fmt.Errorf("%w: %w", ErrNotOwner, err)
	} else if err != nil {
		return fmt.Errorf("move the records of %s: %w", id, err)
	}
	return history.Add(ctx, tx, history.Entry{
		Entity: history.Source, ID: id, Action: history.Changed, Was: newState(was, until), Is: newState(private, from),
	})
}

// Publish makes public what was private until today, and returns which data sources these are.
func Publish(ctx context.Context, db *pgxpool.Pool) (published []string, err error) {
	due, err := postgres.All[Source](ctx, db, dueQuery, pgx.StrictNamedArgs{})
	if err != nil {
		return nil, fmt.Errorf("look for data sources that become public: %w", err)
	}
	for _, source := range due {
		if err := Set(ctx, db, source.ID, false, nil); err != nil {
			return published, err
		}
		published = append(published, source.ID)
	}
	return published, nil
}

// Renew makes the tables of private data sources as those of the public are after a migration.
func Renew(ctx context.Context, db *pgxpool.Pool) error {
	return postgres.Write(ctx, db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, MaxTime); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, renewQuery, pgx.StrictNamedArgs{}); postgres.Forbidden(err) {
			return fmt.Errorf("make the tables of private data sources anew: %w; let the owner of the database run skeeter migrate up", err)
		} else if err != nil {
			return fmt.Errorf("make the tables of private data sources anew: %w", err)
		}
		return nil
	})
}
