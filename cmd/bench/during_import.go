package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// measureDuringImport imports a million rows alone, then again while a client requests tiles that are not cached.
func (b *bench) measureDuringImport(ctx context.Context, s *server, list []mapRequest) {
	file := filepath.Join(b.dir, "million.csv")
	b.writeRows(ctx, file, importRows, "2013-12-31", false)
	before := s.count(ctx)
	alone := must(b.timeImport(ctx, file))
	b.removeImported(ctx, s, before)
	c := must(dial(s.base))
	quiet := must(c.browse(ctx, list, time.After(30*time.Second)))
	type result struct {
		took time.Duration
		err  error
	}
	imported := make(chan result, 1)
	done := make(chan time.Time)
	go func() {
		took, err := b.timeImport(ctx, file)
		imported <- result{took, err}
		close(done)
	}()
	busy, err := c.browse(ctx, list, done)
	both := <-imported
	check(errors.Join(err, both.err))
	shown := s.waitForCount(ctx, before+importRows)
	inTable := b.psql(ctx, "select count(*) from observations where status <> 'rejected'")
	counted := s.count(ctx)
	rate := func(d time.Duration) float64 { return importRows / d.Seconds() }
	q, w := quantile(quiet, .95), quantile(busy, .95)
	fmt.Printf("%-58s %12.0f rows/s\n", "import of a million rows alone", rate(alone))
	fmt.Printf("%-58s %12.0f rows/s\n", "beside cold tiles, one client with pauses of 20 ms", rate(both.took))
	fmt.Printf("%-58s %12.2f (at least 0.50)\n", "beside / alone", rate(both.took)/rate(alone))
	fmt.Printf("%-58s %12.1f ms of %d tiles (worst %.0f ms)\n", "cold p95 with nothing beside", ms(q), len(quiet), ms(quiet[len(quiet)-1]))
	fmt.Printf("%-58s %12.1f ms of %d tiles (worst %.0f ms)\n", "cold p95 beside the import", ms(w), len(busy), ms(busy[len(busy)-1]))
	fmt.Printf("%-58s %12.2f (at most 3.00)\n", "beside / nothing beside", float64(w)/float64(q))
	fmt.Printf("%-58s %12.1f s (shown %d, in the table %s)\n\n", "until all of it is counted", shown.Seconds(), counted, strings.TrimSpace(inTable))
	b.removeImported(ctx, s, before)
}

func (b *bench) timeImport(ctx context.Context, file string) (time.Duration, error) {
	began := time.Now()
	out, err := b.skeeter(ctx, "import", file, "--dataset", "bench")
	if err == nil && !strings.Contains(out, "inserted "+strconv.Itoa(importRows)+",") {
		err = fmt.Errorf("the import did not take every row: %s", out)
	}
	return time.Since(began), err
}

// removeImported removes the imported records and waits until the server has read the change.
func (b *bench) removeImported(ctx context.Context, s *server, before int) {
	must(b.skeeter(ctx, "dataset", "remove", "bench"))
	b.psql(ctx, "vacuum (analyze) observations; truncate observation_changes; checkpoint")
	s.waitForCount(ctx, before)
}

// browse requests the tiles of the list, with pauses, until stop is closed or sends.
func (c *client) browse(ctx context.Context, list []mapRequest, stop <-chan time.Time) (times []time.Duration, err error) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return times, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(mapPause):
		}
		got, err := c.get(list[n%len(list)].path(), "")
		if err != nil {
			return nil, err
		}
		times = append(times, got.took)
	}
}

// count returns the number of observations that the server shows.
func (s *server) count(ctx context.Context) int {
	body, _ := s.get(ctx, "/api/v1/stats")
	var stats struct{ Count int }
	check(json.Unmarshal(body, &stats))
	return stats.Count
}

// waitForCount returns how long it took until the server shows a number of observations.
func (s *server) waitForCount(ctx context.Context, want int) time.Duration {
	began := time.Now()
	for {
		n := s.count(ctx)
		if n == want {
			return time.Since(began)
		}
		if time.Since(began) > time.Minute {
			check(fmt.Errorf("the server shows %d observations, want %d", n, want))
		}
		time.Sleep(100 * time.Millisecond) // a count of eleven million takes time itself
	}
}
