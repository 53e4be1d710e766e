package httpapi

import (
	"context"
	"net/http"
	"time"
)

// Check is one part of the health answer.
type Check struct {
	Status string `json:"status"` // ok, failing, not configured, loading
	Detail string `json:"detail,omitempty"`
}

// The values of Check.Status.
const (
	StatusOK            = "ok"
	StatusFailing       = "failing"
	StatusNotConfigured = "not configured"
	StatusLoading       = "loading"
)

// HealthOptions says what a Health looks at. A check that is failing makes /health and /readyz 503 when it is required.
type HealthOptions struct {
	Version  string
	Required map[string]func(context.Context) Check // the service cannot answer without it
	Optional map[string]func(context.Context) Check
	// Ready are further conditions of /readyz alone.
	Ready map[string]func(context.Context) Check
}

// healthTimeout bounds every check of one request together.
const healthTimeout = 2 * time.Second

// HealthRoutes returns /livez, /readyz and /health; the last at the root and under base.
func HealthRoutes(o HealthOptions, base string) []Route {
	health := func(w http.ResponseWriter, r *http.Request) error {
		checks, ok := runChecks(r.Context(), o.Required)
		optional, _ := runChecks(r.Context(), o.Optional)
		for name, c := range optional {
			checks[name] = c
		}
		status, code := "ok", http.StatusOK
		if !ok {
			status, code = "unavailable", http.StatusServiceUnavailable
			w.Header().Set("Retry-After", "2")
		}
		w.Header().Set("Cache-Control", "no-store")
		return JSON(w, code, map[string]any{
			"status": status, "service": "skeeter", "version": o.Version,
			"timestamp": time.Now().UTC().Format(time.RFC3339), "checks": checks,
		})
	}
	live := func(w http.ResponseWriter, _ *http.Request) error {
		return JSON(w, http.StatusOK, map[string]string{"status": "ok"})
	}
	ready := func(w http.ResponseWriter, r *http.Request) error {
		checks, ok := runChecks(r.Context(), o.Required)
		more, okReady := runChecks(r.Context(), o.Ready)
		for name, c := range more {
			checks[name] = c
		}
		w.Header().Set("Cache-Control", "no-store")
		if !ok || !okReady {
			w.Header().Set("Retry-After", "2")
			return JSON(w, http.StatusServiceUnavailable, map[string]any{"status": "unavailable", "checks": checks})
		}
		return JSON(w, http.StatusOK, map[string]any{"status": "ok", "checks": checks})
	}
	return []Route{
		{Method: http.MethodGet, Path: "/health", Name: "health", Handler: health, Light: true},
		{Method: http.MethodGet, Path: base + "/health", Name: "healthV1", Handler: health, Light: true},
		{Method: http.MethodGet, Path: "/livez", Name: "livez", Handler: live, Light: true},
		{Method: http.MethodGet, Path: "/readyz", Name: "readyz", Handler: ready, Light: true},
	}
}

func runChecks(ctx context.Context, checks map[string]func(context.Context) Check) (map[string]Check, bool) {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	out, ok := make(map[string]Check, len(checks)), true
	for name, check := range checks {
		out[name] = check(ctx)
		ok = ok && out[name].Status != StatusFailing
	}
	return out, ok
}
