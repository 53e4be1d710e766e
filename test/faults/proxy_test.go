package faults_test

import (
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy is a TCP proxy between a server and its database, or its object store, which can fail as networks do.
type proxy struct {
	listener net.Listener
	network  string // unix or tcp
	to       string
	still    atomic.Bool  // nothing passes, without an error
	closed   atomic.Bool  // new connections are cut at once
	most     atomic.Int64 // bytes to the server after which a connection is cut; 0 for any

	mu    sync.Mutex
	conns map[net.Conn]bool
}

// newProxy returns a proxy to the deployment's database, and the address of the database through it.
func newProxy(d *deployment) (*proxy, string) {
	d.t.Helper()
	y := newProxyTo(d, "unix", filepath.Join(d.databaseDir(), "socket", ".s.PGSQL.5432"))
	return y, "postgres://skeeter@" + y.listener.Addr().String() + "/skeeter?sslmode=disable"
}

func newProxyTo(d *deployment, network, address string) *proxy {
	d.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		d.t.Fatal(err)
	}
	y := &proxy{listener: listener, network: network, to: address, conns: map[net.Conn]bool{}}
	go y.accept()
	d.t.Cleanup(func() { y.end(d.t) })
	return y
}

func (y *proxy) end(t *testing.T) {
	t.Helper()
	_ = y.listener.Close()
	y.cut()
}

func (y *proxy) accept() {
	for {
		in, err := y.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial(y.network, y.to)
		if err != nil || y.closed.Load() {
			_ = in.Close()
			if out != nil {
				_ = out.Close()
			}
			continue
		}
		y.mu.Lock()
		y.conns[in], y.conns[out] = true, true
		y.mu.Unlock()
		go y.pass(out, in, 0)
		go y.pass(in, out, y.most.Load())
	}
}

// pass copies from one end to the other until one is gone, or the most bytes have passed.
func (y *proxy) pass(to, from net.Conn, most int64) {
	defer y.drop(to, from)
	buffer := make([]byte, 16<<10)
	for passed := int64(0); ; {
		n, err := from.Read(buffer)
		for y.still.Load() {
			time.Sleep(10 * time.Millisecond)
		}
		if passed += int64(n); most > 0 && passed > most {
			return
		}
		if _, writeErr := to.Write(buffer[:n]); err != nil || writeErr != nil {
			return
		}
	}
}

// drop cuts both ends; a TCP connection is reset, not closed in order.
func (y *proxy) drop(conns ...net.Conn) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, c := range conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
		delete(y.conns, c)
	}
}

// cut cuts every connection that there is.
func (y *proxy) cut() {
	y.mu.Lock()
	conns := make([]net.Conn, 0, len(y.conns))
	for c := range y.conns {
		conns = append(conns, c)
	}
	y.mu.Unlock()
	y.drop(conns...)
}
