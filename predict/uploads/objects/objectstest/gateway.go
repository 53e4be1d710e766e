package objectstest

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// gateway is versitygw, a program.
type gateway struct {
	server  *Server
	process *os.Process
}

func (g *gateway) Run() {
	s := g.server
	s.t.Helper()
	cmd := exec.Command(built(s.t), "--port", s.Address, "--access", AccessKeyID, "--secret", SecretAccessKey, "--region", Region, "--quiet", "posix", "--nometa", s.Dir)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	g.process = cmd.Process
	testenv.Succeeds(s.t, "the object store listens", func() error {
		c, err := net.Dial("tcp", s.Address)
		if err == nil {
			_ = c.Close()
		}
		return err
	})
}

func (g *gateway) Stop() {
	if g.process != nil {
		_ = g.process.Kill()
		_, _ = g.process.Wait()
		g.process = nil
	}
}

func (g *gateway) Pause() {
	g.server.t.Helper()
	g.signal(syscall.SIGSTOP)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(g.process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		g.server.t.Fatalf("the object store does not stop: %v", err)
	}
}

func (g *gateway) Resume() { g.signal(syscall.SIGCONT) }

func (g *gateway) signal(signal syscall.Signal) {
	g.server.t.Helper()
	if err := g.process.Signal(signal); err != nil {
		g.server.t.Fatal(err)
	}
}

// built returns the path of the program, which scripts/tool builds where it is missing. Tests that begin together build it once.
func built(t testing.TB) string {
	t.Helper()
	root := root(t)
	var path, said bytes.Buffer
	err := testenv.Locked(filepath.Join(root, "bin", "versitygw.lock"), func() error {
		cmd := exec.Command("scripts/tool", "versitygw")
		cmd.Dir, cmd.Stdout, cmd.Stderr = root, &path, &said
		return cmd.Run()
	})
	if err != nil {
		t.Skipf("NOT TESTED: there is no object store, and it cannot be built: %v: %s", err, said.String())
	}
	return strings.TrimSpace(path.String())
}

// root returns the project's folder.
func root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}
