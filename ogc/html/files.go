package html

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Files answers the files that pages load. It is safe for concurrent use.
type Files struct {
	db   postgres.Database
	lock sync.Mutex
	land []byte // background, once it is drawn
}

// NewFiles returns the files. The background of maps is drawn from the countries in db.
func NewFiles(db postgres.Database) *Files { return &Files{db: db} }

// Routes returns the operations, relative to resource.Path.
func (f *Files) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/pages.css", Name: "getPageStyle", Handler: f.getStyle, Light: true},
		{Method: http.MethodGet, Path: backgroundPath, Name: "getLandPicture", Handler: f.getBackground, Light: true},
	}
}

func (f *Files) getStyle(w http.ResponseWriter, r *http.Request) error {
	css, err := pageFiles.ReadFile("pages/pages.css")
	if err != nil {
		return fmt.Errorf("read the style sheet of the pages: %w", err)
	}
	return send(w, r, "text/css; charset=utf-8", css)
}

func (f *Files) getBackground(w http.ResponseWriter, r *http.Request) error {
	svg, err := f.background(r.Context())
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", svg)
}

// send answers with a file. A browser may keep it for an hour: it changes with the program or with the catalog at most.
func send(w http.ResponseWriter, r *http.Request, contentType string, content []byte) error {
	hash := fnv.New64a()
	_, _ = hash.Write(content)
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	if representation.NotModified(w, r, `"`+strconv.FormatUint(hash.Sum64(), 16)+`"`) {
		return nil
	}
	h.Set("Content-Type", contentType)
	_, _ = w.Write(content) // an error means that the client is gone
	return nil
}
