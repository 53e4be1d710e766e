package httpapi

import (
	"context"
	"maps"
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

// HealthOptions are the checks of the health routes, by name.
type HealthOptions struct {
	Version  string
	Required map[string]func(context.Context) Check // /health and /readyz are 503 while one of these fails
	Optional map[string]func(context.Context) Check // shown by /health
	Ready    map[string]func(context.Context) Check // /readyz is 503 while one of these fails
}

// healthTimeout bounds all checks of one kind together.
const healthTimeout = 2 * time.Second

// HealthRoutes returns /livez, /readyz and /health, the last under base too.
func HealthRoutes(o HealthOptions, base string) []Route {
	health := func(w http.ResponseWriter, r *http.Request) error {
		checks, ok := runChecks(r.Context(), o.Required)
		optional, _ := runChecks(r.Context(), o.Optional)
		maps.Copy(checks, optional)
		return answerHealth(w, ok, map[string]any{
			"service": "skeeter", "version": o.Version, "timestamp": time.Now().UTC().Format(time.RFC3339), "checks": checks,
		})
	}
	live := func(w http.ResponseWriter, _ *http.Request) error {
		return JSON(w, http.StatusOK, map[string]string{"status": "ok"})
	}
	ready := func(w http.ResponseWriter, r *http.Request) error {
		checks, ok := runChecks(r.Context(), o.Required)
		more, okReady := runChecks(r.Context(), o.Ready)
		maps.Copy(checks, more)
		return answerHealth(w, ok && okReady, map[string]any{"checks": checks})
	}
	return []Route{
		{Method: http.MethodGet, Path: "/health", Name: "health", Handler: health, Light: true},
		{Method: http.MethodGet, Path: base + "/health", Name: "healthV1", Handler: NoParameters(health), Light: true},
		{Method: http.MethodGet, Path: "/livez", Name: "livez", Handler: live, Light: true},
		{Method: http.MethodGet, Path: "/readyz", Name: "readyz", Handler: ready, Light: true},
	}
}

func answerHealth(w http.ResponseWriter, ok bool, body map[string]any) error {
	h, code := w.Header(), http.StatusOK
	h.Set("Cache-Control", "no-store")
	body["status"] = StatusOK
	if !ok {
		code, body["status"] = http.StatusServiceUnavailable, "unavailable"
		setRetryAfter(h, retryAfter)
	}
	return JSON(w, code, body)
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
