package main

import (
	"log/slog"
	"regexp"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/config"
)

// TestEveryRouteIsInTheContract is the other way round of TestEveryAnswerFitsTheContract: no route without a description, and
// each under the name that the document gives it.
func TestEveryRouteIsInTheContract(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromFile("../../web/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	s, err := newService(cfg, &database{}, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	routes := s.routes(prometheus.NewRegistry())
	if len(routes) < 30 {
		t.Errorf("only %d routes", len(routes))
	}
	for _, route := range routes {
		path := regexp.MustCompile(`\{([a-z_]+):[^}]*\}`).ReplaceAllString(route.Path, "{$1}")
		if path == "/api/v1" {
			path = "/api/v1/"
		}
		item := doc.Paths.Value(path)
		if item == nil || item.GetOperation(route.Method) == nil {
			t.Errorf("%s %s is not in web/openapi.yaml", route.Method, path)
			continue
		}
		if id := item.GetOperation(route.Method).OperationID; id != route.Name {
			t.Errorf("%s %s is named %s, the document calls it %s", route.Method, path, route.Name, id)
		}
	}
}
