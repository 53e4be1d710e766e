package observe_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/migrations"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
)

// migration runs a step, "up" or "down".
func (s service) migration(step, direction string) {
	s.t.Helper()
	statements, err := migrations.FS.ReadFile(step + "." + direction + ".sql")
	if err != nil {
		s.t.Fatal(err)
	}
	s.exec(string(statements))
}

// TestARuleHidesEveryName: the rule of a species, a group or a genus hides what the filter of its name finds, and names that may stand for it.
func TestARuleHidesEveryName(t *testing.T) {
	t.Parallel()
	s := setup(t)
	ids := map[string]string{}
	for _, name := range []string{
		"Culex pipiens", "Culex pipiens molestus", "Culex pipiens var. torridus", "Culex pipiens/restuans", "Culex restuans/pipiens/salinarius",
		"Culex pipiens × quinquefasciatus", "Culex pipiens/Culiseta inornata", "Culex molestus", "Culex molestus/torrentium",
		"Culex", "Culex restuans", "Culex restuans/salinarius", "Aedes vexans", "Aedes vexans nipponii", "Aedes vexans s.l.", "Ochlerotatus caspius",
		"Anopheles dirus", "Anopheles dirus A", "Anopheles baimaii", "Anopheles baimaii/dirus", "Anopheles dirus/minimus", "Anopheles minimus", "Anopheles latens",
	} {
		a := s.report(writer, object{"species_scientific_name": name})
		if a.text("identification") == "unresolved" {
			t.Fatalf("the name %s is not read", name)
		}
		ids[name] = a.text("id")
	}
	hidden := func() map[string]bool {
		found := map[string]bool{}
		for _, id := range pgtest.Column[string](t, s.db, "select id::text from observations where cell_degrees > 0") {
			found[id] = true
		}
		return found
	}
	for rule, also := range map[string]string{
		"culex-pipiens": "Culex pipiens,Culex pipiens molestus,Culex pipiens var. torridus,Culex pipiens/restuans," +
			"Culex restuans/pipiens/salinarius,Culex pipiens × quinquefasciatus,Culex pipiens/Culiseta inornata,Culex molestus,Culex molestus/torrentium",
		"aedes-vexans":                 "Aedes vexans,Aedes vexans nipponii",
		"aedes-vexans-s-l":             "Aedes vexans,Aedes vexans nipponii,Aedes vexans s.l.",
		"aedes":                        "Aedes vexans,Aedes vexans nipponii,Aedes vexans s.l.,Ochlerotatus caspius",
		"anopheles-leucosphyrus-group": "Anopheles dirus,Anopheles dirus A,Anopheles baimaii,Anopheles baimaii/dirus,Anopheles dirus/minimus,Anopheles latens",
		"anopheles-dirus":              "Anopheles dirus,Anopheles dirus A,Anopheles baimaii/dirus,Anopheles dirus/minimus",
	} {
		if err := obscuring.Taxon(t.Context(), s.db, rule, new(0.1)); err != nil {
			t.Fatal(rule, err)
		}
		is, want := hidden(), map[string]bool{}
		for name := range strings.SplitSeq(also, ",") {
			want[ids[name]] = true
		}
		for name, id := range ids {
			if is[id] != want[id] {
				t.Errorf("%s: %s is hidden: %v", rule, name, is[id])
			}
		}
		list := s.do(http.MethodGet, "/observations?limit=100&species="+rule, nil, "Authorization", "nobody").want(http.StatusOK)
		for _, id := range list.ids() {
			if !is[id] {
				t.Errorf("%s: the filter finds %s, whose place is exact", rule, id)
			}
		}
		if rule == "culex-pipiens" { // a database of an earlier version hides that taxon alone, until the step that knows of the others
			s.migration("000048_whose_names", "down")
			if before := hidden(); len(before) != 2 || !before[ids["Culex pipiens"]] || !before[ids["Culex molestus"]] {
				t.Errorf("after the step down %v are hidden", before)
			}
			s.migration("000048_whose_names", "up")
			if after := hidden(); !maps.Equal(after, is) {
				t.Errorf("after the step up %v are hidden, were %v", after, is)
			}
		}
		if err := obscuring.Taxon(t.Context(), s.db, rule, nil); err != nil {
			t.Fatal(rule, err)
		}
		if n := len(hidden()); n != 0 {
			t.Errorf("%s: %d places are hidden without a rule", rule, n)
		}
	}
}

// TestFormerGeneraAreThoseOfTheCatalog: the database knows the genera whose species stand in Aedes today as package names does.
func TestFormerGeneraAreThoseOfTheCatalog(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, genus := range append(slices.Clone(names.FormerGenera), "culex") {
		key := pgtest.Value[int32](t, s.db, "insert into taxa (id, scientific_name, genus) values ($1 || '-nosuchus', initcap($1) || ' nosuchus', initcap($1)) returning key", genus)
		if in := pgtest.Value[bool](t, s.db, "select 'aedes' = any(slugs_above($1))", key); in != (genus != "culex") {
			t.Errorf("%s is in Aedes: %v", genus, in)
		}
	}
}
