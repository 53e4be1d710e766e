package catalog_test

import (
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

// Statements after which the next Load writes everything, or everything but regions and countries.
const (
	otherCatalog = "update catalog_version set hash = 'another another'"
	otherTexts   = "update catalog_version set hash = 'another ' || split_part(hash, ' ', 2)"
)

// content is a digest of all that Load writes.
func content(t *testing.T, db *pgxpool.Pool) string {
	t.Helper()
	return pgtest.Value[string](t, db, `select md5(string_agg(r, E'\n' order by r)) from (
		select t::text from taxa t union all select t::text from taxon_names t union all select t::text from species t
		union all select t::text from species_regions t union all select t::text from species_members t union all select t::text from diseases t union all select t::text from disease_regions t
		union all select t::text from disease_vectors t union all select t::text from statement_sources t union all select t::text from regions t union all select t::text from countries t
		union all select t::text from country_pieces t union all select t::text from translations t
		union all select t::text from catalog_version t) rows (r)`)
}

func load(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	if err := catalog.Load(t.Context(), db, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, db *pgxpool.Pool, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		pgtest.Run(t, db, statement)
	}
}

// record inserts an observation of a taxon, of one day, in a country.
func record(taxon, place, country, day string) string {
	return fmt.Sprintf(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id, region_id)
		select gen_random_uuid(), t.key, 2, ST_GeomFromText('POINT(%s)', 4326), '%s', 'day', c.id, c.region_id
		from taxa t, countries c where t.id = '%s' and c.id = '%s'`, place, day, taxon, country)
}

// TestLoadTwiceChangesNothing loads the catalog again, over connections with a limit of time, which a load takes off.
func TestLoadTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	hasty, err := postgres.Connect(t.Context(), postgres.PoolOptions{URL: db.Config().ConnString(), StatementTimeout: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer hasty.Close()
	if limit := pgtest.Value[string](t, hasty, "show statement_timeout"); limit != "1h" {
		t.Fatalf("the connections have a limit of %s", limit)
	}
	before := content(t, db)
	load(t, db)
	if writer := pgtest.Value[int](t, db, "select count(*) from taxa where xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint"); writer != 0 {
		t.Error("a catalog that is loaded was loaded again")
	}
	run(t, db, otherCatalog, `create function check_limit() returns trigger language plpgsql as $$
		begin
			if current_setting('statement_timeout') <> '0' then
				raise 'a statement of the load may take %', current_setting('statement_timeout');
			end if;
			return null;
		end $$`)
	for _, table := range []string{"countries", "taxa", "translations", "catalog_version"} { // of the first steps, and the last
		run(t, db, "create trigger check_limit after insert or update or delete on "+table+" execute function check_limit()")
	}
	load(t, hasty)
	if after := content(t, db); after != before {
		t.Error("the same catalog loaded again is another")
	}
}

func TestLoadMendsWhatDiffers(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	before := content(t, db)
	run(t, db, otherCatalog,
		"update translations set name = 'X', folded = 'x' where kind = 'species'",
		"delete from disease_vectors where disease_id = 'malaria'",
		"update species set vector_status = 'Unknown' where taxon_key = (select key from taxa where id = 'aedes-aegypti')",
		"update countries set shape = ST_Multi(ST_Buffer(centroid, 1)) where id = 'fr'",
		"insert into translations (kind, lang, id, name) values ('disease', 'en', 'flu', 'Flu')",
		"insert into diseases (id, pathogen_type, sources) values ('flu', 'virus', '{x}')")
	load(t, db)
	if after := content(t, db); after != before {
		t.Error("what differed from the files still does")
	}
}

func TestLoadAtOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	before := content(t, db)
	run(t, db, otherCatalog)
	errs := make([]error, 3)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = catalog.Load(t.Context(), db, slog.New(slog.DiscardHandler)) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if content(t, db) != before {
		t.Error("several loaders at once left another catalog")
	}
}

// TestLoadAdoptsNames loads the catalog over names that records brought before.
func TestLoadAdoptsNames(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	before := content(t, db)
	key := pgtest.Value[int](t, db, "select key from taxa where id = 'aedes-vexans'")
	run(t, db,
		// Aedes vexans was a name of records alone; Culex fatigans, a synonym, was a name of its own.
		"delete from taxon_names where not accepted and taxon_key = (select key from taxa where id = 'aedes-vexans')",
		"delete from species where taxon_key = (select key from taxa where id = 'aedes-vexans')",
		"update taxa set in_catalog = false, scientific_name = 'AEDES VEXANS', genus = 'AEDES' where id = 'aedes-vexans'",
		"delete from taxon_names where slug = 'culex-fatigans'",
		"insert into taxa (id, scientific_name, genus) values ('culex-fatigans', 'Culex Fatigans', 'Culex')",
		"insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = 'culex-fatigans'",
		"insert into data_sources (id, name) values ('survey', 'Survey')",
		record("aedes-vexans", "10 51", "de", "2020-07-14"),
		record("culex-fatigans", "2.35 48.85", "fr", "2020-07-15"),
		record("culex-fatigans", "2.35 48.85", "fr", "2020-07-16"),
		"update observations set verbatim_scientific_name = 'Culex fatigans Wied.' where observed_at >= '2020-07-16Z'",
		"update observations set updated_at = '2020-08-01Z'",
		`insert into absences (id, taxon_key, geom, observed_at, date_precision, data_source_key, source_hash)
			select gen_random_uuid(), t.key, 'SRID=4326;POINT(1 1)', '2020-01-01Z', 'day', d.key, gen_random_uuid()
			from taxa t, data_sources d where t.id = 'culex-fatigans'`,
		"insert into data_sources (id, name) values ('agency', 'Agency')",
		`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key)
			select gen_random_uuid(), t.key, 1, 'SRID=4326;POINT(1 1)', '2020-01-01Z', 'day', d.key from taxa t, data_sources d where t.id = 'culex-fatigans' and d.id = 'agency'`,
		"select set_private(key, true, null) from data_sources where id = 'agency'",
		"truncate observation_changes",
		otherTexts)
	load(t, db)

	if got := pgtest.Value[int](t, db, "select key from taxa where id = 'aedes-vexans' and in_catalog and scientific_name = 'Aedes vexans' and genus = 'Aedes'"); got != key {
		t.Errorf("the name changed its key from %d to %d", key, got)
	}
	if name := pgtest.Value[string](t, db, "select t.id from private_2.observations o join taxa t on t.key = o.taxon_key"); name != "culex-quinquefasciatus" {
		t.Errorf("a private record is one of %s", name)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from taxa where id = 'culex-fatigans'"); n != 0 {
		t.Error("the synonym is still a name of its own")
	}
	for query, want := range map[string]int{
		"select count(*) from observations o join taxa t on t.key = o.taxon_key where t.id = 'culex-quinquefasciatus'":                                                 2,
		"select count(*) from observations where verbatim_scientific_name = 'Culex Fatigans' and observed_at < '2020-07-16Z'":                                          1,
		"select count(*) from observations where verbatim_scientific_name = 'Culex fatigans Wied.'":                                                                    1,
		"select count(*) from observations where updated_at > '2020-08-01Z'":                                                                                           2,
		"select count(*) from absences a join taxa t on t.key = a.taxon_key where t.id = 'culex-quinquefasciatus' and verbatim_scientific_name = 'Culex Fatigans'":     1,
		"select count(*) from absences where updated_at > created_at":                                                                                                  1,
		"select count(*) from observation_changes where added":                                                                                                         2,
		"select count(*) from observation_changes where not added":                                                                                                     2,
		"select count(*) from taxon_names n join taxa t on t.key = n.taxon_key where n.slug = 'culex-fatigans' and t.id = 'culex-quinquefasciatus' and not n.accepted": 1,
		"select count(*) from taxon_names where slug = 'aedes-vexans' and accepted and name = 'Aedes vexans'":                                                          1,
	} {
		if got := pgtest.Value[int](t, db, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if after := content(t, db); after != before {
		t.Error("the catalog is not what a fresh database has")
	}
}

// TestLoadKeepsDividedNames loads the catalog over an undivided name and a hybrid with the ids of synonyms that it did not have before.
func TestLoadKeepsDividedNames(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store := func(id, name string) {
		pgtest.Run(t, db, "delete from taxon_names where slug = $1", id)
		pgtest.Run(t, db, "insert into taxa (id, scientific_name, genus) values ($1, $2, 'Culex')", id, name)
		pgtest.Run(t, db, "insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = $1", id)
		run(t, db, record(id, "2.35 48.85", "fr", "2020-07-15"))
	}
	store("culex-pipiens-quinquefasciatus", "Culex pipiens/quinquefasciatus")
	store("culex-pipiens-fatigans", "Culex pipiens × fatigans")
	store("culex-pipiens-restuans", "Culex pipiens/restuans") // no synonym
	run(t, db, otherTexts)
	load(t, db)
	got := pgtest.Column[string](t, db, `select concat_ws(' ', t.id, n.slug, n.name) from observations o join taxa t on t.key = o.taxon_key
		join taxon_names n on n.taxon_key = t.key order by t.id`)
	want := []string{
		"culex-pipiens-or-quinquefasciatus culex-pipiens-or-quinquefasciatus Culex pipiens/quinquefasciatus",
		"culex-pipiens-restuans culex-pipiens-restuans Culex pipiens/restuans", "culex-pipiens-x-fatigans culex-pipiens-x-fatigans Culex pipiens × fatigans",
	}
	if !slices.Equal(got, want) {
		t.Errorf("after the load there are\n%s", strings.Join(got, "\n"))
	}
	if n := pgtest.Value[int](t, db, `select count(*) from taxon_names n join taxa t on t.key = n.taxon_key
		where n.slug in ('culex-pipiens-quinquefasciatus', 'culex-pipiens-fatigans') and t.id = 'culex-quinquefasciatus'`); n != 2 {
		t.Errorf("%d of the synonyms are the catalog's", n)
	}
}

// TestLoadRemovesSpecies loads the catalog over a species that is no longer in it, and over one whose name and synonym changed
// places.
func TestLoadRemovesSpecies(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	run(t, db,
		`with t as (insert into taxa (id, scientific_name, genus, in_catalog) values ('aedes-fictus', 'Aedes fictus', 'Aedes', true) returning key)
			insert into species (taxon_key, authorship, family, subfamily, vector_status, sources) select key, 'A', 'Culicidae', 'Culicinae', 'High', '{x}' from t`,
		"insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = 'aedes-fictus'",
		"insert into taxon_names (slug, name, taxon_key, accepted) select 'ochlerotatus-fictus', 'Ochlerotatus fictus', key, false from taxa where id = 'aedes-fictus'",
		"insert into species_regions (taxon_key, region_id) select key, 'caribbean' from taxa where id = 'aedes-fictus'",
		"insert into disease_vectors (disease_id, taxon_key, rank, role) select 'malaria', key, 999, 'suspected' from taxa where id = 'aedes-fictus'",
		"insert into translations (kind, lang, id, name) values ('species', 'en', 'aedes-fictus', 'Fiction')",
		record("aedes-fictus", "10 51", "de", "2020-07-14"),
		// An older catalog had Culex fatigans as the accepted name and Culex quinquefasciatus as its synonym.
		"update taxa set id = 'culex-fatigans', scientific_name = 'Culex fatigans' where id = 'culex-quinquefasciatus'",
		"update taxon_names set accepted = false where slug = 'culex-quinquefasciatus'",
		"update taxon_names set accepted = true where slug = 'culex-fatigans'",
		record("culex-fatigans", "10 51", "de", "2020-07-14"),
		otherTexts)
	load(t, db)
	for query, want := range map[string]int{
		"select count(*) from observations o join taxa t on t.key = o.taxon_key where t.id = 'aedes-fictus' and not in_catalog":                              1,
		"select count(*) from species s join taxa t on t.key = s.taxon_key where t.id = 'aedes-fictus'":                                                      0,
		"select count(*) from translations where id = 'aedes-fictus'":                                                                                        0,
		"select count(*) from taxon_names where slug = 'aedes-fictus' and accepted":                                                                          1,
		"select count(*) from taxon_names where slug = 'ochlerotatus-fictus'":                                                                                0,
		"select count(*) from taxa where id = 'culex-fatigans'":                                                                                              0,
		"select count(*) from observations o join taxa t on t.key = o.taxon_key join species s on s.taxon_key = t.key where t.id = 'culex-quinquefasciatus'": 1,
	} {
		if got := pgtest.Value[int](t, db, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// TestPlacesFindTheirCountry asks for the country of places in the loaded pieces.
func TestPlacesFindTheirCountry(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for place, want := range map[string]string{
		"2.35 48.85": "fr", "-52.7 4": "gf", "55.5 -21.1": "re", "-175 65.5": "ru", "179.9 -16.6": "fj", "178.4 -18.1": "fj",
		"20.9 42.6": "xk", "0 -85": "aq", "-0.1 51.5": "gb", "12.4545 41.9035": "va", "-30 0": "",
	} {
		if got := pgtest.Value[string](t, db, "select coalesce(place_of(ST_GeomFromText('POINT("+place+")', 4326)), '')"); got != want {
			t.Errorf("%s lies in %q, want %q", place, got, want)
		}
	}
	if n := pgtest.Value[int](t, db, "select count(*) from country_pieces where not ST_IsValid(shape) or ST_NPoints(shape) > 300"); n > 0 {
		t.Errorf("%d pieces are invalid or large", n)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from countries where not ST_IsValid(shape)"); n > 0 {
		t.Errorf("%d shapes are invalid", n)
	}
	if lost := pgtest.Value[float64](t, db, `select max(abs(ST_Area(c.shape) - p.area) / ST_Area(c.shape)) from countries c
		join (select country_id, sum(ST_Area(shape)) as area from country_pieces group by 1) p on p.country_id = c.id`); lost > 1e-9 {
		t.Errorf("the pieces of a country lack %g of its area", lost)
	}
}

// TestLoadWaitsForImports loads while an import, which knows the older catalog, writes under a name that becomes a synonym.
func TestLoadWaitsForImports(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	before := content(t, db)
	run(t, db, "delete from taxon_names where slug = 'culex-fatigans'", otherTexts)
	importing := pgtest.Begin(t, db)
	for _, statement := range []string{
		"insert into taxa (id, scientific_name, genus) values ('culex-fatigans', 'Culex fatigans', 'Culex')",
		"insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = 'culex-fatigans'",
		record("culex-fatigans", "10 51", "de", "2020-07-14"),
	} {
		pgtest.Run(t, importing, statement)
	}
	loaded := make(chan error, 1)
	go func() { loaded <- catalog.Load(t.Context(), db, slog.New(slog.DiscardHandler)) }()
	testenv.Eventually(t, "the load waits for the import", func() bool {
		select {
		case err := <-loaded:
			t.Fatalf("the load did not wait: %v", err)
		default:
		}
		return pgtest.Value[int](t, db, "select count(*) from pg_locks where database = (select oid from pg_database where datname = current_database()) and not granted") > 0
	})
	if err := importing.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-loaded; err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from observations o join taxa t on t.key = o.taxon_key where t.id = 'culex-quinquefasciatus'"); n != 1 {
		t.Errorf("%d records under the accepted name, want 1", n)
	}
	if content(t, db) != before {
		t.Error("the catalog is not what a fresh database has")
	}
}

func TestLoadThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	run(t, db, otherTexts, "update species set authorship = 'X'",
		"alter table translations add check (name <> 'Malaria') not valid")
	before := content(t, db)
	err := catalog.Load(t.Context(), db, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "step loading/translations") {
		t.Errorf("error %v, want the step's name", err)
	}
	if content(t, db) != before {
		t.Error("a load that failed left something behind")
	}
}
