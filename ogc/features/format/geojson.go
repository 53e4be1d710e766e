package format

import (
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// GeoJSON is after RFC 7946.
var GeoJSON = Format{
	Format: resource.Format{Name: "json", ContentType: geojson.ContentType, Title: "GeoJSON"},
	Begin: func(b []byte, _ *Encoder, _ *query.Layout) ([]byte, error) {
		return append(b, `{"type":"FeatureCollection","features":[`+"\n"...), nil
	},
	Feature: appendFeature,
	Between: ",\n",
	End: func(b []byte, _ *Encoder, e Envelope) ([]byte, error) {
		return appendEnvelope(append(b, "\n],"...), e)
	},
	Profile: "rfc7946",
}

// geoJSONSeq is after RFC 8142: a record separator before every feature, and a line feed after it.
var geoJSONSeq = Format{
	Format: resource.Format{Name: "geojsonseq", ContentType: "application/geo+json-seq", Title: "GeoJSON text sequence"},
	Feature: func(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
		b, err := appendFeature(append(b, '\x1e'), e, l, row)
		return append(b, '\n'), err
	},
}

// appendFeature appends a GeoJSON feature.
func appendFeature(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
	b, err := beginFeature(b, e, l, row)
	return append(b, '}'), err
}

// beginFeature appends a GeoJSON feature without its closing brace.
func beginFeature(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
	b = append(b, `{"type":"Feature","id":`...)
	b = e.appendJSON(b, l.Collection.Key, l.Key(row))
	b = append(b, `,"geometry":`...)
	b, err := l.CRS.Coordinates.AppendGeometry(b, l.WKB(row))
	if err != nil {
		return b, err
	}
	return appendProperties(b, e, l, row), nil
}

// appendProperties appends the properties of a feature, with a comma before them.
func appendProperties(b []byte, e *Encoder, l *query.Layout, row postgres.Row) []byte {
	b = append(b, `,"properties":{`...)
	for i, f := range l.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, l.Label(i)...)
		b = e.appendJSON(b, f, l.Value(row, i))
	}
	return append(b, '}')
}

// appendEnvelope appends the members of a page behind its features, and closes it.
func appendEnvelope(b []byte, e Envelope) ([]byte, error) {
	b = append(b, `"links":`...)
	links, err := jsontext.Marshal(e.Links)
	if err != nil {
		return b, err
	}
	b = append(b, links...)
	b = append(b, `,"numberReturned":`...)
	b = strconv.AppendInt(b, int64(e.Returned), 10)
	if e.Matched != nil {
		b = append(b, `,"numberMatched":`...)
		b = strconv.AppendInt(b, *e.Matched, 10)
	}
	b = append(b, `,"timeStamp":"`...)
	b = e.At.UTC().AppendFormat(b, time.RFC3339)
	return append(b, "\"}\n"...), nil
}

// AppendFeature appends a GeoJSON feature with its links, as a document of its own.
func AppendFeature(b []byte, e *Encoder, l *query.Layout, row postgres.Row, links []resource.Link) ([]byte, error) {
	b, err := beginFeature(b, e, l, row)
	if err != nil {
		return b, err
	}
	return endDocument(b, links)
}

// endDocument appends the links of a feature that is a document of its own, and closes it.
func endDocument(b []byte, links []resource.Link) ([]byte, error) {
	encoded, err := jsontext.Marshal(links)
	b = append(b, `,"links":`...)
	b = append(b, encoded...)
	return append(b, "}\n"...), err
}
