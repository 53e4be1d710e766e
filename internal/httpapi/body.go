package httpapi

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// MaxJSONBody is the size limit of a JSON body in bytes.
const MaxJSONBody = 1 << 20

// ReadBody reads a body of one of the media types, at most limit bytes. Another type is 415, a larger body 413, a body that
// takes longer than jsonTimeout 400.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64, mediaTypes ...string) ([]byte, error) {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(mediaTypes, got) {
		return nil, UnsupportedMediaType("Content-Type must be " + strings.Join(mediaTypes, " or "))
	}
	tooLong := PayloadTooLarge(fmt.Sprintf("The body is larger than %d bytes", limit))
	if r.ContentLength > limit {
		return nil, tooLong
	}
	sent := NewTimedBody(w, r.Body, BodyLimits{Stall: BodyStall, Total: jsonTimeout})
	body, err := io.ReadAll(io.LimitReader(sent, limit+1))
	if int64(len(body)) > limit {
		return nil, tooLong
	}
	if sent.timedOut() {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body came too slowly", Cause: err, slow: true}
	}
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body could not be read", Cause: err}
	}
	return body, nil
}
