package ogc

import (
	"context"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// collectionPage describes a collection (17-069r4, 7.14).
type collectionPage struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Attribution string   `json:"attribution,omitempty"`
	Links       []link   `json:"links"`
	Extent      *extent  `json:"extent,omitempty"`
	ItemType    string   `json:"itemType"`
	CRS         []string `json:"crs"`
	StorageCRS  string   `json:"storageCrs"`

	fields []*field // for people
}

type collectionsPage struct {
	Links       []link           `json:"links"`
	Collections []collectionPage `json:"collections"`
	CRS         []string         `json:"crs"`
}

// extent is where and when features are.
type extent struct {
	Spatial  *spatialExtent  `json:"spatial,omitempty"`
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
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}

	page := collectionsPage{Links: selfLinks(r, format, documentFormats), CRS: listedCRS}
	for _, c := range o.collections {
		described, err := o.describe(r, c)
		if err != nil {
			return err
		}
		described.Links = append([]link{{address(r, "collections", c.id), "self", mediaJSON, c.title}}, described.Links...)
		page.Collections = append(page.Collections, described)
	}

	return format.write(w, r, page)
}

func (o *OGC) getCollection(w http.ResponseWriter, r *http.Request) error {
	c, err := o.find(r)
	if err != nil {
		return err
	}
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}

	page, err := o.describe(r, c)
	if err != nil {
		return err
	}
	page.Links = append(selfLinks(r, format, documentFormats), page.Links...)

	return format.write(w, r, page)
}

// describe returns a collection's description, without links to itself.
func (o *OGC) describe(r *http.Request, c *collection) (collectionPage, error) {
	page := collectionPage{ID: c.id, Title: c.title, Description: c.description, ItemType: "feature", CRS: listedCRS, StorageCRS: crs84.uri, fields: c.all()}
	for i, f := range itemFormats {
		items := address(r, "collections", c.id, "items")
		if i > 0 { // the default without a query: GDAL 3.6 puts the id of one item behind the whole
			items += "?f=" + f.name()
		}
		page.Links = append(page.Links, link{items, "items", f.media(), c.title + " as " + f.title()})
	}
	page.Links = append(page.Links,
		link{address(r, "collections", c.id, "queryables"), relQueryables, mediaSchema, "What a filter may name"},
		link{address(r, "collections", c.id, "sortables"), relSortables, mediaSchema, "What sortby may name"},
		link{address(r, "collections", c.id, "schema"), relSchema, mediaSchema, "What the features have"},
		link{address(r, "collections", c.id, "schema", "feature"), "describedBy", mediaSchema, "A feature in GeoJSON"}, // GDAL 3.6 looks for the capital
	)
	if c.tiled {
		page.Links = append(page.Links,
			link{address(r, "collections", c.id, "tiles"), relTilesets, mediaJSON, c.title + " as vector tiles"},
			link{address(r, "tileMatrixSets"), relTilingSchemes, mediaJSON, "Tile matrix sets"},
			link{httpapi.BaseURL(r) + o.options.Base + "/tiles/observations/style.json", "stylesheet", mediaJSON, "A map style of the tiles"})
	}
	sources, err := o.sources(r.Context())
	if err != nil {
		return page, err
	}
	page.Attribution = attribution(sources)
	page.Links = append(page.Links, licences(sources)...)
	page.Extent, err = o.extent(r.Context(), c)
	return page, err
}

// extent returns where and when a collection's features are.
func (o *OGC) extent(ctx context.Context, c *collection) (*extent, error) {
	box, err := c.box(ctx)
	if err != nil || box == nil {
		return nil, err
	}
	totals, err := o.counter.Totals(ctx)
	if err != nil {
		return nil, err
	}
	west, east := box.West, box.East
	if west > east { // over the antimeridian, which QGIS 3.22 takes for the part between
		west, east = -180, 180
	}
	e := &extent{Spatial: &spatialExtent{BBox: [][4]float64{{west, box.South, east, box.North}}, CRS: crs84.uri}}
	if sum := totals.Sum(); sum.Records > 0 {
		e.Temporal = &temporalExtent{TRS: gregorian, Interval: [][2]string{{
			sum.First.Format(time.DateOnly) + "T00:00:00Z", sum.Last.Format(time.DateOnly) + "T23:59:59Z",
		}}}
	}
	return e, nil
}

// boxOfRecords is where the records are, and what is made of them.
func (o *OGC) boxOfRecords(ctx context.Context) (*surveillance.BBox, error) {
	return o.counter.Box(ctx, surveillance.DefaultFilter())
}

// boxOfShapes is where countries are, which is known once they were asked for.
func (o *OGC) boxOfShapes(ctx context.Context) (*surveillance.BBox, error) {
	if box := o.shapesBox.Load(); box != nil {
		return box, nil
	}
	box, err := o.store.shapesExtent(ctx)
	if err == nil && box != nil {
		o.shapesBox.Store(box)
	}
	return box, err
}
