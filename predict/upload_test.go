package predict

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// checkAnswer runs a handler and fails on an error that is not the client's, other than the missing model.
func checkAnswer(t *testing.T, handler httpapi.HandlerFunc, r *http.Request) {
	t.Helper()
	err := handler(httptest.NewRecorder(), r)
	known := new(httpapi.Error)
	if err == nil || errors.As(err, &known) && (known.Status < 500 || known.Type == httpapi.TypeModelNotConfigured) {
		return
	}
	t.Errorf("%v", err)
}

const fileHeader = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"

// endless sends bytes until it is told to stop.
type endless struct {
	sent    atomic.Int64
	stopped atomic.Bool
}

func (e *endless) Read(p []byte) (int, error) {
	if e.stopped.Load() {
		return 0, io.ErrClosedPipe
	}
	e.sent.Add(int64(len(p)))
	return len(p), nil
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	for name, extra := range map[string]int{"1 byte": 1, "1 MB": 1 << 20, "30 MB": 30 << 20} {
		a := postForm(t, s, "/predict", part{"file", "a.jpg", append([]byte("\xff\xd8\xff"), make([]byte, picture.MaxFile-3+extra)...)})
		if a.status != 413 || a.Type != "payload_too_large" {
			t.Errorf("%s too large: %d %s", name, a.status, a.body)
		}
	}
	// Exactly the limit is no size error; it is not a picture either.
	if a := postForm(t, s, "/predict", part{"file", "a.jpg", make([]byte, picture.MaxFile)}); a.status != 400 {
		t.Errorf("10 MB: %d %s", a.status, a.body)
	}
}

func TestEndlessBody(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	body := new(endless)
	t.Cleanup(func() { body.stopped.Store(true) })
	a := post(t, s, "/predict", "multipart/form-data; boundary=x", io.MultiReader(strings.NewReader(fileHeader), body))
	if a.status != 413 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if sent := body.sent.Load(); sent > 2*(picture.MaxFile+64<<20) { // what httpapi reads of a body that was refused
		t.Errorf("%d bytes of a refused body were taken", sent)
	}
}

// dial sends the beginning of a request and leaves the connection open.
func dial(t *testing.T, s *httptest.Server, request string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	return c
}

func answered(t *testing.T, c net.Conn) reply {
	t.Helper()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

// TestRefusedAndStalled: a client that was refused and stops sending sees why.
func TestRefusedAndStalled(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	for name, body := range map[string]string{
		"known length": "Content-Length: 100000\r\n\r\nabc",
		"chunked":      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
	} {
		c := dial(t, s, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+body)
		if a := answered(t, c); a.status != 415 || a.Type != "unsupported_media_type" {
			t.Errorf("%s: %d %q", name, a.status, a.body)
		}
	}
}

// TestRefusedBeforeSending: a client that asks first is answered before it sends anything.
func TestRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	c := dial(t, s, fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n"+
		"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", 1<<30))
	if a := answered(t, c); a.status != 413 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestConnectionSurvivesRefusal: what was refused is read, so the next request goes over the same connection.
func TestConnectionSurvivesRefusal(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	body := strings.Repeat("x", 1<<20)
	c := dial(t, s, fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
	in := bufio.NewReader(c)
	for range 2 {
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := read(t, resp); a.status != 415 || resp.Close {
			t.Errorf("%d %s, closes: %v", a.status, a.body, resp.Close)
		}
		_, _ = fmt.Fprintf(c, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx")
	}
}

// TestClientGoesAway: an upload that breaks off gives its place back.
func TestClientGoesAway(t *testing.T) {
	t.Parallel()
	var p *Predict
	s := newServer(t, Options{}, func(q *Predict) { p = q })
	for range 3 {
		c := dial(t, s, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n"+fileHeader)
		_ = c.Close()
	}
	testenv.Eventually(t, "an upload whose client left holds no place", func() bool { return p.uploadSlots.TryAcquire(maxUploads) })
}

func TestTooManyUploads(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{}, func(p *Predict) { p.uploadSlots.TryAcquire(maxUploads) })
	resp, err := http.Post(s.URL+"/predict", "multipart/form-data; boundary=x", bytes.NewReader(make([]byte, 1<<20)))
	if err != nil {
		t.Fatal(err)
	}
	if a := read(t, resp); a.status != 503 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestManyAtOnce has more pictures than may be decoded at a time.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}})
	img := picturetest.PNG(t, image.NewGray(image.Rect(0, 0, 300, 300)))
	status := make(chan int)
	for range 20 {
		go func() {
			body, contentType := formOf(part{"file", "a.png", img})
			resp, err := http.Post(s.URL+"/predict", contentType, bytes.NewReader(body))
			if err != nil {
				status <- 0
				return
			}
			_ = resp.Body.Close()
			status <- resp.StatusCode
		}()
	}
	for range 20 {
		if got := <-status; got != 200 {
			t.Errorf("status %d", got)
		}
	}
}

// TestHalfClosed: a client that closes its sending side before the body is complete gets no success.
func TestHalfClosed(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	c := dial(t, s, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n")
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	raw, _ := io.ReadAll(c)
	if bytes.Contains(raw, []byte(" 200 ")) {
		t.Errorf("%s", raw)
	}
}
