package program_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// Places of the records; no two of them are in neighbouring tiles of deepZoom, and Manaus is far from the others.
var (
	nice   = orb.Point{7.25, 43.7}
	genoa  = orb.Point{8.93, 44.41}
	manaus = orb.Point{-60.02, -3.1}
)

const deepZoom = 12

// counts is what a server says of all records in three ways, the tiles first.
type counts struct{ world, deep, stats skeetertest.Sums }

func countsOf(t *testing.T, s *skeetertest.Server) (c counts) {
	t.Helper()
	c.world = s.Tile(skeetertest.TilePath(0, nice))
	for _, place := range []orb.Point{nice, genoa, manaus} {
		one := s.Tile(skeetertest.TilePath(deepZoom, place))
		c.deep.Count += one.Count
		c.deep.Specimens += one.Specimens
	}
	c.stats = skeetertest.Decode[skeetertest.Sums](t, s.Get(skeetertest.API+"/stats"), http.StatusOK)
	return c
}

// insertRow makes a record of two specimens at a longitude and a latitude.
const insertRow = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
	values (gen_random_uuid(), 1, 2, ST_SetSRID(ST_MakePoint($1, $2), 4326), '2024-06-01', 'day')`

// serverGroup is several servers on one database.
type serverGroup struct {
	t          *testing.T
	deployment *skeetertest.Deployment // of the database
	servers    []*skeetertest.Server
}

// in is the group in a subtest.
func (g serverGroup) in(t *testing.T) serverGroup {
	out := serverGroup{t: t, deployment: g.deployment.In(t)}
	for _, s := range g.servers {
		out.servers = append(out.servers, s.In(t))
	}
	return out
}

// all are the counts of a server that counts so many everywhere.
func all(count, specimens int) counts {
	one := skeetertest.Sums{Count: count, Specimens: specimens}
	return counts{one, one, one}
}

// show checks that every server comes to show what was written, and that all of them answer the same bytes.
func (g serverGroup) show(what string, count, specimens int) {
	g.t.Helper()
	for i, s := range g.servers {
		testenv.Eventually(g.t, fmt.Sprintf("server %d shows %s", i, what), func() bool { return countsOf(g.t, s) == all(count, specimens) })
	}
	// What moves a record inside the world changes no sum: the servers have to come to the same bytes.
	for _, path := range []string{skeetertest.TilePath(0, nice), skeetertest.TilePath(deepZoom, nice), skeetertest.TilePath(deepZoom, genoa), skeetertest.TilePath(deepZoom, manaus)} {
		testenv.Eventually(g.t, fmt.Sprintf("all servers answer %s with the same bytes after %s", path, what), func() bool {
			want := g.servers[0].Get(path)
			return !slices.ContainsFunc(g.servers, func(s *skeetertest.Server) bool {
				got := s.Get(path)
				return got.Status != want.Status || !bytes.Equal(got.Body, want.Body)
			})
		})
	}
}

// TestTilesAreFresh writes in every way that there is, and checks when four servers of one database show it: the one that
// runs it, one beside it, one whose tile index knows no single records, and one without a tile index.
func TestTilesAreFresh(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	g := serverGroup{t, d, []*skeetertest.Server{d.Serve()}}
	d.MustRun("import", d.File("far.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\nAedes aegypti,-3.1,-60.02,2019-03-04,3\n"))
	g.show("an import", 1, 3)
	g.servers[0].Post(skeetertest.Observations, skeetertest.Observation)
	g.servers = append(g.servers, d.Beside(), d.Beside("SKEETER_TILE_POINTS=false"), d.Beside("SKEETER_TILE_INDEX=false"))
	g.show("what was there before the server", 2, 5)
	for _, part := range []struct {
		name string
		test func(serverGroup)
	}{
		{"requests", serverGroup.requests}, {"import", serverGroup.imports}, {"rows", serverGroup.rows}, {"names", serverGroup.names},
		{"listeners killed", serverGroup.listenersKilled}, {"sessions killed", serverGroup.sessionsKilled}, {"crash", serverGroup.crash}, {"truncate", serverGroup.truncate},
		{"listeners silent", serverGroup.listenersSilent}, {"one name, one content", serverGroup.oneNameOneContent},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(g.in(t)) })
	}
}

// requests checks that the server that took a write shows it in its next answer, and the others soon.
func (g serverGroup) requests() {
	for i, writer := range g.servers {
		if i%3 != 0 && !testenv.Long() {
			continue // the short form writes to the first and to the one without a tile index
		}
		own := func(what string, count, specimens int) {
			g.t.Helper()
			if got := countsOf(g.t, writer); got != all(count, specimens) {
				g.t.Errorf("server %d right after its own %s: %+v, want %d records and %d specimens", i, what, got, count, specimens)
			}
			g.show(what, count, specimens)
		}
		patch := func(path, change string) {
			g.t.Helper()
			skeetertest.Decode[struct{}](g.t, writer.Send("PATCH", path, change, "Content-Type", "application/merge-patch+json"), http.StatusOK)
		}
		id := writer.Create(skeetertest.Observation)
		own("POST", 3, 7)
		path := skeetertest.API + "/observations/" + id
		patch(path, `{"count":9}`)
		own("PATCH of the count", 3, 14)
		before := [2]skeetertest.Sums{writer.Tile(skeetertest.TilePath(deepZoom, nice)), writer.Tile(skeetertest.TilePath(deepZoom, genoa))}
		patch(path, `{"location":{"lat":44.41,"lng":8.93}}`)
		after := [2]skeetertest.Sums{writer.Tile(skeetertest.TilePath(deepZoom, nice)), writer.Tile(skeetertest.TilePath(deepZoom, genoa))}
		if after[0].Count != before[0].Count-1 || after[1].Count != before[1].Count+1 {
			g.t.Errorf("server %d: a record moved from one tile to another: %+v became %+v", i, before, after)
		}
		own("PATCH of the place", 3, 14)
		patch(path, `{"status":"rejected"}`)
		own("PATCH of the status", 2, 5)
		g.newName(writer, "novus"+strings.Repeat("a", i))
	}
}

// newName checks that the Filter knows a name as soon as a record brought it.
func (g serverGroup) newName(writer *skeetertest.Server, epithet string) {
	g.t.Helper()
	record := strings.Replace(skeetertest.Observation, "Aedes albopictus", "Culex "+epithet, 1)
	id := writer.Create(record)
	if got := writer.Tile(skeetertest.TilePath(0, nice) + "?species=culex-" + epithet); got != (skeetertest.Sums{Count: 1, Specimens: 2}) {
		g.t.Errorf("right after a record of a new species its tile counts %+v", got)
	}
	pgtest.Run(g.t, g.deployment.Connect(), "delete from observations where id = $1", id)
	g.show("a species that came and went", 2, 5)
}

func (g serverGroup) imports() {
	rows := "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n" + strings.Repeat("Culex novus,44.41,8.93,2021-05-06,2\n", 30)
	g.deployment.MustRun("import", g.deployment.File("town.csv", rows), "--dataset", "Town")
	g.show("an import of a new name", 32, 65)
}

// rows writes to the tables directly, beside all servers.
func (g serverGroup) rows() {
	db := g.deployment.Connect()
	pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
	g.show("a row inserted", 33, 67)
	pgtest.Run(g.t, db, "update observations set count = count + 1, geom = ST_SetSRID(ST_MakePoint($1, $2), 4326) where count = 3", nice[0], nice[1])
	g.show("a row moved over the ocean", 33, 68)
	pgtest.Run(g.t, db, "delete from observations where count = 4")
	g.show("a row deleted", 32, 64)
	pgtest.Run(g.t, db, insertRow, manaus[0], manaus[1])
	g.show("a row far away", 33, 66)
}
