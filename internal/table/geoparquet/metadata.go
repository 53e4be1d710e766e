package geoparquet

import (
	"encoding/json"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// version of GeoParquet.
const version = "1.1.0"

type object = map[string]any

// metadata returns the value of the key geo. A CRS that is left out is OGC:CRS84. Another one would be PROJJSON, which the database has
// of none: null says that the file does not know it.
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
		column["crs"] = nil
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
