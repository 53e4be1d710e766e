package darwincore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// geoTable reads the features of a GeoJSON FeatureCollection, of single features and of GeoJSON text
// sequences (RFC 7946, RFC 8142), one at a time. It reads the file twice: first for the columns that
// its features have between them.
type geoTable struct {
	name     string
	open     opener
	names    []string
	index    map[string]int
	features int
	stream   *featureStream
}

// The columns that a feature has beside its properties.
const (
	geoID  = "feature_id"
	geoLat = "decimalLatitude"
	geoLon = "decimalLongitude"
)

// looksLikeJSON tells whether a text begins as GeoJSON or a GeoJSON sequence does.
func looksLikeJSON(prefix []byte) bool {
	prefix = bytes.TrimLeft(prefix, " \t\r\n\x1e")
	return len(prefix) > 0 && (prefix[0] == '{' || prefix[0] == '[')
}

func openGeoJSON(name string, open opener) (*geoTable, error) {
	g := &geoTable{name: name, open: open, index: map[string]int{}}
	g.column(geoID)
	g.column(geoLat)
	g.column(geoLon)
	if err := g.survey(); err != nil {
		return nil, err
	}
	stream, err := openFeatures(name, open)
	if err != nil {
		return nil, err
	}
	g.stream = stream
	return g, nil
}

// column gives a property a place. Properties that are called as the columns of the feature itself get
// a name of their own.
func (g *geoTable) column(key string) {
	if _, known := g.index[key]; !known {
		g.index[key] = len(g.names)
		g.names = append(g.names, key)
	}
}

// survey reads the names of all properties.
func (g *geoTable) survey() error {
	stream, err := openFeatures(g.name, g.open)
	if err != nil {
		return err
	}
	defer stream.text.Close() //nolint:errcheck // it was only read
	for {
		raw, line, err := stream.next()
		if isEOF(err) {
			return nil
		}
		if err != nil {
			return err
		}
		g.features++
		var f feature
		if json.Unmarshal(raw, &f) != nil {
			continue // its row says what is wrong
		}
		keys := make([]string, 0, len(f.Properties))
		for key := range f.Properties {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			g.column(propertyColumn(key))
		}
		if len(g.names) > maxColumns {
			return &FileError{File: g.name, Line: line, Reason: fmt.Sprintf("the features have more than %d properties between them", maxColumns)}
		}
	}
}

// propertyColumn names the column of a property: the feature's own columns keep theirs.
func propertyColumn(key string) string {
	switch key {
	case geoID, geoLat, geoLon:
		return "properties." + key
	}
	return key
}

// feature is a GeoJSON feature as far as it is of use.
type feature struct {
	Type       string                     `json:"type"`
	ID         json.RawMessage            `json:"id"`
	Geometry   *geometry                  `json:"geometry"`
	Properties map[string]json.RawMessage `json:"properties"`
}

type geometry struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

func (g *geoTable) header() []string { return g.names }

func (g *geoTable) next() (rawRow, error) {
	raw, line, err := g.stream.next()
	if err != nil {
		return rawRow{}, err
	}
	row := rawRow{line: line, values: make([]string, len(g.names))}
	var f feature
	if err := json.Unmarshal(raw, &f); err != nil || f.Type != "Feature" || !isScalar(f.ID) {
		row.fault = "not a GeoJSON Feature"
		// What it is goes to the rejected rows, so that nothing is lost.
		row.values[0] = string(raw)
		return row, nil //nolint:nilerr // the fault is the row's, not the file's
	}
	row.values[0] = jsonText(f.ID)
	for key, value := range f.Properties {
		at, known := g.index[propertyColumn(key)]
		if !known {
			return rawRow{}, &FileError{File: g.name, Line: line, Reason: "the file changed while it was read"}
		}
		row.values[at] = jsonText(value)
	}
	row.values[2], row.values[1], row.fault = f.Geometry.point()
	return row, nil
}

// isScalar tells whether an id is what GeoJSON allows: a text or a number, or nothing.
func isScalar(raw json.RawMessage) bool { return len(raw) == 0 || raw[0] != '{' && raw[0] != '[' }

// point returns the position of a point as it is written; else why it has none.
func (p *geometry) point() (lon, lat, fault string) {
	switch {
	case p == nil:
		return "", "", errNoCoordinates.Error()
	case p.Type != "Point":
		return "", "", "geometry is not a Point"
	}
	var position []json.RawMessage
	if err := json.Unmarshal(p.Coordinates, &position); err != nil || len(position) < 2 {
		return "", "", "point without two coordinates"
	}
	for _, ordinate := range position[:2] {
		var number json.Number
		if len(ordinate) == 0 || ordinate[0] == '"' || json.Unmarshal(ordinate, &number) != nil || number == "" {
			return "", "", "point without two coordinates"
		}
	}
	return string(position[0]), string(position[1]), ""
}

// jsonText writes a JSON value as the text of a column: strings bare, null empty.
func jsonText(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var text string
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return string(raw)
	}
	return compact.String()
}

func (g *geoTable) progress() (done, total int64) {
	return g.stream.text.raw.n.Load(), g.stream.text.size
}

func (g *geoTable) close() error { return g.stream.text.Close() }
