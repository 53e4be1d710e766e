package catalog_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

type optionList struct {
	Count   int
	Results []catalog.FilterOption
	httpapiLinks
}

func TestFilters(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	f := read[catalog.Filters](t, s, "/filters?lang=ru")
	want := s.column(t, `select scientific_name from taxa t where in_catalog
		or exists (select from observations o where o.taxon_key = t.key and status <> 'rejected') order by scientific_name collate "C"`)
	if !slices.Equal(f.Species, want) || !slices.Contains(f.Species, "Culex bahamensis") || slices.Contains(f.Species, "Aedes nowhere") {
		t.Errorf("species %q, want %q", f.Species, want)
	}
	if len(f.Regions) != 22 || !slices.Contains(f.Regions, catalog.Reference{ID: "western-africa", Name: "Западная Африка"}) {
		t.Errorf("regions %v", f.Regions)
	}
	sources := []catalog.Reference{{ID: "alpine-survey", Name: "alpine survey"}, {ID: "unused", Name: "Unused"}, {ID: "trap-network", Name: "Сеть ловушек"}}
	if !slices.Equal(f.DataSources, sources) {
		t.Errorf("data sources %v, want %v", f.DataSources, sources)
	}
	if pathogens := []string{"Plasmodium", "Usutu virus", "West Nile virus"}; !slices.Equal(f.Pathogens, pathogens) {
		t.Errorf("pathogens %q, want %q", f.Pathogens, pathogens)
	}
	if f := read[catalog.Filters](t, s, "/filters"); f.DataSources[0].ID != "alpine-survey" || f.DataSources[1].Name != "Trap network" {
		t.Errorf("data sources in English, whatever their case: %v", f.DataSources)
	}
}

func TestFilterOptions(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for kind, query := range map[string]string{
		"species": `select t.id, t.scientific_name, count(o.id) from taxa t left join shown o on o.taxon_key = t.key
				or t.id = 'culex-pipiens-complex' and o.taxon_key = (select key from taxa where id = 'culex-pipiens')
			group by t.key having t.in_catalog or count(o.id) > 0`,
		"regions": `select r.id, n.name, count(o.id) from regions r join names n on n.kind = 'region' and n.id = r.id
			left join shown o on o.region_id = r.id group by 1, 2`,
		"countries": `select n.id, n.name, count(*) from shown o join names n on n.kind = 'country' and n.id = o.country_id group by 1, 2`,
		"data_sources": `select d.id, coalesce(n.name, d.name), count(o.id) from data_sources d
			left join names n on n.kind = 'data_source' and n.id = d.id left join shown o on o.data_source_key = d.key group by 1, 2`,
		"diseases": `select n.id, n.name, count(o.id) from names n join disease_vectors v on n.kind = 'disease' and v.disease_id = n.id
			left join shown o on o.taxon_key = v.taxon_key group by 1, 2`,
	} {
		list := read[optionList](t, s, "/filters/"+kind+"?lang=ru")
		got := mapped(list.Results, func(o catalog.FilterOption) string { return fmt.Sprintf("%s|%s|%d", o.ID, o.Name, o.ObservationCount) })
		want := s.column(t, `with shown as (select * from observations where status <> 'rejected'),
			names as (select * from translations where lang = 'ru') select id || '|' || name || '|' || n from (`+query+`) q (id, name, n)`)
		slices.Sort(want)
		sorted := slices.Sorted(slices.Values(got))
		if len(want) < 3 || list.Count != len(want) || !slices.Equal(sorted, want) {
			t.Errorf("%s: count %d\n%q\nin the database\n%q", kind, list.Count, sorted, want)
		}
	}
	names := func(kind string) []string {
		return mapped(read[optionList](t, s, "/filters/"+kind+"?lang=ru").Results, func(o catalog.FilterOption) string { return o.Name })
	}
	if f := read[catalog.Filters](t, s, "/filters?lang=ru"); !slices.Equal(names("species"), f.Species) {
		t.Error("species stand in another order than in /filters")
	}
	if got, want := names("countries"), []string{"Антарктида", "Багамы", "Бразилия", "Германия", "Фиджи"}; !slices.Equal(got, want) {
		t.Errorf("countries %q, want %q", got, want)
	}
	if got := mapped(read[diseaseList](t, s, "/diseases?lang=ru").Diseases, func(d catalog.Disease) string { return d.Name }); !slices.Equal(names("diseases"), got) {
		t.Error("diseases stand in another order than in /diseases")
	}
}

// TestTheCountBesideAChoiceIsWhatItFinds: a choice finds what its name includes, and so the page of a species counts.
func TestTheCountBesideAChoiceIsWhatItFinds(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `
		insert into taxa (id, scientific_name, genus) values ('culex-pipiens-molestus', 'Culex pipiens molestus', 'Culex'),
			('aedes-canadensis-mathesoni', 'Aedes canadensis mathesoni', 'Aedes'), ('aedes-aegypti-albopictus', 'Aedes aegypti/albopictus', 'Aedes'),
			('culex', 'Culex', 'Culex'), ('culex-pipiens-bahamensis', 'Culex pipiens/bahamensis', 'Culex');
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where not in_catalog
			on conflict (slug) do nothing;
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, status)
		select gen_random_uuid(), t.key, 1, ST_SetSRID(ST_MakePoint(0, 50), 4326), '2020-07-01Z', 'day', case n when 1 then 'rejected' else 'unverified' end
		from taxa t, generate_series(1, 3) n
		where not t.in_catalog or t.id in ('culex-pipiens', 'aedes-canadensis', 'aedes-communis', 'aedes-aegypti')`)
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	counter, names := counterOf(db), lookups.Current()
	s := serverOf(t, catalog.Options{DB: db, Lookups: lookups, Counter: counter, Base: base})
	for kind, parameter := range map[string]string{"species": "species", "diseases": "disease"} {
		rolledUp := 0
		for _, option := range read[optionList](t, s, "/filters/"+kind).Results {
			criteria := surveillance.NewCriteria()
			if err := criteria.Set(parameter, option.ID); err != nil {
				t.Fatal(err)
			}
			filter, err := criteria.Resolve(names)
			if err != nil {
				t.Fatal(err)
			}
			found, err := counter.Count(t.Context(), filter)
			if err != nil {
				t.Fatal(err)
			}
			if option.ObservationCount != found {
				t.Errorf("%s: %d beside %s, %d by %s", kind, option.ObservationCount, option.ID, found, parameter)
			}
			if found > 2 {
				rolledUp++
			}
			if taxon, ok := names.FindTaxon(option.ID); ok && taxon.InCatalog {
				if d := read[catalog.SpeciesDetail](t, s, "/species/"+option.ID); d.ObservationCount != found {
					t.Errorf("/species/%s: %d, by %s %d", option.ID, d.ObservationCount, parameter, found)
				}
			}
		}
		if rolledUp < 2 {
			t.Errorf("%s: %d choices have more than the records of one name", kind, rolledUp)
		}
	}
}

func TestUnknownFilterType(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, kind := range []string{"life_stage", "Species", "data-sources", "!!!", "%20"} {
		a := s.get(t, "/filters/"+kind+"?limit=0")
		if a.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", kind, a.status, a.body)
		}
		for _, valid := range []string{"species", "regions", "data_sources", "countries", "diseases"} {
			if !strings.Contains(string(a.body), valid) {
				t.Errorf("%s: %s does not name %s", kind, a.body, valid)
			}
		}
	}
}
