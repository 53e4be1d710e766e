package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

type baseURLKey struct{}

// BaseURL returns the scheme and host under which the client reached the service, without a trailing slash:
// SKEETER_PUBLIC_URL, else X-Forwarded-* of a trusted proxy, else those of the request.
func BaseURL(r *http.Request) string {
	if base := BaseURLOf(r.Context()); base != "" {
		return base
	}
	return ownURL(r)
}

// BaseURLOf returns BaseURL of the request with a context, "" outside of the service's handler.
func BaseURLOf(ctx context.Context) string {
	base, _ := ctx.Value(baseURLKey{}).(string)
	return base
}

func ownURL(r *http.Request) string {
	host := r.Host
	if addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && host == "" {
		host = addr.String() // HTTP/1.0 needs no Host
	}
	if r.TLS != nil {
		return "https://" + host
	}
	return "http://" + host
}

// Patterns of a host with its port, and of the prefix of a path. They allow no character that has a meaning in HTML, in a
// template or in a log.
var (
	hostName   = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)
	pathPrefix = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)
)

// withBaseURL computes BaseURL once per request. A Host that is no host name is 400 (RFC 9112, section 3.2).
func withBaseURL(publicURL string, trusted []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		base := publicURL
		if base == "" {
			base = ownURL(r)
			_, host, _ := strings.Cut(base, "://")
			if _, err := url.Parse(base); err != nil || !hostName.MatchString(host) {
				writeError(w, BadRequest("The host of the request is malformed"))
				return
			}
			if isTrusted(remoteAddr(r), trusted) {
				base = forwardedURL(r, base)
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), baseURLKey{}, base)))
	})
}

// forwardedURL applies the well-formed X-Forwarded-* headers to the fallback and ignores the others.
func forwardedURL(r *http.Request, fallback string) string {
	scheme, host, _ := strings.Cut(fallback, "://")
	if v := lastItem(r.Header.Values("X-Forwarded-Proto")); v == "http" || v == "https" {
		scheme = v
	}
	if v := lastItem(r.Header.Values("X-Forwarded-Host")); hostName.MatchString(v) {
		if _, err := url.Parse(scheme + "://" + v); err == nil {
			host = v
		}
	}
	if v := strings.TrimRight(lastItem(r.Header.Values("X-Forwarded-Prefix")), "/"); pathPrefix.MatchString(v) && !slices.Contains(strings.Split(v, "/"), "..") {
		host += v
	}
	return scheme + "://" + host
}

// lastItem returns the last item of a list header, the one that the nearest, trusted proxy added.
func lastItem(lines []string) string {
	list := strings.Join(lines, ",")
	return strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
}
