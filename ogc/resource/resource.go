// Package resource is what every resource under /ogc has in common, after OGC API - Common (19-072): its address and its links,
// the formats that the parameter f or the header Accept chooses from, the refusal of parameters it does not have, and its JSON.
// Package resource imports internal/httpapi and nothing else of the project. All other rooms of ogc import it.
package resource

// Path is where the OGC API is mounted.
const Path = "/ogc"

// Media types of documents.
const (
	MediaJSON            = "application/json"
	MediaSchema          = "application/schema+json"
	MediaLayerDefinition = "application/x-qgis-layer-definition"
)

// Link relations of OGC API - Features (17-069r4, 19-079r2, 23-058r1).
const (
	RelConformance = "http://www.opengis.net/def/rel/ogc/1.0/conformance"
	RelData        = "http://www.opengis.net/def/rel/ogc/1.0/data"
	RelQueryables  = "http://www.opengis.net/def/rel/ogc/1.0/queryables"
	RelSortables   = "http://www.opengis.net/def/rel/ogc/1.0/sortables"
	RelSchema      = "http://www.opengis.net/def/rel/ogc/1.0/schema"
)

// RelStyles is the link relation of OGC API - Styles (20-009).
const RelStyles = "http://www.opengis.net/def/rel/ogc/1.0/styles"

// RelSearch is the link relation of a resource that is searched (RFC 8288's registry).
const RelSearch = "search"

// Link relations of OGC API - Tiles (20-057).
const (
	RelTilesets      = "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector"
	RelTilingScheme  = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
	RelTilingSchemes = "http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes"
	RelGeodata       = "http://www.opengis.net/def/rel/ogc/1.0/geodata"
)
