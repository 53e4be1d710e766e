package program_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// signUp accepts an invitation for an account with roles and returns the headers of its session.
func signUp(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server, login, roles string) (session []string) {
	t.Helper()
	_, secret, _ := strings.Cut(strings.TrimSpace(d.MustRun("user", "invite", "--name", "Person "+login, "--role", roles)), "/invitation#")
	body, err := json.Marshal(map[string]string{"secret": secret, "login": login, "password": userPassword})
	if err != nil {
		t.Fatal(err)
	}
	a := s.Send(http.MethodPost, skeetertest.API+"/invitations/accept", string(body), "Content-Type", "application/json")
	if a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", login, a.Status, a.Body)
	}
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return []string{"Cookie", cookie, "Origin", s.Base, "Content-Type", "application/json"}
}

// exported are the tables that erasing a person changes, and what an export has of each of them: texts in one of its members.
var exported = map[string]struct {
	member string
	says   []string
}{
	"accounts":                  {"account", []string{"Person ada"}},
	"sessions":                  {"sessions", []string{"invitation"}},
	"passkeys":                  {"passkeys", []string{"ada-phone"}},
	"identities":                {"identities", []string{"ada-subject"}},
	"invitations":               {"invitations", []string{"Person ada"}},
	"observations":              {"observations", []string{"ada-public"}},
	"held_observations":         {"observations", []string{"ada-withdrawn", "ada-removed"}},
	"private.observations":      {"observations", []string{"ada-private"}},
	"private.held_observations": {"observations", []string{"ada-unshared"}},
	"identifications":           {"identifications", []string{"ada-says-public"}},
	"private.identifications":   {"identifications", []string{"ada-says-private"}},
	"history":                   {"history", []string{"ada-changed-public", "ada-changed-private"}},
}

// comments are what others said of the records of a person, in tables of which exported names what the person said.
var comments = []string{"grace-says-public", "grace-says-private"}

// without are the other tables that erasing changes, and why no export has them.
var without = map[string]string{
	"passwords": "a hash", "challenges": "secrets, for some minutes", "observation_requests": "hashes of what records say", "private.observation_requests": "hashes of what records say",
	"erasures": "says who went",
}

// ofServers are the tables by which servers follow the others, and in which they note what they did in the background.
var ofServers = regexp.MustCompile(`^(private\.)?(observation_(changes|touches|epoch|areas|sums)|event_changes|pool_changes|index_snapshots|log_run|alert_evaluation)$`)

// hashes are those of the rows of every table, public or private.
func hashes(t *testing.T, db *pgx.Conn) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range pgtest.Column[string](t, db, `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' or schemaname like 'private\_%'`) {
		name := regexp.MustCompile(`^private_\d+`).ReplaceAllString(strings.TrimPrefix(table, "public."), "private")
		if name != "spatial_ref_sys" && !ofServers.MatchString(name) {
			all[name] = pgtest.Value[string](t, db, "select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from "+table+" t")
		}
	}
	return all
}

// TestAnExportHasAllThatErasureTouches: whatever table of the database an erasure changes, the person could take before what it had of them.
func TestAnExportHasAllThatErasureTouches(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	signUp(t, d, s, "root", "administrator")
	ada, grace := signUp(t, d, s, "ada", "curator,reviewer"), signUp(t, d, s, "grace", "curator,reviewer")
	db := d.Connect()
	send := func(who []string, method, path string, body map[string]any) (id string) {
		t.Helper()
		sent, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		a := s.Send(method, skeetertest.API+path, string(sent), who...)
		if a.Status >= 300 {
			t.Fatalf("%s %s %s: %d %s", method, path, sent, a.Status, a.Body)
		}
		var made struct{ ID string }
		_ = json.Unmarshal(a.Body, &made) // a removal has no body
		return made.ID
	}
	report := func(who []string, notes, source, query string) string {
		t.Helper()
		body := map[string]any{"species_scientific_name": "Culex pipiens", "count": 1, "location": map[string]any{"lat": 43.82, "lng": 11.25}, "observed_at": "2024-06-01", "notes": notes, "observer_name": notes}
		if source != "" {
			body["data_source"] = source
		}
		return send(who, http.MethodPost, "/observations"+query, body)
	}
	decide := func(who []string, record, comment, query string) {
		t.Helper()
		send(who, http.MethodPost, "/review/decisions"+query, map[string]any{"decisions": []any{map[string]any{"observation_id": record, "decision": "needs_more", "comment": comment}}})
	}
	gone := send(ada, http.MethodPost, "/data_sources", map[string]any{"title": "Gone"})
	send(ada, http.MethodPost, "/data_sources", map[string]any{"title": "Agency", "private": true})
	const agency = "?data_source=agency"
	report(ada, "ada-removed", gone, "")
	d.MustRun("dataset", "remove", gone)
	for _, set := range []struct{ name, withdrawn, query string }{{"public", "ada-withdrawn", ""}, {"private", "ada-unshared", agency}} {
		own := report(ada, "ada-"+set.name, "", set.query)
		send(grace, http.MethodPatch, "/observations/"+own+set.query, map[string]any{"notes": "ada-" + set.name + " ada-changed-" + set.name})
		send(ada, http.MethodDelete, "/observations/"+report(ada, set.withdrawn, "", set.query)+set.query, nil)
		decide(grace, own, "grace-says-"+set.name, set.query)
		decide(ada, report(grace, "grace-"+set.name, "", set.query), "ada-says-"+set.name, set.query)
	}
	account := pgtest.Value[string](t, db, "select id::text from accounts where login = 'ada'")
	pgtest.Run(t, db, "insert into identities (issuer, subject, account_id) values ('https://issuer.example', 'ada-subject', $1)", account)
	pgtest.Run(t, db, "insert into passkeys (id, account_id, name, credential_id, credential) values (gen_random_uuid(), $1, 'ada-phone', sha256('x'), '{}')", account)

	export := skeetertest.Decode[map[string]json.RawMessage](t, s.Send(http.MethodGet, skeetertest.API+"/me/export", "", ada...), http.StatusOK)
	before := hashes(t, db)
	d.MustRun("user", "erase", "ada")
	after := hashes(t, db)
	for table := range before {
		has, known := exported[table]
		if changed := before[table] != after[table]; changed && !known && without[table] == "" {
			t.Errorf("erasing changes the table %s, and the test does not know what an export has of it", table)
		} else if !changed && known {
			t.Errorf("erasing leaves the table %s as it is", table)
		}
		for _, text := range has.says {
			if !strings.Contains(string(export[has.member]), text) {
				t.Errorf("%s of the export has not %q of the table %s: %.2000s", has.member, text, table, export[has.member])
			}
		}
	}
	for _, text := range comments {
		if !strings.Contains(string(export["comments"]), text) {
			t.Errorf("the export has not the comment %q: %s", text, export["comments"])
		}
	}
	for _, text := range []string{"Person grace", "grace-public", "grace-private"} {
		if strings.Contains(fmt.Sprint(export), text) || strings.Contains(string(export["observations"]), text) {
			t.Errorf("the export has %q of another", text)
		}
	}
}
