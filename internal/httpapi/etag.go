package httpapi

import (
	"net/http"
	"slices"
	"strings"
)

// etagSuffix begins what the compressed form of an answer adds to its ETag ("~-gzip", "~-zstd", "~-br").
const etagSuffix = "~"

// MatchETag says whether the lines of a condition header (If-None-Match, If-Match) name the ETag, given with its quotes. A
// client may send the ETag of any encoding, weak ones too.
func MatchETag(lines []string, etag string) bool {
	_, ok := matchingETag(lines, etag)
	return ok
}

// matchingETag returns which form of the ETag a condition header names: its own, or that of an encoding. Lines are one list
// (RFC 9110, section 5.2). What is no entity-tag names nothing.
func matchingETag(lines []string, etag string) (form string, ok bool) {
	list := strings.Join(lines, ", ")
	if strings.TrimSpace(list) == "*" {
		return etag, true
	}
	forms := []string{etag, EncodedETag(etag, "gzip"), EncodedETag(etag, "zstd"), EncodedETag(etag, "br")}
	for list != "" {
		var tag string
		if tag, list = nextETag(list); slices.Contains(forms, tag) {
			return tag, true
		}
	}
	return "", false
}

// nextETag takes the first item off a list of entity-tags (RFC 9110, section 8.8.3), without the mark of a weak one: "" when
// it is none. A comma between quotes belongs to the tag.
func nextETag(list string) (tag, rest string) {
	item := strings.TrimPrefix(strings.TrimLeft(list, " \t"), "W/")
	if strings.HasPrefix(item, `"`) {
		if end := strings.IndexFunc(item[1:], notInETag); end >= 0 && item[1+end] == '"' {
			tag, item = item[:end+2], strings.TrimLeft(item[end+2:], " \t")
		}
	}
	behind, rest, _ := strings.Cut(item, ",")
	if behind != "" {
		tag = ""
	}
	return tag, rest
}

func notInETag(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }

// EncodedETag is the ETag of an answer in a content coding: another representation needs another strong ETag.
func EncodedETag(etag, encoding string) string {
	return strings.TrimSuffix(etag, `"`) + etagSuffix + "-" + encoding + `"`
}

// NotModified sets the ETag and answers 304 when the request already has it; then it returns true. The 304 has the ETag that
// the client knows, that of the encoding it was sent (RFC 9110, section 15.4.5).
func NotModified(w http.ResponseWriter, r *http.Request, etag string) bool {
	w.Header().Set("ETag", etag)
	form, ok := matchingETag(r.Header.Values("If-None-Match"), etag)
	if !ok {
		return false
	}
	w.Header().Set("ETag", form)
	w.WriteHeader(http.StatusNotModified)
	return true
}
