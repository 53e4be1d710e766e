package hidden_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// secretRecord is a record whose exact place the public may not know.
type secretRecord struct {
	table, id string
	exact     orb.Point
	degrees   float64
	words     string // a text about the place, and there alone
}

func (r secretRecord) String() string {
	return fmt.Sprintf("%s %s at %.7f %.7f in %g degrees", r.table, r.id, r.exact.Lon(), r.exact.Lat(), r.degrees)
}

// bareness is how near its exact place a public place gives it away, in degrees: two metres. Drawn at random, one of a hundred thousand is that near.
const bareness = 2e-5

// bare says that a place tells the exact one.
func (r secretRecord) bare(shown orb.Point) bool {
	return math.Abs(shown.Lon()-r.exact.Lon()) < bareness && math.Abs(shown.Lat()-r.exact.Lat()) < bareness
}

// obscuredWorld is a server with random records, many of them with places that the public may not know.
type obscuredWorld struct {
	t        *testing.T
	d        *skeetertest.Deployment
	s        *skeetertest.Server
	db       *pgx.Conn
	port     string // of the database
	random   *rand.Rand
	bearer   []string
	commands [][]string // that are searched for exact places
	secrets  []secretRecord
	open     int // records that everybody may know
	next     int
}

// Towns in and about which places lie. The first are at edges of tiles of zoom 6, by which versions are kept; two are at coasts, one at a border.
var towns = []orb.Point{{11.25, 43.82}, {5.625, 45.1}, {-84.375, 33.7}, {7.25, 43.69}, {-0.2, 51.5}, {6.1, 50.75}, {20.1, 44.8}, {-60.02, -3.1}}

// borders is near where Belgium, Germany and the Netherlands meet: the countries of a cell there are three.
var borders = orb.Point{6.1234567, 50.7123456}

// newObscuredWorld starts a server. Before anything is written, prepare may break it.
func newObscuredWorld(t *testing.T, seed uint64, prepare func(*pgx.Conn)) *obscuredWorld {
	t.Helper()
	port := skeetertest.Port(t)
	d := skeetertest.New(t, "SKEETER_DATABASE_PORT="+port)
	token := strings.TrimSpace(d.MustRun("token", "create", "--name", "tests", "--scope", "admin"))
	w := &obscuredWorld{
		t: t, d: d, port: port, commands: commandsOfForm(), random: rand.New(rand.NewPCG(seed, 20)),
		bearer: []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"},
	}
	w.s, w.db = d.Serve(), d.Connect()
	w.s.WaitIndexed()
	if prepare != nil {
		prepare(w.db)
	}
	// Ids of reports are random too, but for them and this key the world is that of the seed.
	pgtest.Run(t, w.db, "update pseudonym_key set key = sha256($1::text::bytea)", fmt.Sprint(seed))
	return w
}

// place is about a town, to seven decimals of which the last is no zero.
func (w *obscuredWorld) place() orb.Point {
	town := towns[w.random.IntN(len(towns))]
	about := func(at, width float64) float64 {
		return math.Round((at+(w.random.Float64()-0.5)*width)*1e6)/1e6 + float64(1+w.random.IntN(9))/1e7
	}
	return orb.Point{about(town.Lon(), 0.5), about(town.Lat(), 0.5)}
}

// degrees is a size of cells.
func (w *obscuredWorld) degrees() float64 {
	return math.Round((0.02+0.18*w.random.Float64())*1000) / 1000
}

// name is one that no other row has.
func (w *obscuredWorld) name(of string) string {
	w.next++
	return fmt.Sprintf("%s-%06d", of, w.next)
}

// send writes as a program with every right, and returns the id of what was made.
func (w *obscuredWorld) send(method, target string, body map[string]any) string {
	w.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	a := w.s.Send(method, target, string(sent), w.bearer...)
	if a.Status != http.StatusCreated && a.Status != http.StatusOK {
		w.t.Fatalf("%s %s %s: %d %s", method, target, sent, a.Status, a.Body)
	}
	var made struct{ ID string }
	if err := json.Unmarshal(a.Body, &made); err != nil {
		w.t.Fatal(err)
	}
	return made.ID
}

// hide notes a record with an exact place that the public may not know.
func (w *obscuredWorld) hide(table, id string, exact orb.Point, degrees float64, words string) {
	w.secrets = append(w.secrets, secretRecord{table, id, exact, degrees, words})
}

// location is a place as the API takes it.
func location(at orb.Point) map[string]any { return map[string]any{"lat": at.Lat(), "lng": at.Lon()} }

// told is what a row says beside its place: some of it names the place in words.
func told(words string, at orb.Point) map[string]any {
	return map[string]any{
		"locality": words, "verbatimCoordinates": fmt.Sprintf("%.7f %.7f", at.Lat(), at.Lon()), "gps": []any{at.Lat(), map[string]any{"lng": at.Lon()}},
		"habitat": words, "vitality": "alive",
	}
}

// report makes an observation through the API; wish is 0 without one.
func (w *obscuredWorld) report(species, source, event string, at orb.Point, wish float64) (id, words string) {
	w.t.Helper()
	words = w.name("secret-report")
	body := map[string]any{
		"id": uuid.NewString(), "species_scientific_name": species, "count": 1 + w.random.IntN(9), "location": location(at), "notes": words,
		"location_accuracy_m": 5 + w.random.IntN(50), "metadata": told(words, at), "observed_at": fmt.Sprintf("2024-%02d-%02d", 1+w.random.IntN(12), 1+w.random.IntN(28)),
	}
	if source != "" {
		body["data_source"] = source
	}
	if event != "" {
		body["event_id"] = event
	}
	if wish > 0 {
		body["obscured_degrees"] = wish
	}
	return w.send(http.MethodPost, skeetertest.Observations, body), words
}

// sample makes a sampling event with a pool through the API.
func (w *obscuredWorld) sample(source, event string, at orb.Point) (eventID, eventWords, poolID, poolWords string) {
	w.t.Helper()
	eventWords, poolWords = w.name("secret-event"), w.name("secret-pool")
	eventID = w.send(http.MethodPost, skeetertest.Events, map[string]any{
		"data_source": source, "event_id": event, "location": location(at), "started_at": "2024-06-01", "ended_at": "2024-06-02", "site_id": eventWords,
		"target_taxa": []string{"Culex"}, "complete": true, "traps": 1, "nights": 1, "remarks": eventWords, "metadata": told(eventWords, at),
	})
	poolID = w.send(http.MethodPost, skeetertest.Pools, map[string]any{
		"data_source": source, "pool_id": w.name("P"), "event_id": event, "species_scientific_name": "Culex pipiens", "size": 20, "pathogen": "WNV",
		"result": "positive", "location": location(at), "ended_at": "2024-06-02", "remarks": poolWords, "metadata": told(poolWords, at),
	})
	return eventID, eventWords, poolID, poolWords
}

// source makes a data source.
func (w *obscuredWorld) source(title string) string {
	w.t.Helper()
	return w.send(http.MethodPost, skeetertest.API+"/data_sources", map[string]any{"title": title})
}

// file writes a file of catches at random places and returns its path, with the places of the rows by their occurrenceID and by their eventID. One
// row of four caught nothing.
func (w *obscuredWorld) file(rows int) (path string, records, events map[string]orb.Point, words map[string]string) {
	records, events, words = map[string]orb.Point{}, map[string]orb.Point{}, map[string]string{}
	var b strings.Builder
	b.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus,eventID,locationID,samplingProtocol,sampleSizeValue," +
		"sampleSizeUnit,occurrenceRemarks,locality,verbatimLatitude,coordinateUncertaintyInMeters\n")
	site := w.place()
	for i := range rows {
		if i%3 != 2 { // some sites have two nights
			site = w.place()
		}
		id, event := w.name("row"), w.name("night")
		count, status := 1+w.random.IntN(5), "present"
		if i%4 == 0 {
			count, status = 0, "absent"
		}
		words[id] = "secret-" + id
		fmt.Fprintf(&b, "%s,Culex pipiens,%.7f,%.7f,%d-%02d-%02d,%d,%s,%s,secret-site-%s,BG,1,trap night,secret-%s,secret-%s,%.7f,%d\n", id, site.Lat(), site.Lon(),
			2019+w.random.IntN(6), 1+w.random.IntN(12), 1+w.random.IntN(28), count, status, event, event, id, id, site.Lat(), 5+w.random.IntN(50))
		records[id], events[event] = site, site
	}
	return w.d.File(w.name("file")+".csv", b.String()), records, events, words
}

// imports imports a file of random rows into a data source; degrees 0 hides none of them. It returns the file.
func (w *obscuredWorld) imports(source string, rows int, degrees float64) string {
	w.t.Helper()
	path, records, events, words := w.file(rows)
	w.d.MustRun("import", path, "--dataset", source)
	if degrees > 0 {
		w.imported(records, events, words, degrees)
	} else {
		w.open += rows
	}
	return path
}

// imported notes the records, absences and events of a file.
func (w *obscuredWorld) imported(records, events map[string]orb.Point, words map[string]string, degrees float64) {
	w.t.Helper()
	for _, id := range slices.Sorted(maps.Keys(records)) {
		table := pgtest.Value[string](w.t, w.db, `select 'observations ' || id from observations where occurrence_id = $1
			union all select 'absences ' || id from absences where occurrence_id = $1`, id)
		table, key, _ := strings.Cut(table, " ")
		w.hide(table, key, records[id], degrees, words[id])
	}
	for _, event := range slices.Sorted(maps.Keys(events)) {
		w.hide("sampling_events", pgtest.Value[string](w.t, w.db, "select id::text from sampling_events where event_id = $1", event), events[event], degrees, "secret-site-"+event)
	}
}

// fileRows are how many a file has; less than half of them would leave less than three pages of absences.
func fileRows() int {
	if testenv.Long() {
		return 20
	}
	return 8
}

// fill makes the records: of sources with a rule before and after their records came, of a source without one, by wish, by taxon, and of events
// with one record that hides them. Rules watch them, or none.
func (w *obscuredWorld) fill(watched bool) {
	w.t.Helper()
	before, after, wide := w.degrees(), w.degrees(), w.degrees()
	open, a, b := w.source("Open traps"), w.source("Traps before"), w.source("Traps after")
	w.send(http.MethodPatch, skeetertest.API+"/data_sources/"+a, map[string]any{"obscured_degrees": before})
	w.imports("Traps before", fileRows(), before)
	path, records, events, words := w.file(fileRows())
	w.d.MustRun("import", path, "--dataset", "Traps after")
	w.d.MustRun("obscure", "--source", b, "--degrees", fmt.Sprint(after))
	w.imported(records, events, words, after)
	w.imports("Open traps", 60, 0) // enough for hotspots and trends
	w.d.MustRun("obscure", "--taxon", "Anopheles gambiae", "--degrees", fmt.Sprint(wide))
	at, wish := borders, 0.2
	id, said := w.report("Culex pipiens", "", "", at, wish)
	w.hide("observations", id, at, wish, said)

	for range 4 {
		for _, source := range []string{a, b} {
			degrees := map[string]float64{a: before, b: after}[source]
			at, event := w.place(), w.name("api-night")
			eventID, eventWords, poolID, poolWords := w.sample(source, event, at)
			w.hide("sampling_events", eventID, at, degrees, eventWords)
			w.hide("pools", poolID, at, degrees, poolWords)
			id, said := w.report("Culex pipiens", source, event, at, 0)
			w.hide("observations", id, at, degrees, said)
		}
		at, wish = w.place(), w.degrees()
		id, said = w.report("Culex pipiens", "", "", at, wish)
		w.hide("observations", id, at, wish, said)
		at = w.place()
		id, said = w.report("Anopheles gambiae", open, "", at, 0)
		w.hide("observations", id, at, wide, said)
		w.report("Aedes albopictus", open, "", w.place(), 0)
		w.open++

		// The event, its pool and its other record were public before the one that hides them came.
		at, wish = w.place(), w.degrees()
		event := w.name("shared-night")
		eventID, eventWords, poolID, poolWords := w.sample(open, event, at)
		other, otherSaid := w.report("Aedes albopictus", open, event, at, 0)
		id, said = w.report("Culex pipiens", open, event, at, wish)
		w.hide("sampling_events", eventID, at, wish, eventWords)
		w.hide("pools", poolID, at, wish, poolWords)
		w.hide("observations", other, at, wish, otherSaid)
		w.hide("observations", id, at, wish, said)
	}
	if watched {
		w.watch()
	}

	// Tiles and layers have what comes last from the change log: no later change makes the server load the table again.
	for range 3 {
		for _, r := range []struct {
			species, source string
			wish, degrees   float64
		}{{"Culex pipiens", a, 0, before}, {"Anopheles gambiae", open, 0, wide}, {"Culex pipiens", "", after, after}} {
			at := w.place()
			id, said := w.report(r.species, r.source, "", at, r.wish)
			w.hide("observations", id, at, r.degrees, said)
		}
	}
}

// watch makes rules and waits until they raise alerts, which everybody may read.
func (w *obscuredWorld) watch() {
	w.t.Helper()
	for _, rule := range []string{
		`{"kind":"introduction","name":"Tiger mosquito","species":"culex-pipiens"}`, `{"kind":"introduction","name":"Malaria","species":"anopheles-gambiae","parameters":{"distance_km":1}}`,
		`{"kind":"infection","name":"Infection","parameters":{"pathogen":"WNV"}}`, `{"kind":"silence","name":"Silence"}`,
	} {
		if a := w.s.Send(http.MethodPost, skeetertest.AlertRules, rule, w.bearer...); a.Status != http.StatusCreated {
			w.t.Fatalf("%s: %d %s", rule, a.Status, a.Body)
		}
	}
	testenv.Eventually(w.t, "the rules raise alerts", func() bool { return w.s.Count(skeetertest.Alerts) > 2 })
}

// thin leaves so many records of each table, or a few more, to be asked about, unless the tests run in their long form. They are spread evenly, so that
// every way to hide a place is among them, and one is near a border.
func (w *obscuredWorld) thin(inSample int) {
	if testenv.Long() {
		return
	}
	of := map[string][]secretRecord{}
	for _, r := range w.secrets {
		of[r.table] = append(of[r.table], r)
	}
	w.secrets = nil
	for _, table := range slices.Sorted(maps.Keys(of)) {
		each := max(len(of[table])/inSample, 1)
		for i, r := range of[table] {
			if i%each == 0 || r.exact == borders {
				w.secrets = append(w.secrets, r)
			}
		}
	}
}
