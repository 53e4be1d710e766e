// Package objectstest runs an object store for tests, which keeps each bucket as a folder and each object as a file: one in the process, of
// rclone's gofakes3, and in the long form of the tests versitygw, a store that is used elsewhere.
package objectstest

import (
	"net"
	"os"
	"path/filepath"
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
	store
}

// store is what serves the folder.
type store interface {
	// Run starts a store that was stopped.
	Run()
	// Stop ends the store: connections are refused.
	Stop()
	// Pause makes the store silent: connections are taken, and nothing is answered until Resume.
	Pause()
	// Resume ends Pause. What was asked meanwhile is done now.
	Resume()
}

// Start starts a store with an empty bucket in a folder, "" for a new one. The long form skips the test where its store cannot be built.
func Start(t testing.TB, dir string) *Server {
	t.Helper()
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
	if err := os.Mkdir(s.Folder(), 0o750); err != nil {
		t.Fatal(err)
	}
	if testenv.Long() {
		s.store = &gateway{server: s}
	} else {
		s.store = &inside{server: s}
	}
	t.Cleanup(s.Stop)
	s.Run()
	return s
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
