package parquet

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
)

// geo says where the place of a row is.
type geo struct {
	column   string // path of the geometry; empty when there is none
	native   bool   // x and y in columns of their own, below column
	crs      string
	covering string // path of boxes, which say nothing of their own
}

// geoMetadata is what GeoParquet keeps under the key "geo".
type geoMetadata struct {
	Primary string `json:"primary_column"`
	Columns map[string]struct {
		Encoding string          `json:"encoding"`
		Types    []string        `json:"geometry_types"`
		CRS      json.RawMessage `json:"crs"`
		Covering struct {
			Box struct {
				XMin []string `json:"xmin"`
			} `json:"bbox"`
		} `json:"covering"`
	} `json:"columns"`
}

// findGeo reads the metadata of GeoParquet, else looks for a column of the type GEOMETRY.
func findGeo(file *pq.File) (geo, error) {
	stated, found := file.Lookup("geo")
	if !found {
		return ofTypes(file.Root().Columns()), nil
	}
	var m geoMetadata
	if err := json.Unmarshal([]byte(stated), &m); err != nil {
		return geo{}, fmt.Errorf("read the metadata of GeoParquet: %w", err)
	}
	c, found := m.Columns[m.Primary]
	if !found {
		return geo{}, errors.New("the metadata of GeoParquet do not describe the primary column")
	}
	g := geo{column: m.Primary, native: strings.EqualFold(c.Encoding, "point"), crs: crsOf(c.CRS)}
	if !g.native && !strings.EqualFold(c.Encoding, "WKB") {
		return geo{}, fmt.Errorf("its geometries are encoded as %q; wanted are points", c.Encoding)
	}
	for _, kind := range c.Types {
		if name, _, _ := strings.Cut(kind, " "); !strings.EqualFold(name, "Point") && !strings.EqualFold(name, "MultiPoint") && len(c.Types) == 1 {
			return geo{}, fmt.Errorf("its geometries are of the type %s; wanted are points", kind)
		}
	}
	if len(c.Covering.Box.XMin) > 1 {
		g.covering = c.Covering.Box.XMin[0]
	}
	return g, nil
}

// ofTypes finds the column whose type says that it holds geometries.
func ofTypes(columns []*pq.Column) geo {
	for _, c := range columns {
		if !c.Leaf() || c.Type().LogicalType() == nil {
			continue
		}
		switch t := c.Type().LogicalType().Value.(type) {
		case *format.GeometryType:
			return geo{column: c.Name(), crs: crsOfType(t.CRS)}
		case *format.GeographyType:
			return geo{column: c.Name(), crs: crsOfType(t.CRS)}
		}
	}
	return geo{}
}

// crsOf reads a system in PROJJSON. One that is left out is WGS 84 by the standard, null is an unknown one.
func crsOf(stated json.RawMessage) string {
	if len(stated) == 0 {
		return geometry.WGS84
	}
	var crs struct {
		Name string `json:"name"`
		ID   struct {
			Authority string          `json:"authority"`
			Code      json.RawMessage `json:"code"`
		} `json:"id"`
	}
	if json.Unmarshal(stated, &crs) != nil {
		return ""
	}
	code := strings.Trim(string(crs.ID.Code), `"`)
	if number, err := strconv.Atoi(code); err == nil {
		return geometry.OfAuthority(crs.ID.Authority, number, crs.Name)
	}
	if crs.ID.Authority != "" && code != "" {
		return crs.ID.Authority + ":" + code
	}
	return strings.TrimSpace(crs.Name)
}

// crsOfType reads the system of a type: "OGC:CRS84" by default, "srid:5070", or PROJJSON.
func crsOfType(stated string) string {
	if stated == "" {
		return geometry.WGS84
	}
	if number, found := strings.CutPrefix(strings.ToLower(stated), "srid:"); found {
		return "EPSG:" + number
	}
	if strings.HasPrefix(stated, "{") {
		return crsOf(json.RawMessage(stated))
	}
	return stated
}
