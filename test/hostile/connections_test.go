package hostile_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, func(t skeetertest.T) { shared.t = t })) }

// amount says how much these tests send.
type amount struct {
	slow, idle int    // connections
	every      int    // of the injections, one of so many
	cuts       int    // clients that leave in the middle of a layer
	records    string // of that layer
}

// amounts are those of the long form or of the short one.
func amounts() amount {
	if testenv.Long() {
		return amount{slow: 500, idle: 10_000, every: 1, cuts: 2000, records: "5000"}
	}
	return amount{slow: 12, idle: 600, every: len(injections), cuts: 60, records: "1000"} // a string in each place
}

// askPause is between the questions of the other client. It leaves the processors to the attack, which may take a minute.
const askPause = 300 * time.Millisecond

// target is a server that a test attacks, while another client asks it ordinary questions all the time.
type target struct {
	*skeetertest.Server
	t       *testing.T
	before  resources
	records int // that are there in the end
	asked   atomic.Int64
	worst   time.Duration
	stop    context.CancelFunc
	ended   sync.WaitGroup
}

// resources are what has to be free again after an attack.
type resources struct{ goroutines, descriptors, resident int }

// attack begins one: from now on another client asks its questions.
func attack(t *testing.T, server *skeetertest.Server) *target {
	t.Helper()
	s := &target{Server: server, t: t}
	for range 20 {
		s.askAll()
	}
	s.before, s.records = s.resources(), s.Count(skeetertest.Observations)
	ctx, cancel := context.WithCancel(t.Context())
	s.stop = cancel
	s.ended.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			s.askAll()
			s.worst = max(s.worst, time.Since(began))
			time.Sleep(askPause)
		}
	})
	return s
}

// askAll asks one question of each kind and wants an answer to each.
func (s *target) askAll() {
	for path, status := range map[string]int{"/livez": 200, skeetertest.Observations + "?limit=1": 200, skeetertest.API + "/stats": 200, "/static/docs.css": 200,
		skeetertest.API + "/tiles/observations/0/0/0.mvt": 200, skeetertest.Observations + "/" + skeetertest.OwnID: 200} {
		ctx, cancel := context.WithTimeout(context.Background(), rawLimit)
		a, err := s.Try(ctx, http.MethodGet, path, "")
		cancel()
		if err != nil {
			s.t.Errorf("the others are not answered: %v", err)
			return
		}
		if a.Status != status {
			s.t.Errorf("the others get %d from %s", a.Status, path)
		}
		s.asked.Add(1)
	}
}

func (s *target) resources() resources {
	metrics := s.Get("/metrics")
	value := func(name string) int {
		v, _ := skeetertest.Series(s.t, metrics, name)
		return int(v)
	}
	return resources{value("go_goroutines"), value("process_open_fds"), value("process_resident_memory_bytes")}
}

// What a server may hold more after an attack than before: a few pooled connections and their goroutines, and memory that the
// collector has not given back to the system yet.
const (
	slackGoroutines = 40
	slackMemory     = 300 << 20
)

// memoryLimit is what a server may hold that held so much before. The race detector keeps up to ten bytes for each of the program's.
func memoryLimit(before int) int {
	slack := slackMemory
	if strings.Contains(os.Getenv("GOFLAGS"), "-race") {
		slack *= 10
	}
	return before + slack
}

// released ends the attack and checks that no other client went without an answer, and that what the attack took is free again.
func (s *target) released(what string) {
	s.t.Helper()
	during := s.resources()
	s.stop()
	s.ended.Wait()
	s.Client.CloseIdleConnections()
	var after resources
	testenv.Succeeds(s.t, "what "+what+" took is free", func() error {
		after = s.resources()
		if after.goroutines > s.before.goroutines+slackGoroutines || after.descriptors > s.before.descriptors+slackGoroutines || after.resident > memoryLimit(s.before.resident) {
			return fmt.Errorf("the server holds %+v, before %+v", after, s.before)
		}
		return nil
	})
	s.t.Logf("%s: %d other requests answered, six in %s at the slowest; before %+v, during %+v, after %+v",
		what, s.asked.Load(), s.worst.Round(time.Millisecond), s.before, during, after)
	if strings.Contains(s.Log.String(), "level=ERROR") || strings.Contains(s.Log.String(), "panic") {
		s.t.Errorf("the log has errors: %.2000s", s.Log)
	}
	if n := s.Count(skeetertest.Observations); n != s.records {
		s.t.Errorf("%d records, want %d", n, s.records)
	}
}

// drip sends a beginning, then a byte every half second until the server has enough of it.
func (s *target) drip(beginning, drop string) {
	c, err := net.Dial("tcp", s.Address())
	if err != nil {
		s.t.Error(err)
		return
	}
	defer c.Close()
	_, _ = io.WriteString(c, beginning)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = c.SetReadDeadline(time.Now().Add(rawLimit))
		if _, err := io.Copy(io.Discard, c); err != nil && os.IsTimeout(err) {
			s.t.Errorf("a client that sends byte by byte still holds its connection after %s: %.60q", rawLimit, beginning)
		}
	}()
	for i := 0; ; i++ {
		select {
		case <-closed:
			return
		case <-time.After(500 * time.Millisecond):
			_, _ = io.WriteString(c, drop[i%len(drop):i%len(drop)+1])
		}
	}
}

// TestSlowLoris: headers and bodies that come byte by byte, on many connections. The short form sends no bodies, for which a server waits a minute:
// TestDrippedJSON and TestDrippedUpload of package predict send them in a bubble.
func TestSlowLoris(t *testing.T) {
	t.Parallel()
	s := attack(t, toAttack(t, skeetertest.BundledModel))
	const form = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
	attacks := []struct{ beginning, drop string }{
		{"", "GET / HTTP/1.1\r\nHost: x\r\n"},
		{"GET /livez HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"},
		{"POST " + skeetertest.API + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n", "{ "},
		{"POST " + skeetertest.API + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"},
		{"PATCH " + skeetertest.API + "/observations/" + skeetertest.OwnID + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n", "{ "},
		{"POST " + skeetertest.API + "/predict HTTP/1.1\r\nHost: x\r\n" + form, "x"},
	}
	if !testenv.Long() {
		attacks = attacks[:2]
	}
	var all sync.WaitGroup
	for i := range amounts().slow {
		all.Go(func() { s.drip(attacks[i%len(attacks)].beginning, attacks[i%len(attacks)].drop) })
	}
	all.Wait()
	s.released(fmt.Sprintf("%d connections byte by byte", amounts().slow))
}

// TestIdleConnections keeps connections open that never send anything, and ones that sent one request.
func TestIdleConnections(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = limit.Max
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	want := min(amounts().idle, int(limit.Max)-1000)
	s := oneToAttack(t)
	conns := make([]net.Conn, 0, want)
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range want {
		c, err := net.Dial("tcp", s.Address())
		if err != nil {
			t.Fatalf("after %d connections: %v", len(conns), err)
		}
		conns = append(conns, c)
		if i%2 == 0 {
			if _, err := io.WriteString(c, "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			if a := readAnswer(t, bufio.NewReader(c)); a.Status != 200 {
				t.Fatalf("connection %d: %d", i, a.Status)
			}
		}
	}
	held := s.resources()
	if held.descriptors < want/2 {
		t.Errorf("the server has %d connections of %d", held.descriptors, want)
	}
	s.askAll()
	t.Logf("%d idle connections: %+v", want, held)
	for _, c := range conns {
		_ = c.Close()
	}
	conns = nil
	s.released(fmt.Sprintf("%d idle connections", want))
}

// TestHugeRequests: headers and bodies without end are refused before they take memory.
func TestHugeRequests(t *testing.T) {
	s := oneToAttack(t)
	const post = "POST " + skeetertest.API + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	const upload = "POST " + skeetertest.API + "/predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n"
	const part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "X-%d: %d\r\n", i, i)
		}
		return b.String()
	}
	endless := func(c net.Conn, piece string, megabytes int) {
		block := strings.Repeat(piece, 1<<20/len(piece))
		for range megabytes {
			if _, err := io.WriteString(c, block); err != nil {
				return // the server has closed the connection
			}
		}
	}
	for _, tc := range []struct {
		name, request string
		piece         string // repeated after the request
		statuses      []int  // 0: the connection ended without an answer
	}{
		{"one header of 10 MB", "GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ", "a", []int{431, 0}},
		{"headers without end", "GET /livez HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n", []int{431, 0}},
		{"a header without end", "GET /livez HTTP/1.1\r\nHost: x\r\nX-A: b\r\n", " b\r\n", []int{431, 400, 0}},
		{"a target of 10 MB", "GET /", "a", []int{431, 400, 414, 0}},
		{"a method of 10 MB", "", "A", []int{431, 400, 0}},
		{"10 GB of JSON declared", post + "Content-Length: 10737418240\r\n\r\n", " ", []int{413, 0}},
		{"10 GB of upload declared", upload + "Content-Length: 10737418240\r\n\r\n" + part, "a", []int{413, 0}},
		{"JSON in chunks without end", post + "Transfer-Encoding: chunked\r\n\r\n", "10\r\n                \r\n", []int{413, 0}},
		{"an upload in chunks without end", upload + "Transfer-Encoding: chunked\r\n\r\n" + strconv.FormatInt(int64(len(part)), 16) + "\r\n" + part + "\r\n", "10\r\naaaaaaaaaaaaaaaa\r\n", []int{413, 0}},
		{"a chunk extension without end", post + "Transfer-Encoding: chunked\r\n\r\n1;", "a", []int{400, 413, 0}},
		{"a chunk of 16 EB", post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", " ", []int{413, 400, 0}},
		{"trailers without end", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "X-A: b\r\n", []int{413, 400, 422, 431, 0}},
		{"a body that no route reads", "GET " + skeetertest.API + "/stats HTTP/1.1\r\nHost: x\r\nContent-Length: 10737418240\r\n\r\n", "a", []int{200}},
		{"a body for nobody", "POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "10\r\naaaaaaaaaaaaaaaa\r\n", []int{404}},
	} {
		c := dial(t, s.Server)
		_, _ = io.WriteString(c, tc.request)
		go endless(c, tc.piece, 200)
		a := readAnswer(t, bufio.NewReader(c))
		_ = c.Close()
		if !slices.Contains(tc.statuses, a.Status) {
			t.Errorf("%s: %d %.200s", tc.name, a.Status, a.Body)
		}
	}
	for n, statuses := range map[int][]int{1000: {200}, 100_000: {431, 0}} {
		if a := raw(t, s.Server, "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"+many(n)+"\r\n"); !slices.Contains(statuses, a.Status) {
			t.Errorf("%d headers: %d", n, a.Status)
		}
	}
	if a := raw(t, s.Server, post+"Content-Length: 10737418240\r\nExpect: 100-continue\r\n\r\n"); a.Status >= 500 {
		t.Errorf("10 GB asked for: %d", a.Status)
	}
	s.released("requests without measure")
}

// TestSmuggledRequests: a request whose end two servers could see in different places is refused, or its connection is closed, so
// that nothing that a proxy took for a body is answered as a request.
func TestSmuggledRequests(t *testing.T) {
	s := oneToAttack(t)
	const hidden = "GET " + skeetertest.API + "/hidden HTTP/1.1\r\nHost: x\r\n\r\n"
	head := "POST " + skeetertest.API + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	length := "Content-Length: " + strconv.Itoa(len(hidden)) + "\r\n"
	both := "Content-Length: " + strconv.Itoa(len("0\r\n\r\n"+hidden)) + "\r\n"
	for name, request := range map[string]string{
		"both lengths":               head + both + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
		"both, the other order":      head + "Transfer-Encoding: chunked\r\n" + both + "\r\n0\r\n\r\n" + hidden,
		"two lengths":                head + "Content-Length: 0\r\n" + length + "\r\n" + hidden,
		"a list of lengths":          head + "Content-Length: 0, " + strconv.Itoa(len(hidden)) + "\r\n\r\n" + hidden,
		"a length with a sign":       head + "Content-Length: +0\r\n\r\n" + hidden,
		"a negative length":          head + "Content-Length: -1\r\n\r\n" + hidden,
		"a hexadecimal length":       head + "Content-Length: 0x0\r\n\r\n" + hidden,
		"a space before the colon":   head + "Content-Length : 0\r\n\r\n" + hidden,
		"a tab before the colon":     head + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n" + hidden,
		"two encodings":              head + both + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + hidden,
		"a list of encodings":        head + both + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" + hidden,
		"an unknown encoding":        head + both + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + hidden,
		"an encoding with a tab":     head + both + "Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + hidden,
		"an encoding with VT":        head + both + "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n" + hidden,
		"a folded encoding":          head + both + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + hidden,
		"a header that ends by LF":   head + "X-A: b\nTransfer-Encoding: chunked\r\n" + both + "\r\n0\r\n\r\n" + hidden,
		"a header that ends by CR":   head + "X-A: b\rTransfer-Encoding: chunked\r\n" + both + "\r\n0\r\n\r\n" + hidden,
		"NUL in a header":            head + "X-A: \x00b\r\n" + both + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
		"a chunk size with a sign":   head + "Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n" + hidden,
		"a chunk size with 0x":       head + "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n" + hidden,
		"a chunk size too large":     head + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n" + hidden,
		"chunks that end by LF":      head + both + "Transfer-Encoding: chunked\r\n\r\n0\n\n" + hidden,
		"HTTP/1.0 in chunks":         strings.Replace(head, "1.1", "1.0", 1) + both + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
		"no Host":                    strings.Replace(head, "Host: x\r\n", "", 1) + length + "\r\n" + hidden,
		"two Hosts":                  head + "Host: y\r\n" + length + "\r\n" + hidden,
		"a target of two lines":      "GET /livez\r\n HTTP/1.1\r\nHost: x\r\n\r\n" + hidden,
		"HTTP/2 without an upgrade":  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + hidden,
		"an upgrade to HTTP/2":       "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: " + strconv.Itoa(len(hidden)) + "\r\n\r\n" + hidden,
		"a body for a GET":           "GET /livez HTTP/1.1\r\nHost: x\r\n" + length + "\r\n" + hidden,
		"a body for a HEAD":          "HEAD /livez HTTP/1.1\r\nHost: x\r\n" + length + "\r\n" + hidden,
		"a length hidden by options": "OPTIONS /livez HTTP/1.1\r\nHost: x\r\nConnection: Content-Length\r\n" + length + "\r\n" + hidden,
		"HTTP/0.9":                   "GET /livez\r\n" + hidden,
		"a tunnel":                   "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n" + length + "\r\n" + hidden,
	} {
		c := dial(t, s.Server)
		_, _ = io.WriteString(c, request)
		_ = c.(*net.TCPConn).CloseWrite()
		said, err := io.ReadAll(c)
		_ = c.Close()
		if err != nil && os.IsTimeout(err) {
			t.Errorf("%s: no answer within %s", name, rawLimit)
		}
		if bytes.Contains(said, []byte("HTTP/1.1 404")) && bytes.Count(said, []byte("HTTP/1.1 ")) > 1 {
			t.Errorf("%s: the hidden request is answered:\n%.1500s", name, said)
		}
		if bytes.Contains(said, []byte("HTTP/1.1 5")) && !bytes.Contains(said, []byte("HTTP/1.1 501")) && !bytes.Contains(said, []byte("HTTP/1.1 505")) {
			t.Errorf("%s: %.300s", name, said)
		}
		if bytes.Contains(said, []byte("101 Switching")) || bytes.Contains(said, []byte("SSH-")) {
			t.Errorf("%s: %.300s", name, said)
		}
	}
	s.released("smuggled requests")
}
