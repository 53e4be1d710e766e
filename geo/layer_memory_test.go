package geo_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// layer returns the bytes of a GeoJSON layer.
func (s tiles) layer(query string) string {
	s.t.Helper()
	resp, err := http.Get(s.URL + "/api/v1/geo/observations?" + query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %s %s %v", query, resp.Status, body, err)
	}
	return string(body)
}

// texts give records what only features show.
const texts = `update observations set
	notes = case when n % 3 = 0 then 'say "é"' || chr(10) || repeat('long ', n % 70) end, occurrence_id = case when n % 4 > 0 then 'urn:trap:' || n end,
	basis_of_record = (array[null, 'HumanObservation'])[1 + n % 2], licence = (array[null, 'CC0-1.0', 'CC-BY-4.0'])[1 + n % 3],
	identification_qualifier = (array[null, 'cf.', null])[1 + n % 3]
	from (select id as of, row_number() over (order by id)::int as n from observations) numbered where id = of`

// TestIndexAndSQLMakeTheSameLayers asks for layers of random filters, boxes and lengths, of a server that has all in memory and of one that
// asks SQL, again after each of several changes.
func TestIndexAndSQLMakeTheSameLayers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 6000))
	pgtest.Run(t, db, fmt.Sprintf(moreOfThem, 400))
	pgtest.Run(t, db, texts)
	memory, sql := newTiles(t, db, false, 0), newTiles(t, db, true, 0)
	rng := rand.New(rand.NewPCG(6, 6))
	full, cut, asked := 0, 0, 8 // after each change
	if testenv.Long() {
		asked = 40
	}
	for _, change := range []string{
		"",
		"update observations set notes = 'other ' || coalesce(notes, ''), licence = null where id < '40000000-0000-0000-0000-000000000000'",
		"update observations set geom = ST_SetSRID(ST_MakePoint(ST_X(geom) - 1e-7 * sign(ST_X(geom)), ST_Y(geom)), 4326) where status = 'verified'",
		"update observations set count = 3 where count = 4; update observations set count = 4 where count = 3; update observations set notes = null where count = 5",
		"delete from observations where id in (select id from observations order by id limit 900)",
		"update observations set observed_at = observed_at + interval '25 hours', utc_offset = (array[-840, 840, 7])[1 + count % 3] where date_precision = 'time'",
		fmt.Sprintf(moreOfThem, 300) + "; " + texts,
	} {
		pgtest.Run(t, db, cmp.Or(change, "select"))
		for _, s := range []tiles{memory, sql} {
			if err := s.index.CatchUp(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if !memory.index.State().HasPoints() {
			t.Fatal("the index has no points")
		}
		for range asked {
			q, err := url.ParseQuery(randomQuery(rng))
			if err != nil {
				t.Fatal(err)
			}
			if rng.IntN(2) == 0 {
				west, south, width := rng.Float64()*360-180, rng.Float64()*180-90, rng.Float64()*90
				if rng.IntN(2) == 0 {
					west, south, width = 7+rng.Float64()*0.1, 43.6+rng.Float64()*0.1, rng.Float64()*0.2
				}
				q.Set("bbox", fmt.Sprintf("%f,%f,%f,%f", west, south, west+width, min(south+width, 90)))
			}
			q.Set("limit", fmt.Sprint(1+rng.IntN(1<<rng.IntN(15))))
			query := q.Encode()
			got, want := memory.layer(query), sql.layer(query)
			if got != want {
				t.Fatalf("after %q: %s: the index and SQL make different layers (%d and %d bytes)%s", change, query, len(got), len(want), firstDifference(got, want))
			}
			if strings.Contains(got, `"truncated":true`) {
				cut++
			} else if len(got) > 1000 {
				full++
			}
		}
	}
	if full < asked/2 || cut < asked/2 {
		t.Errorf("%d layers had all records, %d were cut", full, cut)
	}
}

// TestLayerOfSQLIsOfItsETag: an answer that shows a change of another program, before the server heard of it, has another ETag.
func TestLayerOfSQLIsOfItsETag(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newTiles(t, db, true, 0)
	bodies := map[string]string{}
	for n := range 4 {
		pgtest.Run(t, db, fmt.Sprintf("update observations set notes = 'change %d'", n))
		resp, err := http.Get(s.URL + "/api/v1/geo/observations")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		tag := resp.Header.Get("ETag")
		if err != nil || tag == "" || !strings.Contains(string(body), fmt.Sprintf("change %d", n)) || bodies[tag] != "" {
			t.Errorf("change %d: ETag %s of another answer: %v, %v\n%s", n, tag, bodies[tag] != "", err, body)
		}
		bodies[tag] = string(body)
	}
}

// firstDifference shows where two texts begin to differ.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(s string) string { return s[max(i-300, 0):min(i+200, len(s))] }
	return fmt.Sprintf(" from byte %d:\n%s\n%s", i, around(a), around(b))
}

// TestLayerOfABrokenFile takes the content of the files away: SQL makes the same layer.
func TestLayerOfABrokenFile(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"points-", "details-"} {
		folder := t.TempDir()
		s := newTilesIn(t, pgtest.Pool(t), false, 0, folder)
		want := s.layer("")
		open, err := filepath.Glob("/proc/self/fd/*")
		if err != nil || len(open) == 0 {
			t.Skip("this system does not show the files that are open", err)
		}
		for _, fd := range open {
			if name, _ := os.Readlink(fd); strings.HasPrefix(name, filepath.Join(folder, kind)) {
				if err := os.Truncate(fd, 0); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := s.layer(""); !strings.Contains(want, `"numberReturned":4`) || got != want || s.index.State().HasPoints() {
			t.Errorf("%s: %s, before %s; the files work: %v", kind, got, want, s.index.State().HasPoints())
		}
	}
}
