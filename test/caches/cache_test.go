package caches_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// cache is a program that runs before a server and keeps answers.
type cache struct {
	skeetertest.Endpoint
	// forget removes what has a key.
	forget func(t *testing.T, key string)
}

// configured reads a file of deploy/ and replaces what is of the machine: texts and what stands for them, one after another.
func configured(t *testing.T, file string, replaced ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(skeetertest.Root, "deploy", file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for i := 0; i+1 < len(replaced); i += 2 {
		if !strings.Contains(text, replaced[i]) {
			t.Fatalf("%s has no %q", file, replaced[i])
		}
		text = strings.ReplaceAll(text, replaced[i], replaced[i+1])
	}
	return text
}

// programOf finds a program, and skips the test without it.
func programOf(t *testing.T, name string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} { // Debian's place is not in the path of everybody
		if program, err := exec.LookPath(path); err == nil {
			return program
		}
	}
	t.Skipf("%s is not installed: what deploy/ says for it is not tested", name)
	return ""
}

// folder returns one in which programs may write that are other users.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "skeeter-cache-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// start runs a program until the test ends, and waits until it answers at an address.
func start(t *testing.T, port string, cmd *exec.Cmd) skeetertest.Endpoint {
	t.Helper()
	log := new(skeetertest.Log)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-done
	})
	e := skeetertest.NewEndpoint("http://127.0.0.1:" + port)
	skeetertest.Within(t, time.Minute, cmd.Path+" answers", func() error {
		if _, err := e.Try(t.Context(), http.MethodGet, "/livez", ""); err != nil {
			return fmt.Errorf("%w: %s", err, log)
		}
		return nil
	})
	return e
}

// nginx runs deploy/nginx.conf before a server.
func nginx(t *testing.T, s *skeetertest.Server) cache {
	t.Helper()
	program, dir, port := programOf(t, "nginx"), folder(t), skeetertest.FreePort(t)
	kept := filepath.Join(dir, "kept")
	write(t, filepath.Join(dir, "skeeter.conf"), configured(t, "nginx.conf", "/var/cache/nginx/skeeter", kept, "server 127.0.0.1:8080;", "server "+s.Address()+";", "listen 80;", "listen 127.0.0.1:"+port+";"))
	temporary := ""
	for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += of + "_temp_path " + filepath.Join(dir, of) + ";\n"
	}
	write(t, filepath.Join(dir, "nginx.conf"), "daemon off;\npid "+filepath.Join(dir, "pid")+";\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+temporary+"include "+filepath.Join(dir, "skeeter.conf")+";\n}\n")
	e := start(t, port, exec.Command(program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf")))
	return cache{e, func(t *testing.T, key string) {
		t.Helper()
		// As docs/caching.md has it.
		out, err := exec.Command("sh", "-c", `grep -rlaE '^Surrogate-Key:(.*[ ])?`+key+`([ ].*)?.$' "$1" | xargs -r rm -v`, "sh", kept).CombinedOutput()
		if err != nil || len(out) == 0 {
			t.Errorf("nginx forgets nothing of %s: %v %s", key, err, out)
		}
	}}
}

// varnish runs deploy/varnish.vcl before a server.
func varnish(t *testing.T, s *skeetertest.Server) cache {
	t.Helper()
	program, dir, port := programOf(t, "varnishd"), folder(t), skeetertest.FreePort(t)
	host, of, _ := strings.Cut(s.Address(), ":")
	write(t, filepath.Join(dir, "skeeter.vcl"), configured(t, "varnish.vcl", `.host = "127.0.0.1"`, `.host = "`+host+`"`, `.port = "8080"`, `.port = "`+of+`"`))
	e := start(t, port, exec.Command(program, "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-f", filepath.Join(dir, "skeeter.vcl"), "-a", "127.0.0.1:"+port, "-s", "malloc,64m", "-T", "none"))
	return cache{e, func(t *testing.T, key string) {
		t.Helper()
		if a, err := e.Try(t.Context(), "PURGE", "/", "", "Surrogate-Key", key, "X-Forwarded-For", "192.0.2.1"); err != nil || a.Status != http.StatusForbidden {
			t.Errorf("a stranger lets Varnish forget: %v %d", err, a.Status)
		}
		a, err := e.Try(t.Context(), "PURGE", "/", "", "Surrogate-Key", key)
		if err != nil || a.Status != http.StatusOK {
			t.Errorf("Varnish forgets nothing of %s: %v %d %s", key, err, a.Status, a.Body)
		}
	}}
}
