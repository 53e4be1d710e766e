package contract_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestEveryAnswerFitsTheContract calls every operation of the document on a real server, with good and bad requests, and checks
// every answer against it.
func TestEveryAnswerFitsTheContract(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, skeetertest.BundledModel, "SKEETER_SAVE_PREDICTED_IMAGES=true")
	d.ImportFieldRecords()
	d.SavePicture(skeetertest.OwnID + ".jpg")
	c := client{skeetertest.NewClient(t, d.Serve())}
	pgtest.Run(t, d.Connect(), skeetertest.SpeciesImage)
	id := skeetertest.Decode[struct{ ID string }](t, c.WantRecord(201, skeetertest.Observation), 201).ID
	c.reads(id)
	c.creates()
	c.areas()
	c.changes(id)
	c.dataSources()
	c.events()
	c.alerts()
	c.pools()
	c.uploads()
	c.imports()
	c.people() // the last: once there is an account, the others may do nothing without
	for path, item := range c.Document.Paths.Map() {
		for method := range item.Operations() {
			if name := method + " " + path; !c.Called[name] {
				t.Errorf("%s is in the document and no request tried it", name)
			}
		}
	}
}

func (c client) reads(id string) {
	const base = skeetertest.API
	for target, status := range map[string]int{
		"/": 200, "/api/v1/": 200, "/health": 200, base + "/health": 200, "/livez": 200, "/readyz": 200, "/docs": 200, "/redoc": 200, "/embed.js": 200, "/manifest.webmanifest": 200, "/sw.js": 200,
		"/species": 200, "/species/nobody": 404, "/species/aedes-aegypti": 200, "/diseases": 200, "/diseases/malaria": 200, "/diseases/gout": 404, "/report": 200, "/import": 200, "/records": 200, "/records/7": 200, "/bulletin": 200, "/about": 200, "/sign-in": 200, "/account": 200, "/invitation": 200, "/review": 200, "/admin": 200, "/sources": 200, "/sources/nobody": 404,
		"/openapi.json": 200, "/openapi.yaml": 200, base + "/openapi.json": 200, "/metrics": 200, "/static/nothing.css": 404,
		"/basemap/0/0/0.mvt": 200, "/basemap/7/55/64.mvt": 204, "/basemap/8/0/0.mvt": 404,
		"/basemap/streets.json": 200, "/basemap/streets/0/0/0.mvt": 200, "/basemap/streets/1/0/0.mvt": 404,
		"/static/predictions/" + skeetertest.OwnID + ".jpg": 200, "/static/predictions/nothing.jpg": 404,
		base + "/species": 200, base + "/species?limit=2&offset=1&lang=ru": 200, base + "/species?search=%25_'\"&lang=xx": 200,
		base + "/species?limit=0": 422, base + "/species?limit=201": 422, base + "/species?limit=": 422, base + "/species?offset=-1": 422,
		base + "/species/aedes_aegypti?lang=es-MX": 200, base + "/species/Stegomyia%20aegypti": 200, base + "/species/nobody": 404,
		base + "/species/aedes-aegypti/images/" + skeetertest.OwnID: 200, base + "/species/aedes-aegypti/images/" + skeetertest.OwnID + "?size=small": 200,
		base + "/species/aedes-aegypti/images/" + skeetertest.OwnID + "?size=huge": 422, base + "/species/culex-pipiens/images/" + skeetertest.OwnID: 404, base + "/species/aedes-aegypti/images/7": 404,
		base + "/names?q=Ae.%20egypti%0ACulex%20pipiens/restuans%3F%0ANo%20mosquitoes": 200, base + "/names": 200, base + "/names?q=" + strings.Repeat("Aedes%0A", 101): 422,
		base + "/search?q=florida&limit=3": 200, base + "/search": 200, base + "/search?q=" + strings.Repeat("a", 201): 422, base + "/search?q=a%07b": 422, base + "/search?q=a&limit=51": 422,
		base + "/vector-species": 200, base + "/vector-species?disease_id=Dengue%20fever": 200, base + "/vector-species?disease_id=gout": 404,
		base + "/diseases?search=FI%C3%88VRE&lang=fr": 200, base + "/diseases?limit=abc": 422, base + "/diseases/malaria?lang=pt": 200,
		base + "/diseases/gout": 404, base + "/diseases/malaria/vectors": 200, base + "/diseases/gout/vectors": 404,
		base + "/geo/observations?lang=es": 200, base + "/geo/modeled": 200, base + "/geo/traps": 400, base + "/geo/observations?bbox=1,2": 400,
		base + "/geo/observations?start_date=x&months=13": 422, base + "/regions": 200, base + "/regions?limit=3&offset=2": 200, base + "/regions?limit=0": 422,
		base + "/countries": 200, base + "/countries?offset=x": 422, base + "/filters": 200, base + "/filter_options?lang=ru": 200, base + "/filters/species": 200, base + "/filters/countries": 200,
		base + "/filters/data_sources": 200, base + "/filters/diseases": 200, base + "/filters/regions": 200, base + "/filters/moods": 404,
		base + "/analytics/abundance?unit=collection": 422, base + "/analytics/abundance?by=sex": 422, base + "/analytics/anomaly?year=1": 422,
		base + "/analytics/presence": 200, base + "/analytics/presence?cells=h3&by=country": 422, base + "/analytics/presence?cells=h3&resolution=3&f=geojson": 200,
		base + "/analytics/timeseries?interval=year&f=csv": 200, base + "/analytics/timeseries?interval=hour": 422, base + "/analytics/seasonality": 200,
		base + "/analytics/hotspots": 422, base + "/analytics/hotspots?species=nobody": 200, base + "/analytics/hotspots?ring=4": 422, base + "/analytics/hotspots?basis=share": 422,
		base + "/analytics/infection": 422, base + "/analytics/infection?pathogen=Nothing": 422, base + "/analytics/infection?pathogen=WNV&estimator=bayes": 422,
		base + "/analytics/infection?pathogen=WNV&species=nobody": 200, base + "/analytics/vector_index": 422, base + "/analytics/vector_index?pathogen=Nothing": 422,
		base + "/analytics/trend": 422, base + "/analytics/trend?species=nobody&by=country": 200, base + "/analytics/trend?by=country,cells": 422, base + "/analytics/trend?by=area": 422,
		base + "/analytics/spread": 422, base + "/analytics/spread?species=aedes-albopictus&f=geojson": 200, base + "/analytics/spread?genus=Aedes&set=nuts3": 422,
		base + "/analytics/counts": 200, base + "/analytics/counts?by=country&f=geojson&decimals=1": 200, base + "/analytics/counts?f=csv&within=0,0,9,9": 200, base + "/analytics/counts?set=nuts3": 422, base + "/analytics/counts?decimals=8": 422,
		base + "/analytics/richness": 422, base + "/analytics/richness?species=nobody&by=cells&size=10": 200, base + "/analytics/richness?size=0": 422,
		base + "/observations": 200, base + "/observations?limit=5000": 200, base + "/observations?limit=0": 422, base + "/observations?sort=observed_at&limit=2": 200, base + "/observations?sort=-count&limit=2": 200, base + "/observations?sort=notes": 422, base + "/observations?bbox=0,0,1": 400,
		base + "/observations?species_id=culex_bahamensis&limit=1": 200, base + "/observations?user_id=default_user_id": 200, base + "/observations?cursor=zzz": 422,
		base + "/observations/" + id: 200, base + "/observations/00000000-0000-0000-0000-000000000000": 404, base + "/observations/7": 404,
		base + "/tiles/observations/0/0/0.mvt": 200, base + "/tiles/observations/0/0/0.pbf?species=aedes-albopictus": 200,
		base + "/tiles/observations/22/0/0.mvt": 204, base + "/tiles/observations/0/0/0.mvt?species=nobody": 204,
		base + "/tiles/observations/0/0/0.mvt?bbox=1,2,3,4": 422, base + "/tiles/observations/23/0/0.mvt": 404,
		base + "/tiles/observations/1/2/0.mvt": 404, base + "/tiles/observations/1/0/-1.mvt": 404, base + "/tiles/observations/01/0/0.mvt": 404,
		base + "/tiles/observations/0/0/0.mvt?start_date=x": 422, base + "/tiles/observations/x/y/z.mvt": 404,
		base + "/tiles/observations/99999999999999999999/0/0.mvt": 404, base + "/tiles/observations/0/0/0.mvt?start_date=%zz": 400,
		base + "/tiles/observations.json?species=culex-pipiens,aedes-aegypti&start_date=2006-06-01": 200, base + "/tiles/observations.json?months=13": 422,
		base + "/tiles/observations/style.json?country=fr": 200, base + "/tiles/observations/style.json?status=dead": 422,
		base + "/stats?start_date=2006-06-01": 200, base + "/stats?status=dead": 422, base + "/stats?include=bbox,facets,density&lang=fr": 200, base + "/stats?include=bbox&species=nobody": 200,
		base + "/stats?country=B%C3%A9lgica,FRA,Italie&region=Europe+occidentale": 200, base + "/stats?country=Atlantis": 422, base + "/geo/observations?region=mu": 422,
		base + "/export?data_source=nobody": 422, base + "/observations?country=zz&data_source=nobody": 422, base + "/tiles/observations/0/0/0.mvt?country=Atlantis": 422,
		base + "/tiles/observations.json?data_source=nobody": 422, base + "/tiles/observations/0/0/0.mvt?v=7&_=1": 200, base + "/stats?specie=x": 422, base + "/health?specie=x": 422,
		base + "/stats/table?by=species,week,country": 200, base + "/stats/table?by=sex&f=csv": 200, base + "/stats/table": 422, base + "/stats/table?by=hour": 422, base + "/stats/table?by=area&set=nuts3": 422,
		base + "/stats/table?by=year&bbox=1": 400, base + "/stats?include=all": 422, base + "/stats?vector_status=angry": 422, base + "/stats?genus=aedes&vector_status=HIGH&disease=dengue_fever": 200, base + "/export": 200, base + "/export?format=geojson": 200,
		base + "/export?format=geojsonseq": 200, base + "/export?format=dwca": 200, base + "/export?format=geoparquet": 200, base + "/export?format=arrow": 200,
		base + "/export?format=gpkg": 200, base + "/export?format=xlsx": 200, base + "/export?format=csv&excel=1": 200, base + "/export?format=pdf": 422,
		base + "/export?raw=1&include=absences": 200, base + "/export?include=Absences&format=geojson": 200, base + "/export?include=events": 422, base + "/export?raw=maybe": 422,
		base + "/data_sources": 200, base + "/data_sources?limit=201": 422, base + "/data_sources/nowhere": 404, base + "/areas": 200, base + "/areas?set=nuts3": 422, base + "/areas?search=paris": 200, base + "/areas?limit=0": 422, base + "/areas/nowhere": 404, base + "/areas/x?f=pdf": 422,
		base + "/stats?area=nowhere": 422, base + "/absences?area=nowhere": 422, base + "/tiles/observations/0/0/0.mvt?area=nowhere": 422,
		base + "/absences": 200, base + "/absences?f=geojson&limit=1": 200, base + "/absences?limit=0": 422, base + "/absences?bbox=1": 400, base + "/absences?cursor=zzz": 422,
	} {
		c.Want(status, "GET", target, "")
		if status == 200 && !testenv.Long() {
			continue // TestContract asks for the head of one such answer of each route
		}
		if head := c.Send("HEAD", target, ""); head.Status != status || len(head.Body) != 0 {
			c.T.Errorf("HEAD %s: %d, %d bytes", target, head.Status, len(head.Body))
		}
	}
}

func (c client) dataSources() {
	for _, tc := range []struct {
		body   string
		status int
	}{
		{`{"title":"Traps of the coast","contact":"traps@example.org","url":"https://example.org/"}`, 201},
		{`{"title":"Traps of the coast","contact":"traps@example.org","url":"https://example.org/"}`, 200},
		{`{"title":"traps of the coast"}`, 409}, {`{}`, 422}, {`{"title":"Synthetic"}`, 422}, {`[`, 422},
	} {
		c.Want(tc.status, "POST", skeetertest.API+"/data_sources", tc.body, "Content-Type", "application/json")
	}
	for body, status := range map[string]int{`{"obscured_degrees":0.1}`: 200, `{"obscured_degrees":0.3}`: 422, `{"obscured_degrees":"0.1"}`: 422, `{"title":"x"}`: 422, `[`: 422} {
		c.Want(status, "PATCH", skeetertest.API+"/data_sources/traps-of-the-coast", body, "Content-Type", "application/json")
	}
	c.Want(404, "PATCH", skeetertest.API+"/data_sources/nowhere", `{"obscured_degrees":0.1}`, "Content-Type", "application/json")
	c.Want(200, "GET", skeetertest.API+"/data_sources/traps-of-the-coast", "")
}

func (c client) events() {
	with := func(members string) string { return "{" + members + "," + skeetertest.Event[1:] }
	for _, tc := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "", "{", 422}, {"POST", "", "{}", 422}, {"POST", "", with(`"traps":0,"effort_unit":"hour"`), 422}, {"POST", "", with(`"mood":"good"`), 422},
		{"POST", "", strings.Replace(skeetertest.Event, "field-work", "nobody", 1), 422}, {"POST", "", strings.Replace(skeetertest.Event, "2012-08-11", "2012-08-09", 1), 422},
		{"POST", "", with(`"remarks":"` + strings.Repeat("x", 1<<20) + `"`), 413},
		{"POST", "", with(`"lure":"CO2","nights":2,"complete":true,"site_id":"T2"`), 201}, {"POST", "", with(`"lure":"CO2","nights":2.0,"complete":true,"site_id":"T2"`), 200},
		{"POST", "", skeetertest.Event, 409}, {"POST", "", strings.Replace(skeetertest.Event, "Culex", "Mosquito novus", 1), 409},
		{"GET", "", "", 200}, {"GET", "?f=geojson&zero=true&problem=false&species=Culex+pipiens", "", 200}, {"GET", "?zero=false&limit=1", "", 200},
		{"GET", "?zero=maybe", "", 422}, {"GET", "?bbox=1", "", 400}, {"GET", "?cursor=zzz", "", 422}, {"GET", "?problem=1", "", 422},
		{"GET", "/" + skeetertest.EventID, "", 200}, {"GET", "/" + skeetertest.OwnID, "", 404}, {"GET", "/7", "", 404},
		{"PATCH", "/" + skeetertest.EventID, `{"problem":true,"target_taxa":["Mosquito novus"],"started_at":"2012-08-09T20:00Z","ended_at":"2012-08-10T06:00:00-05:00"}`, 200},
		{"PATCH", "/" + skeetertest.EventID, `{"event_id":"other"}`, 422}, {"PATCH", "/" + skeetertest.OwnID, `{}`, 404},
		{"DELETE", "/" + skeetertest.OwnID, "", 404}, {"DELETE", "/" + skeetertest.EventID, "", 204},
	} {
		var header []string
		if tc.body != "" {
			header = []string{"Content-Type", "application/json"}
		}
		c.Want(tc.status, tc.method, skeetertest.Events+tc.path, tc.body, header...)
	}
	c.Want(415, "POST", skeetertest.Events, skeetertest.Event, "Content-Type", "text/plain")
}

func (c client) alerts() {
	c.Want(201, "POST", skeetertest.AlertRules, skeetertest.AlertRule, "Content-Type", "application/json")
	var alerts []struct{ ID string }
	testenv.Eventually(c.T, "the rule raises an alert", func() bool {
		alerts = skeetertest.Decode[struct{ Alerts []struct{ ID string } }](c.T, c.Get(skeetertest.Alerts), 200).Alerts
		return len(alerts) > 0
	})
	own := "/rules/" + skeetertest.OwnID
	for _, tc := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/rules", skeetertest.AlertRule, 200}, {"POST", "/rules", strings.Replace(skeetertest.AlertRule, "Tiger", "Other", 1), 409}, {"POST", "/rules", "{", 422},
		{"POST", "/rules", `{"kind":"silence","name":"x","mood":1}`, 422}, {"POST", "/rules", `{"name":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		{"GET", "/rules", "", 200}, {"GET", "/rules?kind=introduction&limit=1", "", 200}, {"GET", "/rules?kind=doom", "", 422}, {"GET", own, "", 200}, {"GET", "/rules/7", "", 404},
		{"PATCH", own, `{"name":"Tiger","parameters":{"distance_km":20}}`, 200}, {"PATCH", own, `{"kind":"silence"}`, 422}, {"PATCH", "/rules/7", `{}`, 404},
		{"GET", "", "", 200}, {"GET", "?open=true&historical=true&state=new&since=2020-01-01&rule=" + skeetertest.OwnID, "", 200}, {"GET", "?since=x", "", 422},
		{"GET", "/" + alerts[0].ID, "", 200}, {"GET", "/7", "", 404}, {"PATCH", "/" + alerts[0].ID, `{"state":"seen","note":"x"}`, 200},
		{"PATCH", "/" + alerts[0].ID, `{"state":"x"}`, 422}, {"PATCH", "/7", `{}`, 404},
		{"GET", "/feed.atom", "", 200}, {"GET", "/feed.json?rule=" + skeetertest.OwnID, "", 200}, {"GET", "/feed.json?rule=x", "", 422},
		{"GET", "/feed.atom?rule=" + skeetertest.EventID, "", 404}, {"DELETE", "/rules/7", "", 404}, {"DELETE", own, "", 204},
	} {
		var header []string
		if tc.body != "" {
			header = []string{"Content-Type", "application/json"}
		}
		c.Want(tc.status, tc.method, skeetertest.Alerts+tc.path, tc.body, header...)
	}
	c.Want(415, "POST", skeetertest.AlertRules, skeetertest.AlertRule, "Content-Type", "text/plain")
}

func (c client) pools() {
	with := func(members string) string { return "{" + members + "," + skeetertest.Pool[1:] }
	for _, tc := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "", "{", 422}, {"POST", "", "{}", 422}, {"POST", "", strings.Replace(skeetertest.Pool, "50", "1001", 1), 422}, {"POST", "", with(`"mood":"good"`), 422},
		{"POST", "", strings.Replace(skeetertest.Pool, "field-work", "nobody", 1), 422}, {"POST", "", strings.Replace(skeetertest.Pool, `"positive"`, `"POS"`, 1), 422},
		{"POST", "", with(`"remarks":"` + strings.Repeat("x", 1<<20) + `"`), 413},
		{"POST", "", skeetertest.Pool, 201}, {"POST", "", skeetertest.Pool, 200}, {"POST", "", with(`"tested_on":"2012-08-14","sex":"female"`), 409},
		{"POST", "", strings.Replace(skeetertest.Pool, "P1", "P2", 1), 201}, {"POST", "", strings.Replace(skeetertest.Pool, "pipiens", "novus", 1), 409},
		{"GET", "", "", 200}, {"GET", "?pathogen=WNV&result=positive,negative&species=Culex+pipiens", "", 200}, {"GET", "?event_id=T2-2012-W32&limit=1", "", 200},
		{"GET", "?result=maybe", "", 422}, {"GET", "?bbox=1", "", 400}, {"GET", "?cursor=zzz", "", 422}, {"GET", "?zero=true", "", 422},
		{"GET", "/" + skeetertest.PoolRecordID, "", 200}, {"GET", "/" + skeetertest.OwnID, "", 404}, {"GET", "/7", "", 404},
		{"PATCH", "/" + skeetertest.PoolRecordID, `{"result":"inconclusive","tested_on":"2012-08-20"}`, 200},
		{"PATCH", "/" + skeetertest.PoolRecordID, `{"pathogen":"SLEV"}`, 422}, {"PATCH", "/" + skeetertest.OwnID, `{}`, 404},
		{"DELETE", "/" + skeetertest.OwnID, "", 404}, {"DELETE", "/" + skeetertest.PoolRecordID, "", 204},
	} {
		var header []string
		if tc.body != "" {
			header = []string{"Content-Type", "application/json"}
		}
		c.Want(tc.status, tc.method, skeetertest.Pools+tc.path, tc.body, header...)
	}
	c.Want(415, "POST", skeetertest.Pools, skeetertest.Pool, "Content-Type", "text/plain")
}

func (c client) creates() {
	with := skeetertest.ObservationWith
	for name, tc := range map[string]struct {
		contentType, body string
		status            int
	}{
		"not JSON":          {"application/json", "{", 422},
		"no body":           {"application/json", "", 422},
		"another type":      {"text/plain", skeetertest.Observation, 415},
		"nothing required":  {"application/json", "{}", 422},
		"unknown field":     {"application/json", with(`"mood":"good"`), 422},
		"two spellings":     {"application/json", with(`"species_id":"culex-pipiens"`), 422},
		"unknown species":   {"application/json", strings.Replace(skeetertest.Observation, `"species_scientific_name":"Aedes albopictus"`, `"species_id":"nobody"`, 1), 422},
		"read-only":         {"application/json", with(`"country_id":"fr"`), 422},
		"latitude":          {"application/json", strings.Replace(skeetertest.Observation, "43.7", "91", 1), 422},
		"longitude":         {"application/json", strings.Replace(skeetertest.Observation, "7.25", "181", 1), 422},
		"NaN":               {"application/json", strings.Replace(skeetertest.Observation, "43.7", "NaN", 1), 422},
		"count 0":           {"application/json", strings.Replace(skeetertest.Observation, `"count":2`, `"count":0`, 1), 422},
		"half a mosquito":   {"application/json", strings.Replace(skeetertest.Observation, `"count":2`, `"count":1.5`, 1), 422},
		"future":            {"application/json", strings.Replace(skeetertest.Observation, "2024", "2124", 1), 422},
		"script as picture": {"application/json", with(`"image_url":"javascript:alert(1)"`), 422},
		"NUL":               {"application/json", with(`"notes":"a\u0000b"`), 422},
		"too long":          {"application/json", with(`"notes":"` + strings.Repeat("x", 4001) + `"`), 422},
		"too large":         {"application/json", with(`"notes":"` + strings.Repeat("x", 1<<20) + `"`), 413},
		"other spelling":    {"application/json", `{"species_id":"aedes_aegypti","location":{"latitude":-3.1,"longitude":-60},"count":1,"observed_at":"2020-01-01","observer_name":"A. Observer"}`, 201},
		"no count":          {"application/json", `{"species_id":"aedes_aegypti","latitude":-3.1,"location":{"lat":-3.1,"lng":-60},"observed_at":"2020-01-01"}`, 422},
		"a feature":         {"application/json", `{"type":"Feature","species_id":"aedes_aegypti","location":{"lat":-3.1,"lng":-60},"observed_at":"2020-01-01","image_filename":"a.jpg"}`, 201},
		"no feature":        {"application/json", with(`"type":"Point"`), 422},
		"a new name":        {"application/json", strings.Replace(skeetertest.Observation, "Aedes albopictus", "Culex novus", 1), 201},
	} {
		if a := c.Ask("POST", skeetertest.Observations, tc.body, "Content-Type", tc.contentType); a.Status != tc.status {
			c.T.Errorf("POST %s: %d, want %d: %s", name, a.Status, tc.status, a.Body)
		}
	}
	batch := skeetertest.Observations + "/batch"
	c.Want(200, "POST", batch+"?mode=each", "["+skeetertest.Observation+`,{"count":0}]`, "Content-Type", "application/json")
	c.Want(422, "POST", batch, `{"count":0}`, "Content-Type", "application/x-ndjson")
	c.Want(415, "POST", batch, "[]", "Content-Type", "text/plain")
	if n := c.Count(skeetertest.Observations + "?species=Culex+novus"); n != 1 {
		c.T.Errorf("a name just made finds %d records", n)
	}
	if a := c.Get(skeetertest.API + "/geo/observations"); bytes.Contains(a.Body, []byte("A. Observer")) || bytes.Contains(a.Body, []byte("user_id")) {
		c.T.Error("a public map names an observer")
	}
	own := with(`"id":"` + skeetertest.OwnID + `"`)
	c.WantRecord(201, own)
	c.WantRecord(200, own)
	c.WantRecord(409, strings.Replace(own, `"count":2`, `"count":3`, 1))
}

func (c client) areas() {
	for _, tc := range []struct {
		body   string
		status int
	}{{skeetertest.OwnArea, 201}, {`{"type":"Feature","geometry":` + skeetertest.OwnArea + `}`, 200}, {`{"type":"Point"}`, 422}, {"", 422}, {"{", 422}} {
		c.Want(tc.status, "POST", skeetertest.Areas, tc.body, "Content-Type", "application/geo+json")
	}
	c.Want(415, "POST", skeetertest.Areas, skeetertest.OwnArea, "Content-Type", "text/plain")
	c.Want(413, "POST", skeetertest.Areas, strings.Repeat(" ", 5<<20), "Content-Type", "application/json")
	c.Want(200, "GET", skeetertest.Areas+"/"+skeetertest.OwnAreaID, "")
	c.Want(200, "GET", skeetertest.Areas+"/"+skeetertest.OwnAreaID+"?f=geojson", "")
	for _, path := range []string{"/stats", "/observations", "/geo/observations", "/tiles/observations.json", "/export", "/absences"} {
		c.Want(200, "GET", skeetertest.API+path+"?area="+skeetertest.OwnAreaID, "")
	}
}

func (c client) changes(id string) {
	for _, tc := range []struct {
		id, contentType, body string
		status                int
	}{
		{id, "application/json", `{"count":5}`, 200}, {id, "application/merge-patch+json", `{"notes":"seen","metadata":{"a":{"b":1}}}`, 200},
		{id, "application/json", `{"count":null}`, 422}, {id, "application/json", `{"created_at":"2020-01-01"}`, 422}, {id, "text/plain", `{}`, 415},
		{"00000000-0000-0000-0000-000000000000", "application/json", `{}`, 404},
	} {
		c.Want(tc.status, "PATCH", skeetertest.Observations+"/"+tc.id, tc.body, "Content-Type", tc.contentType)
	}
	ofRecord := skeetertest.Observations + "/" + id + "/history"
	page := skeetertest.Decode[struct{ Entries []struct{ ID int } }](c.T, c.Want(200, "GET", ofRecord+"?limit=1", ""), 200)
	c.Want(422, "GET", ofRecord+"?limit=0", "")
	c.Want(404, "GET", skeetertest.Observations+"/seven/history", "")
	newest := fmt.Sprintf("%s/%d/undo", ofRecord, page.Entries[0].ID)
	c.Want(200, "POST", newest, "")
	c.Want(409, "POST", newest, "")
	c.Want(404, "POST", ofRecord+"/0/undo", "")
	c.Want(200, "GET", skeetertest.Observations+"/"+id+"/review", "")
	c.Want(404, "GET", skeetertest.Observations+"/seven/review", "")
	for query, status := range map[string]int{"": 200, "?sort=urgent&species=aedes-albopictus": 200, "?publication=withdrawn": 200, "?sort=x": 422, "?cursor=x": 422, "?bbox=1": 400} {
		c.Want(status, "GET", skeetertest.API+"/review/queue"+query, "")
	}
	for body, status := range map[string]int{
		`{"decisions":[{"observation_id":"` + id + `","decision":"needs_more","comment":"a picture?"},{"observation_id":"` + skeetertest.EventID + `","decision":"confirm"}]}`: 200, `{"decisions":[{"decision":"x"}]}`: 422,
		`{"decisions":[]}`: 422, `{}`: 422, `[`: 422,
	} {
		c.Want(status, "POST", skeetertest.API+"/review/decisions", body, "Content-Type", "application/json")
	}
	c.Want(415, "POST", skeetertest.API+"/review/decisions", "{}", "Content-Type", "text/plain")
	withdrawn := skeetertest.Observations + "/" + skeetertest.Decode[struct{ ID string }](c.T, c.WantRecord(201, skeetertest.Observation), 201).ID
	for target, status := range map[string]int{withdrawn + "?x=1": 422, skeetertest.Observations + "/seven": 404} {
		c.Want(status, "DELETE", target, "")
	}
	c.Want(412, "DELETE", withdrawn, "", "If-Match", `"other"`)
	c.Want(204, "DELETE", withdrawn, "")
	c.Want(200, "GET", withdrawn, "")
	c.Want(404, "GET", withdrawn, "", "Origin", "https://example.org")
}

func (c client) uploads() {
	for _, content := range []string{"no picture", ""} {
		c.Upload(400, skeetertest.API+"/predict", "file", []byte(content))
		c.Upload(200, skeetertest.API+"/predict/batch", "files", []byte(content))
	}
	for _, path := range []string{"/predict", "/predict/batch"} {
		c.Ask("POST", skeetertest.API+path, "{}", "Content-Type", "application/json")
	}
}

// TestTheDocumentHasTheLimitsOfTiles compares the limits that users read with those of the code.
func TestTheDocumentHasTheLimitsOfTiles(t *testing.T) {
	t.Parallel()
	documented := skeetertest.LoadDocument(t).Paths.Value(skeetertest.API + "/tiles/observations/{z}/{x}/{y}.mvt").Get.Description
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	for _, limit := range []string{
		thousands(geo.MaxPoints) + " matching records", thousands(geo.MaxTileBytes) + " bytes before compression", fmt.Sprintf("from zoom %d on", geo.MinPointZoom),
	} {
		if !strings.Contains(documented, limit) {
			t.Errorf("%q is not in: %s", limit, documented)
		}
	}
}

// frameOfEveryAnswer starts another server on the database of a deployment.
func frameOfEveryAnswer(t *testing.T, d *skeetertest.Deployment) {
	s := d.Beside("SKEETER_WRITE_TOKEN=secret", "SKEETER_API_V1_STR=/mosquitoes", "SKEETER_TILE_INDEX=false")
	const base = "/mosquitoes/v1"
	if a := s.Get("/api/v1/species"); a.Status != 404 || !bytes.Contains(a.Body, []byte(`"type":"not_found"`)) {
		t.Errorf("the default prefix: %d %s", a.Status, a.Body)
	}
	s.Answers(200, base+"/species/")
	if a := s.Send("DELETE", base+"/species", ""); a.Status != 405 || a.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("DELETE: %d, Allow %q", a.Status, a.Header.Get("Allow"))
	}
	if n := s.Count(base + "/stats"); n != 5000 || s.Count(base+"/observations") != n {
		t.Errorf("counts from SQL: %d", n)
	}
	if a := s.Post(base+"/observations", skeetertest.Observation); a.Status != 401 || a.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("without the token: %d", a.Status)
	}
	a := s.Send("POST", base+"/observations", skeetertest.Observation, "Content-Type", "application/json", "Authorization", "Bearer secret", "X-Request-Id", "my-id.1")
	if a.Status != 201 || !strings.Contains(a.Header.Get("Location"), base+"/observations/") || a.Header.Get("X-Request-Id") != "my-id.1" {
		t.Errorf("with the token: %d %v", a.Status, a.Header)
	}
	for i := range 50 {
		s.Get(fmt.Sprintf("%s/species/random-%d", base, i))
		s.Get(fmt.Sprintf("/nowhere/%d", i))
	}
	metrics := string(s.Get("/metrics").Body)
	if !strings.Contains(metrics, `skeeter_http_request_duration_seconds_count{code="404",method="GET",route="/mosquitoes/v1/species/{species_id}"} 50`) {
		t.Error("the metrics do not count by route template")
	}
	if strings.Contains(metrics, "random-") || strings.Contains(metrics, "nowhere") {
		t.Error("a path of a request is a label")
	}
	if gone := s.Send("DELETE", strings.TrimPrefix(a.Header.Get("Location"), s.Base), "", "Authorization", "Bearer secret"); gone.Status != 204 { // as in olderClients
		t.Errorf("the end of the record: %d %s", gone.Status, gone.Body)
	}
}
