package geo_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/paulmach/orb"
	orbmvt "github.com/paulmach/orb/encoding/mvt"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// insertPlaces makes records everywhere, in one town too dense for points, at its edges, at the antimeridian and the poles.
const insertPlaces = `
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id, region_id,
		location_accuracy_m, life_stage, sex, status, notes)
	select gen_random_uuid(), 1 + (random() < 0.3)::int, 1 + floor(random() * 20)::int, ST_SetSRID(ST_MakePoint(round(lon::numeric, 7), round(lat::numeric, 7)), 4326),
		at, precision, case precision when 'interval' then at::date + 20 end, (array[null, 1])[1 + floor(random() * 2)::int], country,
		case when country is not null then 'melanesia' end, (array[null, 5.5, 100])[1 + floor(random() * 3)::int], (array[null, 'adult'])[1 + floor(random() * 2)::int],
		(array[null, 'female', 'Male'])[1 + floor(random() * 3)::int], (array['unverified', 'verified', 'rejected'])[1 + floor(random() * 3)::int], 'not for maps'
	from (
		select case kind
				when 0 then random() * 360 - 180                     -- anywhere
				when 1 then 7.0 + random() * 0.3                     -- a town
				when 2 then 5.625 * floor(random() * 4) + (random() - 0.5) * 0.02 -- about the edges of tiles of zoom 6
				when 3 then (array[-180, 180, 179.9999999, -179.99])[1 + floor(random() * 4)::int]
				else 7.03125 end as lon,                             -- one trap, on an edge of zoom 8
			case kind when 0 then random() * 180 - 90 when 1 then 43.6 + random() * 0.3 when 2 then 43.7 + random() * 0.1
				when 3 then random() * 20 - 10 else 43.71 end as lat,
			date '2015-01-01' + floor(random() * 3000)::int as at, (array['day', 'interval'])[1 + floor(random() * 2)::int] as precision,
			(array[null, 'fj'])[1 + floor(random() * 2)::int] as country
		from (select (array[0, 1, 1, 1, 1, 1, 2, 2, 3, 4])[1 + floor(random() * 10)::int] as kind from generate_series(1, %d)) kinds
	) places`

// tiles is a server whose tiles are asked for.
type tiles struct {
	*httptest.Server
	t     testing.TB
	index *tileindex.Index
}

func newTiles(t testing.TB, db *pgxpool.Pool, fromSQL bool, cacheBytes int64) tiles {
	t.Helper()
	return newTilesIn(t, db, fromSQL, cacheBytes, t.TempDir())
}

// newTilesIn says where the points are kept, "" for nowhere.
func newTilesIn(t testing.TB, db *pgxpool.Pool, fromSQL bool, cacheBytes int64, folder string) tiles {
	t.Helper()
	return newTilesOf(t, db, cacheBytes, tileindex.Options{VersionOnly: fromSQL, Folder: folder})
}

// newTilesOf takes options of the index.
func newTilesOf(t testing.TB, db *pgxpool.Pool, cacheBytes int64, o tileindex.Options) tiles {
	t.Helper()
	ctx, reg, log := context.Background(), prometheus.NewRegistry(), slog.New(slog.DiscardHandler)
	lookups := postgres.NewLookups(db, log, reg)
	o.DB, o.Log, o.Registry = db, log, reg
	index := tileindex.New(o)
	for _, step := range []func(context.Context) error{lookups.Refresh, index.CatchUp, index.Load} {
		if err := step(ctx); err != nil {
			t.Fatal(err)
		}
		if o.VersionOnly && index.State().Version().Epoch != "" {
			break
		}
	}
	g := geo.New(geo.Options{DB: db, Lookups: lookups, Index: index, Counter: counting.New(db, index), Registry: reg, TileCacheBytes: cacheBytes, Base: "/api/v1"})
	s := httptest.NewServer(httpapi.New(httpapi.Options{
		Routes: httpapi.Under("/api/v1", g.Routes()), Log: log, Metrics: httpapi.NewMetrics(reg), Unavailable: postgres.Unavailable,
	}))
	t.Cleanup(s.Close)
	return tiles{s, t, index}
}

// feature of a decoded tile.
type feature struct {
	x, y       int
	properties map[string]any
}

func (f feature) inside() bool { return f.x >= 0 && f.x < 4096 && f.y >= 0 && f.y < 4096 }

func (f feature) records() int { return int(f.properties["records"].(float64)) }

func (s tiles) raw(z, x, y int, query string) []byte {
	s.t.Helper()
	resp, err := http.Get(fmt.Sprintf("%s/api/v1/tiles/observations/%d/%d/%d.mvt?%s", s.URL, z, x, y, query))
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNoContent {
		s.t.Fatalf("%d/%d/%d?%s: %s %s %v", z, x, y, query, resp.Status, body, err)
	}
	if (resp.StatusCode == http.StatusNoContent) != (len(body) == 0) || len(body) > geo.MaxTileBytes {
		s.t.Errorf("%d/%d/%d?%s: %s with %d bytes", z, x, y, query, resp.Status, len(body))
	}
	return body
}

func (s tiles) tile(z, x, y int, query string) []feature {
	s.t.Helper()
	body := s.raw(z, x, y, query)
	if len(body) == 0 {
		return nil
	}
	layers, err := orbmvt.Unmarshal(body)
	if err != nil || len(layers) != 1 || layers[0].Name != "observations" || layers[0].Extent != 4096 || layers[0].Version != 2 {
		s.t.Fatalf("%d/%d/%d?%s: %v %v", z, x, y, query, layers, err)
	}
	out := make([]feature, 0, len(layers[0].Features))
	for _, f := range layers[0].Features {
		at := f.Geometry.(orb.Point)
		out = append(out, feature{int(at[0]), int(at[1]), f.Properties})
	}
	return out
}

// occupied returns the tiles of a zoom in which there are records, by the columns of the table.
func occupied(t *testing.T, db *pgxpool.Pool, z int) [][]int {
	t.Helper()
	return pgtest.Column[[]int](t, db, `select array[(mercator_x::bigint + 2147483648) >> (32 - $1), (mercator_y::bigint + 2147483648) >> (32 - $1)] as tile
		from observations group by tile order by count(*) desc, tile`, z)
}

// filters are queries with the same Filter in SQL.
var filters = [][2]string{
	{"", "status <> 'rejected'"},
	{"species=aedes-aegypti", "status <> 'rejected' and taxon_key = 1"},
	{"species=culex-bahamensis&start_date=2016-01-01&end_date=2018-06-30", "status <> 'rejected' and taxon_key = 2 and observed_at >= '2016-01-01Z' and last_day <= '2018-06-30'"},
	{"start_date=2017-05-05&end_date=2017-05-05", "status <> 'rejected' and observed_at >= '2017-05-05Z' and last_day <= '2017-05-05'"},
	{"country=fj&status=rejected", "status = 'rejected' and country_id = 'fj'"},
	{"months=6,7,8&sex=MALE&data_source=traps", "status <> 'rejected' and months & ~224 = 0 and lower(sex) = 'male' and data_source_key = 1"},
	{"max_uncertainty_m=50&life_stage=adult", "status <> 'rejected' and (location_accuracy_m is null or location_accuracy_m <= 50) and life_stage = 'adult'"},
	{"species=nobody", "false"},
	{"area=town", "status <> 'rejected' and ST_Covers((select geom from areas where id = 'town'), geom)"},
	{"area=world,town&sex=male", "status <> 'rejected' and lower(sex) = 'male'"},
	{"area=edge,town", "status <> 'rejected' and (ST_Covers((select geom from areas where id = 'town'), geom) or ST_X(geom) >= 179.9999999 and ST_Y(geom) between -10 and 10)"},
}

// TestEveryZoomCountsTheSame sums up all tiles of a zoom, from the tile index and from SQL, and holds them against the table.
func TestEveryZoomCountsTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 12_000))
	fast, slow := newTiles(t, db, false, 0), newTiles(t, db, true, 0)
	rng := rand.New(rand.NewPCG(8, 8))
	kinds := map[string]int{}
	full, drawn, whole := 2, 2, 2 // tiles with the most records, tiles at random, zooms of which there are all
	if testenv.Long() {
		full, drawn, whole = 5, 20, 5
	}
	for _, z := range []int{0, 1, 2, 5, 6, 7, 8, 11, 16, 22} {
		at := occupied(t, db, z)
		for _, f := range filters {
			// Deep zooms have thousands of tiles: those of the town and a sample, against the same tiles in SQL.
			some := slices.Clone(at)
			if z > whole && len(at) > full+drawn {
				others := some[full:]
				rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
				some = some[:full+drawn]
			}
			var got [2]int
			for _, xy := range some {
				for _, feature := range fast.tile(z, xy[0], xy[1], f[0]) {
					kinds[feature.properties["kind"].(string)]++
					if feature.inside() {
						got[0] += feature.records()
						got[1] += int(feature.properties["specimens"].(float64))
					}
				}
				if z < 3 || z >= 6 {
					if a, b := fast.raw(z, xy[0], xy[1], f[0]), slow.raw(z, xy[0], xy[1], f[0]); !slices.Equal(a, b) {
						t.Errorf("%d/%d/%d?%s: the index and SQL make different tiles (%d and %d bytes)", z, xy[0], xy[1], f[0], len(a), len(b))
					}
				}
			}
			xs, ys := make([]int64, len(some)), make([]int64, len(some))
			for i, xy := range some {
				xs[i], ys[i] = int64(xy[0]), int64(xy[1])
			}
			want := pgtest.Value[[]int](t, db, `select array[count(*), coalesce(sum(count), 0)] from observations where `+f[1]+` and
				(((mercator_x::bigint + 2147483648) >> (32 - $1)), ((mercator_y::bigint + 2147483648) >> (32 - $1))) in (select * from unnest($2::bigint[], $3::bigint[]))`,
				z, xs, ys)
			if !slices.Equal(got[:], want) {
				t.Errorf("zoom %d, %q: tiles show %v records and specimens, SQL %v", z, f[0], got, want)
			}
		}
	}
	if kinds["cell"] == 0 || kinds["point"] == 0 || len(kinds) != 2 {
		t.Errorf("kinds %v", kinds)
	}
}

// moreOfThem makes what insertPlaces leaves out: every precision, words in either case, records that are alike but for their
// id, and times that are.
const moreOfThem = `
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, location_accuracy_m, life_stage, sex, region_id, utc_offset, flags,
		identification_qualifier, event_id)
	select gen_random_uuid(), 1 + n %% 2, 1 + n %% 3, ST_SetSRID(ST_MakePoint(7.03125 + (n %% 7) * 0.0001, 43.71), 4326),
		case precision when 'month' then '2018-04-01Z'::timestamptz when 'year' then '2018-01-01Z' when 'time' then '2018-04-05T06:07:08.9Z'::timestamptz + (n %% 50) * interval '1 microsecond' else '2018-04-05Z' end,
		precision, case precision when 'month' then '2018-04-30'::date when 'year' then '2018-12-31' when 'interval' then '2018-04-05' end,
		(array[null, 1])[1 + n %% 2], (array[null, 0, 0.5])[1 + n %% 3], (array[null, 'Adult', 'adult'])[1 + n %% 3], (array['Female', 'female', null])[1 + n %% 3],
		(array[null, 'melanesia'])[1 + n %% 2], case when precision = 'time' then (array[0, -420, 345, 7])[1 + n / 5 %% 4] else 0 end,
		(array[0, 1, 40])[1 + n %% 3], (array[null, '?'])[1 + n %% 2], (array[null, 'E1', 'E2'])[1 + n %% 3]
	from (select n, (array['time', 'day', 'month', 'year', 'interval'])[1 + n %% 5] as precision from generate_series(1, %d) n) numbered`

// TestIndexAndSQLMakeTheSameTiles asks for random tiles with random filters, of servers that know all, the counts, nothing, and
// again after each of several changes.
func TestIndexAndSQLMakeTheSameTiles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 9000))
	pgtest.Run(t, db, fmt.Sprintf(moreOfThem, 400))
	all, counts, none := newTiles(t, db, false, 0), newTilesIn(t, db, false, 0, ""), newTiles(t, db, true, 0)
	rng := rand.New(rand.NewPCG(4, 4))
	points, mixed, asked := 0, 0, 16 // after each change
	if testenv.Long() {
		asked = 100
	}
	for _, change := range []string{
		"",
		"delete from observations where id in (select id from observations where date_precision <> 'interval' order by id limit 300)",
		"update observations set observed_at = observed_at + interval '1 second' where date_precision = 'time'",
		"update observations set sex = 'FEMALE', life_stage = 'Larva' where sex = 'female'",
		"update observations set id = gen_random_uuid(), geom = ST_SetSRID(ST_MakePoint(-ST_X(geom), ST_Y(geom)), 4326) where taxon_key = 2",
		fmt.Sprintf(moreOfThem, 100),
		"delete from observation_epoch; update observations set count = count + 1 where id < '80000000-0000-0000-0000-000000000000'",
	} {
		pgtest.Run(t, db, cmp.Or(change, "select"))
		for _, s := range []tiles{all, counts, none} {
			if err := s.index.CatchUp(ctx); err != nil {
				t.Fatal(err)
			}
			if s.index != none.index && !s.index.State().Ready() { // the epoch was lost
				if err := s.index.Load(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !all.index.State().HasPoints() || !counts.index.State().Ready() || counts.index.State().HasPoints() || none.index.State().Ready() {
			t.Fatal("the servers do not know what they should")
		}
		for n := 0; n < asked || mixed == 0 && n < 10*asked; n++ { // few tiles have cells beside points
			z := geo.MinPointZoom + rng.IntN(3)
			if rng.IntN(4) == 0 {
				z += rng.IntN(geo.MaxZoom - z)
			}
			// The tile of a record or one beside it, around the world and up to its edges.
			at := pgtest.Value[[]int](t, db, `select array[(((mercator_x::bigint + 2147483648) >> (32 - $1)) + $2 + (1 << $1)) % (1 << $1),
				least(greatest(((mercator_y::bigint + 2147483648) >> (32 - $1)) + $3, 0), (1 << $1) - 1)] from observations offset $4 limit 1`,
				z, rng.IntN(3)-1, rng.IntN(3)-1, rng.IntN(9000))
			x, y, query := at[0], at[1], randomQuery(rng)
			want := none.raw(z, x, y, query)
			for name, s := range map[string]tiles{"the index": all, "the index without points": counts} {
				if got := s.raw(z, x, y, query); !slices.Equal(got, want) {
					t.Fatalf("after %.60q %d/%d/%d?%s: %s and SQL make different tiles (%d and %d bytes)", change, z, x, y, query, name, len(got), len(want))
				}
			}
			kinds := map[any]bool{}
			for _, f := range all.tile(z, x, y, query) {
				kinds[f.properties["kind"]] = true
			}
			if kinds["point"] {
				points++
			}
			if len(kinds) == 2 {
				mixed++
			}
		}
	}
	if points < asked/2 || mixed == 0 {
		t.Errorf("%d tiles with points, %d with cells beside them: the data is too tame", points, mixed)
	}
}

// randomQuery is a query string with some filters.
func randomQuery(rng *rand.Rand) string {
	q := url.Values{}
	maybe := func(n int, name string, values ...string) {
		if rng.IntN(n) == 0 {
			q.Set(name, values[rng.IntN(len(values))])
		}
	}
	maybe(3, "species", "aedes-aegypti", "culex-bahamensis", "culex-bahamensis,aedes-aegypti")
	maybe(4, "start_date", "2015-06-01", "2018-04-05")
	maybe(4, "end_date", "2018-04-05", "2018-04-30", "2021-01-01")
	maybe(6, "country", "fj")
	maybe(6, "region", "melanesia")
	maybe(6, "data_source", "traps")
	maybe(6, "status", "rejected", "verified,rejected")
	maybe(6, "life_stage", "adult", "LARVA")
	maybe(6, "sex", "female", "male,Female")
	maybe(6, "months", "4", "1,2,3,4,5,6,7,8,9,10,11")
	maybe(6, "max_uncertainty_m", "0", "6")
	maybe(6, "flags", "country_mismatch,duplicate", "coarse_place")
	maybe(6, "without_flags", "country_mismatch", "coarse_place,zero_coordinates")
	maybe(6, "qualifier", "certain", "uncertain")
	maybe(10, "event_id", "E1", "E1,E2")
	maybe(8, "area", "town", "edge,trap", "world", "trap,town")
	return q.Encode()
}

// TestPointsOfABrokenFile takes the content of the file away: SQL makes the same tile.
func TestPointsOfABrokenFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := newTilesIn(t, pgtest.Pool(t), false, 0, folder)
	want := s.raw(7, 127, 70, "")
	open, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(open) == 0 {
		t.Skip("this system does not show the files that are open", err)
	}
	for _, fd := range open {
		if name, _ := os.Readlink(fd); strings.HasPrefix(name, folder) {
			if err := os.Truncate(fd, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := s.raw(7, 127, 70, ""); len(want) == 0 || !slices.Equal(got, want) || s.index.State().HasPoints() {
		t.Errorf("%d bytes, before %d; the file works: %v", len(got), len(want), s.index.State().HasPoints())
	}
}

// TestCellsSayWhatSQLSays compares every property of the cells of one tile.
func TestCellsSayWhatSQLSays(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 3000))
	s := newTiles(t, db, false, 0)
	want := map[string]bool{}
	for _, line := range pgtest.Column[string](t, db, `
		with cells as (
			select (mercator_x::bigint + 2147483648) >> 24 as x, (mercator_y::bigint + 2147483648) >> 24 as y, taxon_key, count(*) as records,
				sum(count) as specimens, min(array[observed_at::date, last_day]) as first, max(array[last_day, observed_at::date]) as last
			from observations where status <> 'rejected' group by 1, 2, 3)
		select concat_ws(' ', x, y, sum(records), sum(specimens), count(*), (array_agg(t.id order by records desc, taxon_key))[1], (min(first))[1],
			case when date_trunc('month', (min(first))[1]) = date_trunc('month', (min(first))[2]) then '<nil>' else (min(first))[2]::text end, (max(last))[1],
			case when date_trunc('month', (max(last))[1]) = date_trunc('month', (max(last))[2]) then '<nil>' else (max(last))[2]::text end)
		from cells join taxa t on t.key = taxon_key group by x, y`) {
		want[line+"\n"] = true
	}
	if len(want) < 100 {
		t.Fatal(len(want))
	}
	got := map[string]bool{}
	for tx := range 4 { // zoom 2: cells of 2^24 units
		for ty := range 4 {
			for _, f := range s.tile(2, tx, ty, "") {
				if f.inside() {
					p := f.properties
					got[fmt.Sprintln(tx*64+f.x/64, ty*64+f.y/64, p["records"], p["specimens"], p["species_count"], p["species_id"], p["first"], p["first_until"], p["last"], p["last_from"])] = true
				}
			}
		}
	}
	for line := range want {
		if !got[line] {
			t.Errorf("no cell says %s", line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d cells, want %d", len(got), len(want))
	}
}

// TestEdgesAreContinuous holds that what lies near the edge of a tile stands in its neighbour's buffer, unchanged and
// shifted by a tile, around the world too; and that the same request gives the same bytes.
func TestEdgesAreContinuous(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 9000))
	s := newTiles(t, db, false, 0)
	shared, mixed := 0, 0
	for _, z := range []int{0, 1, 3, 6, 7, 8, 10} {
		side := 1 << z
		for _, at := range occupied(t, db, z) {
			if z > 6 && (at[1] == 0 || len(s.tile(z, at[0], at[1], "")) < 3) {
				continue // one record alone in a tile
			}
			here := s.tile(z, at[0], at[1], "")
			if !slices.Equal(s.raw(z, at[0], at[1], ""), s.raw(z, at[0], at[1], "")) {
				t.Errorf("%d/%v: other bytes the second time", z, at)
			}
			right := (at[0] + 1) % side
			there := s.tile(z, right, at[1], "")
			near := func(fs []feature, low, high, shift int) []string {
				var out []string
				for _, f := range fs {
					if f.x >= low && f.x < high {
						out = append(out, fmt.Sprint(f.x-shift, f.y, f.properties["kind"], f.properties["id"], f.records()))
					}
				}
				slices.Sort(out)
				return out
			}
			// This tile's last units and its neighbour's first, seen from both.
			a, b := near(here, 4096-64, 4096+64, 4096), near(there, -64, 64, 0)
			if !slices.Equal(a, b) {
				without := func(a, b []string) []string {
					return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
				}
				t.Errorf("zoom %d: the edge between columns %d and %d in row %d: %d and %d features, only west %.300v, only east %.300v",
					z, at[0], right, at[1], len(a), len(b), without(a, b), without(b, a))
			}
			shared += len(a)
			if text := strings.Join(a, " "); strings.Contains(text, "cell") && strings.Contains(text, "point") {
				mixed++
			}
		}
	}
	if shared == 0 || mixed == 0 {
		t.Errorf("%d features near edges, %d edges between points and cells: the data is too tame", shared, mixed)
	}
}

// TestLongTextsBecomeCells fills a tile with few enough records whose texts are too long for its bytes.
func TestLongTextsBecomeCells(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, life_stage, sex)
		select gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(30.1 + n % 50 * 0.001, 10.1), 4326), '2020-01-01Z', 'day', rpad(n::text, 100, 'l'), rpad(n::text, 100, 's')
		from generate_series(1, 2400) n`)
	s := newTiles(t, db, false, 0)
	for query, kind := range map[string]string{"": "cell", "sex=" + "7" + strings.Repeat("s", 99): "point"} {
		records := 0
		for _, f := range s.tile(8, 149, 120, query) { // raw holds the bound of its bytes
			records += f.records()
			if f.properties["kind"] != kind {
				t.Fatalf("%q: %v", query, f.properties)
			}
		}
		if want := map[string]int{"cell": 2400, "point": 1}[kind]; records != want {
			t.Errorf("%q: %d records, want %d", query, records, want)
		}
	}
}

func TestPointsCarryPublicProperties(t *testing.T) {
	t.Parallel()
	s := newTiles(t, pgtest.Pool(t), false, 0)
	var all []feature
	for _, xy := range [][2]int{{127, 70}, {0, 70}} { // 179.5 and -179.5 east at 17 south, zoom 7
		all = append(all, s.tile(7, xy[0], xy[1], "")...)
	}
	want := map[string]any{
		"kind": "point", "records": 1.0, "specimens": 2.0, "count": 2.0, "id": "00000000-0000-0000-0000-000000000001",
		"species_id": "aedes-aegypti", "species_scientific_name": "Aedes aegypti", "vector_status": "High", "observed_at": "2020-01-15T10:30:00.5Z",
		"date_precision": "time", "data_source": "traps", "country_id": "fj", "location_accuracy_m": 10.0, "sex": "Female", "status": "unverified",
	}
	for _, f := range all {
		if f.properties["id"] == want["id"] {
			if !maps.Equal(f.properties, want) {
				t.Errorf("got  %v\nwant %v", f.properties, want)
			}
			return
		}
	}
	t.Errorf("the record is in none of %d features", len(all))
}

func TestTileJSONAndStyleCarryTheFilter(t *testing.T) {
	t.Parallel()
	s := newTiles(t, pgtest.Pool(t), false, 0)
	const query = "species=Aedes%20aegypti,culex-bahamensis&start_date=2020-01-01&lang=fr&v=7&_=1"
	want := s.URL + "/api/v1/tiles/observations/{z}/{x}/{y}.mvt?species=Aedes+aegypti,culex-bahamensis&start_date=2020-01-01"
	description, _ := get[struct {
		TileJSON, Attribution string
		Tiles                 []string
	}](t, s.Server, "/api/v1/tiles/observations.json?"+query, 200)
	style, _ := get[struct {
		Sources map[string]struct{ Tiles []string }
	}](t, s.Server, "/api/v1/tiles/observations/style.json?"+query, 200)
	for _, address := range []string{description.Tiles[0], style.Sources["observations"].Tiles[0]} {
		if address != want {
			t.Errorf("%s\nwant %s", address, want)
		}
	}
	for _, path := range []string{".json", "/style.json", "/0/0/0.mvt", "/0/0/0.pbf"} {
		refused, _ := get[struct{ Errors []struct{ Type string } }](t, s.Server, "/api/v1/tiles/observations"+path+"?bbox=1,2,3,4", 422)
		if len(refused.Errors) != 1 || refused.Errors[0].Type != "unknown_parameter" {
			t.Errorf("%s with a bbox: %+v", path, refused)
		}
	}
	if description.TileJSON != "3.0.0" || description.Attribution != "Traps" {
		t.Errorf("%+v", description)
	}
}
