package main_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// siege says how much the hostile tests send: `make test-hostile` sets the variable, `make test` takes the short form.
var siege = struct{ slow, idle, every int }{slow: 60, idle: 600, every: 32}

func init() {
	if os.Getenv("SKEETER_TEST_HOSTILE") != "" {
		siege.slow, siege.idle, siege.every = 500, 10_000, 1
	}
}

// besieged is a server that a test attacks, while somebody else asks it ordinary questions all the time.
type besieged struct {
	*server
	before  vitals
	records int // that are there in the end
	asked   atomic.Int64
	worst   time.Duration
	stop    context.CancelFunc
	ended   sync.WaitGroup
}

// vitals are what has to come back after an attack.
type vitals struct{ goroutines, descriptors, resident int }

func besiege(t *testing.T) *besieged {
	t.Helper()
	h := newHome(t, "SKEETER_DEMO=false")
	b := &besieged{server: h.serve(), records: 1}
	b.do("POST", apiBase+"/observations", "application/json", `{"id":"`+ownID+`",`+observation[1:])
	for range 20 {
		b.askAll()
	}
	b.before = b.vitals()
	ctx, cancel := context.WithCancel(t.Context())
	b.stop = cancel
	b.ended.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			b.askAll()
			b.worst = max(b.worst, time.Since(began))
			time.Sleep(20 * time.Millisecond)
		}
	})
	return b
}

// askAll asks one question of each kind and wants an answer to each.
func (b *besieged) askAll() {
	for path, status := range map[string]int{"/livez": 200, apiBase + "/observations?limit=1": 200, apiBase + "/stats": 200, "/static/docs.css": 200,
		apiBase + "/tiles/observations/0/0/0.mvt": 200, apiBase + "/observations/" + ownID: 200} {
		client := http.Client{Timeout: rawLimit}
		resp, err := client.Get(b.base + path)
		if err != nil {
			b.t.Errorf("the others are not answered: %v", err)
			return
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != status {
			b.t.Errorf("the others get %d from %s", resp.StatusCode, path)
		}
		b.asked.Add(1)
	}
}

func (b *besieged) vitals() vitals {
	var v vitals
	for line := range strings.Lines(string(b.get("/metrics").body)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, _ := strconv.ParseFloat(value, 64)
		switch name {
		case "go_goroutines":
			v.goroutines = int(n)
		case "process_open_fds":
			v.descriptors = int(n)
		case "process_resident_memory_bytes":
			v.resident = int(n)
		}
	}
	return v
}

// What a server may hold more after an attack than before: a few pooled connections and their goroutines, and memory that the
// collector has not given back to the system yet.
const (
	slackGoroutines = 40
	slackMemory     = 300 << 20
)

// relieved ends the siege: nobody else was kept waiting in vain, and what the attack held is free again.
func (b *besieged) relieved(what string) {
	b.t.Helper()
	during := b.vitals()
	b.stop()
	b.ended.Wait()
	http.DefaultClient.CloseIdleConnections()
	var after vitals
	for until := time.Now().Add(rawLimit); ; time.Sleep(500 * time.Millisecond) {
		after = b.vitals()
		if after.goroutines <= b.before.goroutines+slackGoroutines && after.descriptors <= b.before.descriptors+slackGoroutines && after.resident <= b.before.resident+slackMemory {
			break
		}
		if time.Now().After(until) {
			b.t.Errorf("after %s the server holds %+v, before %+v", what, after, b.before)
			break
		}
	}
	b.t.Logf("%s: %d other requests answered, six in %s at the slowest; before %+v, during %+v, after %+v",
		what, b.asked.Load(), b.worst.Round(time.Millisecond), b.before, during, after)
	if strings.Contains(b.log.String(), "level=ERROR") || strings.Contains(b.log.String(), "panic") {
		b.t.Errorf("the log has errors: %.2000s", b.log)
	}
	if n := b.count(apiBase + "/observations"); n != b.records {
		b.t.Errorf("%d records, want %d", n, b.records)
	}
}

// drip sends a beginning, then a byte every half second until the server has enough of it.
func (b *besieged) drip(beginning, drop string) {
	c, err := net.Dial("tcp", b.address())
	if err != nil {
		b.t.Error(err)
		return
	}
	defer c.Close()
	_, _ = io.WriteString(c, beginning)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = c.SetReadDeadline(time.Now().Add(rawLimit))
		if _, err := io.Copy(io.Discard, c); err != nil && os.IsTimeout(err) {
			b.t.Errorf("a client that sends byte by byte still holds its connection after %s: %.60q", rawLimit, beginning)
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

// TestSlowLoris: headers and bodies that come byte by byte, on many connections.
func TestSlowLoris(t *testing.T) {
	t.Parallel()
	b := besiege(t)
	const form = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
	attacks := []struct{ beginning, drop string }{
		{"", "GET / HTTP/1.1\r\nHost: x\r\n"},
		{"GET /livez HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"},
		{"POST " + apiBase + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n", "{ "},
		{"POST " + apiBase + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"},
		{"PATCH " + apiBase + "/observations/" + ownID + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n", "{ "},
		{"POST " + apiBase + "/predict HTTP/1.1\r\nHost: x\r\n" + form, "x"},
	}
	var all sync.WaitGroup
	for i := range siege.slow {
		all.Go(func() { b.drip(attacks[i%len(attacks)].beginning, attacks[i%len(attacks)].drop) })
	}
	all.Wait()
	b.relieved(fmt.Sprintf("%d connections byte by byte", siege.slow))
}

// TestIdleConnections holds connections that never say anything, and ones that said something once.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = limit.Max
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	want := min(siege.idle, int(limit.Max)-1000)
	b := besiege(t)
	conns := make([]net.Conn, 0, want)
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range want {
		c, err := net.Dial("tcp", b.address())
		if err != nil {
			t.Fatalf("after %d connections: %v", len(conns), err)
		}
		conns = append(conns, c)
		if i%2 == 0 {
			if _, err := io.WriteString(c, "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			if a := readAnswer(t, bufio.NewReader(c)); a.status != 200 {
				t.Fatalf("connection %d: %d", i, a.status)
			}
		}
	}
	held := b.vitals()
	if held.descriptors < want/2 {
		t.Errorf("the server has %d connections of %d", held.descriptors, want)
	}
	b.askAll()
	t.Logf("%d idle connections: %+v", want, held)
	for _, c := range conns {
		_ = c.Close()
	}
	conns = nil
	b.relieved(fmt.Sprintf("%d idle connections", want))
}

// TestHugeRequests: headers and bodies without measure are refused before they take memory.
func TestHugeRequests(t *testing.T) {
	t.Parallel()
	b := besiege(t)
	const post = "POST " + apiBase + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	const upload = "POST " + apiBase + "/predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n"
	const part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
	many := func(n int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, "X-%d: %d\r\n", i, i)
		}
		return s.String()
	}
	endless := func(c net.Conn, piece string, megabytes int) {
		block := strings.Repeat(piece, 1<<20/len(piece))
		for range megabytes {
			if _, err := io.WriteString(c, block); err != nil {
				return // it has enough
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
		{"a body that no route reads", "GET " + apiBase + "/stats HTTP/1.1\r\nHost: x\r\nContent-Length: 10737418240\r\n\r\n", "a", []int{200}},
		{"a body for nobody", "POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "10\r\naaaaaaaaaaaaaaaa\r\n", []int{404}},
	} {
		c := b.dial()
		_, _ = io.WriteString(c, tc.request)
		go endless(c, tc.piece, 200)
		a := readAnswer(t, bufio.NewReader(c))
		_ = c.Close()
		if !contains(tc.statuses, a.status) {
			t.Errorf("%s: %d %.200s", tc.name, a.status, a.body)
		}
	}
	for n, statuses := range map[int][]int{1000: {200}, 100_000: {431, 0}} {
		if a := b.raw("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + many(n) + "\r\n"); !contains(statuses, a.status) {
			t.Errorf("%d headers: %d", n, a.status)
		}
	}
	if a := b.raw(post + "Content-Length: 10737418240\r\nExpect: 100-continue\r\n\r\n"); a.status >= 500 {
		t.Errorf("10 GB asked for: %d", a.status)
	}
	b.relieved("requests without measure")
}

func contains(list []int, n int) bool {
	for _, one := range list {
		if one == n {
			return true
		}
	}
	return false
}

// TestSmuggledRequests: a request whose end two servers could see in different places is refused, or its connection ends with it,
// so that nothing that a proxy took for a body is answered as a request.
func TestSmuggledRequests(t *testing.T) {
	t.Parallel()
	b := besiege(t)
	const hidden = "GET " + apiBase + "/hidden HTTP/1.1\r\nHost: x\r\n\r\n"
	head := "POST " + apiBase + "/observations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
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
		c := b.dial()
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
	b.relieved("smuggled requests")
}
