package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// server is a skeeter serve that may be started many times, always at the same address.
type server struct {
	base   string // http://host:port
	home   string // its working directory
	log    string // file of its standard output and error
	env    []string
	binary string // "" for program
	client *http.Client
	cmd    *exec.Cmd
	done   chan struct{}
}

// clientTimeout is how long a client of the tests waits for an answer.
const clientTimeout = 30 * time.Second

func newClient() *http.Client {
	return &http.Client{Timeout: clientTimeout, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
}

// command is one of the program's, with the server's settings and no others.
func (s *server) command(args ...string) *exec.Cmd {
	binary := program
	if s.binary != "" {
		binary = s.binary
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = s.home
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "SKEETER_") || strings.HasPrefix(kv, "SKEETER_POSTGRES_BIN") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, s.env...)
	return cmd
}

func (s *server) start(t *testing.T) {
	t.Helper()
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := s.command("serve")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	s.cmd, s.done = cmd, done
	go func() { _ = cmd.Wait(); close(done) }()
}

func (s *server) running() bool {
	if s.cmd == nil {
		return false
	}
	select {
	case <-s.done:
		return false
	default:
		return true
	}
}

// kill sends a signal and waits until the server has ended.
func (s *server) kill(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if !s.running() {
		return
	}
	_ = s.cmd.Process.Signal(signal)
	select {
	case <-s.done:
	case <-time.After(2 * time.Minute):
		_ = s.cmd.Process.Kill()
		<-s.done
		t.Errorf("the server did not end within two minutes of %s\n%s", signal, s.tail())
	}
}

// stop ends the server in order, when it runs.
func (s *server) stop(t *testing.T) {
	t.Helper()
	s.kill(t, syscall.SIGTERM)
	raw, _ := os.ReadFile(s.log)
	for _, cry := range []string{"panic:", "DATA RACE", "fatal error:", "goroutine "} {
		if at := bytes.Index(raw, []byte(cry)); at >= 0 {
			t.Errorf("the log of %s has %q:\n%.4000s", s.base, cry, raw[at:])
			return
		}
	}
}

// tail is the end of the log, and of PostgreSQL's where the server has its own.
func (s *server) tail() string {
	out := lastLines(s.log)
	for _, kv := range s.env {
		if dir, own := strings.CutPrefix(kv, "SKEETER_DATABASE_PATH="); own {
			out += "\n" + lastLines(filepath.Join(dir, "postgres.log"))
		}
	}
	return out
}

func lastLines(path string) string {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	return strings.Join(lines[max(len(lines)-15, 0):], "\n")
}

// ready says whether /readyz does, with the tile index loaded, and else what it said.
func (s *server) ready() (ok bool, said string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	a := s.ask(ctx, "GET", "/readyz", nil)
	if a.err != nil {
		return false, a.err.Error()
	}
	var body struct {
		Checks map[string]struct{ Status string }
	}
	_ = json.Unmarshal(a.body, &body)
	return a.status == http.StatusOK && body.Checks["tile_index"].Status == "ok", string(a.body)
}

// answer of a request. With err it was not answered, or not as a whole: status is 0 when not even that came.
type answer struct {
	status int
	header http.Header
	body   []byte
	err    error
}

// ask sends a request; a body is JSON.
func (s *server) ask(ctx context.Context, method, path string, body []byte) answer {
	return s.send(ctx, method, path, "application/json", body)
}

func (s *server) send(ctx context.Context, method, path, contentType string, body []byte) answer {
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	if body != nil {
		r.Header.Set("Content-Type", contentType)
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return answer{err: err}
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, raw, err}
}

// odd describes an answer that should not have been given, with what the log says of it.
func (s *server) odd(what string, a answer) string {
	raw, _ := os.ReadFile(s.log)
	said := ""
	for line := range strings.Lines(string(raw)) {
		if id := a.header.Get("X-Request-Id"); id != "" && strings.Contains(line, id) && strings.Contains(line, "request failed") {
			said = line
		}
	}
	return fmt.Sprintf("%s was answered %d %.200s\n%s", what, a.status, a.body, said)
}

// get is ask for what has to be there.
func (s *server) get(path string) ([]byte, error) {
	a := s.ask(context.Background(), "GET", path, nil)
	if a.err != nil {
		return nil, a.err
	}
	if a.status != http.StatusOK && a.status != http.StatusNoContent {
		return nil, fmt.Errorf("%s: %d %.300s", path, a.status, a.body)
	}
	return a.body, nil
}
