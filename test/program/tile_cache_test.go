package program_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// cacheResults is how a server's tile cache answered.
type cacheResults struct{ hit, miss, coalesced float64 }

func (c client) cacheResults() cacheResults {
	c.T.Helper()
	of := func(result string) float64 {
		return c.Metric(`skeeter_tile_cache_requests_total{result="` + result + `"}`)
	}
	return cacheResults{of("hit"), of("miss"), of("coalesced")}
}

func (r cacheResults) since(before cacheResults) cacheResults {
	return cacheResults{r.hit - before.hit, r.miss - before.miss, r.coalesced - before.coalesced}
}

// TestTileCache checks what clients and caches on the way rely on, on a server with the demonstration set.
func TestTileCache(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_DEMO=true")
	first := d.Serve()
	c := skeetertest.NewClient(t, first)
	c.WaitIndexed()
	for _, part := range []struct {
		name string
		test func(client)
	}{
		{"hits", client.tileHits}, {"encodings", client.tileEncodings}, {"places", client.tilePlaces}, {"nothing", client.emptyTiles},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(client{c.In(t)}) })
	}
	slow, hasty := d.Beside("SKEETER_TILE_INDEX=false", "SKEETER_STATEMENT_TIMEOUT=10m"), d.Beside("SKEETER_TILE_INDEX=false", "SKEETER_STATEMENT_TIMEOUT=1s")
	for _, part := range []struct {
		name string
		on   *skeetertest.Server
		test func(client, *skeetertest.Deployment)
	}{
		{"coalescing", slow, client.coalescing}, {"clients leave", slow, client.leaving}, {"timeout", hasty, func(c client, d *skeetertest.Deployment) { c.timeout(d, slow) }}, {"readiness", first, client.indexReadiness},
	} {
		testenv.Eventually(t, "the server is ready", func() bool { return part.on.Get("/readyz").Status == http.StatusOK })
		t.Run(part.name, func(t *testing.T) { part.test(client{c.On(part.on).In(t)}, d.In(t)) })
	}
}

func (c client) tileHits() {
	path, before := skeetertest.TilePath(3, nice), c.cacheResults()
	first, second := c.Want(200, "GET", path, ""), c.Want(200, "GET", path, "")
	if got := c.cacheResults().since(before); got != (cacheResults{hit: 1, miss: 1}) || !bytes.Equal(first.Body, second.Body) || first.Header.Get("ETag") != second.Header.Get("ETag") {
		c.T.Errorf("the same request twice: %+v", got)
	}
	etag := first.Header.Get("ETag")
	for _, known := range []string{etag, "W/" + etag, `"other", ` + etag} {
		if a := c.Want(304, "GET", path, "", "If-None-Match", known); len(a.Body) > 0 || a.Header.Get("ETag") != etag {
			c.T.Errorf("If-None-Match %s: ETag %s, want %s", known, a.Header.Get("ETag"), etag)
		}
	}
	if got := c.cacheResults().since(before); got != (cacheResults{hit: 1, miss: 1}) {
		c.T.Errorf("after revalidation: %+v", got)
	}
	c.Want(200, "GET", path, "", "If-None-Match", `"other"`)
	c.Want(200, "GET", path+"?sex=female", "", "If-None-Match", etag)
	if got := c.cacheResults().since(before); got != (cacheResults{hit: 2, miss: 2}) {
		c.T.Errorf("after another filter: %+v", got)
	}
	documented := c.Document.Paths.Value(skeetertest.API + "/tiles/observations/{z}/{x}/{y}.mvt").Get.Responses.Status(200).Value.Headers["Cache-Control"].Value.Example
	for _, a := range []skeetertest.Answer{first, c.Send("GET", path, "", "If-None-Match", etag)} {
		if got := a.Header.Get("Cache-Control"); got != documented {
			c.T.Errorf("%d with Cache-Control %q, the document has %q", a.Status, got, documented)
		}
	}
}

// decoded is an answer without its content coding.
func (c client) decoded(a skeetertest.Answer) []byte {
	c.T.Helper()
	var r io.Reader = bytes.NewReader(a.Body)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		c.T.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		c.T.Fatal(err)
	}
	return out
}

func (c client) tileEncodings() {
	path := skeetertest.TilePath(0, nice)
	plain := c.Want(200, "GET", path, "")
	etags := map[string]string{}
	for accept, want := range map[string]string{"identity": "", "br": "", "gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "gzip;q=1, zstd;q=0": "gzip"} {
		get := c.Want(200, "GET", path, "", "Accept-Encoding", accept)
		etag := get.Header.Get("ETag")
		if got := get.Header.Get("Content-Encoding"); got != want || !bytes.Equal(c.decoded(get), plain.Body) {
			c.T.Errorf("Accept-Encoding %s: %q, want %q, of the same tile", accept, got, want)
		}
		if before, ok := etags[want]; ok && before != etag {
			c.T.Errorf("two ETags of one encoding: %s and %s", before, etag)
		}
		etags[want] = etag
		head, again := c.Send("HEAD", path, "", "Accept-Encoding", accept), c.Want(304, "GET", path, "", "Accept-Encoding", accept, "If-None-Match", etag)
		for _, a := range []skeetertest.Answer{get, head, again} {
			a.Header.Del("Date")
			a.Header.Del("X-Request-Id")
			if !slices.Contains(a.Header.Values("Vary"), "Accept-Encoding") {
				c.T.Errorf("Accept-Encoding %s: Vary is %q", accept, a.Header.Values("Vary"))
			}
		}
		if head.Status != 200 || len(head.Body) > 0 || fmt.Sprint(head.Header) != fmt.Sprint(get.Header) {
			c.T.Errorf("Accept-Encoding %s: HEAD %d %v, GET %v", accept, head.Status, head.Header, get.Header)
		}
		// RFC 9110, section 15.4.5: the ETag that the 200 would have; by another one a cache does not find what it has.
		if got := again.Header.Get("ETag"); got != etag {
			c.T.Errorf("Accept-Encoding %s: 304 with the ETag %s, 200 with %s", accept, got, etag)
		}
	}
	if distinct := slices.Compact(slices.Sorted(maps.Values(etags))); len(distinct) != 3 {
		c.T.Errorf("encodings share an ETag: %v", etags)
	}
}

// tilePlaces checks which tiles a write changes: those that show it, in their buffer too, and none far away.
func (c client) tilePlaces() {
	post := func(at orb.Point) {
		c.T.Helper()
		c.Want(201, "POST", skeetertest.Observations, fmt.Sprintf(`{"species_id":"culex-pipiens","count":1,"location":{"lat":%g,"lng":%g},"observed_at":"2023-05-06"}`, at[1], at[0]),
			"Content-Type", "application/json")
	}
	for name, tc := range map[string]struct{ tile, write orb.Point }{
		"inside":                {nice, nice},
		"over an edge":          {orb.Point{5.63, 43.7}, orb.Point{5.6245, 43.7}}, // 5.625 is an edge at every zoom from 6 on
		"over the antimeridian": {orb.Point{-179.9, -17}, orb.Point{179.9995, -17}},
	} {
		path := skeetertest.TilePath(10, tc.tile)
		before, counted := c.Send("GET", path, ""), c.cacheResults()
		post(manaus)
		same := c.Send("GET", path, "")
		if got := c.cacheResults().since(counted); same.Header.Get("ETag") != before.Header.Get("ETag") || got != (cacheResults{hit: 1}) {
			c.T.Errorf("%s: a record on another continent made %s of the ETag %s: %+v", name, same.Header.Get("ETag"), before.Header.Get("ETag"), got)
		}
		post(tc.write)
		after := c.Send("GET", path, "")
		if after.Status != 200 || after.Header.Get("ETag") == before.Header.Get("ETag") || bytes.Equal(after.Body, before.Body) {
			c.T.Errorf("%s: after a write %d and the ETag %s, before %d and %s", name, after.Status, after.Header.Get("ETag"), before.Status, before.Header.Get("ETag"))
		}
	}
}

func (c client) emptyTiles() {
	path := skeetertest.TilePath(deepZoom, orb.Point{100, -80})
	for _, path := range []string{path, skeetertest.TilePath(0, nice) + "?species=nobody"} {
		get := c.Want(204, "GET", path, "", "Accept-Encoding", "gzip")
		etag := get.Header.Get("ETag")
		if head := c.Send("HEAD", path, "", "Accept-Encoding", "gzip"); head.Status != 204 || etag == "" || head.Header.Get("ETag") != etag || len(get.Body) > 0 {
			c.T.Errorf("%s: GET has the ETag %s, HEAD %d %s", path, etag, head.Status, head.Header.Get("ETag"))
		}
		before := c.cacheResults()
		c.Want(304, "GET", path, "", "Accept-Encoding", "gzip", "If-None-Match", etag)
		if got := c.cacheResults().since(before); got != (cacheResults{}) {
			c.T.Errorf("%s: revalidation asked the cache: %+v", path, got)
		}
	}
	etag := c.Send("GET", path, "").Header.Get("ETag")
	c.Want(201, "POST", skeetertest.Observations, strings.Replace(skeetertest.Observation, `"lat":43.7,"lng":7.25`, `"lat":-80,"lng":100`, 1), "Content-Type", "application/json")
	c.Want(200, "GET", path, "", "If-None-Match", etag)
}
