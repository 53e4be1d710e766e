package caches_test

import (
	"net/http"
	"os/exec"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest/front"
)

// cache is a program that runs before a server and keeps answers.
type cache struct {
	skeetertest.Endpoint
	// forget removes what has a key.
	forget func(t *testing.T, key string)
}

// nginx runs deploy/nginx.conf before a server.
func nginx(t *testing.T, s *skeetertest.Server) cache {
	t.Helper()
	e, kept := front.Nginx(t, s)
	return cache{e, func(t *testing.T, key string) {
		t.Helper()
		// As docs/caching.md has it.
		out, err := exec.Command("sh", "-c", `grep -rlaE '^Surrogate-Key:(.*[ ])?`+key+`([ ].*)?.$' "$1" | xargs -r rm -v`, "sh", kept).CombinedOutput()
		if err != nil || len(out) == 0 {
			t.Errorf("nginx forgets nothing of %s: %v %s", key, err, out)
		}
	}}
}

// varnish runs deploy/varnish.vcl before a server.
func varnish(t *testing.T, s *skeetertest.Server) cache {
	t.Helper()
	e := front.Varnish(t, s)
	return cache{e, func(t *testing.T, key string) {
		t.Helper()
		if a, err := e.Try(t.Context(), "PURGE", "/", "", "Surrogate-Key", key, "X-Forwarded-For", "192.0.2.1"); err != nil || a.Status != http.StatusForbidden {
			t.Errorf("a stranger lets Varnish forget: %v %d", err, a.Status)
		}
		a, err := e.Try(t.Context(), "PURGE", "/", "", "Surrogate-Key", key)
		if err != nil || a.Status != http.StatusOK {
			t.Errorf("Varnish forgets nothing of %s: %v %d %s", key, err, a.Status, a.Body)
		}
	}}
}
