package areas

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// maxBody is how long a body may be, with the properties of a feature. MaxBytes bounds its geometry.
const maxBody = 4 << 20

func (a *Areas) create(w http.ResponseWriter, r *http.Request) error {
	body, err := httpapi.ReadBody(w, r, maxBody, "application/json", geojson.ContentType)
	if err != nil {
		return err
	}
	if err := httpapi.Query(r).Err(); err != nil {
		return err
	}
	drawn, err := parseDrawn(body)
	if err != nil {
		return err
	}
	stored, created, err := a.store.add(r.Context(), drawn)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+a.base+"/areas/"+stored.ID)
	return httpapi.JSON(w, status, stored.area())
}

// Formats of an area.
const (
	formatJSON    = "json"
	formatGeoJSON = "geojson"
)

func (a *Areas) get(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format := p.OneOf("f", formatJSON, formatJSON, formatGeoJSON)
	if !p.Has("f") && strings.Contains(r.Header.Get("Accept"), geojson.ContentType) {
		format = formatGeoJSON
	}
	if err := p.Err(); err != nil {
		return err
	}
	found, wkb, err := a.store.get(r.Context(), lang.Slug(httpapi.Var(r, "area_id")))
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Accept")
	if format == formatJSON {
		return respond(w, r, "application/json", found.area())
	}
	f, err := newFeature(found.area(), wkb)
	if err != nil {
		return err
	}
	return respond(w, r, geojson.ContentType, f)
}

// Numbers of areas in one answer: by default and at most.
const (
	defaultLimit = 50
	maxLimit     = 200
)

// list is the list of the areas of sets.
type list struct {
	Count int64  `json:"count"`
	Areas []Area `json:"areas"`
	// Sets are the names of all sets.
	Sets []string `json:"sets"`
	httpapi.PageLinks
}

func (a *Areas) list(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	want := wanted{set: p.Text("set"), search: lang.Fold(p.Text("search"))}
	page := p.Page(defaultLimit, maxLimit)
	if err := p.Err(); err != nil {
		return err
	}
	records, total, err := a.store.list(r.Context(), want, page)
	if err != nil {
		return err
	}
	if total == 0 && want.set != "" {
		if of, err := count(r.Context(), a.store.db, wanted{set: want.set}); err != nil {
			return err
		} else if of == 0 {
			p.Fail("set", "unknown_set", "set: there is no such set; GET areas lists the areas of all")
			return p.Err()
		}
	}
	sets, err := Sets(r.Context(), a.store.db)
	if err != nil {
		return err
	}
	out := list{Count: total, Areas: []Area{}, Sets: []string{}, PageLinks: page.Links(r, total)}
	for _, s := range sets {
		out.Sets = append(out.Sets, s.Set)
	}
	for _, record := range records {
		out.Areas = append(out.Areas, record.area())
	}
	return respond(w, r, "application/json", out)
}

// respond answers with the ETag of the body, or 304 when the client has it.
func respond(w http.ResponseWriter, r *http.Request, contentType string, v any) error {
	body, err := jsontext.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	sum := sha256.Sum256(body)
	if representation.NotModified(w, r, `"`+hex.EncodeToString(sum[:16])+`"`) {
		return nil
	}
	return httpapi.JSONAs(w, http.StatusOK, contentType, v)
}
