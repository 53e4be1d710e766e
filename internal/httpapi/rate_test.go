package httpapi_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

func TestRateLimit(t *testing.T) {
	t.Parallel()
	quick := func(w http.ResponseWriter, _ *http.Request) error { return httpapi.JSON(w, http.StatusOK, "ok") }
	h := httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), RateLimit: limits.Rate{PerSecond: 0.1, Burst: 2}, CORSOrigins: []string{"*"},
		Routes: []httpapi.Route{{Method: http.MethodGet, Path: "/things", Name: "things", Handler: quick}, {Method: http.MethodGet, Path: "/livez", Name: "livez", Handler: quick}},
	})
	codes := ""
	var last *httptest.ResponseRecorder
	for _, path := range []string{"/things", "/livez", "/nothing", "/things", "/livez"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		codes += fmt.Sprint(w.Code, " ")
		if w.Code == http.StatusTooManyRequests {
			last = w
		}
	}
	if codes != "200 200 404 429 200 " {
		t.Fatal(codes)
	}
	var body struct{ Detail, Type string }
	if err := json.Unmarshal(last.Body.Bytes(), &body); err != nil || body.Type != "too_many_requests" || body.Detail == "" ||
		last.Header().Get("Retry-After") != "10" || last.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%v %s", last.Header(), last.Body)
	}
}
