package httpapi_test

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

func TestSlowBodyIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		read := make(chan error, 1)
		h := httpapi.New(httpapi.Options{
			Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
			Routes: []httpapi.Route{{Method: http.MethodPost, Path: "/things", Name: "create", Handler: func(w http.ResponseWriter, r *http.Request) error {
				_, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, "application/json")
				read <- err
				return err
			}}},
		})
		listener := make(pipeListener)
		server := &http.Server{Handler: h}
		go server.Serve(listener)
		defer server.Close()
		served, conn := net.Pipe()
		listener <- served
		began := time.Now()
		send(t, conn, "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":")
		status, body := answer(t, conn)
		if err := <-read; err == nil || status != 400 || !strings.Contains(body, "came too slowly") {
			t.Errorf("%d %s (%v)", status, body, err)
		}
		if waited := time.Since(began); waited < limits.BodyStall || waited > limits.BodyStall+time.Second {
			t.Errorf("refused after %s", waited)
		}
	})
}

// pipeListener accepts connections in memory, whose deadlines follow the clock of synctest.
type pipeListener chan net.Conn

func (l pipeListener) Accept() (net.Conn, error) {
	conn, open := <-l
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (l pipeListener) Close() error {
	close(l)
	return nil
}

func (l pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func send(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

func answer(t *testing.T, conn net.Conn) (status int, body string) {
	t.Helper()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}
