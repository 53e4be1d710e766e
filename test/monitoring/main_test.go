// Package monitoring_test asks a real Prometheus, and the database, what dashboards, rules and alerts of deploy/ ask for, over a real
// server. A test whose program is not there is skipped.
package monitoring_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
