// Package collection says which collections of features there are (17-069r4, 7.13): observations, sampling events, pools, sites, countries, regions and counts. A
// collection names the table that it is read from and its fields, as data; conditions, pages, formats, schemas and documents
// follow from that. It imports ogc/features/cql2 for what a filter may name, internal/coverage for simplified polygons, and the vocabulary and
// SQL of the project.
package collection

import (
	"context"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Kinds of geometries, as the format of a schema names them.
const (
	Point        = "point"
	MultiPolygon = "multipolygon"
)

// GeometryProperty names the geometry in conditions and schemas.
const GeometryProperty = "geometry"

// Collection is a set of features.
type Collection struct {
	ID                  string
	Alias               string // a former id, which addresses may still have; "" for none
	Title, Description  string
	Geometry            string // Point or MultiPolygon; "" for features without a place
	GeometryDescription string

	From sql.Query // what features are read from: the query from `from` on, without conditions
	// Args returns the values of From's placeholders; counts are of the observations of a Filter. Nil: there are none.
	Args func(ctx context.Context, f surveillance.Filter) ([]any, error)
	// CountBy returns the collection for one request: what is counted by some dimensions, of which area takes the areas of a set. Nil: the features
	// are no counts.
	CountBy func(by []string, set string) *Collection
	// Refresh brings what is read up with the observations. Nil: it always is.
	Refresh func(ctx context.Context) error
	// Delayed says that what is read may be older than the observations even after Refresh.
	Delayed bool
	// Counted names the state of what is read where the collection is Delayed.
	Counted        func(ctx context.Context, db postgres.Reader) (string, error)
	GeometryColumn string // trusted SQL, EPSG:4326
	// Outlines returns the geometries as they are at a zoom up to WholePolygons. Nil: the collection has none but its own.
	Outlines func(ctx context.Context, z Zoom) (*Outlines, error)

	Key    *Field // the feature's id: a primary key
	Fields []*Field
	Order  []SortKey // the default order; Key settles ties
	// Begins and Ends name the fields of the time that a feature has, "" for none.
	Begins, Ends string
	// Times name the fields that say how much is known of that time.
	Times Times
	// Box returns the smallest box that holds all features, nil without features.
	Box func(ctx context.Context) (*surveillance.BBox, error)

	Tiled        bool // there are vector tiles of it
	Writable     bool // features may be changed, where the service has a Writer
	Observations bool // features are observations: a surveillance.Counter knows how many match a Filter
	Small        bool // so few features that each request may count them
	// Default leaves features out unless a condition names its property. Nil: nothing is left out.
	Default *Default
	// Filter names the parameters that requests have in common with the lists of the other API, and that mean the same there. One with the
	// name of a property takes the place of that property's own.
	Filter []string
	// Groups are what conditions may name that is no property: what several values of a property have in common.
	Groups     []*Field
	Queryables map[string]cql2.Queryable
	sortables  []*Field
}

// Default is a condition that holds when no condition of a request names the property.
type Default struct {
	Property  string
	Condition cql2.Expr
}

// SortKey is what features are ordered by.
type SortKey struct {
	Field      *Field
	Descending bool
}

// Times are names of fields, "" for none.
type Times struct {
	Precision         string // where it is "time", the instants are known
	Start, End        string // instants; without a start the end is the one that there is
	FirstDay, LastDay string // days; without a last one the first is the one that there is
}

// TimeFields returns the fields of Times in the order of its members, nil for none.
func (c *Collection) TimeFields() []*Field {
	t := c.Times
	return []*Field{c.Field(t.Precision), c.Field(t.Start), c.Field(t.End), c.Field(t.FirstDay), c.Field(t.LastDay)}
}

// Set is the collections in the order in which documents list them.
type Set []*Collection

// Find returns the collection with an id or an alias. The error is a 404.
func (s Set) Find(id string) (*Collection, error) {
	for _, c := range s {
		if id == c.ID || id == c.Alias && id != "" {
			return c, nil
		}
	}
	return nil, httpapi.NotFound("Collection not found")
}

// AllFields returns the id and the fields.
func (c *Collection) AllFields() []*Field { return append([]*Field{c.Key}, c.Fields...) }

// Field returns a field by its name, nil for an unknown one.
func (c *Collection) Field(name string) *Field {
	if i := slices.IndexFunc(c.Fields, func(f *Field) bool { return f.Name == name }); i >= 0 {
		return c.Fields[i]
	}
	return nil
}

// QueryableFields returns the fields that conditions may name, the id among them.
func (c *Collection) QueryableFields() []*Field {
	return slices.DeleteFunc(c.AllFields(), func(f *Field) bool { return f.TextOf != nil && f.Coded == nil })
}

// SortableFields returns the fields that sortby may name, the id among them, with the columns that features are ordered by.
func (c *Collection) SortableFields() []*Field { return c.sortables }

// DerivedFields returns the fields that the server works out from others.
func (c *Collection) DerivedFields() []*Field {
	return slices.DeleteFunc(c.AllFields(), func(f *Field) bool { return !f.Derived })
}

// Names returns the names of fields.
func Names(fields []*Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// sortable returns what sortby may name.
func (c *Collection) sortable() (all []*Field) {
	for _, f := range c.AllFields() {
		if key := f.sortKey(); key != nil {
			all = append(all, key)
		}
	}
	return all
}

// queryables returns what conditions may name, by name.
func (c *Collection) queryables() map[string]cql2.Queryable {
	all := map[string]cql2.Queryable{}
	if c.Geometry != "" {
		all[GeometryProperty] = cql2.Queryable{Name: GeometryProperty, Type: cql2.GeometryType, SQL: c.GeometryColumn, Points: c.Geometry == Point}
	}
	for _, f := range append(c.QueryableFields(), c.Groups...) {
		all[f.Name] = f.queryable()
	}
	return all
}
