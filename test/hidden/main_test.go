// Package hidden_test asks the program, as the public does, for what the public may not know: the exact places of records that are obscured, records that
// wait for a review, and private data sources.
package hidden_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
