package hidden_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/maptile"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// finding is what gave a place away: the kind of probe, and what it saw.
type finding struct{ probe, says string }

type findings []finding

// maxFindings are kept of a probe; more say nothing new.
const maxFindings = 5

func (f *findings) add(probe, format string, args ...any) {
	if f.probes()[probe] < maxFindings {
		*f = append(*f, finding{probe, fmt.Sprintf(format, args...)})
	}
}

// probes are the kinds of probes that found something.
func (f findings) probes() map[string]int {
	found := map[string]int{}
	for _, one := range f {
		found[one.probe]++
	}
	return found
}

// publicFiles are the targets without a place that everybody may read: each is searched for exact places and for words about them.
func (w *obscuredWorld) publicFiles() (targets []string) {
	const api = skeetertest.API
	targets = []string{
		api + "/observations?limit=1000", api + "/absences?limit=1000", api + "/absences?limit=1000&f=geojson", api + "/events?limit=1000", api + "/events?limit=1000&f=geojson",
		api + "/pools?limit=1000", api + "/geo/observations", api + "/geo/modeled", api + "/stats?include=bbox,facets", api + "/regions", api + "/countries", api + "/filters",
		api + "/filter_options", api + "/data_sources", api + "/species", api + "/species/culex-pipiens", api + "/species/anopheles-gambiae", api + "/vector-species",
		api + "/areas", api + "/alerts", api + "/alerts/rules", api + "/alerts/feed.atom", api + "/alerts/feed.json", api + "/tiles/observations.json", api + "/tiles/observations/style.json",
		api + "/analytics/abundance?unit=collection", api + "/analytics/abundance?unit=collection&by=country", api + "/analytics/presence?f=geojson", api + "/analytics/presence?cells=h3&resolution=9&f=geojson",
		api + "/analytics/hotspots?pool_protocols=true&resolution=7&min_effort=0&f=geojson", api + "/analytics/trend?pool_protocols=true&cells=h3&resolution=3&f=geojson", api + "/analytics/trend?pool_protocols=true&by=country",
		api + "/analytics/anomaly?year=2024&interval=month", api + "/analytics/timeseries", api + "/analytics/seasonality", api + "/analytics/infection?pathogen=WNV",
		api + "/analytics/infection?pathogen=WNV&by=country", api + "/analytics/vector_index?pathogen=WNV&unit=collection",
		api + "/analytics/spread?species=culex-pipiens&f=geojson", api + "/analytics/richness?by=cells&pool_protocols=true", api + "/analytics/counts?set=admin1&f=geojson&within=8,44,10,46", "/", "/records", "/bulletin", "/species", "/species/culex-pipiens", "/metrics",
		"/ogc", "/ogc/collections?f=json", "/ogc/collections?f=html", "/ogc/skeeter.qlr", "/ogc/styles/species?f=mapbox", "/ogc/styles/vector-status/metadata?f=html", api + "/names?q=Culex%20pipiens",
	}
	for _, format := range []string{"csv", "geojson", "geojsonseq", "arrow", "gpkg", "xlsx", "dwca", "pools"} {
		targets = append(targets, api+"/export?status=unverified,verified,rejected&include=absences&format="+format)
	}
	for _, collection := range []string{"countries", "regions"} { // their shapes are of nobody's records
		targets = append(targets, "/ogc/collections/"+collection+"?f=json", "/ogc/collections/"+collection+"/items?limit=1000&f=html"+outlines())
	}
	for _, collection := range []string{"observations", "events", "pools", "sites"} {
		at := "/ogc/collections/" + collection
		targets = append(targets, at+"?f=json", at+"?f=html", at+"/tiles?f=json", at+"/schema", at+"/queryables?f=json")
		for _, format := range []string{"json", "jsonfg", "csv", "geojsonseq", "fgb", "arrow", "gpkg", "xlsx", "html"} {
			targets = append(targets, at+"/items?limit=1000&f="+format)
		}
		sortable := skeetertest.Decode[struct{ Properties map[string]any }](w.t, w.s.Get(at+"/sortables?f=json"), http.StatusOK)
		for i, name := range slices.Sorted(maps.Keys(sortable.Properties)) {
			if i > 0 && collection != "observations" && !testenv.Long() {
				break // what sorts is one statement for all collections
			}
			targets = append(targets, at+"/items?limit=1000&f=json&sortby=-"+name)
		}
	}
	for _, r := range w.secrets {
		switch r.table {
		case "observations":
			targets = append(targets, api+"/observations/"+r.id, "/records/"+r.id, "/ogc/collections/observations/items/"+r.id+"?f=json", "/ogc/collections/observations/items/"+r.id+"?f=html")
		case "sampling_events":
			targets = append(targets, api+"/events/"+r.id, "/ogc/collections/events/items/"+r.id+"?f=json")
		case "pools":
			targets = append(targets, api+"/pools/"+r.id, "/ogc/collections/pools/items/"+r.id+"?f=json")
		}
	}
	return targets
}

var (
	exactly     = regexp.MustCompile(`-?\d{1,3}\.\d{5,}`)   // a number that may be a coordinate
	secretWords = regexp.MustCompile(`secret-[a-z-]+\d{6}`) // as obscuredWorld.name makes them
)

// square is a part of the earth of two metres, in which an exact place is looked up.
type square [2]int64

func squareOf(at orb.Point) square {
	return square{int64(math.Floor(at[0] / bareness)), int64(math.Floor(at[1] / bareness))}
}

// telltales are the exact places by their squares, and the words about them.
type telltales struct {
	places map[square][]secretRecord
	words  map[string]secretRecord
}

func newTelltales(secrets []secretRecord) telltales {
	t := telltales{map[square][]secretRecord{}, map[string]secretRecord{}}
	for _, r := range secrets {
		t.words[r.words] = r
		t.places[squareOf(r.exact)] = append(t.places[squareOf(r.exact)], r)
	}
	return t
}

// at are the records that a place tells.
func (t telltales) at(place orb.Point) (told []secretRecord) {
	middle := squareOf(place)
	for x := middle[0] - 1; x <= middle[0]+1; x++ {
		for y := middle[1] - 1; y <= middle[1]+1; y++ {
			for _, r := range t.places[square{x, y}] {
				if r.bare(place) {
					told = append(told, r)
				}
			}
		}
	}
	return told
}

// search looks in a text, or in bytes with numbers in them, for exact places and for words about them.
func (t telltales) search(found *findings, probe, from, text string) {
	var numbers []float64
	for _, written := range exactly.FindAllString(text, -1) {
		if n, err := strconv.ParseFloat(written, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	var pairs []orb.Point
	for i, a := range numbers {
		for _, b := range numbers[i+1 : min(i+4, len(numbers))] { // a box has its longitudes apart
			pairs = append(pairs, orb.Point{a, b}, orb.Point{b, a})
		}
	}
	if strings.Contains(text, "\x00") {
		pairs = append(pairs, doubles([]byte(text))...)
	}
	for _, pair := range pairs {
		for _, r := range t.at(pair) {
			found.add(probe, "%s has %v of %s", from, pair, r)
		}
	}
	for _, words := range secretWords.FindAllString(text, -1) {
		if r, secret := t.words[words]; secret {
			found.add(probe, "%s has the words %q of %s", from, words, r)
		}
	}
}

// doubles are the pairs of numbers in degrees at any place of a binary body.
func doubles(body []byte) (pairs []orb.Point) {
	number := func(at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(body[at:])) }
	for i := 0; i+16 <= len(body); i++ {
		if a, b := number(i), number(i+8); math.Abs(a) > 0.001 && math.Abs(b) > 0.001 && math.Abs(a) <= 180 && math.Abs(b) <= 180 {
			pairs = append(pairs, orb.Point{a, b}, orb.Point{b, a})
		}
	}
	return pairs
}

// commandsOfForm are those that print records or data sources. The formats that the short form does without are those of the export over HTTP.
func commandsOfForm() [][]string {
	commands := [][]string{{"export"}, {"export", "--include", "absences", "--raw"}, {"export", "--format", "pools"}, {"dataset", "list"}}
	if testenv.Long() {
		commands = append(commands, []string{"export", "--public"}, []string{"export", "--format", "geojson"})
	}
	return commands
}

// readEverything reads what everybody may read, and each page of the lists.
func (w *obscuredWorld) readEverything(found *findings) {
	w.t.Helper()
	secrets := newTelltales(w.secrets)
	for _, target := range w.publicFiles() {
		a := w.s.Get(target)
		if a.Status >= 400 && a.Status != http.StatusNotFound { // a report that the statement made bare is none of another
			w.t.Errorf("%s: %d %.300s", target, a.Status, a.Body)
		}
		secrets.search(found, "read", target, unpacked(w.t, a.Body))
		for name := range a.Header {
			secrets.search(found, "header", target, a.Header.Get(name))
		}
	}
	w.readPages(found)
	for _, args := range w.commands {
		secrets.search(found, "command", strings.Join(args, " "), w.d.MustRun(args...))
	}
	secrets.search(found, "log", "the log", w.s.Log.String()+w.s.Out.String())
}

// readPages reads each page of the lists.
func (w *obscuredWorld) readPages(found *findings) {
	w.t.Helper()
	secrets := newTelltales(w.secrets)
	for _, list := range []string{"/observations", "/absences", "/events", "/pools"} {
		target, pages := skeetertest.API+list+"?limit=5", 0
		for ; target != "" && pages < 100; pages++ {
			a := w.s.Get(target)
			secrets.search(found, "page", target, string(a.Body))
			target = skeetertest.Decode[struct{ Next string }](w.t, a, http.StatusOK).Next
			if at := strings.Index(target, "/api/"); at > 0 {
				target = target[at:]
			}
		}
		if pages < 3 {
			w.t.Errorf("%s has %d pages of five", list, pages)
		}
	}
}

// readViews reads the views of gis as a role that may read them, and asks PostgreSQL and PostGIS what such a role may ask of tables.
func (w *obscuredWorld) readViews(found *findings, reader pgtestReader) {
	w.t.Helper()
	secrets := newTelltales(w.secrets)
	// The statistics of the other tables are those of the catalog, with which the database came.
	for _, written := range pgtest.Column[string](w.t, w.db, `select relid::regclass::text from pg_stat_user_tables where n_mod_since_analyze > 0
		union select unnest(array['observations', 'absences', 'sampling_events', 'pools', 'exact_places']::regclass[])::text`) {
		pgtest.Run(w.t, w.db, "analyze "+written)
	}
	for _, view := range pgtest.Column[string](w.t, reader, "select table_name::text from information_schema.tables where table_schema = 'gis' order by 1") {
		if view == "history" {
			continue
		}
		columns := pgtest.Column[string](w.t, reader, `select quote_ident(column_name) from information_schema.columns
			where table_schema = 'gis' and table_name = $1 and column_name <> 'shape' and not (column_name = 'geom' and $1 like '%\_by\_%')`, view)
		rows := pgtest.Column[string](w.t, reader, "select to_jsonb(v)::text from (select "+strings.Join(columns, ", ")+" from gis."+view+") v")
		secrets.search(found, "gis", "gis."+view, strings.Join(rows, "\n"))
	}
	stats := pgtest.Column[string](w.t, reader, "select concat(s) from pg_stats s where schemaname in ('public', 'gis')")
	secrets.search(found, "statistics", "pg_stats", strings.Join(stats, "\n"))
}

// readTiles looks at the tiles of every zoom in which an exact place lies.
func (w *obscuredWorld) readTiles(found *findings, shown []shownRecord) {
	w.t.Helper()
	for _, r := range w.secrets {
		for _, z := range []maptile.Zoom{0, 3, 6, 8, 10, 12, 14, 16, 18, 20, 22} {
			tile := maptile.At(r.exact, z)
			a := w.s.Get(skeetertest.TilePath(z, r.exact))
			sums, err := skeetertest.TileSums(a)
			if err != nil {
				w.t.Fatal(err)
			}
			want := 0
			for _, record := range shown {
				if record.table == "observations" && maptile.At(record.at, z) == tile {
					want++
				}
			}
			if sums.Count != want {
				found.add("tile", "tile %d/%d/%d has %d records, and %d were drawn there: %s", z, tile.X, tile.Y, sums.Count, want, r)
			}
			if a.Status != http.StatusOK {
				continue
			}
			layers, err := mvt.Unmarshal(a.Body)
			if err != nil {
				w.t.Fatal(err)
			}
			layers.ProjectToWGS84(tile)
			for _, feature := range layers[0].Features {
				if at, ok := feature.Geometry.(orb.Point); ok && z >= 18 && r.bare(at) {
					found.add("tile", "tile %d/%d/%d has a point at %s", z, tile.X, tile.Y, r)
				}
			}
		}
	}
}
