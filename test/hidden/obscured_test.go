package hidden_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func cellOf(x, degrees float64) float64 { return math.Floor(x/degrees) * degrees }

// obscuredSeed is that of the random world: SKEETER_TEST_SEED repeats one.
func obscuredSeed(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("SKEETER_TEST_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("SKEETER_TEST_SEED=%d", seed)
	return seed
}

// reader is a connection of a role that may read the schema gis.
func (w *obscuredWorld) reader() pgtestReader {
	w.t.Helper()
	w.d.MustRun("grant-readonly", "map_reader", "--password-file", w.d.File("secret", "a long password\n"))
	address, err := pgx.ParseConfig(fmt.Sprintf("postgres://map_reader:a%%20long%%20password@127.0.0.1:%s/skeeter?sslmode=disable", w.port))
	if err != nil {
		w.t.Fatal(err)
	}
	reader, err := pgx.ConnectConfig(w.t.Context(), address)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = reader.Close(context.Background()) })
	return reader
}

// look asks for everything that everybody may read, in every way that could tell an exact place, and returns what did.
func (w *obscuredWorld) look() (found findings) {
	w.t.Helper()
	reader := w.reader()
	shown := w.shown(&found)
	w.readEverything(&found)
	w.readViews(&found, reader)
	w.readTiles(&found, shown)
	w.countBoxes(&found, shown, reader)
	w.countAreas(&found, shown)
	w.readCells(&found, shown)
	w.namePlaces(&found)
	return found
}

// lookAtTiles asks for tiles and counts, which follow the change log, and for lists and views, which do not.
func (w *obscuredWorld) lookAtTiles() (found findings) {
	w.t.Helper()
	reader := w.reader()
	shown := w.shown(&found)
	w.readPages(&found)
	w.readViews(&found, reader)
	w.readTiles(&found, shown)
	w.countBoxes(&found, shown, reader)
	return found
}

// TestNobodyFindsAHiddenPlace asks for everything that is public, of random records. The short form holds, then, that most of the probes find a place that
// is not drawn.
func TestNobodyFindsAHiddenPlace(t *testing.T) {
	t.Parallel()
	w := newObscuredWorld(t, obscuredSeed(t), nil)
	w.fill(true)
	w.thin(8)
	for _, f := range w.look() {
		t.Errorf("%s: %s", f.probe, f.says)
	}
	if strings.Contains(w.s.Log.String(), skeetertest.LoadedAgain) {
		t.Error("the server loaded the table again: tiles and layers may not have come from the change log")
	}
	if !testenv.Long() {
		w.findsOne()
	}
}

// findsOne puts a record at its exact place, and holds that the probes find it there.
func (w *obscuredWorld) findsOne() {
	w.t.Helper()
	at := slices.IndexFunc(w.secrets, func(r secretRecord) bool { return r.table == "observations" && r.exact != borders })
	w.secrets = w.secrets[at : at+1]
	r := w.secrets[0]
	pgtest.Run(w.t, w.db, "alter table observations disable trigger observations_drawn")
	pgtest.Run(w.t, w.db, "update observations set geom = ST_SetSRID(ST_MakePoint($1, $2), 4326) where id = $3::text::uuid", r.exact[0], r.exact[1], r.id)
	testenv.Eventually(w.t, "a tile has the record at its exact place", func() bool { return w.s.Tile(skeetertest.TilePath(22, r.exact)).Count > 0 })
	found := w.lookAtTiles().probes()
	for _, probe := range []string{"table", "page", "gis", "tile", "bbox", "stats", "cross", "layer", "export", "analytics", "ogc", "cql2"} {
		if found[probe] == 0 {
			w.t.Errorf("%s does not find %s", probe, r)
		}
	}
}

// TestABrokenBuildIsFound: the same probes find the places where nothing draws them. Each of them has to: the log that tiles and layers follow, and the
// tables that all else reads, are written by one trigger, which is off here.
func TestABrokenBuildIsFound(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: TestNobodyFindsAHiddenPlace holds that the probes find one place")
	}
	w := newObscuredWorld(t, obscuredSeed(t), func(db *pgx.Conn) {
		for _, table := range []string{"observations", "absences", "sampling_events", "pools"} {
			pgtest.Run(t, db, fmt.Sprintf("alter table %[1]s disable trigger %[1]s_drawn", table))
		}
	})
	w.fill(true)
	found := w.look().probes()
	for _, probe := range []string{"table", "read", "page", "command", "gis", "tile", "bbox", "stats", "cross", "layer", "export", "analytics", "ogc", "cql2", "area", "country", "cell"} {
		if found[probe] == 0 {
			t.Errorf("%s finds nothing", probe)
		}
	}
}

// TestTilesThatAreNotDrawnAreFound: the change log alone has exact places here, so tiles tell them while tables and lists are right.
func TestTilesThatAreNotDrawnAreFound(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: TestNobodyFindsAHiddenPlace holds that the probes of tiles and counts find one place")
	}
	w := newObscuredWorld(t, obscuredSeed(t), func(db *pgx.Conn) {
		const drawn = "select tg_argv[0]::boolean, id, mercator_x, mercator_y,"
		right := pgtest.Value[string](t, db, "select pg_get_functiondef('log_changes'::regproc)")
		if !strings.Contains(right, drawn) {
			t.Fatalf("what the change log has of a place is not known: %s", right)
		}
		exact := func(axis string) string {
			return fmt.Sprintf("coalesce((select %[1]s(x.geom) from exact_places x where x.entity = 'observations' and x.id = changed.id), %[1]s)", axis)
		}
		pgtest.Run(t, db, strings.Replace(right, drawn, fmt.Sprintf("select tg_argv[0]::boolean, id, %s, %s,", exact("mercator_x"), exact("mercator_y")), 1))
	})
	w.fill(true)
	found := w.look().probes()
	for _, probe := range []string{"tile", "stats", "cross"} {
		if found[probe] == 0 {
			t.Errorf("%s finds nothing", probe)
		}
	}
	for _, probe := range []string{"table", "gis", "page"} {
		if found[probe] > 0 {
			t.Errorf("%s finds places that were drawn", probe)
		}
	}
}
