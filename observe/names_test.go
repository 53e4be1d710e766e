package observe_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestCreateUnderstandsNames holds that a name is stored as it is accepted, and the doubt in it beside it.
func TestCreateUnderstandsNames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for sent, want := range map[string]struct{ name, qualifier string }{
		"Culex pipiens?":                   {"Culex pipiens", "?"},
		"Culex cf. pipiens":                {"Culex pipiens", "cf."},
		"Cx. pipiens":                      {"Culex pipiens", "null"},
		"CULEX PIPIENS/RESTUANS":           {"Culex pipiens/restuans", "null"},
		"Culex restuans or pipiens?":       {"Culex pipiens/restuans", "?"},
		"Culex pipiens/quinquefasciatus?":  {"Culex pipiens/quinquefasciatus", "?"},
		"Culex quinquefasciatus & pipiens": {"Culex pipiens/quinquefasciatus", "null"},
		"Culex pipiens x quinquefasciatus": {"Culex pipiens × quinquefasciatus", "null"},
		"CULEX PIPIENS QUINQUEFASCIATUS":   {"Culex quinquefasciatus", "null"},
		"Anopheles gambiae s.l.":           {"Anopheles gambiae complex", "null"},
		"Culex sp.":                        {"Culex", "null"},
		"A. aegypti":                       {"Aedes aegypti", "null"},
		"Aedes egypti":                     {"Aedes egypti", "null"}, // a misspelling is not corrected
	} {
		a := s.create(object{"species_scientific_name": sent})
		if a.text("species_scientific_name") != want.name || a.text("identification_qualifier") != want.qualifier || a.text("verbatim_scientific_name") == want.name {
			t.Errorf("%q is stored as %s, %s, verbatim %s; want %+v", sent, a.text("species_scientific_name"), a.text("identification_qualifier"),
				a.text("verbatim_scientific_name"), want)
		}
	}
	if a := s.create(object{"species_scientific_name": "Culex pipiens?", "identification_qualifier": "cf. (larva)"}); a.text("identification_qualifier") != "cf. (larva)" {
		t.Errorf("a stated qualifier becomes %s", a.text("identification_qualifier"))
	}
	for _, sent := range []string{"No mosquitoes", "unknown", "?"} {
		s.do(http.MethodPost, "/observations", catch(object{"species_scientific_name": sent})).want(http.StatusUnprocessableEntity)
	}
}

// TestCreateTellsDividedNamesApart holds that names with the same slug are names of their own: by id, by name, and in the answers.
func TestCreateTellsDividedNamesApart(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, step := range []struct{ member, sent, id, name string }{
		{"species_scientific_name", "Culex pipiens × quinquefasciatus", "culex-pipiens-x-quinquefasciatus", "Culex pipiens × quinquefasciatus"},
		{"species_scientific_name", "Culex pipiens/quinquefasciatus", "culex-pipiens-or-quinquefasciatus", "Culex pipiens/quinquefasciatus"},
		{"species_scientific_name", "Culex pipiens x quinquefasciatus", "culex-pipiens-x-quinquefasciatus", "Culex pipiens × quinquefasciatus"},
		{"species_id", "culex-pipiens-or-quinquefasciatus", "culex-pipiens-or-quinquefasciatus", "Culex pipiens/quinquefasciatus"},
		{"species_id", "culex-pipiens-quinquefasciatus", "culex-quinquefasciatus", "Culex quinquefasciatus"},
		{"species_scientific_name", "Culex pipiens/restuans", "culex-pipiens-restuans", "Culex pipiens/restuans"},
		{"species_scientific_name", "Culex pipiens x restuans", "culex-pipiens-x-restuans", "Culex pipiens × restuans"},
		{"species_scientific_name", "Culex pipiens restuans", "culex-pipiens-restuans-ssp", "Culex pipiens restuans"},
		{"species_scientific_name", "culex-pipiens-restuans", "culex-pipiens-restuans", "Culex pipiens/restuans"},
		{"species_scientific_name", "CULEX PIPIENS RESTUANS", "culex-pipiens-restuans-ssp", "Culex pipiens restuans"},
	} {
		body := catch(object{step.member: step.sent})
		if step.member == "species_id" {
			delete(body, "species_scientific_name")
		}
		a := s.do(http.MethodPost, "/observations", body).want(http.StatusCreated)
		if a.text("species_id") != step.id || a.text("species_scientific_name") != step.name {
			t.Errorf("%s %q is stored as %s, %s", step.member, step.sent, a.text("species_id"), a.text("species_scientific_name"))
		}
	}
}

func TestUpdateOfADoubtfulName(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(object{"species_scientific_name": "Culex pipiens?"}).text("id")
	for _, step := range []struct{ patch, name, qualifier string }{
		{`{"count":2}`, "Culex pipiens", "?"},
		{`{"species_scientific_name":"Culex pipiens"}`, "Culex pipiens", "?"},
		{`{"species_scientific_name":"Culex nr. pipiens"}`, "Culex pipiens", "nr."},
		{`{"identification_qualifier":null}`, "Culex pipiens", "null"},
		{`{"species_scientific_name":"Culex cf. restuans"}`, "Culex restuans", "cf."},
		{`{"species_scientific_name":"Aedes vexans"}`, "Aedes vexans", "null"}, // another name: the doubt was about the former
		{`{"species_scientific_name":"Aedes novus?"}`, "Aedes novus", "?"},
		{`{"species_id":"aedes-vexans"}`, "Aedes vexans", "null"},
	} {
		a := s.patch(id, step.patch).want(http.StatusOK)
		if a.text("species_scientific_name") != step.name || a.text("identification_qualifier") != step.qualifier {
			t.Errorf("after %s it is %s, %s", step.patch, a.text("species_scientific_name"), a.text("identification_qualifier"))
		}
	}
}

// TestCreateKeepsWhatIsNoName: a text that is no name of mosquitoes becomes none. The record keeps it, and a name that comes later resolves it.
func TestCreateKeepsWhatIsNoName(t *testing.T) {
	t.Parallel()
	s := setup(t)
	taxa := pgtest.Value[int](t, s.db, "select count(*) from taxa")
	for _, sent := range []string{"<script>alert(1)</script>", "Aedes b@d", "Пищалка обыкновенная", "蚊", "Homo sapiens", "pipiens", "Aedes buy now at https://evil.example",
		strings.Repeat("\u0958", 290)} {
		id := uuid.NewString()
		body := catch(object{"species_scientific_name": sent, "id": id})
		a := s.do(http.MethodPost, "/observations", body).want(http.StatusCreated)
		a.says(map[string]string{"species_id": "incertae-sedis", "species_scientific_name": "incertae sedis", "verbatim_scientific_name": sent, "identification": "unresolved",
			"identification_qualifier": "null"})
		if !strings.Contains(a.raw, "the record keeps it, unresolved") {
			t.Errorf("%q is kept without a warning: %s", sent, a.raw)
		}
		s.do(http.MethodPost, "/observations", body).want(http.StatusOK)
		body["species_scientific_name"] = sent + "蚊"
		s.do(http.MethodPost, "/observations", body).want(http.StatusConflict)
		b := s.do(http.MethodPost, "/observations/batch", []any{catch(object{"species_scientific_name": sent})}).want(http.StatusOK)
		if got := b.statuses(); got[0] != "created" {
			t.Errorf("%q in a batch: %s", sent, b.raw)
		}
	}
	if n := pgtest.Value[int](t, s.db, "select count(*) from taxa"); n != taxa+1 {
		t.Errorf("%d new taxa", n-taxa)
	}
	// What an import brought is a name, whatever the genus.
	s.exec("insert into taxa (id, scientific_name, genus) values ('culicoides-imicola', 'Culicoides imicola', 'Culicoides'), ('script', '<script>', '<script>')")
	s.exec("insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id in ('culicoides-imicola', 'script')")
	s.refresh(t.Context())
	for sent, want := range map[string]string{"CULICOIDES IMICOLA": "resolved", "<script>": "unresolved", "Aedes neverseen": "resolved", "Aedes/Culex": "resolved"} {
		s.create(object{"species_scientific_name": sent}).says(map[string]string{"identification": want})
	}
}

func TestANameResolvesARecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(object{"species_scientific_name": "der kleine Stecher", "count": 2})
	id := a.text("id")
	kept := map[string]string{"verbatim_scientific_name": "der kleine Stecher", "identification": "unresolved"}
	s.patch(id, `{"count": 5}`).want(http.StatusOK).says(kept)
	s.patch(id, `{"identification": "resolved"}`).want(http.StatusUnprocessableEntity)
	s.patch(id, `{"species_scientific_name": "Aedes albopictus"}`).want(http.StatusOK).says(map[string]string{
		"species_id": "aedes-albopictus", "verbatim_scientific_name": "der kleine Stecher", "identification": "resolved",
	})
	s.patch(id, `{"species_scientific_name": "Ae. vexans"}`).want(http.StatusOK).says(map[string]string{"species_id": "aedes-vexans", "verbatim_scientific_name": "Ae. vexans"})
	s.patch(id, `{"species_scientific_name": "???!"}`).want(http.StatusUnprocessableEntity)
	s.patch(id, `{"species_scientific_name": "Stecher <i>"}`).want(http.StatusOK).says(map[string]string{"verbatim_scientific_name": "Stecher <i>", "identification": "unresolved"})
}

// Every name of the catalog, and every other one that it knows, has the form of a name.
func TestTheCatalogHasNamesAlone(t *testing.T) {
	t.Parallel()
	for _, name := range pgtest.Column[string](t, setup(t).db, "select scientific_name from taxa union select name from taxon_names") {
		if !surveillance.IsResolved(name) {
			t.Errorf("%q has not the form of a name", name)
		}
	}
}
