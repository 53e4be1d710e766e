// Package onnxtest finds ONNX Runtime's library and the small networks that tests load.
package onnxtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx"
)

// Load loads the library that `make setup` puts into bin.
func Load(t testing.TB) {
	t.Helper()
	if err := onnx.Load(Library(t)); err != nil {
		t.Fatalf("%v; `make setup` fetches it", err)
	}
}

// Library returns the path of the library that `make setup` puts into bin. It returns "" without one: onnx.Load then searches.
func Library(t testing.TB) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root(t), "bin", "libonnxruntime.*"))
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// Network returns the path of a network that testdata/make.py made.
func Network(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(root(t), "predict", "onnx", "testdata", name+".onnx")
}

// root returns the project's folder.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, statErr := os.Stat(filepath.Join(dir, "go.mod")); statErr == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Fatalf("the test does not run inside the project: %v", err)
	return ""
}
