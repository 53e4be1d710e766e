package tiles

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Format is that of the tiles.
var Format = resource.Format{Name: "mvt", ContentType: "application/vnd.mapbox-vector-tile", Title: "Mapbox Vector Tile"}

// SetFormats are the formats of a tile set's description.
var SetFormats = append(slices.Clone(html.Documents), resource.DocumentFormat{Format: TileJSON})

// tileset describes tiles in a tile matrix set (17-083r4, tileset metadata).
type tileset struct {
	Title            string            `json:"title"`
	Description      string            `json:"description,omitempty"`
	DataType         string            `json:"dataType"`
	CRS              string            `json:"crs"`
	TileMatrixSetURI string            `json:"tileMatrixSetURI"`
	TileMatrixSetID  string            `json:"tileMatrixSetId"` // of drafts; ets-ogcapi-tiles10 1.3 reads it
	Limits           []tileMatrixLimit `json:"tileMatrixSetLimits,omitempty"`
	BoundingBox      *boundingBox      `json:"boundingBox,omitempty"`
	Layers           []tileLayer       `json:"layers,omitempty"`
	Links            []resource.Link   `json:"links"`
}

// tileMatrixLimit says which tiles of a matrix there are.
type tileMatrixLimit struct {
	TileMatrix string `json:"tileMatrix"`
	MinTileRow int    `json:"minTileRow"`
	MaxTileRow int    `json:"maxTileRow"`
	MinTileCol int    `json:"minTileCol"`
	MaxTileCol int    `json:"maxTileCol"`
}

// boundingBox is a box in degrees.
type boundingBox struct {
	LowerLeft  [2]float64 `json:"lowerLeft"`
	UpperRight [2]float64 `json:"upperRight"`
	CRS        string     `json:"crs"`
}

type tileLayer struct {
	ID                string           `json:"id"`
	Title             string           `json:"title"`
	Description       string           `json:"description"`
	DataType          string           `json:"dataType"`
	GeometryDimension int              `json:"geometryDimension"` // 0: points, 2: polygons
	MinTileMatrix     string           `json:"minTileMatrix"`
	MaxTileMatrix     string           `json:"maxTileMatrix"`
	BoundingBox       *boundingBox     `json:"boundingBox,omitempty"`
	PropertiesSchema  propertiesSchema `json:"propertiesSchema"`
	Links             []resource.Link  `json:"links"`
}

type propertiesSchema struct {
	Type       string                    `json:"type"`
	Properties map[string]propertySchema `json:"properties"`
}

type propertySchema struct {
	Type        string `json:"type"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

type tilesetList struct {
	Links    []resource.Link `json:"links"`
	Tilesets []tileset       `json:"tilesets"`
}

func newTileset(title string) tileset {
	set := tileset{Title: title, DataType: "vector", CRS: webMercatorCRS, TileMatrixSetURI: webMercatorQuadURI, TileMatrixSetID: WebMercatorQuad}
	for z := range Levels {
		last := 1<<z - 1
		set.Limits = append(set.Limits, tileMatrixLimit{TileMatrix: strconv.Itoa(z), MaxTileRow: last, MaxTileCol: last})
	}
	return set
}

func titleOf(c *collection.Collection) string { return c.Title + " as vector tiles" }

// shortTileset is a tile set in a list.
func shortTileset(title, address string, r *http.Request) tileset {
	short := newTileset(title)
	short.Links = []resource.Link{{Href: address, Rel: "self", Type: resource.MediaJSON, Title: title}, tileLink(address, ""), schemeLink(r)}
	return short
}

func (t *Tiles) getTilesets(w http.ResponseWriter, r *http.Request) error {
	c, err := t.collection(r)
	if err != nil {
		return err
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	return format.Write(w, r, tilesetList{
		Links:    append(resource.SelfLinks(r, format, html.Documents), geodataLink(r, c)),
		Tilesets: []tileset{shortTileset(titleOf(c), addressOfSet(r, c), r)},
	})
}

func addressOfSet(r *http.Request, c *collection.Collection) string {
	return resource.Address(r, "collections", c.ID, "tiles", WebMercatorQuad)
}

func (t *Tiles) getTileset(w http.ResponseWriter, r *http.Request) error {
	c, err := t.collection(r)
	if err != nil {
		return err
	}
	if resource.Choose(w, r, httpapi.Query(r), SetFormats).Name == TileJSON.Name {
		l, err := t.read(r, c, TileJSON.Name)
		if err != nil {
			return err
		}
		return t.sendTileJSON(w, r, titleOf(c), addressOfSet(r, c), []*collection.Collection{c}, []layer{l})
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	set, err := t.describe(r, titleOf(c), []*collection.Collection{c}, addressOfSet(r, c))
	if err != nil {
		return err
	}
	set.Description = t.layerOf(c).description
	set.Links = append(append(resource.SelfLinks(r, format, html.Documents), set.Links...), geodataLink(r, c),
		resource.Link{Href: resource.Address(r, "collections", c.ID, "queryables"), Rel: resource.RelQueryables, Type: resource.MediaSchema, Title: "What the parameter filter of a tile may name"})
	if c.Observations {
		set.Links = append(set.Links, resource.Link{Href: httpapi.BaseURL(r) + t.Style, Rel: "stylesheet", Type: resource.MediaJSON, Title: "A map style"})
	}
	return format.Write(w, r, set)
}

// describe returns the description of the tiles of collections, which lie below an address, without links to itself.
func (t *Tiles) describe(r *http.Request, title string, of []*collection.Collection, address string) (tileset, error) {
	set := newTileset(title)
	for _, c := range of {
		l := t.layerOf(c)
		box, err := c.Box(r.Context())
		if err != nil {
			return set, err
		}
		described := tileLayer{
			ID: c.ID, Title: c.Title, Description: l.description, DataType: "vector", GeometryDimension: l.dimension,
			MinTileMatrix: "0", MaxTileMatrix: strconv.Itoa(Levels - 1), Links: []resource.Link{geodataLink(r, c)},
			PropertiesSchema: propertiesSchema{Type: "object", Properties: map[string]propertySchema{}},
		}
		for _, p := range l.properties {
			described.PropertiesSchema.Properties[p.name] = propertySchema{Type: map[bool]string{true: "number", false: "string"}[p.number], Title: p.title, Description: p.description}
		}
		if box != nil {
			west, east := box.West, box.East
			if west > east { // it crosses the antimeridian
				west, east = -180, 180
			}
			described.BoundingBox = &boundingBox{[2]float64{west, max(box.South, -latitudeLimit)}, [2]float64{east, min(box.North, latitudeLimit)}, crs.CRS84.URI}
			set.BoundingBox = set.BoundingBox.with(described.BoundingBox)
		}
		set.Layers = append(set.Layers, described)
	}
	query := queryText(kept(r))
	set.Links = []resource.Link{
		{Href: address + "?f=" + TileJSON.Name + strings.Replace(query, "?", "&", 1), Rel: "alternate", Type: TileJSON.ContentType, Title: resource.AsTitle + TileJSON.Title},
		tileLink(address, query),
		schemeLink(r),
	}
	return set, nil
}

// with returns the smallest box that holds two.
func (b *boundingBox) with(other *boundingBox) *boundingBox {
	if b == nil {
		return other
	}
	return &boundingBox{
		[2]float64{min(b.LowerLeft[0], other.LowerLeft[0]), min(b.LowerLeft[1], other.LowerLeft[1])},
		[2]float64{max(b.UpperRight[0], other.UpperRight[0]), max(b.UpperRight[1], other.UpperRight[1])}, b.CRS,
	}
}

// tileLink returns the template of the tiles below an address, which may have a query.
func tileLink(address, query string) resource.Link {
	return resource.Link{Href: address + "/{tileMatrix}/{tileRow}/{tileCol}" + query, Rel: "item", Type: Format.ContentType, Title: "A tile"}
}

func schemeLink(r *http.Request) resource.Link {
	return resource.Link{Href: resource.Address(r, "tileMatrixSets", WebMercatorQuad), Rel: resource.RelTilingScheme, Type: resource.MediaJSON, Title: WebMercatorQuad}
}

func geodataLink(r *http.Request, c *collection.Collection) resource.Link {
	return resource.Link{Href: resource.Address(r, "collections", c.ID), Rel: resource.RelGeodata, Type: resource.MediaJSON, Title: c.Title}
}
