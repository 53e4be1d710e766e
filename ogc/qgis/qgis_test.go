package qgis_test

import (
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
)

func definition(t *testing.T, o qgis.Options, publicURL string) (contentType, body string) {
	t.Helper()
	handler := httpapi.New(httpapi.Options{
		Routes: qgis.New(o).Routes(), PublicURL: publicURL, Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", qgis.Path, nil))
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Header().Get("Content-Type"), w.Body.String()
}

var options = qgis.Options{
	AppName: "Skeeter", Features: "/ogc", Tiles: "/api/v1/tiles/observations/{z}/{x}/{y}.mvt", Style: "/api/v1/tiles/observations/style.json", MaxZoom: 16,
	Classes: []qgis.Class{{Records: 100, Color: "#0d4f52", Far: 6, Near: 15}, {Records: 1, Color: "#8cc9b5", Far: 2, Near: 3.5}}, RecordColor: "#c2410c",
}

// parsed walks the whole document and returns its character data and attributes.
func parsed(t *testing.T, body string) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(body))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("%v in:\n%s", err, body)
		}
		switch token := token.(type) {
		case xml.CharData:
			texts = append(texts, string(token))
		case xml.StartElement:
			for _, a := range token.Attr {
				texts = append(texts, a.Value)
			}
		}
	}
}

func has(texts []string, want string) bool {
	for _, text := range texts {
		if strings.Contains(text, want) {
			return true
		}
	}
	return false
}

func TestDefinitionNamesTheServer(t *testing.T) {
	t.Parallel()
	contentType, body := definition(t, options, "https://skeeter.example/a&b")
	if contentType != "application/x-qgis-layer-definition" {
		t.Errorf("type %s", contentType)
	}
	texts := parsed(t, body)
	for _, want := range []string{
		"typename='observations' url='https://skeeter.example/a&b/ogc' version='OGC_API_FEATURES'", "typename='sites'", "typename='countries'",
		"url=https%3A%2F%2Fskeeter.example%2Fa%26b%2Fapi%2Fv1%2Ftiles%2Fobservations%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D.mvt",
		`"kind" = 'cell' AND "records" >= 1 AND "records" < 100`, "scale_linear(@vector_tile_zoom, 1, 6, 12, 30)", "13,79,82,255", "Moderate",
	} {
		if !has(texts, want) {
			t.Errorf("no %s in:\n%s", want, body)
		}
	}
}

func TestDefinitionEscapesTheName(t *testing.T) {
	t.Parallel()
	o := options
	o.AppName = `A "<b>&'` + "\x01"
	_, body := definition(t, o, "")
	if !has(parsed(t, body), `A "<b>&'`) {
		t.Errorf("the name is not whole in:\n%s", body)
	}
}

func TestClassesOfCountriesLeaveNoGap(t *testing.T) {
	t.Parallel()
	_, body := definition(t, options, "")
	for _, want := range []string{`lower="-0.5" upper="0.5" label="none"`, `lower="0.5" upper="99.5" label="from 1"`, `lower="99.5" upper="1e+15" label="from 100"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in:\n%s", want, body)
		}
	}
}
