package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, errors.New("read")
}

// TestDeclaredBodyThatIsTooLarge is refused before anything of it is read, when it is very large or its client waits for leave.
func TestDeclaredBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	for expect, length := range map[string]int64{"": 10 << 30, "100-continue": httpapi.MaxJSONBody + 1} {
		r := httptest.NewRequest(http.MethodPost, "/", untouched{t})
		r.Header.Set("Content-Type", "application/json")
		if expect != "" {
			r.Header.Set("Expect", expect)
		}
		r.ContentLength = length
		w := httptest.NewRecorder()
		_, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, "application/json")
		if refused := new(httpapi.Error); !errors.As(err, &refused) || refused.Status != http.StatusRequestEntityTooLarge || w.Header().Get("Connection") != "close" {
			t.Errorf("%d bytes: %v, %v", length, err, w.Header())
		}
	}
}

// TestBodyThatIsTooLarge is read to its end, so that a client which sends all of it first sees the answer, on a connection that
// goes on.
func TestBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := httpapi.ReadBody(w, r, httpapi.MaxJSONBody, "application/json"); err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}
	}))
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
		for range 2 {
			if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+length+"\r\n\r\n"+sent); err != nil {
				t.Fatalf("%s: %v", length, err)
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || resp.StatusCode != http.StatusRequestEntityTooLarge || resp.Close {
				t.Fatalf("%s: %v, %v", length, resp, err)
			}
			resp.Body.Close()
		}
		conn.Close()
	}
}
