package ogc

import (
	"hash/fnv"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// notModified sets the ETag of a page, and answers 304 when the client has it; then it returns true. The ETag is weak: two
// answers of one state of the observations differ in their time stamps. Features that are not read as they are now have none.
func (o *OGC) notModified(w http.ResponseWriter, r *http.Request, req itemsRequest) bool {
	if req.query.collection.lagging {
		return false
	}
	h := fnv.New64a()
	for _, part := range []string{httpapi.RequestURL(r, nil), req.format.name(), o.options.DataVersion(), o.lookups.Current().Version()} {
		_, _ = h.Write([]byte(strconv.Quote(part)))
	}
	etag := `"` + strconv.FormatUint(h.Sum64(), 36) + `"`
	w.Header().Set("ETag", "W/"+etag)
	w.Header().Set("Cache-Control", "no-cache") // ask again each time
	if !httpapi.MatchETag(r.Header.Values("If-None-Match"), etag) {
		return false
	}
	if req.format.name() == html.name() {
		setHTMLHeaders(w.Header()) // a browser puts the headers of a 304 in place of those that it has
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}
