package httpapi

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// ServeContent answers with bytes, or with the ranges of them that a request asks for (RFC 9110, section 14). The handler has set the ETag, a strong
// one, and the Content-Type. Ranges are of the bytes as they are: an answer to a request for some is not compressed. Ranges of another unit do not count.
func ServeContent(w http.ResponseWriter, r *http.Request, content io.ReadSeeker) error {
	switch asked := r.Header.Get("Range"); {
	case asked == "":
	case strings.HasPrefix(asked, "bytes="):
		w.Header().Set(gzhttp.HeaderNoCompression, "1")
	default:
		r = r.Clone(r.Context())
		r.Header.Del("Range")
	}
	answer := &unlessRefused{ResponseWriter: w}
	http.ServeContent(answer, r, "", time.Time{}, content)
	switch answer.refused {
	case http.StatusRequestedRangeNotSatisfiable:
		return &Error{Status: answer.refused, Type: TypeRangeNotSatisfiable, Detail: "The header Range asks for bytes that are not there; Content-Range says how many there are"}
	case http.StatusPreconditionFailed:
		return PreconditionFailed("The header If-Match names another version")
	case 0:
		return nil
	}
	return &Error{Status: http.StatusInternalServerError, Type: TypeInternal, Detail: "Internal server error"}
}

// unlessRefused keeps back the text of an error, which net/http writes in its own form.
type unlessRefused struct {
	http.ResponseWriter
	refused int // its status
}

func (w *unlessRefused) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		w.refused = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *unlessRefused) Write(b []byte) (int, error) {
	if w.refused != 0 {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}
