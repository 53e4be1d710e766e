package skeetertest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// shared is what all tests of a test program use.
var shared environment

type environment struct {
	folder   string // of the program, and of what is made with it once
	program  string // of this source
	sum      string // of the program, and of where PostgreSQL's are
	prepared func() (string, error)
	tracked  sync.Once
}

// Root is the folder of the project.
const Root = "../.."

// build builds the program, and keeps what is made with it.
func (e *environment) build(t T) {
	t.Helper()
	e.compile(t)
	var err error
	if e.sum, err = sumOf(e.program); err != nil {
		t.Fatal(err)
	}
	e.prepared = sync.OnceValues(func() (string, error) { return e.keptDatabase(t) })
}

// Built returns the path of the program under test, for tests of a package without Main.
func Built(t T) string {
	t.Helper()
	shared.track(t)
	shared.compile(t)
	return shared.program
}

// compile finds or builds the program under test. It is what `make build` made where that is newer than its source, else a file that the test
// programs of one run of `go test` share: whoever comes later finds it up to date. GOFLAGS, as in GOFLAGS=-race, hold for it too; -trimpath, which make
// gives, makes no other program.
func (e *environment) compile(t T) {
	t.Helper()
	flags := strings.Join(slices.DeleteFunc(strings.Fields(os.Getenv("GOFLAGS")), func(flag string) bool { return flag == "-trimpath" }), " ")
	dir, err := filepath.Abs(filepath.Join(Root, "bin", "test"+strings.NewReplacer(" ", "", "/", "", "=", "").Replace(flags)))
	if err == nil {
		err = os.MkdirAll(dir, 0o755) //nolint:gosec // PostgreSQL's user may have to run programs beside it
	}
	if err != nil {
		t.Fatal(err)
	}
	e.folder, e.program = dir, filepath.Join(dir, "..", "skeeter")
	if flags == "" && newerThanItsSource(e.program) {
		return
	}
	e.program = filepath.Join(dir, "skeeter")
	if err := e.alone(func() error { return Build(e.program) }); err != nil {
		t.Fatal(err)
	}
}

// newerThanItsSource is whether a file was made after the last change of any folder or file that the program may be built from.
func newerThanItsSource(program string) bool {
	made, err := os.Stat(program)
	if err != nil {
		return false
	}
	err = filepath.WalkDir(Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == Root {
			return err
		}
		inside, err := filepath.Rel(Root, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && (strings.HasPrefix(inside, ".") || slices.Contains(notSource, inside)):
			return fs.SkipDir
		case inside == "web", strings.HasSuffix(inside, "_test.go"), !entry.IsDir() && !strings.ContainsRune(inside, '/') && !strings.HasPrefix(inside, "go."):
			return nil
		}
		changed, err := entry.Info()
		if err == nil && changed.ModTime().After(made.ModTime()) {
			return errOlder
		}
		return err
	})
	return err == nil
}

var errOlder = errors.New("something is newer")

// notSource are folders of which the program has nothing itself.
var notSource = []string{"bin", "data", "deploy", "docs", "scripts", "test", "web/bench", "web/e2e", "web/node_modules", "web/pictures", "web/scripts",
	"web/src/api", "web/test-results"}

// alone does what no other test program does at the same time in the folder.
func (e *environment) alone(do func() error) error {
	return testenv.Locked(filepath.Join(e.folder, "lock"), do)
}

// sumOf returns a digest of the program and of where it finds PostgreSQL's.
func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was read
	sum := sha256.New()
	_, _ = io.WriteString(sum, os.Getenv("SKEETER_POSTGRES_BIN"))
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// Build builds the program into a file, with more flags of `go build` than that of make. ONNX Runtime's library is put beside it, as `make setup`
// does for the real one.
func Build(path string, flags ...string) error {
	cmd := exec.Command("go", append(append([]string{"build", "-trimpath"}, flags...), "-o", path, "./cmd/skeeter")...)
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

// track opens the folders of the source in a test: go test takes a result from its cache only while the folders that the test opened
// are as they were, and knows nothing else of the source of the program.
func (e *environment) track(t T) {
	t.Helper()
	if _, running := t.(testing.TB); !running {
		return // what is opened before the tests run is not noted
	}
	e.tracked.Do(func() {
		err := filepath.WalkDir(Root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != Root || entry.Name() == "bin" || entry.Name() == "node_modules") {
				return fs.SkipDir
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
