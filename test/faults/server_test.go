package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// server is one that may be started many times, always at the same address.
type server struct {
	skeetertest.Endpoint
	deployment *skeetertest.Deployment
	process    *skeetertest.Server // of the last start, nil before the first
	folder     string              // of its own database, "" without one
}

// clientTimeout is how long a client of the tests waits for an answer, whatever is broken. It is ten times what the program itself waits for an object store.
const clientTimeout = 30 * time.Second

// newServer returns a server that does not run yet. In the short form it makes no demonstration set, all of which readers read again and again.
func newServer(t *testing.T, env ...string) *server {
	t.Helper()
	if !testenv.Long() {
		env = append(env, "SKEETER_DEMO=false")
	}
	address := "127.0.0.1:" + skeetertest.Port(t)
	s := &server{Endpoint: skeetertest.NewEndpoint("http://" + address), deployment: skeetertest.Empty(t, append(env, "SKEETER_LISTEN_ADDR="+address)...)}
	s.Client.Timeout = clientTimeout
	return s
}

// start starts the server. It is stopped when the test that made it ends, and what its log says of a defect fails that test.
func (s *server) start() { s.process = s.deployment.Start() }

func (s *server) running() bool {
	if s.process == nil {
		return false
	}
	select {
	case <-s.process.Ended():
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
	s.process.Signal(signal)
	testenv.Receive(t, "the server has ended of "+signal.String(), s.process.Ended())
}

// tail is the end of the log, and of PostgreSQL's where the server has its own.
func (s *server) tail() string {
	out := s.process.Log.Tail()
	if s.folder != "" {
		raw, _ := os.ReadFile(filepath.Join(s.folder, "postgres.log"))
		out += "\n" + skeetertest.LastLines(string(raw))
	}
	return out
}

// ready says whether /readyz does, with the tile index loaded, and else what it said.
func (s *server) ready() (ok bool, said string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	a := s.ask(ctx, "GET", "/readyz", "")
	if a.err != nil {
		return false, a.err.Error()
	}
	var body struct {
		Checks map[string]struct{ Status string }
	}
	_ = json.Unmarshal(a.Body, &body)
	return a.Status == http.StatusOK && body.Checks["tile_index"].Status == "ok", string(a.Body)
}

// answer of a request. With err it was not answered, or not as a whole: the status is 0 when not even that came.
type answer struct {
	skeetertest.Answer
	err error
}

// ask sends a request; a body is JSON.
func (s *server) ask(ctx context.Context, method, path, body string) answer {
	var headers []string
	if body != "" {
		headers = []string{"Content-Type", "application/json"}
	}
	a, err := s.Try(ctx, method, path, body, headers...)
	return answer{a, err}
}

// unexpected describes an answer that should not have been given, with what the log says of it.
func (s *server) unexpected(what string, a answer) string {
	said := ""
	for line := range strings.Lines(s.process.Log.String()) {
		if id := a.Header.Get("X-Request-Id"); id != "" && strings.Contains(line, id) && strings.Contains(line, "request failed") {
			said = line
		}
	}
	return fmt.Sprintf("%s was answered %d %.200s\n%s", what, a.Status, a.Body, said)
}

// get asks for what has to be there.
func (s *server) get(path string) (skeetertest.Answer, error) {
	a := s.ask(context.Background(), "GET", path, "")
	if a.err == nil && a.Status != http.StatusOK && a.Status != http.StatusNoContent {
		a.err = fmt.Errorf("%s: %d %.300s", path, a.Status, a.Body)
	}
	return a.Answer, a.err
}
