package geojson

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// readAll reads all rows of a text.
func readAll(content string) (rows []text.Row, err error) {
	t, err := Open("x.geojson", func() (io.ReadCloser, int64, error) {
		return io.NopCloser(strings.NewReader(content)), int64(len(content)), nil
	})
	if err != nil {
		return nil, err
	}
	for {
		row, err := t.Next()
		if errors.Is(err, io.EOF) {
			return rows, t.Close()
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
}

// TestPositions holds that coordinates are given as they are written, and that nothing else is taken for a number.
func TestPositions(t *testing.T) {
	t.Parallel()
	for coordinates, want := range map[string][]string{
		"[2.50,-1.5,300]": {"", "-1.5", "2.50"},
		"[1e999,2]":       {"", "2", "1e999"},
		"[1,2,null]":      {"", "2", "1"},
		"[null,2]":        nil,
		`["1",2]`:         nil,
		"[true,2]":        nil,
		"[[1],2]":         nil,
		"[1]":             nil,
		"[]":              nil,
		"null":            nil,
	} {
		rows, err := readAll(`{"type":"Feature","geometry":{"type":"Point","coordinates":` + coordinates + `}}`)
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %d rows, %v", coordinates, len(rows), err)
			continue
		}
		if refused := rows[0].Fault != nil; refused != (want == nil) || !refused && !slices.Equal(rows[0].Values, want) {
			t.Errorf("%s: %q, %v; want %q", coordinates, rows[0].Values, rows[0].Fault, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	const good = `{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"scientificName":"Aedes vexans","eventDate":"2007-05-06"}}`
	for content, want := range map[string]string{
		`{"type":"Polygon","coordinates":[]}`: `GeoJSON of the type "Polygon"`,
		`{}`:                                  `GeoJSON of the type ""`,
		`[1]`:                                 `GeoJSON of the type "["`,
		`{"type":"FeatureCollection"}`:        "a FeatureCollection without features",
		`{"type":"FeatureCollection","features":{}}`:                                           "are no array",
		`{"type":"FeatureCollection","features":[` + good:                                      "the file ends too early",
		`{"type":"FeatureCollection","features":[` + good + `]`:                                "the file ends too early",
		`{"type":"FeatureCollection","features":[` + good + `]}` + good:                        "the file goes on after its FeatureCollection",
		good + "\n{\"type\":":                                                                  "line 2: malformed JSON",
		good + "\nx":                                                                           "malformed JSON",
		`{"type":"Feature","properties":{"a":"` + strings.Repeat("x", maxFeatureBytes) + `"}}`: "a value over 4 MiB",
	} {
		_, err := readAll(content)
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: error %v; want %q", content, err, want)
		}
	}
}

// FuzzOpen holds that any text ends in rows, which have a value for each column, and an error at most.
func FuzzOpen(f *testing.F) {
	f.Add(`{"type":"FeatureCollection","features":[null,{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":{}}}]}`)
	f.Add("\x1e{\"type\":\"Feature\"}\n\x1e[")
	f.Fuzz(func(t *testing.T, content string) {
		rows, err := readAll(content)
		var broken *text.FileError
		if err != nil && !errors.As(err, &broken) {
			t.Fatalf("error %T: %v", err, err)
		}
		for _, row := range rows {
			if len(row.Values) < 3 || row.Line < 1 {
				t.Fatalf("row %+v", row)
			}
		}
	})
}
