package cluster

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

// stopOrphan stops the postgres that a killed skeeter left on this data directory, and sessions that outlived a killed postmaster.
// The caller holds the lock, so no other process starts postgres meanwhile.
func stopOrphan(data string) error {
	if err := stopPostmaster(data); err != nil {
		return err
	}
	return stopSessions(data)
}

func stopPostmaster(data string) error {
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
		return nil // no server of this directory; postgres removes a stale file itself
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

// How long sessions without a postmaster have to end. They would end by themselves, but only when their query waits for something.
const (
	sessionQuit = 2 * time.Second  // after SIGQUIT
	sessionKill = 10 * time.Second // after SIGKILL
)

// stopSessions ends sessions without a postmaster, which keep the next one from starting. Its recovery rolls back what they had not
// committed.
func stopSessions(data string) error {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGQUIT, sessionQuit}, {syscall.SIGKILL, sessionKill}} {
		for until := time.Now().Add(step.wait); ; time.Sleep(20 * time.Millisecond) {
			left := sessionsOf(data)
			if len(left) == 0 {
				return nil
			}
			if time.Now().After(until) {
				break
			}
			for _, pid := range left {
				_ = syscall.Kill(pid, step.signal)
			}
		}
	}
	return fmt.Errorf("sessions of a PostgreSQL that was killed do not end: process ids %v", sessionsOf(data))
}

// sessionsOf returns the PostgreSQL processes whose working directory is the data directory. Without /proc it finds none; then
// PostgreSQL checks its shared memory for them and refuses to start.
func sessionsOf(data string) (pids []int) {
	if resolved, err := filepath.EvalSymlinks(data); err == nil {
		data = resolved
	}
	found, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range found {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err != nil {
			continue
		}
		if at, err := os.Readlink(link); err == nil && at == data && isPostgres(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// isPostgres reports whether a process is a PostgreSQL. Another program may have got the process id meanwhile.
func isPostgres(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		_, err = os.Stat("/proc/self")
		return err != nil // without /proc, as on macOS, postmaster.pid is taken at its word
	}
	return strings.HasPrefix(strings.TrimSpace(string(comm)), "postgres")
}
