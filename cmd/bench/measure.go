package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// observationColumns are the columns of observations that are not generated.
const observationColumns = `id, taxon_key, verbatim_scientific_name, count, geom, observed_at, date_precision, observed_until, data_source_key,
	occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id, status, notes,
	user_id, observer_name, image_url, prediction_id, model_id, confidence, metadata, created_at, updated_at`

// eventColumns are the columns of sampling_events that are not generated.
const eventColumns = `id, data_source_key, event_id, source_hash, site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
	utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete, remarks,
	metadata, import_rules, created_at, updated_at`

// measureImport imports a CSV, then copies the same rows into the same tables, with their indexes, constraints and triggers, by psql's
// \copy. With effort the rows make sampling events, too.
func (b *bench) measureImport(ctx context.Context, rows int, effort bool) {
	file, name := filepath.Join(b.dir, "rows.csv"), "skeeter import (CSV, whole command)"
	b.writeRows(ctx, file, rows, "2010-01-01", "2024-12-31", effort)
	tables := map[string]string{"observations": oneLine(observationColumns)}
	if effort {
		tables["sampling_events"], name = oneLine(eventColumns), "skeeter import, with sampling events"
	}
	const imported = "data_source_key = (select key from data_sources where id = 'bench')"
	bare := func(table string) string { return filepath.Join(b.dir, table+".copy") }
	remove := func() {
		for table := range tables {
			b.psql(ctx, "delete from "+table+" where "+imported+"; vacuum "+table)
		}
		b.psql(ctx, "truncate observation_changes, event_changes, pool_changes, index_snapshots; checkpoint")
	}
	// Alternate, so that neither side has the warmer cache or the emptier table.
	var imports, copies []time.Duration
	for round := range 3 {
		began := time.Now()
		out := must(b.skeeter(ctx, "import", file, "--dataset", "bench"))
		imports = append(imports, time.Since(began))
		if !strings.Contains(out, fmt.Sprintf("inserted %d, updated 0, unchanged 0, absences 0, rejected 0", rows)) || effort != strings.Contains(out, "events: ") {
			check(fmt.Errorf("the import did not take every row: %s", out))
		}
		var took time.Duration
		for table, columns := range tables {
			if round == 0 {
				b.psql(ctx, `\copy (select `+columns+` from `+table+` where `+imported+`) to '`+bare(table)+`'`)
			}
		}
		remove()
		for table, columns := range tables {
			took += timing(b.psql(ctx, "\\timing on\n\\copy "+table+" ("+columns+") from '"+bare(table)+"'\n"))
		}
		copies = append(copies, took)
		remove()
	}
	ours, theirs := float64(rows)/median(imports).Seconds(), float64(rows)/median(copies).Seconds()
	fmt.Printf("%-58s %12.0f rows/s\n", name, ours)
	fmt.Printf("%-58s %12.0f rows/s\n", `bare \copy of the same rows into the same tables`, theirs)
	fmt.Printf("%-58s %12.2f (to reach: 0.50)\n\n", "import / bare", ours/theirs)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writeRows exports rows of the synthetic set as a Darwin Core CSV, without the column id: an id belongs to a record of the set. With effort
// there is a column samplingEffort, so that the rows make sampling events.
func (b *bench) writeRows(ctx context.Context, file string, rows int, first, last string, effort bool) {
	whole := file + ".whole"
	must(b.skeeter(ctx, "export", "--format", "csv", "--start-date", first, "--end-date", last, "-o", whole))
	in := must(os.Open(whole))
	defer func() { check(errors.Join(in.Close(), os.Remove(whole))) }()
	out := must(os.Create(file))
	defer func() { check(out.Close()) }()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for i := range rows + 1 {
		if !lines.Scan() {
			check(fmt.Errorf("the export holds fewer than %d rows: %w", rows, lines.Err()))
		}
		_, line, _ := strings.Cut(lines.Text(), ",")
		switch {
		case effort && i == 0:
			line += ",samplingEffort"
		case effort:
			line += ",2 trap-nights"
		}
		must(fmt.Fprintln(out, line))
	}
}

const geoRounds = 25

// measureGeo reads the same 10,000 rows by /geo, as plain columns by psql, and as JSON made by PostgreSQL: the newest of all, and the
// newest in a box that holds 40 percent of the records.
func (b *bench) measureGeo(ctx context.Context, s *server) {
	b.compareGeo(ctx, s, "the newest of all", "", "true")
	b.compareGeo(ctx, s, "the newest of a box", "&bbox=-20,0,60,60", "o.geom && ST_MakeEnvelope(-20, 0, 60, 60, 4326)")
}

func (b *bench) compareGeo(ctx context.Context, s *server, name, query, where string) {
	columns := `select o.id, ST_X(o.geom), ST_Y(o.geom), o.taxon_key, o.count, o.observed_at, o.date_precision, o.data_source_key, o.country_id,
		o.location_accuracy_m, o.life_stage, o.sex, o.status, o.notes from observations o
		where ` + where + ` and o.status <> 'rejected' order by o.observed_at desc, o.id limit 10000`
	path := "/api/v1/geo/observations?limit=10000" + query
	plain := "\\timing on\n\\o /dev/null\n" + oneLine(columns) + ";\n"
	json := "\\timing on\n\\o /dev/null\n" + oneLine(`select json_build_object('type', 'FeatureCollection', 'features', json_agg(ST_AsGeoJSON(t.*)::json))
		from (select o.geom, o.id, t.scientific_name as species_scientific_name, t.id as species_id, n.name as common_name, s.vector_status, o.count,
		o.observed_at, o.date_precision, o.observed_until, d.id as data_source, o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status, o.notes
		from observations o join taxa t on t.key = o.taxon_key left join species s on s.taxon_key = t.key
		left join translations n on n.kind = 'species' and n.lang = 'en' and n.id = t.id left join data_sources d on d.key = o.data_source_key where `+where+`
		and o.status <> 'rejected' order by o.observed_at desc, o.id limit 10000) t`) + ";\n"
	var ours, bare, made []time.Duration
	size := 0
	for range geoRounds {
		body, d := s.get(ctx, path)
		if n := bytes.Count(body, []byte(`"type":"Feature",`)); n != 10_000 {
			check(fmt.Errorf("/geo answered %d features", n))
		}
		size = len(body)
		ours = append(ours, d)
		for _, side := range []struct {
			statement string
			times     *[]time.Duration
		}{{plain, &bare}, {json, &made}} {
			*side.times = append(*side.times, timing(b.psql(ctx, side.statement)))
		}
	}
	o, p, j := median(ours), median(bare), median(made)
	fmt.Printf("%s\n", name)
	fmt.Printf("%-58s %12.1f ms (%.1f MB)\n", "/geo, 10,000 features, client to last byte", ms(o), float64(size)/1e6)
	fmt.Printf("%-58s %12.1f ms\n", `the same rows as plain columns, psql \timing`, ms(p))
	fmt.Printf("%-58s %12.1f ms\n", `the same features by json_agg(ST_AsGeoJSON), psql \timing`, ms(j))
	fmt.Printf("%-58s %12.2f (at most 2.00)\n", "/geo / plain columns", float64(o)/float64(p))
	fmt.Printf("%-58s %12.2f (at least 3.00)\n\n", "json_agg / /geo", float64(j)/float64(o))
}

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
