// Package onnx runs networks with ONNX Runtime, whose shared library Load loads at run time. Of the project it imports predict/model
// alone.
package onnx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// Errors of Load.
var (
	ErrNoLibrary = errors.New("ONNX Runtime's library is missing (`make setup` puts it beside the program, SKEETER_ONNXRUNTIME_PATH names another place)")
	ErrUnusable  = errors.New("ONNX Runtime's library cannot be used") // the file is no library, or one for another machine or version
)

// loading guards ONNX Runtime's environment, of which a process has one.
var loading sync.Mutex

// Load loads ONNX Runtime from a path. With an empty path it tries the folder of the program and the library folders of the system.
// It does nothing when the library is loaded already.
func Load(path string) error {
	loading.Lock()
	defer loading.Unlock()
	if ort.IsInitialized() {
		return nil
	}
	candidates := []string{path}
	if path == "" {
		candidates = usualPlaces()
	}
	reason := ErrNoLibrary
	var tried []string
	for _, candidate := range candidates {
		ort.SetSharedLibraryPath(candidate)
		err := ort.InitializeEnvironment(ort.WithLogLevelFatal()) // its own log repeats its errors
		if err == nil {
			return nil
		}
		tried = append(tried, fmt.Sprintf("%s: %v", candidate, err))
		if _, err := os.Stat(candidate); err == nil && filepath.Base(candidate) != candidate {
			reason = ErrUnusable
		}
	}
	return fmt.Errorf("%w: %s", reason, strings.Join(tried, "; "))
}

// usualPlaces returns the paths of the library beside the program, and its names in the system's library folders.
func usualPlaces() (out []string) {
	if program, err := os.Executable(); err == nil {
		if resolved, err := filepath.EvalSymlinks(program); err == nil {
			program = resolved
		}
		beside, _ := filepath.Glob(filepath.Join(filepath.Dir(program), "libonnxruntime.*")) // the pattern is well-formed
		out = append(out, beside...)
	}
	if runtime.GOOS == "darwin" {
		return append(out, "libonnxruntime.dylib")
	}
	return append(out, "libonnxruntime.so.1", "libonnxruntime.so")
}

// Version returns the version of the loaded library.
func Version() string { return ort.GetVersion() }
