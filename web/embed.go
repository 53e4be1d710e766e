package web

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// isEmbedded reports whether a request is for the map in a frame of another site: it shows the first page alone, without its panel.
func isEmbedded(r *http.Request) bool {
	return r.URL.Path == "/" && r.URL.Query().Get(httpapi.EmbedParameter) == "1"
}

// embedScript answers with the element <skeeter-map>, which other sites load from an address without a version.
func (w *Web) embedScript(rw http.ResponseWriter, r *http.Request) error {
	httpapi.SetEmbeddable(rw.Header())
	rw.Header().Set("Cache-Control", "no-cache")
	return w.serveAsset(rw, r, w.assets.byPath["embed.js"])
}
