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

// TestWhatEventsLookedFor: without a target an event looked for mosquitoes and nothing else, and one whose target nobody understands is in no
// rate and no search, from memory and by SQL.
func TestWhatEventsLookedFor(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into taxa (id, scientific_name, genus)
		select lower(replace(name, ' ', '-')), name, split_part(name, ' ', 1)
		from unnest(array['Culicoides imicola', 'Phlebotomus perniciosus', 'Ceratopogonidae', 'Diptera', 'Cullex pipiens', 'pipiens']) name;
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa on conflict do nothing`)
	store(t, db,
		event{id: "pipiens", day: "2020-07-01", effort: 1, caught: map[string]int{"Culex pipiens": 20, "Culicoides imicola": 5}},
		event{id: "midges", day: "2020-07-02", effort: 1, caught: map[string]int{"Culicoides imicola": 900}},
		event{id: "sandflies", day: "2020-07-03", effort: 1, caught: map[string]int{"Phlebotomus perniciosus": 80}},
		event{id: "family", day: "2020-07-04", effort: 1, caught: map[string]int{"Ceratopogonidae": 80}},
		event{id: "flies", day: "2020-07-05", effort: 1, caught: map[string]int{"Diptera": 80}},
		event{id: "misspelled", day: "2020-07-06", effort: 1, caught: map[string]int{"Cullex pipiens": 3, "pipiens": 4}},
		event{id: "vectors", day: "2020-07-07", effort: 1, columns: "target_taxa='{vectors}'"},
		event{id: "some", day: "2020-07-08", effort: 1, columns: "target_taxa='{Culex,vectors}'", caught: map[string]int{"Culex pipiens": 1000}},
		event{id: "unseen", day: "2020-07-09", effort: 1, columns: "target_taxa='{Aedes koreicus}'"},
		event{id: "pests", day: "2020-07-10", effort: 1, columns: "target_taxa='{Culicoides imicola}'", caught: map[string]int{"Culicoides imicola": 7}},
	)
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		all := ask[abundances](t, s, "/analytics/abundance")
		if r := only(t, all); r.Specimens != 20+3+4+7 || r.Events != 8 || r.ZeroEvents != 5 || r.Undivided != 1 || fmt.Sprint(all.Excluded) != "map[unknown_target:2]" {
			t.Errorf("memory %t, all: %+v, left out %v", memory, r, all.Excluded)
		}
		pipiens := ask[abundances](t, s, "/analytics/abundance?species=culex-pipiens")
		if r := only(t, pipiens); r.Specimens != 20 || r.Events != 6 || r.Undivided != 1 || fmt.Sprint(pipiens.Excluded) != "map[not_targeted:2 unknown_target:2]" {
			t.Errorf("memory %t, Culex pipiens: %+v, left out %v", memory, r, pipiens.Excluded)
		}
		midges := ask[abundances](t, s, "/analytics/abundance?species=culicoides-imicola")
		if r := only(t, midges); r.Specimens != 7 || r.Events != 1 || midges.Excluded["not_targeted"] != 7 {
			t.Errorf("memory %t, Culicoides imicola: %+v, left out %v", memory, r, midges.Excluded)
		}
		found := ask[struct {
			Results []analytics.Presence `json:"results"`
		}](t, s, "/analytics/presence?species=aedes-aegypti&by=country&country=fr")
		if got := found.Results[0].Searched; got.Events != 5 || got.Undecided != 1 {
			t.Errorf("memory %t, presence of Aedes aegypti: %+v", memory, got)
		}
	}
}

// TestNightsOfDerivedEffort: the nights that an effort was derived from are known, from memory and by SQL.
func TestNightsOfDerivedEffort(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db,
		event{id: "week", day: "2020-07-01", effort: 7, caught: map[string]int{"Culex pipiens": 14}},
		event{id: "traps", day: "2020-07-02", effort: 4, columns: "traps=2", caught: map[string]int{"Culex pipiens": 6}},
		event{id: "long", day: "2020-07-03", effort: 8, caught: map[string]int{"Culex pipiens": 100}},
		event{id: "stated", day: "2020-07-04", effort: 1, columns: "nights=1", caught: map[string]int{"Culex pipiens": 1}},
		event{id: "text", day: "2020-07-05", effort: 3, caught: map[string]int{"Culex pipiens": 1000}},
	)
	pgtest.Run(t, db, "update sampling_events set effort_source = 'derived' where event_id in ('week', 'traps', 'long')")
	for _, memory := range []bool{true, false} {
		a := ask[abundances](t, newService(t, db, memory), "/analytics/abundance?max_nights=7")
		if r := only(t, a); r.Events != 3 || r.Specimens != 21 || a.Excluded["nights"] != 2 {
			t.Errorf("memory %t: %+v, left out %v", memory, r, a.Excluded)
		}
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
		"min_nights=5&max_nights=2":              "too_small",
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
	if a := ask[abundances](t, s, "/analytics/abundance?species=nobody"); len(a.Results) != 0 || *a.Events != 0 {
		t.Errorf("an unknown name: %+v", a)
	}
	if _, body := s.get(t, "/analytics/presence?by=country&cells=h3"); !strings.Contains(body, `"type":"conflict"`) {
		t.Errorf("two kinds of places: %s", body)
	}
}

// TestFormats: CSV and GeoJSON have the results of the JSON, and a client that has an answer gets 304.
func TestFormats(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db, event{id: "e", day: "2020-07-01", site: "=T1", protocol: "CO2, dry ice", effort: 2, caught: map[string]int{"Culex pipiens": 10}})
	s := newService(t, db, true)
	_, csv := s.get(t, "/analytics/abundance?by=site&interval=month&f=csv")
	want := "bin,start,end,protocol,species_id,species,country_id,area_id,site_id,data_source,specimens,effort,events,zero_events,sites,abundance,se,lower,upper,williams,undivided_events," +
		"unit,zeros,completeness,pool_protocols\r\n2020-07,2020-07-01,2020-07-31,\"CO2, dry ice\",,,,,'=T1,one,10,2,1,0,1,5,,,,10,0,trap_night,missing,assumed,false\r\n"
	if csv != want {
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

// TestWordsForSexAndStage: what is no word for males or for what comes before the adult counts, and is told.
func TestWordsForSexAndStage(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for i, record := range []string{"", "sex='female'", "sex='U'", "sex='mixed'", "sex='macho'", "life_stage='imago'", "life_stage='unknown'", "life_stage='Larvae'"} {
		store(t, db, event{id: fmt.Sprint("e", i), day: "2020-07-01", effort: 1, record: record, caught: map[string]int{"Culex pipiens": 1}})
	}
	a := ask[abundances](t, newService(t, db, true), "/analytics/abundance")
	if r := only(t, a); r.Specimens != 6 || r.ZeroEvents != 2 || a.Unsexed != 5 || a.LeftOut != 2 {
		t.Errorf("%+v", a)
	}
}

// TestDatesSelectByTheLastDay: an event is selected by the day by which it lies in its bin, so a month asked alone is that month of a year.
func TestDatesSelectByTheLastDay(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db,
		event{id: "over", day: "2020-08-03", effort: 1, columns: "started_at='2020-07-28'", caught: map[string]int{"Culex pipiens": 8}},
		event{id: "inside", day: "2020-08-20", effort: 1},
		event{id: "after", day: "2020-09-02", effort: 1, columns: "started_at='2020-08-30'"},
		event{id: "long", day: "2020-08-31", effort: 1, columns: "nights=104"},
		event{id: "spread", day: "2020-08-10", effort: 1, columns: "started_at='2020-06-01'"},
	)
	s := newService(t, db, true)
	for _, query := range []string{"start_date=2020-08-01&end_date=2020-08-31", "months=8", "start_date=2020-01-01&end_date=2020-12-31"} {
		for _, r := range ask[abundances](t, s, "/analytics/abundance?interval=month&"+query).Results {
			if *r.Bin == "2020-08" && (r.Events != 2 || r.Specimens != 8) {
				t.Errorf("%s: %+v", query, r)
			}
		}
	}
	if a := ask[abundances](t, s, "/analytics/abundance?interval=month"); a.Unplaced != 2 {
		t.Errorf("%d events are unplaced, want those of 104 nights and of 71 days", a.Unplaced)
	}
}

// presences are an answer of presence.
type presences struct {
	analytics.Envelope
	Results []analytics.Presence `json:"results"`
}

// TestPresenceClasses: an event that caught the taxon in any form, or what may be it, was no search without a find.
func TestPresenceClasses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		event event
		query string
		want  string
	}{
		"found":          {event{caught: map[string]int{"Culex pipiens": 1}}, "", "found"},
		"nothing":        {event{}, "", "searched"},
		"others":         {event{caught: map[string]int{"Aedes vexans": 3}}, "", "searched"},
		"males":          {event{caught: map[string]int{"Culex pipiens": 1}, record: "sex='male'"}, "&sex=female", "undecided"},
		"not counted":    {event{caught: map[string]int{"Culex pipiens": 1}}, "&sex=male", "not_searched"},
		"not reviewed":   {event{caught: map[string]int{"Culex pipiens": 1}}, "&status=verified", "undecided"},
		"rejected":       {event{caught: map[string]int{"Culex pipiens": 1}, record: "status='rejected'"}, "", "undecided"},
		"undivided":      {event{caught: map[string]int{"Culex pipiens/restuans": 1}}, "", "undecided"},
		"genus":          {event{caught: map[string]int{"Culex": 1}}, "", "undecided"},
		"problem":        {event{columns: "problem=true"}, "", "not_searched"},
		"another target": {event{columns: "target_taxa='{Aedes}'"}, "", "not_searched"},
		"family":         {event{columns: "target_taxa='{Culicidae}'"}, "", "searched"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.Pool(t)
			test.event.day, test.event.effort = "2020-07-01", 300
			store(t, db, test.event, event{id: "with sexes", day: "2020-07-01", columns: "problem=true", caught: map[string]int{"Aedes vexans": 1}, record: "sex='female'"})
			for _, memory := range []bool{true, false} {
				a := ask[presences](t, newService(t, db, memory), "/analytics/presence?by=country&species=culex-pipiens&detectability=0.1"+test.query)
				i := slices.IndexFunc(a.Results, func(p analytics.Presence) bool { return *p.CountryID == "fr" })
				if p := a.Results[i]; p.Class != test.want || (p.ConfidenceAbsent != nil) != (test.want == "searched") || p.ConfidenceAbsent != nil && *p.ConfidenceAbsent >= 1 {
					t.Errorf("%+v, want %s", p, test.want)
				}
			}
		})
	}
}

// TestPresenceOfWeeks: an event whose last day lies within the dates found the taxon, also where its records begin before them.
func TestPresenceOfWeeks(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db, event{day: "2020-07-11", columns: "started_at='2020-07-05'", effort: 1, caught: map[string]int{"Culex pipiens": 3}})
	pgtest.Run(t, db, "update observations set observed_at = '2020-07-05Z', observed_until = '2020-07-11', date_precision = 'interval'")
	for _, memory := range []bool{true, false} {
		a := ask[presences](t, newService(t, db, memory), "/analytics/presence?by=country&species=culex-pipiens&start_date=2020-07-06&end_date=2020-07-12")
		i := slices.IndexFunc(a.Results, func(p analytics.Presence) bool { return *p.CountryID == "fr" })
		if p := a.Results[i]; p.Class != "found" || p.Found.Records != 0 || p.Found.Events != 1 || *p.Found.First != "2020-07-05" || *p.Found.Last != "2020-07-11" {
			t.Errorf("in memory %v: %+v", memory, p)
		}
	}
}

// TestCountedSex: where a data source states no male in any collection, nobody knows whether there was none.
func TestCountedSex(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db, event{day: "2020-07-01", effort: 1, caught: map[string]int{"Culex pipiens": 3}, record: "sex='female'"}, event{id: "none", day: "2020-07-02", effort: 1})
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		for _, condition := range []string{"sex=male", "life_stage=larva"} {
			if status, body := s.get(t, "/analytics/abundance?"+condition); status != 422 || !strings.Contains(body, "not_counted 2") {
				t.Errorf("%s in memory %v: %d %s", condition, memory, status, body)
			}
		}
		if r := only(t, ask[abundances](t, s, "/analytics/abundance?sex=female")); r.Specimens != 3 || r.ZeroEvents != 1 {
			t.Errorf("females: %+v", r)
		}
	}
	store(t, db, event{id: "males", day: "2020-07-03", effort: 1, caught: map[string]int{"Culex pipiens": 2}, record: "sex='male'"})
	for _, memory := range []bool{true, false} {
		a := ask[abundances](t, newService(t, db, memory), "/analytics/abundance?sex=male")
		if r := only(t, a); r.Specimens != 2 || r.ZeroEvents != 2 || a.Unsexed != 0 {
			t.Errorf("males in memory %v: %+v", memory, a)
		}
	}
}

// TestRecordsEnvelope: the envelope of an answer about records is about these.
func TestRecordsEnvelope(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db, event{day: "2020-07-01", effort: 4, caught: map[string]int{"Culex pipiens": 3}, record: "sex='male'"},
		event{id: "genus", day: "2020-08-01", effort: 4, caught: map[string]int{"Culex": 5}}, event{id: "none", day: "2020-09-01", effort: 4})
	for _, memory := range []bool{true, false} {
		s := newService(t, db, memory)
		a := ask[struct {
			analytics.Envelope
			Results []analytics.Records `json:"results"`
		}](t, s, "/analytics/timeseries")
		if a.Effort != nil || a.LeftOut != 0 || a.Unsexed != 5 || a.Unidentified != 5 || *a.Events != 3 || len(a.Results) != 2 {
			t.Errorf("in memory %v: %+v", memory, a)
		}
		empty := ask[struct{ Results []analytics.Records }](t, s, "/analytics/timeseries?interval=day&start_date=2020-07-10&end_date=2020-07-12")
		if len(empty.Results) != 3 {
			t.Errorf("days without records in memory %v: %+v", memory, empty)
		}
	}
}

// TestSeasonsOfOneSource: the years of a data source do not depend on others.
func TestSeasonsOfOneSource(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for _, day := range []string{"2018-05-10", "2019-05-10", "2020-10-10"} {
		pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key)
			select gen_random_uuid(), min(key), 1, 'srid=4326;point(1 41)', $1::timestamptz, 'day', 1 from taxa`, day)
	}
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key)
		select gen_random_uuid(), min(key), 1, 'srid=4326;point(1 41)', at::timestamptz, 'day', 2 from taxa, unnest(array['2010-01-01', '2022-12-01']) at group by at`)
	a := ask[struct{ Results []analytics.Season }](t, newService(t, db, true), "/analytics/seasonality?data_source="+pgtest.Value[string](t, db, "select id from data_sources where key = 1"))
	years := map[string]int{}
	for _, season := range a.Results {
		years[season.Season] = season.Years
	}
	if years["05"] != 3 || years["10"] != 3 || years["01"] != 2 || years["11"] != 2 {
		t.Errorf("years by month: %v", years)
	}
}

// TestAnomalyOfDates: dates choose bins of the year and not the years before it.
func TestAnomalyOfDates(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for year := 2015; year <= 2020; year++ {
		store(t, db, event{id: fmt.Sprint(year), day: fmt.Sprintf("%d-08-15", year), effort: 2, caught: map[string]int{"Culex pipiens": year - 2010}},
			event{id: fmt.Sprint(year, "x"), day: fmt.Sprintf("%d-05-15", year), effort: 2})
	}
	s := newService(t, db, true)
	type anomalies struct {
		analytics.Envelope
		Results []analytics.Anomaly
	}
	if a := ask[anomalies](t, s, "/analytics/anomaly?interval=month&start_date=2018-08-01&end_date=2018-12-31"); len(a.Results) != 1 || a.Results[0].Bin != "2018-08" || *a.Events != 4 {
		t.Errorf("dates of an earlier year: %+v", a)
	}
	for _, query := range []string{"year=2020&start_date=2020-08-01&end_date=2020-08-31", "start_date=2020-06-01"} {
		a := ask[anomalies](t, s, "/analytics/anomaly?interval=month&"+query).Results
		if len(a) != 1 || a[0].Bin != "2020-08" || len(a[0].Years) != 5 || *a[0].Mean != 3.5 || *a[0].Band != 3 {
			t.Errorf("%s: %+v", query, a)
		}
	}
}
