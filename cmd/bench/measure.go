package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const listRounds = 40

// measureLists requests every kind of list, with another filter each time.
func (b *bench) measureLists(ctx context.Context, s *server) {
	out := b.psql(ctx, "select t.id from taxa t where in_catalog order by 1; select distinct country_id from observations where country_id is not null order by 1;")
	var species, countries []string
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); len(line) == 2 {
			countries = append(countries, line)
		} else {
			species = append(species, line)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same requests on every run
	one := func(list []string) string { return list[rng.IntN(len(list))] }
	date := func() time.Time { return time.Date(2005, 1, 1+rng.IntN(7000), 0, 0, 0, 0, time.UTC) }
	dates := func() string {
		from := date()
		return "start_date=" + from.Format(time.DateOnly) + "&end_date=" + from.AddDate(0, 0, 1+rng.IntN(1500)).Format(time.DateOnly)
	}
	bbox := func() string {
		w, h := 1+rng.Float64()*60, 1+rng.Float64()*40
		lon, lat := -180+rng.Float64()*(360-w), -60+rng.Float64()*(120-h)
		return fmt.Sprintf("bbox=%.3f,%.3f,%.3f,%.3f", lon, lat, lon+w, lat+h)
	}
	fmt.Printf("%-58s %9s %9s\n", "request, a new filter each", "median", "p95")
	for _, kind := range []struct {
		name   string
		target func() string
		limit  float64
	}{
		{"/observations", func() string { return "/observations?limit=100" }, 20},
		{"/observations species", func() string { return "/observations?species=" + one(species) }, 20},
		{"/observations bbox", func() string { return "/observations?" + bbox() }, 20},
		{"/observations dates", func() string { return "/observations?" + dates() }, 20},
		{"/observations country", func() string { return "/observations?country=" + one(countries) }, 20},
		{"/observations sex", func() string { return "/observations?sex=" + one([]string{"male", "female"}) }, 20},
		{"/observations life_stage", func() string { return "/observations?life_stage=" + one([]string{"adult", "larva", "egg"}) }, 20},
		{"/observations sampling_protocol", func() string {
			return "/observations?sampling_protocol=" + url.QueryEscape(one([]string{"gravid trap", "BG-Sentinel trap", "larval dipping"}))
		}, 20},
		{"/observations months", func() string { return "/observations?months=" + strconv.Itoa(1+rng.IntN(12)) }, 20},
		{"/observations max_uncertainty_m", func() string { return "/observations?max_uncertainty_m=" + strconv.Itoa(rng.IntN(110)) }, 20},
		{"/observations species, bbox, dates", func() string { return "/observations?species=" + one(species) + "&" + bbox() + "&" + dates() }, 100},
		{"/observations 3 species, country, months", func() string {
			return "/observations?species=" + one(species) + "," + one(species) + "," + one(species) + "&country=" + one(countries) + "&months=6,7,8"
		}, 100},
		{"/stats species, dates", func() string { return "/stats?species=" + one(species) + "&" + dates() }, 100},
		{"/stats bbox", func() string { return "/stats?" + bbox() }, 100},
		{"/species search", func() string { return "/species?search=" + one(species)[:8] }, 20},
		{"/species/{id}", func() string { return "/species/" + one(species) }, 20},
		{"/vector-species", func() string { return "/vector-species?lang=ru" }, 20},
		{"/diseases", func() string { return "/diseases?lang=fr" }, 20},
		{"/regions", func() string { return "/regions" }, 20},
		{"/countries", func() string { return "/countries" }, 20},
		{"/filters", func() string { return "/filters" }, 20},
		{"/filters/species", func() string { return "/filters/species" }, 20},
	} {
		var times []time.Duration
		for range listRounds {
			_, d := s.get(ctx, "/api/v1"+kind.target())
			times = append(times, d)
		}
		mark := ""
		if ms(median(times)) > kind.limit {
			mark = fmt.Sprintf("  over %.0f ms", kind.limit)
		}
		fmt.Printf("%-58s %6.1f ms %6.1f ms%s\n", kind.name, ms(median(times)), ms(quantile(times, 0.95)), mark)
	}
	fmt.Println()
}

// measureMemory reads the memory of the server's process while a client downloads 100,000 features.
func (b *bench) measureMemory(ctx context.Context, s *server) {
	before := must(s.resident())
	done := make(chan error, 1)
	go func() {
		_, _, err := s.try(ctx, "/api/v1/geo/observations?limit=100000")
		done <- err
	}()
	peak := before
	for {
		select {
		case err := <-done:
			fmt.Printf("%-58s %12.0f MB (before: %.0f MB)\n", "server memory while 100,000 features are downloaded", peak, before)
			check(err)
			return
		case <-time.After(5 * time.Millisecond):
			if now, err := s.resident(); err == nil {
				peak = max(peak, now)
			}
		}
	}
}
