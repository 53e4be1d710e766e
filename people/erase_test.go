package people_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/erasures"
)

func (s *service) exec(statement string) {
	s.t.Helper()
	if err := pgtest.Exec(s.t.Context(), s.db.Config().ConnString(), statement); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}

// fill stores what the server may have of an account: a record that is public, one that waits and one that was removed, with their history and
// review, and ways to sign in.
func (s *service) fill(id, name, user string) {
	s.t.Helper()
	s.exec(`insert into taxa (id, scientific_name, genus) values ('aedes-x', 'Aedes x', 'Aedes') on conflict do nothing`)
	s.exec(`insert into removals (id, data_source) values ('01a209cf-00ad-70c3-abba-5989c1d50f00', 'gone') on conflict do nothing`)
	for i, table := range []string{"observations", "held_observations", "held_observations"} {
		columns, values := "", ""
		if table != "observations" {
			columns, values = ", publication, request_hash, removal", fmt.Sprintf(", 'withdrawn', '\\x01', (select id from removals where %d = 2)", i)
		}
		record := uuid.NewString()
		s.exec(fmt.Sprintf(`insert into %s (id, taxon_key, count, geom, observed_at, date_precision, status, notes, user_id, observer_name, metadata, account%s)
			select '%s', key, 3, ST_SetSRID(ST_MakePoint(1, 2), 4326), now(), 'time', 'unverified', 'by a pond', '%s', '%s', '{"recordedBy": "%s", "trap": 7}', '%s'%s
			from taxa where id = 'aedes-x'`, table, columns, record, user, name, name, id, values))
		s.exec(fmt.Sprintf(`insert into history (entity, entity_id, action, actor_kind, actor, was, became) values
			('observation', '%s', 'changed', 'account', '%s', '{"observer_name": "%s", "count": 2}', '{"user_id": "%s", "count": 3}'),
			('observation', '%s', 'imported', 'command', null, '{"metadata": {"recordedBy": "%s"}}', '{"metadata": {}}')`, record, id, name, user, record, name))
		s.exec(fmt.Sprintf(`insert into identifications (observation_id, decision, actor_kind, actor, comment) values ('%s', 'confirm', 'token', 'x', 'Thank you, %s')`, record, name))
		if i == 0 {
			s.exec(fmt.Sprintf(`insert into observation_requests (id, hash) values ('%s', sha256('x'))`, record))
		}
	}
	s.exec(fmt.Sprintf(`insert into history (entity, entity_id, action, actor_kind, actor, became) values ('rule', 'r', 'created', 'account', '%s', '{"name": "A rule"}')`, id))
	s.exec(fmt.Sprintf(`insert into identifications (observation_id, decision, actor_kind, actor, comment) values (gen_random_uuid(), 'confirm', 'account', '%s', 'Good')`, id))
	s.exec(fmt.Sprintf(`insert into identities (issuer, subject, account_id) values ('https://issuer.example', 'subject-%s', '%s')`, user, id))
	s.exec(fmt.Sprintf(`insert into passkeys (id, account_id, name, credential_id, credential) values (gen_random_uuid(), '%s', 'phone of %s', sha256('%s'), '{}')`, id, name, id))
	s.exec(fmt.Sprintf(`insert into challenges (hash, data, expires_at) values (sha256('%s'), jsonb_build_object('user_id', encode(uuid_send('%s'), 'base64')), now() + interval '1 hour')`, id, id))
}

// columnsOfText are the tables and a row of the columns of each, without shapes: these hold no text, and writing down those of the countries takes seconds.
const columnsOfText = `
	select c.oid::regclass::text as name, format('jsonb_build_array(%s)', string_agg(quote_ident(attname), ', ')) as columns
	from pg_class c join pg_attribute on attrelid = c.oid
	where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and atttypid <> 'geometry'::regtype
	group by c.oid`

// rowsWith returns the tables whose rows hold a text anywhere, with how many rows do.
func (s *service) rowsWith(text string) map[string]int64 {
	s.t.Helper()
	found := map[string]int64{}
	for _, table := range pgtest.Rows[struct{ Name, Columns string }](s.t, s.db, columnsOfText) {
		if n := pgtest.Value[int64](s.t, s.db, "select count(*) from "+table.Name+" t where position(lower($1) in lower("+table.Columns+"::text)) > 0", text); n > 0 {
			found[table.Name] = n
		}
	}
	return found
}

// TestErasure: nothing in the database names somebody who was erased, the records stay, and what others have is as before.
func TestErasure(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	ada, grace := s.account("ada.login", access.Reporter), s.account("grace.login", access.Reviewer)
	s.exec("update accounts set name = 'Ada Byron' where login = 'ada.login'; update accounts set name = 'Grace Hopper' where login = 'grace.login'")
	s.fill(ada, "Ada Byron", "user-of-ada")
	s.fill(grace, "Grace Hopper", "user-of-grace")
	others := func() string {
		return pgtest.Value[string](t, s.db, `select coalesce((select jsonb_agg(to_jsonb(o) order by id) from observations o where account = $1), '[]')::text
			|| (select jsonb_agg(to_jsonb(o) order by id) from held_observations o where account = $1)::text
			|| (select jsonb_agg(to_jsonb(h) order by id) from history h where h.actor = $1::text)::text`, grace)
	}
	before := others()

	b := s.signedIn("ada.login")
	s.exec("update sessions set created_at = now() - interval '20 minutes'")
	b.do("DELETE", "/me", object{}).want(422)
	b.do("DELETE", "/me", object{"password": "wrong"}).want(422)
	s.browser().do("DELETE", "/me", object{"password": password}).want(401)
	b.do("DELETE", "/me", object{"password": password}).want(204)

	for _, text := range []string{"ada.login", "Ada Byron", "user-of-ada", ada} {
		if found := s.rowsWith(text); len(found) > 0 {
			t.Errorf("%s is in %v", text, found)
		}
	}
	if after := others(); after != before {
		t.Errorf("others' rows were\n%s\nand are\n%s", before, after)
	}
	if n := s.rowsWith("user-of-grace"); n["observations"] != 1 || n["held_observations"] != 2 {
		t.Errorf("records of another account: %v", n)
	}
	const left = `select count(*) from (select metadata, notes from observations where user_id is null union all select metadata, notes from held_observations where user_id is null) r
		where metadata = '{"trap": 7}' and notes = 'by a pond'`
	if n := pgtest.Value[int64](t, s.db, left); n != 3 {
		t.Errorf("%d records stay as they are but for the person", n)
	}
	if n := pgtest.Value[int64](t, s.db, "select count(*) from history where entity = 'account' and action = 'erased' and actor is null and became is null"); n != 1 {
		t.Errorf("%d entries say that an account was erased", n)
	}
	if n := pgtest.Value[int64](t, s.db, "select count(*) from history where entity = 'observation' and actor_kind = 'reporter' and became->>'count' = '3'"); n != 3 {
		t.Errorf("%d entries are a reporter's", n)
	}
	b.do("GET", "/me/sessions", nil).want(401)

	root := s.signedIn("root")
	root.do("DELETE", "/accounts/"+ada, nil).want(404)
	root.do("DELETE", "/accounts/"+grace, nil).want(204)
	root.do("DELETE", "/me", object{}).want(409)
	if n := s.rowsWith(grace); len(n) > 0 {
		t.Errorf("the second person is in %v", n)
	}
}

// TestErasureInPrivateSources: the records of a person that a private data source has lose the person too, and so does what the history says of them.
func TestErasureInPrivateSources(t *testing.T) {
	t.Parallel()
	s := newService(t)
	ada := s.account("ada.login", access.Curator)
	s.exec("update accounts set name = 'Ada Byron' where login = 'ada.login'")
	s.fill(ada, "Ada Byron", "user-of-ada")
	s.exec(`insert into data_sources (id, name) values ('agency', 'Agency');
		update observations set data_source_key = 1; update held_observations set data_source_key = 1; update removals set data_source = 'agency';
		select set_private(1, true, null)`)
	const private = "select to_jsonb(o)::text from private_1.observations o union all select to_jsonb(o)::text from private_1.held_observations o union all select to_jsonb(i)::text from private_1.identifications i"
	if rows := pgtest.Column[string](t, s.db, private); len(rows) != 6 {
		t.Fatalf("private are %v", rows)
	}
	if err := erasures.Erase(t.Context(), s.db, uuid.MustParse(ada)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"ada.login", "Ada Byron", "user-of-ada", ada} {
		if found := s.rowsWith(text); len(found) > 0 {
			t.Errorf("%s is in %v", text, found)
		}
		for _, row := range pgtest.Column[string](t, s.db, private) {
			if strings.Contains(row, text) {
				t.Errorf("%s is in %s", text, row)
			}
		}
	}
	if n := pgtest.Value[int64](t, s.db, "select count(*) from history where entity = 'observation' and actor_kind = 'reporter' and became->>'count' = '3'"); n != 3 {
		t.Errorf("%d entries are a reporter's", n)
	}
}

// TestErasuresAreReplayed: a backup that knows a person whom another database erased loses the person, also the last administrator.
func TestErasuresAreReplayed(t *testing.T) {
	t.Parallel()
	now, restored := newService(t), newService(t)
	ada, other := now.account("ada.login", access.Administrator), now.account("other", access.Administrator)
	for _, id := range []string{ada, other} {
		restored.exec(fmt.Sprintf("insert into accounts (id, name, login, roles) values ('%s', 'Somebody', 'login.%s', '{administrator}')", id, id[30:]))
	}
	restored.fill(ada, "Ada Byron", "user-of-ada")
	restored.exec("delete from accounts where id = '" + other + "'")
	if err := erasures.Erase(t.Context(), now.db, uuid.MustParse(ada)); err != nil {
		t.Fatal(err)
	}
	for want := 1; want >= 0; want-- { // a second time nobody is left
		if n, err := erasures.Carry(history.By(context.Background(), history.Command), now.db, restored.db); err != nil || n != want {
			t.Fatalf("%d, %v", n, err)
		}
	}
	for _, text := range []string{"Ada Byron", "user-of-ada", ada} {
		if found := restored.rowsWith(text); len(found) > 0 {
			t.Errorf("%s is in %v", text, found)
		}
	}
	listed, err := erasures.List(t.Context(), restored.db)
	if err != nil || len(listed) != 1 {
		t.Fatalf("%v, %v", listed, err)
	}
	if again, err := erasures.Read(strings.NewReader(listed[0].String() + "\n")); err != nil || len(again) != 1 || again[0] != listed[0] {
		t.Errorf("%v, %v", again, err)
	}
	if _, err := erasures.Read(strings.NewReader("ada 2026-11-23\n")); err == nil {
		t.Error("a line that is no erasure is read")
	}
	if err := erasures.Erase(t.Context(), now.db, uuid.MustParse(other)); !errors.Is(err, accounts.ErrLast) {
		t.Errorf("the last administrator: %v", err)
	}
}

// TestExport: a person gets what is theirs, and nothing of another.
func TestExport(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.people.Records = func(_ context.Context, _ postgres.Querier, account uuid.UUID, visit func(any) error) error {
		return visit(object{"id": account})
	}
	ada, grace := s.account("ada.login", access.Reporter), s.account("grace.login", access.Reporter)
	s.fill(ada, "Ada Byron", "user-of-ada")
	s.fill(grace, "Grace Hopper", "user-of-grace")
	s.browser().do("GET", "/me/export", nil).want(401)
	a := s.signedIn("ada.login").do("GET", "/me/export", nil).want(200)
	if a.Header().Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(a.Header().Get("Content-Disposition"), "attachment") {
		t.Errorf("headers: %v", a.Header())
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(a.Body.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for name, raw := range all {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			sizes[name] = len(list)
		}
	}
	if want := "map[comments:3 history:9 identifications:1 identities:1 invitations:1 observations:1 passkeys:1 sessions:2]"; fmt.Sprint(sizes) != want {
		t.Errorf("%v, want %s", sizes, want)
	}
	for _, text := range []string{grace, "grace", "user-of-grace", "hash", "credential", "A rule"} {
		if strings.Contains(strings.ToLower(a.Body.String()), strings.ToLower(text)) {
			t.Errorf("%s is in %s", text, a.Body)
		}
	}
}
