// Package monitoring_test sends the queries of the dashboards, rules and alerts of deploy/ to a real Prometheus, and to the database,
// over a real server. A test whose program is not there is skipped.
package monitoring_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
