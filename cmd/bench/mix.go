package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// apiRequest is one request of the mix.
type apiRequest struct {
	route             string // as the report names it
	method, path      string
	contentType, body string
	write             *write // what the request writes; nil for a request that reads
}

// mix makes requests as maps, tables, forms and GIS programs send them, for places and names that the database holds.
type mix struct {
	tiles   []mapRequest
	species []string
	ids     []string // ids of records that the run does not change
	photo   photograph
	run     string // event id of every record that this run makes
}

const mixIDs = 2000

func (b *bench) newMix(ctx context.Context, db *pgx.Conn) *mix {
	m := &mix{run: "load-" + uuid.NewString(), tiles: listRequests(ctx, db)}
	for _, list := range []struct {
		query string
		to    *[]string
	}{{"select id from taxa where in_catalog order by id", &m.species}, {fmt.Sprintf("select id::text from observations order by id limit %d", mixIDs), &m.ids}} {
		rows := must(db.Query(ctx, list.query))
		*list.to = must(pgx.CollectRows(rows, pgx.RowTo[string]))
	}
	m.photo = upload(sized(synthetic(256, 256), 256, 256))
	return m
}

const api = "/api/v1"

// shares are the kinds of requests with their percentages. A map mostly requests tiles.
var shares = []struct {
	percent int
	make    func(m *mix, u *user) apiRequest
}{
	{44, (*mix).tile},
	{8, (*mix).layer},
	{13, (*mix).list},
	{10, (*mix).detail},
	{5, (*mix).stats},
	{5, (*mix).catalog},
	{5, (*mix).features},
	{5, (*mix).create},
	{3, (*mix).patch},
	{2, (*mix).predict},
}

// user is one simulated client: its random numbers, and the records that it has created and may change.
type user struct {
	*rand.Rand
	own []*stored
}

func (m *mix) next(u *user) apiRequest {
	n := u.IntN(100)
	for _, s := range shares {
		if n -= s.percent; n < 0 {
			return s.make(m, u)
		}
	}
	return m.tile(u)
}

func oneOf[T any](u *user, list []T) T { return list[u.IntN(len(list))] }

func get(route, path string) apiRequest {
	return apiRequest{route: route, method: http.MethodGet, path: path}
}

// tile requests a tile of the fixed list, or one next to it.
func (m *mix) tile(u *user) apiRequest {
	t := oneOf(u, m.tiles)
	if last := 1<<t.z - 1; u.IntN(2) == 0 {
		t.x, t.y = min(t.x+u.IntN(3), last), min(t.y+u.IntN(3), last)
	}
	return get("tile", t.path())
}

// box returns a bounding box in the longitude of a place with records.
func (m *mix) box(u *user, degrees float64) string {
	t := oneOf(u, m.tiles)
	side := 360 / float64(int(1)<<t.z)
	west, south := max(-180, float64(t.x)*side-180-degrees), -60+u.Float64()*100
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f", west, south, min(west+2*degrees, 180), south+2*degrees)
}

func (m *mix) years(u *user) string {
	first := 2005 + u.IntN(18)
	return fmt.Sprintf("start_date=%d-01-01&end_date=%d-12-31", first, first+u.IntN(4))
}

func (m *mix) layer(u *user) apiRequest {
	return get("geo", fmt.Sprintf(api+"/geo/observations?limit=1000&bbox=%s&species=%s&%s", m.box(u, 5), oneOf(u, m.species), m.years(u)))
}

func (m *mix) list(u *user) apiRequest {
	switch u.IntN(3) {
	case 0:
		return get("list", api+"/observations?limit=50&species="+oneOf(u, m.species))
	case 1:
		return get("list", api+"/observations?limit=50&bbox="+m.box(u, 10))
	}
	return get("list", api+"/observations?limit=50&"+m.years(u))
}

func (m *mix) detail(u *user) apiRequest {
	return get("detail", api+"/observations/"+oneOf(u, m.ids))
}

func (m *mix) stats(u *user) apiRequest {
	return get("stats", api+"/stats?species="+oneOf(u, m.species)+"&"+m.years(u))
}

func (m *mix) catalog(u *user) apiRequest {
	return get("catalog", oneOf(u, []string{api + "/species?limit=200&lang=fr", api + "/species/" + oneOf(u, m.species) + "?lang=ru", api + "/diseases", api + "/countries?lang=es", api + "/filters"}))
}

func (m *mix) features(u *user) apiRequest {
	filter := url.QueryEscape(fmt.Sprintf("species_id = '%s' AND observed_at >= DATE('%d-01-01')", oneOf(u, m.species), 2005+u.IntN(18)))
	return get("ogc items", "/ogc/collections/observations/items?f=json&limit=100&filter="+filter)
}

func (m *mix) create(u *user) apiRequest {
	w := &write{record: &stored{id: uuid.NewString()}, count: 1 + u.IntN(1000), create: true}
	return writing("create", http.MethodPost, api+"/observations", w, map[string]any{
		"id": w.record.id, "species_scientific_name": "Aedes albopictus", "count": w.count, "event_id": m.run, "observed_at": "2024-06-01T08:00:00Z",
		"location": map[string]any{"lat": u.Float64()*100 - 50, "lng": u.Float64()*300 - 150}, "notes": fmt.Sprint(w.count),
	})
}

// patch changes a record that this user created. The record leaves the list until the server answers, so that changes of one record do
// not overlap.
func (m *mix) patch(u *user) apiRequest {
	u.own = slices.DeleteFunc(u.own, func(r *stored) bool { return r.unsure })
	if len(u.own) == 0 {
		return m.create(u)
	}
	i := u.IntN(len(u.own))
	w := &write{record: u.own[i], count: 1 + u.IntN(1000)}
	u.own = slices.Delete(u.own, i, i+1)
	return writing("patch", http.MethodPatch, api+"/observations/"+w.record.id, w, map[string]any{"count": w.count, "notes": fmt.Sprint(w.count)})
}

func (m *mix) predict(*user) apiRequest {
	return apiRequest{route: "predict", method: http.MethodPost, path: api + "/predict", contentType: m.photo.contentType, body: string(m.photo.form)}
}

func writing(route, method, path string, w *write, record map[string]any) apiRequest {
	body, err := json.Marshal(record)
	if err != nil {
		panic(err) // does not happen: texts and numbers can be encoded
	}
	return apiRequest{route: route, method: method, path: path, contentType: "application/json", body: string(body), write: w}
}
