package geoparquet

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// version of GeoParquet.
const version = "1.1.0"

type object = map[string]any

// systems are the coordinate reference systems that /ogc lists, as PROJJSON, one a line: projjson.sh writes the file with PROJ's projinfo.
//
//go:embed projjson.jsonl
var systems string

// projJSON returns the PROJJSON of a code of the EPSG register, nil where systems has none.
func projJSON(srid int) json.RawMessage {
	id := fmt.Sprintf(`"id":{"authority":"EPSG","code":%d}}`, srid)
	for line := range strings.Lines(systems) {
		if line = strings.TrimSpace(line); strings.HasSuffix(line, id) {
			return json.RawMessage(line)
		}
	}
	return nil
}

// metadata returns the value of the key geo. A CRS that is left out is OGC:CRS84. Another one is PROJJSON, which the database has of none: where it is
// not embedded, null says that the file does not know it.
func metadata(g table.Geometry, box wkb.Box) string {
	kind := "Point"
	if g.Polygons {
		kind = "MultiPolygon"
	}
	covering := object{}
	for _, corner := range corners {
		covering[corner] = []string{bboxName, corner}
	}
	column := object{"encoding": "WKB", "geometry_types": []string{kind}, "covering": object{"bbox": covering}}
	if g.SRID != table.WGS84 {
		column["crs"] = projJSON(g.SRID)
	}
	if box != wkb.NoBox {
		column["bbox"] = box
	}
	b, err := json.Marshal(object{"version": version, "primary_column": table.GeometryName, "columns": object{table.GeometryName: column}})
	if err != nil {
		panic("geoparquet: encode the metadata: " + err.Error()) // it holds texts and finite numbers
	}
	return string(b)
}
