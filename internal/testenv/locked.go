package testenv

import (
	"os"
	"path/filepath"
	"syscall"
)

// Locked does what no other process of the user's tests does at the same time: it holds a lock of the file system. lock is a file, which is made
// where it is missing.
func Locked(lock string, do func() error) error {
	if err := os.MkdirAll(filepath.Dir(lock), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(lock, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // nothing is written to it
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	return do()
}
