package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
func (b *bench) measureImport(ctx context.Context, file, name string, effort bool) {
	rows := bytes.Count(must(os.ReadFile(file)), []byte("\n")) - 1
	tables := map[string]string{"observations": oneLine(observationColumns)}
	if effort {
		tables["sampling_events"] = oneLine(eventColumns)
	}
	const imported = "data_source_key = (select key from data_sources where id = 'bench')"
	bare := func(table string) string { return filepath.Join(b.dir, table+".copy") }
	remove := func() {
		for table := range tables {
			b.psql(ctx, "delete from "+table+" where "+imported+"; vacuum "+table)
		}
		b.psql(ctx, "truncate observation_changes; truncate event_changes; truncate pool_changes; truncate index_snapshots; checkpoint")
	}
	// Alternate, so that neither side has the warmer cache or the emptier table.
	var imports, copies, others []time.Duration
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
		if !effort && hasOGR() {
			others = append(others, b.importByOGR(ctx, file))
		}
	}
	rate := func(times []time.Duration) float64 { return float64(rows) / median(times).Seconds() }
	ours, bareRate := rate(imports), rate(copies)
	fmt.Printf("%s\n%-58s %12.0f rows/s\n", name, "skeeter import (CSV, whole command)", ours)
	fmt.Printf("%-58s %12.0f rows/s\n", `bare \copy of the same rows into the same tables`, bareRate)
	fmt.Printf("%-58s %12.2f (to reach: 0.80)\n", "import / bare", ours/bareRate)
	b.sum(name, fmt.Sprintf("%.0f rows/s", ours), fmt.Sprintf(`\copy of the same rows %.0f rows/s`, bareRate), fmt.Sprintf("%.2f of it (at least 0.8)", ours/bareRate))
	if len(others) > 0 {
		fmt.Printf("%-58s %12.0f rows/s\n", "ogr2ogr of the CSV into a table with one GiST index", rate(others))
		fmt.Printf("%-58s %12.2f (to reach: 0.50)\n", "import / ogr2ogr", ours/rate(others))
		b.sum(name, fmt.Sprintf("%.0f rows/s", ours), fmt.Sprintf("ogr2ogr into a table with a GiST index %.0f rows/s", rate(others)),
			fmt.Sprintf("%.2f of it (at least 0.5)", ours/rate(others)))
	}
	fmt.Println()
}

func hasOGR() bool {
	_, err := exec.LookPath("ogr2ogr")
	return err == nil
}

// importByOGR loads the CSV into a table of its own with GDAL, by COPY. It checks nothing and finds neither names nor countries.
func (b *bench) importByOGR(ctx context.Context, file string) time.Duration {
	began := time.Now()
	tool(ctx, "ogr2ogr", "-f", "PostgreSQL", "PG:host="+filepath.Join(b.database, "socket")+" user=skeeter dbname=skeeter", file, "-nln", "ogr_rows",
		"-oo", "X_POSSIBLE_NAMES=decimalLongitude", "-oo", "Y_POSSIBLE_NAMES=decimalLatitude", "-a_srs", "EPSG:4326",
		"-lco", "SPATIAL_INDEX=GIST", "--config", "PG_USE_COPY", "YES")
	took := time.Since(began)
	b.psql(ctx, "drop table ogr_rows; checkpoint")
	return took
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writeRows exports rows of the synthetic set as a Darwin Core CSV, without the column id: an id belongs to a record of the set. With effort
// there is a column samplingEffort, so that the rows make sampling events.
func (b *bench) writeRows(ctx context.Context, file string, rows int, last string, effort bool) {
	whole := file + ".whole"
	must(b.skeeter(ctx, "export", "--format", "csv", "--start-date", "2010-01-01", "--end-date", last, "-o", whole))
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
