package observe_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestPrivateNamesAreUnknown: a name that private records alone have is answered as one that nobody used. A public record then has it, and is found by it;
// a name with the same slug and another meaning stays private.
func TestPrivateNamesAreUnknown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	pgtest.Run(t, s.db, `
		with known as (
			insert into taxa (id, scientific_name, genus, private_to)
			values ('culex-megasecretus', 'Culex megasecretus', 'Culex', '{7}'), ('culex-foo-bar', 'Culex foo bar', 'Culex', '{7}'), ('zzyy-privata', 'Zzyy privata', 'Zzyy', '{7}')
			returning key, id, scientific_name
		)
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from known`)
	id := func(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }
	answer := func(sent, name string) string {
		a := s.do(http.MethodPost, "/observations", catch(object{"species_scientific_name": sent}))
		text := strings.ReplaceAll(strings.ReplaceAll(a.raw, name, "NAME"), id(name), "ID")
		for _, member := range []string{"id", "user_id", "created_at", "updated_at"} {
			if value := a.text(member); value != "" {
				text = strings.ReplaceAll(text, value, member)
			}
		}
		return text
	}
	for private, free := range map[string]string{"Zzyy privata": "Zzyy publicus", "Culex megasecretus": "Culex megapublicus"} {
		if got, want := answer(private, private), answer(free, free); got != want {
			t.Errorf("%s is answered\n%s, a free name\n%s", private, got, want)
		}
		if got, want := answer(id(private), private), answer(id(free), free); got != want {
			t.Errorf("the id of %s is answered\n%s, that of a free name\n%s", private, got, want)
		}
	}
	s.create(object{"species_scientific_name": "Culex foo/bar"})
	if private := pgtest.Column[string](t, s.db, "select id from taxa where private_to is not null order by id"); strings.Join(private, " ") != "culex-foo-bar zzyy-privata" {
		t.Errorf("private names are %v", private)
	}
	if err := s.lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found := s.do(http.MethodGet, "/observations?species=Culex+megasecretus", nil).want(http.StatusOK); !strings.Contains(found.raw, `"culex-megasecretus"`) {
		t.Errorf("a public record is not found by its name: %s", found.raw)
	}
}
