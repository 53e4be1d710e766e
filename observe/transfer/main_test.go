package transfer_test

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(ctx context.Context, url string) error {
		db, err := postgres.Connect(ctx, postgres.PoolOptions{URL: url})
		if err != nil {
			return err
		}
		defer db.Close()
		return catalog.Load(ctx, db, slog.New(slog.DiscardHandler))
	}))
}
