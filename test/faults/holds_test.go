package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/maptile"
)

// agreeLimit is how long servers may need to count what others wrote: two seconds are promised, and the machine is busy.
const agreeLimit = 15 * time.Second

// cityZoom is a zoom at which a tile around a city shows single records, unless there are too many.
const cityZoom = 8

// holds is the oracle of every fault: when it is over and nobody writes, every write that was acknowledged is there once with its
// content, no other is half there, every server counts what SQL counts, in every way, and takes a write that it counts at once.
func (w *world) holds() {
	w.t.Helper()
	w.recover()
	db := w.connect()
	rows, err := db.Query(context.Background(), storedQuery, w.ledger.user)
	if err != nil {
		w.t.Fatal(err)
	}
	there, err := pgx.CollectRows(rows, pgx.RowToStructByName[stored])
	if err != nil {
		w.t.Fatal(err)
	}
	w.ledger.check(w.t, there)
	w.ledger.report(w.t)
	for _, s := range w.servers {
		w.agrees(s, db)
		w.lists(s, there)
	}
	for _, s := range w.servers {
		w.writes(s)
		for _, other := range w.servers {
			w.agrees(other, db)
		}
	}
	w.album.holds(w, db)
	if !w.t.Failed() {
		w.t.Logf("%d records of this test are there, all as they were sent", len(there))
	}
}

// sqlSums counts what maps and lists show, as SQL does.
const sqlSums = `select count(*)::int, coalesce(sum(count), 0)::int from observations where status <> 'rejected'`

// agrees holds that a server counts what SQL does.
func (w *world) agrees(s *server, db *pgx.Conn) {
	w.t.Helper()
	w.eventually("tiles, statistics, lists and SQL agree", agreeLimit, func() error {
		want, err := w.sql(db, sqlSums)
		if err != nil {
			return err
		}
		for _, reading := range readings {
			body, err := s.get(reading.path)
			if err != nil {
				return err
			}
			n, err := reading.count(body)
			if err != nil {
				return fmt.Errorf("%s: %w", reading.path, err)
			}
			if n != want.Count {
				return fmt.Errorf("%s counts %d, SQL %d", reading.path, n, want.Count)
			}
		}
		var all sums
		body, err := s.get(statistic)
		if err == nil {
			err = json.Unmarshal(body, &all)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", statistic, err)
		}
		if all != want {
			return fmt.Errorf("statistics count %v, SQL %v", all, want)
		}
		return w.tilesAgree(s, db)
	})
}

// tilesAgree holds the world's tile, and one around each city, against SQL.
func (w *world) tilesAgree(s *server, db *pgx.Conn) error {
	tiles := []maptile.Tile{maptile.New(0, 0, 0)}
	for _, city := range cities {
		tiles = append(tiles, maptile.At(orb.Point{city.lng, city.lat}, cityZoom))
	}
	for _, tile := range tiles {
		path := fmt.Sprintf("/api/v1/tiles/observations/%d/%d/%d.mvt", tile.Z, tile.X, tile.Y)
		body, err := s.get(path)
		if err != nil {
			return err
		}
		got, err := tileSums(body)
		if err != nil {
			return err
		}
		query, b := sqlSums, tile.Bound()
		if tile.Z > 0 {
			// What lies on a border belongs to the tile in the east or in the south.
			query += fmt.Sprintf(" and ST_X(geom) >= %v and ST_X(geom) < %v and ST_Y(geom) > %v and ST_Y(geom) <= %v", b.Min[0], b.Max[0], b.Min[1], b.Max[1])
		}
		want, err := w.sql(db, query)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s shows %v, SQL counts %v", path, got, want)
		}
	}
	return nil
}

func (w *world) sql(db *pgx.Conn, query string) (s sums, err error) {
	err = db.QueryRow(context.Background(), query).Scan(&s.Count, &s.Specimens)
	return s, err
}

// lists holds that the pages of the list show each record once.
func (w *world) lists(s *server, there []stored) {
	w.t.Helper()
	seen := map[string]bool{}
	for next := records + "?limit=1000&user_id=" + url.QueryEscape(w.ledger.user); next != ""; {
		body, err := s.get(next)
		if err != nil {
			w.t.Fatal(err)
		}
		var page struct {
			Count        int
			Next         *string
			Observations []struct{ ID string }
		}
		if err := json.Unmarshal(body, &page); err != nil {
			w.t.Fatal(err)
		}
		if page.Count != len(there) {
			w.t.Errorf("the list counts %d, SQL %d", page.Count, len(there))
		}
		for _, r := range page.Observations {
			if seen[r.ID] {
				w.t.Errorf("the list shows %s twice", r.ID)
			}
			seen[r.ID] = true
		}
		if next = ""; page.Next != nil {
			u, err := url.Parse(*page.Next)
			if err != nil {
				w.t.Fatal(err)
			}
			next = u.RequestURI()
		}
	}
	if len(seen) != len(there) {
		w.t.Errorf("the list shows %d records, SQL %d", len(seen), len(there))
	}
}

// writes holds that a server takes a record and counts it with the next request.
func (w *world) writes(s *server) {
	w.t.Helper()
	count := func() int {
		body, err := s.get(statistic)
		if err != nil {
			w.t.Fatal(err)
		}
		n, err := countOf(body)
		if err != nil {
			w.t.Fatal(err)
		}
		return n
	}
	c := &writer{ledger: w.ledger, server: s, random: w.random}
	before := count()
	e := w.ledger.add(w.random, true)
	c.create(e)
	if after := count(); e.maybe || after != before+1 {
		w.t.Errorf("a write after the fault: acknowledged %v, counted %d before it and %d after", !e.maybe, before, after)
	}
	w.ledger.report(w.t)
}
