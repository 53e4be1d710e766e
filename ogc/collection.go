package ogc

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// collection is a set of features: what it is called, where it is read and what its features have.
type collection struct {
	id, title, description string
	geometry               string // in a schema: "point" or "multipolygon"
	placeDescription       string
	from                   sql.Query // from `from` on, without conditions
	// args are the values of from's placeholders. Nil: there are none.
	args func(ctx context.Context) ([]any, error)
	// fresh brings what is read up with the observations before it is read. Nil: it is.
	fresh func(ctx context.Context) error
	// lagging: what is read may be older than the observations all the same.
	lagging bool
	place   string // trusted SQL of the geometry, EPSG:4326
	key     *field // the feature's id: a primary key
	fields  []*field
	order   []sortKey                                             // before the key, which settles ties
	box     func(ctx context.Context) (*surveillance.BBox, error) // holds all features; nil without any
	// begins and ends name the fields of the time that a feature has; "" for none.
	begins, ends string
	tiled        bool    // there are vector tiles of it
	writable     bool    // features may be changed, where there is a Writer
	counted      bool    // the counts in memory know how many features there are
	few          bool    // so few features that they can be counted for every page
	unless       *unless // what is left out unless it is asked for
	queryables   map[string]cql2.Queryable
}

// unless is a condition that holds when no condition names the property.
type unless struct {
	property  string
	condition cql2.Expr
}

// collections are all that there are, in the order in which documents list them.
func (o *OGC) makeCollections() []*collection {
	all := []*collection{o.observations(), o.traps(), o.countries(), o.regions()}
	for _, c := range all {
		c.queryables = map[string]cql2.Queryable{
			c.key.name:       c.key.asQueryable(),
			geometryProperty: {Name: geometryProperty, Type: cql2.GeometryType, SQL: c.place, Points: c.geometry == "point"},
		}
		for _, f := range c.fields {
			if f.queryable() {
				c.queryables[f.name] = f.asQueryable()
			}
		}
	}
	return all
}

// all are the id and the fields.
func (c *collection) all() []*field { return append([]*field{c.key}, c.fields...) }

// derived are the names of the properties that the server works out.
func (c *collection) derived() (names []string) {
	for _, f := range c.fields {
		if f.derived {
			names = append(names, f.name)
		}
	}
	return names
}

// find returns a field by its name, nil when there is none.
func (c *collection) find(name string) *field {
	for _, f := range c.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// names are those of all fields.
func (c *collection) names() (names []string) {
	for _, f := range c.fields {
		names = append(names, f.name)
	}
	return names
}

// sortableField returns a field that sortby may name, nil for another.
func (c *collection) sortableField(name string) *field {
	for _, f := range c.all() {
		if f.name == name && f.sortable {
			return f
		}
	}
	return nil
}

// sortables are the names that sortby may name.
func (c *collection) sortables() (names []string) {
	for _, f := range c.all() {
		if f.sortable {
			names = append(names, f.name)
		}
	}
	return names
}
