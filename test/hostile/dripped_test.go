package hostile_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// TestDrippedJSON: a client that sends a byte of its JSON now and then never stalls, and is refused all the same, whether it said how long the body is or not.
func TestDrippedJSON(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]struct{ header, drop string }{"a length": {"Content-Length: 100000", " "}, "chunks": {"Transfer-Encoding: chunked", "1\r\n \r\n"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { drippedJSON(t, form.header, form.drop) })
		})
	}
}

func drippedJSON(t *testing.T, header, drop string) {
	t.Helper()
	listener := testenv.NewPipes()
	server := &http.Server{Handler: httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Routes: []httpapi.Route{{Method: http.MethodPost, Path: "/things", Name: "create", Handler: func(w http.ResponseWriter, r *http.Request) error {
			_, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, "application/json")
			return err
		}}},
	})}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	c, err := listener.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	began, answered := time.Now(), make(chan struct{})
	go func() {
		defer close(answered)
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%v %v", resp, err)
		}
	}()
	_, _ = fmt.Fprintf(c, "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n", header)
	for {
		select {
		case <-answered:
			if took := time.Since(began); took > rawLimit { // of the bubble
				t.Errorf("it is refused after %s", took)
			}
			return
		case <-time.After(500 * time.Millisecond):
			_, _ = io.WriteString(c, drop)
		}
	}
}
