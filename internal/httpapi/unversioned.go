package httpapi

import (
	"net/http"
	"strings"
)

// version is the path of the API's version below its prefix.
const version = "/v1"

// withUnversioned serves paths below the API's prefix that name no version as those of version 1, because older clients ask for them so. A
// prefix of "" has no such paths.
func withUnversioned(prefix string, next http.Handler) http.Handler {
	if prefix == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest, below := strings.CutPrefix(r.URL.Path, prefix+"/")
		if below && !strings.HasPrefix("/"+rest+"/", version+"/") {
			u := *r.URL
			u.Path, u.RawPath = prefix+version+"/"+rest, ""
			r = r.WithContext(r.Context())
			r.URL = &u
		}
		next.ServeHTTP(w, r)
	})
}
