package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "skeeter-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "skeeter")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	if err := bringLibrary(dir); err != nil {
		fmt.Fprintf(os.Stderr, "ONNX Runtime's library: %v\n", err)
		return 1
	}
	return m.Run()
}

// bringLibrary puts ONNX Runtime's library beside the program, where `make setup` puts it for the real one.
func bringLibrary(dir string) error {
	found, err := filepath.Glob("../../bin/libonnxruntime.*")
	if err != nil || len(found) == 0 {
		return err // predictions will say that there is no model, and tests that need it fail
	}
	library, err := filepath.Abs(found[0])
	if err != nil {
		return err
	}
	return os.Symlink(library, filepath.Join(dir, filepath.Base(library)))
}

// home is one deployment: a folder with a database and files.
type home struct {
	t   *testing.T
	dir string
	env []string
}

func newHome(t *testing.T, env ...string) *home {
	t.Helper()
	dir, err := os.MkdirTemp("", "skeeter-home-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return &home{t: t, dir: dir, env: append([]string{"SKEETER_DATABASE_PATH=" + filepath.Join(dir, "db"), "SKEETER_LISTEN_ADDR=127.0.0.1:0", "SKEETER_SHUTDOWN_DELAY=0s"}, env...)}
}

func (h *home) command(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Dir = h.dir
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "SKEETER_") || strings.HasPrefix(kv, "SKEETER_POSTGRES_BIN") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, h.env...)
	return cmd
}

// postmaster is the process id of the embedded PostgreSQL.
func (h *home) postmaster() int {
	h.t.Helper()
	raw, err := os.ReadFile(filepath.Join(h.dir, "db", "cluster", "postmaster.pid"))
	if err != nil {
		h.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		h.t.Fatal(err)
	}
	return pid
}

// breakCluster takes away what PostgreSQL starts from.
func (h *home) breakCluster() {
	h.t.Helper()
	if err := os.Remove(filepath.Join(h.dir, "db", "cluster", "global", "pg_control")); err != nil {
		h.t.Fatal(err)
	}
}

// savedPicture puts a picture where the server keeps those of predictions.
func (h *home) savedPicture(name string) {
	h.t.Helper()
	var b bytes.Buffer
	folder := filepath.Join(h.dir, "data", "images")
	err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 9, 9)), nil)
	if err := errors.Join(err, os.MkdirAll(folder, 0o750), os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o600)); err != nil {
		h.t.Fatal(err)
	}
}

// result of a command that ended.
type result struct {
	code           int
	stdout, stderr string
}

func (h *home) run(args ...string) result {
	h.t.Helper()
	cmd := h.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		h.t.Fatalf("skeeter %v: %v", args, err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// ok runs a command that has to succeed and returns what it printed.
func (h *home) ok(args ...string) string {
	h.t.Helper()
	r := h.run(args...)
	if r.code != 0 {
		h.t.Fatalf("skeeter %v: exit status %d\n%s%s", args, r.code, r.stdout, r.stderr)
	}
	return r.stdout
}

// file writes a file into the home and returns its path.
func (h *home) file(name, content string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// server is a running skeeter serve.
type server struct {
	t    *testing.T
	cmd  *exec.Cmd
	base string
	log  *journal
	said *bufio.Reader // its standard output
	done chan struct{}
}

// serve starts a server and waits until it says that it is ready.
func (h *home) serve() *server {
	h.t.Helper()
	s := h.start()
	s.waitReady()
	return s
}

// start starts a server.
func (h *home) start() *server {
	h.t.Helper()
	cmd := h.command("serve")
	s := &server{t: h.t, cmd: cmd, log: new(journal), done: make(chan struct{})}
	cmd.Stderr = s.log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	s.said = bufio.NewReader(stdout)
	go func() { _ = cmd.Wait(); close(s.done) }()
	h.t.Cleanup(func() { s.signal(syscall.SIGTERM) })
	return s
}

// journal is what a server writes to its log, read while it runs.
type journal struct {
	lock sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (j *journal) Write(b []byte) (int, error) {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.text.Write(b)
}

// String returns what was written so far.
func (j *journal) String() string {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.text.String()
}

// line returns the next line that the server prints. One that ends before fails the test.
func (s *server) line() string {
	s.t.Helper()
	line, err := s.said.ReadString('\n')
	if err != nil {
		s.signal(syscall.SIGTERM)
		s.t.Fatalf("serve said %q and ended: %v\n%s", line, err, s.log)
	}
	return strings.TrimSpace(line)
}

// waitReady reads what the server prints up to its address.
func (s *server) waitReady() {
	s.t.Helper()
	for {
		if _, address, found := strings.Cut(s.line(), "is ready: "); found {
			s.base = strings.TrimRight(address, "/")
			return
		}
	}
}

// signal ends the server and waits for it; it returns its exit status.
func (s *server) signal(sig os.Signal) int {
	s.t.Helper()
	_ = s.cmd.Process.Signal(sig)
	select {
	case <-s.done:
	case <-time.After(60 * time.Second):
		_ = s.cmd.Process.Kill()
		s.t.Error("the server did not stop within a minute")
	}
	if _, race, found := strings.Cut(s.log.String(), "DATA RACE"); found { // the program is built as the tests are
		s.t.Errorf("the log has a data race:%.4000s", race)
	}
	return s.cmd.ProcessState.ExitCode()
}

// answer of a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (s *server) do(method, path, contentType, body string) answer {
	s.t.Helper()
	a, err := s.send(method, path, contentType, body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// try sends a request with a JSON body that may meet no server.
func (s *server) try(method, path, body string) (answer, error) {
	return s.send(method, path, "application/json", body)
}

func (s *server) send(method, path, contentType, body string) (answer, error) {
	r, err := http.NewRequestWithContext(context.Background(), method, s.base+path, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, raw}, err
}

func (s *server) get(path string) answer { s.t.Helper(); return s.do("GET", path, "", "") }

// decode reads a JSON answer with the status that is wanted.
func decode[T any](t *testing.T, a answer, status int) T {
	t.Helper()
	var v T
	if a.status != status {
		t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return v
}

// count returns the `count` of a list or of the statistics.
func (s *server) count(path string) int {
	s.t.Helper()
	return decode[struct{ Count int }](s.t, s.get(path), 200).Count
}

// eventually waits until a condition holds, as long as it may take on a busy machine.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 1200 { // a minute
		if holds() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("still not so: %s", what)
}
