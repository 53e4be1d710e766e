package main_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// rawLimit is how long an answer to a raw request may take before the test calls it a hang.
const rawLimit = 90 * time.Second

// address is host:port of the server.
func (s *server) address() string { return strings.TrimPrefix(s.base, "http://") }

// dial opens a connection that no client library tidies up.
func (s *server) dial() net.Conn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.address())
	if err != nil {
		s.t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(rawLimit)); err != nil {
		s.t.Fatal(err)
	}
	return c
}

// raw sends bytes as they are and reads one answer; its status is 0 when the server closes without one.
func (s *server) raw(request string) answer {
	s.t.Helper()
	c := s.dial()
	defer c.Close()
	_, _ = io.WriteString(c, request) // a server that refuses early stops listening: its answer tells
	return readAnswer(s.t, bufio.NewReader(c))
}

// readAnswer reads one answer of a connection.
func readAnswer(t *testing.T, from *bufio.Reader) answer {
	t.Helper()
	resp, err := http.ReadResponse(from, nil)
	if err != nil {
		if os.IsTimeout(err) {
			t.Errorf("no answer within %s", rawLimit)
		}
		return answer{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("the body broke off: %v", err)
	}
	return answer{resp.StatusCode, resp.Header, body}
}

// rawGet asks for a target that is put into the request line as it is. Headers are lines.
func (s *server) rawGet(target string, headers ...string) answer {
	s.t.Helper()
	lines := append([]string{"GET " + target + " HTTP/1.1", "Connection: close"}, headers...)
	if !strings.Contains(strings.ToLower(strings.Join(headers, "\n")), "host:") {
		lines = append(lines, "Host: "+s.address())
	}
	return s.raw(strings.Join(lines, "\r\n") + "\r\n\r\n")
}
