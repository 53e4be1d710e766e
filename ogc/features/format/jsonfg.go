package format

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// JSONFG is OGC Features and Geometries JSON 1.0 (21-045r1): GeoJSON with the time of a feature, and its place in another CRS beside the one in
// degrees. Its media type is that of GeoJSON; drafts had the alias.
var JSONFG = Format{
	Format: resource.Format{Name: "jsonfg", ContentType: geojson.ContentType, Title: "JSON-FG", Alias: "application/fg+json"},
	Begin:  beginCollectionFG,
	Feature: func(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
		b, err := appendFeatureFG(append(b, `{"type":"Feature"`...), e, l, row)
		return append(b, '}'), err
	},
	Between: ",\n",
	End: func(b []byte, _ *Encoder, e Envelope) ([]byte, error) {
		return appendEnvelope(appendSchemaFG(append(b, "\n]"...), e.Links), e)
	},
	Profile: "jsonfg-plus",
}

// profilePrefix begins the address of a profile.
const profilePrefix = "http://www.opengis.net/def/profile/OGC/0/"

// Profiles are the values of the parameter profile: of GeoJSON and of JSON-FG, of which the second also has each geometry in degrees. Those of the
// server always have.
var Profiles = []string{GeoJSON.Profile, "jsonfg", JSONFG.Profile}

// WithProfile returns the format of the first profile that GeoJSON is asked for in, and the format itself without one.
func (f Format) WithProfile(asked []string) Format {
	if at := slices.IndexFunc(asked, func(name string) bool { return slices.Contains(Profiles, strings.TrimPrefix(name, profilePrefix)) }); at >= 0 &&
		f.Name == GeoJSON.Name && strings.TrimPrefix(asked[at], profilePrefix) != GeoJSON.Profile {
		return JSONFG
	}
	return f
}

// ProfileLinks are the links to the profiles that the format has.
func (f Format) ProfileLinks() (links []resource.Link) {
	for _, name := range Profiles {
		if f.Profile != "" && (name == GeoJSON.Profile) == (f.Profile == GeoJSON.Profile) {
			links = append(links, resource.Link{Href: profilePrefix + name, Rel: "profile", Type: "text/html", Title: "Profile " + name})
		}
	}
	return links
}

// beginRootFG appends the members that a document begins with.
func beginRootFG(b []byte, kind string, l *query.Layout) []byte {
	b = append(b, `{"type":"`+kind+`","conformsTo":["http://www.opengis.net/spec/json-fg-1/1.0/conf/core","http://www.opengis.net/spec/json-fg-1/1.0/conf/types-schemas"],"featureType":"`+
		l.Collection.ID+`"`...)
	if l.Geometries && hasPlace(l) {
		b = append(b, `,"coordRefSys":"`+l.CRS.URI+`"`...)
	}
	return b
}

func beginCollectionFG(b []byte, _ *Encoder, l *query.Layout) ([]byte, error) {
	b = beginRootFG(b, "FeatureCollection", l)
	if l.Geometries {
		b = append(b, `,"geometryDimension":`+map[string]string{collection.Point: "0", collection.MultiPolygon: "2"}[l.Collection.Geometry]...)
	}
	return append(b, `,"features":[`+"\n"...), nil
}

// appendSchemaFG appends the address of the schema, which lies below the collection's, and a comma.
func appendSchemaFG(b []byte, links []resource.Link) []byte {
	for _, l := range links {
		if l.Rel == "collection" {
			b = append(b, `,"featureSchema":`...)
			b = jsontext.AppendString(b, l.Href+"/schema")
		}
	}
	return append(b, ',')
}

// hasPlace says whether features have a place beside their geometry: in any CRS but that of GeoJSON.
func hasPlace(l *query.Layout) bool { return l.CRS.URI != crs.CRS84.URI }

// appendFeatureFG appends the members of a feature.
func appendFeatureFG(b []byte, e *Encoder, l *query.Layout, row postgres.Row) (_ []byte, err error) {
	b = append(b, `,"id":`...)
	b = e.appendJSON(b, l.Collection.Key, l.Key(row))
	b = appendTime(append(b, `,"time":`...), l, row)
	b = append(b, `,"place":`...)
	if hasPlace(l) {
		if b, err = l.CRS.Coordinates.AppendGeometry(b, l.WKB(row)); err != nil {
			return b, err
		}
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"geometry":`...)
	if b, err = crs.CRS84.Coordinates.AppendGeometry(b, l.Degrees(row)); err != nil {
		return b, err
	}
	return appendProperties(b, e, l, row), nil
}

// appendTime appends what is known of the time: an instant where the source gave one, else a day or the days in which it lay.
func appendTime(b []byte, l *query.Layout, row postgres.Row) []byte {
	precision, start, end, first, last := l.Time(row, 0), l.Time(row, 1), l.Time(row, 2), l.Time(row, 3), l.Time(row, 4)
	switch {
	case string(precision) == "time" && end != nil:
		return appendInstants(b, "timestamp", collection.KindTime, start, end)
	case first != nil && last != nil:
		return appendInstants(b, "date", collection.KindDate, first, last)
	case first != nil:
		return appendInstants(b, "date", collection.KindDate, nil, first)
	}
	return append(b, "null"...)
}

// appendInstants appends an interval, or the instant that both ends are.
func appendInstants(b []byte, name string, kind collection.Kind, start, end []byte) []byte {
	if start == nil || string(start) == string(end) {
		b = AppendPlain(append(b, `{"`+name+`":"`...), kind, end)
		return append(b, `"}`...)
	}
	b = AppendPlain(append(b, `{"interval":["`...), kind, start)
	b = AppendPlain(append(b, `","`...), kind, end)
	return append(b, `"]}`...)
}

// AppendFeatureFG appends a feature in JSON-FG with its links, as a document of its own.
func AppendFeatureFG(b []byte, e *Encoder, l *query.Layout, row postgres.Row, links []resource.Link) ([]byte, error) {
	b = appendSchemaFG(beginRootFG(b, "Feature", l), links)
	b, err := appendFeatureFG(b[:len(b)-1], e, l, row) // which begins with a comma
	if err != nil {
		return b, err
	}
	return endDocument(b, links)
}
