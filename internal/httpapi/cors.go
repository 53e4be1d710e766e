package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

const (
	corsHeaders = "Authorization, Content-Crs, Content-Type, If-Match, If-None-Match, If-Range, Range, Skeeter-Position, Skeeter-Receipt, X-Request-Id"
	corsExposed = "Accept-Ranges, Allow, Content-Crs, Content-Disposition, Content-Language, Content-Range, ETag, Link, Location, OGC-NumberMatched, Skeeter-Position, " +
		"OGC-NumberReturned, Retry-After, Skeeter-Receipt, WWW-Authenticate, X-Request-Id"
	corsMaxAge = "600" // seconds that a browser may cache a preflight
)

type foreignKey struct{}

// withCORS allows the configured origins. "*" allows every origin, without credentials. What comes from a page of another origin is marked for
// IsForeign and CheckOrigin: browsers send some requests (a form, a picture) without asking. The log names the origins of others.
func withCORS(origins []string, log *slog.Logger, next http.Handler) http.Handler {
	everyOrigin := slices.Contains(origins, "*")
	refused := refusedOrigins{log: log, logged: map[string]time.Time{}}
	var pages http.CrossOriginProtection // knows no origins, because it compares what it gets with the Host alone
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if everyOrigin {
			h.Set("Access-Control-Allow-Origin", "*")
		} else {
			h.Add("Vary", "Origin")
			if origin := r.Header.Get("Origin"); origin != "" && slices.Contains(origins, origin) {
				h.Set("Access-Control-Allow-Origin", origin)
				h.Set("Access-Control-Allow-Credentials", "true")
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			h.Set("Access-Control-Expose-Headers", corsExposed)
		}
		if !everyOrigin && isForeign(&pages, r) && !isAllowed(r, origins) {
			refused.note(r, time.Now())
			r = r.WithContext(context.WithValue(r.Context(), foreignKey{}, true))
		}
		next.ServeHTTP(w, r)
	})
}

// Bounds of what the log says about origins that are not allowed.
const (
	refusedOriginEvery = time.Hour // for one origin
	maxRefusedOrigins  = 100       // within that time, so that invented origins do not fill the log
	maxLoggedOrigin    = 200       // bytes
)

// refusedOrigins names each origin that is not allowed in the log once an hour, so that somebody whose map stays empty finds the setting.
type refusedOrigins struct {
	log    *slog.Logger
	lock   sync.Mutex
	logged map[string]time.Time
}

func (o *refusedOrigins) note(r *http.Request, now time.Time) {
	origin := cut(r.Header.Get("Origin"), maxLoggedOrigin)
	if origin == "" {
		return
	}
	o.lock.Lock()
	defer o.lock.Unlock()
	if last, ok := o.logged[origin]; ok && now.Sub(last) < refusedOriginEvery {
		return
	}
	for known, last := range o.logged {
		if now.Sub(last) >= refusedOriginEvery {
			delete(o.logged, known)
		}
	}
	if len(o.logged) >= maxRefusedOrigins {
		return
	}
	o.logged[origin] = now
	o.log.WarnContext(r.Context(), "pages of an origin may not read answers; SKEETER_BACKEND_CORS_ORIGINS names those that may", "origin", origin)
}

// isAllowed reports whether the origin of a request is a configured one or that of the service's public address.
func isAllowed(r *http.Request, origins []string) bool {
	sent := r.Header.Values("Origin")
	if len(sent) != 1 {
		return false
	}
	own, err := url.Parse(BaseURL(r))
	return slices.Contains(origins, sent[0]) || err == nil && sent[0] == own.Scheme+"://"+own.Host
}

// isForeign reports whether a page of another origin sent a request. Of those that read, the header Origin tells: a link on another site leads here
// without it, and no page can send a token without it.
func isForeign(pages *http.CrossOriginProtection, r *http.Request) bool {
	if isReading(r) {
		if len(r.Header.Values("Origin")) == 0 {
			return false
		}
		asWrite := *r // Check lets all that read through
		asWrite.Method = http.MethodPost
		r = &asWrite
	}
	return pages.Check(r) != nil
}

func isReading(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

// IsForeign reports whether a page of an origin sent a request which is neither the service's own nor allowed: it sees what is public.
func IsForeign(r *http.Request) bool { return r.Context().Value(foreignKey{}) != nil }

// CheckOrigin returns 403 for a request that may write and that is foreign.
func CheckOrigin(r *http.Request) error {
	if isReading(r) || !IsForeign(r) {
		return nil
	}
	return Forbidden("Pages of other origins may not write here; SKEETER_BACKEND_CORS_ORIGINS names those that may")
}

// answerOptions answers OPTIONS with the methods of a path that the client is offered. The preflight of an origin that withCORS allowed
// gets all of them as CORS headers: it has no credentials.
func answerOptions(w http.ResponseWriter, r *http.Request, allow, offered string) {
	h := w.Header()
	h.Set("Allow", offered)
	if h.Get("Access-Control-Allow-Origin") != "" && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", allow)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", corsMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}
