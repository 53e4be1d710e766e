package httpapi

import (
	"net/http"
	"strings"
)

// etagSuffix begins what the compressed form of an answer adds to its ETag ("~-gzip", "~-zstd").
const etagSuffix = "~"

// MatchETag says whether a condition header (If-None-Match, If-Match) names the ETag, given with its quotes. A client may
// send the ETag of any encoding, weak ones too.
func MatchETag(header, etag string) bool {
	_, ok := matchingETag(header, etag)
	return ok
}

// matchingETag returns the item of a condition header that names the ETag, in whatever encoding.
func matchingETag(header, etag string) (item string, ok bool) {
	want := strings.Trim(etag, `"`)
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == "*" {
			return etag, true
		}
		if plain, _, _ := strings.Cut(strings.Trim(item, `"`), etagSuffix); plain == want {
			return item, true
		}
	}
	return "", false
}

// EncodedETag is the ETag of an answer in a content coding: another representation needs another strong ETag.
func EncodedETag(etag, encoding string) string {
	return strings.TrimSuffix(etag, `"`) + etagSuffix + "-" + encoding + `"`
}

// NotModified sets the ETag and answers 304 when the request already has it; then it returns true. The 304 has the ETag that
// the client knows, that of the encoding it was sent (RFC 9110, section 15.4.5).
func NotModified(w http.ResponseWriter, r *http.Request, etag string) bool {
	w.Header().Set("ETag", etag)
	header := r.Header.Get("If-None-Match")
	if header == "" {
		return false
	}
	item, ok := matchingETag(header, etag)
	if !ok {
		return false
	}
	w.Header().Set("ETag", item)
	w.WriteHeader(http.StatusNotModified)
	return true
}
