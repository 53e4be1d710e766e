package format_test

import (
	"fmt"
	"strings"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// A format appends rows as PostgreSQL sends them. The layout says in which column what stands.
func Example() {
	sites, err := collection.New(collection.Options{Summaries: gis.New(gis.Options{})}).Find("sites")
	if err != nil {
		fmt.Println(err)
		return
	}
	q := query.Query{
		Collection: sites, Fields: []*collection.Field{sites.Field("records")}, Geometries: true, CRS: crs.CRS84, Order: []collection.SortKey{{Field: sites.Key}},
	}
	place, err := wkb.Marshal(geom.NewPointFlat(geom.XY, []float64{7.25, 43.7}), wkb.NDR)
	if err != nil {
		fmt.Println(err)
		return
	}
	row := postgres.Row{make([]byte, 16), place, {0, 0, 0, 0, 0, 0, 0, 9}}

	layout, encoder := q.Layout(), format.NewEncoder(surveillance.NewNames(surveillance.Collections{}), lang.English)
	for _, f := range format.All[:2] {
		b, err := f.Feature(nil, encoder, layout, row)
		fmt.Println(f.Title, strings.TrimSpace(string(b)), err)
	}
	// Output:
	// GeoJSON {"type":"Feature","id":"00000000-0000-0000-0000-000000000000","geometry":{"type":"Point","coordinates":[7.25,43.7]},"properties":{"records":9}} <nil>
	// CSV 00000000-0000-0000-0000-000000000000,7.25,43.7,9 <nil>
}
