// Package objectstest runs an object store for tests: versitygw, which keeps each bucket as a folder and each object as a file.
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
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects"
)

// Keys of the store, and its region.
const (
	AccessKeyID     = "skeeter-tests"
	SecretAccessKey = "secret-of-the-tests"
	Region          = "us-east-1"
)

// Bucket is in every store.
const Bucket = "pictures"

// Server is an object store. It ends with the test.
type Server struct {
	Address string // host:port
	Dir     string // a folder a bucket
	t       testing.TB
	process *os.Process
}

// Start starts a store with an empty bucket in a folder, "" for a new one. It skips the test with -short, and where the store cannot be built.
func Start(t testing.TB, dir string) *Server {
	t.Helper()
	if testing.Short() {
		t.Skip("the object store is left out with -short")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: l.Addr().String(), Dir: dir, t: t}
	if s.Dir == "" {
		s.Dir = t.TempDir()
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(s.Dir, Bucket), 0o750); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	s.Run()
	return s
}

// Run starts a store that was stopped.
func (s *Server) Run() {
	s.t.Helper()
	cmd := exec.Command(built(s.t), "--port", s.Address, "--access", AccessKeyID, "--secret", SecretAccessKey, "--region", Region, "--quiet", "posix", "--nometa", s.Dir)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.process = cmd.Process
	testenv.Succeeds(s.t, "the object store listens", func() error {
		c, err := net.Dial("tcp", s.Address)
		if err == nil {
			_ = c.Close()
		}
		return err
	})
}

// Stop kills the store: connections are refused.
func (s *Server) Stop() {
	if s.process != nil {
		_ = s.process.Kill()
		_, _ = s.process.Wait()
		s.process = nil
	}
}

// Pause makes the store silent: connections are taken, and nothing is answered until Resume.
func (s *Server) Pause() {
	s.t.Helper()
	s.signal(syscall.SIGSTOP)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(s.process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		s.t.Fatalf("the object store does not stop: %v", err)
	}
}

// Resume ends Pause. What was asked meanwhile is done now.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
}

// Options of the bucket.
func (s *Server) Options() objects.Options {
	return objects.Options{Endpoint: "http://" + s.Address, Region: Region, Bucket: Bucket, AccessKeyID: AccessKeyID, SecretAccessKey: SecretAccessKey}
}

// Settings of a program that keeps its pictures in the bucket, at the store's address or another one that leads there.
func (s *Server) Settings(address string) []string {
	return []string{"SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=s3://" + Bucket, "SKEETER_IMAGES_S3_ENDPOINT=http://" + address,
		"SKEETER_IMAGES_S3_REGION=" + Region, "SKEETER_IMAGES_S3_ACCESS_KEY_ID=" + AccessKeyID, "SKEETER_IMAGES_S3_SECRET_ACCESS_KEY=" + SecretAccessKey}
}

// Folder is where the objects of the bucket lie.
func (s *Server) Folder() string { return filepath.Join(s.Dir, Bucket) }

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
