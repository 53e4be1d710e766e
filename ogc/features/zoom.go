package features

import (
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// Parameters of polygons.
const (
	MaxZoomLevel = 24  // of zoom-level; from collection.WholePolygons on polygons are as they are stored
	MaxOffset    = 360 // of max-allowable-offset, in degrees
)

// The finest zooms of the small maps of pages for browsers, of many features and of one.
const (
	tableZoom collection.Zoom = 2
	pageZoom  collection.Zoom = 4
)

// readZoom reads how coarse polygons may be: as they are stored unless zoom-level or max-allowable-offset says otherwise. A collection without
// outlines does not know the parameters.
func readZoom(p *httpapi.Params, c *collection.Collection) collection.Zoom {
	if c.Outlines == nil {
		return collection.WholePolygons
	}
	level := collection.Zoom(p.Int("zoom-level", int(collection.WholePolygons), 0, MaxZoomLevel))
	offset := p.Float("max-allowable-offset", 0, MaxOffset)
	if offset == nil {
		return min(level, collection.WholePolygons)
	}
	if p.Has("zoom-level") {
		p.Fail("max-allowable-offset", "ambiguous", "zoom-level and max-allowable-offset are two ways to say the same; send one of them")
	}
	return collection.ZoomWithin(*offset)
}
