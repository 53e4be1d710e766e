package migrations_test

import (
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/migrations"
)

// TestTextsThatAreNoNamesStayBesideTheirRecords: an upgrade takes them out of the taxa and loses no record and no text.
func TestTextsThatAreNoNamesStayBesideTheirRecords(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	step := func(direction string) {
		t.Helper()
		statements, err := migrations.FS.ReadFile("000036_reports." + direction + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		if err := pgtest.Exec(t.Context(), url, string(statements)); err != nil {
			t.Fatal(err)
		}
	}
	step("down")
	if err := pgtest.Exec(t.Context(), url, `
		insert into taxa (id, scientific_name, genus, in_catalog)
		select lower(regexp_replace(n, '[^[:alpha:]]+', '-', 'g')), n, split_part(n, ' ', 1), n = 'a; of the catalog'
		from unnest(array['<script>', '5-methyl', 'pipiens', 'Aedes novus', 'Culex pipiens/restuans', 'Culex torrentium × pipiens', 'a; of the catalog']) n
		on conflict do nothing;
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa;
		insert into observations (id, taxon_key, verbatim_scientific_name, count, geom, observed_at, date_precision)
		select gen_random_uuid(), key, v, 1, 'SRID=4326;POINT(7 43)', '2024-06-01Z', 'day' from taxa, unnest(array[null, 'as it came']) v`); err != nil {
		t.Fatal(err)
	}
	step("up")
	step("down")
	step("up") // again there is nothing to do
	got := lines(t, connect(t, url), "select t.scientific_name || coalesce(' of ' || verbatim_scientific_name, '') from observations o join taxa t on t.key = o.taxon_key order by 1")
	want := []string{
		"a; of the catalog", "a; of the catalog of as it came", "Aedes novus", "Aedes novus of as it came", "Culex pipiens/restuans", "Culex pipiens/restuans of as it came",
		"Culex torrentium × pipiens", "Culex torrentium × pipiens of as it came", "incertae sedis of <script>", "incertae sedis of 5-methyl", "incertae sedis of as it came",
		"incertae sedis of as it came", "incertae sedis of as it came", "incertae sedis of pipiens",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if left := lines(t, connect(t, url), "select id::text from taxa order by 1"); len(left) != 5 {
		t.Errorf("the taxa are %v", left)
	}
}
