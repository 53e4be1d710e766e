package ogc

import (
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// withID answers a request that names a collection by its alias as one that names it by its id, so that all links of the answer have
// the id.
func (o *OGC) withID(next httpapi.HandlerFunc) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		named := httpapi.Var(r, "collection")
		c, err := o.collections.Find(named)
		if err != nil || named == c.ID {
			return next(w, r)
		}
		renamed := r.Clone(r.Context())
		before, after := Path+"/collections/"+named, Path+"/collections/"+c.ID
		renamed.URL.Path = strings.Replace(r.URL.Path, before, after, 1)
		renamed.URL.RawPath = strings.Replace(r.URL.RawPath, before, after, 1)
		return next(w, renamed)
	}
}
