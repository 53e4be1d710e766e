// Package ogc answers everything under /ogc: OGC API - Features and Tiles over the observations, the sites, countries and regions, for
// GIS programs, and as pages for browsers. Here are the landing page, the conformance classes and the descriptions of the
// collections. The rest stands in rooms below, each of which imports only rooms that come after it: openapi (the API document),
// features and tiles (what the collections hold), styles (how maps draw it), qgis (layers and styles of QGIS), html (pages), resource (links
// and formats). Package ogc imports
// internal packages and no other domain: counts, tiles, records in memory and changes of records come through interfaces.
package ogc

import (
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
	"github.com/skeeter-surveillance/skeeter/ogc/styles"
	"github.com/skeeter-surveillance/skeeter/ogc/tiles"
)

// Path under which the routes are mounted.
const Path = resource.Path

// Options of New. All are needed, but those that say otherwise.
type Options struct {
	DB        postgres.Database
	Lookups   *postgres.Lookups
	Counter   surveillance.Counter
	Summaries collection.Summaries
	Tables    collection.Tables
	Tiles     tiles.Source
	Styles    styles.Source
	AppName   string
	Base      string // path of the API, for links to the style of tiles
	// State returns the newest state of the observations.
	State func() features.State
	// LayerDefinition is the path of a layer definition file for QGIS. "": there is none.
	LayerDefinition string
	// Notice is what pages say above everything, "" for nothing. Nil: they never do.
	Notice func() string
	// Writer changes records. Nil: nothing can be changed here.
	Writer features.Writer
}

// OGC answers the routes under Path. It is safe for concurrent use.
type OGC struct {
	options     Options
	collections collection.Set
	style       string // path of the tiles' map style
}

// New returns the OGC API.
func New(o Options) *OGC {
	return &OGC{
		options: o, style: o.Base + "/tiles/observations/style.json",
		collections: collection.New(collection.Options{DB: o.DB, Lookups: o.Lookups, Counter: o.Counter, Summaries: o.Summaries, Tables: o.Tables}),
	}
}
