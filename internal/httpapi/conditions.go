package httpapi

import "net/http"

// Conditions are what a request makes its change depend on: the lines of If-Match and If-None-Match (RFC 9110, section 13.1).
type Conditions struct{ match, noneMatch []string }

// ConditionsOf returns the conditions of a request, of which most have none.
func ConditionsOf(r *http.Request) Conditions {
	return Conditions{r.Header.Values("If-Match"), r.Header.Values("If-None-Match")}
}

// Changed says whether If-Match names other states than this one, which has the ETag, given with its quotes.
func (c Conditions) Changed(etag string) bool { return len(c.match) > 0 && !MatchETag(c.match, etag) }

// Excluded says whether If-None-Match names the state with this ETag.
func (c Conditions) Excluded(etag string) bool {
	return len(c.noneMatch) > 0 && MatchETag(c.noneMatch, etag)
}
