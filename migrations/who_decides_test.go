package migrations_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/migrations"
)

// TestNamesAndTokensOfEarlierReleases: an upgrade hides the names that records alone have which wait, and knows from the history who made a token.
func TestNamesAndTokensOfEarlierReleases(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	run := func(statements string) {
		t.Helper()
		if err := pgtest.Exec(t.Context(), url, statements); err != nil {
			t.Fatal(err)
		}
	}
	step := func(direction string) {
		t.Helper()
		files, err := fs.Glob(migrations.FS, "*_who_decides."+direction+".sql")
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		statements, err := migrations.FS.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		run(string(statements))
	}
	step("down")
	run(`
		insert into taxa (id, scientific_name, genus, in_catalog)
		select lower(replace(n, ' ', '-')), n, 'Aedes', n = 'Aedes catalogus' from unnest(array['Aedes pendens', 'Aedes retractus', 'Aedes publicus', 'Aedes catalogus']) n;
		insert into held_observations (id, taxon_key, count, geom, observed_at, date_precision, publication)
		select gen_random_uuid(), key, 1, 'SRID=4326;POINT(7 43)', '2024-06-01Z', 'day', case id when 'aedes-retractus' then 'withdrawn' else 'pending' end from taxa
		where id in ('aedes-pendens', 'aedes-retractus', 'aedes-publicus', 'aedes-catalogus');
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), key, 1, 'SRID=4326;POINT(7 43)', '2024-06-01Z', 'day' from taxa where id = 'aedes-publicus';
		insert into accounts (id, name, roles) values ('00000000-0000-4000-8000-000000000001', 'Ada', '{administrator}');
		insert into tokens (id, name, hash, scopes) select gen_random_uuid(), n, sha256(n::bytea), '{review}' from unnest(array['of Ada', 'of one who left', 'of the command']) n;
		insert into history (entity, entity_id, action, actor_kind, actor)
		select 'token', id::text, 'created', case name when 'of the command' then 'command' else 'account' end,
			case name when 'of Ada' then '00000000-0000-4000-8000-000000000001' when 'of one who left' then '00000000-0000-4000-8000-000000000002' end from tokens`)
	step("up")
	step("down")
	step("up")
	db := connect(t, url)
	if hidden := lines(t, db, "select id from taxa where private_to is not null"); strings.Join(hidden, " ") != "aedes-pendens" {
		t.Errorf("hidden are %v", hidden)
	}
	if made := lines(t, db, "select name || ' ' || made_by from tokens where made_by is not null"); strings.Join(made, ", ") != "of Ada 00000000-0000-4000-8000-000000000001" {
		t.Errorf("who made tokens is known of %v", made)
	}
}
