package features

import (
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// setHeaders sets what the headers of a page and of a whole result say.
func (req itemsRequest) setHeaders(w http.ResponseWriter, e format.Envelope) {
	httpapi.Localized(w, req.lang)
	h := w.Header()
	h.Set("Content-Type", req.format.ContentType)
	if req.format.Extension != "" {
		h.Set("Content-Disposition", `attachment; filename="`+req.query.Collection.ID+"."+req.format.Extension+`"`)
	}
	h.Set("Content-Crs", req.query.CRS.Header())
	resource.AddLinks(h, e.Links)
	if e.Matched != nil {
		h.Set("OGC-NumberMatched", strconv.FormatInt(*e.Matched, 10))
	}
}

// links returns the links of a page: to itself, its other formats, its neighbours and its collection.
func (req itemsRequest) links(r *http.Request, p *page) []resource.Link {
	links := append(resource.SelfLinks(r, req.format, req.formats), req.format.ProfileLinks()...)
	to := func(rel, title string, back bool, at [][]byte) {
		position := cursor{Back: back, Query: req.queryID}
		for _, value := range at {
			if value == nil {
				position.Values = append(position.Values, nil)
				continue
			}
			position.Values = append(position.Values, new(string(value)))
		}
		link := resource.LinkTo(r, rel, map[string]string{"cursor": position.String()})
		link.Type, link.Title = req.format.Media(), title
		links = append(links, link)
	}
	back, positioned := req.query.Back, req.query.After != nil
	switch {
	case p.returned > 0:
		if p.more || back {
			to("next", "The next page", false, p.last)
		}
		if back && p.more || !back && positioned {
			to("prev", "The page before", true, p.first)
		}
	case positioned: // the page lies beyond an end, or the features after the position are gone: begin again
		rel, title := "prev", "The first page"
		if back {
			rel = "next"
		}
		link := resource.LinkTo(r, rel, nil, "cursor")
		link.Type, link.Title = req.format.Media(), title
		links = append(links, link)
	}
	return append(links, collectionLink(r, req.query.Collection))
}

// collectionLink returns the link from features to their collection.
func collectionLink(r *http.Request, c *collection.Collection) resource.Link {
	return resource.Link{Href: resource.Address(r, "collections", c.ID), Rel: "collection", Type: resource.MediaJSON, Title: c.Title}
}
