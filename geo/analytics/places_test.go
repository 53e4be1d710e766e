package analytics_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// placed are sampling events at places, with the specimens of Culex pipiens that each caught.
type placed struct {
	lats, lons, effort []float64
	days, protocols    []string
	caught             []int
}

func (p *placed) add(cell h3.Cell, day string, effort float64, caught int) {
	at := cell.LatLng()
	p.lats, p.lons, p.effort = append(p.lats, at.Lat), append(p.lons, at.Lng), append(p.effort, effort)
	p.days, p.protocols, p.caught = append(p.days, day), append(p.protocols, "GRAVID"), append(p.caught, caught)
}

func (p *placed) store(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	pgtest.Run(t, db, `
		with drawn as (select * from unnest($1::float8[], $2::float8[], $3::float8[], $4::timestamptz[], $5::text[], $6::int[]) with ordinality
				as e (lon, lat, effort, day, protocol, caught, n)),
			stored as (insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision, sampling_protocol, effort, effort_unit, effort_source, country_id)
				select gen_random_uuid(), 1, 'p' || n, ST_SetSRID(ST_MakePoint(lon, lat), 4326), day, 'day', protocol, effort, 'trap_night', 'stated', 'fr' from drawn)
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, country_id)
		select gen_random_uuid(), 1, caught, ST_SetSRID(ST_MakePoint(lon, lat), 4326), day, 'day', 1, 'p' || n, 'fr' from drawn where caught > 0`,
		p.lons, p.lats, p.effort, p.days, p.protocols, p.caught)
}

// centre is where the places of these tests are.
func centre(resolution int) h3.Cell { return h3.LatLngToCell(h3.NewLatLng(45, 3), resolution) }

type hotspots struct {
	analytics.HotspotEnvelope
	Results []analytics.Hotspot `json:"results"`
}

// TestHotspots: a patch of seven cells with much more than the other 200 is hot, and nothing else; a cell with little effort has no part.
func TestHotspots(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	cells := centre(6).GridDisk(8)
	var events placed
	hot := map[string]bool{}
	for _, cell := range centre(6).GridDisk(1) {
		hot[cell.String()] = true
	}
	for i, cell := range cells[:207] {
		caught := 10 + i%5*6
		if hot[cell.String()] {
			caught = 900
		}
		events.add(cell, "2020-07-01", 10, caught)
	}
	events.add(cells[207], "2020-07-01", 4, 10_000)
	events.store(t, db)
	for _, memory := range []bool{true, false} {
		a := ask[hotspots](t, newService(t, db, memory), "/analytics/hotspots?resolution=6&species=culex-pipiens")
		if a.Title != "abundance" || a.Cells != 207 || len(a.Results) != 208 {
			t.Errorf("%s, %d of %d cells", a.Title, a.Cells, len(a.Results))
		}
		found := 0
		for _, r := range a.Results {
			switch {
			case r.Cell == cells[207].String():
				if *r.Reason != "little_effort" || r.Class != nil || *r.Abundance != 2500 {
					t.Errorf("little effort: %+v", r)
				}
			case *r.Class == "hot":
				found++
				if center := h3.Cell(h3.IndexFromString(r.Cell)); !near(*r.Effort, 10) || h3.GridDistance(center, centre(6)) > 2 {
					t.Errorf("%s is hot", r.Cell)
				}
			case *r.Class == "cold":
				t.Errorf("%s is cold", r.Cell)
			}
		}
		if found < len(hot) {
			t.Errorf("%d cells are hot", found)
		}
	}
}

// TestHotspotsOfShares: records without effort are compared by the share of the taxa, where there are ten records.
func TestHotspotsOfShares(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	cells := centre(6).GridDisk(4)
	for i, cell := range cells {
		at := cell.LatLng()
		of, all := 2, 10
		switch {
		case i < 7:
			of = 9
		case i == len(cells)-1:
			of, all = 9, 9
		}
		pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id)
			select gen_random_uuid(), case when n <= $3 then 1 else 5 end, 100, ST_SetSRID(ST_MakePoint($1, $2), 4326), '2020-07-01', 'day', 'fr' from generate_series(1, $4::int) n`,
			at.Lng, at.Lat, of, all)
	}
	a := ask[hotspots](t, newService(t, db, true), "/analytics/hotspots?basis=share&resolution=6&species=culex-pipiens")
	if a.Title != "share of reports" || a.Cells != len(cells)-1 || a.Unit != nil {
		t.Errorf("%s of %d cells, unit %v", a.Title, a.Cells, a.Unit)
	}
	for _, r := range a.Results {
		switch r.Cell {
		case cells[0].String():
			if *r.Class != "hot" || *r.Share != 0.9 || *r.Records != 9 || *r.AllRecords != 10 || r.Abundance != nil {
				t.Errorf("the middle: %+v", r)
			}
		case cells[len(cells)-1].String():
			if *r.Reason != "few_records" || r.Z != nil {
				t.Errorf("nine records: %+v", r)
			}
		}
	}
}

type trends struct {
	analytics.Envelope
	Results []analytics.Trend `json:"results"`
}

// TestTrend: the exact example of seven values, and the same with a year between that nobody searched, which halves no slope but its own.
func TestTrend(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	var events placed
	for i, caught := range []int{31, 28, 40, 44, 39, 52, 50} {
		events.add(centre(6), fmt.Sprintf("%d-07-15", 2010+i), 10, caught)
	}
	events.store(t, db)
	s := newService(t, db, true)
	r := ask[trends](t, s, "/analytics/trend").Results[0]
	if *r.S != 13 || math.Abs(*r.P-0.06905) > 5e-6 || *r.Q != *r.P || *r.Class != "none" || len(r.Years) != 7 || r.Abundance[6] != 5 || r.CountryID != nil {
		t.Errorf("%+v", r)
	}
	slope := *r.Slope
	pgtest.Run(t, db, "update sampling_events set ended_at = ended_at + interval '10 years' where ended_at > '2013-01-01'")
	if err := s.index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r = ask[trends](t, s, "/analytics/trend?by=country").Results[0]; *r.S != 13 || *r.Slope >= slope/2 || *r.CountryID != "fr" || r.Years[6] != 2026 {
		t.Errorf("with a gap of ten years: %+v", r)
	}
}

// TestTrendOfCells: q counts every place, a place with fewer than five years has a reason, and the months of the Filter and of the season are
// compared with themselves.
func TestTrendOfCells(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	var events placed
	cells := centre(5).GridDisk(1)
	for year := range 9 {
		for i, cell := range cells[:4] {
			if i == 3 && year > 3 {
				continue
			}
			for month, caught := range map[int]int{5: 1000 * (year % 2), 8: 100 + i*40*year*(1-i%2)} {
				events.add(cell, fmt.Sprintf("%d-%02d-15", 2010+year, month), 10, caught)
			}
		}
	}
	events.store(t, db)
	s := newService(t, db, true)
	for query, rising := range map[string]int{"by=cells": 0, "by=cells&seasonal=month": 1, "cells=h3&months=8": 1} {
		classes := map[string]string{}
		for _, r := range ask[trends](t, s, "/analytics/trend?resolution=5&"+query).Results {
			if r.Class == nil {
				classes[*r.Cell] = *r.Reason
				continue
			}
			classes[*r.Cell] = *r.Class
			if *r.Class == "rising" {
				rising--
			}
			if *r.Q < *r.P || r.S == nil {
				t.Errorf("%s: %+v", query, r)
			}
		}
		if rising != 0 || len(classes) != 4 || classes[cells[3].String()] != "few_years" {
			t.Errorf("%s: %v", query, classes)
		}
	}
}

type spreads struct {
	analytics.SpreadEnvelope
	Results []analytics.Spread `json:"results"`
}

// TestSpreadOfADisk: the taxon is in a disk that grows by 10 km a year, and everything is searched every year; where the search grows with the
// disk, there is no rate.
func TestSpreadOfADisk(t *testing.T) {
	t.Parallel()
	for _, everything := range []bool{true, false} {
		db := pgtest.Pool(t)
		var events placed
		middle := centre(6).LatLng()
		for year := 1; year <= 8; year++ {
			for _, cell := range centre(6).GridDisk(15) {
				at := cell.LatLng()
				caught := 0
				if h3.GreatCircleDistanceKm(middle, at) <= float64(10*year) {
					caught = 1
				} else if !everything && h3.GreatCircleDistanceKm(middle, at) > float64(20*year) {
					continue
				}
				events.add(cell, fmt.Sprintf("%d-07-01", 2010+year), 1, caught)
			}
		}
		events.store(t, db)
		a := ask[spreads](t, newService(t, db, true), "/analytics/spread?species=culex-pipiens&resolution=6")
		switch {
		case !everything:
			if a.Rate != nil || a.Reason == nil || *a.Reason != "search_differs" {
				t.Errorf("where the search grows: %v a year", a.Rate)
			}
			continue
		case a.Rate == nil || math.Abs(*a.Rate-10) > 0.5 || *a.Lower > *a.Rate || *a.Upper < *a.Rate:
			t.Fatalf("%v km a year (%v), want 10", a.Rate, a.Years)
		}
		t.Logf("%.3f km a year (%.3f to %.3f)", *a.Rate, *a.Lower, *a.Upper)
		for _, r := range a.Results {
			if first := r.FirstFound == 2011; first != (r.Class == "first_searched") || first != (r.LastSearchedBefore == nil) || !first && *r.LastSearchedBefore != r.FirstFound-1 {
				t.Errorf("%+v", r)
			}
		}
	}
}

// TestSpreadBySearch: doubt and absences about the years before a first find.
func TestSpreadBySearch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		event event
		want  string
	}{
		"nobody searched": {event{day: "2012-07-01", effort: 1}, "first_searched"},
		"searched":        {event{day: "2008-07-01", effort: 1}, "new_here"},
		"in doubt":        {event{day: "2008-07-01", effort: 1, caught: map[string]int{"Culex": 1}}, "first_searched"},
		"problem":         {event{day: "2008-07-01", effort: 1, columns: "problem=true"}, "first_searched"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.Pool(t)
			store(t, db, test.event, event{id: "found", day: "2010-07-01", effort: 1, caught: map[string]int{"Culex pipiens": 1}})
			for _, query := range []string{"", "&set=zones"} {
				a := ask[spreads](t, newService(t, db, true), "/analytics/spread?species=culex-pipiens"+query)
				if len(a.Results) == 0 || a.Results[0].Class != test.want || a.Results[0].FirstFound != 2010 || *a.Reason != "few_years" {
					t.Errorf("%s: %+v", query, a)
				}
			}
		})
	}
	db := pgtest.Pool(t)
	store(t, db, event{day: "2010-07-01", effort: 1, caught: map[string]int{"Culex pipiens": 1}})
	pgtest.Run(t, db, `insert into absences (id, data_source_key, source_hash, taxon_key, geom, observed_at, date_precision, country_id)
		select gen_random_uuid(), 2, md5(day)::uuid, 1, 'srid=4326;point(1 41)', day::timestamptz, 'day', 'fr' from unnest(array['2007-07-01', '2013-07-01']) day`)
	s := newService(t, db, true)
	a := ask[spreads](t, s, "/analytics/spread?species=culex-pipiens")
	if r := a.Results[0]; r.Class != "new_here" || *r.LastSearchedBefore != 2007 {
		t.Errorf("an absence before: %+v", r)
	}
	for _, change := range []struct {
		statement, want string
	}{
		{"delete from absences where observed_at = '2007-07-01'", "first_searched"},
		{`insert into absences (id, data_source_key, source_hash, taxon_key, geom, observed_at, date_precision, country_id)
			select gen_random_uuid(), 2, md5('2004')::uuid, 1, 'srid=4326;point(1 41)', '2004-07-01', 'day', 'fr'`, "new_here"},
		{"update absences set observed_at = '2014-07-01'", "first_searched"},
	} {
		pgtest.Run(t, db, change.statement)
		if err := s.index.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r := ask[spreads](t, s, "/analytics/spread?species=culex-pipiens").Results[0]; r.Class != change.want {
			t.Errorf("after %s: %+v", change.statement, r)
		}
	}
}

type richnesses struct {
	analytics.RichnessEnvelope
	Results []analytics.Richness `json:"results"`
}

// TestRichness: a subspecies is its species, and what is not identified to species counts for nothing.
func TestRichness(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `with added as (insert into taxa (id, scientific_name, genus) values ('culex-pipiens-pallens', 'Culex pipiens pallens', 'Culex') returning *)
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from added`)
	store(t, db,
		event{day: "2020-07-01", caught: map[string]int{"Culex pipiens": 4, "Culex pipiens pallens": 2, "Aedes vexans": 1, "Culex": 50}},
		event{day: "2020-07-02", effort: 3, caught: map[string]int{"Culex pipiens": 2, "Culex restuans": 1, "Culex pipiens/restuans": 7}},
		event{day: "2020-07-03", effort: 1},
	)
	for _, memory := range []bool{true, false} {
		a := ask[richnesses](t, newService(t, db, memory), "/analytics/richness?by=country&size=5")
		r := a.Results[0]
		// Specimens 8, 1, 1 and events 2, 1, 1: f1 = Q1 = 2, f2 = 0, Q2 = 1.
		if r.Events != 3 || r.Specimens != 10 || r.Unidentified != 57 || r.Observed != 3 || r.Q0 != 3 || a.Unidentified != 57 || *a.Size != 5 {
			t.Errorf("%+v", r)
		}
		for name, pair := range map[string][2]float64{
			"chao1": {*r.Chao1, 3 + 0.9}, "chao2": {*r.Chao2, 3 + 2.0/3*2}, "q2": {*r.Q2, 1 / 0.66}, "rarefied": {*r.Rarefied, 2},
		} {
			if !near(pair[0], pair[1]) {
				t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
			}
		}
	}
	if r := ask[richnesses](t, newService(t, db, true), "/analytics/richness?size=11").Results[0]; r.Rarefied != nil || r.CountryID != nil {
		t.Errorf("rarefied to more than there is: %+v", r)
	}
}

// TestRefusedQuestionsOfPlaces: each question that its events cannot answer is refused with what it lacks.
func TestRefusedQuestionsOfPlaces(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	store(t, db,
		event{day: "2020-07-01", effort: 9, protocol: "CDC", caught: map[string]int{"Culex pipiens": 1}},
		event{day: "2021-07-01", effort: 9, protocol: "CDC"},
		event{day: "2021-07-02", effort: 9, protocol: "GRAVID"},
		event{day: "2021-07-02", effort: 9, protocol: "OVI", unit: "dip"},
	)
	s := newService(t, db, true)
	for query, want := range map[string]string{
		"hotspots":                 "mixed_units",
		"hotspots?unit=trap_night": "mixed_protocols",
		"hotspots?unit=trap_night&pool_protocols=true":            `few_cells","loc":["query"],"msg":"1 cells`,
		"hotspots?unit=dip&country=ng":                            "effort_missing",
		"hotspots?basis=share":                                    "missing",
		"hotspots?basis=share&species=culex-pipiens":              "few_cells",
		"hotspots?ring=0":                                         "too_small",
		"hotspots?basis=share&species=culex-pipiens&min_effort=5": "not_allowed",
		"hotspots?basis=count":                                    "not_allowed",
		"trend?unit=trap_night":                                   "mixed_protocols",
		"trend?unit=trap_night&sampling_protocol=cdc":             "no place has more than 2",
		"trend?by=cells,country":                                  "conflict",
		"trend?by=area":                                           "set is required",
		"trend?seasonal=week":                                     "not_allowed",
		"spread":                                                  "missing",
		"spread?species=culex-pipiens&set=nowhere":                "unknown_set",
		"spread?species=culex-pipiens&by=country":                 "unknown_parameter",
		"richness":                                            "mixed_protocols",
		"richness?sampling_protocol=none":                     "effort_missing",
		"richness?size=0":                                     "too_small",
		"richness?cells=h3&resolution=5&set=zones":            "conflict",
		"hotspots?unit=trap_night&min_effort=-1":              "too_small",
		"trend?unit=trap_night&sampling_protocol=cdc&by=site": "not_allowed",
	} {
		status, body := s.get(t, "/analytics/"+query)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, strings.Split(want, `"`)[0]) {
			t.Errorf("%s: %d %s, want %s", query, status, body, want)
		}
	}
	for _, query := range []string{"hotspots?", "trend?by=country&", "spread?", "richness?"} {
		if status, body := s.get(t, "/analytics/"+query+"species=nobody"); status != http.StatusOK || !strings.Contains(body, `"results":[]`) {
			t.Errorf("an unknown name: %s: %d %s", query, status, body)
		}
	}
}
