package skeetertest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// shared is what all tests of a test program use.
var shared environment

type environment struct {
	program  string // of this source
	prepared func() (string, error)
}

// Root is the folder of the project.
const Root = "../.."

// build builds the program under test, into a file that the test programs of one run of `go test` share: whoever comes later finds
// it up to date. GOFLAGS, as in GOFLAGS=-race, hold for it too.
func (e *environment) build(t T) {
	t.Helper()
	if err := trackSource(); err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(filepath.Join(Root, "bin", "test"+strings.NewReplacer(" ", "", "/", "", "=", "").Replace(os.Getenv("GOFLAGS"))))
	if err == nil {
		err = os.MkdirAll(dir, 0o755) //nolint:gosec // PostgreSQL's user may have to run programs beside it
	}
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // GOFLAGS, of which the folder has its name, is the caller's own
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close() //nolint:errcheck // nothing is written to it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	e.program = filepath.Join(dir, "skeeter")
	if err := Build(e.program); err != nil {
		t.Fatal(err)
	}
	e.prepared = sync.OnceValues(func() (string, error) { return prepareDatabase(t) })
}

// Build builds the program into a file, with more flags of `go build`. ONNX Runtime's library is put beside it, as `make setup`
// does for the real one.
func Build(path string, flags ...string) error {
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", path, "./cmd/skeeter")...)
	cmd.Dir = Root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	library, err := Library()
	if err != nil || library == "" {
		return err
	}
	if err := os.Symlink(library, filepath.Join(filepath.Dir(path), filepath.Base(library))); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Library is the path of ONNX Runtime's library, "" when `make setup` has not brought it.
func Library() (string, error) {
	found, err := filepath.Glob(filepath.Join(Root, "bin", "libonnxruntime.*"))
	if err != nil || len(found) == 0 {
		return "", err
	}
	return filepath.Abs(found[0])
}

// trackSource reads the folders of the source: go test runs a test again when a folder that it read has changed, and does not see
// otherwise of what the program is built.
func trackSource() error {
	return filepath.WalkDir(Root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != Root || entry.Name() == "bin" || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		return err
	})
}
