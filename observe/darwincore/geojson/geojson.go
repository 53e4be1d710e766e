// Package geojson reads the points of GeoJSON (RFC 7946) as the rows of a table: a FeatureCollection, single features, and
// GeoJSON text sequences (RFC 8142). A file of any size is read one feature at a time.
//
// It imports text, and nothing else of the project.
package geojson

import (
	"bytes"
	"encoding/json"
	"errors"
)

// maxFeatureBytes limits one feature.
const maxFeatureBytes = 4 << 20

// recordSeparator begins each text of a GeoJSON sequence.
const recordSeparator = 0x1e

// Looks reports whether a text begins as GeoJSON or a GeoJSON sequence does.
func Looks(prefix []byte) bool {
	prefix = bytes.TrimLeft(prefix, " \t\r\n\x1e")
	return len(prefix) > 0 && (prefix[0] == '{' || prefix[0] == '[')
}

// feature is a GeoJSON feature as far as it is read.
type feature struct {
	Type       string                     `json:"type"`
	ID         json.RawMessage            `json:"id"`
	Geometry   *geometry                  `json:"geometry"`
	Properties map[string]json.RawMessage `json:"properties"`
}

// parse reads a feature. GeoJSON allows a text or a number as its id.
func parse(raw json.RawMessage) (f feature, ok bool) {
	err := json.Unmarshal(raw, &f)
	return f, err == nil && f.Type == "Feature" && (len(f.ID) == 0 || f.ID[0] != '{' && f.ID[0] != '[')
}

// geometry is read here and not with go-geom's encoding/geojson, which takes [null, 2] for a point at longitude 0 and
// gives numbers, where a rejected row has to show what the file says.
type geometry struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// Reasons why a feature has no place.
var (
	errNoCoordinates = errors.New("no coordinates")
	errNoPoint       = errors.New("geometry is not a Point")
	errPosition      = errors.New("point without two coordinates")
)

// point returns the position of a point as it is written.
func (g *geometry) point() (lon, lat string, err error) {
	switch {
	case g == nil:
		return "", "", errNoCoordinates
	case g.Type != "Point":
		return "", "", errNoPoint
	}
	var position []json.RawMessage
	if err := json.Unmarshal(g.Coordinates, &position); err != nil || len(position) < 2 || !isNumber(position[0]) || !isNumber(position[1]) {
		return "", "", errPosition
	}
	return string(position[0]), string(position[1]), nil
}

// isNumber reports whether a JSON value is a number, by how it begins.
func isNumber(raw json.RawMessage) bool {
	return len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

// textOf writes a JSON value as the text of a column: strings bare, null empty.
func textOf(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var bare string
	if raw[0] == '"' && json.Unmarshal(raw, &bare) == nil {
		return bare
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return string(raw)
	}
	return compact.String()
}

// crsName reads the member crs of a collection: {"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31370"}}. One that is
// written otherwise is returned as it is; empty stands for none.
func crsName(raw json.RawMessage) string {
	var crs struct {
		Properties struct {
			Name string          `json:"name"`
			Code json.RawMessage `json:"code"`
		} `json:"properties"`
	}
	switch {
	case json.Unmarshal(raw, &crs) != nil:
		return textOf(raw)
	case crs.Properties.Name != "":
		return crs.Properties.Name
	case len(crs.Properties.Code) > 0:
		return "EPSG:" + textOf(crs.Properties.Code)
	}
	return textOf(raw)
}
