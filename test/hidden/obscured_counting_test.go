package hidden_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// pgtestReader is a connection of a role that may read the schema gis.
type pgtestReader = *pgx.Conn

// shownRecord is where the public may look for a record.
type shownRecord struct {
	table string
	at    orb.Point
}

// shown are the places at which answers may count records: those of the public tables, without those that tell an exact place.
func (w *obscuredWorld) shown(found *findings) (all []shownRecord) {
	w.t.Helper()
	for _, table := range []string{"observations", "absences", "sampling_events", "pools"} {
		secrets := map[string]secretRecord{}
		for _, r := range w.secrets {
			if r.table == table {
				secrets[r.id] = r
			}
		}
		for _, row := range pgtest.Column[string](w.t, w.db, "select concat_ws(' ', id, ST_X(geom), ST_Y(geom)) from "+table+" order by id") {
			var id string
			var at orb.Point
			if _, err := fmt.Sscan(row, &id, &at[0], &at[1]); err != nil {
				w.t.Fatal(err)
			}
			r, secret := secrets[id]
			delete(secrets, id)
			switch {
			case secret && r.bare(at):
				found.add("table", "%s is public at its exact place", r)
				continue
			case secret && !sameCell(r, at):
				found.add("table", "%s lies at %v, in another cell", r, at)
			}
			all = append(all, shownRecord{table, at})
		}
		for _, r := range secrets {
			w.t.Errorf("%s is not there", r)
		}
	}
	return all
}

func sameCell(r secretRecord, at orb.Point) bool {
	const margin = 1e-6 // places have seven decimals
	for axis := range 2 {
		west := cellOf(r.exact[axis], r.degrees)
		if at[axis] < west-margin || at[axis] > west+r.degrees+margin {
			return false
		}
	}
	return true
}

// around is a box about a place.
func around(at orb.Point, half float64) orb.Bound {
	return orb.Bound{Min: orb.Point{at[0] - half, at[1] - half}, Max: orb.Point{at[0] + half, at[1] + half}}
}

func countIn(shown []shownRecord, table string, in func(orb.Point) bool) (n int) {
	for _, record := range shown {
		if record.table == table && in(record.at) {
			n++
		}
	}
	return n
}

// counted reads one number of an answer.
type counted struct {
	probe, table, target string
	read                 func([]byte) (int, error)
}

// numberOf reads a member of a JSON object.
func numberOf(member string) func([]byte) (int, error) {
	return func(body []byte) (n int, err error) {
		var o map[string]json.RawMessage
		if err = json.Unmarshal(body, &o); err == nil {
			err = json.Unmarshal(o[member], &n)
		}
		return n, err
	}
}

func featuresOf(body []byte) (int, error) {
	c, err := geojson.UnmarshalFeatureCollection(body)
	if err != nil {
		return 0, err
	}
	return len(c.Features), nil
}

// recordsOf adds the records of counts.
func recordsOf(body []byte) (n int, err error) {
	c, err := geojson.UnmarshalFeatureCollection(body)
	if err != nil {
		return 0, err
	}
	for _, f := range c.Features {
		n += f.Properties.MustInt("count")
	}
	return n, nil
}

func linesOf(body []byte) (int, error) { return strings.Count(string(body), "\n") - 1, nil }

// seriesOf adds the records of a time series.
func seriesOf(body []byte) (n int, err error) {
	var series struct{ Results []struct{ Records int } }
	err = json.Unmarshal(body, &series)
	for _, r := range series.Results {
		n += r.Records
	}
	return n, err
}

// boxProbes count what lies in a box, each in its own way.
func boxProbes(box orb.Bound) (all []counted) {
	const api = skeetertest.API
	bbox := fmt.Sprintf("%.9f,%.9f,%.9f,%.9f", box.Min[0], box.Min[1], box.Max[0], box.Max[1])
	ring := fmt.Sprintf("POLYGON((%[1]s %[2]s,%[3]s %[2]s,%[3]s %[4]s,%[1]s %[4]s,%[1]s %[2]s))", // as the bbox is written
		fmt.Sprintf("%.9f", box.Min[0]), fmt.Sprintf("%.9f", box.Min[1]), fmt.Sprintf("%.9f", box.Max[0]), fmt.Sprintf("%.9f", box.Max[1]))
	all = []counted{
		{"bbox", "observations", api + "/observations?limit=1&bbox=" + bbox, numberOf("count")},
		{"bbox", "absences", api + "/absences?limit=1&bbox=" + bbox, numberOf("count")},
		{"bbox", "sampling_events", api + "/events?limit=1&bbox=" + bbox, numberOf("count")},
		{"bbox", "pools", api + "/pools?limit=1&bbox=" + bbox, numberOf("count")},
		{"stats", "observations", api + "/stats?bbox=" + bbox, numberOf("count")},
		{"cross", "observations", api + "/stats/table?by=sex,year&bbox=" + bbox, numberOf("count")},
		{"cross", "observations", "/ogc/collections/counts/items?by=sex&bbox=" + bbox, recordsOf},
		{"layer", "observations", api + "/geo/observations?bbox=" + bbox, featuresOf},
		{"export", "observations", api + "/export?format=csv&bbox=" + bbox, linesOf},
		{"analytics", "observations", api + "/analytics/timeseries?interval=year&bbox=" + bbox, seriesOf},
	}
	for collection, table := range map[string]string{"observations": "observations", "events": "sampling_events", "pools": "pools"} {
		at := "/ogc/collections/" + collection + "/items?limit=1000&f=json&"
		all = append(all, counted{"ogc", table, at + "bbox=" + bbox, numberOf("numberReturned")},
			counted{"cql2", table, at + "filter-lang=cql2-text&filter=" + url.QueryEscape("S_INTERSECTS(geometry,"+ring+")"), numberOf("numberReturned")},
			counted{"cql2", table, at + "filter-lang=cql2-text&filter=" + url.QueryEscape("NOT S_DISJOINT(geometry,"+ring+")"), numberOf("numberReturned")})
	}
	return all
}

// count sends a probe and compares.
func (w *obscuredWorld) count(found *findings, probe counted, shown []shownRecord, in func(orb.Point) bool, about any) {
	w.t.Helper()
	a := w.s.Get(probe.target)
	if a.Status != http.StatusOK {
		w.t.Fatalf("%s: %d %s", probe.target, a.Status, a.Body)
	}
	n, err := probe.read(a.Body)
	if err != nil {
		w.t.Fatalf("%s: %v: %.300s", probe.target, err, a.Body)
	}
	if want := countIn(shown, probe.table, in); n != want {
		found.add(probe.probe, "%s finds %d, and %d were drawn there: %s", probe.target, n, want, about)
	}
}

// countBoxes asks how many records lie about the exact places.
func (w *obscuredWorld) countBoxes(found *findings, shown []shownRecord, reader pgtestReader) {
	w.t.Helper()
	for _, r := range w.secrets {
		for _, half := range []float64{1e-6, 0.003} {
			box := around(r.exact, half)
			for _, probe := range boxProbes(box) {
				if probe.table == r.table {
					w.count(found, probe, shown, box.Contains, r)
				}
			}
			view := "gis." + r.table
			if r.table == "absences" {
				continue
			}
			n := pgtest.Value[int](w.t, reader, "select count(*)::int from "+view+" where ST_Intersects(geom, ST_MakeEnvelope($1, $2, $3, $4, 4326))", box.Min[0], box.Min[1], box.Max[0], box.Max[1])
			if want := countIn(shown, r.table, box.Contains); n != want {
				found.add("gis", "%s has %d in a box, and %d were drawn there: %s", view, n, want, r)
			}
		}
	}
}

// countAreas draws areas about some exact places, and pairs of areas of which one has a hole there.
func (w *obscuredWorld) countAreas(found *findings, shown []shownRecord) {
	w.t.Helper()
	asked := 0
	for _, r := range w.secrets {
		if r.table != "observations" || asked == 5 {
			continue
		}
		asked++
		small, large := around(r.exact, 0.0005), around(r.exact, r.degrees)
		hole := orb.Polygon{large.ToRing(), small.ToRing()}
		hole[1].Reverse()
		for _, area := range []struct {
			shape orb.Polygon
			in    func(orb.Point) bool
		}{
			{small.ToPolygon(), small.Contains}, {large.ToPolygon(), large.Contains},
			{hole, func(p orb.Point) bool { return large.Contains(p) && !small.Contains(p) }},
		} {
			body, err := geojson.NewGeometry(area.shape).MarshalJSON()
			if err != nil {
				w.t.Fatal(err)
			}
			a := w.s.Post(skeetertest.Areas, string(body))
			if a.Status != http.StatusCreated && a.Status != http.StatusOK {
				w.t.Fatalf("%s: %d %s", body, a.Status, a.Body)
			}
			var made struct{ ID string }
			if err := json.Unmarshal(a.Body, &made); err != nil {
				w.t.Fatal(err)
			}
			const api = skeetertest.API
			for _, probe := range []counted{
				{"area", "observations", api + "/observations?limit=1&area=" + made.ID, numberOf("count")},
				{"area", "absences", api + "/absences?limit=1&area=" + made.ID, numberOf("count")},
				{"area", "sampling_events", api + "/events?limit=1&area=" + made.ID, numberOf("count")},
				{"area", "pools", api + "/pools?limit=1&area=" + made.ID, numberOf("count")},
				{"area", "observations", api + "/stats?area=" + made.ID, numberOf("count")},
				{"area", "observations", api + "/analytics/timeseries?interval=year&area=" + made.ID, seriesOf},
				{"area", "observations", "/ogc/collections/observations/items?f=json&limit=1000&area=" + made.ID, numberOf("numberReturned")},
			} {
				w.count(found, probe, shown, area.in, r)
			}
		}
	}
}

// readCells holds that analyses by cells have no cell in which nothing was drawn.
func (w *obscuredWorld) readCells(found *findings, shown []shownRecord) {
	w.t.Helper()
	for path, resolutions := range map[string][]int{"presence?cells=h3&": {3, 5, 7, 9}, "trend?pool_protocols=true&cells=h3&": {3}, "hotspots?pool_protocols=true&min_effort=0&": {7}} {
		for _, resolution := range resolutions {
			drawn := map[string]bool{}
			for _, record := range shown {
				drawn[h3.LatLngToCell(h3.NewLatLng(record.at.Lat(), record.at.Lon()), resolution).String()] = true
			}
			target := fmt.Sprintf("%s/analytics/%sresolution=%d", skeetertest.API, path, resolution)
			results := skeetertest.Decode[struct{ Results []struct{ Cell string } }](w.t, w.s.Get(target), http.StatusOK).Results
			if len(results) == 0 {
				w.t.Errorf("%s has no cells", target)
			}
			for _, r := range results {
				if !drawn[r.Cell] {
					found.add("cell", "%s has the cell %s, and nothing was drawn there", target, r.Cell)
				}
			}
		}
	}
}

// coarsePlace, dateConflict and duplicate are flags of records in the database.
const (
	coarsePlace  = 8
	dateConflict = 16
	duplicate    = 32
)

// namePlaces holds that the country of a record is that of its whole cell, and that its flags tell no more of its place than the cell does.
func (w *obscuredWorld) namePlaces(found *findings) {
	w.t.Helper()
	for _, r := range w.secrets {
		west, south := cellOf(r.exact[0], r.degrees), cellOf(r.exact[1], r.degrees)
		country := pgtest.Value[string](w.t, w.db, `select case when count(distinct country_id) = 1 then min(country_id) else '' end from country_pieces
			where ST_Intersects(shape, ST_MakeEnvelope($1, $2, $3, $4, 4326))`, west, south, west+r.degrees, south+r.degrees)
		if said := pgtest.Value[string](w.t, w.db, "select coalesce(country_id, '') from "+r.table+" where id = $1", r.id); said != country {
			found.add("country", "%q is said, the cell is of %q: %s", said, country, r)
		}
		if r.table != "observations" && r.table != "absences" {
			continue
		}
		flags := pgtest.Value[int](w.t, w.db, `select flags - (flags & $2)
			- (case when location_accuracy_m >= 10000 then $3 else 0 end | range_flag(taxon_key, (select region_id from countries where id = nullif($4, ''))))
			from `+r.table+" where id = $1", r.id, dateConflict|duplicate, coarsePlace, country)
		if flags != 0 {
			found.add("flags", "the flags differ by %d from those of the cell: %s", flags, r)
		}
	}
}
