package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// imageCache is how long browsers keep a photograph. An address always has the same one; after a day none shows one that was removed.
const imageCache = "public, max-age=86400, immutable"

// Sizes of a photograph.
const (
	largeImage = "large"
	smallImage = "small"
)

// Image is a photograph of a species with its credits.
type Image struct {
	ID           uuid.UUID `json:"id"`
	URL          string    `json:"url"`
	ThumbnailURL string    `json:"thumbnail_url"`
	Width        int       `json:"width"` // of URL
	Height       int       `json:"height"`
	Author       string    `json:"author"`
	Licence      string    `json:"licence"`
	Source       *string   `json:"source"`
	Caption      *string   `json:"caption"`
	LifeStage    *string   `json:"life_stage"`
	Sex          *string   `json:"sex"`
}

// errNoImage is the answer for an id that the species has no photograph of.
var errNoImage = httpapi.NotFound("Photograph not found")

// address sets the addresses of a photograph, paths within the service.
func (i *Image) address(base, species string) {
	i.URL = base + "/species/" + species + "/images/" + i.ID.String()
	i.ThumbnailURL = i.URL + "?size=" + smallImage
}

func (s *Species) addressImage(base string) {
	if s.Image != nil {
		s.Image.address(base, s.ID)
		s.ImageURL = &s.Image.URL
	}
}

func (c *Catalog) getSpeciesImage(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	size := p.OneOf("size", largeImage, largeImage, smallImage)
	if err := p.Err(); err != nil {
		return err
	}
	_, taxon, err := c.askedSpecies(r)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(httpapi.Var(r, "image_id"))
	if err != nil {
		return errNoImage
	}

	jpeg, err := c.store.image(r.Context(), taxon.Key, id, size == smallImage)
	if err != nil {
		return err
	}

	h := w.Header()
	httpapi.SetEmbeddable(h)
	h.Set("Cache-Control", imageCache)
	if representation.NotModified(w, r, `"`+id.String()+"-"+size+`"`) {
		return nil
	}
	h.Set("Content-Type", "image/jpeg")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(jpeg))
	return nil
}

// image returns a photograph of a species, or errNoImage.
func (s store) image(ctx context.Context, key int32, id uuid.UUID, small bool) (jpeg []byte, err error) {
	err = s.db.QueryRow(ctx, imageQuery.String(), pgx.StrictNamedArgs{"key": key, "id": id, "small": small}).Scan(&jpeg)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNoImage
	}
	if err != nil {
		return nil, fmt.Errorf("read a photograph: %w", err)
	}
	return jpeg, nil
}
