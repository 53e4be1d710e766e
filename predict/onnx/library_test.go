package onnx_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// TestLoad runs a process for each path, as a process loads the library but once. It says what to do, and ONNX Runtime says nothing
// of its own.
func TestLoad(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "libonnxruntime.so.1")
	if err := os.WriteFile(text, []byte("this is no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"/nowhere.so":       {"is missing", "make setup", "SKEETER_ONNXRUNTIME_PATH", "/nowhere.so"},
		text:                {"cannot be used", text},
		t.TempDir():         {"cannot be used"},
		onnxtest.Library(t): {"Batch 1", "cannot be read as an ONNX model"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLoadHere$", "-test.v")
		cmd.Env = append(os.Environ(), "LOAD_HERE="+path)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v, %s", path, err, stderr.String())
		}
		for _, part := range want {
			if !strings.Contains(stdout.String(), part) {
				t.Errorf("%s: %q is not in %s", path, part, stdout.String())
			}
		}
		if strings.Contains(stdout.String(), "cannot be used") && strings.Contains(stdout.String(), "is missing") {
			t.Errorf("%s: both missing and there: %s", path, stdout.String())
		}
	}
}

// TestLoadHere is the process that TestLoad runs: it loads the library, a network whose first runs fail in part, and junk.
func TestLoadHere(t *testing.T) {
	path := os.Getenv("LOAD_HERE")
	if path == "" {
		t.Skip("part of TestLoad")
	}
	if err := onnx.Load(path); err != nil {
		fmt.Println(err)
		return
	}
	n, err := open(t, onnxtest.Network(t, "one-at-a-time"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("Batch", n.Batch)
	junk := filepath.Join(t.TempDir(), "junk.onnx")
	if err := os.WriteFile(junk, []byte("this is no network"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = open(t, junk)
	fmt.Println(err)
}
