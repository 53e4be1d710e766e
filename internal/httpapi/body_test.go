package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, errors.New("read")
}

// TestDeclaredBodyThatIsTooLarge: a body whose Content-Length is too large is refused unread.
func TestDeclaredBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/", untouched{t})
	r.Header.Set("Content-Type", "application/json")
	r.ContentLength = httpapi.MaxJSONBody + 1
	_, err := httpapi.ReadBody(httptest.NewRecorder(), r, httpapi.MaxJSONBody, "application/json")
	if refused := new(httpapi.Error); !errors.As(err, &refused) || refused.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("%v", err)
	}
}

// TestBodyThatIsTooLarge: a body that is too large is read to its end, because some clients send all of it before they read the
// answer.
func TestBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(httpapi.New(httpapi.Options{Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Routes: []httpapi.Route{{Method: http.MethodPost, Path: "/", Handler: func(w http.ResponseWriter, r *http.Request) error {
			_, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, "application/json")
			return err
		}}}}))
	defer server.Close()
	body := strings.Repeat("x", 12<<20)
	for _, length := range []string{fmt.Sprintf("Content-Length: %d", len(body)), "Transfer-Encoding: chunked"} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		sent := body
		if !strings.HasPrefix(length, "Content") {
			sent = fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
		}
		if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+length+"\r\n\r\n"+sent); err != nil {
			t.Errorf("%s: %v", length, err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Fatalf("%s: %v, %v", length, resp, err)
		}
		resp.Body.Close()
		conn.Close()
	}
}

// TestTheAnswerComesBeforeTheRestOfABody: a client that sends slowly gets the answer at once, and not when its body was read.
func TestTheAnswerComesBeforeTheRestOfABody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testTheAnswerComesBeforeTheRestOfABody)
}

func testTheAnswerComesBeforeTheRestOfABody(t *testing.T) {
	listener := make(pipeListener)
	server := &http.Server{Handler: httpapi.New(httpapi.Options{Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Routes: []httpapi.Route{
			{Method: http.MethodPost, Path: "/refused", Handler: func(http.ResponseWriter, *http.Request) error { return httpapi.BadRequest("no") }},
			{Method: http.MethodPost, Path: "/long", Handler: func(http.ResponseWriter, *http.Request) error { return httpapi.BadRequest(strings.Repeat("no ", 5000)) }},
			{Method: http.MethodGet, Path: "/", Handler: func(w http.ResponseWriter, _ *http.Request) error { return httpapi.JSON(w, http.StatusOK, "next") }},
		}})}
	go server.Serve(listener)
	defer server.Close()
	const length = 600
	for _, path := range []string{"/refused", "/long"} {
		served, conn := net.Pipe()
		listener <- served
		defer conn.Close()
		answered := make(chan struct{})
		go func() { // a byte every 100 ms: the whole body takes a minute
			_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, length)
			for sent := range length {
				select {
				case <-answered:
					_, _ = io.WriteString(conn, strings.Repeat("x", length-sent)+"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
					return
				case <-time.After(100 * time.Millisecond):
					_, _ = io.WriteString(conn, "x")
				}
			}
		}()
		began, in := time.Now(), bufio.NewReader(conn)
		resp, err := http.ReadResponse(in, nil)
		if err != nil || resp.StatusCode != http.StatusBadRequest || time.Since(began) != 0 {
			t.Errorf("%s: %v, %v after %s", path, resp, err, time.Since(began))
			continue
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		close(answered)
		// The connection goes on.
		if next, err := http.ReadResponse(in, nil); err != nil || next.StatusCode != http.StatusOK {
			t.Errorf("%s: the next request: %v, %v", path, next, err)
		}
	}
}

// TestSlowBodyIsRefused, whether the client waits to be asked for it or not. The connection ends: what came of the body later would be taken for a request.
func TestSlowBodyIsRefused(t *testing.T) {
	t.Parallel()
	for name, expect := range map[string]string{"sent at once": "", "asked for": "Expect: 100-continue\r\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { slowBody(t, expect) })
		})
	}
}

func slowBody(t *testing.T, expect string) {
	t.Helper()
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
	server := &http.Server{Handler: h, ConnContext: limits.WithConnection}
	go server.Serve(limits.NewListener(listener))
	defer server.Close()
	served, conn := net.Pipe()
	listener <- served
	began := time.Now()
	send(t, conn, "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"+expect+"\r\n")
	if expect != "" {
		if status, _ := answer(t, conn); status != http.StatusContinue {
			t.Fatalf("the client is answered %d", status)
		}
	}
	send(t, conn, "{\"a\":")
	status, body := answer(t, conn)
	if err := <-read; err == nil || status != 400 || !strings.Contains(body, "came too slowly") {
		t.Errorf("%d %s (%v)", status, body, err)
	}
	if waited := time.Since(began); waited < limits.BodyStall || waited > limits.BodyStall+time.Second { // of the bubble
		t.Errorf("refused after %s", waited)
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute)) // of the bubble
	if rest, err := io.ReadAll(conn); err != nil || len(rest) > 0 {
		t.Errorf("the connection goes on: %v %s", err, rest)
	}
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
