package tileindex_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// listQuery orders all records that match, as lists do.
var listQuery = sql.Get("observe/list.sql")

// positions returns where the records that match stand in lists, by SQL.
func positions(t *testing.T, db *pgxpool.Pool, f surveillance.Filter) []tileindex.Position {
	t.Helper()
	args := postgres.FilterArgs(f)
	args["user_id"], args["limit"], args["offset"] = nil, nil, 0
	rows, err := db.Query(t.Context(), listQuery.String(), args)
	if err != nil {
		t.Fatal(err)
	}
	var out []tileindex.Position
	var at postgres.TimestampColumn
	var id postgres.UUIDColumn
	err = postgres.EachRow(rows, func(from *postgres.Columns) { at, id = from.Timestamp("observed_at"), from.UUID("id") }, func(row postgres.Row) error {
		out = append(out, tileindex.Position{ObservedAt: at.Micros(row), ID: id.Of(row)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestNewestAreThoseOfSQL reads pages of random filters from random positions on, forwards and backwards, again after each of several changes.
func TestNewestAreThoseOfSQL(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 5000))
	pgtest.Run(t, db, fmt.Sprintf(insertSameTime, 1500)) // more than a chunk's share of one time
	index := tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Folder: t.TempDir()})
	tileindextest.CatchUp(t, index)
	rng := rand.New(rand.NewPCG(19, 1))
	pages := 0
	for _, change := range []string{
		"select",
		`update observations set observed_at = observed_at + interval '13 hours', utc_offset = (array[-840, 840, 7])[1 + count % 3] where date_precision = 'time'`,
		`delete from observations where id in (select id from observations order by observed_at desc limit 700)`,
		`update observations set status = 'rejected' where taxon_key = 3`,
		fmt.Sprintf(tileindextest.InsertRows, 300),
	} {
		pgtest.Run(t, db, change)
		tileindextest.CatchUp(t, index)
		for range 40 {
			f := tileindextest.RandomFilter(rng)
			switch rng.IntN(8) {
			case 0, 1:
				f = surveillance.DefaultFilter()
			case 2:
				f.Start = new(time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC)) // before any record may be
			}
			want, selected := positions(t, db, f), index.State().Select(f)
			for range 6 {
				limit, at := 1+rng.IntN(1<<rng.IntN(11)), 0
				var from *tileindex.Position
				if rng.IntN(4) > 0 {
					from, at = randomPosition(rng, want)
				}
				after, err := selected.Newest(t.Context(), limit, from)
				same(t, f, "after", from, after, err, want[at:min(at+limit, len(want))])
				before := len(want)
				if from != nil {
					before = at
				}
				if at > 0 && want[at-1] == *from {
					before--
				}
				page, err := selected.NewestBefore(t.Context(), limit, from)
				same(t, f, "before", from, page, err, want[max(before-limit, 0):before])
				pages += len(page.Records)
			}
		}
	}
	if pages < 1000 {
		t.Errorf("pages before a position had %d records altogether", pages)
	}
}

const insertSameTime = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
	select gen_random_uuid(), 1 + n %% 7, 1, ST_SetSRID(ST_MakePoint(n %% 11, n %% 5), 4326), '2011-03-05Z', 'day' from generate_series(1, %d) n`

// randomPosition returns a position and the number of records that do not come after it: that of a record, or one near it.
func randomPosition(rng *rand.Rand, list []tileindex.Position) (*tileindex.Position, int) {
	p := tileindex.Position{ObservedAt: rng.Int64N(30*365*86400e6) - 5*365*86400e6}
	if len(list) > 0 && rng.IntN(3) > 0 {
		p = list[rng.IntN(len(list))]
	}
	switch rng.IntN(4) {
	case 0:
		p.ID[rng.IntN(16)]++
	case 1:
		p.ObservedAt += rng.Int64N(200e9) - 100e9
	}
	after, _ := slices.BinarySearchFunc(list, p, func(a, b tileindex.Position) int {
		if a.Compare(b) <= 0 {
			return -1
		}
		return 1
	})
	return &p, after
}

func same(t *testing.T, f surveillance.Filter, way string, from *tileindex.Position, page tileindex.Newest, err error, want []tileindex.Position) {
	t.Helper()
	var got []tileindex.Position
	err = errors.Join(err, page.Each(func(p *tileindex.Point, _ *tileindex.Details) error {
		got = append(got, p.Position())
		return nil
	}))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("filter %+v, %s %v: %d records from memory, %d by SQL, %v", f, way, from, len(got), len(want), err)
	}
}
