package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"slices"
)

// EmbedParameter marks the address of the map in a frame of another site.
const EmbedParameter = "embed"

// frames are the values of Sec-Fetch-Dest of what a page has within it.
var frames = []string{"iframe", "frame", "embed", "object"}

// withEmbedding keeps apart what is in a frame: it reads what is public, whoever its visitor is, and changes nothing. Else a site could lay its own
// page over the map and have its visitors press what they do not see.
func withEmbedding(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isEmbedded(r) {
			if !isReading(r) {
				writeError(w, Forbidden("A map in another page cannot change anything; open the whole page"))
				return
			}
			r = r.WithContext(context.WithValue(r.Context(), foreignKey{}, true))
		}
		next.ServeHTTP(w, r)
	})
}

// isEmbedded reports whether a request is for a frame, or the map in a frame sent it, as its Referer says. A page in a tab of its own is in no frame,
// whoever had the link to it.
func isEmbedded(r *http.Request) bool {
	dest := r.Header.Get("Sec-Fetch-Dest")
	if slices.Contains(frames, dest) {
		return true
	}
	if dest == "document" {
		return false
	}
	from, err := url.Parse(r.Referer())
	return err == nil && from.Query().Get(EmbedParameter) == "1"
}
