// Package front runs the programs that stand between servers and their clients, nginx and Varnish, with the configurations of deploy/. Tests of test/
// import it. A program that is not installed skips the test.
package front

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

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

// Program finds a program, and skips the test without it.
func Program(t *testing.T, name string) string {
	t.Helper()
	program := skeetertest.Program(name)
	if program == "" {
		t.Skipf("SKIPPED: %s is not installed: what deploy/ says for it is not tested", name)
	}
	return program
}

// folder returns one in which programs may write that are other users.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "skeeter-front-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil { //nolint:gosec // see above
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // read by another user
		t.Fatal(err)
	}
}

// withoutKeys is what Varnish says where the module is not installed that forgets what has a key.
const withoutKeys = "Could not find VMOD xkey"

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
	testenv.Succeeds(t, cmd.Path+" answers", func() error {
		select {
		case <-done:
			if strings.Contains(log.String(), withoutKeys) {
				t.Skipf("SKIPPED: Varnish has no module xkey (Debian: varnish-modules): what deploy/ says for it is not tested")
			}
			t.Fatalf("%s ended: %s", cmd.Path, log)
		default:
		}
		if _, err := e.Try(t.Context(), http.MethodGet, "/livez", ""); err != nil {
			return fmt.Errorf("%w: %s", err, log)
		}
		return nil
	})
	return e
}

// Nginx runs deploy/nginx.conf before servers. kept is the folder of what it keeps.
func Nginx(t *testing.T, servers ...*skeetertest.Server) (e skeetertest.Endpoint, kept string) {
	t.Helper()
	program, dir, port := Program(t, "nginx"), folder(t), skeetertest.Port(t)
	kept = filepath.Join(dir, "kept")
	var upstream strings.Builder
	for _, s := range servers {
		upstream.WriteString("server " + s.Address() + ";\n")
	}
	write(t, filepath.Join(dir, "skeeter.conf"), configured(t, "nginx.conf", "/var/cache/nginx/skeeter", kept, "server 127.0.0.1:8080;", upstream.String(), "listen 80;", "listen 127.0.0.1:"+port+";"))
	temporary := ""
	for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += of + "_temp_path " + filepath.Join(dir, of) + ";\n"
	}
	write(t, filepath.Join(dir, "nginx.conf"), "daemon off;\npid "+filepath.Join(dir, "pid")+";\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+temporary+"include "+filepath.Join(dir, "skeeter.conf")+";\n}\n")
	return start(t, port, exec.Command(program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))), kept
}

// Varnish runs deploy/varnish.vcl before a server.
func Varnish(t *testing.T, s *skeetertest.Server) skeetertest.Endpoint {
	t.Helper()
	program, dir, port := Program(t, "varnishd"), folder(t), skeetertest.Port(t)
	host, of, _ := strings.Cut(s.Address(), ":")
	write(t, filepath.Join(dir, "skeeter.vcl"), configured(t, "varnish.vcl", `.host = "127.0.0.1"`, `.host = "`+host+`"`, `.port = "8080"`, `.port = "`+of+`"`))
	return start(t, port, exec.Command(program, "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-f", filepath.Join(dir, "skeeter.vcl"), "-a", "127.0.0.1:"+port, "-s", "malloc,64m", "-T", "none"))
}
