package features

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

func (s *Features) createItem(w http.ResponseWriter, r *http.Request) error {
	c, err := s.writable(r)
	if err != nil {
		return err
	}
	sent, err := s.readFeature(w, r, c, false, geojson.ContentType, resource.MediaJSON)
	if err != nil {
		return err
	}

	id, etag, receipt, created, err := s.Writer.Create(r.Context(), sent.id, sent.location, sent.properties)
	if err != nil {
		return err
	}

	h := w.Header()
	h.Set("Location", resource.Address(r, "collections", c.ID, "items", id.String()))
	h.Set("ETag", etag)
	if receipt != "" {
		h.Set(access.ReceiptHeader, receipt)
		h.Set("Cache-Control", "private, no-store")
	}
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
	change func(context.Context, uuid.UUID, *surveillance.Location, *httpapi.Object, representation.Conditions) (string, error), media ...string,
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

	etag, err := change(r.Context(), id, sent.location, sent.properties, representation.ConditionsOf(r))
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

	if err := s.Writer.Delete(r.Context(), id, representation.ConditionsOf(r)); err != nil {
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
	return c, resource.Refuse(httpapi.Query(r))
}
