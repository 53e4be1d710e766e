package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Measuring of the maps.
const (
	mapRounds  = 3 // cold rounds through the list; a request's time is the median
	hammerTime = 8 * time.Second
	manyAtOnce = 16
	importRows = 1_000_000
	mapPause   = 20 * time.Millisecond // between requests during an import, as of a user who moves a map all the time
	statRounds = 2
)

// runMaps measures the tiles over a large synthetic set.
func (b *bench) runMaps(ctx context.Context, records int, withImport bool) {
	b.makeRecords(ctx, records)
	cold := b.serve(ctx, "SKEETER_TILE_CACHE_MB=0")
	db := b.connect(ctx)
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	list := b.describeMaps(ctx, db, cold)
	b.measureCold(ctx, db, cold, list)
	b.measureCounts(ctx, cold, list)
	if withImport {
		b.measureDuringImport(ctx, cold, list)
	}
	check(b.stop())
	b.measureWarm(ctx, b.serve(ctx), list)
}

func (b *bench) describeMaps(ctx context.Context, db *pgx.Conn, s *server) []mapRequest {
	must(db.Exec(ctx, "vacuum (analyze) observations"))
	body, _ := s.get(ctx, "/metrics")
	rows, bytes, load := metric(body, "skeeter_tile_index_rows"), metric(body, "skeeter_tile_index_bytes"), metric(body, "skeeter_tile_index_load_seconds")
	memory := must(s.resident())
	fmt.Printf("%-58s %12.0f\n", "observations in the tile index", rows)
	fmt.Printf("%-58s %12.1f (at most 25)\n", "bytes an observation", bytes/rows)
	fmt.Printf("%-58s %12.1f s (at most 10 for ten million)\n", "loading it", load)
	fmt.Printf("%-58s %12.0f MB\n\n", "server memory after loading", memory)
	return listRequests(ctx, db)
}

// metric returns a value of the metrics page, or 0 without the metric.
func metric(body []byte, name string) (v float64) {
	for line := range strings.Lines(string(body)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			_, _ = fmt.Sscan(rest, &v)
		}
	}
	return v
}

func report(name string, times []time.Duration, bytes int64) {
	fmt.Printf("%-40s %5d %8.1f %8.1f %8.1f %8.1f %9.0f\n", name, len(times), ms(median(times)), ms(quantile(times, .95)), ms(quantile(times, .99)),
		ms(times[len(times)-1]), float64(bytes)/float64(len(times))/1000)
}

// measureCold requests each tile of the list a few times without a cache, then compares tiles with their baselines.
func (b *bench) measureCold(ctx context.Context, db *pgx.Conn, s *server, list []mapRequest) {
	c := must(dial(s.base))
	sets := []struct {
		name string
		in   func(mapRequest) bool
	}{
		{"all requests", func(mapRequest) bool { return true }},
		{"zoom 0 to 5", func(r mapRequest) bool { return r.z <= 5 }},
		{"zoom 6 to 9", func(r mapRequest) bool { return r.z >= 6 && r.z <= 9 }},
		{"zoom 10 to 14", func(r mapRequest) bool { return r.z >= 10 }},
	}
	for i := range 8 {
		name := list[i*15].filter
		sets = append(sets, struct {
			name string
			in   func(mapRequest) bool
		}{name, func(r mapRequest) bool { return r.filter == name }})
	}
	times, sizes := make([]time.Duration, len(list)), make([]int64, len(list))
	for i, r := range list {
		var rounds []time.Duration
		for range mapRounds {
			got := must(c.get(r.path(), ""))
			rounds, sizes[i] = append(rounds, got.took), got.bytes
		}
		times[i] = median(rounds)
	}
	fmt.Printf("%-40s %5s %8s %8s %8s %8s %9s\n", "cold, one client: milliseconds", "", "median", "p95", "p99", "worst", "kB each")
	for _, set := range sets {
		var some []time.Duration
		var bytes int64
		for i, r := range list {
			if set.in(r) {
				some, bytes = append(some, times[i]), bytes+sizes[i]
			}
		}
		report(set.name, some, bytes)
	}
	one := hammer(ctx, s.base, 1, func(n int) (string, string) { return list[n%len(list)].path(), "" })
	many := hammer(ctx, s.base, manyAtOnce, func(n int) (string, string) { return list[n%len(list)].path(), "" })
	fmt.Printf("\n%-58s %12.0f a second (p95 %.1f ms)\n", "cold, 1 client", one.perSecond, ms(quantile(one.times, .95)))
	fmt.Printf("%-58s %12.0f a second (p95 %.1f ms)\n\n", "cold, 16 clients", many.perSecond, ms(quantile(many.times, .95)))
	b.measureBaseline(ctx, db, s, c, list)
}

// sizes are classes of tiles by their number of records: the fewer records, the more the fixed cost of a request counts.
var sizes = []struct{ low, high int }{{100, 499}, {500, 2500}}

// measureBaseline compares the tiles that show records with their bare rows and with ST_AsMVT, in turn.
func (b *bench) measureBaseline(ctx context.Context, db *pgx.Conn, s *server, c *client, list []mapRequest) {
	var seen []comparison
	for _, r := range list {
		if r.z < 7 {
			continue
		}
		one := r.compare(ctx, db, c, s.cmd.Process.Pid)
		seen = append(seen, one)
	}
	for _, size := range sizes {
		some := slices.DeleteFunc(slices.Clone(seen), func(s comparison) bool { return s.records < size.low || s.records > size.high })
		if len(some) == 0 {
			check(errors.New("no tile of the list shows records"))
		}
		records := 0
		for _, s := range some {
			records += s.records
		}
		fmt.Printf("tiles that show %d to %d records: %d, with %d each on average\n", size.low, size.high, len(some), records/len(some))
		fmt.Printf("%-58s %12s %10s\n", "", "clock", "processor")
		milliseconds := func(name string, of func(comparison) cost) {
			clock, processor := medians(some, of)
			fmt.Printf("%-58s %9.1f ms %7.1f ms\n", name, ms(clock), ms(processor))
		}
		milliseconds("the tile, client to last byte, median", func(c comparison) cost { return c.tile })
		milliseconds("its rows as plain columns by pgx, median", func(c comparison) cost { return c.bare })
		milliseconds("the tile by ST_AsMVT, median", func(c comparison) cost { return c.asMVT })
		ratios := func(name, goal string, of func(comparison) cost) {
			clock, processor := medians(some, of)
			fmt.Printf("%-58s %12.2f %10.2f (%s)\n", name, clock.Seconds(), processor.Seconds(), goal)
		}
		ratios("tile / bare rows, median of the ratios", "at most 1.30", func(c comparison) cost { return c.tile.over(c.bare) })
		ratios("ST_AsMVT / tile, median of the ratios", "at least 2.00", func(c comparison) cost { return c.asMVT.over(c.tile) })
		fmt.Println()
	}
	b.measureWorld(ctx, db, s, list)
}

func medians(seen []comparison, of func(comparison) cost) (clock, processor time.Duration) {
	return median(each(seen, func(c comparison) time.Duration { return of(c).clock })),
		median(each(seen, func(c comparison) time.Duration { return of(c).processor }))
}

// measureWorld compares tiles of low zooms with ST_AsMVT of all points.
func (b *bench) measureWorld(ctx context.Context, db *pgx.Conn, s *server, list []mapRequest) {
	for _, z := range []int{0, 2, 4} {
		c := must(dial(s.base)) // a new connection: the server closes an idle one before ST_AsMVT is done
		r := mapRequest{z: z, x: list[z].x, y: list[z].y, where: "o.status <> 'rejected'"}
		got := must(c.get(r.path(), ""))
		var theirs string
		if tile := r.asMVT(ctx, db); tile.err != nil {
			theirs = fmt.Sprintf("fails after %.0f ms: %v", ms(tile.took), tile.err)
		} else {
			theirs = fmt.Sprintf("%.0f ms, %.1f MB", ms(tile.took), float64(tile.bytes)/1e6)
		}
		fmt.Printf("zoom %d, all records: %.1f ms, %.0f kB; the points by ST_AsMVT: %s\n", z, ms(got.took), float64(got.bytes)/1000, theirs)
	}
	fmt.Println()
}

// measureCounts asks for statistics and counts with every filter of the list, each once after a change, which empties the
// caches of counts.
func (b *bench) measureCounts(ctx context.Context, s *server, list []mapRequest) {
	c := must(dial(s.base, "Accept-Encoding: identity"))
	fmt.Printf("%-40s %5s %8s %8s %8s %8s %9s\n", "counts, one client: milliseconds", "", "median", "p95", "p99", "worst", "kB each")
	for _, path := range []string{"/api/v1/stats?", "/api/v1/observations?limit=1&"} {
		var times []time.Duration
		var bytes int64
		for range statRounds {
			b.psql(ctx, "update observations set updated_at = updated_at where id = (select id from observations limit 1)")
			time.Sleep(time.Second) // until the server has read the change
			asked := map[string]bool{}
			for _, r := range list {
				if asked[r.query] {
					continue
				}
				asked[r.query] = true
				got := must(c.get(path+r.query, ""))
				times, bytes = append(times, got.took), bytes+got.bytes
			}
		}
		report(strings.TrimRight(path, "?&"), times, bytes)
	}
	fmt.Println()
}

// measureWarm requests cached tiles, then revalidates them.
func (b *bench) measureWarm(ctx context.Context, s *server, list []mapRequest) {
	c := must(dial(s.base, "Accept-Encoding: gzip"))
	etags := make([]string, len(list))
	for i, r := range list {
		got := must(c.get(r.path(), ""))
		etags[i] = got.etag
	}
	for _, clients := range []int{1, manyAtOnce} {
		tiles := hammer(ctx, s.base, clients, func(n int) (string, string) { return list[n%len(list)].path(), "" }, "Accept-Encoding: gzip")
		same := hammer(ctx, s.base, clients, func(n int) (string, string) {
			i := n % len(list)
			return list[i].path(), "If-None-Match: " + etags[i] + "\r\n"
		}, "Accept-Encoding: gzip")
		fmt.Printf("warm, %2d clients: %52.0f tiles a second (p95 %.2f ms)\n", clients, tiles.perSecond, ms(quantile(tiles.times, .95)))
		fmt.Printf("revalidated (304), %2d clients: %39.0f a second (p95 %.2f ms)\n", clients, same.perSecond, ms(quantile(same.times, .95)))
	}
	memory := must(s.resident())
	fmt.Printf("%-58s %12.0f MB\n", "server memory after all that", memory)
}
