package main_test

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
)

// asked is how a server's tile cache answered.
type asked struct{ hit, miss, coalesced float64 }

func (s *server) asked() asked {
	s.t.Helper()
	of := func(result string) float64 {
		return s.metric(`skeeter_tile_cache_requests_total{result="` + result + `"}`)
	}
	return asked{of("hit"), of("miss"), of("coalesced")}
}

func (a asked) since(b asked) asked {
	return asked{a.hit - b.hit, a.miss - b.miss, a.coalesced - b.coalesced}
}

// TestTileCache holds what clients and caches on the way are promised, on a server with the demonstration set.
func TestTileCache(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	p := speaker{loadContract(t), h.serve()}
	eventually(t, "the tile index is loaded", func() bool { return p.s.metric("skeeter_tile_index_ready") == 1 })
	for _, part := range []struct {
		name string
		test func(speaker)
	}{
		{"hits", speaker.tileHits}, {"encodings", speaker.tileEncodings}, {"places", speaker.tilePlaces}, {"nothing", speaker.emptyTiles},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(p.in(t)) })
	}
	slow, hasty := h.beside("SKEETER_TILE_INDEX=false"), h.beside("SKEETER_TILE_INDEX=false", "SKEETER_STATEMENT_TIMEOUT=1s")
	for _, part := range []struct {
		name string
		on   *server
		test func(speaker, *home)
	}{
		{"coalescing", slow, speaker.coalescing}, {"clients leave", slow, speaker.leaving}, {"timeout", hasty, speaker.timeout}, {"readiness", p.s, speaker.indexReadiness},
	} {
		eventually(t, "the server is ready", func() bool { return part.on.get("/readyz").status == http.StatusOK })
		t.Run(part.name, func(t *testing.T) { part.test(speaker{p.contract, part.on}.in(t), &home{t, h.dir, h.env}) })
	}
}

func (p speaker) tileHits() {
	path, before := tilePath(3, nice), p.s.asked()
	first, second := p.want(200, "GET", path, ""), p.want(200, "GET", path, "")
	if got := p.s.asked().since(before); got != (asked{hit: 1, miss: 1}) || !bytes.Equal(first.body, second.body) || first.header.Get("ETag") != second.header.Get("ETag") {
		p.t.Errorf("the same request twice: %+v", got)
	}
	etag := first.header.Get("ETag")
	for _, known := range []string{etag, "W/" + etag, `"other", ` + etag} {
		if a := p.want(304, "GET", path, "", "If-None-Match", known); len(a.body) > 0 || a.header.Get("ETag") != etag {
			p.t.Errorf("If-None-Match %s: ETag %s, want %s", known, a.header.Get("ETag"), etag)
		}
	}
	if got := p.s.asked().since(before); got != (asked{hit: 1, miss: 1}) {
		p.t.Errorf("after revalidation: %+v", got)
	}
	p.want(200, "GET", path, "", "If-None-Match", `"other"`)
	p.want(200, "GET", path+"?sex=female", "", "If-None-Match", etag)
	if got := p.s.asked().since(before); got != (asked{hit: 2, miss: 2}) {
		p.t.Errorf("after another filter: %+v", got)
	}
	documented := p.doc.Paths.Value(apiBase + "/tiles/observations/{z}/{x}/{y}.mvt").Get.Responses.Status(200).Value.Headers["Cache-Control"].Value.Example
	for _, a := range []answer{first, p.send("GET", path, "", "If-None-Match", etag)} {
		if got := a.header.Get("Cache-Control"); got != documented {
			p.t.Errorf("%d with Cache-Control %q, the document has %q", a.status, got, documented)
		}
	}
}

// decoded is an answer without its content coding.
func (p speaker) decoded(a answer) []byte {
	p.t.Helper()
	var r io.Reader = bytes.NewReader(a.body)
	var err error
	switch a.header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

func (p speaker) tileEncodings() {
	path := tilePath(0, nice)
	plain := p.want(200, "GET", path, "")
	etags := map[string]string{}
	for accept, want := range map[string]string{"identity": "", "br": "", "gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": "zstd", "gzip;q=1, zstd;q=0": "gzip"} {
		get := p.want(200, "GET", path, "", "Accept-Encoding", accept)
		etag := get.header.Get("ETag")
		if got := get.header.Get("Content-Encoding"); got != want || !bytes.Equal(p.decoded(get), plain.body) {
			p.t.Errorf("Accept-Encoding %s: %q, want %q, of the same tile", accept, got, want)
		}
		if before, ok := etags[want]; ok && before != etag {
			p.t.Errorf("two ETags of one encoding: %s and %s", before, etag)
		}
		etags[want] = etag
		head, again := p.send("HEAD", path, "", "Accept-Encoding", accept), p.want(304, "GET", path, "", "Accept-Encoding", accept, "If-None-Match", etag)
		for _, a := range []answer{get, head, again} {
			a.header.Del("Date")
			a.header.Del("X-Request-Id")
			if !slices.Contains(a.header.Values("Vary"), "Accept-Encoding") {
				p.t.Errorf("Accept-Encoding %s: Vary is %q", accept, a.header.Values("Vary"))
			}
		}
		if head.status != 200 || len(head.body) > 0 || fmt.Sprint(head.header) != fmt.Sprint(get.header) {
			p.t.Errorf("Accept-Encoding %s: HEAD %d %v, GET %v", accept, head.status, head.header, get.header)
		}
		// RFC 9110, section 15.4.5: the ETag that the 200 would have; by another one a cache does not find what it holds.
		if got := again.header.Get("ETag"); got != etag {
			p.t.Errorf("Accept-Encoding %s: 304 with the ETag %s, 200 with %s", accept, got, etag)
		}
	}
	if distinct := slices.Compact(slices.Sorted(maps.Values(etags))); len(distinct) != 3 {
		p.t.Errorf("encodings share an ETag: %v", etags)
	}
}

// tilePlaces hold which tiles a write changes: those that show it, in their buffer too, and none far away.
func (p speaker) tilePlaces() {
	post := func(at orb.Point) {
		p.t.Helper()
		p.want(201, "POST", apiBase+"/observations", fmt.Sprintf(`{"species_id":"culex-pipiens","count":1,"location":{"lat":%g,"lng":%g},"observed_at":"2023-05-06"}`, at[1], at[0]),
			"Content-Type", "application/json")
	}
	for name, tc := range map[string]struct{ tile, write orb.Point }{
		"inside":                {nice, nice},
		"over an edge":          {orb.Point{5.63, 43.7}, orb.Point{5.6245, 43.7}}, // 5.625 is an edge at every zoom from 6 on
		"over the antimeridian": {orb.Point{-179.9, -17}, orb.Point{179.9995, -17}},
	} {
		path := tilePath(10, tc.tile)
		before, counted := p.send("GET", path, ""), p.s.asked()
		post(manaus)
		same := p.send("GET", path, "")
		if got := p.s.asked().since(counted); same.header.Get("ETag") != before.header.Get("ETag") || got != (asked{hit: 1}) {
			p.t.Errorf("%s: a record on another continent made %s of the ETag %s: %+v", name, same.header.Get("ETag"), before.header.Get("ETag"), got)
		}
		post(tc.write)
		after := p.send("GET", path, "")
		if after.status != 200 || after.header.Get("ETag") == before.header.Get("ETag") || bytes.Equal(after.body, before.body) {
			p.t.Errorf("%s: after a write %d and the ETag %s, before %d and %s", name, after.status, after.header.Get("ETag"), before.status, before.header.Get("ETag"))
		}
	}
}

func (p speaker) emptyTiles() {
	path := tilePath(deepZoom, orb.Point{100, -80})
	for _, path := range []string{path, tilePath(0, nice) + "?species=nobody"} {
		get := p.want(204, "GET", path, "", "Accept-Encoding", "gzip")
		etag := get.header.Get("ETag")
		if head := p.send("HEAD", path, "", "Accept-Encoding", "gzip"); head.status != 204 || etag == "" || head.header.Get("ETag") != etag || len(get.body) > 0 {
			p.t.Errorf("%s: GET has the ETag %s, HEAD %d %s", path, etag, head.status, head.header.Get("ETag"))
		}
		before := p.s.asked()
		p.want(304, "GET", path, "", "Accept-Encoding", "gzip", "If-None-Match", etag)
		if got := p.s.asked().since(before); got != (asked{}) {
			p.t.Errorf("%s: revalidation asked the cache: %+v", path, got)
		}
	}
	etag := p.send("GET", path, "").header.Get("ETag")
	p.want(201, "POST", apiBase+"/observations", strings.Replace(observation, `"lat":43.7,"lng":7.25`, `"lat":-80,"lng":100`, 1), "Content-Type", "application/json")
	p.want(200, "GET", path, "", "If-None-Match", etag)
}
