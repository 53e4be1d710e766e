package postgres_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
)

const storeObservation = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
	select gen_random_uuid(), key, 1, ST_SetSRID(ST_MakePoint(7, 43), 4326), '2024-06-01', 'time' from taxa limit 1`

// notifications returns a function that counts the notifications of the changes so far. They come in the order of the commits, so that none is left
// behind one that the function sends itself.
func notifications(t *testing.T, db *pgxpool.Pool) func() int {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), db.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	pgtest.Run(t, conn, "listen skeeter_observations")
	return func() (n int) {
		pgtest.Run(t, db, "notify skeeter_observations, 'the last one'")
		for {
			heard, err := conn.WaitForNotification(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if heard.Payload == "the last one" {
				return n
			}
			n++
		}
	}
}

// TestWritesAreAnnouncedAfterTheCommit: transactions of a server do not notify, the Announcer does so for many at once, and other programs
// notify as ever.
func TestWritesAreAnnouncedAfterTheCommit(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into taxa (id, scientific_name, genus) values ('aedes-one', 'Aedes one', 'Aedes')")
	heard := notifications(t, db)
	write := func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), storeObservation)
		return err
	}
	if err := postgres.Write(t.Context(), db, write); err != nil {
		t.Fatal(err)
	}
	if n := heard(); n != 0 {
		t.Errorf("Write notified %d times", n)
	}
	announcer := postgres.NewAnnouncer(db, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		announcer.Run(ctx)
		close(stopped)
	}()
	announcer.Announce()
	testenv.Eventually(t, "the Announcer notifies", func() bool { return heard() == 1 })
	stop()
	<-stopped
	pgtest.Run(t, db, storeObservation)
	if n := heard(); n != 1 {
		t.Errorf("an INSERT of another program notified %d times, want once", n)
	}
	if err := postgres.Transaction(t.Context(), db, pgx.TxOptions{}, write); err != nil {
		t.Fatal(err)
	}
	if n := heard(); n != 1 {
		t.Errorf("a Transaction on the session of a Write notified %d times, want once", n)
	}
}

// TestWriteOneIsOneTransaction: the settings end with it, and what fails leaves nothing.
func TestWriteOneIsOneTransaction(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	type setting struct {
		Mode string `db:"mode"`
	}
	// A query of the program, since queries are files.
	row, err := postgres.WriteOne[struct {
		PGExportSnapshot string `db:"pg_export_snapshot"`
	}](t.Context(), db, sql.Get("tileindex/export_snapshot.sql"), nil)
	if err != nil || row.PGExportSnapshot == "" {
		t.Errorf("%+v, %v", row, err)
	}
	if _, err := postgres.WriteOne[setting](t.Context(), db, sql.Get("observe/get.sql"), pgx.StrictNamedArgs{"id": "no uuid"}); err == nil {
		t.Error("a query that fails has no error")
	}
	for name, want := range map[string]string{"skeeter.notify": "", "plan_cache_mode": "force_custom_plan"} {
		if got := pgtest.Value[string](t, db, "select coalesce(current_setting('"+name+"', true), '')"); got != want {
			t.Errorf("%s is %q afterwards, want %q", name, got, want)
		}
	}
}
