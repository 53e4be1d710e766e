package features

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Writer changes observation records (OGC 20-002). A record comes as its place and its other members, which the Writer reads and
// checks; its errors name them where the client wrote them. ETags of conditions are those that Create, Replace, Update and ETag
// returned.
type Writer interface {
	// Authorized lets requests through that may write.
	Authorized(next httpapi.HandlerFunc) httpapi.HandlerFunc
	// Create stores a record, under the client's own id if there is one. created is false when the same request had stored it before.
	Create(ctx context.Context, own *uuid.UUID, at *surveillance.Location, members *httpapi.Object) (id uuid.UUID, etag string, created bool, err error)
	// Replace gives a record new content.
	Replace(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions httpapi.Conditions) (etag string, err error)
	// Update applies a merge patch. A nil place leaves the record where it is.
	Update(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions httpapi.Conditions) (etag string, err error)
	// Delete removes a record.
	Delete(ctx context.Context, id uuid.UUID, conditions httpapi.Conditions) error
	// ETag returns the ETag of a record.
	ETag(ctx context.Context, id uuid.UUID) (string, error)
}

// WritingClasses are the conformance classes of writing, a draft (OGC 20-002).
var WritingClasses = []string{
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/create-replace-delete",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/update",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/optimistic-locking-etags",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/features",
}

// MediaMergePatch is the media type of a merge patch (RFC 7396).
const MediaMergePatch = "application/merge-patch+json"

func (s *Features) createItem(w http.ResponseWriter, r *http.Request) error {
	c, err := s.writable(r)
	if err != nil {
		return err
	}
	sent, err := s.readFeature(w, r, c, false, geojson.ContentType, resource.MediaJSON)
	if err != nil {
		return err
	}

	id, etag, created, err := s.Writer.Create(r.Context(), sent.id, sent.location, sent.properties)
	if err != nil {
		return err
	}

	h := w.Header()
	h.Set("Location", resource.Address(r, "collections", c.ID, "items", id.String()))
	h.Set("ETag", etag)
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	w.WriteHeader(status)
	return nil
}

func (s *Features) replaceItem(w http.ResponseWriter, r *http.Request) error {
	return s.changeItem(w, r, false, s.Writer.Replace, geojson.ContentType, resource.MediaJSON)
}

func (s *Features) updateItem(w http.ResponseWriter, r *http.Request) error {
	return s.changeItem(w, r, true, s.Writer.Update, MediaMergePatch, geojson.ContentType, resource.MediaJSON)
}

func (s *Features) changeItem(w http.ResponseWriter, r *http.Request, patch bool,
	change func(context.Context, uuid.UUID, *surveillance.Location, *httpapi.Object, httpapi.Conditions) (string, error), media ...string,
) error {
	c, err := s.writable(r)
	if err != nil {
		return err
	}
	id, err := itemID(r)
	if err != nil {
		return err
	}
	sent, err := s.readFeature(w, r, c, patch, media...)
	if err != nil {
		return err
	}

	etag, err := change(r.Context(), id, sent.location, sent.properties, httpapi.ConditionsOf(r))
	if err != nil {
		return err
	}

	w.Header().Set("ETag", etag)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Features) deleteItem(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.writable(r); err != nil {
		return err
	}
	id, err := itemID(r)
	if err != nil {
		return err
	}

	if err := s.Writer.Delete(r.Context(), id, httpapi.ConditionsOf(r)); err != nil {
		return err
	}

	w.WriteHeader(http.StatusNoContent)
	return nil
}

// writable returns the collection that a path names. Operations that write have no parameters.
func (s *Features) writable(r *http.Request) (*collection.Collection, error) {
	c, err := s.collection(r)
	if err != nil {
		return nil, err
	}
	p := httpapi.Query(r)
	resource.Known(r, p)
	return c, resource.Refuse(p)
}

func itemID(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(httpapi.Var(r, "item"))
	if err != nil {
		return uuid.UUID{}, featureNotFound()
	}
	return id, nil
}
