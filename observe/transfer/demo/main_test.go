package demo_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }
