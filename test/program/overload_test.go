package program_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestLimits starts servers with limits on one database.
func TestLimits(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_MAX_REQUESTS=4", "SKEETER_TILE_INDEX=false")
	s := d.Serve()
	t.Run("overload", func(t *testing.T) { overload(t, d.In(t), s.In(t)) })
	t.Run("rate of a client", func(t *testing.T) { rateLimitOfAClient(t, d.In(t)) })
	t.Run("memory", func(t *testing.T) { memoryPressure(t, d.In(t)) })
}

// overload keeps every query waiting and sends more requests than the server accepts.
func overload(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	const places = 4
	list := "/api/v1/observations?limit=1"
	tile := "/api/v1/tiles/observations/0/0/0.mvt"
	warm := s.Get(tile)
	release := lockObservations(t, d)
	var asked []<-chan skeetertest.Answer
	for range 3 * places {
		asked = append(asked, getLater(t.Context(), s, list))
	}
	// A third of them work, a third waits, and the rest is refused at once; those that wait are refused after five seconds.
	testenv.Eventually(t, "the rest is refused", func() bool { return s.Metric(`skeeter_http_shed_total{reason="ordinary"}`) >= places })
	for _, path := range []string{"/livez", "/metrics", "/docs", "/openapi.json", "/readyz"} {
		s.Answers(200, path)
	}
	if a := s.Send("GET", tile, "", "If-None-Match", warm.Header.Get("ETag")); a.Status != http.StatusNotModified {
		t.Errorf("a tile that the client has, under load: %d", a.Status)
	}
	release()
	codes := map[int]int{}
	for _, a := range asked {
		got := <-a
		codes[got.Status]++
		if got.Status == http.StatusServiceUnavailable && got.Header.Get("Retry-After") == "" {
			t.Errorf("a refusal without Retry-After: %s", got.Body)
		}
	}
	if codes[200] < places || codes[200]+codes[503] != 3*places || codes[503] < places {
		t.Errorf("answers by status: %v", codes)
	}
	for range 2 * places { // it recovers at once
		s.Answers(200, list)
	}
}

// rateLimitOfAClient runs the real program with a limit.
func rateLimitOfAClient(t *testing.T, d *skeetertest.Deployment) {
	s := d.Beside("SKEETER_RATE_LIMIT=0.001,5")
	codes := map[int]int{}
	for range 8 {
		a := s.Get("/api/v1/species?limit=1")
		codes[a.Status]++
		if a.Status == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", a.Header)
		}
	}
	if codes[200] != 5 || codes[429] != 3 {
		t.Errorf("answers by status: %v", codes)
	}
	testenv.Eventually(t, "the log says what was short", func() bool { return strings.Count(s.Log.String(), "shed=rate") == 3 })
	s.Answers(200, "/readyz")
}

// memoryPressure gives a server less memory than it uses: it refuses requests instead of growing, and stays observable.
func memoryPressure(t *testing.T, d *skeetertest.Deployment) {
	s := d.Beside("SKEETER_LOG_FORMAT=json", "GOMEMLIMIT=4MiB")
	for _, path := range []string{"/api/v1/observations", "/api/v1/geo/observations", "/ogc/collections/observations/items", "/api/v1/export?format=csv"} {
		a := s.Get(path)
		if body := skeetertest.Decode[struct{ Type string }](t, a, 503); body.Type != "unavailable" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s with too little memory: %s, Retry-After %q", path, a.Body, a.Header.Get("Retry-After"))
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics", "/"} {
		s.Answers(200, path)
	}
	if n := s.Metric(`skeeter_http_shed_total{reason="memory"}`); n < 4 {
		t.Errorf("%g refusals are counted", n)
	}
	if log := s.Log.String(); !strings.Contains(log, `"shed":"memory"`) {
		t.Errorf("the log does not say what was short:\n%s", log)
	}
}
