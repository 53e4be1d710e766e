// Package gis_test has GDAL and QGIS read tiles, the OGC API and the database of a real server. A test whose program is not there is skipped. The pages, and maps of the tiles in a browser, are tested in
// web/e2e.
package gis_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// shared is a server with synthetic records that all tests read; there is none where GDAL is not installed.
var shared struct {
	deployment *skeetertest.Deployment
	server     *skeetertest.Server
	port       string // of the database
}

// Records of the server.
const (
	records      = 200000
	recordsShort = 20000
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, start)) }

func start(t skeetertest.T) {
	if _, err := exec.LookPath("ogrinfo"); err != nil {
		return
	}
	shared.port = skeetertest.Port(t)
	shared.deployment = skeetertest.New(t, "SKEETER_DATABASE_PORT="+shared.port)
	shared.deployment.MustRun("demo", "--count", fmt.Sprint(recordCount()))
	shared.server = shared.deployment.Serve()
}

func recordCount() int {
	if !testenv.Long() {
		return recordsShort
	}
	return records
}

// needGDAL skips a test where GDAL is not installed; else it returns the server.
func needGDAL(t *testing.T) *skeetertest.Server {
	t.Helper()
	if shared.server == nil {
		t.Skip("no GDAL: ogrinfo is not in PATH (Debian: gdal-bin)")
	}
	return shared.server.In(t)
}
