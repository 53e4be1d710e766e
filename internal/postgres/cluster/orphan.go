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

// stopOrphan ends a postgres that runs on this data directory without its skeeter: the one that a killed process left, or the
// sessions that outlived it when it was killed itself. The lock is held, so nobody else starts one meanwhile.
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

// Limits of ending sessions whose postmaster is gone. They end by themselves, but not before their query waits for something.
const (
	sessionQuit = 2 * time.Second  // to end when they are told to
	sessionKill = 10 * time.Second // to be gone after they were killed
)

// stopSessions ends sessions whose postmaster is gone: they keep the next one from starting. What they had not committed is
// rolled back by its recovery.
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

// sessionsOf returns the PostgreSQL processes that work in a data directory, where they have their working directory. Without a
// proc file system it finds none, and PostgreSQL's own check of its shared memory has to do.
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
