// Package databases_test runs the program on the databases that its operators have: external ones, with roles, replicas or PgBouncer, those of earlier
// releases, partitioned ones, and those that come from a backup.
package databases_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
