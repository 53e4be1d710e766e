package ogc

import (
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// itemFormat writes features. Nil functions write nothing.
type itemFormat struct {
	described
	begin   func(b []byte, l *layout) []byte
	feature func(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error)
	between string // stands between two features
	end     func(b []byte, e envelope) ([]byte, error)
	people  bool // a page in HTML: see sendItemsPage
	whole   bool // without limit the answer is all features instead of a page
}

// itemFormats in the order in which they are preferred.
var itemFormats = []itemFormat{
	{
		described: described{"json", geojson.ContentType, "GeoJSON"},
		begin: func(b []byte, _ *layout) []byte {
			return append(b, `{"type":"FeatureCollection","features":[`+"\n"...)
		},
		feature: appendFeature,
		between: ",\n",
		end:     endCollection,
	},
	csvFormat,
	{ // RFC 8142: a record separator before and a line feed after every feature
		described: described{"geojsonseq", "application/geo+json-seq", "GeoJSON text sequence"},
		feature: func(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
			b, err := appendFeature(append(b, '\x1e'), e, l, row)
			return append(b, '\n'), err
		},
	},
	flatGeobuf,
	{described: html, people: true},
}

// appendFeature appends a GeoJSON feature.
func appendFeature(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
	b, err := beginFeature(b, e, l, row)
	return append(b, '}'), err
}

// beginFeature appends a GeoJSON feature without its closing brace.
func beginFeature(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
	b = append(b, `{"type":"Feature","id":`...)
	b = e.appendJSON(b, l.collection.key, l.key(row))
	b = append(b, `,"geometry":`...)
	b, err := l.crs.coordinates.AppendGeometry(b, l.wkb(row))
	if err != nil {
		return b, err
	}
	b = append(b, `,"properties":{`...)
	for i, f := range l.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, l.labels[i]...)
		b = e.appendJSON(b, f, l.value(row, i))
	}
	return append(b, '}'), nil
}

func endCollection(b []byte, e envelope) ([]byte, error) {
	b = append(b, "\n],\"links\":"...)
	links, err := jsontext.Marshal(e.links)
	if err != nil {
		return b, err
	}
	b = append(b, links...)
	b = append(b, `,"numberReturned":`...)
	b = strconv.AppendInt(b, int64(e.returned), 10)
	if e.matched != nil {
		b = append(b, `,"numberMatched":`...)
		b = strconv.AppendInt(b, *e.matched, 10)
	}
	b = append(b, `,"timeStamp":"`...)
	b = e.at.UTC().AppendFormat(b, time.RFC3339)
	return append(b, "\"}\n"...), nil
}

// featureFormats in the order in which they are preferred.
var featureFormats = []featureFormat{
	{described{"json", geojson.ContentType, "GeoJSON"}, func(b []byte, _ *http.Request, e *encoder, l *layout, row postgres.Row, links []link) ([]byte, error) {
		b, err := beginFeature(b, e, l, row)
		if err != nil {
			return b, err
		}
		encoded, err := jsontext.Marshal(links)
		b = append(b, `,"links":`...)
		b = append(b, encoded...)
		return append(b, "}\n"...), err
	}},
	{html, appendItemPage},
}
