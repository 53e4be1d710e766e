package representation

import "net/http"

// Conditions are the lines of If-Match and If-None-Match of a request that changes a record (RFC 9110, section 13.1).
type Conditions struct{ match, noneMatch []string }

// ConditionsOf returns the conditions of a request.
func ConditionsOf(r *http.Request) Conditions {
	return Conditions{r.Header.Values("If-Match"), r.Header.Values("If-None-Match")}
}

// Changed reports whether If-Match fails: it is present and does not name the ETag, given with its quotes.
func (c Conditions) Changed(etag string) bool { return len(c.match) > 0 && !MatchETag(c.match, etag) }

// Excluded reports whether If-None-Match fails: it names the ETag.
func (c Conditions) Excluded(etag string) bool {
	return len(c.noneMatch) > 0 && MatchETag(c.noneMatch, etag)
}
