package features

import (
	"context"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// ItemFormats are the formats of one feature, in the order in which they are preferred.
var ItemFormats = []format.Format{format.GeoJSON, format.JSONFG, {Format: html.Format}}

func (s *Features) getItem(w http.ResponseWriter, r *http.Request) error {
	c, err := s.collection(r)
	if err != nil {
		return err
	}
	ctx, p := r.Context(), httpapi.Query(r)
	chosen, language := resource.Choose(w, r, p, ItemFormats).WithProfile(p.List("profile")), p.Lang()
	zoom := readZoom(p, c)
	if chosen.Name == html.Format.Name {
		zoom = min(zoom, pageZoom)
	}
	system, err := s.register.Read(ctx, p, "crs")
	if err != nil {
		return err
	}
	id, ok := c.Key.Kind.Parse(httpapi.Var(r, "item"))
	var choice condition.Choice
	if ok && c.CountBy != nil {
		if c, choice, ok, err = s.readCount(ctx, p, c, httpapi.Var(r, "item")); err != nil {
			return err
		}
	}
	if err := resource.Refuse(p); err != nil {
		return err
	}
	if !ok {
		return featureNotFound()
	}

	etag, err := s.itemETag(r, c) // before the feature: a change between the two makes a later If-Match fail
	if err != nil {
		return err
	}
	if chosen.Name == html.Format.Name {
		html.SetHeaders(w.Header())
	}
	if etag != "" && representation.NotModified(w, r, etag) {
		return nil
	}
	q := query.Query{
		Collection: c, Fields: c.Fields, Geometries: c.Geometry != "", CRS: system, Zoom: zoom, Order: []collection.SortKey{{Field: c.Key}}, Limit: 1,
		Counted: choice.Counted, Conditions: choice.Conditions,
	}
	q.Conditions = append(q.Conditions, func(_ context.Context, s *query.Statement) (string, error) {
		return c.Key.Column + " = " + s.Arg(id), nil
	})
	chosen.Prepare(&q)
	st, err := q.Write(ctx)
	if err != nil {
		return resource.BadRequest(err) // of counts: a set of areas that is not there, or too many rows
	}
	l, encoder := q.Layout(), format.NewEncoder(s.Lookups.Current(), language)
	links := append(append(resource.SelfLinks(r, chosen, ItemFormats), chosen.ProfileLinks()...), collectionLink(r, c))
	var body []byte
	err = query.Read(ctx, s.DB, st, l, func(row postgres.Row) (err error) {
		switch chosen.Name {
		case html.Format.Name:
			body, err = featurePage(r, encoder, l, row, links).Render(r)
		case format.JSONFG.Name:
			body, err = format.AppendFeatureFG(nil, encoder, l, row, links)
		default:
			body, err = format.AppendFeature(nil, encoder, l, row, links)
		}
		return err
	})
	if err != nil {
		return crs.RefuseNoPlace(err)
	}
	if body == nil {
		return featureNotFound()
	}

	httpapi.Localized(w, language)
	h := w.Header()
	h.Set("Content-Type", chosen.ContentType)
	h.Set("Content-Crs", system.Header())
	resource.AddLinks(h, links)
	_, _ = w.Write(body) // an error means that the client is gone
	return nil
}
