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

// errand is one request of the mix.
type errand struct {
	route             string // as the report names it
	method, path      string
	contentType, body string
	write             *write // what it asks to be stored; nil for a request that reads
}

// mix makes requests as maps, tables, forms and GIS programs send them, about places and names that there are.
type mix struct {
	tiles   []mapRequest
	species []string
	ids     []string // of records that were there before
	photo   photograph
	run     string // in every record that this run makes
}

const mixIDs = 2000

func (b *bench) newMix(ctx context.Context, db *pgx.Conn) (*mix, error) {
	m := &mix{run: "load-" + uuid.NewString()}
	var err error
	if m.tiles, err = listRequests(ctx, db); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		query string
		to    *[]string
	}{{"select id from taxa where in_catalog order by id", &m.species}, {fmt.Sprintf("select id::text from observations order by id limit %d", mixIDs), &m.ids}} {
		rows, err := db.Query(ctx, list.query)
		if err != nil {
			return nil, err
		}
		if *list.to, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	picture, err := sized(madeUp(256, 256), 256, 256)
	if err != nil {
		return nil, err
	}
	m.photo, err = upload(picture)
	return m, err
}

const api = "/api/v1"

// shares of the requests, in percent. Most of what a map does is tiles.
var shares = []struct {
	percent int
	make    func(m *mix, c *clerk) errand
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

// clerk is one client's dice and what it has written.
type clerk struct {
	*rand.Rand
	own []*stored
}

func (m *mix) next(c *clerk) errand {
	n := c.IntN(100)
	for _, s := range shares {
		if n -= s.percent; n < 0 {
			return s.make(m, c)
		}
	}
	return m.tile(c)
}

func oneOf[T any](c *clerk, list []T) T { return list[c.IntN(len(list))] }

func get(route, path string) errand { return errand{route: route, method: http.MethodGet, path: path} }

// tile is one of the fixed list, or one beside it.
func (m *mix) tile(c *clerk) errand {
	t := oneOf(c, m.tiles)
	if last := 1<<t.z - 1; c.IntN(2) == 0 {
		t.x, t.y = min(t.x+c.IntN(3), last), min(t.y+c.IntN(3), last)
	}
	return get("tile", t.path())
}

// box lies around a place where there are records.
func (m *mix) box(c *clerk, degrees float64) string {
	t := oneOf(c, m.tiles)
	side := 360 / float64(int(1)<<t.z)
	west, south := max(-180, float64(t.x)*side-180-degrees), -60+c.Float64()*100
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f", west, south, min(west+2*degrees, 180), south+2*degrees)
}

func (m *mix) years(c *clerk) string {
	first := 2005 + c.IntN(18)
	return fmt.Sprintf("start_date=%d-01-01&end_date=%d-12-31", first, first+c.IntN(4))
}

func (m *mix) layer(c *clerk) errand {
	return get("geo", fmt.Sprintf(api+"/geo/observations?limit=1000&bbox=%s&species=%s&%s", m.box(c, 5), oneOf(c, m.species), m.years(c)))
}

func (m *mix) list(c *clerk) errand {
	switch c.IntN(3) {
	case 0:
		return get("list", api+"/observations?limit=50&species="+oneOf(c, m.species))
	case 1:
		return get("list", api+"/observations?limit=50&bbox="+m.box(c, 10))
	}
	return get("list", api+"/observations?limit=50&"+m.years(c))
}

func (m *mix) detail(c *clerk) errand {
	return get("detail", api+"/observations/"+oneOf(c, m.ids))
}

func (m *mix) stats(c *clerk) errand {
	return get("stats", api+"/stats?species="+oneOf(c, m.species)+"&"+m.years(c))
}

func (m *mix) catalog(c *clerk) errand {
	return get("catalog", oneOf(c, []string{api + "/species?limit=200&lang=fr", api + "/species/" + oneOf(c, m.species) + "?lang=ru", api + "/diseases", api + "/countries?lang=es", api + "/filters"}))
}

func (m *mix) features(c *clerk) errand {
	filter := url.QueryEscape(fmt.Sprintf("species_id = '%s' AND observed_at >= DATE('%d-01-01')", oneOf(c, m.species), 2005+c.IntN(18)))
	return get("ogc items", "/ogc/collections/observations/items?f=json&limit=100&filter="+filter)
}

func (m *mix) create(c *clerk) errand {
	w := &write{record: &stored{id: uuid.NewString()}, count: 1 + c.IntN(1000), create: true}
	return sending("create", http.MethodPost, api+"/observations", w, map[string]any{
		"id": w.record.id, "species_scientific_name": "Aedes albopictus", "count": w.count, "event_id": m.run, "observed_at": "2024-06-01T08:00:00Z",
		"location": map[string]any{"lat": c.Float64()*100 - 50, "lng": c.Float64()*300 - 150}, "notes": fmt.Sprint(w.count),
	})
}

// patch changes a record that this client has made; only one change of a record is on its way.
func (m *mix) patch(c *clerk) errand {
	c.own = slices.DeleteFunc(c.own, func(r *stored) bool { return r.unsure })
	if len(c.own) == 0 {
		return m.create(c)
	}
	i := c.IntN(len(c.own))
	w := &write{record: c.own[i], count: 1 + c.IntN(1000)}
	c.own = slices.Delete(c.own, i, i+1)
	return sending("patch", http.MethodPatch, api+"/observations/"+w.record.id, w, map[string]any{"count": w.count, "notes": fmt.Sprint(w.count)})
}

func (m *mix) predict(*clerk) errand {
	return errand{route: "predict", method: http.MethodPost, path: api + "/predict", contentType: m.photo.contentType, body: string(m.photo.form)}
}

func sending(route, method, path string, w *write, record map[string]any) errand {
	body, err := json.Marshal(record)
	if err != nil {
		panic(err) // texts and numbers
	}
	return errand{route: route, method: method, path: path, contentType: "application/json", body: string(body), write: w}
}
