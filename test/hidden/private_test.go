package hidden_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/maptile"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// asEverybody asks for all that everybody may read, with headers that may say who asks, and returns the answers by target.
func (w *obscuredWorld) asEverybody(header ...string) map[string]string {
	w.t.Helper()
	targets := w.publicFiles()
	for z := 0; z <= 8; z++ {
		at := maptile.At(orb.Point{11.25, 43.77}, maptile.Zoom(z))
		targets = append(targets, fmt.Sprintf("%s/tiles/observations/%d/%d/%d.mvt", skeetertest.API, z, at.X, at.Y))
	}
	for _, of := range []string{"observations", "geo/observations", "absences", "events", "pools", "stats", "export", "analytics/seasonality", "tiles/observations/0/0/0.mvt"} {
		targets = append(targets, skeetertest.API+"/"+of+"?data_source=agency")
	}
	for _, counts := range []string{skeetertest.API + "/stats/table?by=species,source", skeetertest.API + "/stats/table?by=year&f=csv", "/ogc/collections/counts/items?by=species,source"} {
		targets = append(targets, counts, counts+"&data_source=agency", counts+"&species=Culex%20agencyensis")
	}
	targets = append(targets, skeetertest.API+"/data_sources/agency", skeetertest.API+"/names?q=Culex%20agencyensis", skeetertest.API+"/observations?species=Culex%20agencyensis")
	answers := map[string]string{}
	for i, target := range targets {
		if !testenv.Long() && len(header) > 0 && i%3 != 0 && !strings.Contains(target, "agency") {
			continue // somebody known asks for a third of what nobody asks for
		}
		if target == "/metrics" || strings.Contains(target, "/export?") && strings.Contains(target, "dwca") { // of the process; with the time of the file
			continue
		}
		a := w.s.Send(http.MethodGet, target, "", header...)
		answers[target] = fmt.Sprint(a.Status, " ", a.Header.Get("ETag"), " ", skeetertest.WithoutTimes(string(a.Body)))
	}
	return answers
}

// TestNobodyNoticesAPrivateSource: everything that everybody may read is the same, to the byte, whether a private data source has records or there is none;
// also for who may write another data source, and for who reads the database by schema gis. Who may write its records reads them everywhere.
func TestNobodyNoticesAPrivateSource(t *testing.T) {
	t.Parallel()
	w := newObscuredWorld(t, obscuredSeed(t), nil)
	w.d.MustRun("import", "--dataset", "Open", w.d.File("open.csv", strings.ReplaceAll(skeetertest.AgencyRows, "agency", "open")))
	others := []string{"Authorization", "Bearer " + strings.TrimSpace(w.d.MustRun("token", "create", "--name", "open", "--scope", "observations:write,events:write", "--source", "open"))}
	w.s.WaitIndexed()
	publicBefore, othersBefore := w.asEverybody(), w.asEverybody(others...)

	w.send(http.MethodPost, skeetertest.API+"/data_sources", map[string]any{"title": "Agency", "private": true})
	w.d.MustRun("import", "--dataset", "Agency", w.d.File("agency.csv", skeetertest.AgencyRows))
	own := []string{"Authorization", "Bearer " + strings.TrimSpace(w.d.MustRun("token", "create", "--name", "agency", "--scope", "observations:write,events:write", "--source", "agency"))}
	said := append([]string{"Content-Type", "application/json"}, own...)
	made := w.s.Send(http.MethodPost, skeetertest.API+"/observations?data_source=agency",
		`{"species_scientific_name": "Culex pipiens", "count": 1, "location": {"lat": 43.8, "lng": 11.3}, "observed_at": "2024-06-04", "notes": "agency note"}`, said...)
	if made.Status != http.StatusCreated {
		t.Fatalf("a new record: %d %s", made.Status, made.Body)
	}
	refused := w.s.Send(http.MethodPost, skeetertest.API+"/observations",
		`{"species_scientific_name": "Culex pipiens", "count": 1, "location": {"lat": 43.8, "lng": 11.3}, "observed_at": "2024-06-04", "data_source": "agency"}`,
		append([]string{"Content-Type", "application/json"}, w.bearer...)...)
	if refused.Status != http.StatusUnprocessableEntity {
		t.Errorf("a new public record of a private data source: %d %s", refused.Status, refused.Body)
	}
	w.writesAgency(t, said)

	for who, c := range map[string]struct{ before, after map[string]string }{
		"everybody": {publicBefore, w.asEverybody()}, "another data source": {othersBefore, w.asEverybody(others...)},
	} {
		for target, before := range c.before {
			if after := c.after[target]; after != before {
				t.Errorf("for %s %s was and is %s", who, target, skeetertest.FirstDifference(before, after))
			}
		}
	}
	w.countsNothingOfAgency(t, others)
	w.readsAgency(t, own)
	w.readsNoAgency(t)
	w.importsAgency(t, own, others)

	w.s.Send(http.MethodPatch, skeetertest.API+"/data_sources/agency", `{"private": false}`, w.bearer...)
	if public := w.s.Send(http.MethodGet, skeetertest.API+"/observations?data_source=agency", ""); !strings.Contains(string(public.Body), `"count":6,`) {
		t.Errorf("public again: %d %.300s", public.Status, public.Body)
	}
}

// writesAgency holds that what a token of a private data source writes is of that one, whether the request names it or not.
func (w *obscuredWorld) writesAgency(t *testing.T, said []string) {
	t.Helper()
	type stored struct {
		ID     string
		Source *string `json:"data_source"`
	}
	made := skeetertest.Decode[stored](t, w.s.Send(http.MethodPost, skeetertest.API+"/observations",
		`{"species_scientific_name": "Culex pipiens", "count": 7, "location": {"lat": 43.8, "lng": 11.3}, "observed_at": "2024-06-05", "notes": "agency note"}`, said...), http.StatusCreated)
	if made.Source == nil || *made.Source != "agency" {
		t.Errorf("the record is of %v", made.Source)
	}
	path := skeetertest.API + "/observations/" + made.ID
	changed := w.s.Send(http.MethodPatch, path, `{"count": 8}`, said...)
	if changed.Status != http.StatusOK || changed.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("a change: %d %v %s", changed.Status, changed.Header, changed.Body)
	}
	pgtest.Run(t, w.db, fmt.Sprintf(`do $$ begin
		perform set_config('search_path', 'private_%d, public', true);
		with gone as (delete from observations where id = '%s' returning *)
		insert into held_observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, publication, held_reason)
		select id, taxon_key, count, geom, observed_at, date_precision, data_source_key, 'pending', 'count' from gone;
	end $$`, w.agency(t), made.ID))
	queue := w.s.Send(http.MethodGet, skeetertest.API+"/review/queue?data_source=agency&limit=500", "", w.bearer...)
	if queue.Status != http.StatusOK || !strings.Contains(string(queue.Body), made.ID) {
		t.Errorf("the queue: %d %.400s", queue.Status, queue.Body)
	}
	decided := w.s.Send(http.MethodPost, skeetertest.API+"/review/decisions?data_source=agency", `{"decisions": [{"observation_id": "`+made.ID+`", "decision": "confirm"}]}`,
		append([]string{"Content-Type", "application/json"}, w.bearer...)...)
	if decided.Status != http.StatusOK || !strings.Contains(string(decided.Body), `"done":1`) {
		t.Errorf("a decision: %d %s", decided.Status, decided.Body)
	}
	if gone := w.s.Send(http.MethodDelete, path+"?data_source=agency", "", w.bearer...); gone.Status != http.StatusNoContent {
		t.Errorf("the end of it: %d %s", gone.Status, gone.Body)
	}
}

// readsAgency holds that who may write the records reads them in every way.
func (w *obscuredWorld) readsAgency(t *testing.T, own []string) {
	t.Helper()
	if page := w.s.Send(http.MethodGet, "/sources/agency", "", append([]string{"Accept", "text/html"}, own...)...); page.Status != http.StatusOK || !strings.Contains(string(page.Body), "<title>Agency · ") {
		t.Errorf("its page: %d %.300s", page.Status, page.Body)
	}
	for target, want := range map[string]string{
		"/observations?data_source=agency":                               `"count":4,`,
		"/observations?data_source=Agency&species=culex-agencyensis":     `"count":1,`,
		"/absences?data_source=agency":                                   `"count":1,`,
		"/events?data_source=agency":                                     `"count":2,`,
		"/stats?data_source=agency":                                      `"count":4,"specimens":28`,
		"/stats/table?by=source&data_source=agency":                      `"rows":[{"source":"agency","count":4,"specimens":28}]`,
		"/stats/table?by=species&data_source=agency":                     `{"species":"culex-agencyensis","count":1,`,
		"/stats/table?by=source&f=csv&data_source=agency":                "agency,4,28",
		"/geo/observations?data_source=agency":                           `43.7712345`,
		"/export?data_source=agency":                                     "agency-3",
		"/analytics/abundance?data_source=agency&unit=trap_night":        `"specimens":`,
		"/filters?data_source=agency":                                    "Agency",
		"/data_sources/agency":                                           `"private":true`,
		"/data_sources":                                                  `"id":"agency"`,
		"/observations?data_source=agency&bbox=11.25,43.77,11.255,43.78": `"count":1,`,
	} {
		a := w.s.Send(http.MethodGet, skeetertest.API+target, "", own...)
		if a.Status != http.StatusOK || !strings.Contains(string(a.Body), want) {
			t.Errorf("%s: %d %.400s, want %s", target, a.Status, a.Body, want)
		}
		if cache := a.Header.Get("Cache-Control"); strings.Contains(target, "?data_source") && cache != "private, no-store" {
			t.Errorf("%s: Cache-Control %q", target, cache)
		}
	}
	id := pgtest.Value[string](t, w.db, fmt.Sprintf("select id::text from private_%d.observations where occurrence_id = 'agency-1'", w.agency(t)))
	for target, status := range map[string]int{"/observations/" + id: 404, "/observations/" + id + "?data_source=agency": 200} {
		if a := w.s.Send(http.MethodGet, skeetertest.API+target, "", own...); a.Status != status {
			t.Errorf("%s: %d %.300s", target, a.Status, a.Body)
		}
	}
	for _, origin := range []string{"https://evil.example", "null"} {
		foreign := append([]string{"Origin", origin}, own...)
		if a := w.s.Send(http.MethodGet, skeetertest.API+"/observations/"+id+"?data_source=agency", "", foreign...); a.Status == http.StatusOK {
			t.Errorf("a page of %s reads %.300s", origin, a.Body)
		}
		if a := w.s.Send(http.MethodGet, skeetertest.API+"/data_sources", "", foreign...); strings.Contains(string(a.Body), "agency") {
			t.Errorf("a page of %s reads %.300s", origin, a.Body)
		}
	}
	tile := w.s.Send(http.MethodGet, skeetertest.API+"/tiles/observations/0/0/0.mvt?data_source=agency", "", own...)
	if tile.Status != http.StatusOK || len(tile.Body) == 0 {
		t.Errorf("a tile: %d, %d bytes", tile.Status, len(tile.Body))
	}
}

// countsNothingOfAgency holds that counts of a private data source are answered as those of one that is not there, to everybody and to who may write another.
func (w *obscuredWorld) countsNothingOfAgency(t *testing.T, others []string) {
	t.Helper()
	for _, target := range []string{skeetertest.API + "/stats/table?by=species,year&data_source=", skeetertest.API + "/stats/table?by=source&f=csv&data_source=", "/ogc/collections/counts/items?by=source&data_source="} {
		for _, header := range [][]string{nil, others} {
			private, unknown := w.s.Send(http.MethodGet, target+"agency", "", header...), w.s.Send(http.MethodGet, target+"nobody", "", header...)
			if private.Status != unknown.Status || strings.ReplaceAll(string(private.Body), "agency", "nobody") != string(unknown.Body) || private.Status < 400 {
				t.Errorf("%s: %d %.300s, of an unknown one %d %.300s", target, private.Status, private.Body, unknown.Status, unknown.Body)
			}
		}
	}
}

func (w *obscuredWorld) agency(t *testing.T) int {
	t.Helper()
	return pgtest.Value[int](t, w.db, "select key from all_data_sources where id = 'agency'")
}

// readsNoAgency holds that a role that reads schema gis reads nothing of it.
func (w *obscuredWorld) readsNoAgency(t *testing.T) {
	t.Helper()
	if page := w.s.Send(http.MethodGet, "/sources/agency", "", "Accept", "text/html"); page.Status != http.StatusNotFound || strings.Contains(string(page.Body), "Agency") {
		t.Errorf("its page, for everybody: %d %.300s", page.Status, page.Body)
	}
	w.d.MustRun("grant-readonly", "map_reader", "--password-file", w.d.File("secret", "a long password\n"))
	reader, err := pgx.Connect(t.Context(), fmt.Sprintf("postgres://map_reader:a%%20long%%20password@127.0.0.1:%s/skeeter?sslmode=disable", w.port))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close(t.Context())
	room := fmt.Sprint("private_", w.agency(t))
	for _, query := range []string{
		"select count(*) from " + room + ".observations", "select * from all_data_sources", "select * from pg_stats where schemaname = '" + room + "' limit 1",
		"select ST_EstimatedExtent('" + room + "', 'observations', 'geom')", "select set_private(1, false, null)", "select * from taxa_elsewhere()",
	} {
		var n int
		rows, err := reader.Query(t.Context(), query)
		if err == nil {
			for rows.Next() {
				n++
			}
			err = rows.Err()
		}
		if err == nil && n > 0 {
			t.Errorf("%s answers %d rows", query, n)
		}
	}
}
