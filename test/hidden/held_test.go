package hidden_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

const heldID = "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a77"

// heldReport cites a prediction, and is of a sampling event. So is a second one, with a name that nobody else wrote.
const (
	heldReport = `{"id":"` + heldID + `","species_scientific_name":"Aedes japonicus","count":3,"location":{"lat":41.87,"lng":-87.63},"observed_at":"2012-08-10",
		"notes":"behind the shed","life_stage":"adult","sex":"female","sampling_protocol":"BG","location_accuracy_m":7,
		"observer_name":"Anna Observer","user_id":"anna","prediction_id":"` + skeetertest.OwnID + `"}`
	unheardReport = `{"species_scientific_name":"Culex clandestinus","count":1,"location":{"lat":41.8,"lng":-87.6},"observed_at":"2012-08-10"}`
)

// publicReads are the requests that show records, by operation.
var publicReads = map[string][]string{
	"getSpecies": {"/api/v1/species/aedes-japonicus"}, "listRegions": {"/api/v1/regions"}, "listCountries": {"/api/v1/countries"}, "listFilterOptions": {"/api/v1/filters/species", "/api/v1/filters/countries", "/api/v1/filters/data_sources"},
	"getLayer": {"/api/v1/geo/observations"}, "getStats": {"/api/v1/stats?include=bbox,facets,density"}, "getTable": {"/api/v1/stats/table?by=species,year", "/api/v1/stats/table?by=sex&f=csv"},
	"getTile": {"/api/v1/tiles/observations/0/0/0.mvt", "/api/v1/tiles/observations/14/4203/6089.mvt"}, "getTilePBF": {"/api/v1/tiles/observations/0/0/0.pbf"},
	"getAbundance": {"/api/v1/analytics/abundance?unit=collection&species=aedes-japonicus"}, "getPresence": {"/api/v1/analytics/presence"},
	"getTimeseries": {"/api/v1/analytics/timeseries?interval=year"}, "getSeasonality": {"/api/v1/analytics/seasonality"},
	"getHotspots": {"/api/v1/analytics/hotspots?species=aedes-japonicus"}, "getTrend": {"/api/v1/analytics/trend?species=aedes-japonicus"},
	"getSpread": {"/api/v1/analytics/spread?species=aedes-japonicus"}, "getCounts": {"/api/v1/analytics/counts", "/api/v1/analytics/counts?species=aedes-japonicus"}, "getRichness": {"/api/v1/analytics/richness"},
	"listObservations": {"/api/v1/observations", "/api/v1/observations?user_id=anna", "/api/v1/observations?species=aedes-japonicus", "/api/v1/observations?event_id=T2-2012-W32"},
	"getRecordPage":    {"/records/" + heldID}, "search": {"/api/v1/search?q=" + heldID},
	"getObservation": {"/api/v1/observations/" + heldID}, "listEvents": {"/api/v1/events"}, "getEvent": {"/api/v1/events/" + skeetertest.EventID},
	"exportObservations": {"/api/v1/export", "/api/v1/export?format=geojson", "/api/v1/export?format=geojsonseq", "/api/v1/export?format=dwca"},
	"getItems":           {"/ogc/collections/observations/items?f=json", "/ogc/collections/countries/items?f=json&limit=300" + outlines(), "/ogc/collections/regions/items?f=json" + outlines(), "/ogc/collections/events/items?f=json", "/ogc/collections/counts/items?f=json", "/ogc/collections/counts/items?f=csv&by=sex,source"},
	"getItem":            {"/ogc/collections/observations/items/" + heldID + "?f=json", "/ogc/collections/events/items/" + skeetertest.EventID + "?f=json"},
	".collection.vector.getTile": {"/ogc/collections/observations/tiles/WebMercatorQuad/0/0/0", "/ogc/collections/observations/tiles/WebMercatorQuad/0/0/0?filter=count%3E0",
		"/ogc/collections/countries/tiles/WebMercatorQuad/" + tileOfShapes()},
	".dataset.vector.getTile": {"/ogc/tiles/WebMercatorQuad/" + tileOfShapes()},
}

// tileOfShapes is the tile of the world, whose shapes take seconds to draw; in the short form it is one of Chicago, where the record lies: rows before columns.
func tileOfShapes() string {
	if testenv.Long() {
		return "0/0/0"
	}
	return "9/190/131"
}

// outlines is what a request for countries or regions ends with: their shapes, of ten megabytes, are the same whatever records there are, and the short
// form does without them. The tiles of countries have them in both forms.
func outlines() string {
	if testenv.Long() {
		return ""
	}
	return "&skipGeometry=true"
}

// recordless are the operations that show no record and count none, and the picture, which is asked for apart.
var recordless = []string{
	"listSpecies", "getSpeciesImage", "listVectorSpecies", "listDiseases", "getDisease", "listDiseaseVectors", "listDataSources", "getDataSource", "getPredictionImage",
	"livez", "readyz", "health", "healthV1", "metrics", "getWelcome", "getSwaggerUI", "getReDoc", "getOpenAPI", "getOpenAPIJSON", "getOpenAPIYAML",
	"getStaticFile", "getEmbedScript", "getManifest", "getServiceWorker", "getBasemapTile", "getStreetsTileJSON", "getStreetsTile", "resolveNames", "getFilters", "getFilterOptions", "getTileJSON", "getTileStyle", "getAnomaly", "getInfection", "getVectorIndex",
	"listAreas", "getArea", "listAbsences", "listPools", "getPool", "listAlerts", "getAlert", "getAlertsAtom", "getAlertsJSONFeed", "listAlertRules", "getAlertRule",
	"getLandingPage", "getConformance", "getFunctions", "getCollections", "getCollection", "getPageStyle", "getLandPicture", "getAPI", "getQueryables", "getSortables", "getFeatureSchema",
	"getSchema", "getTileMatrixSetsList", "getTileMatrixSet", "getLayerDefinition", "getStyles", "getStyle", "getStyleMetadata", ".collection.vector.getTileSetsList", ".collection.vector.getTileSet",
	".dataset.vector.getTileSetsList", ".dataset.vector.getTileSet",
	"getRoot", "getSpeciesPage", "getOneSpeciesPage", "getDiseasesPage", "getDiseasePage", "getReportPage", "getImportPage", "getRecordsPage",
	"getSourcesPage", "getSourcePage", "getBulletinPage", "getAboutPage", "getMe", "beginProvider", "endProvider", "getSignInPage", "getAccountPage", "getInvitationPage", "getReviewPage", "getAdminPage",
}

// needMore are the requests that say as much of one record as of none: they ask for years or cells.
var needMore = []string{"/api/v1/analytics/hotspots?species=aedes-japonicus", "/api/v1/analytics/trend?species=aedes-japonicus"}

// changing are the parts of answers that differ from one request to the next.
var changing = regexp.MustCompile(`"timeStamp":"[^"]*"|<pubDate>[^<]*</pubDate>|<dateStamp>[^<]*</dateStamp>|packageId="[^"]*"|[?&]v=[^"&]*`)

// TestThePublicSeesNoHeldRecord asks for everything that the public may read before a record is reported, while it waits, while it is public and after
// it is withdrawn.
func TestThePublicSeesNoHeldRecord(t *testing.T) {
	t.Parallel()
	const token = "a token of the operator's own"
	bearer := []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"}
	d := skeetertest.New(t, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_WRITE_TOKEN="+token, "SKEETER_ANONYMOUS_REPORTS=true")
	for _, route := range skeetertest.App(t).Routes() {
		right := access.Policy[route.Name]
		if _, asked := publicReads[route.Name]; route.Method == http.MethodGet && (right == access.Public || right == access.Personal) && asked == slices.Contains(recordless, route.Name) {
			t.Errorf("%s belongs to publicReads, or to recordless", route.Name)
		}
	}
	d.ImportFieldRecords()
	d.SavePicture(skeetertest.OwnID + ".jpg")
	s := d.Serve()
	db := d.Connect()
	pgtest.Run(t, db, "insert into predictions (id, image_url, model_id, scientific_name, confidence) values ($1, $2, 'm', 'Aedes japonicus', 0.9)",
		skeetertest.OwnID, "/static/predictions/"+skeetertest.OwnID+".jpg")
	if a := s.Send("POST", skeetertest.Events, strings.Replace(skeetertest.Event, "Culex", "Aedes", 1), bearer...); a.Status != 201 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.WaitIndexed()

	read := func() map[string]string {
		answers := map[string]string{}
		for _, targets := range publicReads {
			for _, target := range targets {
				a := s.Get(target)
				if a.Status >= 500 || a.Status == 400 {
					t.Errorf("%s: %d %.200s", target, a.Status, a.Body)
				}
				answers[target] = changing.ReplaceAllString(http.StatusText(a.Status)+unpacked(t, a.Body), "")
			}
		}
		return answers
	}
	same := func(got, want map[string]string, when string) {
		t.Helper()
		for target, answer := range got {
			if answer != want[target] {
				at := 0
				for at < min(len(answer), len(want[target])) && answer[at] == want[target][at] {
					at++
				}
				t.Errorf("%s: %s answers otherwise, from %d on: %.300s", when, target, at, answer[max(at-40, 0):])
			}
		}
		for _, target := range []string{"/api/v1/names?q=Culex%20clandestinu", "/api/v1/filters", "/api/v1/filters/species"} {
			if a := s.Get(target); strings.Contains(string(a.Body), "clandestinus") {
				t.Errorf("%s: %s names what waits: %.500s", when, target, a.Body)
			}
		}
		views := pgtest.Column[string](t, db, "select c.oid::regclass::text from pg_class c where c.relnamespace = 'gis'::regnamespace and c.relkind in ('v', 'm') and c.oid <> 'gis.history'::regclass")
		if len(views) < 8 {
			t.Errorf("gis has the views %v", views)
		}
		for _, view := range views {
			if n := pgtest.Value[int](t, db, "select count(*) from "+view+" v where v::text ~ 'clandestinus|behind the shed|"+heldID+"'"); n != 0 {
				t.Errorf("%s: %s shows the record", when, view)
			}
		}
	}

	before := read()
	receipts := map[string]string{}
	for _, report := range []string{heldReport, unheardReport} {
		a := s.Send("POST", skeetertest.Observations, report, "Content-Type", "application/json")
		got := skeetertest.Decode[struct{ ID, Receipt, Publication string }](t, a, 201)
		if got.Publication != "pending" || got.Receipt == "" {
			t.Fatalf("%s", a.Body)
		}
		receipts[got.ID] = got.Receipt
	}
	// Reports add nothing to an agency's catch, but others do, and theirs may wait too.
	pgtest.Run(t, db, "update held_observations set event_id = 'T2-2012-W32', data_source_key = (select key from data_sources where id = 'field-work') where id = $1", heldID)
	same(read(), before, "while it waits")
	picture := "/static/predictions/" + skeetertest.OwnID + ".jpg"
	if a := s.Get(picture); a.Status != 404 {
		t.Errorf("the picture of a record that waits: %d", a.Status)
	}
	if a := s.Send("GET", picture, "", "Skeeter-Receipt", receipts[heldID]); a.Status != 200 || a.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("its reporter asks for the picture: %d %v", a.Status, a.Header)
	}
	for id, receipt := range receipts {
		if a := s.Send("GET", picture, "", "Skeeter-Receipt", receipt); (a.Status == 200) != (id == heldID) {
			t.Errorf("the receipt of %s finds the picture: %d", id, a.Status)
		}
	}

	if a := s.Send("PATCH", skeetertest.Observations+"/"+heldID, `{"status":"verified"}`, bearer...); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if a := s.Get(picture); a.Status != 200 || a.Header.Get("Cache-Control") != "public, max-age=60" {
		t.Errorf("the picture of a record that is public: %d %v", a.Status, a.Header)
	}
	public := read()
	for target, answer := range public {
		if answer == before[target] && !slices.Contains(needMore, target) {
			t.Errorf("%s does not show a record that is public: %.300s", target, answer)
		}
	}
	if a := s.Send("DELETE", skeetertest.Observations+"/"+heldID, "", "Skeeter-Receipt", receipts[heldID]); a.Status != 204 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	same(read(), before, "after it was withdrawn")
	if a := s.Get(picture); a.Status != 404 {
		t.Errorf("the picture of a record that was withdrawn: %d", a.Status)
	}
	if a := s.Send("GET", skeetertest.Observations+"/"+heldID, "", "Skeeter-Receipt", receipts[heldID]); a.Status != 200 {
		t.Errorf("its reporter asks for it: %d %s", a.Status, a.Body)
	}
}

// unpacked returns the files of a ZIP archive one after the other, anything else as it is.
func unpacked(t *testing.T, body []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return string(body)
	}
	var b strings.Builder
	for _, file := range archive.File {
		f, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(file.Name + "\n" + string(content))
	}
	return b.String()
}
