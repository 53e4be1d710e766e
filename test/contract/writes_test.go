package contract_test

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// newRecords checks each rule of a new record.
func (c client) newRecords() {
	without := func(old string) string { return strings.Replace(skeetertest.Observation, old, "", 1) }
	changed := func(old, with string) string { return strings.Replace(skeetertest.Observation, old, with, 1) }
	with := skeetertest.ObservationWith
	for name, tc := range map[string]struct{ body, locs string }{
		"no body":              {"", "body"},
		"blanks":               {" \n", "body"},
		"broken":               {skeetertest.Observation[:40], "body"},
		"trailing":             {skeetertest.Observation + "{}", "body"},
		"an array":             {"[]", "body"},
		"null":                 {"null", "body"},
		"twice":                {with(`"count":2`), "body"},
		"deep":                 {with(`"metadata":` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)), "body"},
		"NaN":                  {changed("43.7", "NaN"), "body"},
		"not UTF-8":            {with("\"notes\":\"\xff\""), "body"},
		"empty":                {"{}", "body.species_scientific_name body.location body.observed_at"},
		"count null":           {changed(`:2,`, `:null,`), "body.count"},
		"count 0":              {changed(`:2,`, `:0,`), "body.count"},
		"count a text":         {changed(`:2,`, `:"2",`), "body.count"},
		"count a fraction":     {changed(`:2,`, `:1.5,`), "body.count"},
		"latitude 91":          {changed("43.7", "91"), "body.location.lat"},
		"longitude -181":       {changed("7.25", "-181"), "body.location.lng"},
		"latitude beyond":      {changed("43.7", "1e999"), "body.location.lat"},
		"no longitude":         {changed(`,"lng":7.25`, ""), "body.location.lng"},
		"location a list":      {changed(`{"lat":43.7,"lng":7.25}`, "[7.25,43.7]"), "body.location"},
		"two latitudes":        {changed(`"lat"`, `"latitude":12,"lat"`), "body.location.latitude"},
		"two species":          {with(`"species_id":"culex-pipiens"`), "body.species_id"},
		"unknown species id":   {changed(`"species_scientific_name":"Aedes albopictus"`, `"species_id":"nobody"`), "body.species_id"},
		"blank name":           {changed("Aedes albopictus", " "), "body.species_scientific_name"},
		"long name":            {changed("Aedes albopictus", strings.Repeat("x", 301)), "body.species_scientific_name"},
		"unknown field":        {with(`"mood":"good"`), "body.mood"},
		"unknown inner field":  {changed(`"lat"`, `"alt":3,"lat"`), "body.location.alt"},
		"read-only":            {with(`"country_id":"fr","region_id":"western-europe","created_at":"2020-01-01"`), "body.country_id body.region_id body.created_at"},
		"own id no UUID":       {with(`"id":"seven"`), "body.id"},
		"future":               {changed("2024", "2124"), "body.observed_at"},
		"no date":              {changed("2024-06-01T08:00:00Z", "yesterday"), "body.observed_at"},
		"no such day":          {changed("2024-06-01T08:00:00Z", "2023-02-29"), "body.observed_at"},
		"until without reason": {with(`"observed_until":"2024-06-02"`), "body.observed_until"},
		"status":               {with(`"status":"dead"`), "body.status"},
		"confidence":           {with(`"confidence":1.01`), "body.confidence"},
		"accuracy":             {with(`"location_accuracy_m":-1`), "body.location_accuracy_m"},
		"picture":              {with(`"image_url":"javascript:alert(1)"`), "body.image_url"},
		"data source":          {with(`"data_source":"nobody"`), "body.data_source"},
		"metadata":             {with(`"metadata":[]`), "body.metadata"},
		"NUL":                  {with(`"notes":"a\u0000b"`), "body.notes"},
		"long notes":           {with(`"notes":"` + strings.Repeat("ж", 4001) + `"`), "body.notes"},
		"all at once":          {with(`"mood":1,"confidence":2,"sex":3,"status":"dead"`), "body.mood body.confidence body.sex body.status"},
	} {
		a := c.WantRecord(422, tc.body)
		if a.Status != 422 {
			c.T.Errorf("%s was taken", name)
			continue
		}
		wantLoc(c.T, a, strings.Fields(tc.locs)...)
	}

	if got := skeetertest.Decode[map[string]any](c.T, c.WantRecord(201, without(`"count":2,`)), 201); got["count"] != 1.0 || got["warnings"] == nil {
		c.T.Errorf("without a count: %v", got)
	}
	for _, status := range []string{"unverified", "verified", "rejected"} {
		if got := skeetertest.Decode[map[string]any](c.T, c.WantRecord(201, with(`"status":"`+status+`"`)), 201); got["status"] != status {
			c.T.Errorf("status %s became %v", status, got["status"])
		}
	}
	got := skeetertest.Decode[map[string]any](c.T, c.WantRecord(201, changed("Aedes albopictus", "Culex contractus")), 201)
	if got["status"] != "unverified" || got["species_id"] != "culex-contractus" || got["user_id"] == nil || got["country_id"] != "fr" {
		c.T.Errorf("a new record: %v", got)
	}
	got = skeetertest.Decode[map[string]any](c.T, c.WantRecord(201, changed("Aedes albopictus", "stegomyia AEGYPTI")), 201)
	if got["species_scientific_name"] != "Aedes aegypti" || got["verbatim_scientific_name"] != "stegomyia AEGYPTI" {
		c.T.Errorf("a synonym: %v", got)
	}
	c.WantRecord(201, `{"species_id":"Aedes_aegypti","location":{"latitude":-3.1,"longitude":-60},"count":1.0,"observed_at":"2020-01-01T10:00:00"}`)
	c.WantRecord(201, with(`"species_id":"aedes-albopictus","metadata":{"a":[1,null]},"notes":null,"confidence":1,"image_url":"/static/x.png"`))
	c.WantRecord(201, changed(`"2024-06-01T08:00:00Z"`, `"2024-06-01","date_precision":"month"`))

	c.WantRecord(200, with(`"id":"`+skeetertest.OwnID+`"`))
	c.WantRecord(409, `{"id":"`+skeetertest.OwnID+`",`+changed(`:2,`, `:3,`)[1:])
	c.WantRecord(413, with(`"notes":"`+strings.Repeat("x", 1<<20)+`"`))
	for _, contentType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/merge-patch+json"} {
		c.Want(415, "POST", skeetertest.Observations, skeetertest.Observation, "Content-Type", contentType)
	}
	c.Want(201, "POST", skeetertest.Observations, skeetertest.Observation, "Content-Type", "Application/JSON; charset=utf-8")
	for _, list := range []string{"/geo/observations", "/export", "/export?format=geojson", "/export?format=geojsonseq"} {
		if a := c.Want(200, "GET", skeetertest.API+list, ""); bytes.Contains(a.Body, []byte("user_id")) || bytes.Contains(a.Body, []byte("observer")) {
			c.T.Errorf("%s names observers", list)
		}
	}
}

// conditions checks the rules of ETags.
func (c client) conditions() {
	for _, path := range []string{"/openapi.json", skeetertest.API + "/openapi.json", "/openapi.yaml", "/static/docs.css", skeetertest.API + "/observations/" + skeetertest.OwnID} {
		etag := c.Want(200, "GET", path, "").Header.Get("ETag")
		compressed := c.Send("GET", path, "", "Accept-Encoding", "gzip").Header.Get("ETag")
		for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, compressed, "*"} {
			a := c.Want(304, "GET", path, "", "If-None-Match", known)
			if len(a.Body) > 0 {
				c.T.Errorf("%s: 304 with a body", path)
			}
		}
		c.Want(200, "GET", path, "", "If-None-Match", `"other"`)
	}

	path, patch := skeetertest.Observations+"/"+skeetertest.OwnID, "application/merge-patch+json"
	old := c.Want(200, "GET", path, "").Header.Get("ETag")
	now := c.Want(200, "PATCH", path, `{"count":5,"status":"verified"}`, "Content-Type", patch, "If-Match", old).Header.Get("ETag")
	if now == old {
		c.T.Error("a change leaves the ETag")
	}
	c.Want(200, "GET", path, "", "If-None-Match", old)
	c.Want(412, "PATCH", path, `{"count":6}`, "Content-Type", patch, "If-Match", old)
	if got := skeetertest.Decode[struct{ Count int }](c.T, c.Want(200, "GET", path, ""), 200); got.Count != 5 {
		c.T.Errorf("a refused change was made: %d", got.Count)
	}
	c.Want(200, "PATCH", path, `{"count":6}`, "Content-Type", "application/json", "If-Match", "*")
	for _, body := range []string{`{"id":"` + skeetertest.OwnID + `"}`, `{"updated_at":"2020-01-01"}`, `{"country_id":null}`, `{"count":null}`, `{"mood":1}`, "{", ""} {
		c.Want(422, "PATCH", path, body, "Content-Type", patch)
	}
	c.Want(415, "PATCH", path, "{}", "Content-Type", "text/plain")
	c.Want(413, "PATCH", path, `{"notes":"`+strings.Repeat("x", 1<<20)+`"}`, "Content-Type", patch)
	c.Want(404, "PATCH", skeetertest.Observations+"/seven", "{}", "Content-Type", patch)
}

// pictures checks what uploads are refused for, with a model and without one.
func (c client) pictures() {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		c.T.Fatal(err)
	}
	good := 500
	if health := skeetertest.Decode[struct {
		Checks map[string]struct{ Status string }
	}](c.T, c.Want(200, "GET", "/health", ""), 200); health.Checks["model"].Status == "ok" {
		good = 200
	}
	const largest = 10 << 20
	for _, tc := range []struct {
		path, field, content string
		copies, status       int
	}{
		{"/predict", "file", picture.String(), 1, good}, {"/predict?lang=xx", "image", picture.String(), 1, good}, {"/predict", "file", "", 1, 400},
		{"/predict", "file", "GIF89a", 1, 400}, {"/predict", "file", strings.Repeat("x", largest+1), 1, 413}, {"/predict", "picture", picture.String(), 1, 422},
		{"/predict", "file", picture.String(), 2, 422}, {"/predict?confidence_threshold=2", "file", picture.String(), 1, 422},
		{"/predict/batch", "files", picture.String(), 3, 200}, {"/predict/batch", "file", "no picture", 2, 200},
		{"/predict/batch", "files", picture.String(), 33, 422}, {"/predict/batch", "picture", picture.String(), 1, 422},
	} {
		c.Upload(tc.status, skeetertest.API+tc.path, tc.field, slices.Repeat([][]byte{[]byte(tc.content)}, tc.copies)...)
	}
	for _, path := range []string{"/predict", "/predict/batch"} {
		c.Want(415, "POST", skeetertest.API+path, picture.String(), "Content-Type", "image/png")
	}
}
