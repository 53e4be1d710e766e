package exporting_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
)

// A text that no cell of a workbook holds is refused with the record and the column, before anything is sent.
func TestWorkbookRefuses(t *testing.T) {
	t.Parallel()
	db, log, registry := pgtest.Pool(t), slog.New(slog.DiscardHandler), prometheus.NewRegistry()
	const id = "00000000-0000-0000-0000-000000000001"
	pgtest.Run(t, db, "alter table observations drop constraint observations_notes_check")
	pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, notes)
		select '`+id+`', key, 1, ST_SetSRID(ST_MakePoint(1, 2), 4326), '2020-01-01Z', 'day', repeat('🦟', 20000) from taxa where id = 'aedes-aegypti'`)
	lookups := postgres.NewLookups(db, log, registry)
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	handler := httpapi.New(httpapi.Options{Routes: accesstest.Routes(t, exporting.New(db, lookups).Routes()), Log: log, Metrics: httpapi.NewMetrics(registry)})
	get := func(target string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
		return w
	}
	w := get("/export?format=xlsx")
	var body struct {
		Type   string
		Errors []httpapi.FieldError
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%d %.200s: %v", w.Code, w.Body, err)
	}
	const want = "at most 32767 characters in a cell; occurrenceRemarks of the row with id " + id + " has 40000"
	if w.Code != http.StatusUnprocessableEntity || body.Type != httpapi.TypeValidation || len(body.Errors) != 1 || body.Errors[0].Type != "too_large" || !strings.Contains(body.Errors[0].Msg, want) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get("/export?format=gpkg"); w.Code != http.StatusOK {
		t.Errorf("a GeoPackage: %d %.200s", w.Code, w.Body)
	}
}
