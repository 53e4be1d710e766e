package skeetertest

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// Server is a `skeeter serve` that runs.
type Server struct {
	Endpoint      // of which WaitReady reads the address
	Log      *Log // its standard error
	Out      *Log // its standard output
	t        T
	cmd      *exec.Cmd
	owner    *Server // has the database of a server behind PgBouncer, and ends with it; nil for the others
	done     chan struct{}
}

// stopLimit is how long a server may take to stop on a busy machine.
const stopLimit = time.Minute

// Serve starts a server and waits until it says that it is ready. It is stopped when the test ends.
//
// With SKEETER_TEST_POOLER=true in the environment of the tests it returns a second server with the same settings, which asks the
// database of the first through PgBouncer.
func (d *Deployment) Serve() *Server {
	d.t.Helper()
	s := d.Start()
	s.WaitReady()
	if os.Getenv("SKEETER_TEST_POOLER") != "true" || d.external() {
		return s
	}
	behind := d.behind(d.Pooler(PoolerSettings)).Start()
	behind.owner = s
	behind.WaitReady()
	return behind
}

// Beside starts another server on the deployment's database, with a folder of its own.
func (d *Deployment) Beside(env ...string) *Server {
	d.t.Helper()
	return On(d.t, d.Database(), env...).Serve()
}

// Start starts a server.
func (d *Deployment) Start() *Server {
	d.t.Helper()
	s := &Server{Log: new(Log), Out: new(Log), Endpoint: NewEndpoint(""), t: d.t, cmd: d.Command("serve"), done: make(chan struct{})}
	s.cmd.Stdout, s.cmd.Stderr = s.Out, s.Log
	if err := s.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	go func() { _ = s.cmd.Wait(); close(s.done) }()
	d.t.Cleanup(func() { s.Stop(syscall.SIGTERM) })
	return s
}

// In is the server in a subtest.
func (s *Server) In(t T) *Server {
	shared.track(t)
	other := *s
	other.t = t
	return &other
}

// Pid is the server's process id.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// Ended is closed when the server has ended.
func (s *Server) Ended() <-chan struct{} { return s.done }

// Line returns the next line that the server prints. A server that ends before fails the test.
func (s *Server) Line() string {
	s.t.Helper()
	for {
		ended := false
		select {
		case <-s.done:
			ended = true
		case <-time.After(5 * time.Millisecond):
		}
		if line, ok := s.Out.line(); ok {
			return line
		}
		if ended {
			s.t.Fatalf("serve ended, and had said %q\n%s", s.Out, s.Log)
		}
	}
}

// WaitReady reads what the server prints up to its address.
func (s *Server) WaitReady() {
	s.t.Helper()
	for {
		if _, address, found := strings.Cut(s.Line(), "is ready: "); found {
			s.Base = strings.TrimRight(address, "/")
			return
		}
	}
}

// WaitIndexed waits until the tile index is loaded. From then on /readyz says the same.
func (s *Server) WaitIndexed() {
	s.t.Helper()
	testenv.Eventually(s.t, "the tile index is loaded", func() bool { return strings.Contains(string(s.Get("/readyz").Body), `"tile_index":{"status":"ok"}`) })
}

// Signal sends a signal, unless the server has ended already.
func (s *Server) Signal(sig os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.t.Fatal(err)
	}
}

// Stop sends a signal, waits for the end of the server and returns its exit status.
func (s *Server) Stop(sig os.Signal) int {
	s.t.Helper()
	s.Signal(sig)
	return s.Wait()
}

// Wait waits for the end of the server and returns its exit status. What its log says of a defect of the program fails the test.
func (s *Server) Wait() int {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(stopLimit):
		_ = s.cmd.Process.Kill()
		<-s.done
		s.t.Errorf("the server did not stop within %s", stopLimit)
	}
	if defect := s.Log.Defect(); defect != "" {
		s.t.Errorf("the log of %s has %s", s.Base, defect)
	}
	s.Client.CloseIdleConnections()
	if s.owner != nil {
		s.owner.Stop(syscall.SIGTERM)
	}
	return s.cmd.ProcessState.ExitCode()
}
