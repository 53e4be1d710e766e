package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// logged is a log that a test reads while the server writes.
type logged struct {
	lock sync.Mutex
	buf  bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.buf.Write(b)
}

// requests returns the lines of requests so far.
func (l *logged) requests(t *testing.T) (out []map[string]any) {
	t.Helper()
	l.lock.Lock()
	defer l.lock.Unlock()
	for line := range strings.Lines(l.buf.String()) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if v["msg"] == "request" {
			out = append(out, v)
		}
	}
	return out
}

// wait returns the lines of requests once there are n: the server writes a line after the client has its answer.
func (l *logged) wait(t *testing.T, n int) (lines []map[string]any) {
	t.Helper()
	testenv.Eventually(t, fmt.Sprintf("the log has lines of %d requests", n), func() bool {
		lines = l.requests(t)
		return len(lines) >= n
	})
	return lines
}

func newLogged() (*slog.Logger, *logged) {
	out := &logged{}
	return slog.New(telemetry.LogHandler(slog.NewJSONHandler(out, nil))), out
}

// TestOneLineARequest: the line holds the cause, which the client does not get, and its level says whether the server failed.
func TestOneLineARequest(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		method, target string
		status         float64
		route, level   string
		err            string
	}{
		{"GET", "/things/1", 200, "/things/{id}", "INFO", ""},
		{"HEAD", "/things/1", 200, "/things/{id}", "INFO", ""},
		{"GET", "/refused", 404, "/refused", "INFO", ""}, // the client got the cause
		{"GET", "/nothing", 404, "unmatched", "INFO", ""},
		{"DELETE", "/things", 405, "/things", "INFO", ""},
		{"GET", "/busy", 503, "/busy", "INFO", ""},
		{"GET", "/broken", 500, "/broken", "ERROR", "select secret from vault"},
		{"GET", "/away", 503, "/away", "ERROR", "password=secret"},
		{"GET", "/panic", 500, "/panic", "ERROR", "panic: secret"},
		{"GET", "/partial", 200, "/partial", "ERROR", "the rest is gone"},
	} {
		log, out := newLogged()
		server := httptest.NewServer(newHandler(httpapi.Options{Log: log}))
		r, err := http.NewRequestWithContext(t.Context(), tc.method, server.URL+tc.target, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Request-Id", "known-1")
		r.Header.Set("Accept-Encoding", "identity") // compression would hold the part back
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if partial := err != nil; partial != (tc.target == "/partial") {
			t.Errorf("%s: %v", tc.target, err)
		}
		_ = resp.Body.Close()
		server.Close()
		lines := out.wait(t, 1)
		l := lines[0]
		text, _ := l["error"].(string)
		if len(lines) != 1 || l["status"] != tc.status || l["route"] != tc.route || l["level"] != tc.level || l["method"] != tc.method ||
			l["path"] != tc.target || l["request_id"] != "known-1" || (text == "") != (tc.err == "") || !strings.Contains(text, tc.err) {
			t.Errorf("%s %s: %v", tc.method, tc.target, lines)
		}
		if _, ok := l["duration_ms"].(float64); !ok {
			t.Errorf("%s: no duration: %v", tc.target, l)
		}
		if bytes, _ := l["bytes"].(float64); (bytes == 0) != (tc.method == "HEAD") {
			t.Errorf("%s %s: bytes: %v", tc.method, tc.target, l)
		}
	}
}

// TestMonitoringIsQuiet: scrapes and probes are lines of the level debug while they succeed.
func TestMonitoringIsQuiet(t *testing.T) {
	t.Parallel()
	out := &logged{}
	log := slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	answer := func(status int) httpapi.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) error {
			return httpapi.JSON(w, status, map[string]string{})
		}
	}
	h := newHandlerOf(httpapi.Options{Log: log},
		httpapi.Route{Method: http.MethodGet, Path: "/metrics", Name: "metrics", Handler: answer(http.StatusOK)},
		httpapi.Route{Method: http.MethodGet, Path: "/livez", Name: "livez", Handler: answer(http.StatusOK)},
		httpapi.Route{Method: http.MethodGet, Path: "/readyz", Name: "readyz", Handler: answer(http.StatusServiceUnavailable)},
		httpapi.Route{Method: http.MethodGet, Path: "/things", Name: "things", Handler: answer(http.StatusOK)})
	for target, want := range map[string]string{"/metrics": "DEBUG", "/livez": "DEBUG", "/readyz": "INFO", "/things": "INFO"} {
		do(t, h, "GET", target)
		lines := out.requests(t)
		if l := lines[len(lines)-1]; l["path"] != target || l["level"] != want {
			t.Errorf("%s: %v, want %s", target, l, want)
		}
	}
}

// TestRequestIDs: a plain token is kept; anything else is replaced by a new id, so that no client writes into the log.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	h := newHandler(httpapi.Options{Log: log})
	kept := strings.Repeat("a", 64)
	for _, sent := range []string{"abc-1_2.Z", kept, kept + "a", "", "a b", "a\"b", "a=b", "é", "a;b", "{}", "a,b"} {
		w := do(t, h, "GET", "/things", "X-Request-Id", sent)
		got := w.Header().Get("X-Request-Id")
		if keep := sent == "abc-1_2.Z" || sent == kept; keep != (got == sent) || len(got) < 9 || len(got) > 64 {
			t.Errorf("sent %q, answered %q", sent, got)
		}
		lines := out.requests(t)
		if l := lines[len(lines)-1]; l["request_id"] != got {
			t.Errorf("answered %q, logged %v", got, l)
		}
	}
}

// TestLinesAreBounded holds for any request.
func TestLinesAreBounded(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	h := newHandler(httpapi.Options{Log: log})
	do(t, h, strings.Repeat("M", 5000), "/things/"+strings.Repeat("long", 10_000))
	if n := out.buf.Len(); n > 1000 {
		t.Errorf("a line of %d bytes", n)
	}
}

// TestAClientThatLeft: a client that leaves before or within its answer is no error of the server.
func TestAClientThatLeft(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	working := make(chan struct{})
	answer := func(begun bool) httpapi.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) error {
			if begun {
				_, _ = w.Write([]byte(strings.Repeat("part ", 2000)))
			}
			working <- struct{}{}
			<-r.Context().Done()
			err := fmt.Errorf("read: %w", r.Context().Err())
			if begun {
				httpapi.Abort(r, err)
			}
			return err
		}
	}
	o := httpapi.Options{Log: log}
	h := newHandlerOf(o, httpapi.Route{Method: "GET", Path: "/before", Name: "before", Handler: answer(false)},
		httpapi.Route{Method: "GET", Path: "/within", Name: "within", Handler: answer(true)})
	server := httptest.NewServer(h)
	defer server.Close()
	for _, path := range []string{"/before", "/within"} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
		testenv.Receive(t, path+" works", working)
		_ = conn.Close()
	}
	for _, l := range out.wait(t, 2) {
		if l["status"] != 499.0 || l["level"] != "INFO" || l["error"] != nil {
			t.Errorf("%v", l)
		}
	}
}

// TestEveryLineOfARequestHasItsID: code that knows only a context logs the id too.
func TestEveryLineOfARequestHasItsID(t *testing.T) {
	t.Parallel()
	log, out := newLogged()
	log.With("part", "x").WithGroup("g").InfoContext(telemetry.WithRequest(context.Background(), "r-1"), "deep inside")
	if !strings.Contains(out.buf.String(), `"request_id":"r-1"`) || !strings.Contains(out.buf.String(), `"part":"x"`) {
		t.Error(out.buf.String())
	}
	log.Info("outside of requests")
	if strings.Count(out.buf.String(), "request_id") != 1 {
		t.Error(out.buf.String())
	}
}
