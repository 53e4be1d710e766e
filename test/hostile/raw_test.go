package hostile_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// rawLimit is how long an answer to a raw request may take before the test calls it a hang.
const rawLimit = 90 * time.Second

// dial opens a connection that no client library tidies up.
func dial(t *testing.T, s *skeetertest.Server) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Address())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(rawLimit)); err != nil {
		t.Fatal(err)
	}
	return c
}

// raw sends bytes as they are and reads one answer; its status is 0 when the server closes without one.
func raw(t *testing.T, s *skeetertest.Server, request string) skeetertest.Answer {
	t.Helper()
	c := dial(t, s)
	defer c.Close()
	_, _ = io.WriteString(c, request) // a server that refuses early stops reading; its answer is read below
	return readAnswer(t, bufio.NewReader(c))
}

// readAnswer reads one answer of a connection.
func readAnswer(t *testing.T, from *bufio.Reader) skeetertest.Answer {
	t.Helper()
	resp, err := http.ReadResponse(from, nil)
	if err != nil {
		if os.IsTimeout(err) {
			t.Errorf("no answer within %s", rawLimit)
		}
		return skeetertest.Answer{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("the body broke off: %v", err)
	}
	return skeetertest.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}
}

// rawGet asks for a target that is put into the request line as it is. Headers are lines.
func rawGet(t *testing.T, s *skeetertest.Server, target string, headers ...string) skeetertest.Answer {
	t.Helper()
	lines := append([]string{"GET " + target + " HTTP/1.1", "Connection: close"}, headers...)
	if !strings.Contains(strings.ToLower(strings.Join(headers, "\n")), "host:") {
		lines = append(lines, "Host: "+s.Address())
	}
	return raw(t, s, strings.Join(lines, "\r\n")+"\r\n\r\n")
}
