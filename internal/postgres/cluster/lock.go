package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// takeLock locks the file and writes the process id into it. The system releases the lock when the process dies.
func takeLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the database directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder := make([]byte, 64)
		n, _ := f.Read(holder)
		_ = f.Close()
		return nil, fmt.Errorf("%w: %s belongs to the skeeter with process id %s; stop that one first, or give this one another SKEETER_DATABASE_PATH",
			ErrInUse, filepath.Dir(path), strings.TrimSpace(string(holder[:n])))
	}
	if err := f.Truncate(0); err != nil {
		return nil, errors.Join(fmt.Errorf("write the lock: %w", err), f.Close())
	}
	if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
		return nil, errors.Join(fmt.Errorf("write the lock: %w", err), f.Close())
	}
	return f, nil
}

// releaseLock unlocks before it closes: a child that starts at this moment has a copy of the handle, which would keep the lock.
func releaseLock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}
