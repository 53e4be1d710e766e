package monitoring_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// prometheus is a real one with the configuration of deploy/prometheus, which scrapes a server each second.
type prometheus struct{ base string }

// needPrometheus skips a test where one of Prometheus' programs is not there.
func needPrometheus(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("no Prometheus: %s is not in PATH (Debian: prometheus)", program)
	}
	return path
}

func startPrometheus(t *testing.T, server string) prometheus {
	t.Helper()
	path, dir := needPrometheus(t, "prometheus"), t.TempDir()
	rules, err := filepath.Abs("../../deploy/prometheus/rules")
	if err != nil {
		t.Fatal(err)
	}
	config := strings.NewReplacer("skeeter:8080", strings.TrimPrefix(server, "http://"), "15s", "1s", "rules/*.yml", rules+"/*.yml").
		Replace(string(read(t, "../../deploy/prometheus/prometheus.yml")))
	file := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	address := "127.0.0.1:" + skeetertest.Port(t)
	var log bytes.Buffer
	cmd := exec.Command(path, "--config.file="+file, "--storage.tsdb.path="+filepath.Join(dir, "tsdb"), "--web.listen-address="+address, "--log.level=warn")
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("Prometheus said:\n%s", &log)
		}
	})
	p := prometheus{"http://" + address}
	testenv.Eventually(t, "Prometheus is ready", func() bool {
		resp, err := http.Get(p.base + "/-/ready")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return p
}

// ask decodes the data of an answer of Prometheus' API.
func ask[T any](p prometheus, path string, query url.Values) (data T, err error) {
	resp, err := http.Get(p.base + "/api/v1/" + path + "?" + query.Encode())
	if err != nil {
		return data, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return data, err
	}
	var said struct {
		Status, Error string
		Data          T
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		return data, fmt.Errorf("%w: %s", err, raw)
	}
	if said.Status != "success" {
		return data, fmt.Errorf("%s", said.Error)
	}
	return said.Data, nil
}

// values evaluates an expression now. What is no number does not count.
func (p prometheus) values(expr string) (values []string, err error) {
	data, err := ask[struct{ Result []struct{ Value [2]any } }](p, "query", url.Values{"query": {expr}})
	for _, r := range data.Result {
		if v, ok := r.Value[1].(string); ok && v != "NaN" {
			values = append(values, v)
		}
	}
	return values, err
}

// ruleState is what came of evaluating a rule.
type ruleState struct{ Name, Health, LastError, State string }

func (p prometheus) rules() (states []ruleState, err error) {
	data, err := ask[struct{ Groups []struct{ Rules []ruleState } }](p, "rules", nil)
	for _, g := range data.Groups {
		states = append(states, g.Rules...)
	}
	return states, err
}
