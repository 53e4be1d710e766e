package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Measuring of OGC API - Features.
const (
	featurePage   = 1000 // features on a page
	featureDepth  = 1000 // number of the page that is compared with the first
	featureRounds = 101
)

// runFeatures compares the first page of features with its encoding and with SQL, with its bare rows, and with a page far behind it.
func (b *bench) runFeatures(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	server := b.serve(ctx)
	db := b.connect(ctx)
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	b.measureFirstPages(ctx)
	b.measurePages(ctx, db, server, records)
}

// makeRecords creates and fills the database unless it exists.
func (b *bench) makeRecords(ctx context.Context, records int) {
	if _, err := os.Stat(b.database); err == nil {
		return
	}
	fmt.Printf("making %d synthetic records, a quarter of an hour for ten million\n", records)
	must(b.skeeter(ctx, "demo", "--count", fmt.Sprint(records)))
}

// connect opens a session with the server's settings for planning.
func (b *bench) connect(ctx context.Context) *pgx.Conn {
	return must(pgx.Connect(ctx, "host="+filepath.Join(b.database, "socket")+" user=skeeter dbname=skeeter plan_cache_mode=force_custom_plan jit=off"))
}

func (b *bench) measurePages(ctx context.Context, db *pgx.Conn, s *server, records int) {
	fmt.Printf("pages of %d features over %d records, medians of %d rounds in turn\n", featurePage, records, featureRounds)
	for _, set := range []struct{ name, filter, where string }{
		{"all records", "", "true"},
		{"CQL2: one species", "&filter=species_id%3D%27aedes-albopictus%27", "taxon_key = (select key from taxa where id = 'aedes-albopictus')"},
	} {
		first := fmt.Sprintf("/ogc/collections/observations/items?f=json&limit=%d%s", featurePage, set.filter)
		deep, depth, second := first, 1, ""
		for depth < featureDepth {
			next := s.nextPage(ctx, deep)
			if next == "" {
				break
			}
			deep, depth = next, depth+1
			second = cmp.Or(second, next)
		}
		page := func(path string) func() time.Duration {
			return func() time.Duration {
				_, took := s.get(ctx, path)
				return took
			}
		}
		_, bares, costs := inTurn(page(first), func() time.Duration { return barePage(ctx, db, set.where) })
		_, pages, later := inTurn(page(deep), page(first))
		deeps, seconds, deeper := inTurn(page(deep), page(second))
		fmt.Printf("%-58s %9.1f ms\n", set.name+": its rows as plain columns by pgx", ms(median(bares)))
		fmt.Printf("%-58s %9.1f ms\n", set.name+": the first page", ms(median(pages)))
		fmt.Printf("%-58s %9.1f ms\n", set.name+": page 2", ms(median(seconds)))
		fmt.Printf("%-58s %9.1f ms\n", fmt.Sprintf("%s: page %d", set.name, depth), ms(median(deeps)))
		fmt.Printf("%-58s %9.2f (at most 2.00)\n", "first page / rows, median of the ratios", median(costs))
		fmt.Printf("%-58s %9.2f (1.00)\n", fmt.Sprintf("page %d / first page", depth), median(later))
		fmt.Printf("%-58s %9.2f\n\n", fmt.Sprintf("page %d / page 2", depth), median(deeper))
	}
}

// inTurn times two ways in turn. Each runs first in half of the rounds, because the second one finds the processor's caches warm.
// ratios are the times of one divided by those of the other.
func inTurn(one, other func() time.Duration) (ones, others []time.Duration, ratios []float64) {
	for round := range featureRounds {
		ways, took := []func() time.Duration{one, other}, [2]time.Duration{}
		for i := range ways {
			way := (i + round) % len(ways)
			took[way] = ways[way]()
		}
		ones, others = append(ones, took[0]), append(others, took[1])
		ratios = append(ratios, float64(took[0])/float64(took[1]))
	}
	return ones, others, ratios
}

// nextPage returns the path of the next page, or "" after the last one.
func (s *server) nextPage(ctx context.Context, path string) string {
	body, _ := s.get(ctx, path)
	var page struct {
		Links []struct{ Rel, Href string }
	}
	check(json.Unmarshal(body, &page))
	for _, l := range page.Links {
		if l.Rel == "next" {
			return l.Href[len(s.base):]
		}
	}
	return ""
}

// barePage reads the columns of a first page and discards them.
func barePage(ctx context.Context, db *pgx.Conn, where string) time.Duration {
	began := time.Now()
	rows := must(db.Query(ctx, `select id, ST_AsBinary(geom), taxon_key, count, observed_at, date_precision, observed_until, data_source_key, country_id, region_id,
		location_accuracy_m, life_stage, sex, sampling_protocol, status, notes from observations where status <> 'rejected' and `+where+`
		order by observed_at desc, id limit $1`, pgx.QueryExecModeCacheStatement, featurePage))
	defer rows.Close()
	n := 0
	for rows.Next() {
		_ = rows.RawValues()
		n++
	}
	took := time.Since(began)
	check(rows.Err())
	if n != featurePage {
		check(fmt.Errorf("%d rows, not %d", n, featurePage))
	}
	return took
}
