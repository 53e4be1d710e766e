// Package caches_test runs the configurations of deploy/ for caches between a server and its clients, with the real programs. A program that is not
// installed skips its tests.
package caches_test

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
