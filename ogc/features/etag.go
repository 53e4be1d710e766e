package features

import (
	"hash/fnv"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
)

// notModified sets the ETag of an answer in a state, and answers 304 when the client has it; then it returns true. That of a finished file is strong.
// Others are weak: two answers of one state differ in their time stamps. The answer to a search is kept by no cache, and has none.
func (s *Features) notModified(w http.ResponseWriter, r *http.Request, req itemsRequest, state State, strong bool) bool {
	if r.Method == http.MethodPost {
		return false
	}
	hash := fnv.New64a()
	for _, part := range []string{httpapi.RequestURL(r, nil), req.format.Name, string(req.lang), req.version(state)} {
		_, _ = hash.Write([]byte(strconv.Quote(part)))
	}
	etag := `"` + strconv.FormatUint(hash.Sum64(), 36) + `"`
	if !strong {
		etag = "W/" + etag
	}
	w.Header().Set("Cache-Control", "no-cache") // ask again each time
	if req.format.Name == html.Format.Name {
		html.SetHeaders(w.Header())
	}
	return representation.NotModified(w, r, etag)
}

// itemETag returns the ETag of a feature that can be changed, "" of another. It is weak, because a feature has one whatever its format.
func (s *Features) itemETag(r *http.Request, c *collection.Collection) (string, error) {
	if s.Writer == nil || !c.Writable {
		return "", nil
	}
	id, err := itemID(r)
	if err != nil {
		return "", err
	}
	etag, err := s.Writer.ETag(r.Context(), id)
	if err != nil {
		return "", err
	}
	return "W/" + etag, nil
}
