package people_test

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(ctx context.Context, db *pgxpool.Pool) error {
		return catalog.Load(ctx, db, slog.New(slog.DiscardHandler))
	}))
}
