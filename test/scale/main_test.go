// Package scale_test runs the layout of docs/operations.md for many servers, with real processes on loopback: a primary with two streaming replicas,
// PgBouncer, an object store, three servers, and nginx with deploy/nginx.conf before them. The short form needs neither PgBouncer nor nginx, and kills the
// primary alone.
package scale_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
