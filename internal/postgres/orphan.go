package postgres

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stopOrphan ends a postgres that runs on this data directory without its skeeter: the one that a killed process left.
// The lock is held, so nobody else starts one meanwhile.
func stopOrphan(data string) error {
	raw, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read postmaster.pid: %w", err)
	}
	lines := strings.Split(string(raw), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(lines[0]))
	if pid <= 1 || len(lines) < 2 || filepath.Clean(lines[1]) != filepath.Clean(data) {
		return nil // not a running server of this directory; postgres itself judges a stale file
	}
	if !isPostgres(pid) {
		return nil
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		_ = syscall.Kill(pid, signal)
		for range 200 {
			if !isPostgres(pid) {
				return nil
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return fmt.Errorf("a PostgreSQL that an earlier skeeter left (process id %d) does not stop", pid)
}

// isPostgres guards against a process id that another program has by now.
func isPostgres(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		return !dirExists("/proc/self") // no proc file system (macOS): the file's own word has to do
	}
	return strings.HasPrefix(strings.TrimSpace(string(comm)), "postgres")
}

func dirExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
