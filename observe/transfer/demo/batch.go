package demo

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	demoCopy       = sql.Get("demo/copy.sql")
	demoCopyEvents = sql.Get("demo/copy_events.sql")
	demoCopyPools  = sql.Get("demo/copy_pools.sql")
)

// demoSource is the data source of synthetic records.
type demoSource struct {
	id  string
	key int32
}

// demoRecord is a synthetic record: what it does not share with its event.
type demoRecord struct {
	id           [16]byte
	event        int // its index in the batch
	taxon, count int32
	stage, sex   string
}

// demoBatch is the records, events and pools of one COPY each.
type demoBatch struct {
	sites   []demoSite
	events  []demoEvent
	records []demoRecord
	pools   []demoPool
}

// addRecord adds a record of the newest event.
func (b *demoBatch) addRecord(r demoRecord) {
	r.event = len(b.events) - 1
	b.records = append(b.records, r)
}

// store writes the batch. Each COPY is a statement of its own, because PostgreSQL holds the checks of foreign keys and the rows for the
// change log in memory until a statement ends. Records are stored by site: those of a box, which are read together, lie in few pages.
func (b *demoBatch) store(ctx context.Context, tx pgx.Tx, source demoSource) error {
	slices.SortStableFunc(b.records, func(x, y demoRecord) int { return cmp.Compare(b.events[x.event].site, b.events[y.event].site) })
	for _, table := range []struct {
		name string
		into sql.Query
		next func(*postgres.CopyRows) error
	}{
		{"records", demoCopy, each(b.records, func(rows *postgres.CopyRows, r demoRecord) {
			e := b.events[r.event]
			r.write(rows, e, &b.sites[e.site], source)
		})},
		{"events", demoCopyEvents, each(b.events, func(rows *postgres.CopyRows, e demoEvent) { e.write(rows, &b.sites[e.site], source) })},
		{"pools", demoCopyPools, each(b.pools, func(rows *postgres.CopyRows, p demoPool) { p.write(rows, &b.sites[p.event.site], source) })},
	} {
		if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), table.into.String(), table.next); err != nil {
			return fmt.Errorf("store synthetic %s: %w", table.name, err)
		}
	}
	return nil
}

// each returns a function that writes one row after the other.
func each[T any](left []T, write func(*postgres.CopyRows, T)) func(*postgres.CopyRows) error {
	return func(rows *postgres.CopyRows) error {
		if len(left) == 0 {
			return io.EOF
		}
		write(rows, left[0])
		left = left[1:]
		return nil
	}
}

// write appends the columns of sql/demo/copy.sql.
func (r demoRecord) write(rows *postgres.CopyRows, e demoEvent, site *demoSite, source demoSource) {
	rows.Begin(15)
	rows.UUID(r.id)
	rows.Int4(r.taxon)
	rows.Int4(r.count)
	rows.Point(site.lon, site.lat)
	rows.Timestamp(e.ended())
	rows.Text("day")
	rows.Int4(source.key)
	rows.Text(site.country)
	rows.Text(site.region)
	rows.Float8(&site.accuracyM)
	rows.Text(r.stage)
	rows.Text(r.sex)
	rows.Text(site.protocol)
	rows.Text(site.eventID(e))
	rows.JSONB([]byte(`{"samplingEffort":"` + e.effortText() + `"}`))
}

// demoID returns a UUID of version 8 (RFC 9562) made of random numbers.
func demoID(rng *rand.Rand) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:8], rng.Uint64())
	binary.BigEndian.PutUint64(id[8:], rng.Uint64())
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}
