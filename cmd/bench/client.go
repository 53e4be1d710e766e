package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// client is one HTTP/1.1 connection with little overhead, so that the time of a request is that of the server.
type client struct {
	conn    net.Conn
	in      *bufio.Reader
	text    *textproto.Reader
	headers string
}

func dial(base string, headers ...string) (*client, error) {
	host := strings.TrimPrefix(base, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), headers: "Host: " + host + "\r\n"}
	c.text = textproto.NewReader(c.in)
	for _, h := range headers {
		c.headers += h + "\r\n"
	}
	return c, nil
}

// reply is an answer without its body, which is discarded.
type reply struct {
	status int
	bytes  int64
	etag   string
	took   time.Duration
}

// get sends a request, with header lines in more, and reads the whole answer.
func (c *client) get(path, more string) (reply, error) {
	return c.send(path, "GET "+path+" HTTP/1.1\r\n"+c.headers+more+"\r\n")
}

// post sends a body of JSON and reads the whole answer.
func (c *client) post(path, body string) (reply, error) {
	return c.send(path, fmt.Sprintf("POST %s HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, c.headers, len(body), body))
}

func (c *client) send(path, request string) (r reply, err error) {
	began := time.Now()
	if _, err := io.WriteString(c.conn, request); err != nil {
		return r, err
	}
	line, err := c.text.ReadLine()
	if err != nil {
		return r, err
	}
	if _, err := fmt.Sscanf(line, "HTTP/1.1 %d", &r.status); err != nil {
		return r, fmt.Errorf("%s: %q", path, line)
	}
	for {
		line, err := c.text.ReadLine()
		if err != nil {
			return r, err
		}
		if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "Content-Length":
			if r.bytes, err = strconv.ParseInt(value, 10, 64); err != nil {
				return r, err
			}
		case "Etag":
			r.etag = value
		case "Transfer-Encoding":
			return r, errors.New(path + " is chunked, which this client does not read")
		}
	}
	if _, err := io.CopyN(io.Discard, c.in, r.bytes); err != nil {
		return r, err
	}
	r.took = time.Since(began)
	if r.status >= 400 {
		return r, fmt.Errorf("%s: status %d", path, r.status)
	}
	return r, nil
}

// load is the result of several clients together.
type load struct {
	times     []time.Duration
	perSecond float64
}

// hammer sends requests from several clients for hammerTime; request returns the n-th one.
func hammer(ctx context.Context, base string, clients int, request func(n int) (path, more string), headers ...string) load {
	ctx, cancel := context.WithTimeout(ctx, hammerTime)
	defer cancel()
	var next atomic.Int64
	var mu sync.Mutex
	var out load
	var errs []error
	began := time.Now()
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			c, err := dial(base, headers...)
			var times []time.Duration
			for err == nil && ctx.Err() == nil {
				path, more := request(int(next.Add(1)))
				var r reply
				if r, err = c.get(path, more); err == nil {
					times = append(times, r.took)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			out.times = append(out.times, times...)
			errs = append(errs, err)
		})
	}
	group.Wait()
	out.perSecond = float64(len(out.times)) / time.Since(began).Seconds()
	check(errors.Join(errs...))
	return out
}
