package skeetertest

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// TestPortIsHeld: a port is nobody else's until its test ends, and whoever asks for any port never gets it.
func TestPortIsHeld(t *testing.T) {
	var port string
	t.Run("its test", func(t *testing.T) {
		port = Port(t)
		if free(t, port) {
			t.Errorf("port %s would be given to another test", port)
		}
		if n, _ := strconv.Atoi(port); n < firstPort() || n >= firstPort()+namedPorts {
			t.Errorf("port %s is none of those from %d", port, firstPort())
		}
	})
	if !free(t, port) {
		t.Errorf("port %s is held after its test", port)
	}
}

func free(t *testing.T, port string) bool {
	t.Helper()
	lock, err := os.Open(filepath.Join(os.TempDir(), "skeeter-ports", port))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	return syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
