package caches_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest/front"
)

const (
	writeToken = "a token that is long enough for a test"
	tileJSON   = skeetertest.API + "/tiles/observations.json"
)

var bearer = []string{"Authorization", "Bearer " + writeToken}

// agencyRows are what a private data source has.
const agencyRows = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n" +
	"agency-1,Culex pipiens,43.7712345,11.2512345,2024-06-01,21\n"

// TestCachesKeepWhatTheyMay runs each cache before a server with the demonstration set and a private data source.
func TestCachesKeepWhatTheyMay(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*testing.T, *skeetertest.Server) cache{"nginx": nginx, "varnish": varnish} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			front.Program(t, map[string]string{"nginx": "nginx", "varnish": "varnishd"}[name]) // before the server, which takes long
			d := skeetertest.New(t, "SKEETER_DEMO=true", "SKEETER_TRUSTED_PROXIES=127.0.0.1", "SKEETER_WRITE_TOKEN="+writeToken)
			s := d.Serve()
			s.WaitIndexed()
			if a := s.Send(http.MethodPost, skeetertest.API+"/data_sources", `{"title":"Agency","private":true}`, append([]string{"Content-Type", "application/json"}, bearer...)...); a.Status != http.StatusCreated {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			d.MustRun("import", "--dataset", "Agency", d.File("agency.csv", agencyRows))
			k := &keeper{t: t, s: s, cache: run(t, s)}
			k.keepsVersions()
			k.asksAgain()
			k.asksOnce()
			k.forgets()
			k.keepsNothingPrivate()
		})
	}
}

// keeper checks what a cache keeps.
type keeper struct {
	cache
	t *testing.T
	s *skeetertest.Server
}

// get asks through the cache.
func (k *keeper) get(target string, headers ...string) skeetertest.Answer {
	k.t.Helper()
	return k.send(http.MethodGet, target, "", headers...)
}

func (k *keeper) send(method, target, body string, headers ...string) skeetertest.Answer {
	k.t.Helper()
	a, err := k.Try(k.t.Context(), method, target, body, headers...)
	if err != nil {
		k.t.Fatal(err)
	}
	return a
}

// answered is how many requests for tiles the server has answered with a status.
func (k *keeper) answered(status int) int {
	k.t.Helper()
	return int(k.s.Metric(fmt.Sprintf(`skeeter_http_request_duration_seconds_count{code="%d",method="GET",route="/api/v1/tiles/observations/{z}/{x}/{y}.mvt"}`, status)))
}

// asked checks that the server has answered one more request for a tile with a status. It counts when its answer has left.
func (k *keeper) asked(status, before int) {
	k.t.Helper()
	testenv.Succeeds(k.t, "the server answers", func() error {
		if n := k.answered(status) - before; n != 1 {
			return fmt.Errorf("it answered %d with %d", n, status)
		}
		return nil
	})
	if n := k.answered(status) - before; n != 1 {
		k.t.Errorf("it answered %d with %d", n, status)
	}
}

// template returns the addresses of tiles, with their version, that the cache gives.
func (k *keeper) template() string {
	k.t.Helper()
	a := k.get(tileJSON + "?versioned=true")
	address := skeetertest.Decode[struct{ Tiles []string }](k.t, a, http.StatusOK).Tiles[0]
	if !strings.HasPrefix(address, k.Base) {
		k.t.Errorf("the address of the tiles is %s, the cache's is %s", address, k.Base)
	}
	return strings.TrimPrefix(address, k.Base)
}

func at(template string, z, x, y int) string {
	return strings.NewReplacer("{z}", fmt.Sprint(z), "{x}", fmt.Sprint(x), "{y}", fmt.Sprint(y)).Replace(template)
}

// isHit says that a cache answered by itself.
func isHit(a skeetertest.Answer) bool { return a.Header.Get("X-Cache") == "HIT" }

// keepsVersions: a tile under its version comes from the cache, in each encoding, and with its ETag.
func (k *keeper) keepsVersions() {
	k.t.Helper()
	tile := at(k.template(), 0, 0, 0)
	for _, encoding := range []string{"identity", "gzip"} {
		first, second := k.get(tile, "Accept-Encoding", encoding), k.get(tile, "Accept-Encoding", encoding)
		if first.Status != http.StatusOK || !isHit(second) || string(first.Body) != string(second.Body) || first.Header.Get("ETag") != second.Header.Get("ETag") {
			k.t.Errorf("%s: %d %v, then %d %v", encoding, first.Status, first.Header, second.Status, second.Header)
		}
		if again := k.get(tile, "Accept-Encoding", encoding, "If-None-Match", second.Header.Get("ETag")); again.Status != http.StatusNotModified || !isHit(again) {
			k.t.Errorf("%s: asked again: %d %v", encoding, again.Status, again.Header)
		}
		if keys := second.Header.Get("Surrogate-Key") + second.Header.Get("Cache-Tag"); keys != "" {
			k.t.Errorf("clients see the keys %s", keys)
		}
	}
	if empty := at(k.template(), 10, 0, 0); k.get(empty).Status != http.StatusNoContent || !isHit(k.get(empty)) {
		k.t.Error("a tile without content is not kept")
	}
}

// asksAgain: without a version a tile is kept for ten seconds, and then the cache asks whether it changed.
func (k *keeper) asksAgain() {
	k.t.Helper()
	const tile = skeetertest.API + "/tiles/observations/1/0/0.mvt"
	whole := k.get(tile)
	if !isHit(k.get(tile)) {
		k.t.Error("a tile without a version is not kept")
	}
	if kept := k.s.Get(tile).Header.Get("Cache-Control"); !strings.Contains(kept, "s-maxage=10") {
		k.t.Errorf("a tile without a version is kept for other than ten seconds: %s", kept)
	}
	before := k.answered(http.StatusNotModified)
	testenv.Eventually(k.t, "the cache asks whether the tile changed", func() bool {
		if again := k.get(tile); again.Status != http.StatusOK || string(again.Body) != string(whole.Body) {
			k.t.Errorf("a tile that did not change: %d %v", again.Status, again.Header)
		}
		return k.answered(http.StatusNotModified) > before
	})
	k.asked(http.StatusNotModified, before)
}

// asksOnce: of those who ask at once for what is not kept one gets to the server.
func (k *keeper) asksOnce() {
	k.t.Helper()
	tile, before := at(k.template(), 1, 1, 0), k.answered(http.StatusOK)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if a, err := k.Try(k.t.Context(), http.MethodGet, tile, ""); err != nil || a.Status != http.StatusOK {
				k.t.Errorf("%d %v", a.Status, err)
			}
		})
	}
	all.Wait()
	k.asked(http.StatusOK, before)
}

// forgets: a change gives the tiles other addresses, and what is kept under the former ones goes by its key.
func (k *keeper) forgets() {
	k.t.Helper()
	was := k.template()
	near, far := at(was, 8, 133, 93), at(was, 8, 80, 128) // Nice, and Manaus
	for _, tile := range []string{near, far} {
		k.get(tile)
		if !isHit(k.get(tile)) {
			k.t.Errorf("%s is not kept", tile)
		}
	}
	before := k.get(near)
	made := k.send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, append([]string{"Content-Type", "application/json"}, bearer...)...)
	if made.Status != http.StatusCreated {
		k.t.Fatalf("%d %s", made.Status, made.Body)
	}
	var now string
	testenv.Succeeds(k.t, "a change gives another version", func() error {
		if now = k.template(); now == was {
			return fmt.Errorf("it is %s", now)
		}
		return nil
	})
	const plain = skeetertest.API + "/tiles/observations/8/133/93.mvt"
	k.get(plain)
	again := k.send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, append([]string{"Content-Type", "application/json"}, bearer...)...)
	if kept, own := k.get(plain), k.get(plain, "Skeeter-Position", again.Header.Get("Skeeter-Position")); !isHit(kept) || isHit(own) || string(own.Body) == string(kept.Body) {
		k.t.Errorf("who wrote gets the former tile: %v, and others %v", own.Header, kept.Header)
	}
	if changed := k.get(at(now, 8, 133, 93)); string(changed.Body) == string(before.Body) || isHit(changed) {
		k.t.Errorf("the new address has the former tile: %v", changed.Header)
	}
	if kept := k.get(near); !isHit(kept) || string(kept.Body) != string(before.Body) {
		k.t.Errorf("the former address is not kept: %v", kept.Header)
	}
	k.forget(k.t, "area-33-23")
	if gone := k.get(near); isHit(gone) || string(gone.Body) == string(before.Body) || !strings.Contains(gone.Header.Get("Cache-Control"), "must-revalidate") {
		k.t.Errorf("the former tile, which was to be forgotten: %v", gone.Header)
	}
	if kept := k.get(far); !isHit(kept) {
		k.t.Errorf("a tile of another area was forgotten: %v", kept.Header)
	}
	k.forget(k.t, "tiles")
	if kept := k.get(far); isHit(kept) {
		k.t.Errorf("all tiles were to be forgotten: %v", kept.Header)
	}
}

// keepsNothingPrivate: what somebody known gets is for nobody else, and what nobody gets is not for them.
func (k *keeper) keepsNothingPrivate() {
	k.t.Helper()
	described := k.get(tileJSON+"?versioned=true&data_source=agency", bearer...)
	template := strings.TrimPrefix(skeetertest.Decode[struct{ Tiles []string }](k.t, described, http.StatusOK).Tiles[0], k.Base)
	for _, target := range []string{tileJSON + "?versioned=true&data_source=agency", at(template, 0, 0, 0), at(template, 8, 135, 93), skeetertest.API + "/stats?data_source=agency",
		skeetertest.API + "/me", skeetertest.API + "/data_sources", skeetertest.API + "/data_sources/agency"} {
		nobody := k.get(target)
		for range 2 {
			if own := k.get(target, bearer...); own.Status != http.StatusOK || isHit(own) || string(own.Body) == string(nobody.Body) || strings.Contains(own.Header.Get("Cache-Control"), "public") {
				k.t.Errorf("%s with a token: %d %v %.200s", target, own.Status, own.Header, own.Body)
			}
			if again := k.get(target); again.Status != nobody.Status || string(again.Body) != string(nobody.Body) {
				k.t.Errorf("%s for nobody: %d %.200s, and after somebody else %d %.200s", target, nobody.Status, nobody.Body, again.Status, again.Body)
			}
		}
	}
	if a := k.get(skeetertest.API + "/stats?data_source=agency"); a.Status != http.StatusUnprocessableEntity {
		k.t.Errorf("nobody gets the private data source: %d %s", a.Status, a.Body)
	}
}
