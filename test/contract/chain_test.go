package contract_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// chain is what one client does with one record; it stops at the first finding.
type chain struct {
	h    *harness
	g    *generator
	sent int
}

// step sends one request of a chain. Its answer has to have one of the statuses.
func (c *chain) step(method, template, target string, body any, header http.Header, statuses ...int) (skeetertest.Answer, bool) {
	at := slices.IndexFunc(c.h.operations, func(o operation) bool { return o.method == method && o.path == template })
	r := generated{operation: c.h.operations[at], target: target, header: http.Header{"Accept-Encoding": {"identity"}}}
	maps.Copy(r.header, header)
	switch body := body.(type) {
	case nil:
	case string:
		r.body = body
	default:
		raw, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		r.body = string(raw)
		r.header.Set("Content-Type", "application/json")
	}
	c.sent++
	a, ok := c.h.do(r)
	if !ok {
		return a, false
	}
	problems := c.h.problems(r, a)
	if !slices.Contains(statuses, a.Status) {
		problems = append(problems, fmt.Sprintf("status %d in a chain, want %v: %.300s", a.Status, statuses, a.Body))
	}
	for _, p := range problems {
		c.h.report(r, p)
	}
	return a, len(problems) == 0
}

// differ reports a member that is not as it was sent.
func (c *chain) differ(r string, want, got map[string]any) bool {
	for name, value := range want {
		if !reflect.DeepEqual(got[name], value) {
			c.h.report(generated{operation: operation{method: "chain", path: r}, target: r}, fmt.Sprintf("%s is %v, sent was %v", name, got[name], value))
			return true
		}
	}
	return false
}

// record is a new observation with nothing wrong in it, in the spelling that the server answers with.
func (c *chain) record() map[string]any {
	g := c.g
	out := map[string]any{
		"species_scientific_name": pick(g.dice, []string{"Aedes aegypti", "Culex novus", "Anopheles gambiae"}), "count": float64(1 + g.IntN(50)), "observed_at": g.date() + "T01:02:03Z",
		"location": map[string]any{"lat": float64(g.IntN(1700)-850) / 10, "lng": float64(g.IntN(3580)-1790) / 10}, "user_id": g.uuid(),
	}
	for name, value := range map[string]any{"notes": g.word(), "observer_name": g.word(), "life_stage": "adult", "sex": "female", "event_id": g.word(),
		"location_accuracy_m": float64(g.IntN(500)), "metadata": map[string]any{"trap_nights": 2.0}, "status": "verified"} {
		out[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(out)) {
		if slices.Contains([]string{"notes", "observer_name", "life_stage", "sex", "event_id", "location_accuracy_m", "metadata", "status"}, name) && g.chance(50) {
			delete(out, name)
		}
	}
	return out
}

// chain creates a record, sends it again, changes it and finds it everywhere it has to be. It returns how many requests it took.
func (h *harness) chain(g *generator) int {
	c := &chain{h: h, g: g}
	const one = skeetertest.API + "/observations/{observation_id}"
	record := c.record()
	if g.chance(40) {
		if !c.cite(record) {
			return c.sent
		}
	}
	record["id"] = g.uuid()
	id := record["id"].(string)
	a, ok := c.step("POST", skeetertest.Observations, skeetertest.Observations, record, nil, 201)
	if !ok || c.differ("POST /observations", record, object(a)) {
		return c.sent
	}
	created := object(a)
	if a, ok = c.step("POST", skeetertest.Observations, skeetertest.Observations, record, nil, 200); !ok || c.differ("POST again", created, object(a)) {
		return c.sent
	}
	other := maps.Clone(record)
	other["count"] = record["count"].(float64) + 1
	if _, ok = c.step("POST", skeetertest.Observations, skeetertest.Observations, other, nil, 409); !ok {
		return c.sent
	}
	if a, ok = c.step("GET", one, skeetertest.Observations+"/"+id, nil, nil, 200); !ok || c.differ("GET", created, object(a)) {
		return c.sent
	}
	etag := a.Header.Get("ETag")
	if _, ok = c.step("GET", one, skeetertest.Observations+"/"+id, nil, http.Header{"If-None-Match": {etag}}, 304); !ok {
		return c.sent
	}
	patch := map[string]any{"count": float64(100 + g.IntN(50)), "notes": nil, "status": "verified"}
	if a, ok = c.step("PATCH", one, skeetertest.Observations+"/"+id, patch, http.Header{"If-Match": {etag}}, 200); !ok {
		return c.sent
	}
	want := maps.Clone(created)
	maps.Copy(want, patch)
	delete(want, "updated_at")
	if c.differ("PATCH", want, object(a)) {
		return c.sent
	}
	if _, ok = c.step("PATCH", one, skeetertest.Observations+"/"+id, patch, http.Header{"If-Match": {etag}}, 412); !ok {
		return c.sent
	}
	c.find(id, record, want)
	return c.sent
}

// find checks that a record is in the lists, on the map and under /ogc.
func (c *chain) find(id string, record, want map[string]any) {
	a, ok := c.step("GET", skeetertest.Observations, skeetertest.Observations+"?user_id="+record["user_id"].(string), nil, nil, 200)
	if !ok {
		return
	}
	list, _ := object(a)["observations"].([]any)
	if len(list) != 1 || object(a)["count"] != 1.0 || c.differ("list by user_id", want, list[0].(map[string]any)) {
		c.h.report(generated{operation: operation{method: "chain", path: "list by user_id"}}, fmt.Sprintf("%d records: %.300s", len(list), a.Body))
		return
	}
	place := record["location"].(map[string]any)
	lat, lng := place["lat"].(float64), place["lng"].(float64)
	box := fmt.Sprintf("?bbox=%g,%g,%g,%g", lng-1e-4, lat-1e-4, lng+1e-4, lat+1e-4)
	day := record["observed_at"].(string)[:10]
	if a, ok = c.step("GET", skeetertest.API+"/geo/{layer_type}", skeetertest.API+"/geo/observations"+box+"&start_date="+day+"&end_date="+day, nil, nil, 200); !ok {
		return
	}
	if !strings.Contains(string(a.Body), id) || strings.Contains(string(a.Body), record["user_id"].(string)) {
		c.h.report(generated{operation: operation{method: "chain", path: "map"}}, fmt.Sprintf("%s is not on the map, or its user is: %.300s", id, a.Body))
	}
	if a, ok = c.step("GET", skeetertest.API+"/stats", skeetertest.API+"/stats"+box, nil, nil, 200); ok && object(a)["count"].(float64) < 1 {
		c.h.report(generated{operation: operation{method: "chain", path: "stats"}}, fmt.Sprintf("%s is not counted: %.300s", id, a.Body))
	}
	c.step("GET", "/ogc/collections/observations/items/{item}", "/ogc/collections/observations/items/"+id+"?f=json", nil, nil, 200)
}

// cite predicts a picture's species and has the record cite the prediction.
func (c *chain) cite(record map[string]any) bool {
	var r generated
	at := slices.IndexFunc(c.h.operations, func(o operation) bool { return o.path == skeetertest.API+"/predict" })
	r.operation, r.header = c.h.operations[at], http.Header{}
	c.g.form(&r, true)
	a, ok := c.step("POST", r.path, r.path, r.body, r.header, 200)
	if !ok {
		return false
	}
	p := object(a)
	record["prediction_id"], record["model_id"], record["confidence"] = p["prediction_id"], p["model_id"], p["confidence"]
	switch reason := p["reason"]; {
	case p["scientific_name"] == nil, reason == "other_species": // the confidence is of no name
		record["confidence"] = nil
	case reason == "too_small": // and perhaps of another species
		delete(record, "confidence")
	}
	picture := strings.TrimPrefix(fmt.Sprint(p["image_url_species"]), c.h.Base)
	record["image_url"] = picture
	_, ok = c.step("GET", "/static/predictions/{name}", picture, nil, nil, 200)
	return ok
}

func object(a skeetertest.Answer) (out map[string]any) {
	_ = json.Unmarshal(a.Body, &out)
	return out
}
