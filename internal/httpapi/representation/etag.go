// Package representation compares the representations of a resource (RFC 9110): the ETags that conditions of a request name, and the
// content codings that a client accepts. It imports nothing of the project.
package representation

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// ETagSuffix separates an ETag from the content coding of a compressed answer ("~-gzip", "~-zstd", "~-br").
const ETagSuffix = "~"

// etagBytes is the length of an ETag before its encoding: 120 bits of a digest distinguish the versions of a resource.
const etagBytes = 15

// ETagOf returns a strong ETag, with its quotes, of what is shown as JSON.
func ETagOf(shown any) (string, error) {
	text, err := json.Marshal(shown)
	if err != nil {
		return "", fmt.Errorf("encode what an ETag stands for: %w", err)
	}
	sum := sha256.Sum256(text)
	return quoted(sum[:]), nil
}

// KeyedETagOf is ETagOf of what its reader may not know in full: without the key nobody can try contents until their ETag agrees.
func KeyedETagOf(key []byte, content any) (string, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return "", fmt.Errorf("encode what an ETag stands for: %w", err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("etag\x00")) // no pseudonym is made of such a text
	mac.Write(text)
	return quoted(mac.Sum(nil)), nil
}

func quoted(digest []byte) string {
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:etagBytes]) + `"`
}

// MatchETag reports whether the lines of a condition header (If-None-Match, If-Match) name the ETag, given with its quotes. A
// client may send the ETag of any encoding, and as a weak one.
func MatchETag(lines []string, etag string) bool {
	_, ok := matchingETag(lines, etag)
	return ok
}

// matchingETag returns the form of the ETag that a condition header names: its own, or that of an encoding. The lines form one
// list (RFC 9110, section 5.2). Items that are no entity-tags match nothing.
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

// nextETag takes the first item off a list of entity-tags (RFC 9110, section 8.8.3) and removes the mark of a weak one. The
// tag is "" when the item is no entity-tag. A comma between quotes belongs to the tag.
func nextETag(list string) (tag, rest string) {
	item := strings.TrimPrefix(strings.TrimLeft(list, " \t"), weak)
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

// EncodedETag returns the ETag of an answer in a content coding, because another representation needs another strong ETag.
func EncodedETag(etag, encoding string) string {
	return strings.TrimSuffix(etag, `"`) + ETagSuffix + "-" + encoding + `"`
}

// weak begins a weak ETag.
const weak = "W/"

// NotModified sets the ETag, which may be weak. When If-None-Match names it, NotModified answers 304 and returns true. The 304 carries
// the form of the ETag that the client sent (RFC 9110, section 15.4.5): that of the encoding it has, weak where the ETag is.
func NotModified(w http.ResponseWriter, r *http.Request, etag string) bool {
	w.Header().Set("ETag", etag)
	tag, isWeak := strings.CutPrefix(etag, weak)
	form, ok := matchingETag(r.Header.Values("If-None-Match"), tag)
	if !ok {
		return false
	}
	if isWeak {
		form = weak + form
	}
	w.Header().Set("ETag", form)
	w.WriteHeader(http.StatusNotModified)
	return true
}
