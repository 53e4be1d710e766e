package onnx_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// TestFailingRunsKeepNothing: the memory of a float16 answer goes when there is none.
func TestFailingRunsKeepNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	n, err := open(t, onnxtest.Network(t, "half-too-bright"))
	if err != nil {
		t.Fatal(err)
	}
	run := n.NewRun()
	fail := func(times int) {
		for range times {
			for i := range run.Picture(0) {
				run.Picture(0)[i] = 100
			}
			if err := run.Do(1); err == nil || !strings.Contains(err.Error(), "run the network") {
				t.Fatalf("a picture that is too bright: %v", err)
			}
		}
	}
	fail(10_000) // until the pools have their size
	before := residentMemory(t)
	fail(50_000)
	grown := residentMemory(t) - before
	t.Logf("50,000 runs that failed left %.1f MB", grown/1e6)
	if grown > 8e6 {
		t.Error("that is more than what comes and goes")
	}
}

// residentMemory is that of this process in bytes, without what Go could give back.
func residentMemory(t *testing.T) float64 {
	t.Helper()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	var size, resident float64
	if _, err := fmt.Sscan(string(status), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * float64(os.Getpagesize())
}
