// Package geojson reads the points of GeoJSON (RFC 7946) as the rows of a table: a FeatureCollection, single features, and
// GeoJSON text sequences (RFC 8142). A file of any size is read one feature at a time.
//
// It imports text and geometry, and nothing else of the project.
package geojson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
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
	Geometry   *shape                     `json:"geometry"`
	Properties map[string]json.RawMessage `json:"properties"`
}

// parse reads a feature. GeoJSON allows a text or a number as its id.
func parse(raw json.RawMessage) (f feature, ok bool) {
	err := json.Unmarshal(raw, &f)
	return f, err == nil && f.Type == "Feature" && (len(f.ID) == 0 || f.ID[0] != '{' && f.ID[0] != '[')
}

// shape is read here and not with go-geom's encoding/geojson, which takes [null, 2] for a point at longitude 0 and
// gives numbers, where a rejected row has to show what the file says.
type shape struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// errPosition is a reason why a feature has no place, beside those of the package geometry.
var errPosition = errors.New("point without two coordinates")

// point returns the position of a point as it is written.
func (g *shape) point() (lon, lat string, err error) {
	switch {
	case g == nil:
		return "", "", geometry.ErrNoCoordinates
	case g.Type != "Point":
		return "", "", geometry.ErrNoPoint
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

// parseCRS reads the reference system that the format of 2008 names: by a name, or by the address of its description. Null is
// an unknown one.
func parseCRS(raw json.RawMessage) string {
	var crs struct {
		Properties struct {
			Name string `json:"name"`
			Href string `json:"href"`
		} `json:"properties"`
	}
	if json.Unmarshal(raw, &crs) != nil {
		return ""
	}
	return cmp.Or(crs.Properties.Name, crs.Properties.Href)
}
