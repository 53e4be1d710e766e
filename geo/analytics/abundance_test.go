package analytics_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestCountedEvents: which events count, and which of their specimens.
func TestCountedEvents(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db,
		event{id: "plain", day: "2020-07-01", effort: 2, caught: map[string]int{"Culex pipiens": 10, "Aedes vexans": 4}},
		event{id: "zero", day: "2020-07-02", effort: 3},
		event{id: "problem", day: "2020-07-03", effort: 1, columns: "problem=true", caught: map[string]int{"Culex pipiens": 1000}},
		event{id: "none", day: "2020-07-04", caught: map[string]int{"Culex pipiens": 1000}},
		event{id: "incomplete", day: "2020-07-05", effort: 1, columns: "complete=false", caught: map[string]int{"Culex pipiens": 1000}},
		event{id: "aedes", day: "2020-07-06", effort: 5, columns: "target_taxa='{Aedes}'", caught: map[string]int{"Aedes vexans": 7, "Culex pipiens": 1000}},
		event{id: "males", day: "2020-07-07", effort: 1, record: "sex='male'", caught: map[string]int{"Culex pipiens": 100}},
		event{id: "larvae", day: "2020-07-08", effort: 1, record: "life_stage='larva'", caught: map[string]int{"Culex pipiens": 100}},
		event{id: "females", day: "2020-07-09", effort: 1, record: "sex='Female';life_stage='Adult'", caught: map[string]int{"Culex pipiens": 6}},
		event{id: "undivided", day: "2020-07-10", effort: 1, caught: map[string]int{"Culex pipiens/restuans": 9, "Culex": 1}},
	)
	s := newService(t, db, true)

	all := ask[abundances](t, s, "/analytics/abundance")
	if r := only(t, all); r.Specimens != 10+4+7+6+10 || r.Effort != 14 || r.Events != 7 || r.ZeroEvents != 3 {
		t.Errorf("all names: %+v", r)
	}
	if all.Unit == nil || *all.Unit != "trap_night" || *all.Zeros != "complete" || *all.Completeness != "assumed" || all.Unsexed != 31 || all.Unidentified != 10 {
		t.Errorf("all names: %+v", all.Envelope)
	}
	if want := "map[incomplete:1 no_effort:1 problem:1]"; fmt.Sprint(all.Excluded) != want {
		t.Errorf("left out are %v, want %s", all.Excluded, want)
	}

	pipiens := ask[abundances](t, s, "/analytics/abundance?species=culex-pipiens")
	if r := only(t, pipiens); r.Specimens != 16 || r.Effort != 9 || r.Events != 6 || r.ZeroEvents != 4 || r.Undivided != 1 {
		t.Errorf("Culex pipiens: %+v", r)
	}
	if pipiens.Excluded["not_targeted"] != 1 {
		t.Errorf("left out are %v", pipiens.Excluded)
	}
	if r := only(t, ask[abundances](t, s, "/analytics/abundance?species=culex-pipiens&sex=male")); r.Specimens != 100 {
		t.Errorf("males: %+v", r)
	}
	if r := only(t, ask[abundances](t, s, "/analytics/abundance?species=culex-pipiens&life_stage=larva,adult")); r.Specimens != 106 {
		t.Errorf("larvae and stated adults: %+v", r)
	}
	if r := only(t, ask[abundances](t, s, "/analytics/abundance?unit=collection")); r.Effort != 8 || r.Specimens != 1037 {
		t.Errorf("by collection: %+v", r)
	}

	var names []string
	for _, r := range ask[abundances](t, s, "/analytics/abundance?by=species").Results {
		names = append(names, fmt.Sprintf("%s %d/%g zero %d doubt %d", *r.SpeciesID, r.Specimens, r.Effort, r.ZeroEvents, r.Undivided))
	}
	want := []string{
		"aedes-vexans 11/14 zero 5 doubt 0", "culex 1/9 zero 5 doubt 0", "culex-pipiens 16/9 zero 4 doubt 1",
		"culex-pipiens-or-restuans 9/9 zero 5 doubt 0",
	}
	if !slices.Equal(names, want) {
		t.Errorf("by species:\n%s\nwant\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
}

// only returns the one result of an answer.
func only(t *testing.T, a abundances) analytics.Abundance {
	t.Helper()
	if len(a.Results) != 1 {
		t.Fatalf("there are %d results: %+v", len(a.Results), a.Results)
	}
	return a.Results[0]
}

// TestBadQuestions: what cannot be answered says why.
func TestBadQuestions(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db,
		event{id: "traps", day: "2020-07-01", effort: 2, caught: map[string]int{"Culex pipiens": 10}},
		event{id: "dips", day: "2020-07-01", effort: 20, unit: "dip"},
		event{id: "none", day: "2021-07-01", caught: map[string]int{"Culex pipiens": 10}},
	)
	s := newService(t, db, true)
	for query, want := range map[string]string{
		"":                                       "mixed_units",
		"start_date=2021-01-01":                  "effort_missing",
		"unit=house":                             "effort_missing",
		"country=ng":                             "effort_missing",
		"unit=furlong":                           "not_allowed",
		"by=sex":                                 "not_allowed",
		"interval=day":                           "not_allowed",
		"weeks=julian":                           "not_allowed",
		"f=xml":                                  "not_allowed",
		"min_nights=-1":                          "too_small",
		"nonsense=1":                             "unknown_parameter",
		"country=atlantis":                       "unknown_country",
		"unit=trap_night&min_nights=1":           "effort_missing",
		"unit=trap_night&interval=fortnight":     "not_allowed",
		"unit=trap_night&pool_protocols=perhaps": "not_allowed",
	} {
		status, body := s.get(t, "/analytics/abundance?"+query)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `"type":"`+want+`"`) {
			t.Errorf("%s: %d %s, want %s", query, status, body, want)
		}
	}
	if _, body := s.get(t, "/analytics/abundance?start_date=2021-01-01"); !strings.Contains(body, "1 records match; events that do not count: no_effort 1") {
		t.Errorf("without effort: %s", body)
	}
	if a := ask[abundances](t, s, "/analytics/abundance?species=nobody"); len(a.Results) != 0 || a.Events != 0 {
		t.Errorf("an unknown name: %+v", a)
	}
	if status, body := s.get(t, "/analytics/anomaly"); status != http.StatusUnprocessableEntity || !strings.Contains(body, "year is required") {
		t.Errorf("an anomaly without a year: %d %s", status, body)
	}
}

// TestFormats: CSV and GeoJSON have the results of the JSON, and a client that has an answer gets 304.
func TestFormats(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db, event{id: "e", day: "2020-07-01", site: "=T1", protocol: "CO2, dry ice", effort: 2, caught: map[string]int{"Culex pipiens": 10}})
	s := newService(t, db, true)
	_, csv := s.get(t, "/analytics/abundance?by=site&interval=month&f=csv")
	want := "bin,start,end,protocol,species_id,species,country_id,area_id,site_id,data_source,specimens,effort,events,zero_events,sites,abundance,se,lower,upper,williams,undivided_events\r\n" +
		"2020-07,2020-07-01,2020-07-31,\"CO2, dry ice\",,,,,'=T1,one,10,2,1,0,1,5,,,,"
	if !strings.HasPrefix(csv, want) {
		t.Errorf("CSV:\n%s\nwant\n%s", csv, want)
	}
	_, features := s.get(t, "/analytics/abundance?by=site&f=geojson")
	if !strings.Contains(features, `"geometry":{"type":"Point","coordinates":[1,41]}`) || !strings.Contains(features, `"site_id":"=T1"`) {
		t.Errorf("GeoJSON: %s", features)
	}
	resp, err := http.Get(s.URL + "/analytics/abundance")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/analytics/abundance", nil)
	req.Header.Set("If-None-Match", resp.Header.Get("ETag"))
	again, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if resp.Header.Get("ETag") == "" || again.StatusCode != http.StatusNotModified {
		t.Errorf("the same again: %s", again.Status)
	}
}
