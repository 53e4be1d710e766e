// Package scale_test runs the layout of docs/operations.md for many servers, with real processes on loopback: a primary with two streaming replicas,
// PgBouncer, an object store, three servers, and nginx with deploy/nginx.conf before them. `go test` runs a short form. SKEETER_TEST_SCALE=1, as in
// `make test-scale`, runs all.
package scale_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }

// whole is whether all runs, and not the short form alone.
func whole() bool { return os.Getenv("SKEETER_TEST_SCALE") != "" }
