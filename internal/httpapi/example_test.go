package httpapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// fixed are names that nothing is newer than.
type fixed struct{ *surveillance.Names }

func (f fixed) NamesFor(context.Context, *surveillance.Criteria) (*surveillance.Names, error) {
	return f.Names, nil
}

// A handler parses, does, and responds. Errors of all parameters come in one answer.
func Example() {
	names := fixed{surveillance.NewNames(surveillance.Collections{})}
	list := func(w http.ResponseWriter, r *http.Request) error {
		p := httpapi.Query(r)
		page := p.Page(50, 200)
		f, _, err := p.Filter(r.Context(), names)
		if err != nil {
			return err
		}
		return httpapi.JSON(w, http.StatusOK, map[string]any{"limit": page.Limit, "countries": f.Countries})
	}
	h := httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Routes: []httpapi.Route{{Method: http.MethodGet, Path: "/things", Name: "listThings", Handler: list}},
	})
	for _, target := range []string{"/things?country=BR,pe", "/things?limit=0&months=13", "/nothing"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 {"countries":["br","pe"],"limit":50}
	// 422 {"detail":"2 fields are invalid; the first: limit must be at least 1","type":"validation_error","errors":[{"loc":["query","limit"],"msg":"limit must be at least 1","type":"too_small"},{"loc":["query","months"],"msg":"months must be numbers from 1 to 12","type":"not_allowed"}]}
	// 404 {"detail":"Not found","type":"not_found"}
}
