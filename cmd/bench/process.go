package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// bench is one run of the measurements: a folder, a database in it, the program to measure, and the server that runs.
type bench struct {
	dir, binary, database string
	server                *server
	table                 []compared
}

func (b *bench) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, b.binary, args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "SKEETER_DATABASE_PATH="+b.database, "SKEETER_DATABASE_URL=", "SKEETER_LISTEN_ADDR=127.0.0.1:0", "SKEETER_DEMO=false")
	return cmd
}

// skeeter runs a command to its end and returns what it printed.
func (b *bench) skeeter(ctx context.Context, args ...string) (string, error) {
	cmd := b.command(ctx, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("skeeter %s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return string(out), nil
}

// psql runs statements and returns what it printed.
func (b *bench) psql(ctx context.Context, statements string) string {
	cmd := exec.CommandContext(ctx, "psql", "-X", "-q", "-h", filepath.Join(b.database, "socket"), "-U", "skeeter", "-d", "skeeter", "-v", "ON_ERROR_STOP=1", "-At")
	cmd.Stdin = strings.NewReader(statements)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("psql: %w\n%s", err, stderr.Bytes()))
	}
	return string(out)
}

// timing returns the last `Time: 12.345 ms` of psql's \timing.
func timing(out string) time.Duration {
	i := strings.LastIndex(out, "Time: ")
	if i < 0 {
		check(fmt.Errorf("psql printed no time: %q", out[max(len(out)-200, 0):]))
	}
	number, _, _ := strings.Cut(out[i+len("Time: "):], " ")
	return time.Duration(must(strconv.ParseFloat(number, 64)) * float64(time.Millisecond))
}

// server is a running skeeter.
type server struct {
	cmd  *exec.Cmd
	base string
	buf  bytes.Buffer // for get, so that each request does not allocate it
	// authorization is the header of that name, "" for none.
	authorization string
}

// serve starts the server with further settings and waits until the tile index is loaded.
func (b *bench) serve(ctx context.Context, settings ...string) *server {
	b.server = b.start(ctx, "serve.log", settings...)
	return b.server
}

// start starts a server as serve does. The caller stops it.
func (b *bench) start(ctx context.Context, logFile string, settings ...string) *server {
	cmd := b.command(ctx, "serve")
	cmd.Env = append(cmd.Env, settings...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	stdout := must(cmd.StdoutPipe())
	log := must(os.Create(filepath.Join(b.dir, logFile)))
	defer log.Close() //nolint:errcheck // the child has its own handle
	cmd.Stderr = log
	check(cmd.Start())
	lines := bufio.NewScanner(stdout)
	address, ready := "", false
	for !ready && lines.Scan() { // with an external database, a line says that the server waits for it
		_, address, ready = strings.Cut(lines.Text(), "is ready: ")
	}
	if !ready {
		text, _ := os.ReadFile(log.Name())
		check(errors.Join(fmt.Errorf("the server did not start: %s", text), cmd.Wait()))
	}
	s := &server{cmd: cmd, base: strings.TrimRight(address, "/")}
	for range 6000 {
		body, _, err := s.try(ctx, "/readyz")
		if err == nil && !bytes.Contains(body, []byte("loading")) {
			return s
		}
		time.Sleep(100 * time.Millisecond)
	}
	check(errors.New("the tile index was not loaded within ten minutes"))
	return nil
}

// stop ends the server, if one runs.
func (b *bench) stop() error {
	if b.server == nil {
		return nil
	}
	s := b.server
	b.server = nil
	return s.stop()
}

func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// get is try of a request that has to be answered with 200 or 204.
func (s *server) get(ctx context.Context, path string) ([]byte, time.Duration) {
	body, took, err := s.try(ctx, path)
	check(err)
	return body, took
}

// try requests a path. It returns the body, which is valid until the next call, and the time until its last byte.
func (s *server) try(ctx context.Context, path string) ([]byte, time.Duration, error) {
	began := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil) //nolint:gosec // the address is that of a program that the benchmark started
	if err != nil {
		return nil, 0, err
	}
	r.Header.Set("Accept-Encoding", "identity")
	if s.authorization != "" {
		r.Header.Set("Authorization", s.authorization)
	}
	resp, err := http.DefaultClient.Do(r) //nolint:gosec // the same
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	s.buf.Reset()
	_, err = io.Copy(&s.buf, resp.Body)
	body := s.buf.Bytes()
	if err == nil && resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNoContent {
		err = fmt.Errorf("GET %s: %s %s", path, resp.Status, body)
	}
	return body, time.Since(began), err
}

// resident returns the memory of the server's process in MB.
func (s *server) resident() (float64, error) { return s.memory("VmRSS:") }

// memory returns what a line of /proc/PID/status says of the server's process, in MB.
func (s *server) memory(line string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for said := range strings.Lines(string(status)) {
		if fields := strings.Fields(said); len(fields) > 1 && fields[0] == line {
			kb, err := strconv.ParseFloat(fields[1], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("/proc shows no %s of the server", line)
}
