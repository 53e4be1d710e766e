package program_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// randomRequests are of every kind, random in what a client may choose and the same in kind from round to round.
type randomRequests struct {
	*rand.Rand
	*skeetertest.Server
	routes []string // templates that the contract names
}

// word is up to 20 letters, digits and marks that mean something somewhere.
func (r randomRequests) word() string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~'\"%{}é "
	marks := []rune(letters)
	out := make([]rune, 4+r.IntN(16))
	for i := range out {
		out[i] = marks[r.IntN(len(marks))]
	}
	return "x" + string(out)
}

var variable = regexp.MustCompile(`\{[^}]*\}`)

// round makes records of new names, so that lists have what to show, and sends every method to every route and to unknown paths,
// with random values everywhere. The short form sends a part of them, the same in kind in each round.
func (r randomRequests) round(t *testing.T) {
	t.Helper()
	for range 20 {
		body := fmt.Sprintf(`{"species_scientific_name":"Culex %s","count":1,"location":{"lat":1,"lng":2},"observed_at":"2024-05-06","user_id":"%d"}`,
			strings.Map(func(c rune) rune { return 'a' + (c % 26) }, r.word()), r.IntN(1e9))
		if a := r.Post(skeetertest.Observations, body); a.Status != 201 {
			t.Fatalf("%s: %d %s", body, a.Status, a.Body)
		}
	}
	methods := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"}
	parameters := []string{"species", "data_source", "country", "status", "lang", "bbox", "limit", "start_date", "filter"}
	for i, route := range r.routes {
		path := variable.ReplaceAllStringFunc(route, func(string) string { return url.PathEscape(r.word()) })
		requests := []func(){}
		for _, method := range methods {
			if method == "PROPFIND" {
				method = strings.Map(func(c rune) rune { return 'A' + rune(r.IntN(26)) }, method)
			}
			requests = append(requests, func() { r.send(method, path) },
				func() { r.send(method, path+"/"+url.PathEscape(r.word())+"/"+url.PathEscape(r.word())) })
		}
		for _, parameter := range parameters {
			requests = append(requests, func() { r.send("GET", path+"?"+parameter+"="+url.QueryEscape(r.word())) })
		}
		if !testenv.Long() { // every route by GET, and one after the other of the rest from route to route
			requests = []func(){requests[0], requests[1+i%(len(requests)-1)]}
		}
		for _, send := range requests {
			send()
		}
	}
}

func (r randomRequests) send(method, path string) {
	r.Send(method, path, "", "User-Agent", r.word(), "Referer", "http://"+strings.ToLower(url.PathEscape(r.word())))
}

func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	r := randomRequests{Rand: rand.New(rand.NewPCG(8, 11)), Server: s, routes: []string{"/{x}", "/ogc/collections/{x}", "/ogc/collections/{x}/items", "/ogc/collections/observations/items/{x}"}}
	for path := range skeetertest.LoadDocument(t).Paths.Map() {
		r.routes = append(r.routes, path)
	}
	slices.Sort(r.routes)
	db := d.Connect()
	rounds := 2
	if testenv.Long() {
		rounds = 4
	}
	var before map[string]bool
	for round := range rounds {
		r.round(t)
		if _, err := db.Exec(t.Context(), `with made as (
				insert into data_sources (id, name) select 'random-' || $1::int || '-' || i, 'Random' from generate_series(1, 300) i returning key)
			insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, status)
			select gen_random_uuid(), (select min(key) from taxa), 1, ST_SetSRID(ST_MakePoint(1, 2), 4326), '2024-05-06Z', 'day', key, status
			from made, unnest(array['unverified', 'verified', 'rejected']) status`, round); err != nil {
			t.Fatal(err)
		}
		// A short answer is asked for until the records are there; /metrics is long here, and s.Metric would read every line of it each time.
		testenv.Eventually(t, "the new records are counted", func() bool { return s.Count(skeetertest.API+"/stats?status=rejected") == 300*(round+1) })
		testenv.Eventually(t, "the new sources are counted", func() bool {
			series := fmt.Sprintf("\nskeeter_observations{data_source=\"_other\",status=\"rejected\"} %d\n", 300*(round+1)-50)
			return bytes.Contains(s.Get("/metrics").Body, []byte(series))
		})
		now := map[string]bool{}
		for _, x := range scrape(t, s.Get("/metrics").Body).samples {
			now[x.series] = true
		}
		if round == 0 {
			before = now
			t.Logf("%d series after the first round", len(before))
			continue
		}
		for series := range now {
			if !before[series] {
				t.Errorf("round %d made the series %s", round, series)
			}
		}
	}
}
