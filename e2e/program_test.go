package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program is skeeter, built from this source, on a database of its own.
type program struct {
	dir  string
	env  []string
	cmd  *exec.Cmd
	log  bytes.Buffer
	done chan struct{}
	base string // address without a slash at its end
	port string // of the database
}

// newProgram builds skeeter for a database in a new folder. The folder is open to others, because a database does not run as
// root: started by root, it runs as the user postgres.
func newProgram() (*program, error) {
	dir, err := os.MkdirTemp("", "skeeter-e2e-")
	if err != nil {
		return nil, err
	}
	p := &program{dir: dir, done: make(chan struct{})}
	if err := os.Chmod(dir, 0o755); err != nil {
		return p, err
	}
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "SKEETER_") || strings.HasPrefix(kv, "SKEETER_POSTGRES_BIN") {
			p.env = append(p.env, kv)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return p, err
	}
	p.port = fmt.Sprint(free.Addr().(*net.TCPAddr).Port)
	if err := free.Close(); err != nil {
		return p, err
	}
	p.env = append(p.env, "SKEETER_DATABASE_PATH="+filepath.Join(dir, "db"), "SKEETER_LISTEN_ADDR=127.0.0.1:0", "SKEETER_DATABASE_PORT="+p.port)
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "skeeter"), "../cmd/skeeter").CombinedOutput(); err != nil {
		return p, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return p, nil
}

func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.dir, "skeeter"), args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	return cmd
}

// run runs a command that has to succeed.
func (p *program) run(args ...string) error {
	if out, err := p.command(args...).CombinedOutput(); err != nil {
		return fmt.Errorf("skeeter %v: %w\n%s", args, err, out)
	}
	return nil
}

// serve starts the server and waits until it is ready.
func (p *program) serve() error {
	cmd := p.command("serve")
	cmd.Stderr = &p.log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd = cmd
	line, _ := bufio.NewReader(stdout).ReadString('\n')
	go func() { _ = cmd.Wait(); close(p.done) }()
	_, address, found := strings.Cut(strings.TrimSpace(line), "is ready: ")
	if !found {
		p.stop()
		return fmt.Errorf("serve did not start: %s\n%s", line, p.log.String())
	}
	p.base = strings.TrimRight(address, "/")
	return nil
}

// stop ends the server, and waits for it.
func (p *program) stop() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// get returns the body of an answer with status 200.
func (p *program) get(t *testing.T, path string) []byte {
	t.Helper()
	resp, err := http.Get(p.base + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v\n%s", path, resp.Status, err, body)
	}
	return body
}

// getJSON decodes an answer.
func getJSON[T any](t *testing.T, p *program, path string) (v T) {
	t.Helper()
	if err := json.Unmarshal(p.get(t, path), &v); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return v
}

// count returns the `count` of the statistics.
func (p *program) count(t *testing.T, query string) int {
	t.Helper()
	return getJSON[struct{ Count int }](t, p, "/api/v1/stats?"+query).Count
}
