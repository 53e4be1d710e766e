package skeetertest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/pmtiles/pmtilestest"
)

// databaseFolder is where a deployment keeps its database.
const databaseFolder = "db"

// BundledModel is the setting of a server that has the bundled model. Others have none: loading it is a third of a start.
const BundledModel = "SKEETER_MODEL_PATH="

// Deployment is a folder with a database and files, and the settings of the program in it.
type Deployment struct {
	Dir     string   // the working directory of its commands; the database is in its folder db
	Env     []string // beside the environment of the tests without its SKEETER_ variables; the last of a name holds
	Program string   // another program than the one that Main built
	t       T
}

// Empty returns a deployment that nothing was started in yet, without a model.
func Empty(t T, env ...string) *Deployment {
	t.Helper()
	shared.track(t)
	dir, err := openFolder(t)
	if err != nil {
		t.Fatal(err)
	}
	streets := filepath.Join(dir, "streets.pmtiles")
	if err := os.WriteFile(streets, pmtilestest.Archive{Metadata: pmtilestest.Protomaps, Tiles: map[uint64][]byte{0: nil}}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	own := []string{"SKEETER_DATABASE_PATH=" + filepath.Join(dir, databaseFolder), "SKEETER_LISTEN_ADDR=127.0.0.1:0", "SKEETER_SHUTDOWN_DELAY=0s",
		"SKEETER_BASEMAP_PMTILES=" + streets, "SKEETER_MODEL_PATH=none"}
	return &Deployment{Dir: dir, Env: append(own, env...), t: t}
}

// New returns a deployment whose database has the schema, the catalog and no records, and gets no demonstration set unless the
// settings ask for it.
func New(t T, env ...string) *Deployment {
	t.Helper()
	d := Empty(t, append([]string{"SKEETER_DEMO=false"}, env...)...)
	if err := copyDatabase(filepath.Join(d.Dir, databaseFolder)); err != nil {
		t.Fatal(err)
	}
	return d
}

// On returns a deployment without a database of its own, on the database of an address.
func On(t T, database string, env ...string) *Deployment {
	t.Helper()
	return Empty(t, append([]string{"SKEETER_DEMO=false", "SKEETER_DATABASE_URL=" + database}, env...)...)
}

// In is the deployment in a subtest.
func (d *Deployment) In(t T) *Deployment {
	return &Deployment{Dir: d.Dir, Env: d.Env, Program: d.Program, t: t}
}

// With is the deployment with more settings.
func (d *Deployment) With(env ...string) *Deployment {
	return &Deployment{Dir: d.Dir, Env: append(slices.Clone(d.Env), env...), Program: d.Program, t: d.t}
}

// environ is the environment of the tests without settings of the program, but for where PostgreSQL's programs are.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "SKEETER_") && !strings.HasPrefix(kv, "SKEETER_POSTGRES_BIN=")
	})
}

// Command is one of the program's, with the settings of the deployment.
func (d *Deployment) Command(args ...string) *exec.Cmd {
	program := d.Program
	if program == "" {
		program = shared.program
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = d.Dir, append(environ(), d.Env...)
	return cmd
}

// Result of a command that ended.
type Result struct {
	Code           int
	Stdout, Stderr string
}

// commandLimit is how long a command may take before it has to say where it is and end: a test program that is ended by its own limit says nothing of it.
const commandLimit = 10 * time.Minute

// Run runs a command to its end.
func (d *Deployment) Run(args ...string) Result {
	d.t.Helper()
	cmd := d.Command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		d.t.Fatalf("skeeter %v: %v", args, err)
	}
	limit := time.AfterFunc(commandLimit, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) })
	err := cmd.Wait()
	if !limit.Stop() {
		d.t.Fatalf("skeeter %v did not end within %s: %v\n%s%s", args, commandLimit, err, &stdout, &stderr)
	}
	return Result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// MustRun runs a command that has to succeed, and returns what it printed.
func (d *Deployment) MustRun(args ...string) string {
	d.t.Helper()
	r := d.Run(args...)
	if r.Code != 0 {
		d.t.Fatalf("skeeter %v: exit status %d\n%s%s", args, r.Code, r.Stdout, r.Stderr)
	}
	return r.Stdout
}

// Refuses checks that a command fails with an exit status and says a text.
func (d *Deployment) Refuses(code int, says string, args ...string) {
	d.t.Helper()
	if r := d.Run(args...); r.Code != code || r.Stderr == "" || !strings.Contains(r.Stderr, says) {
		d.t.Errorf("skeeter %v: exit status %d, want %d with %q: %s", args, r.Code, code, says, r.Stderr)
	}
}

// File writes a file into the folder and returns its path.
func (d *Deployment) File(name, content string) string {
	d.t.Helper()
	path := filepath.Join(d.Dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return path
}
