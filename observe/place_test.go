package observe_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestPlaceOf(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for name, c := range map[string]struct {
		lng, lat float64
		want     string
	}{
		"Paris":                                {2.35, 48.85, "fr"},
		"Cayenne, an overseas department":      {-52.33, 4.93, "gf"},
		"Maseru, inside another country":       {27.48, -29.31, "ls"},
		"on the antimeridian":                  {180, 67.5, "ru"},
		"on the antimeridian, its other side":  {-180, 67.5, "ru"},
		"Chukotka, east of the antimeridian":   {-173.2, 64.4, "ru"},
		"South Pole":                           {0, -90, "aq"},
		"North Pole":                           {0, 90, ""},
		"Gulf of Guinea":                       {0, 0, ""},
		"7 km off Sydney":                      {151.36, -33.9, "au"},
		"16 km off Sydney":                     {151.46, -33.9, ""},
		"off Taveuni, across the antimeridian": {-179.86, -16.69, "fj"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := pgtest.Value[string](t, db, "select coalesce(place_of(ST_SetSRID(ST_MakePoint($1, $2), 4326)), '')", c.lng, c.lat); got != c.want {
				t.Errorf("place_of(%g %g) = %q, want %q", c.lng, c.lat, got, c.want)
			}
		})
	}
}

// A degree of longitude is 19 km on Kvitøya, so that 9 km are almost half a degree.
func TestPlaceOfReachesTenKilometresInTheNorth(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	found := pgtest.Value[[]string](t, db, `
		select array[coalesce(place_of(ST_Project(coast, 9000, radians(90))::geometry), ''),
			coalesce(place_of(ST_Project(coast, 11000, radians(90))::geometry), '')]
		from (
			select v::geography as coast from (select (ST_DumpPoints(shape)).geom as v from countries where id = 'sj') points
			where ST_Y(v) > 79 order by ST_X(v) desc limit 1
		) east`)
	if found[0] != "sj" || found[1] != "" {
		t.Errorf("9 km off the coast is %q, want sj; 11 km off is %q, want none", found[0], found[1])
	}
}

// The box before the distance must not lose a country: the same answer as from distances alone.
func TestPlaceOfAgreesWithDistancesAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	counted := pgtest.Value[[]int](t, db, `
		with vertices as (
			select (ST_DumpPoints(shape)).geom as v from country_pieces where country_id in ('fj', 'sj', 'nz', 'ki')
		), points as (
			select ST_SetSRID(ST_MakePoint(
				ST_X(v) - 360 * floor((ST_X(v) + dx + 180) / 360) + dx, greatest(-90, least(90, ST_Y(v) + dy))), 4326) as p
			from (select v, (random() - 0.5) * 0.3 / cosd(least(abs(ST_Y(v)), 85)) as dx, (random() - 0.5) * 0.3 as dy
				from vertices order by random() limit 60) moved
		), answers as (
			select p, place_of(p) as got, (
				select c.country_id from country_pieces c
				where c.country_id in ('fj', 'sj', 'nz', 'ki') and ST_YMin(c.shape) - 0.2 < ST_Y(p) and ST_YMax(c.shape) + 0.2 > ST_Y(p) and ST_Distance(c.shape::geography, p::geography, false) < 9900
				order by ST_Distance(c.shape::geography, p::geography), c.country_id limit 1) as want
			from points
		)
		select array[count(*), count(*) filter (where want is not null and got is null),
			count(*) filter (where not exists (select from country_pieces c where ST_Intersects(c.shape, p)))]
		from answers`)
	points, differ, atSea := counted[0], counted[1], counted[2]
	if differ > 0 || atSea < 10 {
		t.Errorf("of %d points, %d of them at sea, place_of misses the country of %d", points, atSea, differ)
	}
}

// TestPlaceOfReadsFewPages: imports ask for every distinct place of a file, so what a place costs must not grow with the pieces of the countries.
func TestPlaceOfReadsFewPages(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	const bound = 40
	points := 500
	if testenv.Long() {
		points = 2000
	}
	const ask = `
		select count(place_of(ST_SetSRID(ST_MakePoint(n * 137.508 % 360 - 180, n * 61.803 % 170 - 85), 4326)))
		from generate_series(1, $1::int) n`
	if found := pgtest.Value[int](t, db, ask, points); found < points/5 {
		t.Errorf("only %d of %d points are in a country", found, points)
	}
	plan := pgtest.Value[[]struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}](t, db, "explain (analyze, buffers, format json) "+ask, points)
	each := (plan[0].Plan.Hit + plan[0].Plan.Read) / points
	t.Logf("%d pages a point", each)
	if pieces := pgtest.Value[int](t, db, "select pg_relation_size('country_pieces') / 8192"); each > bound || pieces < 10*bound {
		t.Errorf("a point reads %d pages, want at most %d; the table has %d", each, bound, pieces)
	}
}
