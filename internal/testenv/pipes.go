package testenv

import (
	"net"
	"sync"
)

// Pipes is a listener whose connections lie in memory. In a bubble of synctest a server and its clients have the time of the bubble, which passes only while
// all of them wait.
type Pipes struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes returns a listener. In a bubble it has to be made there.
func NewPipes() *Pipes { return &Pipes{dialed: make(chan net.Conn), closed: make(chan struct{})} }

// Dial returns the client's end of a new connection, once the server takes it.
func (p *Pipes) Dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.dialed <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Accept returns the server's end.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialed:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and Dial.
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr is no address.
func (p *Pipes) Addr() net.Addr { return &net.UnixAddr{} }
