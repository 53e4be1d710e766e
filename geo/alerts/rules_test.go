package alerts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

const ownID = "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"

func TestRules(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	body := object{"id": ownID, "kind": "introduction", "name": "Tiger", "species": "Stegomyia albopicta"}
	made := s.do("POST", "/rules", body).want(201)
	if got := fmt.Sprintln(made.body["parameters"], made.body["enabled"], made.body["send"], made.body["evaluated_at"]); got != "map[distance_km:50] true none <nil>\n" {
		t.Errorf("a new rule is %s", got)
	}
	if got := made.header.Get("Location"); !strings.HasSuffix(got, "/api/v1/alerts/rules/"+ownID) {
		t.Errorf("Location %s", got)
	}
	s.do("POST", "/rules", body).want(200)
	body["name"] = "Other"
	s.do("POST", "/rules", body).want(409)
	read := s.do("GET", "/rules/"+ownID, nil).want(200)
	if read.header.Get("ETag") != made.header.Get("ETag") {
		t.Errorf("ETags %s and %s", read.header.Get("ETag"), made.header.Get("ETag"))
	}
	s.do("GET", "/rules/"+ownID, nil, "If-None-Match", read.header.Get("ETag")).want(304)
	s.evaluate()
	if evaluated := s.do("GET", "/rules/"+ownID, nil); evaluated.body["evaluated_at"] == nil || evaluated.header.Get("ETag") != read.header.Get("ETag") {
		t.Errorf("after an evaluation: %s", evaluated.raw)
	}
	patched := s.do("PATCH", "/rules/"+ownID, object{"name": "Tiger mosquito", "enabled": false, "area": "west"}, "If-Match", read.header.Get("ETag")).want(200)
	if got := fmt.Sprintln(patched.body["name"], patched.body["enabled"], patched.body["area"], patched.body["parameters"], patched.body["evaluated_at"]); got != "Tiger mosquito false west map[distance_km:50] <nil>\n" {
		t.Errorf("patched to %s", got)
	}
	s.do("PATCH", "/rules/"+ownID, object{"enabled": true}, "If-Match", read.header.Get("ETag")).want(412)
	if list := s.do("GET", "/rules?kind=introduction&limit=1", nil).want(200); list.body["count"] != 1.0 {
		t.Errorf("the list is %s", list.raw)
	}
	if list := s.do("GET", "/rules?kind=silence", nil).want(200); list.body["count"] != 0.0 {
		t.Errorf("the list is %s", list.raw)
	}
	for _, method := range []string{"POST /rules", "PATCH /rules/" + ownID, "DELETE /rules/" + ownID} {
		verb, path, _ := strings.Cut(method, " ")
		s.do(verb, path, object{}, "Authorization", "nobody").want(401)
	}
	s.do("DELETE", "/rules/"+ownID, nil).want(204)
	s.do("DELETE", "/rules/"+ownID, nil).want(404)
	s.do("GET", "/rules/"+ownID, nil).want(404)
	s.do("GET", "/rules/seven", nil).want(404)
}

func TestRulesRefuse(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	for name, c := range map[string]struct {
		body object
		want string
	}{
		"nothing":           {object{}, "kind:missing name:missing"},
		"unknown kind":      {object{"kind": "doom"}, "kind:not_allowed"},
		"no subject":        {object{"kind": "introduction"}, "species:missing"},
		"unknown species":   {object{"kind": "anomaly", "species": "Nobody nowhere"}, "species:unknown_species"},
		"two species":       {object{"kind": "anomaly", "species": "Culex pipiens,Aedes aegypti"}, "species:unknown_species"},
		"unknown disease":   {object{"kind": "anomaly", "disease": "the-vapours"}, "disease:unknown_disease"},
		"both":              {object{"kind": "anomaly", "disease": "dengue-fever", "species": "Aedes aegypti"}, "disease:not_allowed"},
		"unknown area":      {object{"kind": "silence", "area": "nowhere"}, "area:unknown_area"},
		"no letter in area": {object{"kind": "silence", "area": "\ufffd"}, "area:unknown_area"},
		"unknown set":       {object{"kind": "silence", "set": "nowhere"}, "set:unknown_set"},
		"two places":        {object{"kind": "silence", "set": "zones", "area": "west"}, "set:not_allowed"},
		"species of sites":  {object{"kind": "silence", "species": "Aedes aegypti"}, "species:not_allowed"},
		"distance":          {object{"kind": "introduction", "species": "Aedes aegypti", "parameters": object{"distance_km": 0}}, "parameters.distance_km:out_of_range"},
		"another parameter": {object{"kind": "silence", "parameters": object{"distance_km": 5}}, "parameters.distance_km:unknown_field"},
		"band":              {object{"kind": "anomaly", "parameters": object{"min_band": 3, "interval": "day"}}, "parameters.interval:not_allowed parameters.min_band:out_of_range"},
		"read-only":         {object{"kind": "silence", "problem": "x"}, "problem:read_only"},
		"unknown member":    {object{"kind": "silence", "mood": 1}, "mood:unknown_field"},
		"no webhooks":       {object{"kind": "silence", "send": "webhook", "webhook_url": "https://example.org"}, "webhook_url:not_allowed"},
		"no mail":           {object{"kind": "silence", "send": "mail", "mail_to": []string{"a@b.c"}}, "mail_to:not_allowed"},
		"nobody to mail":    {object{"kind": "silence", "send": "mail"}, "mail_to:missing"},
		"webhook unused":    {object{"kind": "silence", "webhook_url": "https://example.org"}, "webhook_url:not_allowed"},
		"mail unused":       {object{"kind": "silence", "send": "webhook", "webhook_url": "https://example.org", "mail_to": []string{"a@b.c"}}, "mail_to:not_allowed webhook_url:not_allowed"},
		"two lines":         {object{"kind": "silence", "name": "a\r\nb"}, "name:invalid_text"},
		"tabs":              {object{"kind": "silence", "name": "a\tb"}, "name:invalid_text"},
		"long":              {object{"kind": "silence", "name": strings.Repeat("x", 201)}, "name:too_long"},
		"blank":             {object{"kind": "silence", "name": " "}, "name:missing"},
		"C1":                {object{"kind": "silence", "name": "a\u0085b"}, "name:invalid_text"},
		"hourly":            {object{"kind": "silence", "digest": "hourly"}, "digest:not_allowed"},
	} {
		if _, named := c.body["name"]; name != "nothing" && !named {
			c.body["name"] = name
		}
		if got := s.do("POST", "/rules", c.body).want(422).wrong(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	id := s.rule(object{"kind": "silence"})
	if got := s.do("PATCH", "/rules/"+id, object{"kind": "anomaly", "name": nil, "set": "nowhere"}).want(422).wrong(); got != "kind:read_only name:missing set:unknown_set" {
		t.Errorf("a patch: %s", got)
	}
	if got := s.do("PATCH", "/rules/"+id, object{"kind": nil, "send": nil, "digest": nil, "enabled": nil}).want(422).wrong(); got != "digest:missing enabled:not_a_boolean kind:missing send:missing" {
		t.Errorf("a patch of nulls: %s", got)
	}
	s.exec("insert into alert_rules (id, kind, name) select gen_random_uuid(), 'silence', 'r' from generate_series(2, $1)", alerts.MaxRules)
	if got := s.do("POST", "/rules", object{"kind": "silence", "name": "one more"}).want(422).wrong(); got != ":too_many" {
		t.Errorf("the rule after the last: %s", got)
	}
	for _, query := range []string{"?state=old", "?open=maybe", "?since=yesterday", "?rule=seven", "?kind=doom", "/rules?kind=doom", "/feed.atom?rule=1", "?mood=1"} {
		s.do("GET", query, nil).want(422)
	}
}

// TestAreasOfRulesStay holds that an area is not dropped while a rule uses it.
func TestAreasOfRulesStay(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	const drawn = "0123456789abcdef0123456789abcdef"
	s.exec("insert into areas (id, geom, area_km2, vertices) values ($1, ST_Multi(ST_MakeEnvelope(1, 41, 2, 42, 4326)), 1, 5)", drawn)
	id := s.rule(object{"kind": "silence", "area": drawn})
	s.exec("update areas set used_at = now() - interval '40 days'")
	s.exec(`insert into areas (id, geom, area_km2, vertices, used_at)
		values (md5('unused'), ST_Multi(ST_MakeEnvelope(1, 41, 2, 43, 4326)), 1, 5, now() - interval '40 days')`)
	s.handler = handlerOf(areas.New(s.db, "/api/v1").Routes())
	shape := object{"type": "Polygon", "coordinates": [][][2]float64{{{3, 41}, {4, 41}, {4, 42}, {3, 41}}}}
	s.send("POST", "/areas", shape).want(201)
	if n := pgtest.Value[int](t, s.db, "select count(*)::int from areas where set is null"); n != 2 {
		t.Errorf("%d drawn areas, want that of the rule and the new one", n)
	}
	if got := s.send("GET", "/areas/"+drawn, nil).want(200); got.body["expires_at"] != nil {
		t.Errorf("the area of a rule expires: %s", got.raw)
	}
	if _, err := areas.RemoveSet(t.Context(), s.db, "zones"); err != nil {
		t.Errorf("a set that no rule uses: %v", err)
	}
	s.exec("delete from alert_rules where id = $1", id)
	s.send("GET", "/areas/"+drawn, nil).want(404)
}

func TestSetsOfRulesStay(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	id := s.rule(object{"kind": "silence", "area": "east"})
	for _, patch := range []object{{"name": "of an area"}, {"area": nil, "set": "zones"}} {
		s.do("PATCH", "/rules/"+id, patch).want(200)
		if _, err := areas.RemoveSet(t.Context(), s.db, "zones"); err == nil {
			t.Errorf("%v: the set is removed", patch)
		}
	}
}

// TestDestinationsArePrivate holds that only those see where alerts are sent who may write.
func TestDestinationsArePrivate(t *testing.T) {
	t.Parallel()
	hook, err := send.NewWebhook([]string{"hooks.example.org"}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, options{webhook: hook})
	id := s.rule(object{"kind": "silence", "send": "webhook", "webhook_url": "https://hooks.example.org/token"})
	for _, path := range []string{"/rules", "/rules/" + id} {
		if !strings.Contains(s.do("GET", path, nil).raw, "token") || strings.Contains(s.do("GET", path, nil, "Authorization", "nobody").raw, "token") {
			t.Errorf("%s shows the address to others", path)
		}
	}
	patched := s.do("PATCH", "/rules/"+id, object{"send": "none"}).want(200)
	if patched.body["webhook_url"] != nil {
		t.Errorf("an address that is not used stays: %s", patched.raw)
	}
}
