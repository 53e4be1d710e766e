package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/maptile"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// cityZoom is a zoom at which a tile around a city shows single records, unless there are too many.
const cityZoom = 8

// verify is the oracle of every fault: when it is over and no client writes, every write that was acknowledged is there once with its
// content, no other is half there, every server counts what SQL counts, in every way, and takes a write that it counts at once.
func (d *deployment) verify() {
	d.t.Helper()
	d.recover()
	db := d.connect()
	there := pgtest.Rows[stored](d.t, db, storedQuery, d.writes.user)
	d.writes.check(d.t, there)
	d.writes.report(d.t)
	for _, s := range d.servers {
		d.checkCounts(s, db)
		d.checkLists(s, there)
	}
	for _, s := range d.servers {
		d.checkWrites(s)
		for _, other := range d.servers {
			d.checkCounts(other, db)
		}
	}
	d.pictures.verify(d, db)
	if !d.t.Failed() {
		d.t.Logf("%d records of this test are there, all as they were sent", len(there))
	}
}

// sqlSums counts what maps and lists show, as SQL does.
const sqlSums = `select count(*)::int, coalesce(sum(count), 0)::int from observations where status <> 'rejected'`

// checkCounts checks that a server counts what SQL does.
func (d *deployment) checkCounts(s *server, db *pgx.Conn) {
	d.t.Helper()
	testenv.Succeeds(d.t, "tiles, statistics, lists and SQL agree", func() error {
		want, err := d.sql(db, sqlSums)
		if err != nil {
			return err
		}
		for _, reading := range readings {
			a, err := s.get(reading.path)
			if err != nil {
				return err
			}
			n, err := reading.count(a)
			if err != nil {
				return fmt.Errorf("%s: %w", reading.path, err)
			}
			if n != want.Count {
				return fmt.Errorf("%s counts %d, SQL %d", reading.path, n, want.Count)
			}
		}
		var all skeetertest.Sums
		a, err := s.get(statistic)
		if err == nil {
			err = json.Unmarshal(a.Body, &all)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", statistic, err)
		}
		if all != want {
			return fmt.Errorf("statistics count %v, SQL %v", all, want)
		}
		return d.compareTiles(s, db)
	})
}

// compareTiles compares the tile of the whole world, and one around each city, with SQL.
func (d *deployment) compareTiles(s *server, db *pgx.Conn) error {
	tiles := []maptile.Tile{maptile.New(0, 0, 0)}
	for _, city := range cities {
		tiles = append(tiles, maptile.At(orb.Point{city.lng, city.lat}, cityZoom))
	}
	for _, tile := range tiles {
		path := fmt.Sprintf("/api/v1/tiles/observations/%d/%d/%d.mvt", tile.Z, tile.X, tile.Y)
		a, err := s.get(path)
		if err != nil {
			return err
		}
		got, err := skeetertest.TileSums(a)
		if err != nil {
			return err
		}
		query, b := sqlSums, tile.Bound()
		if tile.Z > 0 {
			// A point on a border belongs to the tile in the east or in the south.
			query += fmt.Sprintf(" and ST_X(geom) >= %v and ST_X(geom) < %v and ST_Y(geom) > %v and ST_Y(geom) <= %v", b.Min[0], b.Max[0], b.Min[1], b.Max[1])
		}
		want, err := d.sql(db, query)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s shows %v, SQL counts %v", path, got, want)
		}
	}
	return nil
}

func (d *deployment) sql(db *pgx.Conn, query string) (s skeetertest.Sums, err error) {
	err = db.QueryRow(context.Background(), query).Scan(&s.Count, &s.Specimens)
	return s, err
}

// checkLists checks that the pages of the list show each record once.
func (d *deployment) checkLists(s *server, there []stored) {
	d.t.Helper()
	seen := map[string]bool{}
	for next := records + "?limit=1000&user_id=" + url.QueryEscape(d.writes.user); next != ""; {
		a, err := s.get(next)
		if err != nil {
			d.t.Fatal(err)
		}
		var page struct {
			Count        int
			Next         *string
			Observations []struct{ ID string }
		}
		if err := json.Unmarshal(a.Body, &page); err != nil {
			d.t.Fatal(err)
		}
		if page.Count != len(there) {
			d.t.Errorf("the list counts %d, SQL %d", page.Count, len(there))
		}
		for _, r := range page.Observations {
			if seen[r.ID] {
				d.t.Errorf("the list shows %s twice", r.ID)
			}
			seen[r.ID] = true
		}
		if next = ""; page.Next != nil {
			u, err := url.Parse(*page.Next)
			if err != nil {
				d.t.Fatal(err)
			}
			next = u.RequestURI()
		}
	}
	if len(seen) != len(there) {
		d.t.Errorf("the list shows %d records, SQL %d", len(seen), len(there))
	}
}

// checkWrites checks that a server takes a record and counts it with the next request.
func (d *deployment) checkWrites(s *server) {
	d.t.Helper()
	count := func() int {
		a, err := s.get(statistic)
		if err != nil {
			d.t.Fatal(err)
		}
		n, err := countOf(a)
		if err != nil {
			d.t.Fatal(err)
		}
		return n
	}
	c := &writer{writes: d.writes, server: s, random: d.random}
	before := count()
	e := d.writes.add(d.random, true)
	c.create(e)
	if after := count(); e.maybe || after != before+1 {
		d.t.Errorf("a write after the fault: acknowledged %v, counted %d before it and %d after", !e.maybe, before, after)
	}
	d.writes.report(d.t)
}
