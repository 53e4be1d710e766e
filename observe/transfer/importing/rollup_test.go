package importing_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// counted imports files and returns a function that counts the records that criteria find, and says what the names include.
func counted(t *testing.T, db *pgxpool.Pool, files map[string]importing.Options) func(criteria ...string) (int, []string) {
	t.Helper()
	ctx := context.Background()
	importer := importing.New(db, slog.New(slog.DiscardHandler))
	for path, options := range files {
		options.Rejects = filepath.Join(t.TempDir(), "rejects.csv")
		if _, err := importer.Import(ctx, path, options); err != nil {
			t.Fatal(err)
		}
	}
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	names := lookups.Current()
	return func(criteria ...string) (n int, included []string) {
		t.Helper()
		c := surveillance.NewCriteria()
		for i := 0; i < len(criteria); i += 2 {
			if err := c.Set(criteria[i], criteria[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		f, err := c.Resolve(names)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow(ctx, "select count(*) from observations where taxon_key = any($1)", f.Taxa).Scan(&n); err != nil {
			t.Fatal(err)
		}
		for _, one := range f.Included(names) {
			included = append(included, one.Name)
		}
		return n, included
	}
}

// TestRealNamesRollUp holds against counts of the files themselves what names find.
func TestRealNamesRollUp(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real names to roll up")
	}
	rows, many := 2000, 300
	neon := filepath.Join(data, "occurrence", "neon-ten-sites.csv")
	if testenv.Long() {
		rows, many = math.MaxInt, 10_000
	} else {
		neon = tenth(t, neon, "japonicus")
	}
	chicago, pools := chicagoFile(t, data, rows)
	neonNames := column(t, neon, "scientificName")
	count := counted(t, pgtest.Pool(t), map[string]importing.Options{
		filepath.Join(data, "occurrence", "dwca-modirisk-monitoring-2-v3.5.zip"): {},
		chicago: {Dataset: "Chicago"},
		neon:    {Dataset: "NEON", Options: darwincore.Options{Map: headers.Mapping{Columns: map[string]string{"date": "collectDate", "count": "count"}}}},
	})
	of := func(all []string, match func(string) bool) (n int) {
		for _, name := range all {
			if match(name) {
				n++
			}
		}
		return n
	}
	is := func(names ...string) func(string) bool {
		return func(name string) bool { return slices.Contains(names, name) }
	}

	undivided, pipiens := of(pools, is("CULEX PIPIENS/RESTUANS")), of(pools, is("CULEX PIPIENS"))
	if undivided < many {
		t.Fatalf("%d pools of an undivided name in the file", undivided)
	}
	if n, _ := count("species", "culex-pipiens-restuans"); n != undivided {
		t.Errorf("Culex pipiens/restuans: %d, the file has %d", n, undivided)
	}
	alone, _ := count("species", "culex-pipiens", "exact", "true")
	rolled, included := count("species", "culex-pipiens")
	if rolled != alone || alone < pipiens || slices.Contains(included, "Culex pipiens/restuans") {
		t.Errorf("Culex pipiens: %d alone, %d with %q; Chicago has %d", alone, rolled, included, pipiens)
	}
	if _, included := count("species", "culex-pipiens-complex"); slices.Contains(included, "Culex pipiens/restuans") || !slices.Contains(included, "Culex quinquefasciatus") {
		t.Errorf("the pipiens complex includes %q", included)
	}
	for _, parameter := range []string{"species", "genus"} {
		if _, included := count(parameter, "culex"); !slices.Contains(included, "Culex pipiens/restuans") || !slices.Contains(included, "Culex") ||
			!slices.Contains(included, "Culex pipiens complex") {
			t.Errorf("%s=culex includes %q", parameter, included)
		}
	}
	westNile, included := count("disease", "west-nile-fever")
	before, _ := count("disease", "west-nile-fever", "exact", "true")
	if !slices.Contains(included, "Culex pipiens/restuans") || slices.Contains(included, "Culex") || westNile < before+undivided {
		t.Errorf("West Nile fever: %d with %q, %d by listed vectors", westNile, included, before)
	}

	canadensis := of(neonNames, is("Aedes canadensis", "Aedes canadensis canadensis", "Aedes canadensis mathesoni"))
	if n, included := count("species", "aedes-canadensis"); n != canadensis || !slices.Contains(included, "Aedes canadensis canadensis") {
		t.Errorf("Aedes canadensis: %d of %q, NEON has %d", n, included, canadensis)
	}
	if n, included := count("species", "aedes-japonicus"); n < 3 || !slices.Contains(included, "Ochlerotatus japonicus japonicus") && !slices.Contains(included, "Aedes japonicus japonicus") {
		t.Errorf("Aedes japonicus: %d of %q", n, included)
	}
	if n, included := count("species", "aedes-cinereus-geminus"); n < 80 || len(included) != 1 {
		t.Errorf("Aedes cinereus/geminus: %d of %q", n, included)
	}
	if _, included := count("species", "aedes-cinereus"); slices.Contains(included, "Aedes cinereus/geminus") {
		t.Errorf("Aedes cinereus includes %q", included)
	}
	if n, included := count("species", "anopheles-maculipennis-complex"); n < 50 || !slices.Contains(included, "Anopheles maculipennis") {
		t.Errorf("the maculipennis complex: %d of %q", n, included)
	}
	if n, included := count("species", "aedes-detritus-complex"); n < 3 {
		t.Errorf("the detritus complex: %d of %q", n, included)
	}
	aedes := of(neonNames, func(name string) bool { return strings.HasPrefix(name, "Aedes") })
	if n, included := count("genus", "aedes"); n <= aedes || !slices.Contains(included, "Ochlerotatus annulipes") {
		t.Errorf("the genus Aedes: %d of %q, NEON alone has %d", n, included, aedes)
	}
}

// tenth copies every tenth row of a CSV file, and those that have a word.
func tenth(t *testing.T, path, word string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var kept [][]string
	for i, row := range rows {
		if i%10 == 0 || strings.Contains(strings.Join(row, " "), word) {
			kept = append(kept, row)
		}
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(kept); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// column reads a column of a CSV file.
func column(t *testing.T, path, name string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], name)
	var values []string
	for _, row := range rows[1:] {
		values = append(values, row[at])
	}
	return values
}

// chicagoFile writes the pools of the first rows that have a name, a place and a date in Darwin Core terms, and returns their names.
func chicagoFile(t *testing.T, data string, most int) (path string, names []string) {
	t.Helper()
	source := filepath.Join(data, "analytics", "chicago-wnv-mosquito-tests.csv")
	species, lats, lons, days := column(t, source, "SPECIES"), column(t, source, "LATITUDE"), column(t, source, "LONGITUDE"), column(t, source, "TEST DATE")
	ids := column(t, source, "TEST ID")
	path = filepath.Join(t.TempDir(), "chicago.csv")
	var b strings.Builder
	b.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n")
	for i := range min(len(species), most) {
		day, err := time.Parse("01/02/2006", strings.Fields(days[i] + " -")[0])
		if species[i] == "" || lats[i] == "" || err != nil {
			continue
		}
		names = append(names, species[i])
		fmt.Fprintf(&b, "%s-%d,%s,%s,%s,%s\n", ids[i], i, species[i], lats[i], lons[i], day.Format(time.DateOnly))
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, names
}
