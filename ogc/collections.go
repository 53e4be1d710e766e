package ogc

import (
	"context"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
	"github.com/skeeter-surveillance/skeeter/ogc/styles"
)

// collectionPage describes a collection (17-069r4, 7.14).
type collectionPage struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Attribution string          `json:"attribution,omitempty"`
	Links       []resource.Link `json:"links"`
	Extent      *extent         `json:"extent,omitempty"`
	ItemType    string          `json:"itemType"`
	CRS         []string        `json:"crs"`                  // also of boxes, which choose records for counts without geometries
	StorageCRS  string          `json:"storageCrs,omitempty"` // none without geometries

	fields []*collection.Field // for the page
}

type collectionsPage struct {
	Links       []resource.Link  `json:"links"`
	Collections []collectionPage `json:"collections"`
	CRS         []string         `json:"crs"`
}

// extent is where and when features are.
type extent struct {
	Spatial  spatialExtent   `json:"spatial"`
	Temporal *temporalExtent `json:"temporal,omitempty"`
}

type spatialExtent struct {
	BBox [][4]float64 `json:"bbox"` // west > east crosses the antimeridian
	CRS  string       `json:"crs"`
}

type temporalExtent struct {
	Interval [][2]string `json:"interval"`
	TRS      string      `json:"trs"`
}

// gregorian is the temporal reference system of dates and times.
const gregorian = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian"

func (o *OGC) getCollections(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	page := collectionsPage{Links: resource.SelfLinks(r, format, html.Documents), CRS: crs.Listed}
	for _, c := range o.collections {
		described, err := o.describe(r, c)
		if err != nil {
			return err
		}
		self := resource.Link{Href: resource.Address(r, "collections", c.ID), Rel: "self", Type: resource.MediaJSON, Title: c.Title}
		described.Links = append([]resource.Link{self}, described.Links...)
		page.Collections = append(page.Collections, described)
	}

	return format.Write(w, r, page)
}

func (o *OGC) getCollection(w http.ResponseWriter, r *http.Request) error {
	c, err := o.collections.Find(httpapi.Var(r, "collection"))
	if err != nil {
		return err
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	page, err := o.describe(r, c)
	if err != nil {
		return err
	}
	page.Links = append(resource.SelfLinks(r, format, html.Documents), page.Links...)

	return format.Write(w, r, page)
}

// describe returns a collection's description, without links to itself.
func (o *OGC) describe(r *http.Request, c *collection.Collection) (collectionPage, error) {
	page := collectionPage{
		ID: c.ID, Title: c.Title, Description: c.Description, ItemType: "feature", CRS: crs.Listed, fields: c.AllFields(),
	}
	if c.Geometry != "" {
		page.StorageCRS = crs.CRS84.URI
	}
	sources, err := o.sources(r.Context())
	if err != nil {
		return page, err
	}
	page.Attribution = attribution(sources)
	page.Links = append(o.collectionLinks(r, c), licences(sources)...)
	page.Extent, err = o.extent(r.Context(), c)
	return page, err
}

// collectionLinks returns the links to what there is of a collection.
func (o *OGC) collectionLinks(r *http.Request, c *collection.Collection) (links []resource.Link) {
	add := func(rel, media, title string, segments ...string) {
		links = append(links, resource.Link{Href: resource.Address(r, segments...), Rel: rel, Type: media, Title: title})
	}
	for i, f := range features.Formats {
		if f.Profile != "" && i > 0 { // clients choose a link by its media type, and JSON-FG has that of GeoJSON
			continue
		}
		add("items", f.Media(), c.Title+" as "+f.Title, "collections", c.ID, "items")
		if i > 0 { // the default comes without a query: GDAL 3.6 puts the id of one item behind the whole address
			links[len(links)-1].Href += "?f=" + f.Name
		}
	}
	add(resource.RelSearch, geojson.ContentType, "Items by POST, of parameters in a body", "collections", c.ID, "search")
	links[len(links)-1].Method = http.MethodPost
	add(resource.RelQueryables, resource.MediaSchema, "What a filter may name", "collections", c.ID, "queryables")
	add(resource.RelSortables, resource.MediaSchema, "What sortby may name", "collections", c.ID, "sortables")
	add(resource.RelSchema, resource.MediaSchema, "What the features have", "collections", c.ID, "schema")
	add("describedBy", resource.MediaSchema, "A feature in GeoJSON", "collections", c.ID, "schema", "feature") // GDAL 3.6 looks for the capital letter
	if c.Tiled {
		add(resource.RelTilesets, resource.MediaJSON, c.Title+" as vector tiles", "collections", c.ID, "tiles")
		add(resource.RelTilingSchemes, resource.MediaJSON, "Tile matrix sets", "tileMatrixSets")
	}
	if c.Observations {
		links = append(links, resource.Link{Href: httpapi.BaseURL(r) + o.style, Rel: "stylesheet", Type: resource.MediaJSON, Title: "A map style of the tiles"})
	}
	if c.ID == styles.Collection {
		add(resource.RelStyles, resource.MediaJSON, "Map styles", "styles")
	}
	return links
}

// extent returns where and when a collection's features are, nil where there are none, and of features without a place.
func (o *OGC) extent(ctx context.Context, c *collection.Collection) (*extent, error) {
	if c.Box == nil {
		return nil, nil
	}
	box, err := c.Box(ctx)
	if err != nil || box == nil {
		return nil, err
	}
	totals, err := o.options.Counter.Totals(ctx)
	if err != nil {
		return nil, err
	}
	west, east := box.West, box.East
	if west > east { // it crosses the antimeridian; QGIS 3.22 would take it for the rest of the world
		west, east = -180, 180
	}
	e := &extent{Spatial: spatialExtent{BBox: [][4]float64{{west, box.South, east, box.North}}, CRS: crs.CRS84.URI}}
	if sum := totals.Sum(); sum.Records > 0 {
		e.Temporal = &temporalExtent{TRS: gregorian, Interval: [][2]string{{
			sum.First.Format(time.DateOnly) + "T00:00:00Z", sum.Last.Format(time.DateOnly) + "T23:59:59Z",
		}}}
	}
	return e, nil
}

// Page implements html.Paged.
func (p collectionsPage) Page(r *http.Request) html.Page {
	var view html.Collections
	for _, c := range p.Collections {
		view = append(view, c.summary(r))
	}
	return html.Page{Title: "Collections", Trail: html.Trail(r), Links: p.Links, View: view}
}

// Page implements html.Paged.
func (p collectionPage) Page(r *http.Request) html.Page {
	view := html.Collection{CollectionSummary: p.summary(r), ID: p.ID, Attribution: p.Attribution, Landing: resource.Address(r)}
	for _, f := range p.fields {
		view.Fields = append(view.Fields, html.Field{Name: f.Name, Title: f.Title, Description: f.Description})
	}
	m := html.NewMap(r, "Where the features are")
	for _, b := range view.Extent.Boxes {
		m.AddBox(b)
	}
	view.Map = m.Framed()
	trail := html.Trail(r, resource.Link{Href: resource.Address(r, "collections"), Title: "Collections"})
	return html.Page{Title: p.Title, Trail: trail, Links: p.Links, View: view}
}

func (p collectionPage) summary(r *http.Request) html.CollectionSummary {
	s := html.CollectionSummary{Title: p.Title, Description: p.Description, Address: resource.Address(r, "collections", p.ID)}
	if p.Extent != nil {
		s.Extent.Boxes = p.Extent.Spatial.BBox
		if p.Extent.Temporal != nil {
			s.Extent.Intervals = p.Extent.Temporal.Interval
		}
	}
	return s
}
