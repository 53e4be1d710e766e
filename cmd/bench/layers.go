package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Measuring of layers and lists.
const (
	layerRounds   = 200
	layerFeatures = 10_000
	otherRounds   = 20 // of another server's query, which takes long
	firstPages    = 200
	laterPages    = 2 // after each
)

// featuresSQL is the query of pg_featureserv 1.3 for a page of a table, as far as it is PostgreSQL's work.
const featuresSQL = `select ST_AsGeoJSON("geom", 6) as _geojson, "id"::text, "taxon_key"::text, "count"::text, "observed_at"::text, "utc_offset"::text, "date_precision"::text,
	"observed_until"::text, "data_source_key"::text, "country_id"::text, "location_accuracy_m"::text, "life_stage"::text, "sex"::text, "status"::text, "notes"::text,
	"occurrence_id"::text, "identification_qualifier"::text, "basis_of_record"::text, "licence"::text, "flags"::text
	from "public"."observations" where "geom" && ST_MakeEnvelope(%s, 4326) %s limit 10000`

// runLayers reads the newest records of random boxes as GeoJSON and lists of random filters, and compares the boxes with what another server
// asks PostgreSQL for.
func (b *bench) runLayers(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	s := b.serve(ctx)
	b.psql(ctx, "vacuum (analyze) observations")
	b.describeEvents(ctx, s)
	d := b.newDraw(ctx)
	db := must(pgx.Connect(ctx, "host="+filepath.Join(b.database, "socket")+" user=skeeter dbname=skeeter jit=off"))
	defer db.Close(ctx) //nolint:errcheck // the run ends

	warm := b.measureBoxes(ctx, s, d)
	b.compareBoxes(ctx, s, db, d)
	b.compareFeatureserv(ctx, s, d)
	b.measureFilteredLists(ctx, s, d, "")
	if dropCaches() {
		b.measureColdBoxes(ctx, s, d, warm)
		b.measureFilteredLists(ctx, s, d, ", page cache dropped before")
	}
}

// wideBox is a box 20 to 80 degrees wide.
func (d *draw) wideBox() string {
	width := 20 + d.Float64()*60
	west, south := d.Float64()*(360-width)-180, d.Float64()*100-60
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f", west, south, west+width, min(south+width*0.6, 89))
}

func boxPath(box string) string {
	return fmt.Sprintf("/api/v1/geo/observations?limit=%d&bbox=%s", layerFeatures, box)
}

// measureBoxes returns the median.
func (b *bench) measureBoxes(ctx context.Context, s *server, d *draw) time.Duration {
	var took []time.Duration
	bytes := 0
	for range layerRounds {
		body, time := s.get(ctx, boxPath(d.wideBox()))
		took, bytes = append(took, time), bytes+len(body)
	}
	fmt.Printf("%-42s median %7.1f ms, p95 %7.1f, p99 %7.1f; %5.2f MB each\n", "10,000 newest, box", ms(median(took)), ms(quantile(took, 0.95)), ms(quantile(took, 0.99)),
		float64(bytes)/layerRounds/1e6)
	b.sum("10,000 newest of a box of 20 to 80 degrees", fmt.Sprintf("median %.1f ms, p99 %.1f ms", ms(median(took)), ms(quantile(took, 0.99))), "", "")
	return median(took)
}

// compareBoxes asks for boxes and runs the query of another server for the same, in turn.
func (b *bench) compareBoxes(ctx context.Context, s *server, db *pgx.Conn, d *draw) {
	for _, order := range []struct {
		name, sql string
		least     float64
	}{{"sorted", `order by "observed_at" desc`, 10}, {"unsorted", "", 4}} {
		var ours, theirs []time.Duration
		var ratios []float64
		for range otherRounds {
			box := d.wideBox()
			_, mine := s.get(ctx, boxPath(box))
			began := time.Now()
			rows := must(db.Query(ctx, fmt.Sprintf(featuresSQL, box, order.sql)))
			for rows.Next() {
				_ = rows.RawValues()
			}
			check(rows.Err())
			took := time.Since(began)
			ours, theirs, ratios = append(ours, mine), append(theirs, took), append(ratios, float64(took)/float64(mine))
		}
		fmt.Printf("%-42s median %7.1f ms; the same boxes here %7.1f ms; median of the ratios %5.1f (at least %g)\n", "pg_featureserv's query, "+order.name,
			ms(median(theirs)), ms(median(ours)), median(ratios), order.least)
		b.sum("the same", fmt.Sprintf("%.1f ms", ms(median(ours))), fmt.Sprintf("pg_featureserv's query as SQL, %s, %.1f ms", order.name, ms(median(theirs))),
			fmt.Sprintf("%.1f times (at least %g)", median(ratios), order.least))
	}
}

// dropCaches drops the page cache, where this may be done.
func dropCaches() bool {
	syscall.Sync() // what is not written yet is not dropped
	if err := os.WriteFile("/proc/sys/vm/drop_caches", []byte("3"), 0); err != nil {
		fmt.Println("the page cache cannot be dropped here:", err)
		return false
	}
	return true
}

// measureColdBoxes reads boxes after the page cache was dropped.
func (b *bench) measureColdBoxes(ctx context.Context, s *server, d *draw, warm time.Duration) {
	var took []time.Duration
	for range layerRounds {
		_, time := s.get(ctx, boxPath(d.wideBox()))
		took = append(took, time)
	}
	first := took[0]
	fmt.Printf("%-42s first  %7.1f ms, p99 %7.1f, worst %7.1f; p99 / warm median %5.1f (at most 4)\n", "10,000 newest, box, page cache dropped before", ms(first),
		ms(quantile(took, 0.99)), ms(quantile(took, 1)), float64(quantile(took, 0.99))/float64(warm))
	b.sum("boxes after the page cache was dropped", fmt.Sprintf("first %.1f ms, p99 %.1f ms", ms(first), ms(quantile(took, 0.99))), "the median before",
		fmt.Sprintf("p99 %.1f times (at most 4)", float64(quantile(took, 0.99))/float64(warm)))
}

// measureFilteredLists reads first pages of 20, each of which is counted, and those that follow.
func (b *bench) measureFilteredLists(ctx context.Context, s *server, d *draw, when string) {
	fmt.Println()
	for _, list := range []struct {
		name string
		make func() string
	}{
		{"all", func() string { return "lang=en" }},
		{"box", func() string { return "bbox=" + d.wideBox() }},
		{"species, dates", func() string { return "species=" + one(d, d.species).id + "&" + d.someDates() }},
		{"country", func() string { return "country=" + one(d, d.countries) }},
		{"months, sex", func() string {
			return fmt.Sprintf("months=%d&sex=%s&%s", 1+d.IntN(12), one(d, []string{"male", "female"}), d.someDates())
		}},
	} {
		var first, later []time.Duration
		for range firstPages {
			body, took := s.get(ctx, "/api/v1/observations?limit=20&"+list.make())
			first = append(first, took)
			for range laterPages {
				next := nextPage(body)
				if next == "" {
					break
				}
				body, took = s.get(ctx, next)
				later = append(later, took)
			}
		}
		for _, page := range []struct {
			name string
			took []time.Duration
		}{{"", first}, {", later", later}} {
			took := page.took
			if len(took) == 0 {
				continue
			}
			name := "list of 20: " + list.name + page.name + when
			fmt.Printf("%-60s median %7.2f ms (at most 1), p95 %7.2f, p99 %7.2f\n", name, ms(median(took)), ms(quantile(took, 0.95)), ms(quantile(took, 0.99)))
			b.sum(name, fmt.Sprintf("median %.2f ms, p95 %.2f ms", ms(median(took)), ms(quantile(took, 0.95))), "", "at most 1 ms")
		}
	}
}

// nextPage returns the path of the page after one; "" after the last.
func nextPage(body []byte) string {
	var page struct{ Next string }
	check(json.Unmarshal(body, &page))
	if page.Next == "" {
		return ""
	}
	return must(url.Parse(page.Next)).RequestURI()
}
