package main_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/maptile"
)

// freshness is what is promised: so long after a commit every server of the database shows it.
const freshness = 2 * time.Second

// Places of the records; no two of them are in neighbouring tiles of deepZoom, and Manaus is far from the others.
var (
	nice   = orb.Point{7.25, 43.7}
	genoa  = orb.Point{8.93, 44.41}
	manaus = orb.Point{-60.02, -3.1}
)

const deepZoom = 12

func tilePath(z maptile.Zoom, place orb.Point) string {
	t := maptile.At(place, z)
	return fmt.Sprintf("%s/tiles/observations/%d/%d/%d.mvt", apiBase, t.Z, t.X, t.Y)
}

// sums are what tiles or statistics count.
type sums struct{ Count, Specimens int }

// tile adds up what lies inside a tile.
func (s *server) tile(path string) (total sums) {
	s.t.Helper()
	a := s.get(path)
	if a.status == http.StatusNoContent {
		return total
	}
	layers, err := mvt.Unmarshal(a.body)
	if a.status != http.StatusOK || err != nil || len(layers) != 1 {
		s.t.Fatalf("%s: %d, %v: %.300s", path, a.status, err, a.body)
	}
	for _, f := range layers[0].Features {
		if at := f.Geometry.(orb.Point); at[0] >= 0 && at[0] < 4096 && at[1] >= 0 && at[1] < 4096 {
			total.Count += int(f.Properties.MustFloat64("records"))
			total.Specimens += int(f.Properties.MustFloat64("specimens"))
		}
	}
	return total
}

// view is what a server says of all records in three ways, the tiles first.
type view struct{ world, deep, stats sums }

func (s *server) view() (v view) {
	s.t.Helper()
	v.world = s.tile(tilePath(0, nice))
	for _, place := range []orb.Point{nice, genoa, manaus} {
		one := s.tile(tilePath(deepZoom, place))
		v.deep.Count += one.Count
		v.deep.Specimens += one.Specimens
	}
	v.stats = decode[sums](s.t, s.get(apiBase+"/stats"), http.StatusOK)
	return v
}

// metric returns the value of a metric with its labels as they are written.
func (s *server) metric(name string) float64 {
	s.t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (.+)$`).FindSubmatch(s.get("/metrics").body)
	if found == nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

// session is somebody else's way to the database.
func (h *home) session() *pgx.Conn {
	h.t.Helper()
	conn, err := pgx.Connect(context.Background(), h.databaseURL())
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (h *home) databaseURL() string {
	return "postgres:///skeeter?host=" + filepath.Join(h.dir, "db", "socket") + "&user=skeeter"
}

// beside starts another server on a home's database.
func (h *home) beside(env ...string) *server {
	h.t.Helper()
	return newHome(h.t, append(env, "SKEETER_DATABASE_URL="+h.databaseURL())...).serve()
}

// insertRow makes a record of two specimens at a longitude and a latitude.
const insertRow = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
	values (gen_random_uuid(), 1, 2, ST_SetSRID(ST_MakePoint($1, $2), 4326), '2024-06-01', 'day')`

// fleet is several servers on one database.
type fleet struct {
	t       *testing.T
	home    *home
	servers []*server
}

// in is the fleet of a subtest.
func (f fleet) in(t *testing.T) fleet {
	out := fleet{t: t, home: &home{t, f.home.dir, f.home.env}}
	for _, s := range f.servers {
		s := *s
		s.t = t
		out.servers = append(out.servers, &s)
	}
	return out
}

// all is the view of a server that counts so many everywhere.
func all(count, specimens int) view {
	one := sums{count, specimens}
	return view{one, one, one}
}

// show holds that every server shows what was written, in time, and that all of them answer the same bytes.
func (f fleet) show(what string, count, specimens int) {
	f.t.Helper()
	if took := f.wait(what, count, specimens); took > freshness {
		f.t.Errorf("%s: shown after %s", what, took)
	}
}

// wait is show without a limit; it returns the time until the last server showed it.
func (f fleet) wait(what string, count, specimens int) time.Duration {
	f.t.Helper()
	began := time.Now()
	for i, s := range f.servers {
		eventually(f.t, fmt.Sprintf("server %d shows %s", i, what), func() bool { return s.view() == all(count, specimens) })
	}
	// What moves a record inside the world changes no sum: the servers have to come to the same bytes.
	for _, path := range []string{tilePath(0, nice), tilePath(deepZoom, nice), tilePath(deepZoom, genoa), tilePath(deepZoom, manaus)} {
		eventually(f.t, fmt.Sprintf("all servers answer %s with the same bytes after %s", path, what), func() bool {
			want := f.servers[0].get(path)
			return !slices.ContainsFunc(f.servers, func(s *server) bool {
				got := s.get(path)
				return got.status != want.status || !bytes.Equal(got.body, want.body)
			})
		})
	}
	took := time.Since(began)
	f.t.Logf("%s: shown after %s", what, took.Round(time.Millisecond))
	return took
}

// exec runs a statement and returns when it is committed.
func (f fleet) exec(db *pgx.Conn, statement string, args ...any) {
	f.t.Helper()
	if _, err := db.Exec(context.Background(), statement, args...); err != nil {
		f.t.Fatalf("%s: %v", statement, err)
	}
}

// TestTilesAreFresh writes in every way that there is, and holds when four servers of one database show it: the one that
// owns it, one beside it, one whose tile index knows no single records, and one without a tile index.
func TestTilesAreFresh(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	f := fleet{t, h, []*server{h.serve()}}
	h.ok("import", h.file("far.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\nAedes aegypti,-3.1,-60.02,2019-03-04,3\n"))
	f.show("an import", 1, 3)
	f.servers[0].do("POST", apiBase+"/observations", "application/json", observation)
	f.servers = append(f.servers, h.beside(), h.beside("SKEETER_TILE_POINTS=false"), h.beside("SKEETER_TILE_INDEX=false"))
	f.wait("what was there before the server", 2, 5)
	for _, part := range []struct {
		name string
		test func(fleet)
	}{
		{"requests", fleet.requests}, {"import", fleet.imports}, {"rows", fleet.rows}, {"names", fleet.names},
		{"listeners killed", fleet.listenersKilled}, {"sessions killed", fleet.sessionsKilled}, {"crash", fleet.crash}, {"truncate", fleet.truncate},
		{"listeners silent", fleet.listenersSilent}, {"one name, one content", fleet.oneNameOneContent},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(f.in(t)) })
	}
}

// requests hold that the server that took a write shows it in its next answer, and the others soon.
func (f fleet) requests() {
	for i, writer := range f.servers {
		own := func(what string, count, specimens int) {
			f.t.Helper()
			if got := writer.view(); got != all(count, specimens) {
				f.t.Errorf("server %d right after its own %s: %+v, want %d records and %d specimens", i, what, got, count, specimens)
			}
			f.show(what, count, specimens)
		}
		patch := func(path, change string) {
			f.t.Helper()
			decode[struct{}](f.t, writer.do("PATCH", path, "application/merge-patch+json", change), http.StatusOK)
		}
		id := decode[struct{ ID string }](f.t, writer.do("POST", apiBase+"/observations", "application/json", observation), http.StatusCreated).ID
		own("POST", 3, 7)
		path := apiBase + "/observations/" + id
		patch(path, `{"count":9}`)
		own("PATCH of the count", 3, 14)
		before := [2]sums{writer.tile(tilePath(deepZoom, nice)), writer.tile(tilePath(deepZoom, genoa))}
		patch(path, `{"location":{"lat":44.41,"lng":8.93}}`)
		after := [2]sums{writer.tile(tilePath(deepZoom, nice)), writer.tile(tilePath(deepZoom, genoa))}
		if after[0].Count != before[0].Count-1 || after[1].Count != before[1].Count+1 {
			f.t.Errorf("server %d: a record moved from one tile to another: %+v became %+v", i, before, after)
		}
		own("PATCH of the place", 3, 14)
		patch(path, `{"status":"rejected"}`)
		own("PATCH of the status", 2, 5)
		f.newName(writer, fmt.Sprintf("novus%d", i))
	}
}

// newName holds that the Filter knows at once the name that a record brought.
func (f fleet) newName(writer *server, epithet string) {
	f.t.Helper()
	record := strings.Replace(observation, "Aedes albopictus", "Culex "+epithet, 1)
	id := decode[struct{ ID string }](f.t, writer.do("POST", apiBase+"/observations", "application/json", record), http.StatusCreated).ID
	if got := writer.tile(tilePath(0, nice) + "?species=culex-" + epithet); got != (sums{1, 2}) {
		f.t.Errorf("right after a record of a new species its tile counts %+v", got)
	}
	f.exec(f.home.session(), "delete from observations where id = $1", id)
	f.show("a species that came and went", 2, 5)
}

func (f fleet) imports() {
	rows := "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n" + strings.Repeat("Culex novus,44.41,8.93,2021-05-06,2\n", 30)
	f.home.ok("import", f.home.file("town.csv", rows), "--dataset", "Town")
	f.show("an import of a new name", 32, 65)
}

// rows are somebody else's writes.
func (f fleet) rows() {
	db := f.home.session()
	f.exec(db, insertRow, nice[0], nice[1])
	f.show("a row inserted", 33, 67)
	f.exec(db, "update observations set count = count + 1, geom = ST_SetSRID(ST_MakePoint($1, $2), 4326) where count = 3", nice[0], nice[1])
	f.show("a row moved over the ocean", 33, 68)
	f.exec(db, "delete from observations where count = 4")
	f.show("a row deleted", 32, 64)
	f.exec(db, insertRow, manaus[0], manaus[1])
	f.show("a row far away", 33, 66)
}
