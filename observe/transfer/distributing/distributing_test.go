package distributing_test

import (
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/distributing"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// TestWithoutCluster: a database without Citus is left as it is, with the reason. What a cluster does is tested in test/citus.
func TestWithoutCluster(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	if _, err := distributing.Run(t.Context(), db, distributing.Options{}); !errors.Is(err, distributing.ErrNoCluster) || !strings.Contains(err.Error(), "citus") {
		t.Errorf("it says %v", err)
	}
	if state, err := distributing.StateOf(t.Context(), db); state != nil || err != nil {
		t.Errorf("state %v, %v", state, err)
	}
	if dropped, err := distributing.Drop(t.Context(), db); dropped || err != nil {
		t.Errorf("dropped %v, %v", dropped, err)
	}
	if there, err := distributing.NewFollower(db, slog.New(slog.DiscardHandler)).Follow(t.Context()); there || err != nil {
		t.Errorf("followed %v, %v", there, err)
	}
	if n := pgtest.Value[int](t, db, "select count(*)::int from pg_namespace where nspname = 'distributed'"); n != 0 {
		t.Error("a schema was made")
	}
}

// TestOldCitus: a Citus of a version that was not tested is refused.
func TestOldCitus(t *testing.T) {
	t.Parallel()
	for version, works := range map[string]bool{"13.2-1": true, "14.0-1": true, "12.1-1": false, "": false, "x": false} {
		if err := distributing.CheckVersion(version); (err == nil) != works || err != nil && !errors.Is(err, distributing.ErrNoCluster) {
			t.Errorf("Citus %q: %v", version, err)
		}
	}
}
