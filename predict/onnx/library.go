// Package onnx runs networks with ONNX Runtime, whose shared library is loaded when the first one is opened. It imports
// predict/model and nothing else of the project.
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
	ErrUnusable  = errors.New("ONNX Runtime's library cannot be used") // it is there, and is none, or not for this machine or program
)

// loading guards the one environment that a process can have.
var loading sync.Mutex

// Load loads ONNX Runtime from a path, or, when it is empty, from beside the program or the system's library folders. It does
// nothing when it is loaded already.
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
		// What it would write to the standard error stream, its errors say too.
		err := ort.InitializeEnvironment(ort.WithLogLevelFatal())
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

// usualPlaces are the library beside the program and, by their bare names, those of the system.
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

// Version is that of the library that was loaded.
func Version() string { return ort.GetVersion() }
