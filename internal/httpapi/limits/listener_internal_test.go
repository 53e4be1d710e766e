package limits

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// pair returns the two ends of a connection, the server's with limits.
func pair(t *testing.T, check, stall time.Duration) (server, client net.Conn) {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var dialer net.Dialer
	if client, err = dialer.DialContext(t.Context(), "tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = (listener{l, check, stall}).Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close(); _ = client.Close() })
	return server, client
}

const answerBytes = 16 << 20 // more than the system keeps for a connection

func TestAStalledReaderIsCut(t *testing.T) {
	t.Parallel()
	server, _ := pair(t, 50*time.Millisecond, 300*time.Millisecond)
	began := time.Now()
	n, err := server.Write(make([]byte, answerBytes))
	if !errors.Is(err, os.ErrDeadlineExceeded) || n == 0 || n >= answerBytes || time.Since(began) < 300*time.Millisecond {
		t.Errorf("%d bytes, %v after %s", n, err, time.Since(began))
	}
}

// TestASlowReaderIsWaitedFor reads for longer than the stall, with pauses longer than the check.
func TestASlowReaderIsWaitedFor(t *testing.T) {
	t.Parallel()
	const stall = 500 * time.Millisecond
	server, client := pair(t, 20*time.Millisecond, stall)
	got := make(chan int64, 1)
	go func() {
		var n int64
		for {
			m, err := io.CopyN(io.Discard, client, answerBytes/16)
			n += m
			if err != nil {
				got <- n
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	began := time.Now()
	n, err := server.Write(make([]byte, answerBytes))
	if err != nil || n != answerBytes || time.Since(began) < stall {
		t.Errorf("%d bytes, %v after %s", n, err, time.Since(began))
	}
	if err := server.(*connection).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if n := <-got; n != answerBytes {
		t.Errorf("the reader got %d bytes", n)
	}
}
